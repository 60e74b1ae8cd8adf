"""How far conditions are from coming out otherwise: numbers in steps, parts that must all hold together, of others the nearest."""

from __future__ import annotations

import pytest
from tests.engine.variants import shelf

from meldspec.book.core import Const, Core, Each, Op, Var
from meldspec.corpus.search.branch_distance import BranchDistance, PairDistance

CELLS = ()
"""No table: what is asked here looks at none."""


def number(value: int) -> Const:
    """A number."""
    return Const(value, "number")


def at_least(value: int, least: int) -> Op:
    """That a number is so much at least."""
    return Op("ge", (number(value), number(least)), "truth")


def far(core: Core, wanted: bool) -> float:
    """How far a condition is from being so, or from not being so."""
    return BranchDistance(shelf().rulebook("canasta")).of(core, wanted, CELLS, {"player": 0}, None)


def test_a_number_that_is_nearer_to_a_bound_is_nearer() -> None:
    """Of 2 and 4, that are to be 5 at least, 4 is nearer, and 5 and 9 are there; to be less 9 has farther to go than 5."""
    assert far(at_least(2, 5), True) > far(at_least(4, 5), True) > far(at_least(5, 5), True) == far(at_least(9, 5), True) == 0
    assert far(at_least(9, 5), False) > far(at_least(5, 5), False) > far(at_least(4, 5), False) == 0


@pytest.mark.parametrize(("word", "there", "off"), [("gt", 6, 5), ("le", 5, 6), ("lt", 4, 5), ("eq", 5, 6)])
def test_every_relation_has_its_own_bound(word: str, there: int, off: int) -> None:
    """Five itself is no more than five, and no less; whatever is in a relation is a step at least from not being in it."""
    for value, so in ((there, True), (off, False)):
        relation = Op(word, (number(value), number(5)), "truth")
        assert far(relation, so) == 0 < far(relation, not so)


def test_parts_that_must_all_hold_are_added_up() -> None:
    """Two parts that do not hold are farther away than one; to have one of two hold the nearer one counts, and so it is where not
    all of two are to hold."""
    short, shorter, met = at_least(2, 5), at_least(4, 5), at_least(5, 5)
    both, either = Op("and", (short, shorter), "truth"), Op("or", (short, shorter), "truth")
    assert far(both, True) == far(short, True) + far(shorter, True) > far(either, True) == far(shorter, True)
    assert far(Op("and", (met, short), "truth"), False) == 0 < far(Op("and", (met, met), "truth"), False)
    assert far(Op("not", (both,), "truth"), False) == far(both, True)


def test_of_some_the_nearest_counts_and_of_every_all_do() -> None:
    """Of the numbers from 1 to 3 some one is to be 5 at least: 3 is two steps away; for every one all have to go."""
    numbers = Op("numbers", (number(1), number(3)), "list")
    body = Op("ge", (Var("n", "number"), number(5)), "truth")
    some, every, none = (Each(mode, "n", numbers, body, "truth") for mode in ("some", "every", "no"))
    assert far(some, True) == far(at_least(3, 5), True)
    assert far(every, True) == sum(far(at_least(value, 5), True) for value in (1, 2, 3))
    assert far(none, True) == 0 < far(none, False) == far(some, True)


def test_two_conditions_that_cannot_differ_stay_apart_from_it() -> None:
    """Where 5 is asked for and where 6 is, they differ for 5 alone: from 3 that is farther than from 4."""
    rulebook = shelf().rulebook("canasta")
    pair = PairDistance(rulebook, rulebook)
    three, four, five = (pair.of(at_least(value, 5), at_least(value, 6), CELLS, {"player": 0}, (None, None)) for value in (3, 4, 5))
    assert three > four > five == 0
    assert pair.of(at_least(5, 5), at_least(5, 5), CELLS, {"player": 0}, (None, None)) > 0


def test_a_choice_differs_where_the_arm_that_differs_is_chosen() -> None:
    """A minimum that is 15 below five points and 20 by another rule: whoever has seven is two steps farther from that than four."""
    rulebook = shelf().rulebook("canasta")
    pair = PairDistance(rulebook, rulebook)

    def minimum(points: int, below: int) -> Op:
        return Op("choose", (number(below), Op("lt", (number(points), number(5)), "truth"), number(50)), "number")

    seven, five, four = (
        pair.between(minimum(points, 15), minimum(points, 20), CELLS, {"player": 0}, (None, None)) for points in (7, 5, 4)
    )
    assert seven > five > four == 0
