"""Implementations that are careless about what an act says, and about when the deal is over: they are found, and told why."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from tests.corpus.picked import cases_where
from tests.judge.spoilt import answers_spoilt, cases_of, found, held_to, mutant_called, oracle_of, rules
from tests.sampling import sampled

from meldspec.corpus.expect import answer
from meldspec.engine.referee import Referee
from meldspec.judge.booking import Booker
from meldspec.judge.findings import findings
from meldspec.judge.judgement import judge
from meldspec.judge.oracle import Transcript
from meldspec.protocol.case import Case
from meldspec.protocol.messages import ActRequest, Answer, CaseRequest, Dealt, Legal
from meldspec.table.table import Table

Mended = Callable[[ActRequest, str], ActRequest]
"""What a careless implementation takes an act for, the top card of the pile being such a one."""
GAMES = ("bain", "canasta", "dollars", "kadner", "manzana", "pennies", "railroad")
QUICK = "manzana"
"""The game that `make test` tries, which has the fewest cases."""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """What the rules were asked of is forgotten when all is judged: it would lie in the memory of the tests that follow."""
    yield
    for kept in (oracle_of, held_to, cases_of, rules):
        kept.cache_clear()


def finds_the_top(act: ActRequest, top: str) -> ActRequest:
    """The act with the play in which the top card lies named, whatever the act says of it."""
    plays = act.action.more.get("plays", ()) if act.action.type == "take" else ()
    holding = [number for number, play in enumerate(plays) if top in play["cards"]]
    return replace(act, action=replace(act.action, more={**act.action.more, "top": holding[0]})) if holding else act


def finds_a_missing_top(act: ActRequest, top: str) -> ActRequest:
    """The same, where the act says nothing of it."""
    return act if "top" in act.action.more else finds_the_top(act, top)


def finds_a_misnamed_top(act: ActRequest, top: str) -> ActRequest:
    """The same, where the act names another play."""
    return finds_the_top(act, top) if "top" in act.action.more else act


def taken_for(request: CaseRequest, table: Table | None, referee: Referee, mended: Mended) -> CaseRequest:
    """What an implementation takes a request for."""
    pile = () if table is None else table.cells[referee.rulebook.layout["pile"].first]
    return mended(request, referee.rulebook.faces.names[pile[-1]]) if isinstance(request, ActRequest) and pile else request


def answers_with(case: Case, mended: Mended) -> Transcript:
    """What an implementation answers that takes acts for others, and is right in all else."""
    referee, table = Referee(rules().rulebook(case.variant, dict(case.options))), None
    said: list[Answer] = []
    for request in case.requests:
        step = answer(referee, table, taken_for(request, table, referee, mended))
        table = step.table
        said.append(step.said)
    return Transcript(case, tuple(said))


def answers_after_the_end(case: Case) -> Transcript:
    """What an implementation answers that lets anybody pass once the deal is over, and is right in all else."""
    referee, table = Referee(rules().rulebook(case.variant, dict(case.options))), None
    said: list[Answer] = []
    for request in case.requests:
        before = said[-1] if said else None
        if table is not None and table.over() and isinstance(request, ActRequest) and request.action.type == "pass":
            assert isinstance(before, Dealt | Legal)
            said.append(Legal(before.observation))
            continue
        step = answer(referee, table, request)
        table = step.table
        said.append(step.said)
    return Transcript(case, tuple(said))


def clauses(variant: str, transcripts: list[Transcript]) -> set[str]:
    """The clauses that are told to be broken by what was answered."""
    judgement = judge(oracle_of(variant), transcripts, {})
    booker = Booker(held_to(variant).rulebooks(judgement.learnt.assignment))
    return {finding.clause for finding in findings(judgement, booker, oracle_of(variant))}


@pytest.mark.parametrize("variant", sampled(GAMES, lambda game: game == QUICK))
def test_who_lets_a_player_pass_after_the_end_is_told(variant: str) -> None:
    """Once a player has gone out nobody passes any more: the clause about turns without a discard refuses it."""
    assert clauses(variant, [answers_after_the_end(case) for case in cases_of(variant)]) == {"out.pass"}


@pytest.mark.parametrize("variant", sampled(GAMES, lambda game: game == QUICK))
def test_who_looks_for_the_top_card_in_every_play_is_told(variant: str) -> None:
    """A play is named as the one with the top card, and the top card lies in another one: that takes no pile."""
    assert clauses(variant, [answers_with(case, finds_a_misnamed_top) for case in cases_of(variant)]) == {"pile.top-melded"}


@pytest.mark.parametrize("variant", sampled([game for game in GAMES if game != "bain"], lambda game: game == QUICK))
def test_who_asks_for_no_play_with_the_top_card_is_told(variant: str) -> None:
    """The top card lies among the cards of a play, but no play is named as that with the top card: that takes no pile."""
    # In Bain Hand and Foot two clauses refuse it at once, whatever is laid.
    assert clauses(variant, [answers_with(case, finds_a_missing_top) for case in cases_of(variant)]) == {"pile.top-melded"}


FORGOTTEN = "turn.forced-take:2: without part 2 of its 'and'"
"""That the pile is not frozen against the side."""


@pytest.mark.parametrize("beginning", sampled(["canasta/turn.forced-take/", "canasta/"], lambda beginning: beginning != "canasta/"))
def test_who_has_a_frozen_pile_taken_is_told(beginning: str) -> None:
    """Without a stock nobody has to take a pile that is frozen, though its top card fits a meld and could be taken with a pair."""
    cases = cases_where(lambda case: case["case"].startswith(beginning))
    transcripts = answers_spoilt("canasta", mutant_called("canasta", FORGOTTEN), cases)
    judgement = judge(oracle_of("canasta"), transcripts, {})
    assert {finding.clause for finding in found("canasta", judgement)} == {"turn.forced-take"}
