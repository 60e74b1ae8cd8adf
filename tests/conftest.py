"""What every test may use."""

import atexit
import faulthandler
import gc
import os
import resource
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.engine.variants import shelf
from tests.sampling import THOROUGH

import meldspec
from meldspec.book.library import library_of
from meldspec.cli.position_files import read_position_file
from meldspec.engine import rulebook
from meldspec.engine.rulebook import Library
from meldspec.language.parse import parse
from meldspec.position.position import Position

if "PYTEST_XDIST_WORKER" not in os.environ:
    os.environ["MELDSPEC_CACHE"] = tempfile.mkdtemp(prefix="meldspec-tests-")
    atexit.register(shutil.rmtree, os.environ["MELDSPEC_CACHE"], ignore_errors=True)
    # Hundreds of implementations are started, and each would compile the package again where nothing may be written beside it. In a
    # folder of its own the compiled forms of what is installed would be lacking too, so that is for where nothing can be written.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if not os.access(meldspec.__path__[0], os.W_OK):
        os.environ["PYTHONPYCACHEPREFIX"] = os.path.join(os.environ["MELDSPEC_CACHE"], "compiled")
"""What is kept between runs is kept for one run of the tests, by all its workers; tests of the cache have folders of their own."""

rulebook.RULEBOOKS = 128
"""A ruling asks for up to 85 rulebooks of one book, and the next test for the same ones: with 64 none would be kept till then."""
gc.set_threshold(100_000, 20, 50)
"""What tests share is kept for long and holds no garbage; to go through it as often as by default takes a tenth of the time."""
SNAP = Path(__file__).resolve().parent / "books" / "snap.rules"
Read = Callable[[str], Position]


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--goldens`: write expected outputs again instead of comparing with them (`make goldens`)."""
    parser.addoption("--goldens", action="store_true", help="write the expected outputs again")


MOST_MEMORY = 3_500
"""So many MiB a worker may have at most: what tests keep for others is bounded. Of `make test` 2467 were seen, since the site has a
page for each case; it was 1024 before the judge, and is to come down again."""
TOO_MUCH = 8_000
"""A test that takes so many MiB is ended, before the system ends whatever it likes."""
PEAKS = pytest.StashKey[dict[str, int]]()


def pytest_configure(config: pytest.Config) -> None:
    """Whoever takes memory without end is ended, and where that was stands in `build/too-much-memory.txt`."""
    threading.Thread(target=_watch_memory, args=(config.rootpath / "build" / "too-much-memory.txt",), daemon=True).start()


def _watch_memory(told: Path) -> None:
    while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024 < TOO_MUCH:
        time.sleep(1)
    told.parent.mkdir(exist_ok=True)
    with told.open("w", encoding="utf-8") as file:
        file.write(f"{os.environ.get('PYTEST_CURRENT_TEST')} takes more than {TOO_MUCH} MiB\n")
        file.flush()
        faulthandler.dump_traceback(file)
    os._exit(pytest.ExitCode.INTERNAL_ERROR)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests that are for `make thorough` alone are left out of all other runs."""
    late = [] if THOROUGH else [item for item in items if item.get_closest_marker("thorough")]
    if late:
        config.hook.pytest_deselected(items=late)
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """What the tests of a file keep for one another goes with the last of them."""
    if isinstance(item, pytest.Function) and (nextitem is None or nextitem.path != item.path):
        for kept in vars(item.module).values():
            if hasattr(kept, "cache_clear") and kept.__module__ == item.module.__name__:
                kept.cache_clear()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker that has ended has told its peak memory."""
    output = getattr(node, "workeroutput", {})
    node.config.stash.setdefault(PEAKS, {})[node.gateway.id] = output.get("peak", 0)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Each worker tells its peak memory; a run with one that needed too much fails."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["peak"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    elif max(session.config.stash.get(PEAKS, {}).values(), default=0) > MOST_MEMORY:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """The peak memory of each worker stands above the closing line."""
    for worker, peak in sorted(config.stash.get(PEAKS, {}).items()):
        more = f", more than {MOST_MEMORY}" if peak > MOST_MEMORY else ""
        terminalreporter.write_line(f"peak memory of worker {worker}: {peak} MiB{more}")


@pytest.fixture
def goldens(request: pytest.FixtureRequest) -> bool:
    """Whether expected outputs are to be written again, so that review reads the diff."""
    return bool(request.config.getoption("--goldens"))


@pytest.fixture(scope="session")
def rules() -> Library:
    """The rules that come with meldspec, with all that was compiled of them for other tests."""
    return shelf()


@pytest.fixture(scope="session")
def snap() -> Library:
    """Snap, and nothing else."""
    return Library(library_of([parse(SNAP.read_text(encoding="utf-8"), "snap.rules")]))


@pytest.fixture
def read(rules: Library) -> Read:
    """Reads a position of a game of the family."""
    return lambda text: read_position_file(text, "table.yaml", rules)


@pytest.fixture
def read_snap(snap: Library) -> Read:
    """Reads a position of Snap."""
    return lambda text: read_position_file(text, "table.yaml", snap)
