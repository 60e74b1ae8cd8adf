"""Faults that only a rulebook or the project can have: never a player, and never a file that was read."""

from collections.abc import Sequence
from typing import Any, Self

from meldspec.book.number_lists import AT_MOST, SHORTER


class EngineDefect(Exception):
    """The engine or a rulebook does what it never should: a fault of the project, not of a player."""


class RulesFault(EngineDefect):
    """A line of rules text speaks of what is not there, or the standing rules never come to rest: a fault of the book.

    `mend` is what an author may do about it, `place` where in the rules it arose; both empty where that is not known."""

    def __init__(self, found: str, mend: str = "", place: str = "") -> None:
        super().__init__(f"{found}; {mend}" if mend else found)
        self.found, self.mend, self.place = found, mend, place

    def at(self, place: str, mend: str = "") -> Self:
        """The same fault with where it arose, and with another mend where one is given; one that knows where it arose stays."""
        return self if self.place else type(self)(f"{self.found} [{place}]", mend or self.mend, place)


def of_nobody(word: str, whose: Any) -> RulesFault:
    """The fault of rules that speak of what nobody has."""
    who = "nobody" if whose is None else f"'{whose}', who is not there"
    return RulesFault(f"the rules speak of '{word}' of {who}", "say first that there is somebody: 'when not X is nobody'")


OF_A_LIST = "what 'for each' goes through is worked out before 'when': write 'choose … when not X is nobody, otherwise …' for it"
"""The mend for a list that speaks of nobody."""


def too_many_numbers(low: int, high: int, lines: Sequence[str]) -> RulesFault:
    """The fault of rules that list more numbers than there may be; the lines are those that may have done so, if any are known."""
    place = " or ".join(lines)
    found = f"{place or 'a sentence'} lists the numbers from {low} to {high}"
    return RulesFault(found, f"expected: {AT_MOST}; {SHORTER}", place)


# Far more than the cards of any pack: rules that act for each card of a hand come to rest long before.
STANDING_LIMIT = 1 << 11
"""Standing rules that act more often than this in one breath will never come to rest."""


def restless(line: str | None) -> RulesFault:
    """The fault of standing rules that act for ever; the line is that of one that still does, if it is known."""
    told = f"the standing rules never come to rest: {line or 'some line'} does not end what it waits for"
    return RulesFault(told, place=line or "the standing rules")
