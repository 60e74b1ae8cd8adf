"""`meldspec ask`: a ruling as a dialogue, its questions, its answers, and the file that it writes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

import meldspec.cli.ask as ask_module
from meldspec.cli import main
from meldspec.cli.ask import INTERRUPTED, UNFINISHED
from meldspec.cli.position_files import position_text
from meldspec.ruling.dialogue.question import NotUnderstood, named, whole

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "positions.md"
TAKE = ("", "take", "8C 8D 8D", "KC KH 4D 5S 9C", "8S", "3", "4H KD", "8S", "", "")
"""A take of ordinary Canasta by four, up to where everything that matters is told."""

DIALOGUES = {
    "canasta": TAKE,
    "manzana": ("take", "8C 8D 8H 8S, JC JD 2C", "5C", "JS", "1", "JS", "none", "no"),
    "pennies": ("take", "9C 9C 9D 9H 9S", "no", "9C 9D 4C 5D 6C", "9H", "3", "5C 2D", "9c 9♦ 9h", "1", "", ""),
    "dollars": (
        *("4", "take", "4S 5S 6S 7S 8S 9S TS, 9C 9D 9D 9H", "yes", "QS AC AD TC 5D", "9S", "6", "4D 8H KC TD JC"),
        *("9S", "", "", "", ""),
    ),
    "railroad": ("2", "", "", "2", "draw", "QC QD QH", "no", "KC KD 4H 5S", "9C", "1", "2", "", "", "30 30"),
    "bain": (
        *("draw", "after", "QC QC QD QD QH QH QS, KC KC KD KD KH KH KS", "no", "4H 5D 9S", ""),
        "yes",
    ),
    "kadner": (
        *("", "discard"),
        "2C 2D 2H 2S JK JK JK, 7C 7C 7D 7D 7H 7H 7S, KC KC KD KD KH KH KS, QC QC QD QD QH QH QS, "
        "JC JC JD JD JH JH JS, 9C 9D 9H 9S 2C 2D 2H, TC TD TH TS TC 2C 2D",
        *("yes", "4H", "4H", ""),
    ),
}
"""A dispute of every game, answered question by question."""
DEFERRED = "on a point that the source of this game leaves open"
VERDICTS = {"canasta": "LEGAL", "manzana": f"LEGAL, {DEFERRED}", "pennies": "NOT LEGAL", "dollars": "LEGAL", "railroad": "LEGAL"}
VERDICTS |= {"bain": "LEGAL", "kadner": "NOT LEGAL"}

ABLE = ("", "ask", "after", "5C 5C 5D 5D 5H 5H 5S, KD KS KH", "KC 4H", "", "")
"""Asking for leave in ordinary Canasta by four, by a player who could go out, up to where everything that matters is told."""
BAIN_COUNT = (
    *("count", "somebody", "you"),
    *("QC QC QD QD QH QH QS, JC JC JD JD JH 2C JK, 2C 2D 2H 2S 2C JK JK, 7C 7C 7D 7D 7H 7H 7S", "", "QC"),
    *("8C 8C 8D 8D 8H 8H 8S", "3D", ""),
    *("", "", "3H AC KS 4C 4D 4H 5C 5D 5S 6C 6D 6H 6S", "KC 5D", "", "6D", "", "9D"),
    *("4200", "980"),
)
"""The score of docs/examples/bain-score.yaml, asked for."""
KADNER_COUNT = (
    *("", "count", "1", "1"),
    "2C 2D 2H 2S 2C JK JK, 7C 7C 7D 7D 7H 7H 7S, KC KC KD KD KH KH KS, QC QC QD QD QH QH QS, JC JC JD JD JH JH JS, "
    "9C 9C 9D 9D 9H 9H 2S, TC TC TD TD TH 2S 2S",
    *("3D 3D 3H", "8C 8D 8H", ""),
    *("", "", "3D KC KD 9H 8S 6C 6D 5C 5D 4H 4S", "KC 5H", "", "AC", "3H QC JD TS 9C 8H 7D 6S 5H 4S 4C", "JK 6D"),
    *("2150", "1890", ""),
)
"""The score of docs/examples/kadner-score.yaml, asked for: whoever went out has neither hand nor foot."""


def asked(variant: str, *answers: str, options: tuple[str | Path, ...] = ()) -> Result:
    """The dialogue with some answers, a line for each; whatever is asked after them is not answered any more."""
    words = ["ask", *([variant] if variant else []), *(str(option) for option in options)]
    return CliRunner().invoke(main, words, input="".join(f"{answer}\n" for answer in answers))


def said_again(*words: str | Path) -> str:
    """What another command says of a file."""
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("variant", DIALOGUES)
def test_a_dispute_of_every_game_is_ruled_on_and_its_file_ruled_alike(variant: str, tmp_path: Path) -> None:
    """Whoever answers question by question gets a ruling, and the file that is written gets the same one from `meldspec rule`."""
    file = tmp_path / "dispute.yaml"
    result = asked(variant, *DIALOGUES[variant], options=("--write", file))
    assert result.exit_code == 0, result.output
    assert f"\n{VERDICTS[variant]}\n" in result.output
    assert said_again("rule", file) in result.output
    assert f"'meldspec rule {file}' says the same again." in " ".join(result.output.split())


@pytest.mark.parametrize(
    ("variant", "answers", "scores"), [("bain", BAIN_COUNT, (3930, 265)), ("kadner", KADNER_COUNT, (5595, -1185))]
)
def test_a_deal_that_has_ended_is_counted(variant: str, answers: tuple[str, ...], scores: tuple[int, int], tmp_path: Path) -> None:
    """The cards that everybody has left and has laid are asked for, and the file that is written is counted alike."""
    file = tmp_path / "counted.yaml"
    result = asked(variant, *answers, options=("--write", file))
    assert result.exit_code == 0, result.output
    assert all(f"this deal {points}" in " ".join(result.output.split()) for points in scores)
    assert said_again("score", file) in result.output


def test_what_may_be_done_is_listed(tmp_path: Path) -> None:
    """Whoever wants no single act gets the list of all that is legal, and the file without an act gives it again."""
    file = tmp_path / "list.yaml"
    answers = ("", "what", "", "8C 8D 8H", "KC KD 8S", "9C", "5", "", "", "", "", "9", "", "5")
    result = asked("canasta", *answers, options=("--write", file))
    assert result.exit_code == 0, result.output
    assert "Seat 0 may\n  draw from the stock\n" in result.output
    assert said_again("rule", file) in result.output
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["hands"] == ["KC KD 8S", 9, 11, 5]


def test_the_game_is_asked_for_where_none_is_named() -> None:
    """Whoever does not name the game chooses it from a list."""
    result = asked("", "ordinary", *TAKE)
    assert result.exit_code == 0, result.output
    assert "Which game do you play? ordinary\n" in result.output and "Ordinary Canasta (canasta, 4 players)" in result.output


def test_a_game_of_another_sort_is_asked_about_by_its_own_places(spec: Path, tmp_path: Path) -> None:
    """At a game of Snap nobody is asked for melds or a foot: there are hands and a heap, and no partners."""
    file = tmp_path / "call.yaml"
    result = asked("snap", "snap", "AC", "KD", "2", "KC", options=("--spec", spec, "--write", file))
    assert result.exit_code == 0, result.output
    questions = result.output.partition("Snap (snap, 2 players)")[0]
    assert "seat 1." in questions and "Your hand, card by card: AC" in questions and "The top card of the pile: KD" in questions
    assert not any(word in questions for word in ("Melds", "foot", "Will you tell", "partner"))
    assert said_again("rule", file, "--spec", spec) in result.output


# ── answers that will not do ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("wrong", "at", "told"),
    [
        ("three", 0, "'three' is no whole number."),
        ("3", 0, "Players 3 is not offered by canasta; it offers 2, 4."),
        ("tke", 1, "'tke' is none of them. Answer with a number from 1 to 9"),
        ("KC K", 3, "Your hand: 'K'; expected: a card of the pack, as KD, TS or JK"),
        ("KC KC KC", 3, "'KC' once more than there are; the others lie in your hand; expected: at most 2 of it"),
        ("KC 3H", 3, "3H, which goes to 'laid-threes' at once"),
        ("8S 8D", 4, "Only one card lies on top."),
        ("0", 5, "0 is too few; 1 at least."),
        ("4H KD 9C", 6, "The pile: 3; expected: at least 4"),
        ("8C 8D KD", 2, "Meld 1 before your side: KD 8C 8D, which is a meld of no kind; expected: A meld"),
        ("8C 8D 8D, 8C 8H 8S", 2, "Your side: The side has two melds of one rank; expected: a table between two acts"),
        ("maybe", 9, "'maybe' is neither yes nor no."),
        ("8S 8H", 7, "What is laid: 8H, which seat 0 does not hold; expected: cards that are there: your hand is KC KH 9C 5S 4D"),
    ],
)
def test_an_answer_that_will_not_do_is_told_why_and_asked_again(wrong: str, at: int, told: str) -> None:
    """Whatever is wrong with an answer is told at once in a player's words, and the same question stands again."""
    result = asked("canasta", *TAKE[:at], wrong, *TAKE[at:])
    assert told in " ".join(result.output.split())
    assert result.exit_code == 0 and "\nLEGAL\n" in result.output
    assert "hands[" not in result.output.partition("What the file does not say")[0]


