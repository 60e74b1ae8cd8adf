"""The state of a deal: what lies where, and what the rules remember."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from .cards import Card
from .errors import Illegal
from .melds import LaidMeld


class Phase(StrEnum):
    """The parts of a turn, as the wire names them."""

    DRAW = "draw"
    PLAY = "play"
    ANSWER = "answer"
    OVER = "over"


@dataclass(slots=True)
class TurnMemory:
    """What is remembered for one turn and forgotten when it ends."""

    melds_before: tuple[LaidMeld, ...] = ()
    """The melds of the side when the turn began (``score.concealed``)."""
    obtained: bool = False
    """Cards were drawn or taken (``turn.order``)."""
    took: bool = False
    """They were taken from the pile."""
    melded: bool = False
    """Cards were laid, be it in taking."""
    consented: bool = False
    """The partner said yes."""
    refused: bool = False
    """The partner said no."""
    held: bool = False
    """The player must go out in this turn (``out.held-to-it``)."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a deal ended, and by whose act."""

    how: str
    seat: int


@dataclass(slots=True)
class Table:
    """A deal under way.  ``stock[0]`` is drawn next, ``pile[-1]`` lies on top."""

    seats: int
    dealer: int
    totals: list[int]
    stock: list[Card]
    hands: list[list[Card]]
    pile: list[Card] = field(default_factory=list)
    melds: list[list[LaidMeld]] = field(default_factory=lambda: [[], []])
    red_threes: list[int] = field(default_factory=lambda: [0, 0])
    opened: list[bool] = field(default_factory=lambda: [False, False])
    has_melded: list[bool] = field(default_factory=list)
    """For each seat whether it melded in an earlier turn."""
    turn: int = 0
    phase: Phase = Phase.DRAW
    asked: int | None = None
    now: TurnMemory = field(default_factory=TurnMemory)
    ended: Ending | None = None

    def __post_init__(self) -> None:
        if not self.has_melded:
            self.has_melded = [False] * self.seats

    def side(self, seat: int) -> int:
        """``cards.players``: partners face each other; of two each plays for himself."""
        return seat % 2

    def partner(self, seat: int) -> int | None:
        """``cards.players``: the seat opposite where four play, nobody where two do."""
        return (seat + 2) % 4 if self.seats == 4 else None

    def left_of(self, seat: int) -> int:
        """The player to the left, who follows (``end.turn``, ``deal.begin``)."""
        return (seat + 1) % self.seats

    def seats_of(self, side: int) -> list[int]:
        """The seats that play for a side."""
        return [seat for seat in range(self.seats) if self.side(seat) == side]

    def begin_turn(self, seat: int) -> None:
        """Gives a seat the turn and forgets what was remembered of the last one."""
        self.turn = seat
        self.phase = Phase.DRAW
        self.asked = None
        self.now = TurnMemory(melds_before=tuple(self.melds[self.side(seat)]))

    def end_deal(self, how: str, seat: int) -> None:
        """Play stops there and then."""
        self.ended = Ending(how, seat)
        self.phase = Phase.OVER
        self.asked = None

    def require_phase(self, phase: Phase) -> None:
        """``turn.order``: each act has its part of the turn."""
        if self.phase is not phase:
            raise Illegal(f"turn.order: this is the phase {self.phase.value}, not {phase.value}")
