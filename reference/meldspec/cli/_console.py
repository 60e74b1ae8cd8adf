"""The terminal, for commands that print tables and bars."""

import errno
import os
from typing import Any

from rich.console import Console

USUAL, WIDEST = 80, 1000
"""Columns where nobody says how many there are, and the most that are filled."""


class _Terminal(Console):
    """A terminal that leaves it to the command what becomes of it when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def terminal(**how: Any) -> Console:
    """A terminal as wide as the system says, if it says so: COLUMNS=0 means that it does not know."""
    made = _Terminal(width=_asked(), **how)
    if made.width < 1:
        made.width = USUAL
    return made


def _asked() -> int | None:
    """The columns that COLUMNS asks for; none where it asks for no number, and the system is to say it."""
    asked = os.environ.get("COLUMNS", "")
    # Rich takes any number for one, also of signs that Python does not, and fills as many columns.
    if not asked.isdigit():
        return None
    return int(asked) if asked.isascii() and len(asked) < len(str(WIDEST)) else WIDEST
