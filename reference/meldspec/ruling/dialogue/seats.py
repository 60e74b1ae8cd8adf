"""How a player calls the seats, the sides and what lies about, as seen from a seat of one's own: `your partner's hand`."""

from meldspec.position.marked import Path, spelt
from meldspec.table.table import Layout

YOU = 0
"""The seat of whoever answers: seats count in the order of play, so anybody may be the first."""


def seat_words(layout: Layout, seat: int, you: int = YOU) -> str:
    """A player as seen from the seat of `you`: `you`, `your partner`, `the player on your left`."""
    partners = layout.partners_of(you)
    if seat == you:
        return "you"
    if partners == (seat,):
        return "your partner"
    who = "partner" if seat in partners else "player"
    if layout.seats == 2:
        return f"the other {who}"
    away = (seat - you) % layout.seats
    if away in (1, layout.seats - 1):
        return f"the {who} on your {'left' if away == 1 else 'right'}"
    return f"the {who} {away} seats to your left"


def side_words(layout: Layout, side: int, you: int = YOU) -> str:
    """Those before whom the cards of a side lie: `your side`, `the other side`, or the one player that a side is."""
    members = layout.players_of(side)
    if len(members) == 1:
        return seat_words(layout, members[0], you)
    if side == layout.side_of(you):
        return "your side"
    return "the other side" if layout.sides == 2 else f"the side of {seat_words(layout, members[0], you)}"


def of(seat: str, what: str) -> str:
    """What somebody has: `your hand`, `the hand of your partner`."""
    return f"your {what}" if seat == "you" else f"the {what} of {seat}"


def seating(layout: Layout) -> str:
    """By which numbers a ruling calls seats and sides."""
    sides = [f"side {layout.side_of(seat)}" if layout.sides < layout.seats else "" for seat in range(layout.seats)]
    others = (f"{seat_words(layout, n)} is seat {n}{', of ' + sides[n] if sides[n] else ''}" for n in range(1, layout.seats))
    mine = f"In the ruling you are seat {YOU}{', of ' + sides[YOU] if sides[YOU] else ''}"
    return "; ".join([mine, *others]) + "."


def called(layout: Layout, path: Path, you: int = YOU) -> str:
    """What a player calls the value at a path of a position file."""
    match path:
        case ("hands", int(seat), *_):
            return of(seat_words(layout, seat, you), "hand")
        case ("feet", int(seat), *_):
            return of(seat_words(layout, seat, you), "foot")
        case ("sides", int(side)):
            return side_words(layout, side, you)
        case ("sides", int(side), "melds", int(number), *_):
            return f"meld {number + 1} before {side_words(layout, side, you)}"
        case ("sides", int(side), key, *_):
            return f"the {str(key).replace('_', ' ')} before {side_words(layout, side, you)}"
        case ("places", name, int(number), *_):
            return f"'{name}' of {seat_words(layout, number, you)}"
        case ("act", "action", "plays", *_):
            return "what is laid"
        case ("act", *_):
            return "what you would do"
        case ("pile" | "stock" | "heaps" as name, *_):
            return f"the {name}"
        case _:
            return spelt(path)
