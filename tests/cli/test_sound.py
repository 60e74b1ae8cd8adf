"""Books that `meldspec check` refuses are not played: every command that plays says what is wrong instead."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.engine.tried import BOOKS

from meldspec.cli import main

POT = (BOOKS / "well" / "pot.rules").read_text(encoding="utf-8")
OVERLAP = """  kind like
    require it share a rank
    require exactly 4 cards in it
"""
POSITION = "variant: pot\nturn: 0\nphase: play\nhands: [KC KD, 3]\nact: {action: {type: discard, card: KC}}\n"
TOLD = {"seats": 2, "dealer": 0, "options": {}, "hands": [[], []], "feet": [], "match": {"deal": 1, "totals": [0, 0]}}
DEAL = {"seq": "1", "cmd": "deal", "variant": "pot", **TOLD, "stock": ["KC", "KD"]}


def written(folder: Path, text: str) -> Path:
    """A folder of rules with the game of pots in it, and a position."""
    (folder / "pot.rules").write_text(text, encoding="utf-8")
    (folder / "position.yaml").write_text(POSITION, encoding="utf-8")
    return folder


def ask(folder: Path, *words: str, sent: str = "") -> Result:
    """The result of a command with the rules of a folder."""
    paths = [str(folder / word) if word.endswith(".yaml") else word for word in words]
    return CliRunner().invoke(main, [*paths, "--spec", str(folder)], input=sent)


COMMANDS = (("rule", "position.yaml"), ("explore", "pot", "--deals", "1"), ("serve", "--variant", "pot"), ("corpus", "pot"))


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_a_book_whose_kinds_overlap_is_not_played(tmp_path: Path, words: tuple[str, ...]) -> None:
    """Where four of a rank would be melds of two kinds nobody rules, explores, serves or writes cases: the checker's words are
    said."""
    overlapping = POT.replace("  to draw, meld, discard\n", f"{OVERLAP}  to draw, meld, discard\n", 1)
    result = ask(written(tmp_path, overlapping), *words)
    assert "kinds-overlap" in result.output
    assert "which fit both 'alike' and 'like'" in result.output
    assert result.exit_code == 1


def test_a_book_that_is_right_is_played_and_remembered(tmp_path: Path) -> None:
    """Once the overlap is gone the same position is ruled on, and when it is back it is seen."""
    assert "LEGAL" in ask(written(tmp_path, POT), "rule", "position.yaml").output
    test_a_book_whose_kinds_overlap_is_not_played(tmp_path, COMMANDS[0])


def test_a_program_that_asks_is_told(tmp_path: Path) -> None:
    """A deal of such a book, served among others, is answered with what is wrong."""
    written(tmp_path, POT.replace("shown by name as count", "shown as pots"))
    answer = json.loads(ask(tmp_path, "serve", sent=json.dumps(DEAL) + "\n").output)
    assert "the place 'pot' of each side shown as 'pots'" in answer["error"]["message"]


@pytest.mark.parametrize(
    ("line", "instead", "told"),
    [
        ("is bag shown by name as count", "is bag shown as pots", "border-place"),
        ("is bag shown by name as count", "is bag", "border-deal"),
        ("  programs learn acts swap\n", "", "border-act"),
        ("  programs learn phases swapping\n", "", "border-phase"),
        ("      programs learn endings knock\n", "", "border-ending"),
    ],
)
def test_what_the_protocol_cannot_carry_has_no_corpus(tmp_path: Path, line: str, instead: str, told: str) -> None:
    """Pots that the protocol has not, or acts, phases and endings that nobody learns, are told of before any case is looked for."""
    result = ask(written(tmp_path, POT.replace(line, instead)), "corpus", "pot", "--search", "5", "--out", str(tmp_path / "out"))
    assert told in result.output
    assert result.exit_code == 1
    assert "a defect of meldspec" not in result.output
    assert told in ask(tmp_path, "check").output


BARE = """book bare "Bare"

chapter 10 play "Play"

clause play.all "The whole game"
  | Two turn over a card in turn, until there is none.
  option players from 2 otherwise 2
  sides 2
  deck 1 of A K Q in C D H S
  place pack is row
  place turned is row
  phases setup, turning
  act turn-over
  to turn-over
    require player is turn
    then draw 1 from pack to turned
    then turn becomes the left of player
  at setup
    then turn becomes the left of dealer
    then phase becomes turning
  whenever no cards in pack
    then end the deal by nothing-left
"""


MORE = """variant short extends bare "Bare and short"

chapter 10 play "Play"

clause play.short "The end"
  | It ends with the third card.
  whenever exactly 3 cards in turned
    then end the deal by enough
"""


def test_two_books_that_show_nothing_are_compared_without_a_game(tmp_path: Path) -> None:
    """What two such games have otherwise is told clause by clause; a game that shows it could not be told."""
    (tmp_path / "bare.rules").write_text(BARE, encoding="utf-8")
    (tmp_path / "short.rules").write_text(MORE, encoding="utf-8")
    result = ask(tmp_path, "diff", "bare", "short", "--search", "1")
    assert "play.short" in result.output
    assert "bare shows no place to programs, so nobody can be told a deal of it" in result.output
    assert result.exit_code == 0


def test_a_book_that_shows_nothing_has_no_border(tmp_path: Path) -> None:
    """A game that is written for people alone is right as it is; only a corpus of it cannot be."""
    (tmp_path / "bare.rules").write_text(BARE, encoding="utf-8")
    assert "Nothing is wrong." in ask(tmp_path, "check").output
    assert ask(tmp_path, "explore", "bare", "--deals", "1").exit_code == 0
    result = ask(tmp_path, "corpus", "bare")
    assert "found: a book that shows no place to programs" in result.output
    assert result.exit_code == 1
