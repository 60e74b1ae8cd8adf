"""The canonical form: every tree can be written down, and read back it is the same tree."""

from hypothesis import HealthCheck, given, settings
from tests.language.trees import exprs, formals, texts

from meldspec.language import lines
from meldspec.language.format import format_clause, format_text
from meldspec.language.layout import LogicalLine
from meldspec.language.parse import parse, parse_line
from meldspec.language.problems import RulesError
from meldspec.language.spelling import format_line
from meldspec.language.tree import Expr

MODERATE = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def in_a_book(*formal: lines.Formal) -> lines.Text:
    """A book of one clause that holds the given lines."""
    clause = lines.Clause("clause", "a.b", "T", body=formal)
    return lines.Text("toy", "Toy", chapters=(lines.Chapter(1, "one", "One", (clause,)),))


def formatted(text: str) -> str:
    """The canonical text of a clause that is written in any other way."""
    head = 'book toy "Toy"\nchapter 1 one "One"\n'
    return format_clause(parse(head + text).chapters[0].clauses[0])


@given(texts)
@MODERATE
def test_a_text_read_back_is_the_same(text: lines.Text) -> None:
    """Whatever rules can be said can be written down and read again without a difference."""
    written = format_text(text)
    again = parse(written)
    assert again == text
    assert format_text(again) == written


@given(formals)
@MODERATE
def test_a_formal_line_read_back_is_the_same(formal: lines.Formal) -> None:
    """Every formal line says the same after writing and reading."""
    text = in_a_book(formal)
    assert parse(format_text(text)) == text


@given(exprs)
@settings(MODERATE, max_examples=150)
def test_an_expression_read_back_is_the_same(expr: Expr) -> None:
    """Parentheses stand wherever a condition would otherwise be read in another way."""
    text = in_a_book(lines.Define("term", "", expr))
    assert parse(format_text(text)) == text


def unparenthesised(words: str) -> list[str]:
    """The words with one pair of parentheses left out, for each pair that does not stand for the reader's sake."""
    open_: list[int] = []
    pairs: list[tuple[int, int]] = []
    for index, char in enumerate(words):
        if char == "(":
            open_.append(index)
        elif char == ")" and not friendly(words[: (start := open_.pop())], words[start:index]):
            pairs.append((start, index))
    return [words[:a] + " " + words[a + 1 : b] + " " + words[b + 1 :] for a, b in pairs]


def friendly(before: str, inside: str) -> bool:
    """Whether parentheses stand there for the reader, though they may not be needed."""
    return before.endswith("come to ") or " where " in inside


def meaning(words: str) -> Expr | None:
    """The tree of an expression, or nothing where it is malformed."""
    try:
        line = parse_line(LogicalLine(f"define term: {words}", 1, 0), "a text")
    except RulesError:
        return None
    assert isinstance(line, lines.Define)
    return line.body


@given(exprs)
@settings(MODERATE, max_examples=60)
def test_no_parentheses_are_idle(expr: Expr) -> None:
    """Wherever parentheses stand, leaving them out would say something else or nothing."""
    for words in unparenthesised(format_line(expr)):
        assert meaning(words) != expr
