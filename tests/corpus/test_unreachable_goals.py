"""Goals that are argued to have no case: on tables made for them no game shows any of them, while it shows something else."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from meldspec.book.library import read_library
from meldspec.cli.position_files import read_position_file
from meldspec.corpus.case import Goal, Script
from meldspec.corpus.family import Arena, make_arena
from meldspec.corpus.search.campaign import tells
from meldspec.corpus.search.initial_states import Opening
from meldspec.corpus.search.mutant_search import Quarry
from meldspec.corpus.search.position_search import skirmish
from meldspec.corpus.unreachable_goals import argued, read_moot
from meldspec.data import folder
from meldspec.position.position import Rules
from meldspec.position.request import request_from_table

GAMES = 12
"""So many games are begun on each table."""
READY = "7C 7C 7D 7D 7H 7H 7S, QC QC QD QD QH QH QS, KC KC KD KD KH KH 2C, 2D 2D 2H 2H 2S 2S JK, 9C 9D 9H"
"""A canasta of each kind, and three nines."""
BAIN = f"""
variant: bain
turn: 0
phase: play
stock: 8C 8D 9S 9S
hands: [HAND, 4C 4D, 6C 6D, TC TD]
sides: [{{melds: [{READY}]}}, {{}}]
memory: {{opener: [0, nobody], earned: [yes, no, yes, no]}}
act: {{action: ACT}}
"""
RAILROAD = f"""
variant: railroad
options: {{players: 4, members: 2}}
turn: 0
phase: play
stock: 8C 8D 9S 9S
hands: [9S 9S, 4C 4D, 6C 6D, TC TD]
sides: [{{melds: [{READY}]}}, {{melds: [7C 7C 7D 7D 7H 7H 7S]}}]
act: {{action: {{type: meld, plays: [{{to: 4, cards: 9S 9S}}]}}}}
"""
KADNER = """
variant: kadner
turn: 0
phase: play
stock: []
hands: [9S, 4C 4D, 6C 6D, TC TD]
feet: [3H 8C 8S, 0, 0, 0]
sides: [{melds: [9C 9D 9H]}, {}]
memory: {took: no}
act: {action: {type: meld, plays: [{to: 0, cards: 9S}]}}
"""
TABLES = [
    (
        BAIN.replace("HAND", "9S 7S").replace("ACT", "{type: meld, plays: [{to: 4, cards: 9S}]}"),
        "out.last-discard.seven/reading-free",
        "end.sevens.melding-down/reading-may",
    ),
    (
        BAIN.replace("HAND", "9S 9S").replace("ACT", "{type: meld, plays: [{to: 4, cards: 9S 9S}]}"),
        "out.last-discard.needed/reading-needed",
        "out.ask.leave/reading-must",
    ),
    (
        BAIN.replace("HAND", "9S 5C").replace("ACT", "{type: ask, seat: 2}"),
        "out.no.other-partner/reading-the-other",
        "out.ask.leave/reading-must",
    ),
    (RAILROAD, "out.pass/effect", "out.last-discard/refuses"),
    (KADNER, "foot.threes/effect", "foot.threes.no-stock/reading-ends"),
]
"""A table with the act to begin with, what cannot be shown there, and what can."""


@cache
def arena_of(variant: str, options: tuple[tuple[str, int], ...]) -> Arena:
    """A game with all that it is compared with."""
    return make_arena(Rules(read_library()).sheet(variant), dict(options))


def quarries_of(arena: Arena, goal: str) -> list[Quarry]:
    """The rulebook of a reading, or those of all spoilt lines of a clause."""
    of, _, purpose = goal.partition("/")
    if purpose.startswith("reading-"):
        key = of, purpose.removeprefix("reading-")
        return [Quarry(goal, Goal("reading", *key), arena.readings[key], arena.kin[key])]
    return [Quarry(str(one.mutant), None, one.rulebook, one.kin) for one in arena.spoilt([of])]


@pytest.mark.parametrize(("text", "moot", "control"), TABLES, ids=[moot for _, moot, _ in TABLES])
def test_what_cannot_be_shown_is_not(text: str, moot: str, control: str) -> None:
    """Of what no case can reach nothing is seen in games from a table where it would matter, and something else is."""
    position = read_position_file(text, "table.yaml", Rules(read_library()))
    variant, options = position.rulebook.name, tuple(sorted(position.rulebook.options.items()))
    assert moot in argued(read_moot(folder("conformance") / "corpus"), variant)
    arena = arena_of(variant, options)
    opening = Opening(request_from_table(position.rulebook, position.placed.table), position.act())
    start = opening.start(arena.rulebook)
    assert start is not None
    told: set[str] = set()

    def found(quarry: Quarry, script: Script) -> None:
        if tells(arena, quarry, script):
            told.add(quarry.name)

    hidden, seen = quarries_of(arena, moot), quarries_of(arena, control)
    assert hidden and seen
    for seed in range(GAMES):
        arena.rulebook.search.forget()
        skirmish(arena, [*hidden, *seen], found, Random(seed), start, opening)
    assert told & {quarry.name for quarry in seen}
    assert not told & {quarry.name for quarry in hidden}
