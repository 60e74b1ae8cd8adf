"""The search for acts that tell spoilt lines from the true ones: what it tells, what it does not, and where it begins."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache, partial
from random import Random

import pytest
from tests.corpus.picked import CORPUS
from tests.engine.variants import shelf

from meldspec.book.sheet import all_lines
from meldspec.corpus.corpus import Corpus, open_corpus
from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.mutation.operators import Mutant
from meldspec.corpus.search import equivalence
from meldspec.corpus.search.equivalence import Climb, Looked, searches
from meldspec.corpus.search.initial_states import Start
from meldspec.corpus.search.neighbours import akin, neighbour, tables_of
from meldspec.corpus.search.playout import Proposal, Turn
from meldspec.corpus.search.scale import scale_of
from meldspec.corpus.search.search_progress import SearchProgress, doubt
from meldspec.engine.verdict import Verdict
from meldspec.position.request import NoPosition, table_from_position
from meldspec.protocol.case import load_cases
from meldspec.protocol.messages import DealOf, DealRequest
from meldspec.protocol.observe import begin_from_request
from meldspec.table.selection import in_order
from meldspec.table.table import Act, Table

ACTS, FEW = 1_500, 200


@cache
def corpus() -> Corpus:
    """The cases of Manzana."""
    return open_corpus(shelf().sheet("manzana"), CORPUS / "manzana", again=False)


@cache
def mutants() -> dict[str, Mutant]:
    """The spoilt lines of Manzana."""
    return every_mutant(shelf().rulebook("manzana"))


def looked(name: str, **readings: str) -> Looked:
    """How far a spoilt line was looked at."""
    read = {question.replace("__", ".").replace("_", "-"): reading for question, reading in readings.items()}
    (search,) = searches(corpus(), [(mutants()[name], read)])
    search.search(ACTS)
    return search.looked[name]


def test_a_higher_minimum_is_told_by_an_act() -> None:
    """Thirty points lie where the true line asks for thirty; one that asks for 35 refuses them."""
    assert looked("opening.minimum:3: 30 made 35").apart is not None


def test_a_minimum_that_no_cards_come_to_is_not_told() -> None:
    """All that a side can lay in a first meld is worth fifteen, thirty or more: to ask for 25 is to ask for thirty."""
    found = looked("opening.minimum:3: 30 made 25")
    assert found.apart is None and found.acts >= ACTS


def test_a_target_that_is_never_met_is_told_at_the_end_of_a_deal() -> None:
    """Whoever has come to 10000 has won, and who is to come to 100000 has not."""
    assert looked("match.target:1: 10000 made 100000").apart is not None
    assert 10_000 in scale_of(shelf().rulebook("manzana")).totals


def test_totals_at_which_the_match_was_over_tell_nothing() -> None:
    """Where one side has 20000 of Pennies from Heaven before a deal both have, or it had won; so to ask for one is the same."""
    rules = shelf().rulebook("pennies")
    mutant = every_mutant(rules)["match.tie:2: some instead of every"]
    (search,) = searches(open_corpus(rules.sheet, CORPUS / "pennies", again=False), [(mutant, {})])
    search.search(FEW)
    assert search.looked[str(mutant)].apart is None


def begun(start: Start, *_: object, **__: object) -> Start:
    """Whatever is asked for, this."""
    return start


def test_no_search_begins_in_a_match_that_was_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A side with 20000 of Pennies from Heaven has won, so no deal follows, and what would happen in one tells nothing."""
    rules = shelf().rulebook("pennies")
    mutant = every_mutant(rules)["match.tie:2: some instead of every"]
    dealt = next(one for one in load_cases(CORPUS, "pennies") if isinstance(one.requests[0], DealRequest)).requests[0]
    assert isinstance(dealt, DealRequest)
    cases = open_corpus(rules.sheet, CORPUS / "pennies", again=False)
    monkeypatch.setattr(equivalence, "BESIDE", 0)
    for totals, played in (((20005, 85), False), ((19995, 85), True)):
        request = replace(dealt, match=DealOf(deal=3, totals=totals))
        monkeypatch.setattr(equivalence, "random_start", partial(begun, Start(request, begin_from_request(rules, request))))
        (search,) = searches(cases, [(mutant, {})])
        search.search(FEW)
        assert (search.looked[str(mutant)].playouts > 0) is played


def test_spoilt_lines_are_held_against_a_reading() -> None:
    """To leave out that a pile must be taken is to be free not to take it: no act tells the two, and the true rules differ."""
    name = "turn.forced-take:1: forbid for draw left out"
    assert looked(name, turn__forced_take__duty="free").apart is None
    assert looked(name).apart is not None


