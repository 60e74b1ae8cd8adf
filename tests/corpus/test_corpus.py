"""The corpus that comes with the project: every case holds, and can be made again from the game it was found in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from tests.corpus.picked import CORPUS, cases_where
from tests.engine.variants import sheet_of as sheet
from tests.sampling import THOROUGH

from meldspec.corpus.corpus import Corpus, known, open_corpus
from meldspec.corpus.expect import expectations, first_difference
from meldspec.corpus.mutation.operators import loosened
from meldspec.corpus.mutation.score import MutationScore, mutation_score
from meldspec.corpus.plan import Goal, Script, case_id, company_of, goals_of, read_plan, script_of
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import make_rulebook
from meldspec.protocol.case import LIMIT, Case, deciding, decisive, load_cases, written
from meldspec.protocol.messages import ActRequest, Dealt, Enumerated, Expected, Illegal, Legal
from meldspec.sources.ledger import read_moot

WHOLE = ("bain", "canasta", "dollars", "kadner", "manzana", "pennies", "railroad")
"""The games whose corpus shows all that can be shown."""
VARIANTS = tuple(sorted(place.name for place in CORPUS.iterdir() if place.is_dir()))


@cache
def cases(variant: str) -> list[Case]:
    """All cases of a variant."""
    return load_cases(CORPUS, variant)


def verdict_of(answer: Expected) -> str | None:
    """The verdict of an answer, where it has one."""
    return None if isinstance(answer, Dealt | Enumerated) else answer.verdict or None


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_case_is_as_the_rules_have_it(variant: str) -> None:
    """What a case expects is what the rules say, act by act, under the default readings and in every other world; `make test` looks
    at the second of every three cases, and the first of them is played in tests/conformance/test_reference.py."""
    for case in cases(variant) if THOROUGH else cases(variant)[1::3]:
        rulebook = make_rulebook(sheet(variant), case.options)
        assert expectations(Referee(rulebook), case.requests) == case.expect, case.id
        for world in case.worlds:
            other = make_rulebook(sheet(variant), case.options, world.readings)
            assert first_difference(Referee(other), case.requests, case.expect) == (world.start, world.expect[0]), case.id


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_case_has_one_name_and_speaks_of_what_there_is(variant: str) -> None:
    """No two cases share a name, and every clause and question that a case is about is in the book."""
    book = sheet(variant).book
    names = [case.id for case in cases(variant)]
    assert len(names) == len(set(names)) and names
    for case in cases(variant):
        assert set(case.about.clauses) <= set(book.by_id())
        assert set(case.about.questions) <= set(book.questions())
        assert all(set(world.readings) <= set(book.questions()) for world in case.worlds)


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_plan_is_for_what_the_book_says(variant: str) -> None:
    """Every case stands in the plan, and what else stands there is the id of a case that was lost; what a book says whose corpus is
    whole is shown by some case, or argued to have none, and of other books the greater part of the clauses is."""
    kept = {case.id for case in cases(variant)}
    whole = read_plan(CORPUS / variant / "plan.json")[0]
    plan = [p for p in whole if p.case in kept]
    assert kept == {p.case for p in plan}
    assert all(known(sheet(variant), p) for p in plan)
    shown, notes = {p.goal for p in plan}, read_moot(CORPUS).get(variant, {})
    lacking = [str(goal) for goal in goals_of(sheet(variant)) if goal not in shown and str(goal) not in notes]
    clauses = {goal.of for goal in goals_of(sheet(variant)) if goal.purpose != "reading"}
    seen = {goal.of for goal in shown if goal.purpose != "reading"}
    assert len(seen) > len(clauses) / 2
    assert not lacking or variant not in WHOLE


@cache
def lines_of(variant: str, question: str, reading: str) -> set[str]:
    """The lines of a reading with what can be done to them."""
    company = dict(company_of(sheet(variant), Goal(LIMIT, question, reading)))
    selection = make_rulebook(sheet(variant), {}, {**company, question: reading}).selection
    return {str(mutant) for mutant in loosened(selection, question, reading)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_argued_to_have_no_case_has_none(variant: str) -> None:
    """A reason stands for a goal of the book, or for a line of a reading, only, and only while no case reaches it."""
    lacking = {str(goal) for goal in goals_of(sheet(variant))}
    kept = {case.id for case in cases(variant)}
    plan = [p for p in read_plan(CORPUS / variant / "plan.json")[0] if p.case in kept]
    lacking -= {str(p.goal) for p in plan}
    notes = read_moot(CORPUS).get(variant, {})
    # Lines that bite nowhere are argued by the goal and the line; that no case shows them is for `--evidence` to tell.
    limits = {note for note in notes if ": " in note}
    assert limits.isdisjoint(f"{p.goal}: {p.told}" for p in plan)
    assert set(notes) - limits <= lacking
    assert all(note.partition(": ")[2] in lines_of(variant, *note.partition(": ")[0].split("/limit-")) for note in limits)
    assert all(reason.strip().endswith(".") for reason in notes.values())


def corpus_of(name: str, cases: Iterable[Case]) -> Corpus:
    """Some cases of a game."""
    return Corpus(sheet(name), cases={case.id: case for case in cases})


@cache
def scored() -> MutationScore:
    """Which mutants of Manzana its cases kill."""
    return mutation_score(corpus_of("manzana", cases("manzana")))


@pytest.mark.thorough
def test_the_cases_hold_the_rules_fast() -> None:
    """Of all lines left out, turned round or a step off, so many are told from the true ones; no more may slip through."""
    found = scored()
    assert len(found.killed) >= 0.83 * found.total
    assert set(found.killed.values()) <= {case.id for case in cases("manzana")}


def test_the_cases_hold_the_freeze_fast() -> None:
    """Nothing that is done to the lines about frozen piles slips through."""
    found = mutation_score(corpus_of("canasta", cases("canasta")), {"pile.frozen", "pile.pair"})
    assert found.total > 10
    assert list(found.survivors) == []


@pytest.mark.thorough
def test_fewer_cases_hold_fewer_rules_fast() -> None:
    """The share of mutants that are killed falls where cases are taken away, and is nothing without any."""
    few = [case for case in cases("manzana") if case.purpose == "effect"]
    assert len(mutation_score(corpus_of("manzana", few)).killed) < len(scored().killed)
    assert mutation_score(corpus_of("manzana", [])).killed == {}


def test_a_case_is_made_again_byte_for_byte() -> None:
    """Cases that are made again from their requests come out as the very same lines."""
    plan = {p.case: p for p in read_plan(CORPUS / "manzana" / "plan.json")[0]}
    corpus = Corpus(sheet("manzana"))
    for case in cases("manzana")[::9]:
        assert corpus.remake(plan[case.id], script_of(case)), case.id
        assert written(corpus.cases[case.id]) == written(case)


def test_a_case_that_shows_its_goal_no_longer_is_lost() -> None:
    """A refusal that is cut short of its last act shows nothing any more; its id is given to no other case, not even to one that
    shows the same."""
    planned = next(p for p in read_plan(CORPUS / "manzana" / "plan.json")[0] if p.goal.purpose == "refuses" and not p.told)
    case = next(c for c in cases("manzana") if c.id == planned.case)
    corpus = Corpus(sheet("manzana"))
    assert not corpus.remake(planned, Script(script_of(case).requests[:-1]))
    assert list(corpus.lost) == [planned.case]
    added = corpus.add(planned.goal, planned.options, planned.seed, script_of(case))
    assert added != planned.case and corpus.planned[added].goal == planned.goal
    assert list(corpus.lost) == [planned.case]


def test_a_line_that_has_another_number_is_found_again() -> None:
    """What is missed without the ninth line of a clause is shown by the same case when that line was the eighth before; where no
    line of the clause is spoilt in these words the case is lost."""
    planned = next(p for p in read_plan(CORPUS / "manzana" / "plan.json")[0] if p.told == "meld.stays:9: left out")
    case, corpus = next(c for c in cases("manzana") if c.id == planned.case), Corpus(sheet("manzana"))
    assert corpus.remake(replace(planned, told="meld.stays:8: left out"), script_of(case))
    assert corpus.planned == {case.id: planned} and written(corpus.cases[case.id]) == written(case)
    for told in ("meld.stays:9: 7 made 8", "meld.laying:9: left out"):
        assert not Corpus(sheet("manzana")).remake(replace(planned, told=told), script_of(case))


def test_a_corpus_is_written_where_there_was_none(tmp_path: Any) -> None:
    """An empty folder has no cases; what is written there is as it would be written again."""
    corpus = open_corpus(sheet("manzana"), tmp_path / "manzana")
    assert corpus.cases == {}
    case = cases("manzana")[0]
    planned = next(p for p in read_plan(CORPUS / "manzana" / "plan.json")[0] if p.case == case.id)
    corpus.remake(planned, script_of(case))
    assert len(corpus.write(tmp_path / "manzana")) == 1
    assert open_corpus(sheet("manzana"), tmp_path / "manzana").differs(tmp_path / "manzana") == []


def test_ids_are_never_given_twice() -> None:
    """A further case for a goal has the next number; an option that is not the default is named."""
    goal = Goal("refuses", "pile.pair")
    assert case_id("canasta", goal, {"players": 4}, {"players": 4}) == "canasta/pile.pair/refuses-1"
    taken = {"canasta/pile.pair/refuses-1", "canasta/pile.pair/refuses-2"}
    assert case_id("canasta", goal, {"players": 4}, {"players": 4}, taken) == "canasta/pile.pair/refuses-3"
    assert case_id("canasta", goal, {"players": 2}, {"players": 4}, taken) == "canasta/pile.pair/refuses-players2-1"


def test_a_case_of_a_reading_ends_where_the_readings_part() -> None:
    """A case that tells a reading apart has, for the request that it is about, another answer under that reading."""
    for case in (c for variant in VARIANTS for c in cases(variant) if c.purpose == "reading" and not beside(c)):
        parted = [w.start for w in case.worlds if set(w.readings) == set(case.about.questions)]
        assert decisive(case.expect) in parted, case.id


def beside(case: Case) -> dict[str, str]:
    """The readings in the company of which a case's own one matters; none for most."""
    return company_for(case.variant, case.about.questions)


