"""How long the look-ahead takes where it takes longest: over the corpora, and on large hands drawn by seed.

Everything is asked in the protocol's messages, as an implementation is asked, so that these figures outlive what the engine is made
of. All games are played under their default readings.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import median
from time import process_time
from typing import Any

from meldspec.book.library import read_library
from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.engine.verdict import Unanswered
from meldspec.protocol.messages import read_request
from meldspec.runner.serve import Server

Json = dict[str, Any]
HANDS = 12
"""So many hands of each sort are drawn."""
OUT_ONLY = ("3S", "3C", "3S")
"""A meld that is allowed only to whoever can lay all other cards in the same turn, but one: whether the hand can be laid must be
found out for it."""


@dataclass(frozen=True)
class Sort:
    """Hands of one sort: the game and how many play it, how many cards the hand has, of how many ranks and the wild ones where the
    pack has enough of them, and in how many suits it holds all cards from four to ace."""

    variant: str
    players: int
    size: int
    ranks: int
    suits: str = ""


SORTS = {
    "hands of 26 cards in Canasta": Sort("canasta", 4, 26, 5),
    "hands of 200 cards in Railroad": Sort("railroad", 4, 200, 8),
    "opening hands of 29 cards in Dollars": Sort("dollars", 4, 29, 5, "C"),
}


@dataclass
class Timed:
    """How long some answers took, in milliseconds; which took longest; and how many were given up."""

    what: str
    times: list[float]
    slowest: str
    given_up: int

    @property
    def worst(self) -> float:
        """The longest of all."""
        return max(self.times)

    @property
    def usual(self) -> float:
        """The median."""
        return median(self.times)


def server() -> Server:
    """The reference as an implementation that plays every game by its default readings."""
    shelf = Library(read_library())
    return Server(shelf, {name: shelf.defaults(name) for name in shelf.books.names()})


def answers(what: str, asked: Iterator[tuple[str, list[Json]]]) -> Timed:
    """Play request after request, and time the answer to each but the first, which sets out the cards.

    A rulebook remembers what it has found out, so what is alike in two positions is found out once, as it is in use.
    """
    answering, told = server(), Timed(what, [], "", 0)
    for name, told_requests in asked:
        begun, *requests = map(read_request, told_requests)
        answering.answer(begun)
        for request in requests:
            before = process_time()
            try:
                answering.answer(request)
            except Unanswered:
                told.given_up += 1
            told.times.append(1000 * (process_time() - before))
            if told.times[-1] == told.worst:
                told.slowest = name
    return told


def corpora() -> Iterator[tuple[str, list[Json]]]:
    """The requests of every case, by its name."""
    for file in sorted((folder("conformance") / "corpus").glob("*/*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            yield case["case"], case["requests"]


def large(sort: Sort) -> Iterator[tuple[str, list[Json]]]:
    """Hands of one sort, each asked two questions whose answer is whether the whole hand could be laid."""
    for number in range(HANDS):
        begun = position(sort, Random(f"{sort.variant} {sort.size} {number}"))
        meld = {"type": "meld", "plays": [{"to": "new", "cards": list(OUT_ONLY)}]}
        ask = {"type": "ask", "seat": begun["seats"] // 2}
        for action in (meld, ask):
            yield f"{action['type']}, hand {number}", [begun, {"cmd": "act", "seat": 0, "action": action}]


def position(sort: Sort, random: Random) -> Json:
    """A position in which seat 0 has drawn, holds such a hand, and nothing has been laid on the table."""
    shelf = Library(read_library())
    rulebook = shelf.rulebook(sort.variant, {"players": sort.players}, {})
    faces, layout = rulebook.faces, rulebook.layout
    pack = [faces.spell((face,))[0] for face, count in enumerate(faces.counts) for _ in range(count)]
    pack = [card for card in pack if card not in ("3D", "3H")]
    random.shuffle(pack)
    hand = [*OUT_ONLY, *(f"{rank}{suit}" for suit in sort.suits for rank in "456789TJQKA")]
    for card in hand:
        pack.remove(card)
    few = {*random.sample("456789TJQKA", sort.ranks), "2"}
    pack.sort(key=lambda card: card != "JK" and card[0] not in few)
    hand, rest = [*hand, *pack[: sort.size - len(hand)]], pack[sort.size - len(hand) :]
    random.shuffle(rest)
    others = [rest[5 * seat : 5 * seat + 5] for seat in range(1, layout.seats)]
    return {
        "cmd": "position",
        "variant": sort.variant,
        "seats": layout.seats,
        "dealer": layout.seats - 1,
        "options": dict(rulebook.options),
        "match": {"deal": 1, "totals": [0] * layout.sides},
        "stock": rest[70:75],
        "pile": rest[60:62],
        "hands": [hand, *others],
        "feet": [[]] * layout.seats,
        "sides": [{"melds": [], "red_threes": 0} for _ in range(layout.sides)],
        "turn": 0,
        "phase": "play",
    }


def look_ahead_figures() -> list[Timed]:
    """Every figure, in the order in which they are printed."""
    return [answers("positions of the corpora", corpora()), *(answers(what, large(sort)) for what, sort in SORTS.items())]