def test_the_mutants_of_a_line_are_looked_for_together() -> None:
    """Two of one line held against the same rules are one search, and each other reading is another one."""
    two = [mutants()[name] for name in ("opening.minimum:3: 30 made 25", "opening.minimum:3: 30 made 35")]
    assert [len(one.mutants) for one in searches(corpus(), [(two[0], {}), (two[1], {})])] == [2]
    assert [len(one.mutants) for one in searches(corpus(), [(two[0], {}), (two[1], {"deal.replace-threes.again": "once"})])] == [
        1,
        1,
    ]


def test_a_search_begins_where_what_a_line_leads_to_decides_as_well() -> None:
    """Who has a yes and takes the pile is held to going out from then on: cases about that duty show what the yes has done, and so
    do those about asking, which the duty may bar."""
    sheet = shelf().sheet("canasta")
    tags = {line.tag.line: line.tag for line in all_lines(sheet)}
    assert akin(sheet, tags["out.yes:1"]) == {"out.held-to-it", "out.ask"}
    assert "opening.together" in akin(sheet, tags["opening.minimum:1"])


def test_acts_after_a_line_was_otherwise_count_once_it_ever_is() -> None:
    """A hundred acts tell that a line is never otherwise; once it is, from the third of four turns on, half of those acts count."""
    looked = Looked(known=True)
    looked.note(100, [0, 0, 0, 0], 0)
    assert (looked.acts, looked.tables, looked.otherwise) == (100, 4, 0)
    looked.note(100, [0, 0, 1, 0], 0)
    looked.note(60, [0, 0, 0, 0], 0)
    assert (looked.acts, looked.tables, looked.otherwise) == (50, 12, 1)


def test_what_is_left_on_the_table_unseen_counts_where_nobody_can_tell_of_the_line() -> None:
    """Who remembers something else after an act has come upon the line, whatever the line is."""
    looked = Looked()
    looked.note(100, [], 0)
    looked.note(8, [], 3)
    assert (looked.acts, looked.tables, looked.otherwise) == (8, 0, 3)


def test_a_search_counts_where_the_line_came_to_something_else_or_never_does() -> None:
    """Of who is not told apart it is asked how often the line came to something else: often, or never at all on many tables where
    another one of the line is told; a few times tell nothing."""
    often = Looked(acts=50, playouts=300, otherwise=120, tables=900, known=True)
    seldom, never = replace(often, otherwise=3), replace(often, otherwise=0)
    unknown = Looked(acts=50, playouts=300)
    assert [doubt(one, 20_000, shown=True) == "" for one in (often, seldom, never, unknown)] == [True, False, True, False]
    assert doubt(replace(unknown, acts=20_000), 20_000, shown=True) == ""
    assert "too seldom" in doubt(seldom, 20_000, shown=True) and "too seldom" in doubt(never, 20_000, shown=False)
    assert "50 acts" in doubt(replace(often, otherwise=20), 20_000, shown=True)


def test_a_line_about_acts_that_never_decided_is_not_proved_by_what_it_says() -> None:
    """Whether a partner may answer was altered a thousand times while nobody was asked: that says nothing of an answer that is
    owed."""
    often = Looked(acts=20_000, playouts=300, otherwise=1104, tables=801, known=True)
    assert "never decided alone" in doubt(often, 20_000, shown=True, judges=True)
    assert doubt(replace(often, decides=1), 20_000, shown=True, judges=True) == ""
    assert doubt(often, 20_000, shown=True, judges=False) == ""


def test_a_line_is_come_upon_where_another_mutant_of_it_is_told_about_the_same_act() -> None:
    """In Canasta black threes bind to going out when they are laid, and when they are laid with the pile: that a case tells the
    former left out shows nothing of the latter."""
    taken, melded = "meld.black-threes:2: 1 made 2", "meld.black-threes:2: 1 made 2 (2.)"
    told = "meld.black-threes:2: left out (2.)"
    never = Looked(acts=20_000, playouts=300, tables=900, known=True)
    every, both = every_mutant(shelf().rulebook("canasta")), (taken, melded)
    progress = SearchProgress(every, 20_000, {name: {} for name in both}, told.__eq__, dict.fromkeys(both, never))
    assert "too seldom" in progress.doubts()[taken] and not progress.doubts()[melded]