def company_for(variant: str, questions: Sequence[str]) -> dict[str, str]:
    """The readings in the company of which the readings of a question matter; none for most."""
    return dict(company_of(sheet(variant), Goal("reading", *questions)))


TOGETHER = cases_where(lambda case: case["purpose"] == "reading" and bool(company_for(case["variant"], case["about"]["questions"])))
"""The cases of readings that matter only together with others."""


@pytest.mark.parametrize("case", TOGETHER, ids=lambda case: case.id)
def test_a_reading_that_matters_in_company_parts_from_it(case: Case) -> None:
    """Where a reading matters only beside another one, its case has what both together answer, from the first difference from the
    default on, and the answer that it ends with is not that of the other reading alone."""
    company, question = beside(case), case.about.questions[0]
    world = next(w for w in case.worlds if set(w.readings) == {*company, question})
    last = deciding(case)
    assert company.items() <= world.readings.items()
    assert world.start + len(world.expect) - 1 == last
    alone, both = (
        expectations(Referee(make_rulebook(sheet(case.variant), case.options, readings)), case.requests)
        for readings in (company, world.readings)
    )
    assert alone[:last] == both[:last] and alone[last] != both[last]
    assert world.expect == both[world.start : last + 1]
    on_the_way = zip(alone[:last], case.expect, strict=False)
    assert all(not isinstance(said, Illegal) or isinstance(default, Legal) for said, default in on_the_way)


