"""`meldspec rule`: rulings as text and as JSON, and positions refused."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from meldspec.cli import main
from meldspec.engine.verdict import Unanswered

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "docs" / "examples"
SNAP = Path(__file__).resolve().parent.parent / "books" / "snap.rules"


def run(*words: str | Path, charset: str = "utf-8") -> Result:
    """The command's result."""
    return CliRunner(charset=charset).invoke(main, ["rule", *(str(word) for word in words)])


def test_a_ruling_is_told_for_people(tmp_path: Path) -> None:
    """The whole ruling on a call of Snap: what was asked, the verdict, the clause with its words and line, and what is unsaid."""
    (tmp_path / "spec").mkdir()
    (tmp_path / "spec" / "snap.rules").write_text(SNAP.read_text(encoding="utf-8"), encoding="utf-8")
    file = tmp_path / "call.yaml"
    file.write_text(
        "title: May I call?\nvariant: snap\nturn: 0\nphase: playing\nstock: 0\npile: QC KD\nhands: [AC, 3]\n"
        "act: {seat: 1, action: {type: snap}}\n",
        encoding="utf-8",
    )
    result = run(file, "--spec", tmp_path / "spec")
    assert result.output == (
        "Snap (snap, 2 players)\n"
        "May I call?\n"
        "\n"
        "Seat 1: snap\n"
        "\n"
        "NOT LEGAL\n"
        "\n"
        "Why\n"
        "  Calling [snap.calling]: When the two uppermost cards are alike in rank, either player may take\n"
        "    the heap, which counts one for each card.\n"
        "    Here: “the rank of the top of the heap is the rank of the top of the rest of the heap” does\n"
        "      not hold (the rank of the top of the heap: king, the rank of the top of the rest of the heap:\n"
        "      queen).\n"
        "\n"
        "No other reading of any question changes this.\n"
        "\n"
        "What the file does not say\n"
        "  Cards were filled in, as nobody knows them, for the hand of seat 1.\n"
    )
    assert result.exit_code == 0


def test_a_ruling_has_clause_prose_citation_effect_and_doubt() -> None:
    """A legal take is told with what permits it, what it does, and the readings that would refuse it."""
    result = run(EXAMPLES / "canasta-match-the-top.yaml")
    assert result.exit_code == 0
    for told in (
        "Seat 0: take the pile: its top card 8♠ onto 8♣ 8♦ 8♦",
        "LEGAL\n\nWhy\n  The pile is not frozen [pile.frozen].\n    With a meld of the side [pile.match]: Where the pile",
        "In doubt\n  The sources disagree. Must the player hold a natural card of the rank besides? Read here: “No.”\n",
        "    [pile.match]\n\nSources\n",
        "  Canasta (pagat): https://www.pagat.com/rummy/canasta.html\n",
        "  side 0, meld: 8♣ 8♦ 8♦ + 8♠ (natural)\n",
        "  With a meld of the side: Must the player hold a natural card of the rank besides?\n",
        "    mate-needed: “Yes, one at least.” (only computer programs play it so) NOT LEGAL: ",
        "  Seen from the table: Has this side opened? Side 0: yes. Which melds lay before this side when\n",
    ):
        assert told in result.output
    assert max(len(line) for line in result.output.splitlines()) <= 100


def test_the_formal_lines_are_told_where_they_are_asked_for() -> None:
    """The formal line that decides is for those who ask for it, and a player is spared it."""
    file = EXAMPLES / "canasta-match-the-top.yaml"
    assert "allow when" not in run(file).output
    assert "    pile.match:1  to take: allow when not capture is new" in run(file, "--formal").output


def test_suits_are_letters_where_signs_cannot_be_shown() -> None:
    """On a terminal without the signs of the suits, cards are written as the protocol spells them."""
    result = run(EXAMPLES / "canasta-what-may-i-do.yaml", charset="ascii")
    assert "take the pile: its top card 8S onto 8C 8D 8D" in result.output


def test_everything_legal_is_listed() -> None:
    """A position without an act is answered with all that may be done in it."""
    result = run(EXAMPLES / "canasta-what-may-i-do.yaml")
    assert "Seat 0 may\n  draw from the stock\n  take the pile: its top card 8♠ onto 8♣ 8♦ 8♦\n" in result.output
    assert "  ask seat 2 for leave to go out\n" in result.output


