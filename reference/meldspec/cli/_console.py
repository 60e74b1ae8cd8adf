"""The terminal, for commands that print tables and bars."""

from typing import Any

from rich.console import Console

USUAL = 80
"""Columns where nobody says how many there are."""


def terminal(**how: Any) -> Console:
    """A terminal as wide as the system says, if it says so: COLUMNS=0 means that it does not know."""
    made = Console(**how)
    if made.width < 1:
        made.width = USUAL
    return made
