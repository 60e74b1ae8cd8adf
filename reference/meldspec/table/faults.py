"""Faults that only a rulebook or the project can have: never a player, and never a file that was read."""

from collections.abc import Sequence
from typing import Any

from meldspec.book.number_lists import MOST_NUMBERS


class EngineDefect(Exception):
    """The engine or a rulebook does what it never should: a fault of the project, not of a player."""


class RulesFault(EngineDefect):
    """A line of rules text speaks of what is not there, or the standing rules never come to rest: a fault of the book."""


def of_nobody(word: str, whose: Any) -> RulesFault:
    """The fault of rules that speak of what nobody has."""
    who = "nobody" if whose is None else f"'{whose}', who is not there"
    return RulesFault(f"the rules speak of '{word}' of {who}; say first that there is somebody: 'when not X is nobody'")


def too_many_numbers(low: int, high: int, lines: Sequence[str]) -> RulesFault:
    """The fault of rules that list more numbers than there may be; the lines are those that may have done so, if any are known."""
    found = f"{' or '.join(lines) or 'a sentence'} lists the numbers from {low} to {high}"
    return RulesFault(f"{found}; expected: at most {MOST_NUMBERS:,} numbers in a list; let the list end sooner")


# Far more than the cards of any pack: rules that act for each card of a hand come to rest long before.
STANDING_LIMIT = 1 << 11
"""Standing rules that act more often than this in one breath will never come to rest."""


def restless(line: str | None) -> RulesFault:
    """The fault of standing rules that act for ever; the line is that of one that still does, if it is known."""
    return RulesFault(f"the standing rules never come to rest: {line or 'some line'} its effects do not end what it waits for")
