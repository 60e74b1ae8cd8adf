"""The parts of a record: each is recorded by a process of its own."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.same_output import books, positions
from tests.same_output.run import GAMES, Recorder

Part = Callable[[Recorder], None]


def parts() -> dict[str, Part]:
    """The parts of a record by name, the long ones first."""
    made: dict[str, Part] = {"explain": books.explain}
    for game in GAMES:
        made[f"positions-{game}"] = partial(_game, game=game)
        made[f"corpus-check-{game}"] = partial(books.corpus_check, game=game)
    made |= {"examples": positions.examples, "corpus": books.corpus, "compare": books.compare}
    return made | {"books": books.books, "tests": books.tests, "docs": books.docs}


def _game(record: Recorder, game: str) -> None:
    """The positions and the request lines of a game, which belong together."""
    positions.positions(record, game)
    positions.serve(record, game)


def one(name: str, out: Path, like: Path | None, full: bool) -> tuple[str, float]:
    """Record one part, from inside the record so that its files have short names; how long it took."""
    began = time.monotonic()
    os.chdir(out)
    parts()[name](Recorder(out, like, full))
    return name, time.monotonic() - began
