"""Acts carried out on cells, and the quick way to learn whether one is legal, without reasons."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from meldspec.book.sheet import Loop
from meldspec.engine.compile.record import CompiledAct, CompiledAward, CompiledField, LookAhead
from meldspec.engine.rulebook import Rulebook
from meldspec.table.faults import OF_A_LIST, RulesFault
from meldspec.table.table import ENDED, MATCH, NEW, NO_CARDS, SCORES, TOTALS, TURN, Act, BasedPlay, Cells, Groups, Play


class RefereeLike(LookAhead, Protocol):
    """What carrying out and listing acts needs of a referee: its rulebook, its look-ahead and its memo of single plays."""

    rulebook: Rulebook
    plays: dict[Any, list[Play]]


def with_bases(plays: tuple[Play, ...], melds: Groups) -> tuple[BasedPlay, ...]:
    """Plays with the cards that lie where each goes: what a play makes is told by how things stood before the act."""
    return tuple([(to, cards, melds[to] if isinstance(to, int) and to >= 0 else NO_CARDS) for to, cards in plays])


def plays_of(line: CompiledAct, act: Act) -> tuple[Play, ...]:
    """The plays of an act; none of one that lays nothing."""
    found: tuple[Play, ...] = next(
        (value for field, value in zip(line.fields, act.values, strict=True) if field.type == "plays"), ()
    )
    return found


def bound(rulebook: Rulebook, cells: Cells, act: Act) -> list[Any]:
    """The values of an act's fields as its lines see them: an index of a play as the play."""
    line = rulebook.acts[act.name]
    # Only plays and melds look otherwise to the lines than to who proposes them, and most acts have none.
    if line.plain:
        return list(act.values)
    values: list[Any] = []
    plays: tuple[Any, ...] = ()
    for field, value in zip(line.fields, act.values, strict=True):
        if field.type == "plays":
            plays = value = with_bases(value, cells[field.melds_cell(act.seat)])
        elif field.type == "meld":
            melds = cells[field.melds_cell(act.seat)]
            value = (value, melds[value] if 0 <= value < len(melds) else NO_CARDS)
        values.append(plays[value] if field.type == "play" and value is not None else value)
    return values


def later(referee: RefereeLike, cells: Cells, act: Act, values: Sequence[Any]) -> Callable[[], Cells]:
    """The position after the act, worked out when first asked for, and once."""
    known: Cells | None = None

    def afterwards() -> Cells:
        nonlocal known
        if known is None:
            known = carried_out(referee, cells, act, values)
        return known

    return afterwards


def carried_out(referee: RefereeLike, cells: Cells, act: Act, values: Sequence[Any]) -> Cells:
    """The cells after an act's effects and the standing rules, scored if the deal has ended."""
    # Rules write to a list; what is handed on is a tuple, since the look-ahead keeps what it knows by the whole position.
    after = list(cells)
    try:
        referee.rulebook.acts[act.name].do(referee, after, act.seat, *values)
    except RulesFault as fault:
        raise fault.at(f"what '{act.name}' does") from None
    return at_rest(referee, after)


def at_rest(referee: RefereeLike, cells: list[Any]) -> Cells:
    """The cells once the standing rules have acted, scored if the deal has ended."""
    referee.rulebook.compiled.settle(referee, cells)
    if cells[ENDED] is not None:
        close(referee, cells)
    return tuple(cells)


def close(referee: RefereeLike, cells: list[Any]) -> None:
    """Score a deal that has ended, and judge the match."""
    compiled = referee.rulebook.compiled
    sides = range(referee.rulebook.layout.sides)
    cells[TURN] = None
    cells[SCORES] = tuple(sum(sum(points_of(referee, award, cells, side)) for award in compiled.awards) for side in sides)
    cells[TOTALS] = tuple(a + b for a, b in zip(cells[TOTALS], cells[SCORES], strict=True))
    if cells[MATCH] is None:
        compiled.befall("judging", referee, cells)


