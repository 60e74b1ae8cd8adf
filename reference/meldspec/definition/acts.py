"""What could be proposed, by trying everything: the plain meaning of an act's fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from meldspec.book.sheet import FieldLine
from meldspec.definition.words import NEW_MELD, Cards, Cells, bag
from meldspec.table.act import Act
from meldspec.table.layout import ENDED

if TYPE_CHECKING:
    from meldspec.definition.interpreter import Walk

Plays = tuple[tuple[int | str, Cards], ...]


def bound(walk: Walk, cells: Cells, act: Act) -> dict[str, Any]:
    """The fields of an act as its lines see them: a play has the cards that lay where it goes, the index of a play is the play."""
    line = walk.acts[act.name]
    given = {field.name: value for field, value in zip(line.fields, act.values, strict=True)}
    for field in (f for f in line.fields if f.type == "plays"):
        given[field.name] = tuple((to, cards, lying(walk, field, cells, act.seat, to)) for to, cards in given[field.name])
    plays: Plays = next((given[f.name] for f in line.fields if f.type == "plays"), ())
    indices = [f.name for f in line.fields if f.type == "play" and given[f.name] is not None]
    return given | {name: plays[given[name]] for name in indices}


def lying(walk: Walk, field: FieldLine, cells: Cells, seat: int, to: int | str) -> tuple[int, ...]:
    """The cards that lie already in the meld that a play goes to."""
    groups = next((walk.own(name, seat) for name in field.onto if walk.layout[name].form == "groups"), None)
    if groups is None or not isinstance(to, int) or not 0 <= to < len(cells[groups]):
        return ()
    there: tuple[int, ...] = cells[groups][to]
    return there


def can_be(walk: Walk, cells: Cells, act: Act) -> bool:
    """Whether there is such an act at all: the deal goes on, and all cards, melds, plays and players it names are there."""
    line = walk.acts[act.name]
    plays: Plays = next((v for f, v in zip(line.fields, act.values, strict=True) if f.type == "plays"), ())
    fields = zip(line.fields, act.values, strict=True)
    return cells[ENDED] is None and all(field_can_be(walk, f, value, cells, act.seat, plays) for f, value in fields)


def field_can_be(walk: Walk, field: FieldLine, value: Any, cells: Cells, seat: int, plays: Plays) -> bool:
    """Whether one field can have its value."""
    match field.type:
        case "plays":
            return plays_can_be(walk, field, value, cells, seat)
        case "play":
            return value is None or value in range(len(plays))
        case "card":
            return value in source(walk, field, cells, seat)
        case "player":
            return value in range(walk.layout.seats)
        case "number" if field.source is not None:
            return value in source(walk, field, cells, seat)
        case _:
            return True


def plays_can_be(walk: Walk, field: FieldLine, plays: Plays, cells: Cells, seat: int) -> bool:
    """Whether plays can be made: each of some cards, all cards there, no meld and no place named twice, none that is not there."""
    cards = [card for _, some in plays for card in some]
    named = [to for to, _ in plays if to != NEW_MELD]
    places = {name for name in field.onto if walk.layout[name].form == "cards"}
    known = {*places, *range(len(cells[groups_of(walk, field, seat)]))}
    there = set(named) <= known and len(set(named)) == len(named)
    allowed = all(
        Counter(some) <= Counter(limit(walk, field, to, cells, seat)) for to, some in plays if isinstance(to, str) and there
    )
    return there and allowed and all(some for _, some in plays) and Counter(cards) <= Counter(source(walk, field, cells, seat))


def source(walk: Walk, field: FieldLine, cells: Cells, seat: int) -> Cards:
    """The cards, or the numbers, that a field may take."""
    assert field.source is not None
    cards: Cards = walk.value(field.source, walk.world(cells, player=seat))
    return cards


def limit(walk: Walk, field: FieldLine, place: str, cells: Cells, seat: int) -> Cards:
    """The cards that may go to a place: those it is limited to, or all that the field may take."""
    limited = dict(field.limits).get(place)
    if limited is None:
        return source(walk, field, cells, seat)
    cards: Cards = walk.value(limited, walk.world(cells, player=seat))
    return cards


def groups_of(walk: Walk, field: FieldLine, seat: int) -> int:
    """The cell of the melds that plays go to."""
    return next(walk.own(name, seat) for name in field.onto if walk.layout[name].form == "groups")


# ── everything that could be proposed ──────────────────────────────────────────────────────────────────────────────────


def proposals(walk: Walk, name: str, cells: Cells, seat: int) -> Iterator[Act]:
    """Every act of one sort, legal or not, each set of plays in one order only.

    Cards that make no meld where they would lie are not proposed, and of numbers that come from nowhere only 0.
    """
    line = walk.acts[name]
    plays = next((list(play_sets(walk, f, cells, seat)) for f in line.fields if f.type == "plays"), [()])
    for laid in plays:
        choices = [choices_of(walk, field, laid, cells, seat) for field in line.fields]
        yield from (Act(name, seat, values) for values in product(*choices))


def choices_of(walk: Walk, field: FieldLine, plays: Plays, cells: Cells, seat: int) -> list[Any]:
    """What a field may be, the plays being chosen."""
    match field.type:
        case "plays":
            return [plays]
        case "play":
            return [None, *range(len(plays))]
        case "card":
            return sorted(set(source(walk, field, cells, seat)))
        case "player":
            return list(range(walk.layout.seats))
        case "truth":
            return [True, False]
        case _:
            return [0] if field.source is None else list(source(walk, field, cells, seat))


def play_sets(walk: Walk, field: FieldLine, cells: Cells, seat: int) -> Iterator[Plays]:
    """Every set of plays that could be made together."""
    melds = cells[groups_of(walk, field, seat)]
    places = [name for name in field.onto if walk.layout[name].form == "cards"]
    singles = [
        (to, cards)
        for cards in choices_from(source(walk, field, cells, seat))
        for to in (NEW_MELD, *range(len(melds)), *places)
        if (
            Counter(cards) <= Counter(limit(walk, field, to, cells, seat))
            if isinstance(to, str)
            else walk.kind_of(bag((*cards, *(melds[to] if to >= 0 else ())))) is not None
        )
    ]
    yield from together(walk, field, singles, (), cells, seat)


def together(walk: Walk, field: FieldLine, singles: list[Any], laid: Plays, cells: Cells, seat: int) -> Iterator[Plays]:
    """The plays laid, and with each further one of the list, those laid besides."""
    yield laid
    for number, play in enumerate(singles):
        if plays_can_be(walk, field, (*laid, play), cells, seat):
            yield from together(walk, field, singles[number:], (*laid, play), cells, seat)


def choices_from(cards: Cards) -> Iterator[Cards]:
    """Every choice of one or more cards, equal cards being alike."""
    counts = Counter(cards)
    for numbers in product(*(range(count + 1) for count in counts.values())):
        chosen = bag(card for card, number in zip(counts, numbers, strict=True) for _ in range(number))
        if chosen:
            yield chosen
