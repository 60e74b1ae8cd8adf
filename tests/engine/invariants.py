"""What holds at every moment of every deal, whatever the readings: each function looks at one position, or at one act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.table.table import ENDED, PHASE, SCORES, TOTALS, TURN, Act, Cells, Table

POINTS_STEP = 5
"""Every card and every bonus of the family is worth a multiple of so many points."""
ORDINARY = frozenset({"canasta", "manzana"})
"""The games in which a pile is taken whole, a meld may grow for ever, and nobody has a foot."""
RED_THREES = frozenset({"3D", "3H"})
Readings = Mapping[str, str]
WITHOUT_DISCARD = (
    ("out.pass.last-card", "may-keep"),
    ("turn.last-three.ends", "no-discard"),
    ("turn.last-three.ends", "whole-turn"),
    ("turn.last-three.replacement", "goes-on"),
    ("out.ask.bound", "turn-ends"),
    ("deal.upcard.order", "replacements-first"),
)
"""Readings by which a turn can end without a discard, or nothing is turned up."""


def each(rulebook: Rulebook, cells: Cells, place: str) -> list[Any]:
    """What the cells of a place hold, one for each owner."""
    range_ = rulebook.layout[place]
    return list(cells[range_.first : range_.first + range_.count])


def stocked(rulebook: Rulebook, cells: Cells) -> bool:
    """Whether the stock has a card, in whichever of its heaps."""
    return any(any(each(rulebook, cells, r.name)) for r in rulebook.layout.places() if r.shown == "stock")


def all_cards(rulebook: Rulebook, cells: Cells) -> Counter[int]:
    """Every card on the table, wherever it lies."""
    found: Counter[int] = Counter()
    for range_ in rulebook.layout.places():
        for bag in each(rulebook, cells, range_.name):
            found.update(card for meld in bag for card in meld) if range_.form == "groups" else found.update(bag)
    return found


def kinds_of(rulebook: Rulebook, meld: tuple[int, ...]) -> list[str]:
    """All kinds that a meld fits, each line of each kind looked at."""
    return [name for name, checks in rulebook.compiled.kinds.checks.items() if all(check(meld) for check in checks)]


def rank_of(rulebook: Rulebook, meld: tuple[int, ...]) -> str:
    """The rank that the natural cards of a meld (or its black threes) share."""
    ranks = {rulebook.faces.ranks[card] for card in meld if card not in rulebook.faces.sets["wild"]}
    assert len(ranks) == 1, f"the meld {rulebook.faces.spell(meld)} has no rank of its own"
    return ranks.pop()


def check_position(rulebook: Rulebook, cells: Cells, pack: Counter[int]) -> None:
    """Everything that holds of a position of a deal with these cards."""
    assert all_cards(rulebook, cells) == pack, "a card has come or gone"
    assert (cells[TURN] is None) == (cells[ENDED] is not None), "it is nobody's turn when the deal has ended, and then only"
    for meld in (meld for melds in each(rulebook, cells, "melds") for meld in melds):
        kinds = kinds_of(rulebook, meld)
        assert len(kinds) == 1, f"the meld {rulebook.faces.spell(meld)} is of the kinds {kinds}"
    check_red_threes(rulebook, cells, rulebook.readings)
    if rulebook.name in ORDINARY:
        check_ordinary(rulebook, cells)
    if cells[ENDED] is not None:
        check_scores(rulebook, Table(cells))


def check_ordinary(rulebook: Rulebook, cells: Cells) -> None:
    """What holds in the ordinary game and in Manzana besides: of the stock, of the pile when a turn begins, of a side's melds."""
    check_stock(rulebook, cells)
    if cells[PHASE] == "draw" and cells[ENDED] is None and not turnless(rulebook.readings):
        assert each(rulebook, cells, "pile")[0], "a turn begins and there is no pile"
    for melds in each(rulebook, cells, "melds"):
        ranks = Counter(rank_of(rulebook, meld) for meld in melds)
        apart = rulebook.readings.get("meld.one-a-rank.second") == "apart"
        assert apart or max(ranks.values(), default=1) == 1, f"melds of {ranks}"


def check_stock(rulebook: Rulebook, cells: Cells) -> None:
    """While there is a stock, nobody who is to act is owed a card for a red three, and the deal does not end for want of one."""
    if stocked(rulebook, cells):
        assert cells[TURN] is None or not each(rulebook, cells, "owed")[cells[TURN]], "a red three has not been replaced"
        assert cells[ENDED] is None or cells[ENDED][0] != "stock", "the deal has ended for want of a stock, and there is one"


def turnless(readings: Readings) -> bool:
    """Whether the readings let a turn begin beside an empty pile: one ended without a discard, or nothing was turned up."""
    return any(readings.get(question) == reading for question, reading in WITHOUT_DISCARD)


def check_red_threes(rulebook: Rulebook, cells: Cells, readings: Readings) -> None:
    """Nobody who is to act holds a red three, unless the readings leave one in the hand."""
    if cells[TURN] is not None and readings.get("deal.replace-threes.again") != "once":
        hand = rulebook.faces.spell(each(rulebook, cells, "hand")[cells[TURN]])
        assert not RED_THREES.intersection(hand), f"seat {cells[TURN]} is to act and holds {hand}"


def check_scores(rulebook: Rulebook, ended: Table) -> None:
    """Scores are multiples of five, and the lines that gave points add up to them, side by side."""
    scores = ended.cells[SCORES]
    assert all(score % POINTS_STEP == 0 for score in (*scores, *ended.cells[TOTALS])), scores
    found = [0] * rulebook.layout.sides
    for given in Referee(rulebook).points(ended):
        assert given.tag.clause.startswith(("score.", "meld.", "out.")), given.tag.line
        found[given.side] += sum(given.points)
    assert tuple(found) == scores


# ── theorems of a single pack ──────────────────────────────────────────────────────────────────────────────────────────


def check_small_pack(rulebook: Rulebook, cells: Cells) -> None:
    """With four cards of a rank a natural canasta is all four of them, and a meld that is no canasta is of three cards."""
    wild = rulebook.faces.sets["wild"]
    for meld in (meld for melds in each(rulebook, cells, "melds") for meld in melds):
        naturals = sum(card not in wild for card in meld)
        if len(meld) == naturals and len(meld) > 3:
            assert naturals == 4, f"a natural canasta of {naturals}"
        if len(meld) < 4:
            assert (naturals, len(meld)) in ((3, 3), (2, 3)), f"a meld of {naturals} natural cards and {len(meld)} in all"


def check_frozen_take(rulebook: Rulebook, cells: Cells, act: Act) -> None:
    """A pile that a card in it freezes is never taken onto a meld: that would want five cards of a rank."""
    if act.name == "take" and determined(Referee(rulebook).shown(cells))["frozen"] and act.values[1] is not None:
        to, _ = act.values[0][act.values[1]]
        assert to == -1 or rulebook.readings["pile.pair.own-rank"] == "one", "a frozen pile was taken onto a meld"
