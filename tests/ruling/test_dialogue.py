"""The dialogue that asks for a position: at the table of every example its questions lead to the ruling of the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.ruling.example_player import ExamplePlayer
from tests.sampling import first_of_each

from meldspec.cli.position_files import read_position_file
from meldspec.engine.rulebook import Library
from meldspec.ruling.dialogue.conversation import Asker
from meldspec.ruling.dialogue.question import Talk
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
