"""What the rules expect is asked again where asking was ended from outside, as by a deadline."""

from collections.abc import Iterator

import pytest
from tests.judge.spoilt import answers_under, cases_of, rules

from meldspec.judge.oracle import Oracle
from meldspec.protocol.case import Case, Readings
from meldspec.protocol.messages import Expected
from meldspec.runner.recomputed import Recomputed
from meldspec.runner.stopping import Stopped


def test_a_course_that_was_broken_off_is_begun_anew() -> None:
    """The deadline comes while the rules are asked for the second time; whoever judges afterwards is told as much as ever."""
    asked = Recomputed(rules())
    stopping = [False, True]

    def expected(case: Case, readings: Readings) -> Iterator[Expected]:
        for said in asked(case, readings):
            if stopping and stopping.pop(0):
                raise Stopped("its deadline", 124)
            yield said

    readings = rules().readings("canasta")
    oracle = Oracle(readings, expected)
    case = next(case for case in cases_of("canasta") if case.id == "canasta/cards.natural/effect-1")
    question = next(iter(readings))
    otherwise = oracle.changed(frozenset(), question, readings[question][1])
    transcript = answers_under(case, {})
    with pytest.raises(Stopped):
        oracle.explains(transcript, otherwise)
    assert oracle.departure(transcript, otherwise) == Oracle(readings, asked).departure(transcript, otherwise) is not None
