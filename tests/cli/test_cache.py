"""What is kept in the user's cache folder: it comes back as it was, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.cli.quick_snap import QUICK, run

from meldspec import cache
from meldspec.book.library import read_library
from meldspec.data import folder

unix = pytest.mark.skipif(not hasattr(os, "getuid"), reason="whose a file is, is asked on Unix only")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the cache, not made yet."""
    monkeypatch.setenv("MELDSPEC_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def entry(kept: Path) -> Path:
    """The one entry that is kept."""
    (path,) = kept.glob("*.json")
    return path


def overwrite(path: Path, holds: str) -> None:
    """Let an entry hold something else as if meldspec had kept it: its key as it was, with the digest that belongs to it."""
    key = path.read_text(encoding="utf-8").split(" ", 1)[0]
    path.write_text(f"{key} {cache.digest(holds)}\n{holds}", encoding="utf-8")


def holds_a_tree(path: Path) -> bool:
    """Whether an entry is the tree of a text, and not its head."""
    return path.read_text(encoding="utf-8").split("\n", 1)[1].count("[") > 1


def test_what_is_kept_is_recalled_by_its_key(kept: Path) -> None:
    """A value comes back for the key it was made with, and for no other key or name."""
    cache.keep("a", "one", [1, "two", None])
    assert cache.recall("a", "one") == [1, "two", None]
    assert cache.recall("a", "other") is None
    assert cache.recall("b", "one") is None


def test_a_damaged_entry_is_not_believed(kept: Path) -> None:
    """An entry whose value was altered, or that is cut off, counts as not there."""
    cache.keep("a", "one", "right")
    path = entry(kept)
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace("right", "wrong"), encoding="utf-8")
    assert cache.recall("a", "one") is None
    path.write_text(whole[: len(whole) // 2], encoding="utf-8")
    assert cache.recall("a", "one") is None


@unix
def test_an_entry_that_others_may_write_is_not_believed(kept: Path) -> None:
    """An entry, or a folder, that others may write to counts as not there."""
    cache.keep("a", "one", "right")
    entry(kept).chmod(0o666)
    assert cache.recall("a", "one") is None
    entry(kept).chmod(0o600)
    kept.chmod(0o777)
    assert cache.recall("a", "one") is None
    kept.chmod(0o700)
    assert cache.recall("a", "one") == "right"


def test_off_keeps_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the cache is off nothing is written and nothing recalled."""
    monkeypatch.setenv("MELDSPEC_CACHE", "off")
    cache.keep("a", "one", 1)
    assert cache.recall("a", "one") is None
    assert not kept.exists()


def test_a_folder_that_cannot_be_made_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the folder cannot be, nothing is kept and nobody hears of it."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("MELDSPEC_CACHE", str(tmp_path / "file" / "kept"))
    cache.keep("a", "one", 1)
    assert cache.recall("a", "one") is None


def test_the_oldest_entries_go(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the most that are kept the oldest entries are dropped, as one of those is kept whose names begin with a nought: it is
    looked for old ones no more often."""
    monkeypatch.setattr(cache, "MOST", 2)
    names = [str(number) for number in range(200)]
    last = next(name for name in names if cache.digest(name).startswith("0"))
    others = [name for name in names if not cache.digest(name).startswith("0")][:3]
    for number, name in enumerate([*others, last]):
        cache.keep(name, "one", name)
        path = max(kept.glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
        os.utime(path, (number, number))
    assert [cache.recall(name, "one") for name in others] == [None, None, others[2]]
    assert cache.recall(last, "one") == last


def test_digests_keep_texts_apart() -> None:
    """Two texts that run into one another have another digest than the same letters cut elsewhere."""
    assert cache.digest("ab", "c") != cache.digest("a", "bc")


def test_a_text_is_parsed_once(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules read a second time are the same, places included, without a line being parsed."""
    first = read_library()

    def refuse(text: str, name: str) -> None:
        raise AssertionError(f"{name} was parsed again")

    monkeypatch.setattr("meldspec.language.parse.parse", refuse)
    assert repr(read_library()) == repr(first)
    places = [[entry.clause.place for entry in one.book("manzana").entries] for one in (first, read_library())]
    assert places[0] == places[1]
    assert len(list(filter(holds_a_tree, kept.glob("*.json")))) == len(list(folder("spec").rglob("*.rules")))


def test_a_text_that_changed_is_parsed_again(kept: Path, spec: Path) -> None:
    """A text that is written otherwise is read as it is written now."""
    read_library(spec)
    (spec / "quick.rules").write_text(QUICK.replace("Quick Snap", "Slow Snap"), encoding="utf-8")
    assert read_library(spec).book("quick").title == "Slow Snap"


@pytest.mark.parametrize("holds", ['["x",[99]]', '["x",[0]]', '["x",[1,[]]]', "[]", "7"])
def test_an_entry_that_is_no_tree_is_parsed_over(kept: Path, spec: Path, holds: str) -> None:
    """An entry that holds something else than a tree counts as not there."""
    good = repr(read_library(spec))
    for path in kept.glob("*.json"):
        overwrite(path, holds)
    assert repr(read_library(spec)) == good


@pytest.mark.parametrize("tree", ["", "]", "7", "null", '["x",[99]]', '["x",[0]]'])
def test_a_tree_that_cannot_be_made_again_is_parsed_over(kept: Path, spec: Path, tree: str) -> None:
    """An entry that tells its book rightly and whose tree is none is found out when the book is asked for, and parsed again."""
    good = repr(read_library(spec))
    for path in filter(holds_a_tree, kept.glob("*.json")):
        overwrite(path, tree)
    assert repr(read_library(spec)) == good


def test_a_good_check_is_believed_until_something_changes(kept: Path, spec: Path) -> None:
    """The second check tells the same; a fault in the rules or in what stands beside them is found at once."""
    first, second = run("check", "--spec", spec), run("check", "--spec", spec)
    assert (second.output, second.exit_code) == (first.output, 0)
    (spec / "sources.yaml").write_text("sheet:\n  title: A sheet\n", encoding="utf-8")
    assert run("check", "--spec", spec).exit_code == 1
    assert run("check", "--spec", spec).exit_code == 1


def test_a_check_may_be_told_to_believe_nothing(kept: Path, spec: Path) -> None:
    """With --no-cache the answer is worked out, whatever is kept."""
    run("check", "--spec", spec)
    for path in kept.glob("*.json"):
        overwrite(path, '"Hello."')
    assert run("check", "--spec", spec).output == "Hello.\n"
    assert run("check", "--spec", spec, "--no-cache").output.endswith("Nothing is wrong.\n")
