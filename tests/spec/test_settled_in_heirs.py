"""What the source of Railroad and that of Bain settle is no question there, and what they settle holds at the table."""

from __future__ import annotations

from typing import Any

import pytest

from . import bain, railroad
from .positions import Action, discard, legal, meld, play, sheet_of, take

EIGHT_THREES = " ".join(["3D 3H"] * 4)
SIXTY = play("new", "KC KD KH"), play("new", "QC QD QH")

RAILROAD = [
    (63, "deal.begin.who"),
    (49, "deal.replace-threes.ever"),
    (30, "meld.wilds.natural-first"),
    (66, "meld.one-a-rank.always"),
    (44, "opening.together.canastas"),
    (19, "pile.whole.reach"),
    (43, "pile.top-melded.wish"),
    (42, "pile.pair.frozen"),
    (78, "pile.stopped.black-three"),
    (41, "pile.stopped.wild-top"),
    (55, "end.sevens.whose"),
    (55, "end.sevens.last-seven"),
    (55, "end.sevens.moment"),
]
"""The paragraph of 003 that settles a doubt about Pennies for Railroad, and the question that the sister game has."""

BAIN = [
    (103, "meld.one-a-rank.always"),
    (108, "meld.wild.growing"),
    (44, "opening.together.canastas"),
    (121, "out.last-discard.seven"),
    (111, "out.last-discard.needed"),
    (93, "out.no.other-partner"),
    (117, "score.concealed.extra"),
]
"""The same for Bain."""

ALLOWED: list[tuple[bool, dict[str, Any], Action]] = [
    (True, {"hand": "2C 9D TD", "melds": ["KC KD KH"]}, meld(play(0, "2C"))),
    (True, {"hand": "KC KD 9D TD", "melds": ["QC QD QH"], "pile": "2C KH", "phase": "draw"}, take(play("new", "KC KD KH"))),
    (False, {"hand": "3C 3S 9D TD", "melds": ["QC QD QH"], "pile": "9C 3C", "phase": "draw"}, take(play("new", "3C 3S 3C"))),
    (False, {"hand": "2C 2D 9D TD", "melds": ["QC QD QH"], "pile": "9C 2H", "phase": "draw"}, take(play("new", "2C 2D 2H"))),
    (False, {"hand": "7C 7D 7H", "melds": ["QC QD QH"], "trapped": True}, meld(play("new", "7C 7D 7H"))),
    (True, {"hand": "8C 8C 8D 8D 8H 8H 8S 9D TD"}, meld(play("new", "8C 8C 8D 8D 8H 8H 8S"))),
]
"""Whether an act is lawful in Railroad: a deuce on three kings (30), a pair for a frozen pile (42), black threes and deuces for
their like (41, 78), the last seven of a hand (55), and seven eights, 7x10 of 50, in opening (44)."""


@pytest.mark.parametrize(("variant", "rows"), [("railroad", RAILROAD), ("bain", BAIN)])
def test_what_a_source_settles_is_no_question(variant: str, rows: list[tuple[int, str]]) -> None:
    """Pennies asks it, and the game that its source settles it for does not."""
    asked, parents = sheet_of(variant).book.questions(), sheet_of("pennies").book.questions()
    assert [(paragraph, id) for paragraph, id in rows if id in asked or id not in parents] == []


@pytest.mark.parametrize(("may", "position", "act"), ALLOWED)
def test_what_is_settled_in_railroad(may: bool, position: dict[str, Any], act: Action) -> None:
    """What the page says of taking, melding and a hand of sevens holds in Railroad."""
    rulebook = railroad.railroad()
    position = dict(position)
    assert railroad.allowed(rulebook, railroad.table(rulebook, position.pop("hand"), **position), act) == may


@pytest.mark.parametrize(("total", "may"), [(4150, True), (4200, False)])
def test_eight_red_threes_bring_800_in_railroad(total: int, may: bool) -> None:
    """Where laid red threes raise the minimum, eight of them are 800 and no more: 4950 opens with 50, 5000 with 90 (76)."""
    rulebook = railroad.railroad(opening__standing__running="so-far")
    start = railroad.table(rulebook, "KC KD KH QC QD QH 9D TD", threes=[EIGHT_THREES], totals=(total, 0))
    assert railroad.allowed(rulebook, start, meld(*SIXTY)) == may


@pytest.mark.parametrize(("all_eight", "may"), [("nothing-more", True), ("thousand", False)])
def test_what_eight_red_threes_raise_the_minimum_by_in_bain(all_eight: str, may: bool) -> None:
    """Where laid red threes raise it, eight are 800, and 1000 only where they count so: 4950 opens with 50, 5150 with 90 (118)."""
    rulebook = bain.bain(opening__standing__running="so-far", score__red_threes__all_eight=all_eight)
    start = bain.set_out(rulebook, "KC KD KH QC QD QH 9D TD", totals=(4150, 0), phase="play", red_threes=(EIGHT_THREES, ""))
    assert legal(rulebook, start, meld(*SIXTY)) == may


def test_nobody_goes_out_of_bain_without_a_discard() -> None:
    """Of 9 9 with three nines laid, both may not be laid; one is laid and the other discarded (111)."""
    rulebook = bain.bain()
    start = bain.on_foot(rulebook, "9S 9S", melds=[*bain.ALL, "9C 9D 9H"])
    assert not legal(rulebook, start, meld(play(4, "9S 9S")))
    after = railroad.done(rulebook, start, meld(play(4, "9S")))
    assert legal(rulebook, after, discard("9S"))
