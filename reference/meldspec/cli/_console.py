"""The terminal, for commands that print tables and bars."""

import errno
import os
from typing import Any

from rich.console import Console

USUAL = 80
"""Columns where nobody says how many there are."""


class _Terminal(Console):
    """A terminal that leaves it to the command what becomes of it when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


def terminal(**how: Any) -> Console:
    """A terminal as wide as the system says, if it says so: COLUMNS=0 means that it does not know."""
    made = _Terminal(**how)
    if made.width < 1:
        made.width = USUAL
    return made
