"""What a seat may propose to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .cards import Card

NEW: Literal["new"] = "new"


@dataclass(frozen=True, slots=True)
class Play:
    """Cards laid together, as a new meld or on the meld of the side with this number."""

    to: int | str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws from the stock; without one, wishes to draw."""


@dataclass(frozen=True, slots=True)
class Take:
    """Takes the pile; ``plays[top]`` lays its top card."""

    plays: tuple[Play, ...]
    top: int | None


@dataclass(frozen=True, slots=True)
class Meld:
    """Lays cards of the hand."""

    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """Ends the turn with a discard."""

    card: Card


@dataclass(frozen=True, slots=True)
class Pass:
    """Ends the turn without a discard."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Asks a partner for leave to go out."""

    seat: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Answers the partner who asked."""

    yes: bool


Act = Draw | Take | Meld | Discard | Pass | Ask | Answer
