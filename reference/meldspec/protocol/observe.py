"""A table as the protocol shows it, and deals as the protocol tells them.

Places are told by the keys that the rules show them as; several places shown under one key are joined. Where the book says so, a
place is told under the name that it has there.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any, TypeVar

from meldspec.engine.deal import Dealt, begin
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.language.problems import counted, did_you_mean
from meldspec.protocol.fields import ABSENT, make
from meldspec.protocol.messages import OVER, DealOf, DealRequest, Ended, Held, Match, Meld, Observation, Pile, Side
from meldspec.table.table import ENDED, MATCH, PHASE, SCORES, TOTALS, TURN, CellRange, Table

T = TypeVar("T")
Shown = Callable[[Rulebook, list[Any], str], Any]
"""(rulebook, contents of the cells, form of the place) → what the observation says of them."""


def key_of(range_: CellRange) -> str:
    """The protocol's field that a place is shown as; empty where it is not shown."""
    return range_.shown.replace("-", "_")


def _cards(held: Iterable[Any], form: str) -> tuple[int, ...]:
    """All cards of some cells: on rows in their order, in bags in that of the faces."""
    cards = [card for cell in held for bag in (cell if form == "groups" else (cell,)) for card in bag]
    return tuple(cards if form == "row" else sorted(cards))


def _count(rulebook: Rulebook, held: list[Any], form: str) -> int:
    return len(_cards(held, form))


def _spelt(rulebook: Rulebook, held: list[Any], form: str) -> tuple[str, ...]:
    return tuple(rulebook.faces.spell(_cards(held, form)))


def _row(rulebook: Rulebook, held: list[Any], form: str) -> Pile:
    return Pile(_spelt(rulebook, held, form))


def _melds(rulebook: Rulebook, held: list[Any], form: str) -> tuple[Meld, ...]:
    """Melds with the kind that their cards have; a heap that is of no kind has none."""
    bags = [bag for groups in held for bag in groups]
    return tuple(Meld(tuple(rulebook.faces.spell(bag)), rulebook.kind_of(bag) or ABSENT) for bag in bags)


STOCK = "stock"
OF_TABLE: dict[str, Shown] = {STOCK: _count, "pile": _row}
OF_SEATS: dict[str, Shown] = {"hands": _spelt, "feet": _count}
OF_SIDES: dict[str, Shown] = {"melds": _melds, "red_threes": _count, "garbage": _spelt}
KEYS = {"": OF_TABLE, "player": OF_SEATS, "side": OF_SIDES}
"""The fields of the protocol that show places, by whose they are."""
COUNT, CARDS = "count", "cards"
TOLD = (CARDS, COUNT)
"""How a place may be told under its own name."""
OBSERVED = 5_000
"""So many observations are kept by one observer; the cases of a game come to half as many tables."""


def shown_ranges(rulebook: Rulebook, key: str) -> list[CellRange]:
    """The places shown under a key, in the order of the book."""
    return [r for r in rulebook.layout.places() if key_of(r) == key]


def named_ranges(rulebook: Rulebook) -> list[CellRange]:
    """The places that are told under their own names, in the order of the book."""
    return [r for r in rulebook.layout.places() if r.told]


def cells_of(rulebook: Rulebook, range_: CellRange, owner: str, number: int) -> list[int]:
    """The cells of a place that belong to a seat, a side, or the table: to a side belong its players' own, too."""
    if range_.owner == owner:
        return [range_.first + number]
    if (range_.owner, owner) == ("player", "side"):
        return [range_.first + seat for seat in rulebook.layout.players_of(number)]
    if not owner:
        return list(range_.cells)
    return []


def observation(rulebook: Rulebook, table: Table) -> Observation:
    """Everything that the protocol shows of a table, fields that the book shows by words of its own included."""
    return _observation(rulebook, table.cells, determined(Referee(rulebook).shown(table.cells)))


class Observer:
    """Makes observations, and each once: under most readings a case comes to the same tables, which look alike under all of them
    that leave cards, cells and kinds of melds as they are."""

    def __init__(self) -> None:
        self._made: dict[Hashable, Observation] = {}

    def __call__(self, rulebook: Rulebook, table: Table) -> Observation:
        """What `observation` tells of a table."""
        # What the book shows by words of its own may hang on what could still be done, and so on any reading.
        shown = determined(Referee(rulebook).shown(table.cells))
        key = rulebook.looks, table.cells, *shown.items()
        if key not in self._made:
            self._made[key] = _observation(rulebook, table.cells, shown)
            if len(self._made) > OBSERVED:
                del self._made[next(iter(self._made))]
        return self._made[key]


