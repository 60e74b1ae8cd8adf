"""Rules and positions for the tests about them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from meldspec.book.library import library_of, read_library
from meldspec.corpus.position import Position, Rules, read_position
from meldspec.language.parse import parse

SNAP = Path(__file__).resolve().parent.parent / "books" / "snap.rules"
Read = Callable[[str], Position]


@pytest.fixture(scope="session")
def rules() -> Rules:
    """The rules that come with meldspec."""
    return Rules(read_library())


@pytest.fixture(scope="session")
def snap() -> Rules:
    """Snap, and nothing else."""
    return Rules(library_of([parse(SNAP.read_text(encoding="utf-8"), "snap.rules")]))


@pytest.fixture
def read(rules: Rules) -> Read:
    """Reads a position of a game of the family."""
    return lambda text: read_position(text, "table.yaml", rules)


@pytest.fixture
def read_snap(snap: Rules) -> Read:
    """Reads a position of Snap."""
    return lambda text: read_position(text, "table.yaml", snap)
