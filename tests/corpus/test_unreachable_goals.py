"""Goals that are argued to have no case: on tables made for them no game shows any of them, while it shows something else."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from tests.engine.variants import sheet_of
from tests.sampling import THOROUGH

from meldspec.cli.position_files import read_position_file
from meldspec.corpus.arena import arena_of
from meldspec.corpus.corpus import Corpus
from meldspec.corpus.family import Alternative, RulebookFamily
from meldspec.corpus.plan import Goal
from meldspec.corpus.search.campaign import Campaign, Findings
from meldspec.corpus.search.evidence_search import EvidenceCampaign, Wanted
from meldspec.corpus.search.initial_states import random_start
from meldspec.data import folder
from meldspec.engine.rulebook import Library, make_rulebook
from meldspec.position.request import request_from_table
from meldspec.protocol.case import LIMIT
from meldspec.sources.ledger import read_moot
from meldspec.table.selection import in_order

GAMES = 12 if THOROUGH else 2
"""So many games are begun on each table."""
KADNER = """
variant: kadner
turn: 0
phase: play
stock: []
hands: [9S, 4C 4D, 6C 6D, TC TD]
feet: [3H 8C 8S, 0, 0, 0]
sides: [{melds: [9C 9D 9H]}, {melds: [QC QC QD QD QH QH QS]}]
memory: {took: no}
act: {action: {type: meld, plays: [{to: 0, cards: 9S}]}}
"""
BEGUN = """
variant: canasta
turn: 0
phase: play
stock: [6S, 6H, 8S, 8C]
hands: [KC KD KH KS 9C 9D 2C 5D, 4C 4D, 6C 6D, TC TD]
sides: [{melds: [QC QD QH]}, {}]
act: {action: {type: meld, plays: [{to: new, cards: KC KD KH}]}}
"""
TABLES = [(KADNER, "foot.threes/effect", "foot.threes.no-stock/reading-ends")]
"""A table with the act to begin with, what cannot be shown there, and what can."""
WHOLE = "meld.whole.moment/limit-turn-end: meld.whole:"
ARGUED = [f"{WHOLE}{line}" for line in ("11: always so", "11: never so", "12: never so", "15: forbid for meld left out")]
"""Lines that bite in no case, of a reading by which melds may be begun with too few cards."""


@cache
def family_of(variant: str, options: tuple[tuple[str, int], ...]) -> RulebookFamily:
    """A game with all that it is compared with."""
    return RulebookFamily(make_rulebook(sheet_of(variant), dict(options)))


def others_of(family: RulebookFamily, goal: str) -> list[Alternative]:
    """The rulebook of a reading, or those of all mutants of a clause."""
    of, _, purpose = goal.partition("/")
    if purpose.startswith("reading-"):
        return [family.readings[of, purpose.removeprefix("reading-")]]
    return family.mutants([of])


@pytest.mark.parametrize(("text", "moot", "control"), TABLES, ids=[moot for _, moot, _ in TABLES])
def test_what_cannot_be_shown_is_not(rules: Library, text: str, moot: str, control: str) -> None:
    """Of what no case can reach nothing is seen in games from a table where it would matter, and something else is."""
    position = read_position_file(text, "table.yaml", rules)
    variant, options = position.rulebook.name, in_order(position.rulebook.options)
    assert moot in read_moot(folder("conformance") / "corpus")[variant]
    family = family_of(variant, options)
    opening = request_from_table(position.rulebook, position.table), position.act()
    assert random_start(family.rulebook, Random(0), 0.0, openings=[opening]) is not None
    hidden, seen = others_of(family, moot), others_of(family, control)
    assert hidden and seen
    campaign = Campaign(Corpus(family.rulebook.sheet, families={(options, ()): family}), options, openings=[opening])
    goals = {one.goal for one in (*hidden, *seen) if one.goal is not None}
    campaign.findings = Findings(family, goals, {one.name for one in (*hidden, *seen)})
    for seed in range(GAMES):
        campaign.play(seed, goals, [*hidden, *seen])
    told = campaign.findings.met
    assert any(told[one.name] for one in seen)
    assert not any(told[one.name] for one in hidden)


def test_lines_that_bite_nowhere_do_not(rules: Library) -> None:
    """Where melds are begun with too few cards, the lines that are argued to bite nowhere are missed in no game; others are."""
    position = read_position_file(BEGUN, "table.yaml", rules)
    options = in_order(position.rulebook.options)
    assert set(ARGUED) <= set(read_moot(folder("conformance") / "corpus")["canasta"])
    arena = arena_of(family_of("canasta", options), "meld.whole.moment", "turn-end")
    opening = request_from_table(position.rulebook, position.table), position.act()
    wanted = {name: Wanted(Goal(LIMIT, arena.question, arena.reading), one, name, None) for name, one in arena.limits.items()}
    corpus = Corpus(arena.default.rulebook.sheet, families={(options, ()): arena.default})
    begin: dict[str, Any] = {
        "positions": True,
        "openings": [opening],
        "family": arena.family,
        "wanted": wanted,
        "arenas": lambda goal: arena,
    }
    campaign = EvidenceCampaign(corpus, options, **begin)
    for seed in range(2 * GAMES):
        campaign.play(seed, frozenset(), campaign.sought.open())
    seen = set(campaign.sought.scripts)
    assert len(seen) >= 3 and seen.isdisjoint(line.partition(": ")[2] for line in ARGUED)
