"""What shows a reading: its effect and its limit, on a path where no other question shows."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from tests.engine.variants import sheet_of, shelf

from meldspec.cli.position_files import read_position_file
from meldspec.corpus.arena import Arena, limit_case, played_by
from meldspec.corpus.corpus import Corpus
from meldspec.corpus.evidence import Evidence, Gatherer, Shown, told_of
from meldspec.corpus.plan import Goal, Planned, Script
from meldspec.corpus.search.evidence_search import hunts, hunts_for_lines
from meldspec.position.request import request_from_table
from meldspec.protocol.actions import act_request
from meldspec.protocol.case import LIMIT, case_from_json
from meldspec.protocol.fields import record, to_json
from meldspec.protocol.messages import ActRequest, Illegal, Legal, PositionRequest
from meldspec.table.selection import in_order

QUESTION = "meld.stays.judged"
SHORT = "meld.stays:7: require for discard left out"
"""What an initial meld that is built up in several acts is measured by."""
KADNER = """
variant: kadner
turn: 0
phase: play
stock: [9S, 9D]
hands: [4C 4D 4H AC AD AH KS QD, 5C 5D, 6C 6D, TC TD]
feet: [11, 11, 11, 11]
sides: [{}, {}]
act: {action: {type: meld, plays: [{to: new, cards: 4C 4D 4H}]}}
"""
"""A side that lays fifteen points, and could lay seventy-five."""


@cache
def corpus() -> Corpus:
    """A Kadner without any case."""
    return Corpus(sheet_of("kadner"))


@cache
def laid_too_little() -> Script:
    """Three fours are laid, and a card thrown."""
    position = read_position_file(KADNER, "table.yaml", shelf())
    act = position.act()
    assert act is not None
    thrown: Any = {"cmd": "act", "seat": 0, "action": {"type": "discard", "card": "QD"}}
    begin = request_from_table(position.rulebook, position.table)
    return Script((begin, act_request(position.rulebook, act), record(ActRequest)(thrown, "discard")))


def options() -> tuple[tuple[str, int], ...]:
    """Those by default."""
    return in_order(sheet_of("kadner").symbols.defaults())


def arena(reading: str) -> Arena:
    """Where a reading of the question is in force."""
    return corpus().arena(options(), QUESTION, reading)


def test_every_line_of_a_reading_has_a_limit() -> None:
    """Each line that holds under a reading alone is taken away, and a term in both directions; the pass is barred besides."""
    lines = set(arena("at-discard").limits)
    assert {SHORT, "meld.stays:7: require for pass left out", "meld.stays:4: always so", "meld.stays:4: never so"} <= lines
    assert all(name.startswith("meld.stays:") for name in lines)
    assert {name.partition(": ")[0] for name in arena("when-laid").limits} <= {"meld.stays:1", "meld.stays:2"}


def test_an_effect_of_several_acts_is_one_line() -> None:
    """What a discard and a pass both bring about is left out of both, or of neither."""
    line = "meld.stays:9"
    true, spoilt = corpus().sheet, arena("at-discard").limits[f"{line}: left out"].mutant
    assert {act for act, group in true.effects.items() for one in group if one.tag.line == line} == {"discard", "pass"}
    assert spoilt is not None and not any(one.tag.line == line for group in spoilt.sheet.effects.values() for one in group)


def test_a_limit_is_where_the_line_is_missed() -> None:
    """Who has laid fifteen points and throws a card is refused by the reading, and not where its line is left out; to lay them is
    its effect and no limit."""
    script = laid_too_little()
    place = arena("at-discard")
    assert place.shows_limit(script, SHORT)
    assert not place.shows_limit(Script(script.requests[:-1]), SHORT)
    assert not place.shows_limit(script, "meld.stays:9: left out")
    played = played_by(place.family, script.requests)
    assert played is not None and [type(step.said) for step in played[1:]] == [Legal, Illegal]


def test_a_case_for_a_limit_expects_what_holds_by_default() -> None:
    """By default the fours are refused and the card is thrown; the world of the reading goes on to the end."""
    planned = Planned("kadner/meld.stays.judged/limit-at-discard-1", Goal(LIMIT, QUESTION, "at-discard"), options(), 0, SHORT)
    case = limit_case(arena("at-discard"), planned, laid_too_little())
    assert [type(said) for said in case.expect[1:]] == [Illegal, Legal]
    (world,) = [world for world in case.worlds if world.readings == {QUESTION: "at-discard"}]
    assert world.start == 1 and [type(said) for said in world.expect] == [Legal, Illegal]
    assert (case.about.reading, case.about.cells) == ("at-discard", ("verdict",))
    assert case_from_json(to_json(case)) == case


STRANGERS = frozenset({"meld.all-that-can-be.duty", "out.able-to-end.when-judged"})
"""Who lays too little must still hold what makes it enough; then it is asked besides whether that may be kept, and is enough."""


def test_other_questions_on_a_path_are_named() -> None:
    """Whether the fours may be laid hangs on when it must be possible to end the turn, too; whether a card may be thrown, on
    whether all must be laid that can be."""
    script = laid_too_little()
    assert arena("at-discard").strangers(script.requests) == STRANGERS
    assert arena("at-discard").strangers(script.requests[:1]) == frozenset()
    assert arena("when-laid").strangers(script.requests[:2]) == frozenset()


def test_what_is_no_position_shows_nothing() -> None:
    """A table in a phase that no turn has is no path of anything."""
    first, *rest = laid_too_little().requests
    assert isinstance(first, PositionRequest)
    requests = (replace(first, phase="asleep"), *rest)
    assert arena("at-discard").strangers(requests) is None
    assert not arena("at-discard").shows_limit(Script(requests), SHORT)


def test_a_hunt_finds_a_limit_from_a_table_set_out() -> None:
    """From the table with the fours a few games show that the discard is refused, and what else shows there is known."""
    position = read_position_file(KADNER, "table.yaml", shelf())
    opening = request_from_table(position.rulebook, position.table), position.act()
    fresh = Corpus(sheet_of("kadner"), families=corpus().families)
    shown = Shown("some case", frozenset())
    limits = {name: None if name == SHORT else shown for name in arena("at-discard").limits}
    lacking = [Evidence(QUESTION, "at-discard", shown, limits)]
    (hunt,) = [hunt for hunt in hunts(fresh, options(), lacking) if hunt.reading]
    campaign = hunt.made(openings=[opening])
    assert campaign is not None
    campaign.search(range(20))
    (case,) = fresh.cases.values()
    assert (case.purpose, case.about.reading, fresh.planned[case.id].told) == (LIMIT, "at-discard", SHORT)
    found = Gatherer(fresh).of(QUESTION, "at-discard").limits[SHORT]
    assert found is not None and found.case == case.id and found.strangers <= STRANGERS


def test_a_hunt_finds_what_tells_an_altered_line_of_a_reading() -> None:
    """Whoever has the minimum of a reading right and asks for exactly that much is told by a case of the reading's limit."""
    exactly = "meld.stays:4: equal instead of a bound"
    position = read_position_file(KADNER, "table.yaml", shelf())
    opening = request_from_table(position.rulebook, position.table), position.act()
    fresh = Corpus(sheet_of("kadner"), families=corpus().families)
    assert exactly not in arena("at-discard").limits
    (hunt,) = hunts_for_lines(fresh, options(), [f"{QUESTION} = at-discard: {exactly}"])
    campaign = hunt.made(openings=[opening])
    assert campaign is not None
    campaign.search(range(20))
    (case,) = fresh.cases.values()
    assert (case.purpose, case.about.reading, fresh.planned[case.id].told) == (LIMIT, "at-discard", exactly)
    # What a case is there for is not looked for again.
    assert hunt.made(openings=[opening]) is None


