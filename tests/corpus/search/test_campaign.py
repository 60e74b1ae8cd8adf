"""Searching for cases that kill mutants and show goals: the games, the acts that are tried, and what is kept."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.engine.variants import sheet_of
from tests.sampling import THOROUGH

from meldspec.book.library import library_of
from meldspec.book.make_sheet import make_sheet
from meldspec.book.sheet import Sheet
from meldspec.corpus import expect
from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import trace
from meldspec.corpus.family import RulebookFamily
from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.mutation.in_lines import OWNER
from meldspec.corpus.mutation.operators import least_points
from meldspec.corpus.mutation.score import mutation_score, usual_choices
from meldspec.corpus.plan import Goal, company_of
from meldspec.corpus.search import campaign
from meldspec.corpus.search.campaign import Campaign, Findings, missing_companies, missing_goals
from meldspec.corpus.search.initial_states import Start, random_start, rich_stacking, stacked
from meldspec.corpus.search.playout import TimedSeeds
from meldspec.corpus.search.random_player import candidate_acts
from meldspec.engine.deal import begin
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import make_rulebook
from meldspec.engine.verdict import Unanswered, Undetermined, determined
from meldspec.language.parse import parse
from meldspec.protocol.messages import DealOf, DealRequest
from meldspec.protocol.observe import begin_from_request
from meldspec.table.faults import EngineDefect, RulesFault
from meldspec.table.selection import in_order
from meldspec.table.table import TOTALS, Table

SNAP = Path(__file__).parents[2] / "books" / "snap.rules"
FOUR = (("players", 4),)
GAMES = 40 if THOROUGH else 5
"""So many games are searched for a shortest one; the second of them is the first that shows what is looked for."""


def snap() -> Sheet:
    """The toy game."""
    return make_sheet(library_of([parse(SNAP.read_text(encoding="utf-8"))]).book("snap"), [])


@cache
def canasta() -> RulebookFamily:
    """Ordinary Canasta for four, with all that it is compared with."""
    return RulebookFamily(make_rulebook(sheet_of("canasta"), dict(FOUR)))


def test_a_minimum_is_mutated_by_the_least_step_of_points() -> None:
    """All cards are worth a multiple of five, so fifty is made forty-five and fifty-five; a number of cards goes one up or down."""
    made = {one.name for one in canasta().mutants(["opening.minimum", "meld.canasta"])}
    assert least_points(canasta().rulebook.sheet) == 5
    assert {"opening.minimum:1: 50 made 45", "opening.minimum:1: 50 made 55"} <= made
    assert {"meld.canasta:1: 7 made 6", "meld.canasta:1: 7 made 8"} <= made


def test_a_mutant_that_is_the_true_rules_over_again_is_none() -> None:
    """What nobody may do is not changed by saying that it is never so."""
    made = {one.name for one in canasta().mutants(["opening.minimum"])}
    assert "opening.minimum:4: always so" in made
    assert "opening.minimum:4: never so" not in made


@pytest.mark.parametrize("seed", range(4))
def test_hands_that_are_soon_melded_are_cards_of_the_pack(seed: int) -> None:
    """Such hands have as many cards as any, and no card that the pack does not have."""
    rulebook, random = canasta().rulebook, Random(seed)
    dealt = stacked(rulebook, random, rich_stacking(rulebook, random))
    assert [len(hand) for hand in dealt["hand"]] == [11, 11, 11, 11]
    assert Counter(card for bags in dealt.values() for bag in bags for card in bag) <= Counter(
        dict(enumerate(rulebook.faces.counts))
    )


def test_what_is_tried_is_allowed_here_and_refused_there() -> None:
    """Among the acts tried in the first position of a deal are some of either sort."""
    rulebook, random = canasta().rulebook, Random(7)
    table = begin(rulebook, stacked(rulebook, random, rich_stacking(rulebook, random)))
    referee = Referee(rulebook)
    tried = candidate_acts(referee, table.cells, random)
    verdicts = {determined(referee.after(table.cells, act)) is not None for act in tried}
    assert verdicts == {True, False}


def test_a_search_finds_who_forgets_whose_turn_it_is() -> None:
    """Whoever lets anybody draw at any time is found out by the last request of what a game brings home, and not before."""
    family = canasta()
    mutant = next(one for one in family.mutants(["turn.whose"]) if "for draw left out" in one.name)
    found = Findings(family, frozenset(), [mutant.name])
    campaign = Campaign(Corpus(family.rulebook.sheet, families={(FOUR, ()): family}), FOUR)
    campaign.findings = found
    for seed in range(5):
        campaign.play(seed, frozenset(), [mutant])
    assert found.met[mutant.name] > 0
    script = found.best[mutant.name].script
    assert mutant.diverges_at(trace(family.referee, script.requests)) == len(script.requests) - 1


def searched(corpus: Corpus, seeds: range, **how: Any) -> int:
    """How many cases a search adds."""
    options = in_order(usual_choices(corpus.sheet)[0])
    return Campaign(corpus, options, **how).search(seeds)


def test_a_first_corpus_is_found_for_a_game_without_any() -> None:
    """For a game without cases some are found; they show its goals and kill its mutants, and another search adds nothing to
    them."""
    corpus = Corpus(snap())
    before = len(missing_goals(corpus))
    assert searched(corpus, range(20)) > 0
    assert len(missing_goals(corpus)) < before
    none = mutation_score(Corpus(corpus.sheet, families=corpus.families))
    searched(corpus, range(20), mutants=True)
    found = mutation_score(corpus)
    assert not none.killed and found.total == none.total
    assert len(found.killed) > found.total / 2
    assert not corpus.lost
    assert searched(corpus, range(20), mutants=True) == 0


def test_spoilt_lines_that_are_named_are_looked_for_alone() -> None:
    """For lines that are spoilt in other ways than those by which cases are made, and are named, cases are found that tell them."""
    corpus = Corpus(snap())
    every = every_mutant(make_rulebook(corpus.sheet))
    named = frozenset(name for name, mutant in every.items() if mutant.operator == OWNER)
    assert searched(corpus, range(20), spoilt=named) > 0
    assert {f"{planned.goal.of}: {planned.told}" for planned in corpus.planned.values()} <= {
        f"{mutant.tag.clause}: {mutant.what}" for name, mutant in every.items() if name in named
    }


def test_a_reading_that_matters_in_company_is_looked_for_there() -> None:
    """Whether a deal ends for want of an upcard is asked only where the upcard comes last: a search with that reading in force
    finds a deal, one without it has nothing to look for."""
    corpus = Corpus(sheet_of("canasta"))
    goal, company = Goal("reading", "deal.upcard.nothing-left", "ends"), (("deal.upcard.order", "replacements-first"),)
    assert company_of(corpus.sheet, goal) == company
    assert missing_companies(corpus, {goal.of}) == [company] and goal not in missing_goals(corpus)
    assert Campaign(corpus, FOUR, company=company).search(range(GAMES)) == 1
    assert missing_companies(corpus, {goal.of}) == [] and Campaign(corpus, FOUR, company=company).search(range(9)) == 0
    (case,) = corpus.ordered()
    assert "(Where “What comes first, the upcard or " in case.title and "by “The deal ends there and then”" in case.title
    assert case.worlds[-1].readings == {**dict(company), goal.of: goal.reading}


@pytest.mark.parametrize("positions", [False, True])
def test_the_same_seed_finds_the_same_whatever_the_clock(monkeypatch: pytest.MonkeyPatch, positions: bool) -> None:
    """On a machine that is so slow that an hour passes whenever anybody looks at the clock the same games find the same cases."""
    manzana = sheet_of("manzana")
    only = frozenset({"turn.draw", "pile.frozen", "meld.wilds"})
    quick = Corpus(manzana)
    assert searched(quick, range(3), only=only, positions=positions) > 0
    hours = count(step=3600)
    for clock in ("process_time", "monotonic", "perf_counter", "time", "thread_time"):
        monkeypatch.setattr(time, clock, lambda: next(hours))
    slow = Corpus(manzana)
    searched(slow, range(3), only=only, positions=positions)
    assert slow.files() == quick.files()
    assert slow.plan() == quick.plan()


def test_a_clock_ends_a_search_between_two_games_only() -> None:
    """When the time is over no further game begins, and it is known that not all were played."""
    ticks = iter((1.0, 2.0, 4.0))
    seeds = TimedSeeds(range(9), 3.0, lambda: next(ticks))
    assert list(seeds) == [0, 1]
    assert (seeds.taken, seeds.stopped) == (2, True)


@pytest.mark.parametrize(("error", "told"), [(RulesFault("rules"), 0), (Unanswered("many acts"), None)], ids=type)
def test_rules_that_break_are_told_apart_and_those_without_an_answer_are_not(
    monkeypatch: pytest.MonkeyPatch, error: Exception, told: int | None
) -> None:
    """Who breaks at a deal is told from the true rules; of whom no answer was found in time nothing is known."""
    rulebook = canasta().rulebook
    deal = random_start(rulebook, Random(1), 0.5)
    assert deal is not None
    played = trace(canasta().referee, [deal.request])
    monkeypatch.setattr(expect, "answer", raising(error))
    found = expect.first_divergence(rulebook, played)
    assert (None if found is None else found.number) == told


@pytest.mark.parametrize("error", [KeyError("ours"), EngineDefect("ours")], ids=type)
def test_a_defect_of_the_program_is_no_mutant_that_breaks(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """What only a fault of the program raises goes on its way, and is not taken for a broken rulebook."""
    rulebook = canasta().rulebook
    deal = random_start(rulebook, Random(1), 0.5)
    assert deal is not None
    played = trace(canasta().referee, [deal.request])
    monkeypatch.setattr(expect, "answer", raising(error))
    with pytest.raises(type(error)):
        expect.first_divergence(rulebook, played)


@pytest.mark.parametrize(
    ("asked", "name", "found"),
    [
        (Referee, "judge", lambda *_: Undetermined("many acts")),
        (expect, "answer", lambda *_: determined(Undetermined("many acts"))),
    ],
    ids=["in-play", "over-a-script"],
)
def test_a_search_goes_on_where_no_answer_is_found(
    monkeypatch: pytest.MonkeyPatch, asked: object, name: str, found: Callable[..., Any]
) -> None:
    """Where it is not found out what the rules say of an act, or of a whole game, that shows nothing; the search ends as ever."""
    corpus = Corpus(snap())
    monkeypatch.setattr(asked, name, found)
    assert searched(corpus, range(3)) == len(corpus.cases)


def raising(error: Exception) -> Callable[..., Any]:
    """Something that raises this whatever it is asked."""

    def answer(*_: object) -> Any:
        raise error

    return answer


def test_no_game_is_played_of_a_match_that_was_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A side with 5000 of ordinary Canasta has won, and no deal follows."""
    rulebook = canasta().rulebook
    dealt = random_start(rulebook, Random(1), 0.0)
    assert dealt is not None and isinstance(dealt.request, DealRequest)
    tables: list[Table] = []

    def played(_: Referee, start: Start, *more: object) -> tuple[()]:
        tables.append(start.table)
        return ()

    monkeypatch.setattr(campaign, "eager_turns", played)
    for totals in ((5000, 0), (4995, 0)):
        request = replace(dealt.request, match=DealOf(deal=2, totals=totals))
        begun = Start(request, begin_from_request(rulebook, request))
        monkeypatch.setattr(campaign, "random_start", lambda *_, begun=begun: begun)
        Campaign(Corpus(rulebook.sheet), FOUR).play(1, set(), ())
    assert [table.cells[TOTALS] for table in tables] == [(4995, 0)]
