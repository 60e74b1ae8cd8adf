"""Scripts made shorter without losing what they show."""

from __future__ import annotations

from collections.abc import Callable

from meldspec.corpus.case import Script

Shows = Callable[[Script], bool]


def shrunk(script: Script, shows: Shows) -> Script:
    """The script with every act left out that can be, the last one aside, as long as it still shows what it should."""
    better = True
    while better:
        better = False
        for size in (4, 3, 2, 1):
            shorter = _without_some(script, shows, size)
            if shorter is not None:
                script, better = shorter, True
                break
    return script


def _without_some(script: Script, shows: Shows, size: int) -> Script | None:
    """The script less so many acts in a row, if there are such that are not needed."""
    requests = script.requests
    for start in range(len(requests) - 1 - size, 0, -1):
        shorter = Script(requests[:start] + requests[start + size :])
        if shows(shorter):
            return shorter
    return None
