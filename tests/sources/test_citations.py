"""Citations: the source must be listed, and the paragraphs must be there."""

from __future__ import annotations

import pytest

from meldspec.book.library import library_of
from meldspec.language.parse import parse
from meldspec.sources.sources import Source
from meldspec.sources.traced import check_citations

SOURCES = {"sheet": Source("sheet", "A sheet", paragraphs=("a", "b", "c")), "talk": Source("talk", "What people say")}


def told(*cites: str) -> list[tuple[str, str, str]]:
    """Code, finding and mend of every problem with the citations of a clause."""
    lines = "\n".join(f"  {line}" for line in cites)
    text = f'book toy "Toy"\n\nchapter 10 play "Play"\n\nclause play.game "The game"\n{lines}\n'
    problems = check_citations(library_of([parse(text, "toy.rules")]), SOURCES)
    return [(problem.code, problem.found, problem.mend) for problem in problems]


def test_what_is_there_may_be_cited() -> None:
    """A source as a whole, one of its paragraphs, and a stretch of them may be cited."""
    assert told("cites sheet", "cites sheet 1-3, 2", "cites talk") == []


@pytest.mark.parametrize(
    ("line", "code", "found"),
    [
        ("cites sheat", "unknown-source", "the source 'sheat'"),
        ("cites sheet 4", "no-paragraph", "paragraph 4 of 'sheet'"),
        ("cites sheet 0", "no-paragraph", "paragraph 0 of 'sheet'"),
        ("cites sheet 2-9", "no-paragraph", "paragraph 2-9 of 'sheet'"),
        ("cites sheet 3-1", "no-paragraph", "the paragraphs 3-1, which run backwards"),
        ("cites talk 1", "no-paragraph", "paragraphs of 'talk', which has no numbered ones"),
    ],
)
def test_what_is_not_there_is_told(line: str, code: str, found: str) -> None:
    """A citation that nobody can follow is told, with a mend."""
    [(its_code, its_finding, mend)] = told("cites sheet", line)
    assert (its_code, its_finding) == (code, found)
    assert mend


def test_a_misspelt_source_is_met_with_the_right_one() -> None:
    """A misspelt source is met with the one that was meant."""
    assert told("cites sheat")[0][2] == "did you mean 'sheet'?"


def test_drops_cite_too() -> None:
    """The citation of a dropped clause is followed as any other."""
    text = 'variant other extends toy "Other"\n\nchapter 10 play "Play"\n\ndrop clause play.game "No game."\n  cites sheet 7\n'
    problems = check_citations(library_of([parse(text, "other.rules")]), SOURCES)
    assert [problem.code for problem in problems] == ["no-paragraph"]
