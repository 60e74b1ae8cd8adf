"""The same cards laid otherwise: chosen cards parted into melds, and a legal act with those of a refused one in other plays."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from meldspec.engine.candidates import dealt_as, single_plays, with_plays
from meldspec.engine.compile.record import CompiledAct
from meldspec.engine.play import plays_of
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import without
from meldspec.engine.verdict import Unanswered
from meldspec.ruling.nearest import legal_among
from meldspec.table.table import NEW, Act, Bag, Cells, Play, Table

LONGEST = 40
"""Of more cards than this no partition is looked for: nobody lays as many in one act."""
PARTITIONS, TRIED = 200, 60
"""So many partitions of the cards of an act are looked at, and so many acts judged."""
Part = tuple[int, list[int]]
"""Where to (the number of a meld, or NEW), and the places of the cards in the order in which they were chosen."""
FREE = ("plays", "play")
"""The types of fields in which another act may differ."""


# ── chosen cards ────────────────────────────────────────────────────────────────────────────────────────────


def parted(rulebook: Rulebook, cards: Sequence[int], melds: Sequence[Bag] = ()) -> list[Part]:
    """Some cards, in the order in which they were chosen, parted into the fewest plays of which each makes a meld of some kind, by
    itself or with one of the `melds` that lie: all together as a new one where no partition is found.

    Partitions are tried into runs of the order chosen, so that a card that could go to several melds stays with those beside it;
    then into runs of the order in which the ranks first come.
    """
    together = [(NEW, list(range(len(cards))))]
    if not 0 < len(cards) <= LONGEST:
        return together
    ranks = [rulebook.faces.ranks[card] for card in cards]
    by_rank = sorted(range(len(cards)), key=lambda at: ranks.index(ranks[at]))
    orders = (list(range(len(cards))), by_rank)
    return next((found for order in orders if (found := _runs(rulebook, cards, melds, order)) is not None), together)


def _runs(rulebook: Rulebook, cards: Sequence[int], melds: Sequence[Bag], order: Sequence[int]) -> list[Part] | None:
    """The fewest consecutive runs of an order of which each is a play."""
    best: list[list[Part] | None] = [[]]
    for end in range(1, len(order) + 1):
        fewest: list[Part] | None = None
        for begin, before in enumerate(best):
            if before is None or (fewest is not None and len(before) + 1 >= len(fewest)):
                continue
            run = list(order[begin:end])
            to = _target(rulebook, tuple(cards[at] for at in run), melds, {to for to, _ in before})
            fewest = fewest if to is None else [*before, (to, run)]
        best.append(fewest)
    return best[-1]


def _target(rulebook: Rulebook, cards: Bag, melds: Sequence[Bag], taken: Collection[int]) -> int | None:
    """Where cards make a meld of some kind: with one that lies and is not taken, or by themselves."""
    onto = (number for number, meld in enumerate(melds) if number not in taken and rulebook.kind_of(tuple(sorted(meld + cards))))
    return next(onto, NEW if rulebook.kind_of(tuple(sorted(cards))) else None)


# ── a refused act ───────────────────────────────────────────────────────────────────────────────────────────


def laid_otherwise(rulebook: Rulebook, table: Table, refused: Act) -> Act | None:
    """A legal act that lays the very cards of a refused one in other plays, in the fewest, if one is found within bounds."""
    line = rulebook.acts[refused.name]
    laid = plays_of(line, refused)
    if line.plays is None or not laid or table.over():
        return None
    referee, source = Referee(rulebook), tuple(sorted(card for _, cards in laid for card in cards))
    try:
        singles = single_plays(referee, line.plays, table.cells, refused.seat, source=source)
        longest = sorted(singles, key=lambda play: -len(play[1]))
        partitions = sorted(islice(_partitions(referee, longest, source, frozenset(), set()), PARTITIONS), key=len)
        acts = (act for plays in partitions for act in _alike(referee, line, table.cells, refused, plays))
        return next(legal_among(referee, table.cells, islice(acts, TRIED)), None)
    except Unanswered:
        return None


Dead = set[tuple[Bag, frozenset[int | str]]]
"""Cards that cannot all be laid any more, with the places that nothing more may go to."""


def _partitions(
    referee: Referee, singles: Sequence[Play], left: Bag, onto: frozenset[int | str], dead: Dead
) -> Iterator[tuple[Play, ...]]:
    """The sets of plays that lay all of some cards, no two of them onto one meld; long plays are tried first."""
    if not left:
        yield ()
    if not left or (left, onto) in dead:
        return
    classes, alive = referee.rulebook.faces.classes, False
    for to, cards in singles:
        # Whatever is laid, the first card is; one that the rules cannot tell from it will do.
        if to in onto or len(cards) > len(left) or not any(classes[card] == classes[left[0]] for card in cards):
            continue
        found = dealt_as(referee, cards, left, looks=False)
        targets = onto if to == NEW else onto | {to}
        for rest in _partitions(referee, singles, without(left, found), targets, dead) if found else ():
            alive = True
            yield ((to, found or ()), *rest)
    if not alive:
        dead.add((left, onto))


def _alike(referee: Referee, line: CompiledAct, cells: Cells, refused: Act, plays: tuple[Play, ...]) -> Iterator[Act]:
    """The acts that make some plays and are in all other fields as the refused one is; which play lays the card that comes from
    elsewhere follows from the plays."""
    kept = [
        (at, value) for at, (field, value) in enumerate(zip(line.fields, refused.values, strict=True)) if field.type not in FREE
    ]
    for act in with_plays(referee, line, cells, refused.seat, plays):
        if act != refused and all(act.values[at] == value for at, value in kept):
            yield act
