"""A book that was resolved in an earlier run is the book that its texts make, or it is not believed."""

import os
import pickle
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from meldspec.book import kept_sheet
from meldspec.book.kept_sheet import FACTS, keep_sheet, recalled_sheet
from meldspec.book.library import read_library
from meldspec.book.sheet import Sheet
from meldspec.book.symbols import Symbols
from meldspec.cache import keep_private
from meldspec.engine.rulebook import Library

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="whose a file is, is asked on Unix only")
NAMES = read_library().names()


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what is kept."""
    monkeypatch.setenv("MELDSPEC_CACHE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_a_book_comes_back_as_it_was(name: str) -> None:
    """Every line of every clause, and what is told of all of them, is recalled as it was resolved, places and all."""
    made = Library.read().sheet(name)
    keep_sheet(made)
    found = recalled_sheet(name, made.origin)
    assert found is not None and found is not made
    for field in fields(Sheet):
        was, came = getattr(made, field.name), getattr(found, field.name)
        assert in_words(came) == in_words(was)
    assert [found.derived(fact) for fact in FACTS] == [made.derived(fact) for fact in FACTS]


def in_words(part: object) -> str:
    """A part of a book in words that tell places, too; of a set they come in an order."""
    if isinstance(part, Symbols):
        return " ".join(f"{name}: {in_words(held)}" for name, held in vars(part).items())
    return repr(sorted(part)) if isinstance(part, set) else repr(part)


def test_the_next_run_resolves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a library keeps the next one recalls, and reads no text for it; a book of other texts is resolved."""
    before = Library.read()
    before.sheet("manzana")
    before.keep()
    after = Library.read()
    monkeypatch.setattr(Library, "_resolved", refused)
    assert after.sheet("manzana").book == before.sheet("manzana").book
    with pytest.raises(AssertionError):
        after.sheet("canasta")


def refused(library: Library, name: str) -> Sheet:
    """In the place of what resolves a book."""
    raise AssertionError(f"resolved again: {name}")


@pytest.mark.parametrize("origin", ["", "other texts"])
def test_a_book_of_other_texts_is_not_recalled(origin: str) -> None:
    """What was made of other texts, or of texts that stand in no file, is as if it were not there."""
    keep_sheet(Library.read().sheet("canasta"))
    assert recalled_sheet("canasta", origin) is None


class Greeting:
    """Says at once what it is asked to when it is read."""

    def __init__(self, call: Callable[..., object], words: str) -> None:
        self.call, self.words = call, words

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str]]:
        return self.call, (self.words,)


@pytest.mark.parametrize(
    "held", [Greeting(os.system, "echo read >&2"), Greeting(eval, "1"), Path("canasta"), [1, 2], None, ("canasta", [], [])]
)
def test_an_entry_that_names_anything_else_is_refused(held: object, capfd: pytest.CaptureFixture[str]) -> None:
    """Nothing is made of an entry but what a book is made of, and nothing is run: it counts as not there."""
    origin = Library.read().sheet("canasta").origin
    keep_private(kept_sheet._entry("canasta"), kept_sheet._key(origin), pickle.dumps(held))
    assert recalled_sheet("canasta", origin) is None
    assert Library.read().sheet("canasta").book.name == "canasta"
    assert not capfd.readouterr().err
