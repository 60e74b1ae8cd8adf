"""Every case is sound: it shows what it says, with nothing to spare, on a table that a game comes to."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.corpus.picked import CORPUS
from tests.engine.variants import sheet_of
from tests.sampling import THOROUGH

from meldspec.corpus.corpus import Corpus, open_corpus
from meldspec.corpus.expect import trace
from meldspec.corpus.plan import Goal, Script, script_of
from meldspec.corpus.search.matches import begun_in
from meldspec.corpus.search.plain_deals import still_shown
from meldspec.corpus.search.soundness import Fault, Soundness
from meldspec.engine.referee import Referee
from meldspec.protocol.case import LIMIT, LOOKED_AHEAD
from meldspec.protocol.fields import record
from meldspec.protocol.messages import ActRequest, DealOf, DealRequest
from meldspec.sources.unsound import UnsoundError, read_unsound
from meldspec.table.selection import in_order

GAMES = ("bain", "canasta", "dollars", "kadner", "manzana", "pennies", "railroad")
MOST = {"others": 1}
"""So many cases at most are known to have a fault."""
EACH = 80
"""Of so many cases `make test` tries one."""


@cache
def corpus(game: str) -> Corpus:
    """The corpus of a game as it stands."""
    return open_corpus(sheet_of(game), CORPUS / game, again=False)


def noted(game: str) -> set[tuple[str, str]]:
    """The faults of cases that are known, each with the id of the case."""
    return {(fault, case) for fault, cases in read_unsound(CORPUS).get(game, {}).items() for case in cases}


@pytest.mark.parametrize("game", GAMES)
def test_every_case_is_sound(game: str) -> None:
    """A refusal is one, no act is to spare, the pack gives the deal, a game comes to the table; else the case is listed."""
    sound = Soundness(corpus(game))
    names = sorted(corpus(game).planned)[:: 1 if THOROUGH else EACH]
    found = {(str(one.fault), one.case) for name in names for one in sound.faults(name)}
    assert found == {(fault, case) for fault, case in noted(game) if case in names}


@pytest.mark.parametrize("game", GAMES)
def test_who_judges_looks_ahead_as_far_as_the_cases_ask(game: str) -> None:
    """A case of which the judge could not find out in time what another reading makes of it would be held against nobody."""
    whole = corpus(game)
    for name in sorted(whole.planned)[:: 1 if THOROUGH else EACH]:
        case = whole.cases[name]
        family = whole.family(in_order(case.options))
        assert len(trace(Referee(family.rulebook, LOOKED_AHEAD), case.requests)) == len(case.requests), name


def test_no_case_names_an_act_that_there_is_not_by_default() -> None:
    """Who reads that a foot is taken up only when it is said so has an act for that; whoever else knows no such act."""
    whole = corpus("pennies")
    *laid, thrown = script_of(whole.cases["pennies/foot.earned/effect-2"]).requests
    fetch: Any = {"cmd": "act", "seat": 0, "action": {"type": "fetch"}}
    said = Script((*laid, record(ActRequest)(fetch, "fetch"), thrown))
    goal, own = Goal(LIMIT, "foot.pick-up.duty", "may"), Corpus(whole.sheet, families=whole.families)
    planned = replace(whole.planned["pennies/foot.earned/effect-2"], goal=goal, told="foot.pick-up:8: never so")
    assert own.shown_by(planned, said) and not own.remake(planned, said)


def test_no_more_cases_are_known_to_be_unsound() -> None:
    """There are only ever fewer cases of which something is known to be wrong, and most lack nothing but the game that comes to
    their table."""
    faults = Counter(fault for game in GAMES for fault, _ in noted(game))
    assert set(faults) <= {str(fault) for fault in Fault}
    assert {fault: many for fault, many in faults.items() if many > MOST.get(fault, 0)} == {}


def altered(name: str, script: Script, goal: Goal | None = None) -> set[str]:
    """The faults of a case of Manzana when it is altered so."""
    whole = corpus("manzana")
    planned = whole.planned[name]
    case = replace(whole.cases[name], requests=script.requests)
    own = Corpus(whole.sheet, {name: replace(planned, goal=goal or planned.goal)}, {name: case}, families=whole.families)
    return {str(one.fault) for one in Soundness(own).faults(name)}


REFUSAL = "manzana/turn.whose/refuses-2"


def test_what_is_wrong_with_a_case_is_found() -> None:
    """A case about a refusal that ends before it, one that is said to be about another rule, and one whose deal has a card more."""
    script = script_of(corpus("manzana").cases[REFUSAL])
    assert altered(REFUSAL, script) == set()
    assert "others" in altered(REFUSAL, script, Goal("refuses", "meld.laying"))
    assert "verdict" in altered(REFUSAL, script, Goal("allows", "turn.whose"))
    deal, *acts = script.requests
    assert isinstance(deal, DealRequest)
    more = replace(deal, stock=(*deal.stock, deal.stock[0]))
    assert "pack" in altered(REFUSAL, Script((more, *acts)))
    hands = ((*deal.hands[0], *deal.stock[-1:]), *deal.hands[1:])
    assert "pack" in altered(REFUSAL, Script((replace(deal, hands=hands, stock=deal.stock[:-1]), *acts)))


def test_a_case_that_begins_in_no_deal_of_a_match_is_mended() -> None:
    """Somebody who is not on turn acts in the first deal with 14 points before it, which shows the same in the second with 15."""
    script, whole = script_of(corpus("manzana").cases[REFUSAL]), corpus("manzana")
    odd = begun_in(script, DealOf(deal=1, totals=(14, 0)))
    assert altered(REFUSAL, odd) == {"match"}
    own = Corpus(whole.sheet, families=whole.families)
    assert own.remake(whole.planned[REFUSAL], odd)
    assert dict(Soundness(own).made_plain()) == {REFUSAL: begun_in(script, DealOf(deal=2, totals=(15, 0)))}


def test_a_line_that_the_clause_no_longer_has_keeps_no_case_as_it_is() -> None:
    """A case must go on telling the altered line that it was made for, by its name alone or with the line's, if there is such."""
    whole = corpus("manzana")
    planned, script = whole.planned[REFUSAL], script_of(whole.cases[REFUSAL])
    played = trace(whole.family(planned.options).referee, script.requests)
    every = whole.family(planned.options).mutants([planned.goal.of])
    told = next(one for one in every if one.diverges_at(played) == len(script.requests) - 1)
    names = [one.name for one in every if one.diverges_at(played) is None]
    assert all(still_shown(whole, replace(planned, told=name), script) for name in (told.told, told.name, "4 made 3"))
    assert names and not any(still_shown(whole, replace(planned, told=name), script) for name in names)


