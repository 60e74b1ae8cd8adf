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
    """The parts of a record by name; the check of the corpus, which is told in other ways too, comes last."""
    made: dict[str, Part] = {"explain": books.explain}
    for game in GAMES:
        made[f"positions-{game}"] = partial(_game, game=game)
    made |= {"examples": positions.examples, "replay": books.corpus, "compare": books.compare}
    made |= {"books": books.books, "tests": books.tests, "docs": books.docs}
    return made | {f"corpus-check-{game}": partial(books.corpus_check, game=game) for game in GAMES}


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