def test_two_melds_are_not_taken_for_one() -> None:
    """Ordinary Canasta: who parts two melds by a comma where one is asked for is told to lay the first of them first."""
    result = asked("canasta", "", "lay", "after", "KC KD KH", "no", "7C 7D 7H 6C 6D 6H", "7C 7D 7H, 6C 6D 6H")
    assert "These are 2 melds. Lay 7C 7D 7H first; what else you lay is asked next." in " ".join(result.output.split())


def test_somebody_who_went_out_is_somebody() -> None:
    """Of a deal that somebody ended by going out it is asked who it was, and nobody is not offered."""
    result = asked("canasta", "", "count", "1", "")
    assert "By whom? \n  This cannot be left open." in result.output
    assert "nobody" not in result.output.partition("How did the deal end?")[2].partition("This cannot")[0]


def test_a_question_mark_explains_with_an_example() -> None:
    """Whoever answers ? is told what is wanted, with an example, and is asked again."""
    result = asked("canasta", *TAKE[:3], "?", *TAKE[3:])
    assert "Put spaces between cards, as: KC KD 4H JK." in " ".join(result.output.split())
    assert result.output.count("Your hand, card by card:") == 2 and result.exit_code == 0


def test_an_answer_is_needed_where_none_can_be_assumed() -> None:
    """A hand may not be passed over, for nothing can be ruled on without it."""
    result = asked("canasta", *TAKE[:3], "", *TAKE[3:])
    assert "This cannot be left open." in result.output and result.exit_code == 0


