"""Acts drawn at random: legal ones by a player of many styles, whom tests and the benchmark use too, and others to be judged."""

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, chain, islice, product
from random import Random
from typing import TypeVar

from meldspec.corpus.search.scale import of_ranks, some
from meldspec.engine.candidates import EVERY, candidates, fillings, possible_acts, single_plays, with_plays
from meldspec.engine.compile.record import CompiledAct, CompiledField
from meldspec.engine.lookahead.exact_cover import covers_of
from meldspec.engine.lookahead.offer import Offer
from meldspec.engine.lookahead.pruner import Pruner
from meldspec.engine.play import legal
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import all_in, without
from meldspec.engine.verdict import Unanswered, determined
from meldspec.table.table import ENDED, NEW, TURN, Act, Bag, Cells, Groups, Play

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


def choose(referee: Referee, cells: Cells, random: Random, style: Style) -> tuple[Act, Cells] | None:
    """A legal act and the cells after it; none only where no act at all is legal.

    Raises Unanswered where so many acts would have to be tried to know that.
    """
    # Who may be able to do what now, as far as can be told before the fields of the act are chosen.
    able = referee.rulebook.compiled.able(referee, cells) if cells[ENDED] is None else []
    weights = [style.weights.get(name, 1.0) for _, name in able]
    while able:
        cumulative = list(accumulate(weights))
        number = bisect(cumulative, random.random() * cumulative[-1], 0, len(able) - 1) if len(able) > 1 else 0
        weights.pop(number)
        seat, name = able.pop(number)
        line = referee.rulebook.acts[name]
        # What is drawn beside plays, other than which of them, may not be there; nor may all that is laid by the whole hand.
        fits = line.plays is None or not (style.thorough or any(field.type not in ("plays", "play") for field in line.fields))
        for act in proposals(referee, line, cells, seat, random, style):
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
    if line.plays is not None:
        # The act without plays comes last: it is seldom wanted, but it may be all that there is, as where a pile is taken and it is
        # enough to hold cards.
        for plays in chain(PlayGenerator(referee, line.plays, cells, seat, random).in_style(style), [()]):
            yield Act(line.name, seat, (plays, *(beside(field_, plays, referee, cells, random) for field_ in line.fields[1:])))
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


def beside(field_: CompiledField, plays: tuple[Play, ...], referee: Referee, cells: Cells, random: Random) -> int | None:
    """The value of a field beside the plays: for an index, a play that holds a card lying on top of a row if there is one."""
    if field_.type != "play":
        return 0
    tops = set(referee.rulebook.tops(cells))
    good = [n for n, (_, cards) in enumerate(plays) if tops.intersection(cards)]
    return drawn(random, good) if good else None


def together(play: Play, others: Sequence[Play], left: Bag) -> bool:
    """Whether a play can be made with others, of the cards that they leave."""
    # Two plays to one meld would be one play; the rules refuse them unseen.
    return (play[0] == NEW or all(play[0] != to for to, _ in others)) and all_in(play[1], left)


