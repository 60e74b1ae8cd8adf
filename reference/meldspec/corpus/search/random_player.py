"""Acts drawn at random: legal ones by a player of many styles, whom tests and the benchmark use too, and others to be judged."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain, islice, product
from random import Random
from typing import Any, TypeVar

from meldspec.engine.candidates import EVERY, fillings, possible_acts, single_plays, with_plays
from meldspec.engine.compile.record import CompiledAct, CompiledField
from meldspec.engine.lookahead.exact_cover import covers
from meldspec.engine.play import legal
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import all_in, without
from meldspec.engine.verdict import Unanswered, determined
from meldspec.table.act import Act
from meldspec.table.layout import ENDED, TURN
from meldspec.table.table import Cells
from meldspec.table.values import NEW, Play

T = TypeVar("T")
TRIES = 3
"""How many proposals of one sort are tried before another sort is."""
WEIGHTS = (0.02, 0.3, 1.0, 5.0, 50.0)
"""How much somebody likes a sort of acts."""
EAGER = 0.7
"""How often an eager player lays whatever he can."""
CARRIED_OUT = 0.5
"""How often the act that somebody has asked about is carried out, where it is legal."""
MOST = 32_768
"""How many acts are tried at most where nobody seems to have one that is legal."""


@dataclass(frozen=True)
class Style:
    """How somebody plays at random: the weight of each sort of act (1 where none is given), how many plays an act may have, how
    readily another is added, and how often a way to lay the whole hand, or all but one or two cards, is looked for."""

    weights: dict[str, float] = field(default_factory=dict)
    plays: int = 3
    eager: float = 0.5
    thorough: float = 0.0


def random_style(rulebook: Rulebook, random: Random) -> Style:
    """A style drawn at random: some sorts of acts are loved, some shunned."""
    weights = {name: random.choice(WEIGHTS) for name in rulebook.acts}
    return Style(weights, random.choice((1, 2, 4, 6)), random.choice((0.2, 0.6, 0.95)), random.choice((0.0, 0.3, 1.0)))


def eager_style(rulebook: Rulebook, random: Random) -> Style:
    """A style drawn at random; most often cards are laid where they can be, the whole hand if possible."""
    style = random_style(rulebook, random)
    if random.random() < EAGER:
        laying = {name: max(WEIGHTS) for name, line in rulebook.acts.items() if line.plays is not None}
        style = replace(style, weights=style.weights | laying, thorough=random.choice((0.5, 1.0)))
    return style


@dataclass
class RandomPlayer:
    """Plays all seats, each in a style of its own; `first` is an act to begin with, now and then, where it is legal."""

    referee: Referee
    random: Random
    styles: Sequence[Style]
    first: Act | None = None

    def __call__(self, cells: Cells) -> tuple[Act, Cells] | None:
        """A legal act and the cells after it; see `choose`."""
        first, self.first = self.first, None
        if first is not None and self.random.random() < CARRIED_OUT:
            after = determined(self.referee.after(cells, first))
            if after is not None:
                return first, after
        return choose(self.referee, cells, self.random, self.styles[(cells[TURN] or 0) % len(self.styles)])


def movers(referee: Referee, cells: Cells) -> list[tuple[int, str]]:
    """Who may be able to do what now, as far as can be told before the fields of the act are chosen."""
    if cells[ENDED] is not None:
        return []
    return referee.rulebook.compiled.able(referee, cells)


def choose(referee: Referee, cells: Cells, random: Random, style: Style) -> tuple[Act, Cells] | None:
    """A legal act and the cells after it; none only where no act at all is legal.

    Raises Unanswered where so many acts would have to be tried to know that.
    """
    able = movers(referee, cells)
    weights = [style.weights.get(name, 1.0) for _, name in able]
    while able:
        cumulative = list(accumulate(weights))
        number = bisect(cumulative, random.random() * cumulative[-1], 0, len(able) - 1) if len(able) > 1 else 0
        weights.pop(number)
        seat, name = able.pop(number)
        line = referee.rulebook.acts[name]
        # What is drawn beside plays, other than which of them, may not be there; nor may all that is laid by the whole hand.
        fits = line.plays is None or not (style.thorough or any(field.type not in ("plays", "play") for field in line.fields))
        # The act without plays comes last: it is seldom wanted, but it may be all that there is.
        for act in chain(proposals(referee, line, cells, seat, random, style), without_plays(line, seat)):
            after = legal(referee, cells, act, fits)
            if after is not None:
                return act, after
    # A style may shun every act that is legal. Nobody may be said to be stuck on a few tries (decision 0012).
    return anything(referee, cells, MOST)


def anything(referee: Referee, cells: Cells, most: int | None = None) -> tuple[Act, Cells] | None:
    """The first legal act that there is, looked for exhaustively, or among so many acts.

    Raises Unanswered where these are not all, or one of them is undetermined.
    """
    if cells[ENDED] is not None:
        return None
    ways = product(range(referee.rulebook.layout.seats), (1, EVERY))
    acts = chain.from_iterable(possible_acts(referee, cells, seat, plays, looks=False) for seat, plays in ways)
    for number, act in enumerate(acts):
        if most is not None and number >= most:
            raise Unanswered(f"{most} acts were tried and none is legal; whether anybody may act at all is not found out")
        after = determined(referee.after(cells, act))
        if after is not None:
            return act, after
    return None


def proposals(referee: Referee, line: CompiledAct, cells: Cells, seat: int, random: Random, style: Style) -> Iterator[Act]:
    """A few acts of one sort, drawn at random."""
    if not line.fields:
        yield Act(line.name, seat)
    elif line.fields[0].type == "plays":
        singles = single_plays(referee, line.fields[0], cells, seat)
        if singles and style.thorough and random.random() < style.thorough:
            yield from whole_hand(referee, line, cells, seat, random)
        for _ in range(TRIES if singles else 0):
            plays = some_plays(referee, line.fields[0], cells, seat, singles, random, style)
            yield Act(line.name, seat, (plays, *(rest(f, plays, referee, cells, random) for f in line.fields[1:])))
    elif len(line.fields) == 1 and line.fields[0].type == "card":
        source = line.fields[0].offered(referee, cells, seat)
        for _ in range(TRIES if source else 0):
            yield Act(line.name, seat, (drawn(random, source),))
    else:
        every = list(fillings(referee, line, cells, seat))
        for _ in range(min(TRIES, len(every))):
            yield Act(line.name, seat, every.pop(int(random.random() * len(every))))


def drawn(random: Random, some: Sequence[T]) -> T:
    """One of some things: quicker than `Random.choice`, and as fair as a few thousand things need it."""
    return some[int(random.random() * len(some))]


def without_plays(line: CompiledAct, seat: int) -> Iterator[Act]:
    """The act that lays nothing, where acts of its sort may lay something: a pile is taken so where it is enough to hold cards."""
    if line.fields and line.fields[0].type == "plays":
        yield Act(line.name, seat, ((), *(None if field_.type == "play" else 0 for field_ in line.fields[1:])))


def whole_hand(referee: Referee, line: CompiledAct, cells: Cells, seat: int, random: Random) -> Iterator[Act]:
    """An act that lays all the cards at hand but none, one or two, where there is one."""
    source = line.fields[0].offered(referee, cells, seat)
    for leaving in random.sample((0, 1, 2), 3):
        for plays in islice(covers(referee, line.fields[0], cells, seat, source, leaving), 1):
            if plays:
                yield Act(line.name, seat, (plays, *(rest(f, plays, referee, cells, random) for f in line.fields[1:])))


def rest(field_: CompiledField, plays: tuple[Play, ...], referee: Referee, cells: Cells, random: Random) -> int | None:
    """The value of a field beside the plays: for an index, a play that holds a card lying on top of a row if there is one."""
    if field_.type != "play":
        return 0
    tops = set(referee.rulebook.tops(cells))
    good = [n for n, (_, cards) in enumerate(plays) if tops.intersection(cards)]
    return drawn(random, good) if good else None


def some_plays(
    referee: Referee, field_: CompiledField, cells: Cells, seat: int, singles: list[Play], random: Random, style: Style
) -> tuple[Play, ...]:
    """Plays that can be made together, drawn at random."""
    chosen = [drawn(random, singles)]
    if style.plays > 1 and random.random() < style.eager:
        source = field_.offered(referee, cells, seat)
        left = without(source, chosen[0][1])
        for _ in range(style.plays * 2):
            to, cards = drawn(random, singles)
            # Two plays to one meld would be one play; the rules refuse them unseen.
            apart = to == NEW or all(to != other for other, _ in chosen)
            if apart and all_in(cards, left):
                chosen.append((to, cards))
                left = without(left, cards)
                if len(chosen) == style.plays:
                    break
    return tuple(chosen)


# ── acts to be judged: near misses, and all that could be thought of ────────────────────────────────────────────────────────

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
    for field_ in line.fields:
        match field_.type:
            case "plays":
                plays = _plays(referee, field_, cells, seat, random)
                values.append(plays)
            case "play":
                values.append(random.choice((None, *range(len(plays)))) if random.random() < 0.8 else None)
            case "card":
                source = field_.offered(referee, cells, seat)
                values.append(random.choice(source) if source else random.randrange(len(referee.rulebook.faces.names)))
            case "player":
                values.append(random.randrange(referee.rulebook.layout.seats))
            case "truth":
                values.append(random.random() < 0.5)
            case _:
                values.append(random.choice((0, *field_.offered(referee, cells, seat))))
    return tuple(values)


def _plays(referee: Referee, field_: CompiledField, cells: Cells, seat: int, random: Random) -> tuple[Play, ...]:
    """One to three plays: good ones made worse, or cards of a rank thrown together."""
    source = field_.offered(referee, cells, seat)
    singles = single_plays(referee, field_, cells, seat)
    melds = len(cells[field_.melds_cell(seat)])
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
        field_ = line.plays
        if field_ is not None:
            for plays in (
                *nearly_all(referee, field_, cells, seat, random),
                *more_of_the_same(referee, field_, cells, seat, random),
            ):
                yield from with_plays(referee, line, cells, seat, plays)


def nearly_all(referee: Referee, field_: CompiledField, cells: Cells, seat: int, random: Random) -> Iterator[tuple[Play, ...]]:
    """Ways to lay a whole hand, or all but a card of it, and the same with a card held back."""
    source = field_.offered(referee, cells, seat)
    leaving = random.choice((0, 1, 1, 2))
    ways = islice(covers(referee, field_, cells, seat, source, leaving), TRIED)
    for plays in random.sample(found, 1) if (found := [way for way in ways if way]) else ():
        yield plays
        number = random.randrange(len(plays))
        to, cards = plays[number]
        if len(cards) > 1:
            yield (*plays[:number], (to, without(cards, (random.choice(cards),))), *plays[number + 1 :])
        elif len(plays) > 1:
            yield (*plays[:number], *plays[number + 1 :])


def more_of_the_same(
    referee: Referee, field_: CompiledField, cells: Cells, seat: int, random: Random
) -> Iterator[tuple[Play, ...]]:
    """For each meld some cards of ranks that it has, one that lies on top of a row among them where there is such."""
    source = field_.offered(referee, cells, seat)
    ranks, tops = referee.rulebook.faces.ranks, referee.rulebook.tops(cells)
    for number, meld in enumerate(cells[field_.melds_cell(seat)]):
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
        field_ = line.plays
        if field_ is None:
            continue
        mine = single_plays(referee, field_, cells, turn)
        # Acts drawn from the true rules alone need not hold such a meld, so mutants of kinds would survive.
        odd = sorted({*mine} ^ {*single_plays(other, field_, cells, turn)}, key=str)
        source = field_.offered(referee, cells, turn)
        for play in random.sample(odd, min(len(odd), TRIED)):
            beside = [one for one in mine if one[0] != play[0] or one[0] == NEW]
            beside = [one for one in beside if all_in(tuple(sorted(one[1] + play[1])), source)]
            for plays in [(play,), *((play, one) for one in random.sample(beside, min(len(beside), TRIED)))]:
                yield from list(with_plays(referee, line, cells, turn, plays))
