"""Readings that a case speaks against, and that give all answers beside others of open questions."""

from __future__ import annotations

from tests.judge.spoilt import answers_under, cases_of, oracle_of
from tests.judge.worlds import assignment_of, at_random

from meldspec.judge.company import with_company
from meldspec.judge.learn import Learnt
from meldspec.judge.questions import Settled

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