class PlayGenerator:
    """Draws plays that somebody could make in one act: good ones as a player would, and others to be judged."""

    def __init__(self, referee: Referee, field_: CompiledField, cells: Cells, seat: int, random: Random) -> None:
        self.referee, self.field, self.cells, self.seat, self.random = referee, field_, cells, seat, random
        self.source = field_.offered(referee, cells, seat)
        self.singles = single_plays(referee, field_, cells, seat)
        self.melds: Groups = cells[field_.melds_cell(seat)]

    @cached_property
    def offer(self) -> Offer:
        """What can be laid of the cards at hand."""
        return Offer(self.referee, self.field, self.cells, self.seat, self.source, Pruner())

    def in_style(self, style: Style) -> Iterator[tuple[Play, ...]]:
        """A few choices of plays that a player of some style would make."""
        if self.singles and style.thorough and self.random.random() < style.thorough:
            for leaving in self.random.sample((0, 1, 2), 3):
                yield from self.nearly_all(leaving, 1)
        for _ in range(TRIES if self.singles else 0):
            yield self.some_plays(style)

    def nearly_all(self, leaving: int, most: int) -> list[tuple[Play, ...]]:
        """Some ways to lay all the cards at hand but so many."""
        ways = islice(covers_of(self.offer, leaving), most)
        return [plays for plays in ways if plays]

    def some_plays(self, style: Style) -> tuple[Play, ...]:
        """Plays that can be made together."""
        chosen = [drawn(self.random, self.singles)]
        if style.plays > 1 and self.random.random() < style.eager:
            left = without(self.source, chosen[0][1])
            for _ in range(style.plays * 2):
                play = drawn(self.random, self.singles)
                if together(play, chosen, left):
                    chosen.append(play)
                    left = without(left, play[1])
                    if len(chosen) == style.plays:
                        break
        return tuple(chosen)

    # ── plays to be judged, legal or not ────────────────────────────────────────────────────────────────────────────────────

    def careless(self) -> tuple[Play, ...]:
        """One to three plays, seldom none: good ones made worse, or cards of a rank thrown together."""
        chosen: list[Play] = []
        left = self.source
        for _ in range(self.random.choice((0, 1, 1, 1, 1, 1, 1, 2, 2, 3)) if left else 0):
            if self.singles and self.random.random() < 0.6:
                play = drawn(self.random, self.singles)
            else:
                thrown = self.random.choices(self.source, k=self.random.choice((1, 1, 2, 3)))
                cards = of_ranks(self.referee.rulebook, self.source, thrown)
                play = self._place(), tuple(sorted(some(self.random, cards, self.random.randint(1, len(cards)))))
            play = self._worse(*play)
            if together(play, chosen, left):
                chosen.append(play)
                left = without(left, play[1])
        return tuple(chosen)

    def _worse(self, to: int | str, cards: Bag) -> Play:
        """A play with a card more or less, or to another place; or as it is."""
        way, rest = self.random.random(), without(self.source, cards)
        if way < 0.25 and rest:
            return to, tuple(sorted((*cards, drawn(self.random, rest))))
        if way < 0.4 and len(cards) > 1:
            return to, without(cards, (drawn(self.random, cards),))
        return self._place() if 0.4 <= way < 0.55 else to, cards

    def _place(self) -> int:
        """A meld that lies there, or a new one, which is likelier than any of them."""
        places: list[int] = [NEW, NEW, *range(len(self.melds))]
        return drawn(self.random, places)

    def nearly_out(self) -> Iterator[tuple[Play, ...]]:
        """A way to lay a whole hand, or all but a card or two of it, and the same with a card held back."""
        for plays in some(self.random, self.nearly_all(self.random.choice((0, 1, 1, 2)), TRIED), 1):
            yield plays
            number = self.random.randrange(len(plays))
            to, cards = plays[number]
            fewer = without(cards, (drawn(self.random, cards),))
            yield (*plays[:number], *([(to, fewer)] if fewer else []), *plays[number + 1 :])

    def near_worth(self, worths: Sequence[int]) -> Iterator[tuple[Play, ...]]:
        """Of some plays that can be made together those that are worth the nearest to some number, from below and from there on."""
        if not self.singles or not worths:
            return
        worth_of = self.referee.rulebook.faces.worth
        style = Style(plays=self.random.choice((1, 2, 3)), eager=0.9)
        wanted, tried = self.random.choice(worths), {self.some_plays(style) for _ in range(WEIGHED)}
        weighed = sorted((sum(worth_of[card] for _, cards in plays for card in cards), str(plays), plays) for plays in tried)
        below = [plays for worth, _, plays in weighed if worth < wanted]
        above = [plays for worth, _, plays in weighed if worth >= wanted]
        yield from (*below[-1:], *above[:1])

    def more_of_the_same(self) -> Iterator[tuple[Play, ...]]:
        """For each meld some cards of ranks that it has, one that lies on top of a row among them where there is such."""
        tops = self.referee.rulebook.tops(self.cells)
        for number, meld in enumerate(self.melds):
            alike = of_ranks(self.referee.rulebook, self.source, meld)
            self.random.shuffle(alike)
            alike.sort(key=lambda card: card not in tops)
            if alike:
                yield ((number, tuple(sorted(alike[: self.random.choice((1, 2, 3, 3, 4))]))),)


