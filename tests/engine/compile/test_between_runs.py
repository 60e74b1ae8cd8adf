"""What is compiled is kept from one run to the next: it comes out as though nothing had been kept, or it is not believed."""

import json
import os
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from tests.cli.quick_snap import run
from tests.engine.compile.test_kept import written
from tests.sampling import sampled

from meldspec.book.library import read_library
from meldspec.engine.compile import kept as compiling
from meldspec.engine.compile.kept import Kept
from meldspec.engine.rulebook import Library, make_rulebook
from meldspec.table.selection import every_choice, select

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="whose a file is, is asked on Unix only")
NAMES = read_library().names()
PATHS = sorted((Path(__file__).resolve().parents[3] / "docs" / "examples").glob("*.yaml"))


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what is kept."""
    monkeypatch.setenv("MELDSPEC_CACHE", str(tmp_path))
    return tmp_path


def entry(cache: Path) -> Path:
    """The one entry that is compiled, beside that of the resolved book."""
    (path,) = (path for path in cache.glob("*.private") if b"Sheet" not in path.read_bytes())
    return path


@pytest.mark.parametrize("name", sampled(NAMES, lambda name: name in {"canasta", "kadner", "railroad"}))
def test_a_rulebook_is_the_same_in_the_next_run(cache: Path, name: str) -> None:
    """Rulebooks under readings and options drawn at random say word for word what they say where nothing was kept."""
    before, random = Library.read(), Random(name)
    choices = list(every_choice(before.sheet(name)))
    questions = before.sheet(name).book.questions().items()
    drawn = [
        (random.choice(choices), {one: random.choice(question.readings).name for one, question in questions}) for _ in range(2)
    ]
    for options, readings in drawn:
        written(select(before.sheet(name), options, readings))
    before.keep()
    after = Library.read()
    for options, readings in [*drawn, (drawn[0][0], drawn[1][1])]:
        alone = replace(after.sheet(name))
        assert written(select(after.sheet(name), options, readings)) == written(select(alone, options, readings))


@pytest.mark.parametrize("path", sampled(PATHS, lambda path: PATHS.index(path) % 16 == 0))
def test_the_next_ruling_compiles_nothing_and_says_the_same(cache: Path, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A ruling that is asked for again says the same, and nothing of the rules is compiled for it; tried for
    one example in sixteen."""
    first = run("rule", path, "--json")

    def refuse(text: str, mode: str) -> None:
        raise AssertionError(f"compiled again: {text}")

    monkeypatch.setattr(compiling, "code_of", refuse)
    again = run("rule", path, "--json")
    assert (again.exit_code, json.loads(again.output)) == (first.exit_code, json.loads(first.output))


def test_what_others_may_write_is_never_run(cache: Path) -> None:
    """A file that others may write to, one that was altered and one of other texts count as not there."""
    before = Library.read()
    assert make_rulebook(before.sheet("canasta")).acts["discard"].name == "discard"
    before.keep()
    assert recalled() > 0
    path = entry(cache)
    path.chmod(0o666)
    assert recalled() == 0
    path.chmod(0o600)
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    assert recalled() == 0
    path.write_bytes((b"1" if whole.startswith(b"0") else b"0") + whole[1:])
    assert recalled() == 0
    path.write_bytes(whole)
    cache.chmod(0o777)
    assert recalled() == 0
    cache.chmod(0o700)
    assert recalled() > 0


def recalled() -> int:
    """How many parts of ordinary Canasta are believed."""
    return len(Library.read().sheet("canasta").derived(Kept).between_runs)


def test_a_sheet_that_was_made_of_another_keeps_nothing(cache: Path) -> None:
    """Of lines that stand in no file nothing is kept under the name of those that do."""
    sheet = Library.read().sheet("canasta")
    assert sheet.origin
    other = replace(sheet, judges=[])
    written(select(other))
    other.derived(Kept).between_runs.keep()
    assert not list(cache.glob("*.private"))
