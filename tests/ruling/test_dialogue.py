"""The dialogue that asks for a position: at the table of every example its questions lead to the ruling of the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.engine.variants import with_house
from tests.ruling.example_player import ExamplePlayer
from tests.sampling import first_of_each

from meldspec.cli.position_files import read_position_file
from meldspec.engine.rulebook import Library
from meldspec.ruling.dialogue.conversation import Asker
from meldspec.ruling.dialogue.question import Dialogue, NotUnderstood, Question, Talk
from meldspec.ruling.dialogue.reader import Fields, Reader
from meldspec.ruling.ruling import rule

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "docs" / "examples"
WITH_AN_ACT = sorted(path.stem for path in EXAMPLES.glob("*.yaml") if "\nact:" in path.read_text(encoding="utf-8"))


def held(rules: Library, name: str) -> tuple[Asker, Talk[Fields], bool]:
    """The dialogue that whoever acts in an example holds to its end, and whether the example's own ruling is legal."""
    position = read_position_file((EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8"), name, rules)
    asker, player, act = Asker(Reader(rules, {})), ExamplePlayer(position), position.act()
    assert act is not None
    talk = Talk(lambda: asker.conversation({"variant": position.rulebook.name}))
    while talk.question is not None:
        talk.reply(player.answer(talk.question))
    return asker, talk, rule(position, act).judgement.legal


@pytest.mark.parametrize("name", first_of_each(WITH_AN_ACT, lambda name: name.partition("-")[0]))
def test_at_the_table_of_an_example_the_dialogue_gives_its_verdict(rules: Library, name: str) -> None:
    """Whoever sits at the table of an example and answers what is asked gets the verdict of its file, in a dozen questions."""
    asker, talk, legal = held(rules, name)
    assert asker.ruling(talk.result[0]).judgement.legal == legal
    assert len(talk.answers) <= 16


HOUSE = """variant house extends canasta "House"

chapter 60 out "The discard and going out"

clause out.house "How it is here"
  | So we play it.
  programs learn acts swap
  act swap with given: card from hand, one: number from (numbers from 1 to 3)
  to swap
    require player is turn
    require the phase is play
    then end the deal by stuck
"""


def at_home(lines: str = "") -> Talk[Fields]:
    """The dialogue of a house with a clause of its own."""
    asker = Asker(Reader(Library(with_house(HOUSE + lines)), {}))
    return Talk(lambda: asker.conversation({"variant": "house"}))


def answered(talk: Talk[Fields], *answers: str) -> str:
    """The question that stands after some answers, the first of which is the number of players where that is asked."""
    for answer in answers:
        talk.reply(answer)
    assert talk.question is not None
    return talk.question.asks


def test_a_number_that_has_to_be_said_cannot_be_left_open() -> None:
    """Of one, two or three nothing is not one: the card is taken as it is told, and the number is asked for until it is said."""
    talk = at_home()
    assert answered(talk, "4", "swap", "none", "KC KH", "KC").startswith("One")
    with pytest.raises(NotUnderstood, match="cannot be left open"):
        talk.reply("")
    assert answered(talk).startswith("One")
    assert not answered(talk, "2").startswith("One")


PUSH = "  programs learn acts push\n  act push with "
ALONE = """  programs learn acts blame
  act blame with victim: player
  to blame
    require not victim is player
    then end the deal by stuck for victim

change clause cards.players
  | One plays, or three, each alone.
  redefine players from 1, 3 otherwise 1
  instead of "sides"
    sides players
"""


def test_who_plays_alone_can_name_oneself() -> None:
    """Where an act names a player and nobody else sits there, it is ruled on with the one who is."""
    talk = at_home(ALONE)
    assert answered(talk, "1", "blame", "", "none", "KC KH", "KS", "1") == "Whom?"
    assert talk.question is not None and talk.question.choices == ("you",)
    assert answered(talk, "you") != "Whom?"


@pytest.mark.parametrize(
    ("act", "answers", "last", "told"),
    [
        (f"{PUSH}low: meld, high: meld\n  to push\n", ("none",), "QC QH", "No meld lies before you"),
        (f"{PUSH}low: meld, high: meld\n  to push\n", ("KC KD KH", "QC QH"), "1", "No other meld lies before you"),
        (f"{PUSH}one: number from (numbers from 1 to 0)\n  to push\n    require one is 1\n", ("none",), "QC QH", "no number here"),
    ],
)
def test_what_nobody_could_name_is_not_asked_for(act: str, answers: tuple[str, ...], last: str, told: str) -> None:
    """Where there is no meld or no number that an act could name, that is said, and the question before stands again."""
    talk = at_home(f"{act}    require the phase is play\n    then end the deal by stuck\n")
    asked = answered(talk, "4", "push", *answers)
    with pytest.raises(NotUnderstood, match=told):
        talk.reply(last)
    assert answered(talk) == asked


def test_options_that_only_go_together_are_told_one_after_the_other() -> None:
    """An option is taken as told where some answer to what is asked next goes with it, and refused where none does."""
    talk = at_home("""  option aa from 0, 1, 2 otherwise 0
  option bb from 0, 1, 2 otherwise 0
  options need aa is bb
  options need players is 2 or aa is not 2
  to draw
    then draw (aa plus bb) from stock to hand
""")
    assert answered(talk, "4").startswith("How it is here: how many aa")
    with pytest.raises(NotUnderstood, match="House cannot be played with players 4, aa 2, whatever the other options are"):
        talk.reply("2")
    with pytest.raises(NotUnderstood, match="Aa 3 is not offered by house; it offers 0, 1, 2"):
        talk.reply("3")
    asked = answered(talk, "1")
    assert asked.startswith("How it is here: how many bb") and talk.question is not None and talk.question.empty == "1"
    with pytest.raises(NotUnderstood, match="House cannot be played with players 4, aa 1, bb 0: it needs aa is bb"):
        talk.reply("0")
    assert answered(talk, "1") == "What do you want to do?"


def test_a_part_of_the_turn_in_which_no_table_stays_is_not_asked_about() -> None:
    """Where the deal ends as soon as it is somebody's turn to draw, whoever discards is beyond that."""
    ends = "  whenever the phase is draw\n    then end the deal by stuck\n"
    assert answered(at_home(ends), "4", "discard").startswith("Melds before")


def test_what_cannot_follow_from_an_answer_lets_its_question_stand() -> None:
    """A dialogue that finds out later that an answer cannot be asks for it again, and may then be given another one."""

    def begin() -> Dialogue[int]:
        number: int = yield Question("How many?", "", int)
        if number > 3:
            raise NotUnderstood("Three at most.")
        return number

    talk = Talk(begin)
    for _ in range(2):
        with pytest.raises(NotUnderstood, match="Three at most"):
            talk.reply("4")
    talk.reply("2")
    assert talk.result == [2]


def test_going_back_to_the_beginning_and_answering_alike_gives_the_same(rules: Library) -> None:
    """From the end one may go back question by question to the first, and the same answers lead to the same position."""
    _, talk, _ = held(rules, "manzana-one-card-each")
    answers, told = list(talk.answers), talk.result[0]
    asked = []
    while talk.back():
        assert talk.question is not None
        asked.append(talk.question.asks)
    assert len(asked) == len(answers) and asked[-1] == "What do you want to do?"
    again = Talk(talk.begin, answers)
    assert again.question is None and again.result == [told]