def _observation(rulebook: Rulebook, cells: Sequence[Any], shown: Mapping[str, Any]) -> Observation:
    layout, ended, match = rulebook.layout, cells[ENDED], cells[MATCH]
    seen: dict[str, Any] = {"turn": cells[TURN], "phase": OVER if ended else cells[PHASE], **shown}
    seen |= _part(rulebook, cells, "", 0)
    seats = [_part(rulebook, cells, "player", seat) for seat in range(layout.seats)]
    seen |= {key: tuple(part[key] for part in seats) for key in (seats[0] if seats else {})}
    seen["sides"] = tuple(make(Side, _part(rulebook, cells, "side", side)) for side in range(layout.sides))
    if named := named_ranges(rulebook):
        seen["places"] = {r.name: tuple(_held(rulebook, r, cells[cell]) for cell in r.cells) for r in named}
    seen["ended"] = None if ended is None else Ended(ended[0], ABSENT if ended[1] is None else ended[1])
    if cells[SCORES] is not None:
        seen["scores"] = tuple(cells[SCORES])
    seen["totals"] = tuple(cells[TOTALS])
    seen["match"] = None if match is None else Match(match[0])
    return make(Observation, seen)


def _part(rulebook: Rulebook, cells: Sequence[Any], owner: str, number: int) -> dict[str, Any]:
    """The fields of the table, of one seat or of one side."""
    parts = rulebook.derived(_fields)[owner, number]
    return {key: show(rulebook, [cells[one] for one in held], form) for key, show, held, form in parts}


def _fields(rulebook: Rulebook) -> dict[tuple[str, int], list[tuple[str, Shown, list[int], str]]]:
    """The fields of the table, of each seat and of each side: how it is shown, the cells that are shown so, and their form."""
    layout, found = rulebook.layout, {}
    for owner, count in (("", 1), ("player", layout.seats), ("side", layout.sides)):
        for number in range(count):
            ranges = [(key, show, shown_ranges(rulebook, key)) for key, show in KEYS[owner].items()]
            found[owner, number] = [
                (key, show, [cell for r in some for cell in cells_of(rulebook, r, owner, number)], some[0].form)
                for key, show, some in ranges
                if some
            ]
    return found


def _held(rulebook: Rulebook, range_: CellRange, cards: tuple[int, ...]) -> Held:
    """What one seat or side, or the table, has in a place that is told under its own name."""
    if range_.told == COUNT:
        return Held(count=len(cards))
    spelt = tuple(rulebook.faces.spell(cards))
    return Held(row=spelt) if range_.form == "row" else Held(cards=spelt)


# ── deals ───────────────────────────────────────────────────────────────────────────────────────────────────


def deal_request(
    rulebook: Rulebook, dealt: Dealt, dealer: int = 0, deal_number: int = 1, totals: Sequence[int] = ()
) -> DealRequest:
    """The protocol's `deal` for cards by place; `begin_from_request` takes it back.

    Raises ValueError for cards in a place that no field of the request tells.
    """
    layout = rulebook.layout
    heaps: list[int] = []
    stock: list[str] = []
    places: dict[str, tuple[tuple[str, ...], ...]] = {}
    told: dict[str, list[tuple[str, ...]]] = {key: [()] * layout.seats for key in OF_SEATS}
    for name, bags in dealt.items():
        key = key_of(layout[name])
        if key == STOCK:
            # A row's last card lies uppermost; the protocol tells the stock in the order of drawing.
            stock += [card for bag in bags for card in rulebook.faces.spell(tuple(bag[::-1]))]
            heaps += [len(bag) for bag in bags]
        elif key in told:
            told[key] = [(*old, *rulebook.faces.spell(tuple(bag))) for old, bag in zip(told[key], bags, strict=True)]
        elif layout[name].told:
            places[name] = tuple(tuple(rulebook.faces.spell(tuple(bag))) for bag in bags)
        elif any(bags):
            told_so = "stock, hands, feet and places that are shown by name"
            raise ValueError(f"cards are dealt to '{name}', which a deal request cannot tell: it has {told_so}")
    return DealRequest(
        variant=rulebook.name,
        seats=layout.seats,
        dealer=dealer,
        options=dict(rulebook.options),
        match=DealOf(deal=deal_number, totals=tuple(totals) or (0,) * layout.sides),
        hands=tuple(told["hands"]),
        feet=tuple(told["feet"]),
        stock=tuple(stock),
        # Nearly all games have one heap, and their requests say nothing of heaps.
        heaps=tuple(heaps) if len(heaps) > 1 else ABSENT,
        places={name: bags for name, bags in places.items() if any(bags)} or ABSENT,
    )


def begin_from_request(rulebook: Rulebook, request: DealRequest) -> Table:
    """The table after the `deal` of a request. Raises ValueError as `dealt_of_request` does."""
    return begin(rulebook, dealt_of_request(rulebook, request), request.dealer, request.match.deal, request.match.totals)


