"""`meldspec diff`: what it tells of two variants."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

import pytest
from tests.cli.quick_snap import run


def test_lines_of_replaced_clauses_are_shown(spec: Path) -> None:
    """A replaced clause is shown with both lines, a dropped and an added one by whose they are, then the counts."""
    result = run("diff", "snap", "quick", "--search", "0", "--spec", spec)
    assert "snap.calling  Calling  (otherwise)\n" in result.output
    assert "  -   require the rank of the top of heap is the rank of the top of the rest of heap\n" in result.output
    assert "snap.end  The end  (only quick)\n" in result.output
    assert "1 clause alike, 1 otherwise, 1 only in snap, 1 only in quick; 0 questions read otherwise.\n" in result.output
    assert result.exit_code == 0


def test_brief_shows_no_lines(spec: Path) -> None:
    """With --brief the clauses are named and their lines are not shown."""
    result = run("diff", "snap", "quick", "--search", "0", "--brief", "--spec", spec)
    assert "snap.calling  Calling  (otherwise)\n" in result.output
    assert "require" not in result.output


def test_a_game_is_told_with_both_verdicts() -> None:
    """The game found is told act by act, with what either side says of its last act and by which lines."""
    result = run("diff", "canasta", "canasta", "--right-readings", "meld.wilds.balance=more", "--search", "6", "--brief")
    assert "  ? meld.wilds.balance: " in result.output
    assert "  1  a deal of canasta, 4 seats" in result.output
    assert "     canasta: legal\n" in result.output
    assert "     canasta meld.wilds.balance=more: refused\n" in result.output
    assert re.search(r"The shortest of those found in [1-6] games \(players 4\)\.", result.output)


def test_a_profile_may_be_named_by_its_short_name() -> None:
    """`canasta/bicycle` is the profile canasta-bicycle; what differs from the default is told."""
    short = run("diff", "canasta", "canasta/bicycle", "--search", "0")
    long = run("diff", "canasta", "canasta/canasta-bicycle", "--search", "0")
    assert "65 clauses alike, 4 otherwise" in short.output
    assert short.output.replace("canasta/bicycle", "canasta/canasta-bicycle") == long.output


def test_games_that_share_no_deal_are_told_so() -> None:
    """Canasta and Manzana, whose packs differ, are compared by their clauses alone, and it is said why."""
    result = run("diff", "canasta", "manzana", "--brief")
    assert "No game can show it" in result.output
    assert "for 2 players canasta has 108 cards, manzana 54" in result.output
    assert result.exit_code == 0


def test_unknown_words_are_refused(spec: Path) -> None:
    """A variant, profile, reading or option that is none ends with what there is."""
    for words, told in (
        (("snap", "quikc"), "did you mean 'quick'?"),
        (("snap", "quick/fast"), "'quick-fast' is no profile for quick"),
        (("quick", "quick", "--left-readings", "snap.calling.kings"), "expected QUESTION=READING"),
        (("quick", "quick", "--option", "players"), "expected NAME=NUMBER"),
        (("snap", "quick", "--option", "seats=9"), "neither side has an option seats; there is"),
    ):
        result = run("diff", *words, "--spec", spec)
        assert told in result.output
        assert result.exit_code == 2


def test_what_is_told_hangs_on_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, the same games are played and the same is told, unless a time is asked for."""
    words = ("diff", "canasta", "canasta", "--right-readings", "meld.wilds.balance=more", "--search", "6", "--brief")
    usual = run(*words).output
    hours = count(0, 3600)
    monkeypatch.setattr("meldspec.cli.diff.monotonic", lambda: float(next(hours)))
    assert run(*words).output == usual
    assert "the 10 seconds were over" in run(*words, "--seconds", "10").output
