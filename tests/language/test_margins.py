"""What is told of a text before its words: tabs, unseen characters, odd indentation; and how files are read."""

from pathlib import Path

import pytest

from meldspec.language.files import read_text
from meldspec.language.parse import parse
from meldspec.language.problems import Diagnostic, RulesError

HEAD = 'book toy "Toy"\nchapter 1 one "One"\nclause a.b "T"\n'


def told(text: str) -> list[Diagnostic]:
    """All diagnostics of an ill text."""
    with pytest.raises(RulesError) as caught:
        parse(text, "toy.rules")
    return caught.value.problems


def test_line_ends_and_byte_order_mark_do_not_matter() -> None:
    """A text means the same whatever system it was written on."""
    text = HEAD + "  to take\n    allow when over\n      and frozen\n"
    assert parse("\ufeff" + text.replace("\n", "\r\n")) == parse(text) == parse(text.replace("\n", "\r"))


def test_tabs_are_told_of_once() -> None:
    """A text indented by tabs is told so once, and what else is wrong with it is told besides."""
    problems = told(HEAD + "\tto take\n\t\tallow when over\n\t\talow\n")
    assert [(p.code, str(p.place)) for p in problems] == [("tab", "toy.rules:4:1"), ("misspelt-word", "toy.rules:6:3")]
    assert problems[0].found == "a tab, and tabs on 2 more lines"


def test_a_character_that_cannot_be_seen() -> None:
    """A control character is named by its number, and the rest of its line is still read."""
    (problem,) = told(HEAD + "  event e\x00\n")
    assert (problem.code, problem.found) == ("control-character", "an unseen control character (U+0000)")
    assert str(problem.place) == "toy.rules:4:10"


def test_a_line_of_nothing_that_can_be_seen() -> None:
    """A line between others that has control characters alone is told of, and is else no line."""
    (problem,) = told(HEAD + "  event e\n\x00\x01\n")
    assert (problem.code, str(problem.place)) == ("control-character", "toy.rules:5:1")


@pytest.mark.parametrize(
    ("lines", "mend"),
    [
        ("   event e", "indent by 2 spaces, or fewer"),
        (" event e", "indent by 0 or 2 spaces"),
        ("      event e", "indent by 2 spaces, or fewer"),
        ("  to take\n   allow", "indent by 2 or 4 spaces"),
        ("  to take\n        allow", "indent by 4 spaces, or fewer"),
    ],
)
def test_odd_indentation(lines: str, mend: str) -> None:
    """A line between two levels, or two levels further in than the one above, is told where it might stand."""
    (problem,) = told(HEAD + lines)
    assert (problem.code, problem.mend) == ("bad-indent", mend)


def test_a_text_begins_at_the_left_edge() -> None:
    """The first line of a text stands at the left edge."""
    problems = told("  " + HEAD)
    assert [(p.code, p.mend) for p in problems] == [("bad-indent", "begin at the left edge")]


def test_a_line_goes_on_behind_a_comma_or_colon() -> None:
    """Behind a comma or a colon a line that stands further in goes on with the line above; another one does not."""
    joined = parse(HEAD + "  facts X-1,\n    X-2\n  define goal:\n    3\n")
    assert joined == parse(HEAD + "  facts X-1, X-2\n  define goal: 3\n")
    assert [p.place.line for p in told(HEAD + "  define goal:\n  event e\n")] == [4]


def test_other_encodings_are_refused(tmp_path: Path) -> None:
    """A file in another encoding is told where its first foreign byte stands."""
    path = tmp_path / "old.rules"
    path.write_bytes('book toy "Toy"\nnote "é'.encode("latin-1"))
    with pytest.raises(RulesError) as caught:
        read_text(path, "old.rules")
    (problem,) = caught.value.problems
    assert (problem.code, problem.found, str(problem.place)) == ("not-utf-8", "the byte 0xe9", "old.rules:2:7")


def test_a_missing_file_is_told_of(tmp_path: Path) -> None:
    """A file that is not there is a diagnostic like any other, and a file that is there is its text."""
    with pytest.raises(RulesError) as caught:
        read_text(tmp_path / "none.rules")
    assert caught.value.problems[0].code == "unreadable"
    (tmp_path / "toy.rules").write_bytes(b"\xef\xbb\xbf" + HEAD.encode())
    assert read_text(tmp_path / "toy.rules") == HEAD