def test_a_case_that_was_set_out_for_a_mistake_in_words_is_left_as_it_is() -> None:
    """What a case shows that somebody set out for a frozen pile nothing else tells: its acts all stay, and they would not if the
    mistake were not known."""
    whole, name = corpus("manzana"), "manzana/turn.forced-take/allows-3"
    planned, script = whole.planned[name], script_of(whole.cases[name])
    assert planned.mistake.startswith("a frozen pile must be taken")

    def shorter(**otherwise: Any) -> set[str]:
        own = Corpus(whole.sheet, families=whole.families)
        assert own.remake(replace(planned, **otherwise), script)
        return set(dict(Soundness(own).made_plain()))

    assert (shorter(), shorter(mistake="")) == (set(), {name})


LED = "manzana/pile.wild/allows-1"


def test_a_long_case_begins_with_the_table_that_it_is_about() -> None:
    """A case that plays ten acts to come to its table is told to be long, and is not where they are its witness."""
    whole = corpus("manzana")
    script = script_of(whole.cases[LED])
    assert len(script.witness) > 9
    own = Corpus(whole.sheet, families=whole.families)
    assert own.remake(whole.planned[LED], script) and not list(Soundness(own).faults(LED))
    assert own.remake(whole.planned[LED], Script((*script.witness, *script.requests[1:])))
    assert [str(one.fault) for one in Soundness(own).faults(LED)] == ["long"]
    assert dict(Soundness(own).made_plain())[LED].size()[0] == len(script.requests)


def test_a_list_of_unsound_cases_that_is_none_is_refused(tmp_path: Path) -> None:
    """What is no map of games with faults is told, and where there is no list nothing is known to be wrong."""
    assert read_unsound(tmp_path) == {}
    (tmp_path / "unsound.yaml").write_text("bain: witness\n", encoding="utf-8")
    with pytest.raises(UnsoundError, match="unsound"):
        read_unsound(tmp_path)


def test_an_act_that_keeps_a_doubt_away_is_not_to_spare() -> None:
    """A side that has not opened may lay black threes by some readings alone, so to open first is no act that could be left out."""
    sound = Soundness(corpus("canasta"))
    assert list(sound.faults("canasta/out.held-to-it/refuses-6")) == []
