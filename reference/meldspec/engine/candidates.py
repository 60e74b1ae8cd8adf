"""All acts that could be proposed in a position, complete up to the interchange of equal cards and the order of plays."""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Any

from meldspec.engine.compile.record import CompiledAct, CompiledField
from meldspec.engine.meld_enumeration import Unit, choices, fitting
from meldspec.engine.play import RefereeLike, differ
from meldspec.engine.runtime import all_in, without
from meldspec.engine.verdict import Unanswered
from meldspec.table.table import NEW, Act, Bag, Cells, Play

EVERY = sys.maxsize
"""As many plays in one act as there are cards for."""
PLAYS = 32_768
"""How many single plays are told apart in one position. A hand of hundreds of cards has thousands, where what makes a meld is bound
by anything at all; where any cards make one, they are as many as the hand has parts, and whoever keeps them needs all memory there
is."""


def units_of(referee: RefereeLike, cells: Cells, source: Bag, looks: bool) -> list[Unit]:
    """The cards of a bag grouped by what is alike: by their looks, or by what the rules can tell apart.

    A card that lies on top of a row stands for itself, since an act may have to name it.
    """
    tops = referee.rulebook.tops(cells)
    groups: dict[tuple[int, int], list[int]] = {}
    for card in source:
        key = (0, card) if looks or card in tops else (1, referee.rulebook.faces.classes[card])
        groups.setdefault(key, []).append(card)
    return [tuple(group) for group in groups.values()]


def within(source: Bag, limit: Bag) -> Bag:
    """Those cards of a bag that another one has too, as many of each as both have."""
    return without(source, without(source, limit))


def single_plays(
    referee: RefereeLike, field: CompiledField, cells: Cells, seat: int, looks: bool = False, source: Bag | None = None
) -> list[Play]:
    """Every single play of the cards that a field may take, or of `source`: new melds first, then additions to each meld, then
    other places.

    Raises Unanswered where there are more than PLAYS.
    """
    source = field.offered(referee, cells, seat) if source is None else source
    melds = cells[field.melds_cell(seat)]
    limits = {place: limit(referee, cells, seat) for place, limit in field.limits.items()}
    beside = [(place, limits.get(place)) for place in field.beside]
    # A card on top of a row stands for itself (`units_of`), so what is found hangs on the tops, too; of the field, on no more.
    memo_key = (source, melds, looks, referee.rulebook.tops(cells), tuple(beside))
    found = referee.plays.get(memo_key)
    if found is None:
        found = list(islice(_every_play(referee, cells, source, melds, beside, looks), PLAYS + 1))
        if len(found) > PLAYS:
            raise Unanswered(f"seat {seat} could make more than {PLAYS} different plays: ask about a smaller hand")
        if len(referee.plays) > MEMO_LIMIT:
            referee.plays.clear()
        referee.plays[memo_key] = found
    return found


MEMO_LIMIT = 16_384


def _every_play(
    referee: RefereeLike, cells: Cells, source: Bag, melds: Sequence[Bag], beside: Sequence[tuple[str, Bag | None]], looks: bool
) -> Iterator[Play]:
    """Every single play of some cards: to melds, and to places of which each may take some of them only."""
    units, kind_of = units_of(referee, cells, source, looks), referee.rulebook.kind_of
    for (to, base), shape in product([(NEW, ()), *enumerate(melds)], referee.rulebook.shapes):
        yield from ((to, cards) for cards in fitting(kind_of, shape, base, units))
    for place, limit in beside:
        there = units if limit is None else units_of(referee, cells, within(source, limit), looks)
        yield from ((place, tuple(chosen)) for chosen in choices(there) if chosen)


