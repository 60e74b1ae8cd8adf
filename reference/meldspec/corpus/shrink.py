"""Scripts made shorter without losing what they show."""

from __future__ import annotations

from collections.abc import Callable

from meldspec.corpus.case import Script

Shows = Callable[[Script], bool]


def shrunk(script: Script, shows: Shows) -> Script:
    """The script with every act left out that can be, the last one aside, as long as it still shows what it should.

    Long rows of acts are tried first; single ones are tried again until none can be spared.
    """
    size = max(1, len(script.requests) // 2)
    while True:
        shorter = _without_rows(script, shows, size)
        if size == 1 and shorter == script:
            return script
        script, size = shorter, max(1, size // 2)


def _without_rows(script: Script, shows: Shows, size: int) -> Script:
    """The script less the rows of so many acts that are not needed, looked for from the end."""
    start = len(script.requests) - 1 - size
    while start > 0:
        requests = script.requests
        shorter = Script(requests[:start] + requests[start + size :])
        if shows(shorter):
            script = shorter
        start = min(start - 1, len(script.requests) - 1 - size)
    return script
