"""Acts that may well be refused: what players try at a table, near the limits of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from meldspec.corpus.search.random_player import Style, proposals
from meldspec.engine.candidates import single_plays
from meldspec.engine.compile.record import CompiledAct, CompiledField
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import without
from meldspec.table.act import Act
from meldspec.table.layout import TURN
from meldspec.table.table import Cells
from meldspec.table.values import NEW, Play

PROBES = 6
"""How many acts are tried in a position."""


def probes(rulebook: Rulebook, cells: Cells, random: Random) -> Iterator[Act]:
    """Some acts that might be proposed in a position, legal or not."""
    names = list(rulebook.acts)
    for _ in range(PROBES):
        line = rulebook.acts[random.choice(names)]
        turn = cells[TURN]
        seat = turn if turn is not None and random.random() < 0.85 else random.randrange(rulebook.layout.seats)
        if random.random() < 0.5:
            style = Style({}, random.choice((1, 2, 5)), 0.7)
            yield from list(proposals(rulebook, line, cells, seat, random, style))[:1]
        else:
            yield Act(line.name, seat, _values(rulebook, line, cells, seat, random))


def _values(rulebook: Rulebook, line: CompiledAct, cells: Cells, seat: int, random: Random) -> tuple[Any, ...]:
    """Values for the fields of an act, drawn with little regard for the rules."""
    values: list[Any] = []
    plays: tuple[Play, ...] = ()
    for field in line.fields:
        match field.type:
            case "plays":
                plays = _plays(rulebook, field, cells, seat, random)
                values.append(plays)
            case "play":
                values.append(random.choice((None, *range(len(plays)))) if random.random() < 0.8 else None)
            case "card":
                source = field.offered(rulebook.search, cells, seat)
                values.append(random.choice(source) if source else random.randrange(len(rulebook.faces.names)))
            case "player":
                values.append(random.randrange(rulebook.layout.seats))
            case "truth":
                values.append(random.random() < 0.5)
            case _:
                values.append(random.choice((0, *field.offered(rulebook.search, cells, seat))))
    return tuple(values)


def _plays(rulebook: Rulebook, field: CompiledField, cells: Cells, seat: int, random: Random) -> tuple[Play, ...]:
    """One to three plays: good ones made worse, or cards of a rank thrown together."""
    source = field.offered(rulebook.search, cells, seat)
    singles = single_plays(rulebook, field, cells, seat)
    melds = len(cells[field.melds_cell(seat)])
    chosen: list[Play] = []
    for _ in range(random.choice((0, 1, 1, 1, 1, 1, 1, 2, 2, 3))):
        if not source:
            break
        if singles and random.random() < 0.6:
            to, cards = random.choice(singles)
            cards = tuple(c for c in cards if c in source)
        else:
            to, cards = random.choice((NEW, NEW, *range(melds))), _thrown(rulebook, source, random)
        to, cards = _worse(rulebook, to, cards, source, melds, random)
        if cards and (to == NEW or all(to != t for t, _ in chosen)):
            chosen.append((to, cards))
            source = without(source, cards)
    return tuple(chosen)


def _thrown(rulebook: Rulebook, source: tuple[int, ...], random: Random) -> tuple[int, ...]:
    """Some cards of one rank, or of two."""
    ranks = rulebook.faces.ranks
    wanted = {ranks[random.choice(source)] for _ in range(random.choice((1, 1, 2, 3)))}
    cards = [c for c in source if ranks[c] in wanted]
    return tuple(sorted(random.sample(cards, random.randint(1, len(cards)))))


def _worse(
    rulebook: Rulebook, to: int | str, cards: tuple[int, ...], source: tuple[int, ...], melds: int, random: Random
) -> tuple[int | str, tuple[int, ...]]:
    """A play with a card more or less, or to another place."""
    turn = random.random()
    rest = without(source, cards)
    if turn < 0.25 and rest:
        return to, tuple(sorted((*cards, random.choice(rest))))
    if turn < 0.4 and len(cards) > 1:
        return to, without(cards, (random.choice(cards),))
    if turn < 0.55 and melds:
        return random.choice((NEW, *range(melds))), cards
    return to, cards
