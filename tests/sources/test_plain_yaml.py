"""Every YAML file that is read, whatever it is for, is read by the same reader, which no trick gets past."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from meldspec.compare.games import read_rows
from meldspec.language.problems import DataError
from meldspec.runner.known_file import read_known
from meldspec.sources.equivalents import read_equivalents
from meldspec.sources.examples import read_examples
from meldspec.sources.glossary_file import read_glossary
from meldspec.sources.ledger import ledger_from, read_ledgers, read_moot
from meldspec.sources.plain_yaml import DEEPEST, MOST, YamlError, plain_yaml
from meldspec.sources.profile_file import read_profiles
from meldspec.sources.review import read_reviews
from meldspec.sources.search_words import read_search_words
from meldspec.sources.searched import read_searched
from meldspec.sources.sources import sources_below
from meldspec.sources.unsound import read_unsound

FILES: dict[str, Callable[[Path], Any]] = {
    "ledger/toy.yaml": read_ledgers,
    "review/toy.yaml": read_reviews,
    "moot.yaml": read_moot,
    "equivalents.yaml": read_equivalents,
    "searched.yaml": read_searched,
    "sources.yaml": sources_below,
    "profiles.yaml": lambda folder: read_profiles(folder / "profiles.yaml"),
    "compare.yaml": lambda folder: read_rows(folder / "compare.yaml"),
    "examples.yaml": read_examples,
    "glossary.yaml": read_glossary,
    "search.yaml": read_search_words,
    "unsound.yaml": read_unsound,
    "known.yaml": lambda folder: read_known(folder / "known.yaml", "canasta", None),
}
"""The files beside the rules and beside cases, and who reads each."""
BOMB = "a: &a [x, x, x]\n" + "".join(f"{n}: &{n} [*{b}, *{b}, *{b}]\n" for b, n in zip("abcdefgh", "bcdefghi", strict=True))
TRICKS = {
    "no UTF-8": (b"a: \xff\n", ":1:4: not-utf-8"),
    "3,000 brackets": (b"[" * 3000, f":1:{DEEPEST + 2}: no-yaml"),
    "a number of 5,000 digits": (b"a: " + b"9" * 5000, ":1:4: no-value"),
    "aliases that explode": (BOMB.encode(), ":2:8: alias"),
    "a key twice": (b"a: {b: c}\na: {b: d}\n", ":2:1: key-twice"),
    "an object": (b"a: !!python/name:os.system x\n", ":1:4: tag"),
    "a sign that turns the line": ("a: {b: \u202ec}\n".encode(), ":1:8: control-character"),
    "two documents": (b"a: {b: c}\n---\na: {b: c}\n", ":2:1: no-yaml"),
    "what is no map": (b"[1]\n", ":1:1: wrong-value"),
    "another shape": (b"a: 1\n", "wrong-value"),
    "too long": (b"# " + b"-" * 300_000, ":1:1: too-long"),
}


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("trick", TRICKS)
def test_no_file_is_taken_in_by_a_trick(tmp_path: Path, file: str, trick: str) -> None:
    """Each trick is refused in each file by one error that names the file, the line and the column, and says what was expected."""
    text, told = TRICKS[trick]
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text)
    with pytest.raises(DataError) as refused:
        FILES[file](tmp_path)
    assert f"{path.name}{told}" in str(refused.value) or told in str(refused.value).splitlines()[0]
    assert all("\n  found: " in problem and "\n  expected: " in problem for problem in refused.value.problems)


@pytest.mark.parametrize("file", FILES)
def test_a_pipe_is_no_file(tmp_path: Path, file: str) -> None:
    """Nobody waits for a pipe that stands where a file should."""
    path = tmp_path / file
    path.parent.mkdir(exist_ok=True)
    os.mkfifo(path)
    with pytest.raises(DataError, match="unreadable"):
        FILES[file](tmp_path)


def test_a_fact_told_twice_is_told() -> None:
    """A fact that stands twice in a ledger is refused at its second line, for it would hide that one of the two is lost."""
    text = "variant: toy\nfacts:\n  T-F1: {says: One., clauses: [a.b]}\n  T-F1: {says: Two., not-a-rule: No.}\n"
    with pytest.raises(DataError, match=r"toy\.yaml:4:3: key-twice\n  found: a second 'facts\.T-F1'"):
        ledger_from("toy.yaml", text)


@pytest.mark.parametrize("known", ["{facts: {P-F: 999999999}}", "{facts: {P-F: x}}", "{facts: {P-F: 1-99999}}", "[1]"])
def test_what_is_known_is_bounded(known: str) -> None:
    """A ledger that says that there are a thousand million facts, or x of them, is refused before they are counted out."""
    with pytest.raises(DataError, match=r"toy\.yaml:3:\d+: wrong-value"):
        ledger_from("toy.yaml", f"variant: toy\nfacts: {{}}\nknown: {known}\n")


def test_a_paragraph_has_one_number() -> None:
    """A paragraph that is numbered once as a number and once as a text is told twice."""
    with pytest.raises(DataError, match=r"a second 'paragraphs\.1'"):
        ledger_from("toy.yaml", "variant: toy\nfacts: {}\nparagraphs: {1: [a], '1': [b]}\n")


def test_not_more_is_told_than_anybody_reads() -> None:
    """Of a file in which everything is wrong only the first problems are told."""
    with pytest.raises(YamlError) as refused:
        plain_yaml("".join(f"{number}: !!binary aa\n" for number in range(100)), "f")
    assert len(refused.value.problems) == MOST


def test_values_are_as_written() -> None:
    """Texts, numbers, yes and no, nothing, lists and maps are read, and each has its place."""
    read = plain_yaml("a: [1, yes, ~, 'x', -0x10]\nb:\n  c: {d: e}\n", "f")
    assert read.value == {"a": [1, True, None, "x", -16], "b": {"c": {"d": "e"}}}
    assert str(read.place(("b", "c", "d"))) == "f:3:10"