@pytest.mark.parametrize("case", TOGETHER, ids=lambda case: case.id)
def test_no_other_reading_is_taken_for_one_in_company(case: Case) -> None:
    """A world of such a case says so much that who follows it is not taken for one who follows the two, or the one alone."""
    last, together = deciding(case), [w for w in case.worlds if len(w.readings) > 1]
    for world in (w for w in case.worlds if len(w.readings) == 1):
        for one in together:
            mine = [*case.expect[: world.start], *world.expect]
            other = [*case.expect[: one.start], *one.expect]
            assert mine != other[: len(mine)] or len(mine) > last


def test_after_a_refused_act_comes_one_that_is_allowed() -> None:
    """Where an act of a case is refused, another one follows that is not, unless the deal has ended; so whoever lets a refused act
    change something is found out; a case for a limit ends with what it shows, so that nothing else does."""
    for case in (c for variant in VARIANTS for c in cases(variant) if c.purpose != LIMIT):
        verdicts = [verdict_of(expect) for expect in case.expect]
        if "illegal" in verdicts:
            first, last = verdicts.index("illegal"), deciding(case)
            before = case.expect[first - 1]
            over = verdicts[last] != "illegal" or (isinstance(before, Dealt | Legal) and before.observation.ended is not None)
            assert verdicts[last + 1 :] == ([] if over else ["legal"]), case.id


def test_a_refused_act_comes_with_acts_that_were_allowed() -> None:
    """Where a case is about a refusal, and its seat could do something else, the case says what, and goes on with it."""
    every = [c for variant in VARIANTS for c in cases(variant) if c.purpose != LIMIT]
    refused = [c for c in every if "illegal" in [verdict_of(e) for e in c.expect]]
    told = [c for c in refused if c.allowed]
    assert len(told) > len(refused) / 2
    for case in told:
        last = decisive(case.expect)
        assert list(case.allowed) == [last]
        # Where readings matter together the defaults may have refused an act on the way to the one that the case is about.
        if deciding(case) == last:
            follow_up = case.requests[last + 1]
            assert isinstance(follow_up, ActRequest) and follow_up.action in case.allowed[last]


def test_files_are_by_chapter() -> None:
    """A case lies in the file of the chapter that its clause or question stands in."""
    files = corpus_of("manzana", cases("manzana")).files()
    assert set(files) == {file.name for file in (CORPUS / "manzana").glob("*.jsonl")}


def test_goals_are_told_by_what_they_are_of() -> None:
    """A goal names a clause, or a question and one of its readings; scripts are measured by their requests."""
    assert str(Goal("refuses", "pile.pair")) == "pile.pair/refuses"
    assert str(Goal("reading", "pile.pair.wilds", "bare")) == "pile.pair.wilds/reading-bare"
    first = cases("manzana")[0].requests
    assert Script(first[:1]).size() < Script(first[:2]).size()
