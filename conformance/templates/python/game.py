"""One deal, or the way to your engine: this is the file to fill in.

A game is best a value that no act changes: `act` makes the next one or raises, so a refused act has nothing to undo.
Where the rules forbid an act raise `Refusal`; where this engine does not know what is asked, `Unsupported`.
"""

from typing import Any

from errors import Unsupported

ACTS: frozenset[str] = frozenset()
"""The acts that this engine knows. What stands here is refused or done by `act`; any other act is not supported."""

Game = dict[str, Any]
"""What is kept of a deal: make of it what you like."""


def begin(deal: dict[str, Any]) -> Game:
    """Begin a deal: turn up the first discard, and do whatever else happens by itself.

    `deal` has what the request has: seats, dealer, options, match (deal, totals), hands, feet, stock; stock[0] is drawn first.
    Options that this engine cannot play are not supported; see GAME.md for those there are.
    """
    raise Unsupported(f"no deal of {deal['variant']} can be begun yet: fill in begin() in game.py")


def act(game: Game, seat: int, action: dict[str, Any]) -> Game:
    """The game after a seat's act; raises Refusal where the rules forbid it. An action is as docs/protocol.md has it."""
    raise Unsupported(f"seat {seat} cannot {action['type']} yet: fill in act() in game.py")


def observe(game: Game) -> dict[str, Any]:
    """What is to be seen of a game. Every field may be left out, and is then not compared:

    turn, phase, asked     the seat to act, or None when the deal is over; "draw", "play", "answer" or "over"; who owes an answer
    stock, pile, frozen    how many cards are left to draw; {"cards": [...]} from the bottom up; whether a card freezes the pile
    hands, feet            the cards of every seat; how many cards its foot has
    sides                  [{"melds": [{"cards", "kind"}], "red_threes"}], melds in the order in which they were first laid
    ended, scores          None, or {"how", "seat"}; the points of every side for the deal, once it has ended
    totals, match          the points of every side with that deal; None, or {"winner"}
    """
    return game