# ── acts to be judged: near misses, and all that could be thought of ────────────────────────────────────────────────────────

NEAR_MISSES = 6
"""How many near misses are drawn in a position."""
TRIED = 5
"""How many acts of each sort are drawn in a position."""
OF_EVERYBODY = 24
"""So many acts of one sort are drawn of all that anybody might propose."""
WEIGHED = 24
"""So many choices of plays are weighed for those that are worth near a number."""


def near_misses(referee: Referee, cells: Cells, random: Random) -> Iterator[Act]:
    """Some acts that might be proposed in a position, legal or not."""
    lines = list(referee.rulebook.acts.values())
    for _ in range(NEAR_MISSES):
        line, turn = random.choice(lines), cells[TURN]
        seat = turn if turn is not None and random.random() < 0.85 else random.randrange(referee.rulebook.layout.seats)
        if random.random() < 0.5:
            style = Style(plays=random.choice((1, 2, 5)), eager=0.7)
            yield from islice(proposals(referee, line, cells, seat, random, style), 1)
        else:
            plays = PlayGenerator(referee, line.plays, cells, seat, random).careless() if line.plays is not None else ()
            # With little regard for the rules, but nothing that is not there at all: no line of the rules is about that.
            every = list(with_plays(referee, line, cells, seat, plays, looks=True))
            yield from some(random, every, 1)


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
            yield from islice(proposals(referee, line, cells, seat, random, style), 2)
        if line.plays is not None:
            generator = PlayGenerator(referee, line.plays, cells, seat, random)
            for plays in chain(generator.nearly_out(), generator.more_of_the_same()):
                yield from with_plays(referee, line, cells, seat, plays)


def acts_of_everybody(referee: Referee, cells: Cells, names: Iterable[str], random: Random) -> Iterator[Act]:
    """Every act of some sorts that lays nothing, by whoever it may be; some of them where there are many."""
    for line in (referee.rulebook.acts[name] for name in names):
        if line.plays is None:
            every = [
                act for seat in range(referee.rulebook.layout.seats) for act in candidates(referee, line, cells, seat, looks=True)
            ]
            yield from some(random, every, OF_EVERYBODY)


def acts_near_worth(referee: Referee, cells: Cells, worths: Sequence[int], random: Random) -> Iterator[Act]:
    """Some acts that lay cards worth about as much as numbers that the rules name."""
    turn = cells[TURN]
    for line in referee.rulebook.acts.values() if turn is not None else ():
        if line.plays is not None:
            for plays in PlayGenerator(referee, line.plays, cells, turn, random).near_worth(worths):
                yield from with_plays(referee, line, cells, turn, plays)


def odd_melds(referee: Referee, other: Referee, cells: Cells, random: Random) -> Iterator[Act]:
    """Some acts with a play that is a meld under one of two rulebooks only, alone and beside another play."""
    turn = cells[TURN]
    for line in referee.rulebook.acts.values() if turn is not None else ():
        if line.plays is None:
            continue
        mine = single_plays(referee, line.plays, cells, turn)
        # Acts drawn from the true rules alone need not hold such a meld, so mutants of kinds would survive.
        odd = sorted({*mine} ^ {*single_plays(other, line.plays, cells, turn)}, key=str)
        source = line.plays.offered(referee, cells, turn)
        for play in some(random, odd, TRIED):
            further = [one for one in mine if together(one, [play], without(source, play[1]))]
            for plays in [(play,), *((play, one) for one in some(random, further, TRIED))]:
                yield from list(with_plays(referee, line, cells, turn, plays))
