"""`meldspec explore`: random deals counted, and dead ends shown with a position that can be ruled on."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from meldspec.cli import main

DRY = """book dry "Dry"

chapter 10 play "Play"

clause play.table "The table"
  cites nobody
  | Two draw from a short stock in turn, and nothing is said of what happens when it is gone.
  option players from 2, 3 otherwise 2
  sides players
  deck 1 of A K in C D
  place stock is row
  place hand of player is bag
  phases setup, draw
  at setup
    then turn becomes left of dealer
    then phase becomes draw

clause play.draw "Drawing"
  cites nobody
  | Whose turn it is draws a card.
  act draw
  to draw
    require player is turn
    then draw 1 from stock to hand
    then turn becomes left of turn
  question empty silent "What if the stock is empty?"
    default stuck because "Nothing is said."
    reading stuck "Nobody can draw."
      to draw
        require some cards in the stock
    reading ends "The deal ends when the last card is drawn."
      to draw
        require some cards in the stock
        then end the deal by stock when no cards in the stock
"""


def explore(tmp_path: Path, *words: str | Path, rules: str = DRY) -> Result:
    """The command's result on the dry game, or on one like it."""
    (tmp_path / "spec").mkdir(exist_ok=True)
    (tmp_path / "spec" / "dry.rules").write_text(rules, encoding="utf-8")
    command = ["explore", "dry", "--spec", str(tmp_path / "spec"), *(str(word) for word in words)]
    return CliRunner(charset="utf-8").invoke(main, command)


def test_a_dead_end_is_found_and_can_be_ruled_on(tmp_path: Path) -> None:
    """Where the stock runs dry nobody can act; the position is written down and read again."""
    result = explore(tmp_path, "--deals", "3", "--out", tmp_path / "found")
    assert result.exit_code == 1
    assert "1 by 1 rulebooks, 3 deals each, at most 1500 acts a deal: 3 dead ends." in result.output
    written = sorted((tmp_path / "found").iterdir())
    assert len(written) == 3
    ruled = CliRunner(charset="utf-8").invoke(main, ["rule", "--spec", str(tmp_path / "spec"), str(written[0])])
    assert ruled.exit_code == 0
    assert "Nobody can act here" in ruled.output


def test_every_option_and_every_reading(tmp_path: Path) -> None:
    """Two numbers of players by two readings are four rulebooks, and under one reading every deal ends."""
    result = explore(tmp_path, "--deals", "2", "--every-option", "--every-reading")
    assert "2 by 2 rulebooks, 2 deals each" in result.output
    ended = [line.split() for line in result.output.splitlines() if "empty=ends" in line]
    assert [line[-4:] for line in ended] == [["stock=2", "0", "0", "0"]] * 2


def test_an_ending_that_no_deal_came_to_is_told(tmp_path: Path) -> None:
    """By one reading the last card ends the deal: after one act none has ended so, after all of them nothing is to be told."""
    words = ("--deals", "3", "--from", "82", "--readings", "play.draw.empty=ends")  # none of these stocks is short
    assert "No deal ended by stock: more deals may, or --positions." in explore(tmp_path, *words, "--acts", "1").output
    assert "No deal ended" not in explore(tmp_path, *words).output


def test_a_memory_that_outlasts_a_turn_is_told(tmp_path: Path) -> None:
    """That a player drew lasts to the end of the deal unless it is set back; whoever forgot to do so is told its name."""
    keep = "  keep drawn of player as truth\n  act draw\n  to draw\n    forbid when drawn and no cards in hand\n"
    kept = DRY.replace("  act draw\n  to draw\n", keep + "    then drawn becomes yes\n")
    told = explore(tmp_path, "--deals", "1", rules=kept).output
    assert "Memories that outlasted a turn: drawn." in told and "what is about one turn alone must be set back" in told
    back = kept.replace("then turn becomes left of turn", "then drawn becomes no\n    then turn becomes left of turn")
    assert "Memories" not in explore(tmp_path, "--deals", "1", rules=back).output


@pytest.mark.parametrize(("acts", "endless"), [("1500", "0"), ("2", "3")])
def test_a_deal_that_is_too_long_is_broken_off(tmp_path: Path, acts: str, endless: str) -> None:
    """After so many acts a deal is counted as endless and not as a dead end."""
    words = ("--deals", "3", "--from", "82", "--readings", "play.draw.empty=ends")  # none of these stocks is short
    result = explore(tmp_path, *words, "--acts", acts)
    assert result.exit_code == 0
    row = next(line for line in result.output.splitlines() if line.startswith("players="))
    assert row.split()[-2] == endless


def test_play_from_the_middle_of_deals_comes_to_other_ends(tmp_path: Path) -> None:
    """With melds on the table and few cards in hand players of Pennies go out, which they seldom do from a deal at random."""
    result = CliRunner(charset="utf-8").invoke(main, ["explore", "pennies", "--deals", "40", "--positions"])
    assert result.exit_code == 0
    assert "out=" in result.output and "0 dead ends." in result.output
