"""The terminal, for commands that print tables and bars."""

import errno
import os
from typing import Any

from rich.console import Console

USUAL, FILED, WIDEST, LINES = 80, 120, 1000, 25
"""Columns where nobody says how many there are, in a file or a pipe, where the ids of cases are searched for and are not to be
broken in two, and the most that are filled; lines, of which nothing hangs on how many."""


class _Terminal(Console):
    """A terminal that leaves it to the command what becomes of it when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def terminal(**how: Any) -> Console:
    """A terminal as wide as the system says, if it says so: COLUMNS=0 means that it does not know."""
    width = _asked()
    # Where it is not told both, Rich reads COLUMNS itself, and fails on digits that are no number.
    made = _Terminal(width=width, height=None if width is None else LINES, **how)
    if made.width < 1:
        made.width = USUAL
    if width is None and not made.is_terminal:
        made.width = FILED
    return made


def _asked() -> int | None:
    """The columns that COLUMNS asks for; none where it asks for no number, and the system is to say it."""
    asked = os.environ.get("COLUMNS", "")
    # Rich takes any number for one, also of signs that Python does not, and fills as many columns.
    if not asked.isdigit():
        return None
    return int(asked) if asked.isascii() and len(asked) < len(str(WIDEST)) else WIDEST