def test_readings_may_be_chosen() -> None:
    """A reading given on the command line turns the ruling, and the head says that it was chosen."""
    result = run(EXAMPLES / "canasta-match-the-top.yaml", "--readings", "pile.match.hand-card=mate-needed")
    assert "read with pile.match.hand-card=mate-needed\n" in result.output
    assert "NOT LEGAL\n\nWhat it takes: one of these ways, and none is open\n" in result.output


def test_a_profile_may_be_chosen() -> None:
    """As Bicycle tells the game, a black three that lies in the pile freezes it, and the same take is refused."""
    file = EXAMPLES / "canasta-black-three-buried.yaml"
    assert json.loads(run(file, "--profile", "canasta-bicycle", "--json").output)["verdict"] == "illegal"
    assert json.loads(run(file, "--profile", "canasta-pagat", "--json").output)["verdict"] == "legal"


def test_a_ruling_as_json() -> None:
    """A ruling as JSON has the act, the verdict, every line with its clause, what follows, and every reading that turns it."""
    result = run(EXAMPLES / "canasta-match-the-top.yaml", "--json")
    told = json.loads(result.output)
    assert told["act"] == {"seat": 0, "action": {"type": "take", "plays": [{"to": 0, "cards": ["8S"]}], "top": 0}}
    assert (told["verdict"], [line["line"] for line in told["lines"]]) == ("legal", ["pile.match:1"])
    assert told["observation"]["sides"][0]["melds"][0]["cards"] == ["8C", "8D", "8D", "8S"]
    turned = {(o["question"], o["reading"]): o["verdict"] for o in told["otherwise"]}
    assert turned["pile.match.hand-card", "mate-needed"] == "illegal"
    assert told["assumed"] == {"has-melded[0]": "yes", "has-melded[2]": "yes"} and told["follows"]["opened[0]"] == "yes"
    assert told["made_up"] == ["stock", "hands[1]", "hands[2]", "hands[3]"]


def test_a_list_as_json() -> None:
    """All that is legal as JSON is a list of the protocol's actions by seat."""
    told = json.loads(run(EXAMPLES / "canasta-what-may-i-do.yaml", "--json").output)
    assert {"seat": 0, "action": {"type": "draw"}} in told["legal"]
    assert {"seat": 0, "action": {"type": "ask", "seat": 2}} in told["legal"]


def test_a_position_that_cannot_be_is_refused(tmp_path: Path) -> None:
    """All that is wrong with a position goes to standard error, with file and line, and the exit code is 2."""
    file = tmp_path / "table.yaml"
    file.write_text("variant: canasta\nturn: 9\nphase: draw\nhands: [K, 11, 11, 11]\n", encoding="utf-8")
    result = run(file)
    assert result.exit_code == 2
    assert f"{file}:2:7" in result.stderr and f"{file}:4:9" in result.stderr
    assert "2 things are wrong with this position" in result.stderr


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    """A file that is no UTF-8 is refused with the line and column of the first bad byte."""
    file = tmp_path / "table.yaml"
    file.write_bytes(b"variant: \xff")
    result = run(file)
    assert result.exit_code == 2 and ":1:10: not-utf-8" in result.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--readings", "pile.match.hand-card"), "expected QUESTION=READING"),
        (("--readings", "pile.match.hand-card=maybe"), "it has top-alone, mate-needed"),
        (("--readings", "pile.pear=x"), "is no question of canasta"),
        (("--profile", "nobodys"), "'nobodys' is no profile for canasta"),
    ],
)
def test_a_choice_that_there_is_not_is_refused(words: tuple[str, ...], told: str) -> None:
    """A reading or profile that there is not is refused with those there are."""
    result = run(EXAMPLES / "canasta-match-the-top.yaml", *words)
    assert result.exit_code == 2
    assert told in " ".join(result.stderr.split())


def test_rules_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    """Where the rules text itself is wrong, that is said and nothing is ruled."""
    (tmp_path / "snap.rules").write_text(
        SNAP.read_text(encoding="utf-8").replace("require player", "requires player"), encoding="utf-8"
    )
    file = tmp_path / "table.yaml"
    file.write_text("variant: snap\n", encoding="utf-8")
    result = run(file, "--spec", tmp_path)
    assert result.exit_code == 1 and "these rules cannot be used" in result.stderr


