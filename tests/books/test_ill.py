"""Ill books: every problem of a text is told at once, each with its place, what was found, what was expected, a mend.

A case is `ill/NAME.rules`, or a folder `ill/NAME` of texts that make up a library; `ill/NAME.expected` holds what is
told of it. Texts that can be read are checked for their meaning besides. `make goldens` writes what is expected again.
"""

from pathlib import Path

import pytest
from tests.book.toys import check_library

from meldspec.book.library import library_of
from meldspec.language.parse import parse
from meldspec.language.problems import Diagnostic, RulesError
from meldspec.language.render import render_all

ILL = Path(__file__).parent / "ill"
CASES = sorted(path for path in ILL.iterdir() if path.is_dir() or path.suffix == ".rules")


def texts_of(case: Path) -> dict[str, str]:
    """The texts of a case by the names that diagnostics give them."""
    paths = sorted(case.rglob("*.rules")) if case.is_dir() else [case]
    return {str(path.relative_to(ILL)): path.read_text(encoding="utf-8") for path in paths}


def problems_of(texts: dict[str, str]) -> list[Diagnostic]:
    """All that is wrong with some texts: with their words, or else with what they mean."""
    trees, problems = [], list[Diagnostic]()
    for name, text in texts.items():
        try:
            trees.append(parse(text, name))
        except RulesError as error:
            problems += error.problems
    return RulesError(problems or check_library(library_of(trees))).problems


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_an_ill_book_is_told_all_that_is_wrong(case: Path, goldens: bool) -> None:
    """Whoever writes an ill book reads at once everything that is wrong with it, and what to do."""
    texts = texts_of(case)
    told = render_all(problems_of(texts), texts)
    expected = case.with_suffix(".expected")
    if goldens:
        expected.write_text(told, encoding="utf-8")
    assert told, "nothing is wrong with this book"
    assert told == expected.read_text(encoding="utf-8")


def test_every_problem_has_a_mend() -> None:
    """No problem of an ill book is told without what to do about it."""
    bare = [str(p) for case in CASES for p in problems_of(texts_of(case)) if not p.mend]
    assert bare == []


def test_one_fault_hides_no_other() -> None:
    """A text with many faults is told of all of them, in their order."""
    told = problems_of(texts_of(ILL / "many-at-once.rules"))
    assert [problem.code for problem in told] == [
        *("bare-id", "misspelt-word", "bad-indent", "stray-word", "misplaced-line"),
        *("colon-missing", "empty-block"),
    ]


def test_no_expectation_is_left_over() -> None:
    """Every expected output belongs to a book."""
    names = {case.with_suffix(".expected").name for case in CASES}
    assert {path.name for path in ILL.glob("*.expected")} == names