def test_who_was_otherwise_too_seldom_is_played_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is owed for a red three without a stock is forgotten in few games, and more of them are played."""
    monkeypatch.setattr(equivalence, "MOST_PLAYOUTS", 20)
    monkeypatch.setattr(equivalence, "OFTEN", 25)
    found = looked("deal.replace-threes:5: left out")
    assert found.apart is None and found.otherwise >= 25 and found.playouts > 20


def test_neighbours_are_positions_of_the_same_rules() -> None:
    """Beside the tables of a clause's cases there are others that the rules know, and no card is there more often than in the
    pack."""
    rulebook, random = shelf().rulebook("manzana"), Random(1)
    options = in_order(rulebook.options)
    openings = list(tables_of(corpus(), options, {"pile.pair"}))
    assert openings
    met = 0
    for request, _ in openings:
        for _ in range(20):
            other = neighbour(rulebook, request, random)
            try:
                table_from_position(rulebook, other)
            except NoPosition:
                continue
            met += other != request
    assert met > 3 * len(openings)


def test_a_neighbour_takes_nobodys_last_card() -> None:
    """Who holds a single card holds one in every neighbour as well: without it the deal would be over."""
    rulebook, random = shelf().rulebook("manzana"), Random(1)
    options = in_order(rulebook.options)
    request = next(one for one, _ in tables_of(corpus(), options, {"pile.pair"}))
    single = replace(request, hands=(request.hands[0][:1], *request.hands[1:]))
    assert all(all(neighbour(rulebook, single, random).hands) for _ in range(300))


def test_beside_a_table_there_are_some_without_a_stock() -> None:
    """What a rule says of a stock that is gone is said at no table that has a card more or less."""
    rulebook, random = shelf().rulebook("manzana"), Random(1)
    request = next(one for one, _ in tables_of(corpus(), in_order(rulebook.options), {"pile.pair"}))
    left = {len(neighbour(rulebook, request, random).stock) for _ in range(200)}
    assert len(request.stock) > 9 and {0, 1, 2, len(request.stock)} <= left


def test_beside_a_table_there_are_some_at_which_the_top_of_the_pile_can_be_taken() -> None:
    """Whoever is to act holds two kings, and by chance a king would seldom come to lie on top of the pile."""
    rulebook, random = shelf().rulebook("manzana"), Random(1)
    request = next(one for one, _ in tables_of(corpus(), in_order(rulebook.options), {"pile.pair"}))
    hands = list(request.hands)
    hands[request.turn] = ("KC", "KD", "4C", "6D", "9S")
    held = replace(request, hands=tuple(hands), pile=("5C", "8D"), stock=("KH", "KS", "7C", "7D", "TC", "TD", "QC", "QD"))
    tops = Counter(neighbour(rulebook, held, random).pile[-1:] for _ in range(300))
    assert tops[("KH",)] + tops[("KS",)] > 20


def test_a_case_is_searched_from_each_of_its_acts() -> None:
    """A yes is remembered some acts before it shows: the case of Canasta about it is begun at its question, its answer and its
    draw as well."""
    sheet = shelf().sheet("canasta")
    cases = open_corpus(sheet, CORPUS / "canasta", again=False)
    tables = list(tables_of(cases, in_order(shelf().rulebook("canasta").options), {"out.yes"}))
    assert {"ask", "answer", "draw"} <= {act.name for _, act in tables if act is not None}


def test_a_search_begins_as_well_where_other_clauses_let_the_act_pass() -> None:
    """That only whose turn it is may end it shows where somebody may: the cases about hands of sevens know such tables."""
    pennies = open_corpus(shelf().sheet("pennies"), CORPUS / "pennies", again=False)
    mutant = every_mutant(shelf().rulebook("pennies"))["turn.whose:1: require for pass left out"]
    (search,) = searches(pennies, [(mutant, {})])
    openings = [opening for _, opening in search._climb(search.choices[0]).tables]
    assert {act.name for _, act in openings if act is not None} >= {"pass"}
    search.search(2_000)
    assert search.looked[str(mutant)].apart is not None


def test_the_search_goes_on_from_where_fewer_lines_decide() -> None:
    """A table at which the line decides alone is nearer than one at which two others refuse as well."""
    tag, other = mutants()["opening.minimum:3: 30 made 25"].tag, mutants()["match.target:1: 10000 made 100000"].tag
    table = Table(())
    refused = Proposal(Act("meld", 0, ()), Verdict(False, (tag, other, other)))
    alone, without = replace(refused, verdict=Verdict(False, (tag,))), replace(refused, verdict=Verdict(False, (other,)))
    climb = Climb(tag, [])
    near, far, without_it = (climb.distance(Turn(table, one, None, table)) for one in ((refused, alone), (refused,), (without,)))
    assert (near, far) == (1, 3) and without_it > far
