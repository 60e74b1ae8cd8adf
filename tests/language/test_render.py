"""How a problem is printed: its line of the text, carets under what is meant, and the mend."""

from textwrap import dedent

from meldspec.language.problems import LONG_WORD, Diagnostic, Place, legible
from meldspec.language.render import AROUND, WIDEST, render, render_all

TEXT = 'book toy "Toy"\n' + "\n" * 9 + "  requier over\n"
PROBLEM = Diagnostic("misspelt-word", Place("toy.rules", 11, 3, 10), "'requier'", "a line", "did you mean 'require'?")


def test_the_line_is_shown() -> None:
    """Who reads a problem sees the line it is about, where in it, and what to do."""
    assert render(PROBLEM, TEXT) == dedent("""\
        misspelt-word: found 'requier'
          --> toy.rules:11:3
           |
        11 |   requier over
           |   ^^^^^^^ expected a line
           |
           = did you mean 'require'?
    """)


def test_a_place_behind_the_end_has_one_caret() -> None:
    """What is missing at the end of a line, or in a text that is not at hand, is still pointed at."""
    missing = Diagnostic("missing-word", Place("toy.rules", 1, 15, 90), "the end of the line", "more")
    assert '1 | book toy "Toy"\n  |               ^ expected more\n' in render(missing, TEXT)
    beyond = Diagnostic("no-head", Place("toy.rules", 99), "nothing", "a head")
    assert "99 |\n   | ^ expected a head\n" in render(beyond, TEXT)


def test_without_the_text_the_place_stands_alone() -> None:
    """A problem of a text that is not at hand is told without its line."""
    assert render(PROBLEM) == dedent("""\
        misspelt-word: found 'requier'
          --> toy.rules:11:3
            expected a line
           = did you mean 'require'?
    """)


def test_problems_are_parted_by_blank_lines() -> None:
    """Several problems stand one below another, each with the line of its own text."""
    other = Diagnostic("tab", Place("other.rules", 1, 1, 2), "a tab", "spaces")
    both = render_all([PROBLEM, other], {"toy.rules": TEXT, "other.rules": "\tevent e"})
    assert both == render(PROBLEM, TEXT) + "\n" + render(other, "\tevent e")
    assert "1 |  event e\n  | ^ expected spaces" in both


def test_of_a_long_line_the_part_around_the_place_is_shown() -> None:
    """Of a line of 5,000 characters what stands round the place is shown, with dots where it goes on, and a caret at the place."""
    line = f"{'a ' * 1250}wrong {'b ' * 1250}"
    printed = render(Diagnostic("c", Place("toy.rules", 1, 2501, 2506), "'wrong'", "a word"), line).splitlines()
    shown, marked = printed[3], printed[4]
    assert len(shown) == len("1 | ") + WIDEST + 2 and shown[4] == shown[-1] == "…"
    assert shown[marked.index("^") : marked.rindex("^") + 1] == "wrong"
    assert marked.index("^") == len("1 | …") + AROUND


def test_the_ends_of_a_long_line_are_shown_as_ends() -> None:
    """Where the place is near the beginning or the end of a long line there are dots on the other side alone."""
    line = "a " * 2500
    at_the_beginning, at_the_end = (
        render(Diagnostic("c", Place("toy.rules", 1, column, column + 1), "'a'", "b"), line).splitlines()[3] for column in (1, 4999)
    )
    assert at_the_beginning[4] == "a" and at_the_beginning.endswith("…")
    assert at_the_end[4] == "…" and at_the_end.endswith("a")


def test_a_word_that_fills_a_page_is_shown_by_its_ends() -> None:
    """A word of 5,000 letters is told by its beginning, its end and how long it is, printed and in an error alike."""
    problem = Diagnostic("c", Place("toy.rules", 1), f"'{'x' * 4998}'", f"not {'y' * 5000}", f"delete {'z' * 5000}")
    for printed in (render(problem), render(problem, "x" * 5000), str(problem)):
        assert f"found{':' * (printed == str(problem))} '{'x' * 59}…{'x' * 19}' (5000 characters)" in printed
        assert max(map(len, printed.splitlines())) < 2 * WIDEST
    assert legible(f"a {'b' * LONG_WORD} c") == f"a {'b' * LONG_WORD} c"
    cut_before = f"{'d' * 1000}… (900000 characters)"
    assert legible(cut_before) == f"{'d' * 60}…{'d' * 19}… (900000 characters)"


def test_many_words_that_fill_a_page_are_cut() -> None:
    """A text that was never closed is told by its beginning."""
    told = str(Diagnostic("c", Place("toy.rules", 1), '"' + "word " * 1000, "an end"))
    assert "… (5001 characters)\n" in told
    assert max(map(len, told.splitlines())) < 500
