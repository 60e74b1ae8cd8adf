"""Acts to be tried in a position against rulebooks that might judge them otherwise: near misses of all sorts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from meldspec.corpus.search.near_misses import probes
from meldspec.corpus.search.random_player import Style, proposals
from meldspec.engine.candidates import single_plays, with_plays
from meldspec.engine.compile.record import CompiledAct, CompiledField
from meldspec.engine.lookahead.hand_covers import covers
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import all_in, without
from meldspec.table.act import Act
from meldspec.table.layout import TURN
from meldspec.table.table import Cells
from meldspec.table.values import NEW, Play

TRIED = 5
"""How many acts of each sort are drawn for trial in a position."""


def trials(rulebook: Rulebook, cells: Cells, random: Random) -> Iterator[Act]:
    """Acts to be tried in a position: near misses, and some of every sort that whoever is to act could think of."""
    yield from probes(rulebook, cells, random)
    yield from probes(rulebook, cells, random)
    turn = cells[TURN]
    seat = turn if turn is not None else random.randrange(rulebook.layout.seats)
    for line in rulebook.acts.values():
        for _ in range(TRIED):
            style = Style({}, random.choice((1, 2, 3, 5)), random.choice((0.3, 0.9)), random.choice((0.0, 0.5)))
            yield from list(proposals(rulebook, line, cells, seat, random, style))[:2]
        field = laying(line)
        if field is not None:
            for plays in (
                *nearly_all(rulebook, field, cells, seat, random),
                *more_of_the_same(rulebook, field, cells, seat, random),
            ):
                yield from with_plays(rulebook, line, cells, seat, plays)


def laying(line: CompiledAct) -> CompiledField | None:
    """The field of an act that holds its plays, if it has any."""
    return line.plays


def nearly_all(rulebook: Rulebook, field: CompiledField, cells: Cells, seat: int, random: Random) -> Iterator[tuple[Play, ...]]:
    """Ways to lay a whole hand, or all but a card of it, and the same with a card held back."""
    source = field.offered(rulebook.search, cells, seat)
    leaving = random.choice((0, 1, 1, 2))
    ways = islice(covers(rulebook, field, cells, seat, source, leaving), TRIED)
    for plays in random.sample(found, 1) if (found := [way for way in ways if way]) else ():
        yield plays
        number = random.randrange(len(plays))
        to, cards = plays[number]
        if len(cards) > 1:
            yield (*plays[:number], (to, without(cards, (random.choice(cards),))), *plays[number + 1 :])
        elif len(plays) > 1:
            yield (*plays[:number], *plays[number + 1 :])


def more_of_the_same(
    rulebook: Rulebook, field: CompiledField, cells: Cells, seat: int, random: Random
) -> Iterator[tuple[Play, ...]]:
    """For each meld some cards of ranks that it has, one that lies on top of a row among them where there is such."""
    source = field.offered(rulebook.search, cells, seat)
    ranks, tops = rulebook.faces.ranks, rulebook.tops(cells)
    for number, meld in enumerate(cells[field.melds_cell(seat)]):
        there = {ranks[card] for card in meld}
        alike = [card for card in source if ranks[card] in there]
        if alike:
            first = next((card for card in alike if card in tops), random.choice(alike))
            rest = list(without(tuple(alike), (first,)))
            chosen = random.sample(rest, min(len(rest), random.choice((0, 1, 2, 2, 3))))
            yield ((number, tuple(sorted((first, *chosen)))),)


def odd_melds(rulebook: Rulebook, other: Rulebook, cells: Cells, random: Random) -> Iterator[Act]:
    """Some acts with a play that is a meld under one of two rulebooks only, alone and beside another play."""
    turn = cells[TURN]
    for line in rulebook.acts.values() if turn is not None else ():
        field = laying(line)
        if field is None:
            continue
        mine = single_plays(rulebook, field, cells, turn)
        odd = sorted({*mine} ^ {*single_plays(other, field, cells, turn)}, key=str)
        source = field.offered(rulebook.search, cells, turn)
        for play in random.sample(odd, min(len(odd), TRIED)):
            beside = [one for one in mine if one[0] != play[0] or one[0] == NEW]
            beside = [one for one in beside if all_in(tuple(sorted(one[1] + play[1])), source)]
            for plays in [(play,), *((play, one) for one in random.sample(beside, min(len(beside), TRIED)))]:
                yield from list(with_plays(rulebook, line, cells, turn, plays))
