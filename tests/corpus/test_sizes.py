"""The sizes of a run: the smallest has something of every clause, the usual one all that is known to be shown."""

from __future__ import annotations

from functools import cache

import pytest
from tests.corpus.picked import CORPUS

from meldspec.corpus.plan import Planned, read_plan
from meldspec.corpus.sizes import LONGEST, MOST, Shown, covering, plainness, requests_of, shown_by, sizes, smoke_of
from meldspec.protocol.case import LISTS, Case, deciding, load_cases
from meldspec.protocol.manifest import of_size, read_manifest
from meldspec.protocol.messages import ActRequest

GAMES = ("canasta", "manzana", "railroad")


@cache
def kept(game: str) -> tuple[dict[str, Planned], dict[str, Case]]:
    """The plan and the cases of a game."""
    cases = {case.id: case for case in load_cases(CORPUS, game)}
    return {one.case: one for one in read_plan(CORPUS / game / "plan.json")[0]}, cases


def test_few_sets_that_have_everything_are_chosen() -> None:
    """Of five sets three are enough: one that is needed, one that nothing replaces, and the largest of the others."""
    sets: dict[str, frozenset[Shown]] = {
        "one": frozenset({("a",)}),
        "two": frozenset({("a",), ("b",), ("c",)}),
        "three": frozenset({("c",), ("d",)}),
        "four": frozenset({("d",)}),
        "five": frozenset({("e",)}),
    }
    assert covering(sets, set()) == {"two", "three", "five"}
    assert covering(sets, {"four"}) == {"two", "four", "five"}


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_run_shows_all_that_is_known_to_be_shown(game: str) -> None:
    """Every goal, every altered line that a case was made for, every reading and every deciding line is in the usual run, and so is
    the plainest case of each goal."""
    plan, cases = kept(game)
    usual = of_size(list(cases.values()), "standard", read_manifest(CORPUS))
    assert {one for case in usual for one in shown_by(plan[case.id], case)} == {
        one for name, case in cases.items() for one in shown_by(plan[name], case)
    }
    shortest: dict[object, int] = {}
    for name, case in cases.items():
        if case.requests[0].cmd == "deal":
            goal = plan[name].goal
            shortest[goal] = min(shortest.get(goal, len(case.requests)), len(case.requests))
    played = {(plan[case.id].goal, len(case.requests)) for case in usual if case.requests[0].cmd == "deal"}
    assert set(shortest.items()) <= played


def test_the_usual_run_has_a_reading_in_each_sort_of_act() -> None:
    """Whether a card may be kept is seen in a meld that leaves it, and in a turn that ends with it: who gets one of them right may
    get the other wrong."""
    usual = of_size(list(kept("manzana")[1].values()), "standard", read_manifest(CORPUS))
    kept_cards = [case for case in usual if case.about.questions == ("out.pass.last-card",) and case.purpose == "reading"]
    asked = {request.action.type for case in kept_cards if isinstance(request := case.requests[deciding(case)], ActRequest)}
    assert asked == {"meld", "pass"}


@pytest.mark.parametrize("game", GAMES)
def test_the_smallest_run_is_small(game: str) -> None:
    """It takes no more than some requests in all, none of its cases is long, and most clauses of the game have one."""
    _, cases = kept(game)
    smoke = of_size(list(cases.values()), "smoke", read_manifest(CORPUS))
    assert sum(map(requests_of, smoke)) <= MOST and max(map(requests_of, smoke)) <= LONGEST
    clauses, about = ({clause for case in some for clause in case.about.clauses} for some in (cases.values(), smoke))
    assert len(about) > 0.6 * len(clauses)


def test_the_smallest_run_has_what_tells_most() -> None:
    """A case that tells altered lines is in the smallest run, though it would not be for what it is about; one that takes too many
    requests is not, however much it tells."""
    plain = sorted(kept("manzana")[1].values(), key=plainness)
    usual = smoke_of(plain, {})
    telling = max((case for case in plain if requests_of(case) <= LONGEST and case.id not in usual), key=requests_of).id
    long = next(case.id for case in plain if requests_of(case) > LONGEST)
    assert smoke_of(plain, {telling: 1, long: 1000}) & {telling, long} == {telling}


def test_of_cases_that_tell_as_much_the_cheaper_ones_are_chosen() -> None:
    """Where all cases tell something, those are in the smallest run that tell the most for a request, as far as it goes."""
    plain = sorted(kept("manzana")[1].values(), key=plainness)
    short = [case for case in plain if requests_of(case) <= LONGEST and case.purpose != LISTS]
    smoke = smoke_of(plain, {case.id: 1 for case in plain})
    left_out = [requests_of(case) for case in short if case.id not in smoke]
    spent = sum(requests_of(case) for case in short if case.id in smoke)
    assert spent <= MOST < spent + min(left_out)
    assert max(requests_of(case) for case in short if case.id in smoke) <= min(left_out)


def test_the_sizes_that_are_kept_are_those_that_are_worked_out() -> None:
    """Whoever works the sizes out again, in whatever order the cases come, finds them as they are kept."""
    plan, cases = kept("manzana")
    entries = read_manifest(CORPUS)
    backwards = dict(reversed(list(cases.items())))
    assert sizes(plan, backwards) == sizes(plan, cases) == {name: entries[name].size for name in cases}