def play_sets(
    referee: RefereeLike,
    field: CompiledField,
    cells: Cells,
    seat: int,
    most: int,
    looks: bool,
    grows: Callable[[tuple[Play, ...]], bool] | None = None,
) -> Iterator[tuple[Play, ...]]:
    """Every set of up to `most` plays of one act, by growing size; none twice. `grows` tells of a set that was given whether more
    plays are to be added to it."""
    singles = single_plays(referee, field, cells, seat, looks)
    yield ()
    # Plays are added in the order of the list, so that no set comes twice: each is kept with the number of its last play, and with
    # the cards that it leaves.
    level: list[tuple[int, tuple[Play, ...], Bag]] = [(0, (), field.offered(referee, cells, seat))]
    size = 0
    while level and size < most:
        size += 1
        grown: list[tuple[int, tuple[Play, ...], Bag]] = []
        for last, plays, left in level:
            targets = {to for to, _ in plays} - {NEW}
            for number in range(last, len(singles)):
                to, cards = singles[number]
                dealt = None if to in targets or len(cards) > len(left) else dealt_as(referee, cards, left, looks)
                if dealt is not None:
                    larger = (*plays, (to, dealt))
                    yield larger
                    # Asked only now: whoever was given the set knows more of it.
                    if grows is None or grows(larger):
                        grown.append((number, larger, without(left, dealt)))
        level = grown


def dealt_as(referee: RefereeLike, cards: Bag, left: Bag, looks: bool) -> Bag | None:
    """Cards as they can be had of those that are left, if they can: unless looks are told apart, others that the rules cannot tell
    from them will do."""
    if looks or all_in(cards, left):
        return tuple(sorted(cards)) if all_in(cards, left) else None
    classes = referee.rulebook.faces.classes
    rest, found = list(left), []
    for card in cards:
        card = card if card in rest else next((other for other in rest if classes[other] == classes[card]), card)
        if card not in rest:
            return None
        rest.remove(card)
        found.append(card)
    return tuple(sorted(found))


def candidates(
    referee: RefereeLike, line: CompiledAct, cells: Cells, seat: int, plays: int = 1, looks: bool = False
) -> Iterator[Act]:
    """Every act of one sort that could be proposed, legal or not, with up to so many plays.

    Of numbers that come from nowhere only 0 is.
    """
    for laid in play_sets(referee, line.plays, cells, seat, plays, looks) if line.plays else [()]:
        yield from with_plays(referee, line, cells, seat, laid, looks)


def with_plays(
    referee: RefereeLike, line: CompiledAct, cells: Cells, seat: int, laid: tuple[Play, ...], looks: bool = False
) -> Iterator[Act]:
    """Every act of one sort that makes just these plays, whatever its other fields."""
    for values in fillings(referee, line, cells, seat, laid, looks):
        yield Act(line.name, seat, values)


def fillings(
    referee: RefereeLike, line: CompiledAct, cells: Cells, seat: int, laid: tuple[Play, ...] = (), looks: bool = False
) -> Iterator[tuple[Any, ...]]:
    """The values of the fields of those acts: whoever wants a few of them need not have all the acts made."""
    every = product(*[_options(referee, field, laid, cells, seat, looks) for field in line.fields])
    return (values for values in every if differ(line, values)) if len(line.melds) > 1 else every


def _options(referee: RefereeLike, field: CompiledField, laid: tuple[Play, ...], cells: Cells, seat: int, looks: bool) -> list[Any]:
    """What one field may be."""
    match field.type:
        case "plays":
            return [laid]
        case "play":
            return [None, *range(len(laid))]
        case "card":
            return [unit[0] for unit in units_of(referee, cells, field.offered(referee, cells, seat), looks)]
        case "player":
            return list(range(referee.rulebook.layout.seats))
        case "truth":
            return [True, False]
        case "meld":
            return list(range(len(field.offered(referee, cells, seat))))
        case _:
            return [0] if not field.sourced else list(field.offered(referee, cells, seat))


def possible_acts(referee: RefereeLike, cells: Cells, seat: int, plays: int = 1, looks: bool = True) -> Iterator[Act]:
    """The acts of a seat, with up to so many plays, that may be legal as far as that can be told without judging them.

    With `looks`, cards are told apart by their looks; without, acts that the rules cannot tell apart come once.
    """
    for line in referee.rulebook.acts.values():
        if line.early(referee, cells, seat):
            yield from candidates(referee, line, cells, seat, plays, looks)
