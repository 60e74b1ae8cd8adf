"""A malformed line is told of in words: where, what was found, what was expected, and one likely mend."""

import pytest
from hypothesis import given, settings, strategies as st

from meldspec.language.layout import LogicalLine
from meldspec.language.parse import parse_line
from meldspec.language.problems import Diagnostic, RulesError, did_you_mean


def told(text: str) -> Diagnostic:
    """The diagnostic of a malformed line."""
    with pytest.raises(RulesError) as caught:
        parse_line(LogicalLine(text, 7, len(text) - len(text.lstrip())), "toy.rules")
    (problem,) = caught.value.problems
    return problem


@pytest.mark.parametrize(
    ("line", "code", "mend"),
    [
        ("    requier over", "misspelt-word", "did you mean 'require'?"),
        ("wenever over", "misspelt-word", "did you mean 'whenever'?"),
        ("    require the hand is att least 3", "misspelt-word", "for 'att', did you mean 'at'?"),
        ("    then move the hand form stock to hand", "misspelt-word", "did you mean 'from'?"),
        ("    then opened become yes", "misspelt-word", "did you mean 'becomes'?"),
        ("    forbid when over adn frozen", "misspelt-word", "did you mean 'and'?"),
        ("    allow over", "missing-word", "write 'when' before 'over'"),
        ("  define goal the top of pile", "missing-word", "write ':' before 'the'"),
        ("    require (over or frozen when yes", "missing-word", "write ')' before 'when'"),
        ("    require natural in it share rank", "missing-word", "write 'a' before 'rank'"),
        ("  cites pagat 12 13", "missing-word", "write ',' before '13'"),
        ("  nothing", "missing-word", "write 'more' at the end of the line"),
        ("    then draw 2 from stock", "missing-word", "go on with 'to …'"),
        ("    then draw from stock to hand", "missing-word", "write a name or a number before 'from'"),
        ("    forbid when over and", "missing-word", "write a condition at the end of the line"),
        ("  keep opened is truth", "wrong-word", "write 'as' instead of 'is'"),
        ("  worth K for 10", "wrong-word", "write a number instead of 'K'"),
        ("    require over) when yes", "stray-word", "leave out ')'"),
        ("    forbid when over or or frozen", "stray-word", "leave out 'or'"),
        ("    then draw 2 cards from stock to hand", "stray-word", "leave out 'cards'"),
        (
            "    then join meld in melds where over and frozen when yes",
            "one-condition",
            "'where' reaches one condition: put parentheses round more, where (over and frozen)",
        ),
        ("book toy The Toy", "missing-quotes", 'put it in quotation marks: "The Toy"'),
        ("    frobnicate over", "no-such-line", "begin the line with the word that says what it does"),
        ("    forbid when frozen gainst side", "malformed-line", "write a name as one word, 'frozen-gainst'"),
        ("    require every meld in melds 3 is 4", "malformed-line", "leave out '3', or put a word before it"),
    ],
)
def test_one_likely_mend(line: str, code: str, mend: str) -> None:
    """A slip of the pen is met with the word that was meant."""
    problem = told(line)
    assert problem.code == code
    assert problem.mend.startswith(mend)


def test_two_words_for_one_name() -> None:
    """Who writes a name as two words is told of the hyphen."""
    problem = told("    forbid when the top card is wild")
    assert problem.code == "split-name"
    assert "'top-card'" in problem.mend


def test_a_word_of_the_language_is_no_name() -> None:
    """Who names a term by a word that the language needs is told so."""
    problem = told("  define when: 3")
    assert problem.code == "reserved-word"
    assert problem.mend == "'when' is a word of the language and cannot be a name: take another"


@pytest.mark.parametrize(
    ("line", "found", "expected"),
    [
        ("book toy", "the end of the line", "a text in quotation marks"),
        ("clause", "the end of the line", "an id with a dot, such as chapter.clause"),
        ("option players", "the end of the line", "'from'"),
        ("    require", "the end of the line", "a condition"),
        ("    award", "the end of the line", "a value, a condition, or 'choose'"),
        ("cards wild are", "the end of the line", "a card, rank, suit or set"),
        ("    then", "the end of the line", "an effect: draw, move, lay, join, raise, settle, end, or NAME becomes …"),
        ("facts A-1 B-2", "'B-2'", "',' or the end of the line"),
        ('variant toy extends "Toy"', '"Toy"', "a name"),
        (
            "    forbid when over ]",
            "']'",
            "a comparison such as 'is', an operation such as 'with', 'and', 'in', 'of', 'or', or the",
        ),
        ("event\u00a0x", "no-break space (U+00A0)", "a name"),
    ],
)
def test_found_and_expected_are_said_in_words(line: str, found: str, expected: str) -> None:
    """No name of the grammar's own ever reaches a reader."""
    problem = told(line)
    assert problem.found == found
    assert problem.expected.startswith(expected)
    assert not any(word.isupper() and len(word) > 1 and word != "NAME" for word in problem.expected.split())


def test_the_place_is_that_of_the_word() -> None:
    """The place of a fault in a line that goes on below is where the wrong word stands, from its first letter to its last."""
    place = told("    allow when over\n      and the top_card is wild").place
    assert (place.line, place.column, place.end_column) == (8, 15, 23)


SOUP = st.sampled_from(
    [
        *("allow", "require", "then", "define", "deck", "cards", "act", "award", "choose", "for", "each", "with", "from"),
        *("when", "is", "has", "of", "in", "at", "least", "no", "every", "the", "a", "pile", "top", "to", "where", "not"),
        *("7", "3D", "3d", "(", ")", ",", ":", '"A text"', '"', "=", "-", "isn't", "it's", "X-1", "a.b", "♥", "{", "#", "1.5"),
    ]
)


@given(st.lists(SOUP, min_size=1, max_size=8).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_any_line_is_read_or_told_of(line: str) -> None:
    """Whatever is typed is a line, or is told of with a place within it and a mend."""
    try:
        parse_line(LogicalLine(line, 1, 0), "toy.rules")
    except RulesError as error:
        (problem,) = error.problems
        assert problem.mend and problem.found and problem.expected
        assert 1 <= problem.place.column <= len(line) + 1


def test_no_word_is_offered_for_itself() -> None:
    """Who writes a word that is known but cannot stand there is not asked whether that very word was meant."""
    assert did_you_mean("meld", ["meld", "melds"]) == "did you mean 'melds'?"
    assert did_you_mean("meld", ["meld", "stock"]) == ""
