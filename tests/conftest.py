"""What every test may use."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from meldspec.book.library import library_of, read_library
from meldspec.cli.position_files import read_position_file
from meldspec.language.parse import parse
from meldspec.position.position import Position, Rules

if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["MELDSPEC_CACHE"] = tempfile.mkdtemp(prefix="meldspec-tests-")
    atexit.register(shutil.rmtree, os.environ["MELDSPEC_CACHE"], ignore_errors=True)
"""What is kept between runs is kept for one run of the tests, by all its workers; tests of the cache have folders of their own."""

SNAP = Path(__file__).resolve().parent / "books" / "snap.rules"
Read = Callable[[str], Position]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--goldens`: write expected outputs again instead of comparing with them (`make goldens`)."""
    parser.addoption("--goldens", action="store_true", help="write the expected outputs again")


@pytest.fixture
def goldens(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be written again, so that review reads the diff."""
    return bool(request.config.getoption("--goldens"))


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
    return lambda text: read_position_file(text, "table.yaml", rules)


@pytest.fixture
def read_snap(snap: Rules) -> Read:
    """Reads a position of Snap."""
    return lambda text: read_position_file(text, "table.yaml", snap)