def test_cards_may_be_spelt_as_people_spell_them(tmp_path: Path) -> None:
    """Small letters, signs of the suits, 10 for T and the suit before the rank are all understood."""
    file = tmp_path / "dispute.yaml"
    answers = (*TAKE[:3], "kc, K♥ 10d s5 joker", *TAKE[4:])
    assert asked("canasta", *answers, options=("--write", file)).exit_code == 0
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["hands"][0] == "KC KH TD 5S JK"


# ── going back, and leaving ─────────────────────────────────────────────────────────────────────────────────


def test_back_goes_back_one_question(tmp_path: Path) -> None:
    """Whoever said something wrong goes back as many questions as it takes, and what stands before them is kept."""
    file = tmp_path / "dispute.yaml"
    result = asked("canasta", *TAKE[:4], "9S", "3", "back", "back", *TAKE[4:], options=("--write", file))
    assert result.exit_code == 0, result.output
    assert result.output.count("The top card of the pile:") == 2 and result.output.count("Your hand, card by card:") == 1
    assert yaml.safe_load(file.read_text(encoding="utf-8"))["pile"] == "4H KD 8S"


def test_before_the_first_question_there_is_none() -> None:
    """Whoever goes back at the first question is told so and asked it again."""
    result = asked("canasta", "back", *TAKE)
    assert "This is the first question." in result.output and result.exit_code == 0


def test_a_ruling_may_be_gone_back_from() -> None:
    """Who sees by the ruling that something was told wrongly goes back from the last question of all."""
    result = asked("canasta", *TAKE, "back", "back", "back", "9C", "1", "", "no", "no")
    assert result.exit_code == 0, result.output
    assert result.output.count("Ordinary Canasta (canasta, 4 players)") == 2 and "\nNOT LEGAL\n" in result.output