def dealt_of_request(rulebook: Rulebook, request: DealRequest) -> Dealt:
    """The cards of a deal by the places where they lie before anything is done with them.

    Raises ValueError, which says what was found and what was expected, for a request that is for another rulebook, has
    cards that the pack does not have, tells heaps that there are not, or has not one hand (and foot, where there are feet)
    for each seat.
    """
    layout, totals = rulebook.layout, request.match.totals
    _check_rulebook(rulebook, request)
    if request.dealer >= layout.seats:
        raise ValueError(f"dealer is {request.dealer}; expected a whole number from 0 to {layout.seats - 1}")
    if len(totals) != layout.sides:
        raise ValueError(f"match.totals has {len(totals)} numbers; expected {layout.sides}, one for each side")
    dealt = {**_seats_dealt(rulebook, "hands", request.hands), **_seats_dealt(rulebook, "feet", request.feet)}
    dealt |= {
        r.name: [_read(rulebook, f"{where}[{n}]", bag) for n, bag in enumerate(bags)]
        for r, where, bags in _named(rulebook, request)
    }
    stocks = shown_ranges(rulebook, STOCK)
    if not stocks:
        raise ValueError(f"{rulebook.name} has no stock to put the cards of the request on")
    stock = _read(rulebook, STOCK, request.stock)
    sizes = None if request.heaps is ABSENT else request.heaps
    dealt[stocks[0].name] = [tuple(heap[::-1]) for heap in split(stocks[0], stock, sizes)]
    return dealt


def split(range_: CellRange, cards: Sequence[T], sizes: Sequence[int] | None) -> list[Sequence[T]]:
    """The cards of each heap in their order; all lie in the first one where no sizes are told.

    Raises ValueError where there are not so many heaps, or the sizes do not add up to the cards.
    """
    told = [len(cards)] if sizes is None else list(sizes)
    if len(told) > range_.count:
        raise ValueError(f"heaps has {len(told)} numbers; the stock lies in {counted(range_.count, 'heap')}")
    if sum(told) != len(cards):
        raise ValueError(f"heaps add up to {sum(told)} cards; expected {len(cards)}, as many as the stock has")
    return heaps_of(cards, told + [0] * (range_.count - len(told)))


def heaps_of(cards: Sequence[T], sizes: Sequence[int]) -> list[Sequence[T]]:
    """The cards of heaps of some sizes, of all cards told one heap after the other."""
    return [cards[end - size : end] for end, size in zip(accumulate(sizes), sizes, strict=True)]


def _seats_dealt(rulebook: Rulebook, key: str, lists: Sequence[Sequence[str]]) -> dict[str, list[tuple[int, ...]]]:
    """The cards of each seat, by the place that shows them."""
    ranges = [r for r in shown_ranges(rulebook, key) if r.owner == "player"]
    if not ranges:
        if any(lists):
            raise ValueError(f"{key} has cards, but {rulebook.name} deals none")
        return {}
    seats = rulebook.layout.seats
    # A game without feet may leave the lists out; one with feet may be dealt none.
    if not lists and key == "feet":
        lists = [()] * seats
    if len(lists) != seats:
        raise ValueError(f"{key} is a list of {len(lists)}; expected {seats} lists of cards, one for each seat")
    return {ranges[0].name: [_read(rulebook, f"{key}[{n}]", cards) for n, cards in enumerate(lists)]}


def _named(rulebook: Rulebook, request: DealRequest) -> Iterator[tuple[CellRange, str, Sequence[Sequence[str]]]]:
    """The places that a request tells by their names, where it does, and the cards of each owner."""
    ranges = {r.name: r for r in named_ranges(rulebook)}
    for name, bags in ({} if request.places is ABSENT else request.places).items():
        if name not in ranges:
            raise ValueError(f"places has {name!r}; expected {' or '.join(ranges) or 'no places'}, as {rulebook.name} names them")
        if len(bags) != ranges[name].count:
            owners = f"one for each {ranges[name].owner}" if ranges[name].owner else "one for the table"
            raise ValueError(
                f"places.{name} is a list of {len(bags)}; expected {counted(ranges[name].count, 'list')} of cards, {owners}"
            )
        yield ranges[name], f"places.{name}", bags


def _read(rulebook: Rulebook, where: str, cards: Sequence[str]) -> tuple[int, ...]:
    """Faces from their spellings, in order."""
    faces = rulebook.faces.by_name
    for number, card in enumerate(cards):
        if card not in faces:
            hint = did_you_mean(card, faces)
            tail = f"; {hint}" if hint else ""
            raise ValueError(f"{where}[{number}] is {card!r}; expected a card of the pack, as KD or JK{tail}")
    return tuple(faces[card] for card in cards)


def _check_rulebook(rulebook: Rulebook, request: DealRequest) -> None:
    """A request must be for the rulebook's variant, seats and options."""
    if request.variant != rulebook.name:
        raise ValueError(f"variant is {request.variant!r}; this rulebook is of {rulebook.name!r}")
    if request.seats != rulebook.layout.seats:
        raise ValueError(f"seats is {request.seats!r}; this rulebook is for {rulebook.layout.seats}")
    # Only those that it names: who sends a request need not know the options that its author left at their defaults.
    for name, value in request.options.items():
        if rulebook.options.get(name) != value:
            mine = rulebook.options.get(name, "no such option")
            raise ValueError(f"option {name} is {value!r}; this rulebook has {mine}")
