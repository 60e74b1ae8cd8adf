"""Deals that show what nobody at a table can see beside what is open: what follows tells something once the rest is learnt."""

from tests.judge.spoilt import answers_under, cases_of
from tests.judge.worlds import oracle_in

from meldspec.judge.judgement import Verdict, judge

READ = {"deal.begin.who": "dealer", "deal.upcard.order": "in-rotation"}


def test_a_deal_beside_what_others_show_is_not_set_aside() -> None:
    """In Pennies the dealer begins, and red threes are replaced in rotation: of the two cases whose deal shows the rotation that is
    first seen beside another beginner than is known, and looks like cards drawn in an order that nobody can see; when the other
    cases of the deal have shown who begins, the rotation is learnt from them."""
    oracle = oracle_in("pennies")
    told = [answers_under(case, READ) for case in cases_of("pennies") if case.id.startswith("pennies/deal.")]
    (rotation,) = (one for one in told if one.case.id == "pennies/deal.upcard.order/reading-in-rotation-1")
    assert oracle.aside(rotation) and not oracle.aside(rotation, frozenset({("deal.begin.who", "dealer")}))
    judged = judge(oracle, told)
    assert judged.learnt.assignment == frozenset(READ.items())
    assert {one.verdict for one in judged.cases} <= {Verdict.AGREES, Verdict.ELSEWHERE}