@pytest.mark.parametrize("told", range(len(TAKE)))
def test_who_stops_answering_gets_no_ruling_and_no_file(told: int, tmp_path: Path) -> None:
    """Where the answers end before everything is told, nothing is ruled and nothing is written."""
    result = asked("canasta", *TAKE[:told], options=("--write", tmp_path / "dispute.yaml"))
    assert result.exit_code == UNFINISHED
    assert "LEGAL" not in result.output and list(tmp_path.iterdir()) == []
    assert "The answers end before there is a position to rule on; nothing is written." in result.stderr


def test_an_interrupt_leaves_with_its_own_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Ctrl-C leaves at once, with the code that programs have for it and without a trace of itself."""

    def lines(_: object, prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(ask_module.Terminal, "line", lines)
    result = asked("canasta", options=("--write", tmp_path / "dispute.yaml"))
    assert result.exit_code == INTERRUPTED == 128 + signal.SIGINT
    assert result.stderr == "\nLeft; nothing is written.\n" and list(tmp_path.iterdir()) == []


# ── what no table shows ─────────────────────────────────────────────────────────────────────────────────────


def test_what_no_table_shows_is_asked_for_where_the_ruling_turns_on_it(tmp_path: Path) -> None:
    """Whether the foot may be drawn hangs on who has completed a canasta: that is asked in the words of the rules, and decides."""
    result = asked("bain", *DIALOGUES["bain"], options=("--write", tmp_path / "foot.yaml"))
    assert "So far: NOT LEGAL. What no table shows may change it:\n" in result.output
    assert "About you: Has this player completed a canasta of the side? [not known] yes\n" in result.output
    assert result.output.index("So far: NOT LEGAL.") < result.output.index("\nLEGAL\n")
    memory = yaml.safe_load((tmp_path / "foot.yaml").read_text(encoding="utf-8"))["memory"]
    assert memory == {"earned": [True, "unknown", "unknown", "unknown"]}


def test_what_nobody_remembers_is_left_open() -> None:
    """Who does not know, or answers no more, gets the ruling as it is taken then, and reads what it turns on."""
    for answers in ((*ABLE, "", "", ""), ABLE):
        result = asked("canasta", *answers)
        assert result.exit_code == 0, result.output
        assert "Has leave been refused in this turn? Taken: no" in result.output


def test_who_does_not_know_who_completed_the_canastas_is_told_that_it_may_turn_it() -> None:
    """Bain: who does not know who completed the canastas gets no flat refusal."""
    result = asked("bain", *DIALOGUES["bain"][:-1], "")
    said = " ".join(result.output.split())
    assert "NOT LEGAL, unless" in said
    assert "Taken: no; were it yes: LEGAL." in said


def test_who_does_not_know_the_stock_is_told_that_it_may_turn_it() -> None:
    """Manzana: the top eight fits a meld and has to be taken where the stock is gone; left open, that is no flat yes."""
    result = asked("manzana", "draw", "8C 8D 2C", "QC QD 4H", "8S", "3", "5C KD", "", "", "")
    said = " ".join(result.output.split())
    assert "How many cards are left in the stock? [not known]" in said
    assert "LEGAL, unless" in said
    assert "How many cards are left in the stock: none?" in said


def test_no_more_than_three_memories_are_asked_for() -> None:
    """Whether leave may be asked turns on more than three things that no table shows: three are asked for, the others told."""
    result = asked("canasta", *ABLE)
    asked_for, _, ruling = result.output.partition("So far: UNDETERMINED.")[2].partition("Ordinary Canasta (")
    assert asked_for.count("[not known]") == 3 and "(In a file: melded-now and held-to-it.)" in " ".join(ruling.split())
    answered = asked("canasta", *ABLE, "no", "no", "no")
    assert "UNDETERMINED" not in answered.output.partition("Ordinary Canasta (")[2] and "\nLEGAL" in answered.output


# ── only what matters ───────────────────────────────────────────────────────────────────────────────────────


def test_the_points_are_asked_for_where_the_minimum_hangs_on_them(tmp_path: Path) -> None:
    """A side that has not opened is asked for its points, and the same opening is legal or not by them."""
    opening = ("", "lay", "", "AC AD AH 4H 5S", "AC AD AH", "", "")
    for points, verdict in (("", "LEGAL"), ("1500", "NOT LEGAL")):
        result = asked("canasta", *opening, points)
        assert "How many points had your side before this deal? [0]" in result.output and f"\n{verdict}\n" in result.output
    laid = ("", "lay", "KC KD KH", "AC AD AH 4H 5S", "AC AD AH", "", "")
    assert "How many points" not in asked("canasta", *laid).output


def test_the_melds_of_others_are_asked_for_where_they_turn_the_verdict() -> None:
    """Whoever would discard a seven at a table of three is asked what both others have laid, and for nothing else of theirs."""
    mine, sevens = ("3", "", "", "", "discard", "7C 7C 7D 7D 7H 7H 7S", "yes", "7S KD 4H", "7S"), "7C 7C 7D 7D 7H 7H 7S"
    for right, verdict in (("", "NOT LEGAL"), ("7C 7C 7D 7D 7H 7H 7S", "LEGAL")):
        result = asked("railroad", *mine, sevens, right)
        assert f"\n{verdict}{f', {DEFERRED}' if verdict == 'NOT LEGAL' else ''}\n" in result.output
        assert "Melds before the player on your right: [none]" in result.output and "Will you tell" not in result.output
    assert "Will you tell what lies before the others" in asked("railroad", *mine[:-2], "7S KD 4H", "KD").output


def test_a_partner_s_foot_is_asked_for_where_leave_hangs_on_it(tmp_path: Path) -> None:
    """Whether leave may be asked in Kadner's game hangs on the partner's foot and on whether it was played: both are asked for."""
    books = DIALOGUES["kadner"][2]
    for played, verdict in (("no", "NOT LEGAL"), ("yes", "LEGAL")):
        file = tmp_path / f"{played}.yaml"
        answers = ("", "ask", "after", books, "yes", "KC KD", "", "", "yes", played, "no", "no")
        result = asked("kadner", *answers, options=("--write", file))
        assert "Has your partner taken up the foot? [no] yes\n" in result.output
        asks = "About your partner: Had this player laid or discarded a card of the foot in an earlier turn? [not known]"
        assert asks in result.output and f"\n{verdict}\n" in result.output and said_again("rule", file) in result.output


def test_the_pile_is_not_asked_for_after_the_draw() -> None:
    """Who has drawn and goes on with the turn is asked neither for the pile nor for the stock."""
    result = asked("canasta", "", "discard", "KC KS KH", "KC KD 4H", "4H", "")
    assert result.exit_code == 0 and "pile:" not in result.output.partition("\nLEGAL")[0] and "stock?" not in result.output


# ── files ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_file_may_be_named_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end the position may be written, by a name; a mere yes is asked for one."""
    monkeypatch.chdir(tmp_path)
    result = asked("canasta", *TAKE, "yes", "dispute.yaml")
    assert "What is the file to be called?" in result.output and "Written to dispute.yaml" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["dispute.yaml"]


