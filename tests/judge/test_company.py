"""Readings that a case speaks against, and that give all answers beside others of open questions."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from tests.judge.spoilt import answers_under, cases_of, oracle_of
from tests.judge.worlds import assignment_of, at_random

from meldspec.judge.company import DRAWS, Company, with_company
from meldspec.judge.learn import Learnt
from meldspec.judge.oracle import DEFAULTS, Assignment, Oracle, Transcript
from meldspec.judge.questions import Settled
from meldspec.protocol.case import About, Case, Readings
from meldspec.protocol.messages import Action, ActRequest, Expected, Illegal, Legal, Observation

GROWING, WILD, ADDED = "meld.wild.growing", "opening.together.wild-melds", "opening.together.added"


def test_two_questions_of_one_clause_make_a_reading_good_together() -> None:
    """Of a Railroad played by one case a reading is not excluded that this case allows where two questions about what an opening is
    worth are both read otherwise."""
    (*_, readings) = at_random("railroad", 116, 1)
    oracle, case = oracle_of("railroad"), next(one for one in cases_of("railroad") if one.id == "railroad/foot.earned/effect-4")
    answers, truth = answers_under(case, readings), assignment_of(oracle, readings)
    mine = oracle.reading(truth, GROWING)
    looks = oracle.with_all(truth, {GROWING: "never-more", WILD: "counts", ADDED: "added-up"})
    assert mine != "never-more" and oracle.explains(answers, looks)
    so_read = oracle.changed(looks, GROWING, mine)
    assert not any(oracle.explains(answers, oracle.with_all(so_read, one)) for one in ({}, {WILD: "no-help"}, {ADDED: "one-alone"}))
    learnt = Learnt(looks, {GROWING: Settled(GROWING, "never-more", frozenset({"never-more"}), {})})
    assert mine in with_company(oracle, learnt, [answers]).questions[GROWING].admitted


EASY = [f"c{number}.q" for number in range(6)]
"""Six questions of six clauses, each of which may be read in two ways."""


def drawn_together(id: str) -> list[bool]:
    """Of each draw for a case of this id, whether all six questions are read as they are not by default."""
    dice = {question: Random(f"{id} {question}") for question in EASY}
    return [all(dice[question].choice(["no", "yes"]) == "yes" for question in EASY) for _ in range(DRAWS)]


def test_what_is_left_out_first_is_not_left_to_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several readings drawn together explain a case, they are left out one by one in the order of their questions: the order
    of a set is another one in every run."""
    id = next(f"small/{number}" for number in range(10_000) if any(drawn_together(f"small/{number}")))
    legal, refused = Legal(observation=Observation()), Illegal()

    def expected(case: Case, readings: Readings) -> Iterable[Expected]:
        yield legal if readings.get("z.q") != "r" or all(readings.get(question) == "yes" for question in EASY) else refused

    case = Case(
        id=id, variant="small", options={}, about=About((), ()), purpose="reading", title="", touches=(),
        requests=(ActRequest(seat=0, action=Action("draw")),), expect=(legal,), because=((),), allowed={}, worlds=(),
    )  # fmt: skip
    oracle = Oracle({"z.q": ("d", "r"), **dict.fromkeys(EASY, ("no", "yes"))}, expected)
    orders: list[list[str]] = []
    pared = Oracle.pared

    def noted(self: Oracle, transcript: Transcript, assignment: Assignment, readings: Readings) -> dict[str, str]:
        orders.append(list(readings))
        return pared(self, transcript, assignment, readings)

    monkeypatch.setattr(Oracle, "pared", noted)
    found = Company(oracle, [Transcript(case, (legal,))], DEFAULTS, {}).widened({"z.q": frozenset({"d"})})
    assert found["z.q"] == {"d", "r"}
    assert orders and all(order == sorted(order) for order in orders)
