"""What a ruling says of the minimum: its sum, and under no reading a figure that reaches what it is refused for missing."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from meldspec.cli.position_files import read_position_file
from meldspec.engine.rulebook import Library
from meldspec.position.position import Position
from meldspec.ruling.because import because
from meldspec.ruling.ruling import Judgement, rule

Read = Callable[[str], Position]
EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
FELL_SHORT = re.compile(r"worth (?:[0-9 +]+ = )?(\d+);.* minimum is (\d+)")
TABLE = """
variant: {game}
{more}
turn: 0
phase: {phase}
pile: {pile}
"""
MELDS = "act: {action: {type: meld, plays: [{to: new, cards: KC KD KH}, {to: new, cards: AC AD AH}]}}"
TAKE = "act: {action: {type: take, plays: [{to: new, cards: KS KC KD}, {to: new, cards: AC AD AH}], top: 0}}"
HAND = "KC KD KH AC AD AH 7C 9S 5S 4D"
THREE = "11, 11, 11"
FOUR = f"hands: [{HAND}, {THREE}]\nsides: [{{}}, {{}}]"
WORLDS = {
    "canasta": f"totals: [1640, 350]\n{FOUR}",
    "manzana": f"options: {{players: 2}}\nhands: [{HAND}, 11]\nsides: [{{}}, {{}}]",
    "pennies": f"totals: [5200, 350]\nhands: [{HAND}, {THREE}, 11, 11]\nfeet: [11, 11, 11, 11, 11, 11]\nsides: [{{}}, {{}}]",
    "railroad": f"options: {{players: 4, members: 2}}\ntotals: [5200, 350]\nfeet: [11, 11, 11, 11]\n{FOUR}",
    "bain": f"totals: [5200, 350]\nfeet: [13, 13, 13, 13]\n{FOUR}",
    "dollars": f"deal: 2\nfeet: [11, 11, 11, 11]\n{FOUR}",
    "kadner": f"deal: 2\nfeet: [11, 11, 11, 11]\n{FOUR}",
}
"""Tables at which a side has to open, in most games with 90."""


def opening(game: str, act: str) -> str:
    """Three kings and three aces, worth 90 together, where the side has to open."""
    taken = act == TAKE
    table = TABLE.format(
        game=game, more=WORLDS[game], phase="draw" if taken else "play", pile="5C TH QD KS" if taken else "5C TH QD"
    )
    return f"{table}{act}\n"


def refusals(position: Position) -> Iterator[str]:
    """All sentences by which the act of a position is refused under whatever reading refuses it."""
    act = position.act()
    assert act is not None
    ruling = rule(position, act)
    judged: list[Judgement] = [ruling.judgement, *(other.judgement for other in ruling.otherwise)]
    for judgement in judged:
        if not judgement.legal and not judgement.impossible:
            yield from (reason.sentence for one in because(act, judgement) for reason in one.says)


def contradictions(sentences: Iterator[str]) -> list[str]:
    """The sentences that tell of a minimum that is reached, and refuse an act by it."""
    found = ((told, FELL_SHORT.search(told)) for told in sentences)
    return [told for told, met in found if met and int(met[1]) >= int(met[2])]


@pytest.mark.parametrize("act", [MELDS, TAKE], ids=["laid", "taken"])
@pytest.mark.parametrize("game", WORLDS)
def test_who_falls_short_of_the_minimum_is_told_a_smaller_figure(game: str, act: str, read: Read) -> None:
    """Whoever reads that an opening is too small is told of no worth that reaches the minimum, however the sources are read."""
    assert not contradictions(refusals(read(opening(game, act))))


def test_no_worked_example_contradicts_itself(rules: Library) -> None:
    """In no example is an opening refused with a worth that reaches the minimum, however the sources are read."""
    for path in sorted(EXAMPLES.glob("*open*.yaml")) + sorted(EXAMPLES.glob("*minimum*.yaml")):
        position = read_position_file(path.read_text(encoding="utf-8"), path.name, rules)
        assert not contradictions(refusals(position)), path.stem


def test_by_the_best_meld_alone_the_minimum_is_missed(read: Read) -> None:
    """Where one meld alone must be worth 90, three kings and three aces fall short: the better of them is worth 60."""
    told = list(refusals(read(opening("canasta", TAKE))))
    assert "What counts of the best single meld is worth 60; at 1640 points the minimum is 90." in told
    laid = list(refusals(read(opening("pennies", MELDS))))
    assert "The best single meld is worth 60; at 5200 points the minimum is 90." in laid


def test_a_sum_is_told_with_its_melds(read: Read) -> None:
    """Kings for 30 and aces for 60 are told as that, with what they come to and the total by which the minimum goes."""
    position = read(opening("canasta", TAKE))
    act = position.act()
    assert act is not None
    told = [reason.sentence for one in because(act, rule(position, act).judgement) for reason in one.says]
    assert "What counts of the cards laid is worth 30 + 60 = 90; at 1640 points the minimum is 90." in told
