"""Positions met in games played at random, as files: what rulings are timed on, and held against slower ways to make them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from meldspec.corpus.search.random_player import Style, choose
from meldspec.engine.candidates import possible_acts
from meldspec.engine.deal import random_deal
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.position.asked_act import misplaced_act, misspelt_act
from meldspec.position.marked import Marked, Problems
from meldspec.position.position import set_up
from meldspec.position.write import position_of
from meldspec.protocol.actions import action_from_act
from meldspec.protocol.fields import to_json
from meldspec.table.table import Act, Cells, Table

Json = dict[str, Any]
STYLE = Style({"ask": 0.2}, plays=2)
EVERY = 9
"""One position of so many acts is taken, so that each deal gives a few, from its beginning to its end."""
PROPOSED = 400
"""From so many acts at most the one is chosen that may be refused."""


def drawn(rulebook: Rulebook, seed: str, count: int) -> Iterator[Json]:
    """So many position files of one game, always the same for the same seed: by turns with a legal act and with any act of
    cards that are there, and of both every other one without what the rules remember, as people write them."""
    chance, found = Random(seed), 0
    while True:
        referee = Referee(rulebook)
        cells = random_deal(rulebook, chance, chance.randrange(rulebook.layout.seats)).cells
        while (chosen := choose(referee, cells, chance, STYLE)) is not None:
            if not chance.randrange(EVERY):
                act = chosen[0] if found % 2 else _proposed(referee, cells, chosen[0].seat, chance)
                told = position_of(rulebook, Table(cells), f"{rulebook.name} {seed} {found}")
                told["act"] = {"seat": act.seat, "action": to_json(action_from_act(rulebook, act))}
                if found % 4 > 1:
                    del told["memory"]
                if _readable(rulebook, told):
                    yield told
                    found += 1
                if found == count:
                    return
            cells = chosen[1]


def _proposed(referee: Referee, cells: Cells, seat: int, chance: Random) -> Act:
    """Some act of a player who has a legal one; it may be refused itself."""
    return chance.choice(list(islice(possible_acts(referee, cells, seat, 2), PROPOSED)))


def _readable(rulebook: Rulebook, told: Json) -> bool:
    """Whether a file says what nobody would be told to write otherwise: an act may lack a field that the table asks for."""
    marked = Marked("drawn", told)
    return not misspelt_act(Problems(marked, []), rulebook) and not misplaced_act(set_up(marked, rulebook))
