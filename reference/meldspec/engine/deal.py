"""Deals: begun by the rules or with cards put somewhere, played to their end, and followed by others until the match ends."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from meldspec.engine.play import at_rest
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Undetermined
from meldspec.language.immutable import Immutable
from meldspec.table.faults import EngineDefect
from meldspec.table.table import DEAL_NUMBER, DEALER, MATCH, PHASE, TOTALS, Act, Table

Dealt = Mapping[str, Sequence[tuple[int, ...]]]
"""Cards by place, one bag for each owner; on a row the last card lies on top."""
Choose = Callable[[Table], Act | None]
"""Whoever plays: a legal act of any seat in a position; none where there is no such act."""


class PlayError(ValueError):
    """A deal that cannot go on: an act that was chosen is refused, or none was; the message says which."""


class Deal(Immutable):
    """One deal of a match as it was played: the table when play began, all acts in order, the table when the deal had ended."""

    begun: Table
    acts: tuple[Act, ...]
    ended: Table


def blank(rulebook: Rulebook, dealer: int, deal_number: int, totals: Sequence[int]) -> list[Any]:
    """The cells of a deal before any card is dealt."""
    cells = rulebook.layout.blank()
    cells[DEALER], cells[DEAL_NUMBER] = dealer, deal_number
    cells[TOTALS] = tuple(totals) if totals else (0,) * rulebook.layout.sides
    cells[PHASE] = rulebook.sheet.symbols.phases[0] if rulebook.sheet.symbols.phases else None
    return cells


def shuffled(rulebook: Rulebook, random: Random) -> tuple[int, ...]:
    """The whole pack in a random order."""
    pack = [face for face, count in enumerate(rulebook.faces.counts) for _ in range(count)]
    random.shuffle(pack)
    return tuple(pack)


def dealt_by_rules(rulebook: Rulebook, pack: tuple[int, ...], dealer: int = 0) -> dict[str, list[tuple[int, ...]]]:
    """The cards of a pack where the rules' own dealing puts them, before anything is turned up; the pack's last card is its top."""
    cells = blank(rulebook, dealer, 1, ())
    if not rulebook.rows:
        raise EngineDefect(f"{rulebook.name} has no row to put the pack on")
    cells[rulebook.rows[0].first] = pack
    rulebook.compiled.befall("dealing", Referee(rulebook), cells)
    return {r.name: [cells[r.first + n] for n in range(r.count)] for r in rulebook.layout.places() if r.form != "groups"}


def begin(rulebook: Rulebook, dealt: Dealt, dealer: int = 0, deal_number: int = 1, totals: Sequence[int] = ()) -> Table:
    """The table when the first turn begins (or when the deal has ended before it)."""
    referee, cells = Referee(rulebook), blank(rulebook, dealer, deal_number, totals)
    for name, bags in dealt.items():
        range_ = rulebook.layout[name]
        for number, bag in enumerate(bags):
            # Sorted, so that a place which keeps no order is the same value whatever order it was filled in.
            cells[range_.first + number] = tuple(bag) if range_.form == "row" else tuple(sorted(bag))
    rulebook.compiled.befall("setup", referee, cells)
    return Table(at_rest(referee, cells))


def random_deal(rulebook: Rulebook, random: Random, dealer: int = 0, deal_number: int = 1, totals: Sequence[int] = ()) -> Table:
    """A deal of a shuffled pack, by the rules."""
    return begin(rulebook, dealt_by_rules(rulebook, shuffled(rulebook, random), dealer), dealer, deal_number, totals)


def play_deal(rulebook: Rulebook, begun: Table, choose: Choose) -> Deal:
    """Play a deal to its end.

    Raises PlayError where an act that was chosen is refused, or where none was chosen although the deal has not ended.
    """
    referee, table = Referee(rulebook), begun
    acts: list[Act] = []
    while not table.over():
        act = choose(table)
        if act is None:
            raise PlayError(f"after {len(acts)} acts of the deal nobody acts, and it has not ended")
        verdict, table = referee.play(table, act)
        if isinstance(verdict, Undetermined):
            raise PlayError(f"after {len(acts)} acts of the deal {act} is undetermined: {verdict.why}")
        if not verdict.legal:
            lines = ", ".join(tag.line for tag in verdict.lines)
            raise PlayError(f"after {len(acts)} acts of the deal {act} is refused: {verdict.why or lines}")
        acts.append(act)
    return Deal(begun, tuple(acts), table)


def next_dealer(rulebook: Rulebook, ended: Table) -> int:
    """The dealer of the deal that follows one that has ended; a book that says nothing of it leaves the deal where it is."""
    # An event of its own, for it belongs to no deal: the next one begins with an empty table.
    cells = list(ended.cells)
    rulebook.compiled.befall("passing", Referee(rulebook), cells)
    dealer: int = cells[DEALER]
    return dealer


def next_deal(rulebook: Rulebook, ended: Table, random: Random) -> Table:
    """The table of the next deal, dealt from a shuffled pack, after one that has ended; nothing but the totals is kept.

    Raises EngineDefect where the deal or the whole match says otherwise.
    """
    cells = ended.cells
    if not ended.over() or cells[MATCH] is not None:
        raise EngineDefect("no deal follows one that has not ended, or the last one of a match")
    return random_deal(rulebook, random, next_dealer(rulebook, ended), cells[DEAL_NUMBER] + 1, cells[TOTALS])


def deals_of_match(
    rulebook: Rulebook, random: Random, choose: Choose, dealer: int = 0, totals: Sequence[int] = ()
) -> Iterator[Deal]:
    """The deals of a match as they are played, one after another; the last one ends it. Raises as `play_deal` does.

    `random` shuffles the packs, `choose` plays for all seats. `totals` are what the sides bring along, in points; nothing where
    none are given. A match lasts as long as the rules let it: where nobody ever scores it does not end.
    """
    begun = random_deal(rulebook, random, dealer, 1, totals)
    while True:
        deal = play_deal(rulebook, begun, choose)
        yield deal
        if deal.ended.cells[MATCH] is not None:
            return
        begun = next_deal(rulebook, deal.ended, random)