def test_what_is_lacking_is_told() -> None:
    """Effects, lines that bite nowhere and company on the path are told; what is argued is told apart."""
    own, shared = Shown("a", frozenset()), Shown("b", frozenset({"pile.frozen.wild"}))
    evidence = [
        Evidence("pile.pair.wilds", "free", own, {}),
        Evidence("pile.pair.wilds", "bare", own, {"pile.pair:1: left out": shared, "pile.pair:2: left out": None}),
        Evidence("match.tie.tie", "drawn", None, {"match.tie:1: left out": None}),
    ]
    note = {"pile.pair.wilds/limit-bare: pile.pair:2: left out": "It never matters."}
    head, *rest = told_of(evidence, note, "canasta")
    assert head.startswith(
        "canasta: of 2 questions the cases show 1 whole, 0 of them on paths of their own; of 3 readings 2 (2 on a path"
    )
    assert rest == [
        "  pile.pair.wilds=bare: shows together with pile.frozen.wild",
        "  match.tie.tie=drawn: no case shows it",
        "  match.tie.tie=drawn: no case shows that it bites (match.tie:1: left out)",
    ]


def test_a_default_has_the_effects_of_the_others() -> None:
    """Where all other readings are argued to show in no case, nothing is lacking of the default; where one is not, it is."""
    evidence = [Evidence("match.tie.tie", reading, None, {}) for reading in ("another-deal", "drawn", "who-went-out")]
    notes = dict.fromkeys(("match.tie.tie/reading-drawn", "match.tie.tie/reading-who-went-out"), "It never comes to that.")
    assert len(list(told_of(evidence, notes, "canasta"))) == 1
    assert list(told_of(evidence, {"match.tie.tie/reading-drawn": "It never comes to that."}, "canasta"))[1:] == [
        "  match.tie.tie=another-deal: no case shows it",
        "  match.tie.tie=who-went-out: no case shows it",
    ]
