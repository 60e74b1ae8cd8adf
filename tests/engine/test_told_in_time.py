"""What the engine could not carry out is told when the book is read, not when somebody plays."""

import pytest
from tests.engine.playing import legal_acts
from tests.engine.tried import COMMON, tried

from meldspec.book.library import library_of
from meldspec.book.make_sheet import make_sheet
from meldspec.language.parse import parse
from meldspec.language.problems import Diagnostic


def told(lines: str) -> list[str]:
    """The codes of what is wrong with some lines under the common table."""
    text = COMMON.lstrip() + "".join(f"  {line}\n" for line in lines.splitlines())
    problems: list[Diagnostic] = []
    make_sheet(library_of([parse(text, "tried")]).book("tried"), problems)
    return [problem.code for problem in problems]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("event bell\nat setup\n  then raise bell", "whose"),
        ("event bell\nwhenever phase is setup\n  then raise bell", "whose"),
        ("act go\nwhenever phase is setup and could go\n  then phase becomes play", "whose"),
        ("show tried as could come to over", "whose"),
        ("at scoring\n  then phase becomes play", "misplaced-line"),
        ("show tried as the top of (the hand of turn)", "wrong-type"),
        ("act go\nto go\n  then draw 1 from hand to pile", "wrong-type"),
    ],
)
def test_what_cannot_be_is_told(lines: str, code: str) -> None:
    """An event or a look ahead that is nobody's, effects among the points, and the top of what has none are book errors."""
    assert told(lines) == [code]


def test_an_event_for_each_player_is_somebody_s() -> None:
    """Where players are gone through one by one, events befall each of them."""
    assert told("event bell\nat setup\n  then raise bell for each player in seats") == []


def test_fields_may_stand_in_any_order() -> None:
    """Other fields may stand before the plays, and acts that play from one hand to other places are told apart."""
    both = tried(
        "act put with loud: truth, plays: plays from hand onto melds, best: play\n"
        "act dump with plays: plays from hand onto melds or aside\nto put, dump\n  then lay plays from hand onto melds"
    )
    table = both.table(hand="KC KD")
    found = [(act.name, *act.values) for act, _ in legal_acts(both.rulebook, table.cells, 0)]
    pair = both.cards("KC KD")
    assert ("put", False, ((-1, pair),), 0) in found
    assert ("dump", (("aside", pair),)) in found
    assert not any(name == "put" and plays and plays[0][0] == "aside" for name, _, plays, *_ in (f for f in found if len(f) > 2))
