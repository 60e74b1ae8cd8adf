"""Acts to be judged in a position: near misses, which may well be refused, and all that whoever is to act could think of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from meldspec.corpus.search.random_player import Style, proposals
from meldspec.engine.candidates import single_plays, with_plays
from meldspec.engine.compile.record import CompiledAct, CompiledField
from meldspec.engine.lookahead.exact_cover import covers
from meldspec.engine.referee import Referee
from meldspec.engine.runtime import all_in, without
from meldspec.table.act import Act
from meldspec.table.layout import TURN
from meldspec.table.table import Cells
from meldspec.table.values import NEW, Play

NEAR_MISSES = 6
"""How many near misses are drawn in a position."""


def near_misses(referee: Referee, cells: Cells, random: Random) -> Iterator[Act]:
    """Some acts that might be proposed in a position, legal or not."""
    names = list(referee.rulebook.acts)
    for _ in range(NEAR_MISSES):
        line = referee.rulebook.acts[random.choice(names)]
        turn = cells[TURN]
        seat = turn if turn is not None and random.random() < 0.85 else random.randrange(referee.rulebook.layout.seats)
        if random.random() < 0.5:
            style = Style({}, random.choice((1, 2, 5)), 0.7)
            yield from list(proposals(referee, line, cells, seat, random, style))[:1]
        else:
            yield Act(line.name, seat, _values(referee, line, cells, seat, random))


def _values(referee: Referee, line: CompiledAct, cells: Cells, seat: int, random: Random) -> tuple[Any, ...]:
    """Values for the fields of an act, drawn with little regard for the rules."""
    values: list[Any] = []
    plays: tuple[Play, ...] = ()
    for field in line.fields:
        match field.type:
            case "plays":
                plays = _plays(referee, field, cells, seat, random)
                values.append(plays)
            case "play":
                values.append(random.choice((None, *range(len(plays)))) if random.random() < 0.8 else None)
            case "card":
                source = field.offered(referee, cells, seat)
                values.append(random.choice(source) if source else random.randrange(len(referee.rulebook.faces.names)))
            case "player":
                values.append(random.randrange(referee.rulebook.layout.seats))
            case "truth":
                values.append(random.random() < 0.5)
            case _:
                values.append(random.choice((0, *field.offered(referee, cells, seat))))
    return tuple(values)


def _plays(referee: Referee, field: CompiledField, cells: Cells, seat: int, random: Random) -> tuple[Play, ...]:
    """One to three plays: good ones made worse, or cards of a rank thrown together."""
    source = field.offered(referee, cells, seat)
    singles = single_plays(referee, field, cells, seat)
    melds = len(cells[field.melds_cell(seat)])
    chosen: list[Play] = []
    for _ in range(random.choice((0, 1, 1, 1, 1, 1, 1, 2, 2, 3))):
        if not source:
            break
        if singles and random.random() < 0.6:
            to, cards = random.choice(singles)
            cards = tuple(c for c in cards if c in source)
        else:
            to, cards = random.choice((NEW, NEW, *range(melds))), _thrown(referee, source, random)
        to, cards = _worse(referee, to, cards, source, melds, random)
        if cards and (to == NEW or all(to != t for t, _ in chosen)):
            chosen.append((to, cards))
            source = without(source, cards)
    return tuple(chosen)


def _thrown(referee: Referee, source: tuple[int, ...], random: Random) -> tuple[int, ...]:
    """Some cards of one rank, or of two."""
    ranks = referee.rulebook.faces.ranks
    wanted = {ranks[random.choice(source)] for _ in range(random.choice((1, 1, 2, 3)))}
    cards = [c for c in source if ranks[c] in wanted]
    return tuple(sorted(random.sample(cards, random.randint(1, len(cards)))))


def _worse(
    referee: Referee, to: int | str, cards: tuple[int, ...], source: tuple[int, ...], melds: int, random: Random
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


# ── what whoever is to act could think of ───────────────────────────────────────────────────────────────────────────────────


TRIED = 5
"""How many acts of each sort are drawn in a position."""


def candidate_acts(referee: Referee, cells: Cells, random: Random) -> Iterator[Act]:
    """Near misses, and some of every sort that whoever is to act could think of."""
    # Drawn twice: mutants of lines that refuse are killed by what is nearly legal, not by what somebody would really do.
    yield from near_misses(referee, cells, random)
    yield from near_misses(referee, cells, random)
    turn = cells[TURN]
    seat = turn if turn is not None else random.randrange(referee.rulebook.layout.seats)
    for line in referee.rulebook.acts.values():
        for _ in range(TRIED):
            style = Style({}, random.choice((1, 2, 3, 5)), random.choice((0.3, 0.9)), random.choice((0.0, 0.5)))
            yield from list(proposals(referee, line, cells, seat, random, style))[:2]
        field = line.plays
        if field is not None:
            for plays in (*nearly_all(referee, field, cells, seat, random), *more_of_the_same(referee, field, cells, seat, random)):
                yield from with_plays(referee, line, cells, seat, plays)


def nearly_all(referee: Referee, field: CompiledField, cells: Cells, seat: int, random: Random) -> Iterator[tuple[Play, ...]]:
    """Ways to lay a whole hand, or all but a card of it, and the same with a card held back."""
    source = field.offered(referee, cells, seat)
    leaving = random.choice((0, 1, 1, 2))
    ways = islice(covers(referee, field, cells, seat, source, leaving), TRIED)
    for plays in random.sample(found, 1) if (found := [way for way in ways if way]) else ():
        yield plays
        number = random.randrange(len(plays))
        to, cards = plays[number]
        if len(cards) > 1:
            yield (*plays[:number], (to, without(cards, (random.choice(cards),))), *plays[number + 1 :])
        elif len(plays) > 1:
            yield (*plays[:number], *plays[number + 1 :])


def more_of_the_same(referee: Referee, field: CompiledField, cells: Cells, seat: int, random: Random) -> Iterator[tuple[Play, ...]]:
    """For each meld some cards of ranks that it has, one that lies on top of a row among them where there is such."""
    source = field.offered(referee, cells, seat)
    ranks, tops = referee.rulebook.faces.ranks, referee.rulebook.tops(cells)
    for number, meld in enumerate(cells[field.melds_cell(seat)]):
        there = {ranks[card] for card in meld}
        alike = [card for card in source if ranks[card] in there]
        if alike:
            first = next((card for card in alike if card in tops), random.choice(alike))
            rest = list(without(tuple(alike), (first,)))
            chosen = random.sample(rest, min(len(rest), random.choice((0, 1, 2, 2, 3))))
            yield ((number, tuple(sorted((first, *chosen)))),)


def odd_melds(referee: Referee, other: Referee, cells: Cells, random: Random) -> Iterator[Act]:
    """Some acts with a play that is a meld under one of two rulebooks only, alone and beside another play."""
    turn = cells[TURN]
    for line in referee.rulebook.acts.values() if turn is not None else ():
        field = line.plays
        if field is None:
            continue
        mine = single_plays(referee, field, cells, turn)
        # Acts drawn from the true rules alone need not hold such a meld, so mutants of kinds would survive.
        odd = sorted({*mine} ^ {*single_plays(other, field, cells, turn)}, key=str)
        source = field.offered(referee, cells, turn)
        for play in random.sample(odd, min(len(odd), TRIED)):
            beside = [one for one in mine if one[0] != play[0] or one[0] == NEW]
            beside = [one for one in beside if all_in(tuple(sorted(one[1] + play[1])), source)]
            for plays in [(play,), *((play, one) for one in random.sample(beside, min(len(beside), TRIED)))]:
                yield from list(with_plays(referee, line, cells, turn, plays))