@pytest.mark.parametrize(("sure", "kept"), [("yes", False), ("no", True), ("", True), (None, True)])
def test_no_file_is_written_over_unasked(sure: str | None, kept: bool, tmp_path: Path) -> None:
    """A file that is there already stays as it is, unless whoever asks says yes to losing it."""
    file = tmp_path / "dispute.yaml"
    file.write_text("mine", encoding="utf-8")
    result = asked("canasta", *TAKE, *([] if sure is None else [sure]), options=("--write", file))
    assert result.exit_code == 0 and "is there already. Write over it? [no]" in result.output
    assert (file.read_text(encoding="utf-8") == "mine") is kept
    assert (f"Written to {file}" in " ".join(result.output.split())) is not kept


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    """Where no file can be written, that is said, after the ruling."""
    result = asked("canasta", *TAKE, options=("--write", tmp_path / "nowhere" / "dispute.yaml"))
    assert result.exit_code == 74 and "\nLEGAL\n" in result.output and "cannot be read or written: No such file" in result.stderr


def test_a_file_that_is_written_reads_as_what_was_told() -> None:
    """Whatever is told stands in the file so that it is read again as it was: texts that look like numbers or a yes included."""
    fields = {
        "title": "no: really? #1",
        "hands": ["KC 2D", 11, "", "3"],
        "sides": [{"melds": ["KC KD KH"], "red_threes": 2}, {}],
        "memory": {"opener": [0, "unknown"], "refused": False},
        "pile": {"top": "8S", "below": "2H", "count": 12},
        "totals": [-5, 1500],
    }
    assert yaml.safe_load(position_text(fields)) == fields
    assert 'hands: [KC 2D, 11, "", "3"]\nsides:\n  - {melds: [KC KD KH], red_threes: 2}\n  - {}\n' in position_text(fields)


