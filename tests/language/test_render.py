"""How a problem is printed: its line of the text, carets under what is meant, and the mend."""

from textwrap import dedent

from meldspec.language.problems import Diagnostic, Place
from meldspec.language.render import render, render_all

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
