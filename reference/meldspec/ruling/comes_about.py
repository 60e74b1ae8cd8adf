"""What an act brings about besides moving cards: melds that become something, and what is true of a player or side from then on."""

from collections.abc import Iterator
from typing import Any

from meldspec.book.core import Call
from meldspec.book.sayings import Saying, Sayings
from meldspec.language import lines
from meldspec.position.memory import memories
from meldspec.ruling.ruling import Judgement
from meldspec.ruling.why import Explainer, World
from meldspec.ruling.words import Card
from meldspec.table.table import Act, CellRange

MELD = "meld"
"""What a term of one meld calls it."""


def comes_about(act: Act, judgement: Judgement, card: Card) -> Iterator[str]:
    """What a legal act brings about, a sentence each; nothing where it ends the deal, since the score tells of that."""
    if judgement.begun is None or judgement.ended is None or judgement.ended.over():
        return
    yield from _melds(act, judgement, card)
    yield from _remembered(judgement)


def _melds(act: Act, judgement: Judgement, card: Card) -> Iterator[str]:
    """The melds that have become what a book has a sentence for, as `a meld is canasta`."""
    rulebook, begun, ended = judgement.rulebook, judgement.begun, judgement.ended
    assert rulebook is not None and begun is not None and ended is not None
    side = rulebook.layout.side_of(act.seat)
    places = [r for r in rulebook.layout.places() if r.form == "groups" and r.owner == "side"]
    were = [lying for r in places for lying in begun.cells[r.first + side]]
    new = [lying for r in places for lying in ended.cells[r.first + side] if lying not in were]
    sayings = [one for one in rulebook.sheet.derived(Sayings).told.values() if one.holds and _of_a_meld(one)]
    if not (new and sayings):
        return
    explainer = Explainer(rulebook, begun, act, card)
    for meld in new:
        grown_from = [lying for lying in were if not set(lying) - set(meld)]
        world = World(ended.cells, {MELD: meld, "player": act.seat, "side": side})
        for saying in sayings:
            before = [World(begun.cells, {**world.names, MELD: lying}) for lying in grown_from]
            if explainer.holds(saying.condition, True, world) and not any(
                explainer.holds(saying.condition, True, one) for one in before
            ):
                yield explainer.sentence(saying, world)


def _of_a_meld(saying: Saying) -> bool:
    """Whether a sentence is about a term of one meld, and speaks of nothing else."""
    return isinstance(saying.condition, Call) and [name for name, _ in saying.condition.args] == [MELD] and saying.free <= {MELD}


def _remembered(judgement: Judgement) -> Iterator[str]:
    """What is true of a player or a side from then on, and the book has a question for."""
    assert judgement.rulebook is not None and judgement.begun is not None and judgement.ended is not None
    asking = {node.name: node.asking for node, _ in judgement.rulebook.selection.declared(lines.Keep)}
    for range_ in memories(judgement.rulebook):
        if range_.form == "truth" and range_.owner and asking.get(range_.name):
            yield from _turned(range_, asking[range_.name], judgement.begun.cells, judgement.ended.cells)


def _turned(range_: CellRange, asks: str, before: Any, after: Any) -> Iterator[str]:
    """Whose memory of one sort has become yes."""
    whose = range_.owner.replace("player", "seat")
    numbers = [number for number in range(range_.count) if after[range_.first + number] and not before[range_.first + number]]
    if numbers:
        yield f"from now on: {asks} {', '.join(f'{whose} {number}: yes' for number in numbers)}".replace("? s", "? S")
