"""Positions a card or a number beside others: where a search begins that has to come near to what a case shows, and not upon it."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

from meldspec.book.core import Tag
from meldspec.book.reach import reach_of
from meldspec.book.sheet import EffectLine, Sheet, TermLine, all_lines
from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import trace
from meldspec.corpus.plan import clause_of
from meldspec.corpus.search.initial_states import DEALS, Opening
from meldspec.corpus.search.matches import drawn_match
from meldspec.corpus.search.scale import scale_of
from meldspec.engine.rulebook import Rulebook
from meldspec.position.request import NoPosition, request_from_table
from meldspec.protocol.case import deciding
from meldspec.protocol.fields import Malformed, record, to_json
from meldspec.protocol.messages import PositionRequest
from meldspec.table.cards import rank_and_suit
from meldspec.table.selection import Options, in_order
from meldspec.table.table import Act, Cells

MOST_STEPS = 3
"""So many cards or numbers at most are otherwise in a neighbour."""
EVERYWHERE = {"turn", "phase", "hand", "pile", "stock", "melds"}
"""What nearly every line hangs on, so that it leads nowhere."""
BEFORE = 0.5
"""How often the card is one that lies before whoever is to act."""
DRAINED = 0.1
"""How often it is the stock that is nearly or wholly gone: what lines say of that no card more or less comes near to."""
NUMBERS = 0.2
"""How often it is a number, and not a card."""
MATCHED = 0.1
"""How often it is the top of the pile, which becomes a card like two in the hand of whoever is to act: by chance few piles can be
taken."""


def akin(sheet: Sheet, tag: Tag) -> set[str]:
    """The clauses whose lines hang on what a line remembers, or on the term that it gives a meaning: where those decide it may be
    seen."""
    reach = reach_of(sheet)
    lines = [line for line in all_lines(sheet) if line.tag.line == tag.line]
    effects = [line for line in lines if isinstance(line, EffectLine)]
    told = {("cell", name) for name in reach.writes(effects).everything() - EVERYWHERE}
    told |= {("term", line.name) for line in lines if isinstance(line, TermLine)}
    return {line.tag.clause for line in all_lines(sheet) if told & reach.looked_at(line).names}


def tables_of(corpus: Corpus, options: Options, clauses: Collection[str]) -> Iterator[Opening]:
    """The tables at which the cases about some clauses decide, under some options, each with the act that is put to it there, and
    those before, at which what decides is begun; each once."""
    family, seen = corpus.family(options), set[tuple[Cells, Act | None]]()
    for case in corpus.ordered():
        if clause_of(case) in clauses and in_order(case.options) == options:
            for step in reversed(trace(family.referee, case.requests)[: deciding(case) + 1]):
                if step.before is not None and (step.before.cells, step.act) not in seen:
                    seen.add((step.before.cells, step.act))
                    # A table may be one of which the protocol cannot tell all.
                    with suppress(NoPosition):
                        yield request_from_table(family.rulebook, step.before), step.act


def neighbour(rulebook: Rulebook, request: PositionRequest, random: Random) -> PositionRequest:
    """A position with a few cards, or numbers, other than those of another; it need not be one that the rules know."""
    told = to_json(request)
    for _ in range(random.randint(1, MOST_STEPS)):
        if random.random() < NUMBERS:
            told["match"] = to_json(drawn_match(random, scale_of(rulebook).near(random, rulebook.layout.sides), DEALS))
        elif random.random() < DRAINED and "heaps" not in told:
            told["stock"] = told["stock"][: random.randrange(MOST_STEPS)]
        elif random.random() < MATCHED:
            _match(told, random)
        else:
            _move(rulebook, told, random)
    try:
        return replace(record(PositionRequest)(told, "position"), marks=request.marks)
    except Malformed:
        return request


def _move(rulebook: Rulebook, told: dict[str, Any], random: Random) -> None:
    """Two cards changed for each other, a card laid elsewhere, or one changed for a card that lies nowhere."""
    bags = _bags(told)
    full = [bag for bag in bags if bag]
    if not full:
        return
    near = [bag for bag in _before_actor(told) if bag]
    bag = random.choice(near if near and random.random() < BEFORE else full)
    number = random.randrange(len(bag))
    way = random.random()
    if way < 0.4:
        other = random.choice(full)
        place = random.randrange(len(other))
        bag[number], other[place] = other[place], bag[number]
    elif way < 0.7:
        # Whose last card has gone has gone out, in nearly all games, or takes up more cards at once.
        if len(bag) > 1 or not any(bag is hand for hand in told["hands"]):
            random.choice(bags).append(bag.pop(number))
    elif left := _left(rulebook, bags):
        bag[number] = random.choice(left)


def _match(told: dict[str, Any], random: Random) -> None:
    """The top of the pile changed for a card of a rank of which whoever is to act holds several; nothing where there is none."""
    pile, hand = told["pile"], told["hands"][told["turn"]]
    ranks = {rank for rank, number in Counter(rank_and_suit(card)[0] for card in hand).items() if number > 1}
    elsewhere = ((bag, place, card) for bag in _bags(told) if bag is not hand for place, card in enumerate(bag))
    others = [(bag, place) for bag, place, card in elsewhere if rank_and_suit(card)[0] in ranks]
    if pile and others:
        bag, place = random.choice(others)
        pile[-1], bag[place] = bag[place], pile[-1]


def _bags(told: dict[str, Any]) -> list[list[str]]:
    """The cards of every place of a request, as lists that may be altered. What lies in heaps, or feet, stays of its size."""
    melds = [meld["cards"] for side in told["sides"] for meld in side["melds"]]
    return [*told["hands"], told["pile"], *melds, *([] if "heaps" in told else [told["stock"]])]


def _before_actor(told: dict[str, Any]) -> list[list[str]]:
    """What lies before whoever is to act, which is what most lines speak of."""
    melds = told["sides"][told["turn"] % len(told["sides"])]["melds"]
    return [told["hands"][told["turn"]], told["pile"], *(meld["cards"] for meld in melds)]


def _left(rulebook: Rulebook, bags: Sequence[Sequence[str]]) -> list[str]:
    """The cards of the pack that lie nowhere."""
    faces = rulebook.faces
    pack = Counter(dict(zip(faces.names, faces.counts, strict=True)))
    pack.subtract(card for bag in bags for card in bag)
    return sorted((+pack).elements())