# ── readings ────────────────────────────────────────────────────────────────────────────────────────────────


def test_readings_hold_for_the_dialogue_and_stand_in_the_file(tmp_path: Path) -> None:
    """A reading that is asked for decides the ruling, and the file is ruled on by it, too."""
    file = tmp_path / "dispute.yaml"
    result = asked("canasta", *TAKE, options=("--readings", "pile.match.hand-card=mate-needed", "--write", file))
    assert "\nNOT LEGAL\n" in result.output and said_again("rule", file) in result.output


@pytest.mark.parametrize(
    ("variant", "options", "told"),
    [
        ("canastra", (), "no variant 'canastra': did you mean 'canasta'?"),
        ("canasta", ("--readings", "pile.pear=x"), "is no question of canasta"),
        ("canasta", ("--profile", "nobodys"), "'nobodys' is no profile for canasta"),
        ("", ("--profile", "canasta-bicycle"), "name the variant whose readings these are"),
    ],
)
def test_a_choice_that_there_is_not_is_refused_before_anything_is_asked(variant: str, options: tuple[str, ...], told: str) -> None:
    """A game or a reading that there is not is refused at once."""
    result = asked(variant, *TAKE, options=options)
    assert result.exit_code == 2 and told in " ".join(result.stderr.split()) and "How many" not in result.output


def test_answers_may_come_through_a_pipe(tmp_path: Path) -> None:
    """Without a terminal the same dialogue is held, and what comes through the pipe is shown with its questions."""
    command = [sys.executable, "-c", "from meldspec.cli import main; main()", "ask", "canasta"]
    environment = {**os.environ, "MELDSPEC_CACHE": str(tmp_path)}
    text = "".join(f"{answer}\n" for answer in TAKE)
    done = subprocess.run(command, input=text, capture_output=True, encoding="utf-8", env=environment, check=False)
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout == asked("canasta", *TAKE).output


def test_the_printed_dialogue_is_the_real_one(goldens: bool) -> None:
    """The dialogue that the documentation prints is held as it stands there: its answers give all its lines."""
    result = asked("bain", *DIALOGUES["bain"])
    held = "\n".join(line.rstrip() for line in result.output.splitlines())
    before, begun, rest = PAGE.read_text(encoding="utf-8").partition("$ meldspec ask bain\n")
    printed, end, after = rest.partition("\n```")
    if goldens:
        PAGE.write_text(before + begun + held + end + after, encoding="utf-8")
    else:
        assert printed == held


def test_nothing_is_taken_that_a_player_did_not_say() -> None:
    """Pennies (paragraph 40): who wishes to discard a seven is told beforehand that nothing lies before the others unless told;
    and who takes the pile and names no cards is asked for them again, since to lay none is against the rules."""
    output = " ".join(asked("pennies", "discard", "9C 9D 9H", "no", "7C 4D 5H", "7C", "", "", "").output.split())
    assert "Will you tell what lies before the others, or red threes before your side? Otherwise nothing does. [no]" in output
    take = asked("pennies", "take", "9C 9C 9D 9H 9S", "no", "9C 9D 4C 5D 6C", "9H", "3", "5C 2D", "", "9C 9D 9H", "1", "", "")
    assert "Which cards do you lay together, 9H of the pile among them? [none]" not in take.output
    assert "NOT LEGAL" in take.output


@pytest.mark.parametrize(("answer", "kept"), [("2", 2), ("0", 0), ("your partner", 2)])
def test_a_seat_is_named_by_its_number(answer: str, kept: int) -> None:
    """Who opened may be told as the dialogue has told the seats before, by number or in words; nothing is counted off."""
    seats = [("nobody", "nobody"), (0, "you"), (1, "the player on your left"), (2, "your partner")]
    assert named(seats, "")(answer) == kept


def test_a_number_without_end_is_not_understood() -> None:
    """What no position may have is not taken in a dialogue either."""
    with pytest.raises(NotUnderstood):
        whole("1" * 20)
