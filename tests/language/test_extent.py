"""How large a rules text may be: what is larger is refused at once, with a place."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, process_time

import pytest
from click.testing import CliRunner

from meldspec.book.checks.every import new_problems
from meldspec.book.library import GENERATIONS, library_of
from meldspec.cli import main
from meldspec.language.extent import CHARACTERS, LEVELS, LINES, PROBLEMS
from meldspec.language.parse import parse
from meldspec.language.problems import Diagnostic, RulesError
from meldspec.language.render import WIDEST, render

HEAD = 'book toy "Toy"\n\nchapter 10 play "Play"\n\nclause play.table "The table"\n  | A table.\n'
SECONDS = 10


def refused(text: str) -> list[Diagnostic]:
    """What is wrong with a text."""
    begun = monotonic()
    with pytest.raises(RulesError) as error:
        parse(text, "toy.rules")
    assert monotonic() - begun < SECONDS
    return error.value.problems


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("  sides " + "(" * 3000 + "2" + ")" * 3000, "7 too-deep brackets and joining words"),
        ("  require " + "not " * 2000 + "it is toy", "7 too-deep brackets and joining words"),
        ("  sides " + " plus ".join(["1"] * 500), "7 too-deep brackets and joining words"),
        ("  deck " + "9" * 5000 + " of A in C", "7 too-large a number of 5000 digits"),
        ("  cites toy " + "1" * 5000, "7 too-large a number of 5000 digits"),
        ("  deck 1 of " + "A " * CHARACTERS + "in C", f"7 too-long a line of {CHARACTERS * 2 + 16} characters"),
    ],
)
def test_a_line_out_of_reason_is_refused(line: str, told: str) -> None:
    """A bracket key that sticks, a number that fills a page, a line without end: each is told at its line."""
    (problem,) = refused(f"{HEAD}{line}\n")
    assert f"{problem.place.line} {problem.code} {problem.found}".startswith(told)
    assert problem.expected and problem.mend


def test_what_is_deep_but_not_too_deep_is_read() -> None:
    """A line nested half as deep as may be is read, deeper than any of our own."""
    assert parse(f"{HEAD}  sides {'(' * (LEVELS // 4)}2{')' * (LEVELS // 4)}\n").book == "toy"


def test_a_text_has_an_end() -> None:
    """A text of more lines than a file may have is refused at the first line too many."""
    (problem,) = refused(HEAD + "  sides 2\n" * LINES)
    assert (problem.code, problem.place.line) == ("too-long", LINES + 1)


def test_not_more_is_told_than_anybody_mends() -> None:
    """Where line after line is malformed the first hundred are told, and then that the rest was not looked at."""
    problems = refused(HEAD + "  sidess 2 2 of\n" * (LINES - 10))
    assert len(problems) == PROBLEMS + 1
    assert problems[-1].code == "too-many" and "not looked at" in problems[-1].mend


@pytest.mark.parametrize("command", [("check", "--no-cache", "--spec"), ("show", "b0", "--spec"), ("format", "--check")])
def test_not_more_is_told_of_a_folder_than_anybody_mends(tmp_path: Path, command: tuple[str, ...]) -> None:
    """Of a folder of a thousand malformed files the first hundred problems are told, and that the rest was not looked at."""
    for number in range(1000):
        (tmp_path / f"b{number:03}.rules").write_text(f'book b{number} "B"\n\nchaptre 1 a "A"\n', encoding="utf-8")
    begun = process_time()
    told = CliRunner().invoke(main, [*command, str(tmp_path)]).output
    assert process_time() - begun < SECONDS
    if command[0] == "show":
        assert f"(and {PROBLEMS} more: see meldspec check)" in told
    else:
        assert told.count("no-such-line: ") == PROBLEMS + 1 and told.count("too-many: ") == 1
        assert "what comes from here on was not looked at" in told


def test_books_do_not_descend_without_end() -> None:
    """A thousand books, each a variant of the one before, are refused and not followed to the end."""
    texts = [parse('book b0 "B"\n', "b0")] + [parse(f'variant b{n} extends b{n - 1} "B"\n', f"b{n}") for n in range(1, 1000)]
    library = library_of(texts)
    with pytest.raises(RulesError) as error:
        library.book("b999")
    assert [problem.code for problem in error.value.problems] == ["too-deep"]
    assert library.book(f"b{GENERATIONS - 1}").name == f"b{GENERATIONS - 1}"


def test_of_a_thousand_books_in_a_line_each_that_is_too_deep_is_told_once() -> None:
    """All that are too far from the first are refused, each in its place, and none in the name of those that descend from it."""
    texts = [parse('book b0 "B"\n', "b0")] + [parse(f'variant b{n} extends b{n - 1} "B"\n', f"b{n}") for n in range(1, 1000)]
    library = library_of(texts)
    wrong: dict[str, list[Diagnostic]] = {name: [] for name in library.names()}
    for name, problems in wrong.items():
        library.as_it_stands(name, problems)
    told = new_problems(library, wrong)
    assert [problem.code for problem in told] == ["too-deep"] * (1000 - GENERATIONS)
    assert {problem.place.file for problem in told} == {f"b{n}" for n in range(GENERATIONS, 1000)}


def test_of_a_long_line_the_part_around_the_place_is_shown() -> None:
    """Nobody gets a page of brackets to read: the line is shown round the place."""
    (problem,) = refused(f"{HEAD}  sides {'(' * 3000}2{')' * 3000}\n")
    assert max(map(len, render(problem, f"{HEAD}  sides {'(' * 3000}2{')' * 3000}\n").splitlines())) < 2 * WIDEST
