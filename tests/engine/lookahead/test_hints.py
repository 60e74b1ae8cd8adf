"""What could be done under one reading, tried first under another one: every answer is as without it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

import pytest
from tests.corpus.picked import CORPUS
from tests.engine.variants import shelf
from tests.sampling import THOROUGH, sampled

from meldspec.book.sheet import ActLine
from meldspec.corpus.expect import quick_answer
from meldspec.engine.lookahead.hints import Hint, Hints
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.protocol.case import LOOKED_AHEAD, Case, load_cases
from meldspec.protocol.messages import Expected
from meldspec.table.faults import RulesFault
from meldspec.table.table import Act

EACH = 1 if THOROUGH else 6
"""Of so many cases one is played."""


class Counted(Hints):
    """Counts how often a hint was there."""

    found = 0

    def of(self, question: Hashable) -> tuple[ActLine, Hint] | None:
        """As ever."""
        hint = super().of(question)
        self.found += hint is not None
        return hint


def answers(rulebook: Rulebook, case: Case, hints: Hints | None) -> list[Expected]:
    """What some rules answer to a case, as far as they know an answer."""
    referee, table, found = Referee(rulebook, LOOKED_AHEAD, hints), None, list[Expected]()
    for request in case.requests:
        try:
            step = quick_answer(referee, table, request)
        except (Unanswered, RulesFault, ValueError):
            break
        table = step.table
        found.append(step.said)
    return found


@pytest.mark.parametrize("variant", sampled(shelf().books.names(), lambda name: name in {"canasta", "bain", "manzana"}))
def test_with_hints_all_is_answered_as_without(variant: str) -> None:
    """Cases of going out, which ask what could still be laid, are played under readings, one after the other, that share what they
    found: the answers are those that each gives by itself, and where it comes to an end without hints it does so with them."""
    hints, readings = Counted(), shelf().rulebook(variant).selection.other_readings()
    others = [{}, *({question: reading} for question, reading in readings)]
    about = [case for case in load_cases(CORPUS, variant) if case.subject.startswith("out.")]
    for number, case in enumerate(about[::EACH]):
        for other in others if THOROUGH else others[number % 5 :: 5]:
            rulebook = shelf().rulebook(variant, dict(case.options), other)
            alone = answers(rulebook, case, None)
            assert answers(rulebook, case, hints)[: len(alone)] == alone, (case.id, other)
    assert hints.found


def test_a_hint_that_does_not_hold_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an act that was noted brings nothing about under these rules, as much may be tried as before it was."""
    rulebook = shelf().rulebook("canasta")
    referee = Referee(rulebook, 100, Hints())
    referee._note("asked", "draw", Act("draw", 0, ()))

    def holds(name: str, hint: object) -> bool:
        referee.budget = 1
        raise Unanswered("the look-ahead has used up its budget")

    assert referee._as_before("asked", holds) is False
    assert referee.budget == 100
    assert referee._as_before("never asked", holds) is False


def test_hints_that_are_read_only_do_not_hang_on_who_asked_before() -> None:
    """What is noted through a view for reading is noted nowhere; what was noted by whoever may is seen in it."""
    (line,) = (act.line for name, act in shelf().rulebook("canasta").acts.items() if name == "draw")
    hints, act = Hints(), Act("draw", 0, ())
    view = hints.read_only()
    view.note("asked", line, act)
    assert hints.of("asked") is None
    hints.note("asked", line, act)
    assert view.of("asked") == (line, act)
    view.note("asked", line, replace(act, seat=1))
    assert view.of("asked") == (line, act)
