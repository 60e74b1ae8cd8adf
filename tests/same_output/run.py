"""Commands of meldspec run in this process, so that what one has compiled the next need not compile again."""

from __future__ import annotations

import gc
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

from click.testing import CliRunner

import meldspec.cli

HERE = Path(__file__).resolve().parent
ROOT = next(folder for folder in Path(meldspec.cli.__file__).resolve().parents if (folder / "conformance").is_dir())
"""The checkout whose code is run: not always the one that this file is of."""
GAMES = ("canasta", "pennies", "dollars", "railroad", "bain", "kadner", "manzana")
EVERY_GARBAGE = 25
"""After so many commands garbage is collected; doing without it between them saves a fifth of the time."""


@dataclass
class Recorder:
    """Where a record goes, where the questions are taken from, and whether each is asked in every way."""

    out: Path
    like: Path | None = None
    full: bool = False
    count: int = 0

    def say(self, *words: str, text: bytes | None = None) -> str:
        """What a command prints, with its exit code in front; standard error among it."""
        gc.disable()
        result = CliRunner().invoke(meldspec.cli.main, list(words), input=text, prog_name="meldspec")
        self.count += 1
        if self.count % EVERY_GARBAGE == 0:
            gc.collect()
        told = f"$ meldspec {' '.join(words)}\nexit code {result.exit_code}\n{result.output}"
        return self.without_places(told)

    def without_places(self, told: str) -> str:
        """A text without what differs from one machine or folder to another."""
        for place, name in ((self.out.resolve(), "OUT"), (HERE, "HERE"), (ROOT, "ROOT"), (sys.executable, "PYTHON")):
            told = told.replace(str(place), name)
        return told

    def write(self, name: str, *texts: str) -> None:
        """A file of the record."""
        path = self.out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes("\n".join(texts).encode())

    def before(self, folder: str) -> Path | None:
        """A folder of the record whose questions are asked again, where there is one."""
        return None if self.like is None else self.like.resolve() / folder


def without_seconds(told: str) -> str:
    """A report without how long anything took."""
    return re.sub(r'("seconds": |(?:time|timestamp)=")[^",\n]*', r"\1", told)


def chance(*parts: object) -> Random:
    """A source of chance that is the same in every run."""
    return Random(" ".join(map(str, parts)))
