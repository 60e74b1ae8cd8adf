"""Short ways to set a table and to act at it."""

from __future__ import annotations

from ordinary.acts import Act, Discard, Meld, Play, Take
from ordinary.errors import Illegal
from ordinary.melds import LaidMeld, rank_of
from ordinary.position import table_of
from ordinary.table import Phase, Table
from ordinary.turn import perform


def cards(text: str) -> list[str]:
    """``"7C 7D"`` as a list."""
    return text.split()


def play(text: str, to: int | str = "new") -> Play:
    """A play from its cards."""
    return Play(to, tuple(cards(text)))


def meld(*texts: str) -> Meld:
    """New melds in one act."""
    return Meld(tuple(play(text) for text in texts))


def add(to: int, text: str) -> Meld:
    """An addition to one meld."""
    return Meld((play(text, to),))


def take(text: str, *others: str, to: int | str = "new") -> Take:
    """Takes the pile with these cards, the top one among them, and lays others beside."""
    return Take((play(text, to), *(play(other) for other in others)), 0)


def discard(card: str) -> Discard:
    """A discard."""
    return Discard(card)


def laid(*texts: str) -> list[LaidMeld]:
    """Melds that lie on the table."""
    return [LaidMeld(rank_of(cards(text)), tuple(cards(text))) for text in texts]


OTHERS = "4H 5D 6C 8D 9D"


def table(
    hand: str,
    *,
    seats: int = 4,
    pile: str = "",
    stock: str = "KC QC JC TC 9C",
    melds: tuple[str, ...] = (),
    theirs: tuple[str, ...] = (),
    phase: str = "draw",
    totals: tuple[int, int] = (0, 0),
    red_threes: tuple[int, int] = (0, 0),
    marks: dict | None = None,
) -> Table:
    """A table at which seat 0 is in turn."""
    hands = [cards(hand)] + [cards(OTHERS) for _ in range(seats - 1)]
    found = Table(seats, seats - 1, list(totals), cards(stock), hands, cards(pile))
    found.melds = [laid(*melds), laid(*theirs)]
    found.red_threes = list(red_threes)
    return table_of(found, 0, Phase(phase), marks or {})


def refused(at: Table, act: Act, clause: str, seat: int = 0) -> None:
    """Asserts that an act is refused by a clause, and that nothing has changed."""
    before = repr(at)
    try:
        perform(at, seat, act)
    except Illegal as refusal:
        assert str(refusal).startswith(clause + ":"), f"{refusal} instead of {clause}"
        assert repr(at) == before
        return
    raise AssertionError(f"{act} was allowed, {clause} refuses it")
