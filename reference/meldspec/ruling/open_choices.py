"""On what that nobody has told it hangs what may be done in a position."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from meldspec.book.reach import of_act
from meldspec.engine.play import plays_of
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.language.immutable import Immutable
from meldspec.position.position import Position
from meldspec.protocol.observe import shown_ranges
from meldspec.ruling.open_melds import deciding_melds
from meldspec.ruling.open_memory import (
    DecidingMemory,
    OpenMemory,
    deciding_memory,
    possible,
    spoken_of,
    untried_memory,
    with_memory,
)
from meldspec.ruling.told import of_known_cards
from meldspec.table.faults import RulesFault
from meldspec.table.table import NEW, TURN, Act, Table


class Otherwise(Immutable):
    """With another value of a memory: the acts with one play at most that would be legal `besides`, and those that would be legal
    `no_more`."""

    besides: tuple[Act, ...]
    no_more: tuple[Act, ...]


def open_choices(position: Position) -> tuple[DecidingMemory[Otherwise], ...]:
    """The memory that neither file nor table tells and with another value of which other acts would be legal."""
    if position.table.over():
        return ()
    here = _legal(position, position.table)
    tables: dict[tuple[tuple[int, Any], ...], Otherwise | None] = {}

    def tried(values: Mapping[int, Any]) -> Otherwise | None:
        key = tuple(values.items())
        if key not in tables:
            tables[key] = None
            # Memory with which the rules fail is none that they know.
            with suppress(RulesFault):
                tables[key] = with_other(values)
        return tables[key]

    def with_other(values: Mapping[int, Any]) -> Otherwise | None:
        table = with_memory(position, values)
        there = here if table is None else _legal(position, table)
        differs = there != here and table is not None and possible(position, table.cells)
        return Otherwise(_without(there, here), _without(here, there)) if differs else None

    return (*_on_melds(position, here), *deciding_memory(position, _spoken_of_acts(position.rulebook), tried))


def untried_choices(position: Position) -> tuple[OpenMemory, ...]:
    """Cards and melds that the rules remember, that nobody has told, and that lines about acts speak of: which they are was not
    tried."""
    return () if position.table.over() else tuple(untried_memory(position, _spoken_of_acts(position.rulebook)))


def _spoken_of_acts(rulebook: Rulebook) -> frozenset[str]:
    """The memories that lines about acts speak of."""
    groups = [*rulebook.selection.reach.always(), *(group for name in rulebook.acts for group in of_act(name))]
    return spoken_of(rulebook, groups)


def _on_melds(position: Position, here: tuple[Act, ...]) -> Iterator[DecidingMemory[Otherwise]]:
    """Whether anything lies before the side of whoever is in turn, where nobody has told it and other acts would be legal then."""
    rulebook, seat = position.rulebook, position.table.cells[TURN]
    hands = shown_ranges(rulebook, "hands")

    def tried(other: Position) -> Otherwise | None:
        # Of the meld that was supposed to lie there nobody lays anything off.
        there = tuple(act for act in _legal(other, other.table) if not _lays_off(rulebook, act))
        besides, no_more = _without(there, here), _without(here, there)
        return Otherwise(besides, no_more) if besides else None

    if seat is not None and hands and hands[0].owner == "player":
        held: tuple[int, ...] = position.table.cells[hands[0].first + seat]
        yield from deciding_melds(position, seat, held, rulebook.acts, tried, rich=False)


def _lays_off(rulebook: Rulebook, act: Act) -> bool:
    """Whether an act lays anything onto a meld that lies there."""
    return any(isinstance(to, int) and to != NEW for to, _ in plays_of(rulebook.acts[act.name], act))


def _legal(position: Position, table: Table) -> tuple[Act, ...]:
    """The legal acts with one play at most, as far as their cards are known."""
    return of_known_cards(position, determined(Referee(position.rulebook).all_legal_acts(table)))


def _without(acts: tuple[Act, ...], others: tuple[Act, ...]) -> tuple[Act, ...]:
    """Those of some acts that are none of the others."""
    return tuple(act for act in acts if act not in others)
