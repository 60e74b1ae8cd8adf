"""What one request was answered under some readings is taken for others only where they answer it alike."""

from collections.abc import Iterator
from random import Random

import pytest
from tests.judge.spoilt import cases_of, rules

from meldspec.corpus.expect import steps
from meldspec.engine.referee import Referee
from meldspec.engine.verdict import Unanswered
from meldspec.protocol.case import LOOKED_AHEAD, Case, Readings
from meldspec.protocol.messages import Expected
from meldspec.runner.recomputed import Recomputed
from meldspec.table.faults import RulesFault
from meldspec.table.selection import ChoiceError

GAMES = ("bain", "canasta", "dollars", "kadner", "manzana", "pennies", "railroad")
WORLDS, CASES = 12, 10


def by_themselves(case: Case, readings: Readings) -> Iterator[Expected]:
    """What the rules expect of a case, asked by a referee that knows of no other case and no other readings."""
    try:
        referee = Referee(rules().rulebook(case.variant, case.options, readings), LOOKED_AHEAD)
        for step in steps(referee, case.requests):
            yield step.said
    except (ChoiceError, RulesFault, Unanswered, ValueError):
        return


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_what_it_is_without_the_others(game: str) -> None:
    """Ten cases of a game under twelve sets of readings drawn by chance, one after the other: every answer is the one that the same
    case gets by itself."""
    die = Random(f"recomputed {game}")
    cases, recomputed = die.sample(cases_of(game), CASES), Recomputed(rules())
    known = rules().readings(game)
    for _ in range(WORLDS):
        # Most questions are read by default, as most implementations have it: so that much of what was answered comes again.
        readings = {question: die.choice(list(known[question])) for question in known if die.random() < 0.15}
        for case in cases:
            assert list(recomputed(case, readings)) == list(by_themselves(case, readings)), (case.id, readings)


def test_nothing_is_said_of_options_that_there_are_not() -> None:
    """A case with an option of a shape that no option has is answered with nothing, as one of options that do not go together."""
    case = cases_of("canasta")[0]
    for options in ({"players": [4]}, {"players": 5}, {"seats": 4}):
        assert list(Recomputed(rules())(Case(**{**vars(case), "options": options}), {})) == []
