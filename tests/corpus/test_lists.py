"""Cases that ask what may be done: what is in them, how they are made of other cases, and what an engine is told."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from tests.corpus.picked import CORPUS
from tests.engine.variants import sheet_of, shelf
from tests.judge.spoilt import cases_of, found, oracle_of, rules

from meldspec.corpus.corpus import Corpus, open_corpus
from meldspec.corpus.expect import first_divergence, trace
from meldspec.corpus.lists import ListMaker
from meldspec.corpus.make_case import LONGEST_LIST
from meldspec.corpus.mutation.footprint import Difference, Footprint
from meldspec.corpus.plan import Goal, acts_by_clause, script_of
from meldspec.corpus.titles import list_title
from meldspec.engine.referee import Referee
from meldspec.judge.booking import Sort
from meldspec.judge.judgement import Verdict, judge
from meldspec.judge.oracle import Transcript
from meldspec.protocol.case import LISTS, Case
from meldspec.protocol.messages import Action, Enumerated, LegalRequest
from meldspec.table.selection import in_order

GAME = "manzana"
WILD = f"{GAME}/pile.wild/lists-1"
"""A queen lies on a pile that is not frozen; the player has a queen and two twos, and the stock is not empty."""


@cache
def corpus(variant: str = GAME) -> Corpus:
    """The corpus of a game as it stands."""
    return open_corpus(sheet_of(variant), CORPUS / variant, again=False)


def said(case: Case) -> set[str]:
    """What is in the list of a case, in a few signs."""
    expect = case.expect[-1]
    assert isinstance(expect, Enumerated)
    return {" ".join([one.type, *(card for play in one.more.get("plays", ()) for card in play["cards"])]) for one in expect.actions}


def test_a_list_has_all_that_may_be_done_and_nothing_else() -> None:
    """Whoever has a queen and two twos takes a pile with a queen on top, with either of them; the ace is no help, and who does not
    take the pile draws."""
    assert said(corpus().cases[WILD]) == {"draw", "take QD QH 2S", "take QD QH 2H"}


@pytest.mark.parametrize("variant", sorted(shelf().books.texts))
def test_every_list_is_short_and_asked_of_those_who_may_do_something(variant: str) -> None:
    """A list can be read, has something in it, and is the last thing that a case asks for."""
    some = [case for case in corpus(variant).cases.values() if case.purpose == LISTS]
    assert len(some) >= 5
    for case in some:
        assert isinstance(case.requests[-1], LegalRequest) and 0 < len(said(case)) <= LONGEST_LIST, case.id
        assert not any(isinstance(one, LegalRequest) for one in case.requests[:-1]), case.id


def test_lists_are_made_of_cases_that_are_there() -> None:
    """Without its lists a corpus is given lists of the same clauses again, each at a table of some other case."""
    lists = {name for name, one in corpus().planned.items() if one.goal.purpose == LISTS}
    kept = {name: one for name, one in corpus().planned.items() if name not in lists}
    bare = Corpus(corpus().sheet, dict(kept), {name: corpus().cases[name] for name in kept})
    assert ListMaker(bare, in_order(bare.sheet.symbols.defaults())).add_missing() == len(lists)
    assert {one.goal for one in bare.planned.values()} == {one.goal for one in corpus().planned.values()}
    tables = [script_of(corpus().cases[name]).requests[:-1] for name in kept]
    made = [case for name, case in bare.cases.items() if name not in kept]
    assert len(made) == len(lists) and all(case.requests[:-1] in tables for case in made)


def test_an_act_that_several_clauses_permit_has_a_list_for_each() -> None:
    """A pile is taken with a pair, with a card and a wild one, or onto a meld, and each has its list; to draw there is one way."""
    found = acts_by_clause(rules().rulebook(GAME).selection)
    assert {clause for clause, acts in found.items() if "take" in acts} == {"pile.take", "pile.pair", "pile.wild", "pile.match"}
    assert {clause for clause, acts in found.items() if "draw" in acts} == {"turn.draw"}


def test_a_list_with_one_thing_says_so() -> None:
    """Where nothing else may be done the title says that."""
    case = corpus().cases[f"{GAME}/out.pass/lists-1"]
    rulebook = rules().rulebook(GAME, case.options)
    (*_, last) = trace(Referee(rulebook), case.requests)
    told = list_title(rulebook, Goal(LISTS, "out.pass"), last, Action(type="pass"))
    assert told == case.title and told.endswith("nothing may be done here but “end the turn without a discard”.")


def test_a_line_that_judges_an_act_of_a_list_is_seen_in_it() -> None:
    """Rules that know no wild card beside a natural one keep the same table, and list less."""
    case, true = corpus().cases[WILD], rules().rulebook(GAME)
    played = trace(Referee(true), case.requests)
    other = rules().rulebook(GAME, {}, {"pile.match.hand-card": "mate-needed"})
    match = corpus().cases[f"{GAME}/pile.match/lists-1"]
    difference = Difference(Footprint(true), Footprint(other))
    assert difference.same_table and first_divergence(other, played, difference) is None
    apart = first_divergence(other, trace(Referee(true), match.requests), difference)
    assert apart is not None and apart.number == len(match.requests) - 1


def judged(listed: tuple[Action, ...]) -> list[tuple[str, Sort, tuple[str, ...]]]:
    """What is found of an engine that is right but for the acts in one list."""
    answers = [Transcript(case, tuple(case.expect)) for case in cases_of(GAME)]
    other = [replace(one, answers=(*one.answers[:-1], Enumerated(listed))) if one.case.id == WILD else one for one in answers]
    judgement = judge(oracle_of(GAME), other, company=False)
    assert [one.transcript.case.id for one in judgement.cases if one.verdict is Verdict.DEPARTS] == [WILD]
    return [(one.clause, one.sort, one.lines) for one in found(GAME, judgement)]


def test_who_leaves_something_out_of_a_list_is_told_what_permits_it() -> None:
    """Whoever lists no take with a wild card is told the clause that permits it."""
    expect = corpus().cases[WILD].expect[-1]
    assert isinstance(expect, Enumerated)
    ((clause, sort, _),) = judged(tuple(one for one in expect.actions if one.type == "draw"))
    assert (clause, sort) == ("pile.wild", Sort.LISTED)


def test_who_lists_what_may_not_be_done_is_told_what_refuses_it() -> None:
    """Whoever lists the end of the turn before anything is drawn is told the clause on when that is."""
    expect = corpus().cases[WILD].expect[-1]
    assert isinstance(expect, Enumerated)
    ((clause, sort, lines),) = judged((*expect.actions, Action(type="pass")))
    assert sort == Sort.LISTED and clause == "turn.order" and lines