def test_an_act_that_ends_the_deal_by_some_reading_is_told() -> None:
    """Where the same discard goes on by one reading and goes out by another, the ruling tells both."""
    result = run(EXAMPLES / "pennies-last-card-and-foot.yaml")
    assert result.exit_code == 0
    assert "foot of seat 0: 11 → 0 cards" in result.output and "foot.last-card.empty" in result.output


def test_readings_that_turn_nothing_are_told_on_demand() -> None:
    """Where cards rest until the next turn the take is as legal, which is told to those who ask for all readings."""
    file = EXAMPLES / "canasta-match-the-top.yaml"
    assert "pile.take.others" not in run(file).output
    told = run(file, "--all-readings").output
    assert "pile.take.others" in told and "remembered: shown-now is no, not yes" in told


NIM = """book nim "Nim with cards"
chapter 10 nim "The whole game"
clause nim.cards "Cards and places"
  | Two players draw from one heap, and nobody has a hand.
  option players from 2 otherwise 2
  sides 2
  deck 1 of A K Q in C D H S
  place pack is row shown as stock
  place won of side is bag shown as garbage
  phases setup, draw
  act draw
  at setup
    then turn becomes the left of dealer
    then phase becomes draw
  to draw
    require player is turn
    then draw 1 from pack to won
    then turn becomes the left of player
  at scoring
    award 1 for each card in won
  whenever phase is draw and no cards in pack
    then end the deal by stock
"""
NOBODY = """  keep chosen of side as side
  to draw
    then chosen becomes side when no cards in pack
    then draw 1 from pack to won of chosen
"""


@pytest.mark.parametrize(("more", "code", "said"), [("", 0, "LEGAL"), (NOBODY, 1, "of nobody")])
def test_a_game_in_which_nobody_has_a_hand(more: str, code: int, said: str, tmp_path: Path) -> None:
    """Where cards lie before the sides alone there is a ruling all the same; rules that speak of what nobody has are told so."""
    (tmp_path / "nim.rules").write_text(NIM + more, encoding="utf-8")
    file = tmp_path / "nim.yaml"
    file.write_text("{variant: nim, turn: 0, phase: draw, stock: 5, act: {action: {type: draw}}}", encoding="utf-8")
    result = run(file, "--spec", tmp_path)
    assert (result.exit_code, said in result.output, "defect" in result.output) == (code, True, False)


def test_what_is_expected_of_no_act_is_refused(tmp_path: Path) -> None:
    """A file that expects a verdict and tells no act would never be held against anything."""
    file = tmp_path / "none.yaml"
    file.write_text(
        "{variant: canasta, turn: 0, phase: draw, pile: 8S, hands: [4C, 4D, 4H, 4S], act: , expect: {verdict: legal}}",
        encoding="utf-8",
    )
    result = run(file)
    assert (result.exit_code, "no act is told" in result.output) == (2, True)


def test_where_looking_ahead_comes_to_no_end_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand of twenty low cards may be too much to look through: then there is no ruling, and that is no defect."""

    def ruled(*_: object) -> None:
        raise Unanswered("16384 acts were tried without an answer")

    monkeypatch.setattr("meldspec.cli.positions.rule", ruled)
    file = tmp_path / "far.yaml"
    file.write_text(
        "{variant: canasta, turn: 0, phase: draw, pile: 8S, hands: [4C, 4D, 4H, 4S], act: {action: {type: draw}}}", encoding="utf-8"
    )
    result = run(file)
    assert (result.exit_code, "the rules come to no answer here: 16384 acts" in result.output) == (1, True)


def test_a_text_that_would_steer_the_terminal_is_refused(tmp_path: Path) -> None:
    """Signs that are written as escapes would clear the screen of whoever reads somebody else's file."""
    file = tmp_path / "title.yaml"
    file.write_text('title: "May I?\\e[2J\\u202eLEGAL"\nvariant: canasta\nturn: 0\n', encoding="utf-8")
    result = run(file)
    assert (result.exit_code, "an unseen sign in a text (U+001B)" in result.output) == (2, True)
