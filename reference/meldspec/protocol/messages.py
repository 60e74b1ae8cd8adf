"""The types of everything that travels: observations, actions, requests and answers, field by field.

The fields stand in the order in which they are compared and told. What each means is said by the schemas in
`conformance/protocol`, which name the same ones; a test holds the two against each other.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import field
from enum import Enum
from typing import Annotated, Any, Literal, TypeAlias

from meldspec.protocol.fields import ABSENT, Malformed, Maybe, Message, array, at_least, make, name, one_of, record, tagged, to_json

VERSION = 1
RANKS, SUITS, JOKER = "AKQJT98765432", "CDHS", "JK"
CARDS = frozenset([JOKER, *(rank + suit for rank in RANKS for suit in SUITS)])
"""Every card there can be, as the protocol spells it."""
PHASES, OVER = ("draw", "play", "answer"), "over"
"""The phases that every implementation knows, and that of a deal that has ended."""
ENDINGS = ("out", "stock", "stuck")
"""The ways in which a deal ends that every implementation knows."""


class Order(Enum):
    """Whether the order of cards says anything, as an annotation beside a type."""

    NONE = "cards that may be listed in any order"


def card(value: Any, place: str) -> str:
    """A card such as TH or JK."""
    if isinstance(value, str) and value in CARDS:
        return value
    raise Malformed(place, value, f"a card: rank {RANKS}, then suit {SUITS}; or {JOKER}")


def cards(value: Any, place: str) -> tuple[str, ...]:
    """Cards in their order."""
    # Nearly all of a message is cards. Looked up all at once they cost a tenth; one by one, with their places, only for the error.
    with suppress(TypeError):
        if isinstance(value, list) and CARDS.issuperset(value):
            return tuple(value)
    return array(card)(value, place)


def some_cards(value: Any, place: str) -> tuple[str, ...]:
    """Cards, at least one."""
    return cards(value, place) if value else array(card, 1)(value, place)


def target(value: Any, place: str) -> str | int:
    """Where a play goes: a new meld, the number of a meld, or a heap beside the melds by its name."""
    return value if isinstance(value, str) and value else at_least(0)(value, place)


def phase(value: Any, place: str) -> str:
    """A phase in which somebody may act: not that of a deal that is over."""
    if name(value, place) != OVER:
        return str(value)
    raise Malformed(place, value, f"a phase such as {', '.join(PHASES)}")


Natural = Annotated[int, at_least(0)]
"""A count, or the number of a seat, a side or a meld."""
Positive = Annotated[int, at_least(1)]
Name = Annotated[str, name]
Card = Annotated[str, card]
Row = Annotated[tuple[str, ...], cards]
"""Cards whose order counts."""
Bag = Annotated[tuple[str, ...], cards, Order.NONE]
"""Cards whose order says nothing."""
MeldCards = Annotated[tuple[str, ...], some_cards, Order.NONE]


# ── what can be seen ────────────────────────────────────────────────────────────────────────────────────────


class Meld(Message):
    """Cards that lie together, and the kind that they are of."""

    cards: MeldCards
    kind: Maybe[Name] = ABSENT


class Side(Message):
    """What lies before a side, melds in the order in which they were first laid."""

    melds: Maybe[tuple[Meld, ...]] = ABSENT
    red_threes: Maybe[Natural] = ABSENT
    garbage: Maybe[Bag] = ABSENT


class Held(Message):
    """What lies in a place that the book tells by its name, before one seat or side or on the table: how many cards, the cards, or
    the cards of a row from the bottom to the top."""

    count: Maybe[Natural] = ABSENT
    cards: Maybe[Bag] = ABSENT
    row: Maybe[Row] = ABSENT


class Pile(Message):
    """All cards from the bottom to the top, or the top one and how many there are."""

    cards: Maybe[Row] = ABSENT
    top: Maybe[Card | None] = ABSENT
    count: Maybe[Natural] = ABSENT


def told_pile(value: Any, place: str) -> Pile:
    """A pile of which enough is told to compare it."""
    found = record(Pile)(value, place)
    if found.cards is ABSENT and ABSENT in (found.top, found.count):
        raise Malformed(place, value, "'cards', or both 'top' and 'count'")
    return found


class Ended(Message):
    """How the deal ended."""

    how: Name
    seat: Maybe[Natural] = ABSENT


class Match(Message):
    """How the match ended: the side that won, null where none did."""

    winner: Natural | None


class Observation(Message):
    """Everything that can be seen of the table; every field may be left out, and only what is given is compared."""

    turn: Maybe[Natural | None] = ABSENT
    phase: Maybe[Name] = ABSENT
    asked: Maybe[Natural | None] = ABSENT
    stock: Maybe[Natural] = ABSENT
    pile: Maybe[Annotated[Pile, told_pile]] = ABSENT
    frozen: Maybe[bool] = ABSENT
    hands: Maybe[tuple[Bag, ...]] = ABSENT
    feet: Maybe[tuple[Natural, ...]] = ABSENT
    sides: Maybe[tuple[Side, ...]] = ABSENT
    places: Maybe[Mapping[str, tuple[Held, ...]]] = ABSENT
    ended: Maybe[Ended | None] = ABSENT
    scores: Maybe[tuple[int, ...]] = ABSENT
    totals: Maybe[tuple[int, ...]] = ABSENT
    match: Maybe[Match | None] = ABSENT


# ── actions ─────────────────────────────────────────────────────────────────────────────────────────────────


class Action(Message):
    """What a seat proposes to do.

    Books may have acts that no other has: beside the type all fields are kept as they are, in `more`, and it is for the rules to
    say whether they make sense. A field that names a meld holds its number.
    """

    type: Name


class Play(Message):
    """Cards laid together."""

    to: Annotated[int | str, target]
    cards: MeldCards


class Draw(Message, kw_only=True):
    """The shape of the action `draw`."""

    type: Literal["draw"] = "draw"
    heap: Maybe[Natural] = ABSENT
    second: Maybe[Natural] = ABSENT


class Take(Message, kw_only=True):
    """The shape of the action `take`."""

    type: Literal["take"] = "take"
    plays: tuple[Play, ...]
    top: Maybe[Natural] = ABSENT
    count: Maybe[Natural] = ABSENT


class Lay(Message, kw_only=True):
    """The shape of the action `meld`."""

    type: Literal["meld"] = "meld"
    plays: tuple[Play, ...]


class Discard(Message, kw_only=True):
    """The shape of the action `discard`."""

    type: Literal["discard"] = "discard"
    card: Card


class Pass(Message, kw_only=True):
    """The shape of the action `pass`."""

    type: Literal["pass"] = "pass"


class Ask(Message, kw_only=True):
    """The shape of the action `ask`."""

    type: Literal["ask"] = "ask"
    seat: Natural


class Consent(Message, kw_only=True):
    """The shape of the action `answer`."""

    type: Literal["answer"] = "answer"
    yes: bool


Shape: TypeAlias = Draw | Take | Lay | Discard | Pass | Ask | Consent
ACTIONS: Mapping[str, type[Shape]] = {one.type: one for one in (Draw, Take, Lay, Discard, Pass, Ask, Consent)}
"""The shapes of the actions that every implementation knows."""


def listed_action(value: Any, place: str) -> Action:
    """An action with the fields of its type; of one that a book has programs learn, it is the book that says which these are."""
    action = record(Action)(value, place)
    shape = ACTIONS.get(action.type)
    return action if shape is None else make(Action, to_json(record(shape)(value, place)))


# ── requests ────────────────────────────────────────────────────────────────────────────────────────────────


class HelloRequest(Message, kw_only=True):
    """Who is there, and what does it play?"""

    cmd: Literal["hello"] = "hello"
    protocol: int = VERSION


class DealOf(Message, kw_only=True):
    """Which deal of a match it is, and the points of each side before it."""

    deal: Positive
    totals: tuple[int, ...]


class _Beginning(Message, kw_only=True):
    """What a deal and a position have in common: the table, and cards of which nobody sees all."""

    cmd: str
    variant: Name
    seats: Positive
    dealer: Natural
    options: Mapping[str, Any]
    match: DealOf
    hands: tuple[Row, ...]
    feet: tuple[Row, ...]
    stock: Row
    heaps: Maybe[tuple[Natural, ...]] = ABSENT
    places: Maybe[Mapping[str, tuple[Row, ...]]] = ABSENT

    def bags(self) -> Iterator[Row]:
        """The cards of each hand and each foot, of the stock, and of each other place that they are dealt to."""
        yield from (*self.hands, *self.feet, self.stock)
        for bags in (self.places or {}).values():
            yield from bags


class DealRequest(_Beginning, kw_only=True):
    """Begins a deal: cards as they are dealt, the stock in the order in which it will be drawn."""

    cmd: Literal["deal"] = "deal"


class SideBefore(Message, kw_only=True):
    """What lies before a side when a position begins."""

    melds: tuple[Meld, ...]
    red_threes: Natural
    garbage: Maybe[Row] = ABSENT


class PositionRequest(_Beginning, kw_only=True):
    """Begins from the middle of a deal; `marks` is what else the variant remembers, by its own names."""

    cmd: Literal["position"] = "position"
    pile: Row
    sides: tuple[SideBefore, ...]
    turn: Natural
    phase: Annotated[str, phase]
    marks: Maybe[Mapping[str, Any]] = ABSENT


class ActRequest(Message, kw_only=True):
    """A seat proposes an action."""

    cmd: Literal["act"] = "act"
    seat: Natural
    action: Action


class LegalRequest(Message, kw_only=True):
    """What may a seat do?"""

    cmd: Literal["legal"] = "legal"
    seat: Natural


class ByeRequest(Message, kw_only=True):
    """Nothing more will be asked."""

    cmd: Literal["bye"] = "bye"


Beginning: TypeAlias = DealRequest | PositionRequest
"""The requests that begin anew."""
CaseRequest: TypeAlias = Beginning | ActRequest | LegalRequest
"""The requests that a case may send."""
Request: TypeAlias = CaseRequest | HelloRequest | ByeRequest
SENT: Mapping[str, type[CaseRequest]] = {one.cmd: one for one in (DealRequest, PositionRequest, ActRequest, LegalRequest)}
REQUESTS: Mapping[str, type[Request]] = {HelloRequest.cmd: HelloRequest, **SENT, ByeRequest.cmd: ByeRequest}
case_request = tagged("cmd", SENT)
"""Reads a request that a case may send."""
FEATURE_NEEDED = {"position": "positions", "legal": "enumerate"}
"""Requests that are sent only to who claims the feature."""


def sort_of(request: CaseRequest) -> str:
    """What sort of act is asked for, or what else."""
    return request.action.type if isinstance(request, ActRequest) else request.cmd


def read_request(value: Mapping[str, Any], place: str = "") -> Request:
    """The request in an object, which stands at `place`. Raises Malformed."""
    cmd = one_of(*REQUESTS)(value.get("cmd"), f"{place}.cmd".lstrip("."))
    type_: type[Request] = REQUESTS[cmd]
    return record(type_)(value, place or cmd)


# ── answers ─────────────────────────────────────────────────────────────────────────────────────────────────


class Implementation(Message):
    """Who answers."""

    name: Name
    version: str
    language: str
    homepage: Maybe[str] = ABSENT


class Introduction(Message):
    """The answer to hello: who it is, what it plays and how it claims to read the open questions."""

    implementation: Implementation
    variants: tuple[Name, ...]
    features: Maybe[tuple[Name, ...]] = ABSENT
    readings: Maybe[Mapping[str, Mapping[str, Name]]] = ABSENT


class Dealt(Message):
    """The answer to a deal or a position: what can be seen of the table."""

    observation: Observation


class Legal(Message):
    """The act was done; what can be seen of the table afterwards."""

    verdict: Literal["legal"] = field(default="legal", kw_only=True)
    observation: Observation


class Illegal(Message):
    """The act was refused, and nothing changed."""

    verdict: Literal["illegal"] = field(default="illegal", kw_only=True)
    why: Maybe[str] = ABSENT


class Unsupported(Message):
    """The implementation cannot express the request; as a verdict, the act."""

    verdict: Maybe[Literal["unsupported"]] = field(default=ABSENT, kw_only=True, compare=False)
    why: Maybe[str] = ABSENT


class Enumerated(Message):
    """Every legal action of a seat with at most one play."""

    actions: tuple[Action, ...]


class Listing(Message):
    """The shape of the answer to `legal`."""

    actions: tuple[Annotated[Action, listed_action], ...]


class Farewell(Message):
    """The answer to bye."""


class Errored(Message):
    """The implementation says that it broke."""

    message: str


Expected: TypeAlias = Dealt | Legal | Illegal | Unsupported | Enumerated
"""What may be expected of a request in a case; an implementation that keeps to it gives the same answer."""
Answer: TypeAlias = Expected | Introduction | Farewell | Errored
VERDICTS: Mapping[str, type[Legal | Illegal | Unsupported]] = {"legal": Legal, "illegal": Illegal, "unsupported": Unsupported}
read_verdict = tagged("verdict", VERDICTS)
"""Reads the answer to an act."""


def read_expected(value: Any, place: str) -> Expected:
    """What a case expects of a request: an answer as an implementation gives it, of actions the type alone."""
    # Told by its fields: the requests of a case are another list, and each list is read by itself.
    if not isinstance(value, dict) or "verdict" in value:
        return read_verdict(value, place)
    return record(Enumerated)(value, place) if "actions" in value else record(Dealt)(value, place)