def points_of(referee: RefereeLike, award: CompiledAward, cells: Sequence[Any], side: int) -> Sequence[int]:
    """The points that one line gives a side, once for each thing that it counts. Raises RulesFault, which names the line."""
    try:
        return award.points(referee, cells, side)
    except RulesFault as fault:
        line = award.line
        in_list = line.loop is not None and line.when is not None and _is_at_fault(referee, line.loop, cells, side)
        raise fault.at(line.tag.line, OF_A_LIST if in_list else "") from None


def _is_at_fault(referee: RefereeLike, loop: Loop, cells: Sequence[Any], side: int) -> bool:
    """Whether what a line that scores goes through speaks of what is not there."""
    try:
        referee.rulebook.function(loop.source, "side")(cells, None, side, rt=referee)
    except RulesFault:
        return True
    return False


def legal(referee: RefereeLike, cells: Cells, act: Act, fits: bool = False) -> Cells | None:
    """The cells after an act where it is legal, else none: the quick way, without reasons. Raises Unanswered.

    Of an act that was made of what there is in this very position (`fits`) that is not asked again.
    """
    line = referee.rulebook.acts[act.name]
    if cells[ENDED] is not None or (not fits and misfit(referee, line, cells, act.seat, act.values)):
        return None
    values = bound(referee.rulebook, cells, act)
    afterwards = later(referee, cells, act, values)
    return afterwards() if line.quick(referee, cells, act.seat, *values, afterwards) else None


def misfit(referee: RefereeLike, line: CompiledAct, cells: Cells, seat: int, values: tuple[Any, ...]) -> str:
    """Why an act cannot be: the deal has ended, or a card, a meld or a number is not there; empty where nothing is wrong."""
    if cells[ENDED] is not None:
        return "the deal has ended"
    plays: tuple[Play, ...] = ()
    if not differ(line, values):
        return "two fields name the same meld"
    for field, value in zip(line.fields, values, strict=True):
        match field.type:
            case "plays":
                plays = value
                if why := _plays_misfit(referee, field, cells, seat, plays):
                    return why
            case "play" if value is not None and not 0 <= value < len(plays):
                return f"there is no play number {value}"
            case "card" if value not in field.offered(referee, cells, seat):
                return f"{referee.rulebook.spelling(value)} is not among the cards it may come from"
            case "player" if not 0 <= value < referee.rulebook.layout.seats:
                return f"there is no seat {value}"
            case "meld" if not 0 <= value < len(field.offered(referee, cells, seat)):
                return f"there is no meld number {value}"
            case "number" if field.sourced and value not in field.offered(referee, cells, seat):
                return f"{value} is not among the numbers that '{field.spelt}' may be"
            case _:
                pass
    return ""


def differ(line: CompiledAct, values: Sequence[Any]) -> bool:
    """Whether the melds that an act names by their numbers are several."""
    return len({values[number] for number in line.melds}) == len(line.melds)


def _plays_misfit(referee: RefereeLike, field: CompiledField, cells: Cells, seat: int, plays: tuple[Play, ...]) -> str:
    """Why some plays cannot be made."""
    source = list(field.offered(referee, cells, seat))
    melds = len(cells[field.melds_cell(seat)])
    targets: set[int | str] = set()
    for to, cards in plays:
        if not cards:
            return "a play has no cards"
        if isinstance(to, str) and to not in field.beside:
            return f"there is no '{to}' to play to"
        if isinstance(to, int) and to != NEW and not 0 <= to < melds:
            return f"there is no meld number {to}"
        if to != NEW and to in targets:
            return f"two plays go to the same meld, {to}"
        targets.add(to)
        limit = field.limits[to](referee, cells, seat) if isinstance(to, str) and to in field.limits else cards
        for card in cards:
            if limit is not cards and cards.count(card) > limit.count(card):
                return f"{referee.rulebook.spelling(card)} is none of the cards that may go to the {to} now"
            if card not in source:
                return f"{referee.rulebook.spelling(card)} is not among the cards it may come from"
            source.remove(card)
    return ""
