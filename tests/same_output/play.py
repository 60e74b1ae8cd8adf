"""Games played at random through `meldspec serve`, and the positions met in them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.same_output.run import ROOT, chance

Json = dict[str, Any]
START = "from meldspec.cli import main; main()"
FURTHER = 30
"""So many acts a game is played on at random, at most."""
RANKS = "AKQJT98765432"


@dataclass
class Server:
    """The reference as a program, and all that it was asked."""

    program: subprocess.Popen[bytes]
    asked: list[Json] = field(default_factory=list)

    def ask(self, request: Json) -> Json:
        """The answer to a request."""
        asked = {"seq": str(len(self.asked)), **request}
        self.asked.append(asked)
        assert self.program.stdin is not None and self.program.stdout is not None
        self.program.stdin.write(json.dumps(asked).encode() + b"\n")
        self.program.stdin.flush()
        answer: Json = json.loads(self.program.stdout.readline())
        ok: Json = answer.get("ok", {})
        return ok


@contextmanager
def serving() -> Iterator[Server]:
    """The reference as a program, until the games are played."""
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": "0"}
    words = [sys.executable, "-c", START, "serve"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=surroundings) as program:
        server = Server(program)
        server.ask({"cmd": "hello", "protocol": 1})
        yield server
        server.ask({"cmd": "bye"})


@dataclass(frozen=True)
class Met:
    """What stood on the table in a game, and an act that may be in question."""

    deal: Json
    seen: Json
    act: Json | None
    readings: Json


def cases(game: str) -> list[Json]:
    """The cases of a game; their deals are made so that something happens in them."""
    files = sorted((ROOT / "conformance" / "corpus" / game).glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def games(game: str, many: int) -> tuple[list[Met], list[Json]]:
    """What was met in so many games, and all that the server was asked."""
    known = cases(game)
    met: list[Met] = []
    with serving() as server:
        for number in range(many):
            rng = chance(game, number)
            met += _played(server, rng, rng.choice(known), bool(number % 3))
        return met, server.asked


def _played(server: Server, rng: Random, case: Json, as_it_is: bool) -> Iterator[Met]:
    """One game: a case up to somewhere, or its cards dealt anew; then on at random."""
    begin, *acts = case["requests"]
    begin = begin if as_it_is else _dealt_anew(rng, begin)
    seen: Json = server.ask(begin).get("observation") or {}
    readings = rng.choice(case["worlds"] or [{"readings": {}}])["readings"]
    for request in acts if as_it_is and seen else ():
        if request["cmd"] == "act":
            yield Met(begin, seen, _act(request), readings)
        seen = server.ask(request).get("observation", seen)
    for _ in range(rng.randrange(FURTHER) if seen else 0):
        if seen["phase"] == "over":
            break
        seat = seen["turn"] if seen.get("asked") is None else seen["asked"]
        legal = tuple(server.ask({"cmd": "legal", "seat": seat}).get("actions", ()))
        if not legal:
            break
        act = _chosen(rng, legal)
        tried = _changed(rng, act, seen["hands"][seat])
        yield Met(begin, seen, {"seat": seat, "action": tried}, readings)
        for action in (tried, act):
            answer = server.ask({"cmd": "act", "seat": seat, "action": action})
            if answer.get("verdict") == "legal":
                seen = answer.get("observation", seen)
                break
    if seen:
        yield Met(begin, seen, None, readings)


def _act(request: Json) -> Json:
    """What a request wants done."""
    return {"seat": request["seat"], "action": request["action"]}


def _chosen(rng: Random, legal: tuple[Json, ...]) -> Json:
    """A kind of act, then one of its acts, so that melds and takes are not drowned in discards."""
    kind = rng.choice(sorted({act["type"] for act in legal}))
    return rng.choice([act for act in legal if act["type"] == kind])


def _changed(rng: Random, act: Json, hand: list[str]) -> Json:
    """The act, or now and then another that is hardly legal."""
    if rng.random() < 0.6 or not hand:
        return act
    some = rng.sample(hand, min(len(hand), rng.choice((2, 3, 3, 4))))
    other: list[Json] = [
        {"type": "meld", "plays": [{"to": "new", "cards": some}]},
        {"type": "meld", "plays": [{"to": 0, "cards": some[:1]}]},
        {"type": "take", "plays": [{"to": "new", "cards": some[:2]}]},
        {"type": "discard", "card": rng.choice(("7H", "JK", "2C", "9D", hand[0]))},
        {"type": "pass"},
        {"type": "draw"},
    ]
    return rng.choice(other)


def _dealt_anew(rng: Random, begin: Json) -> Json:
    """The same sizes with other cards: shuffled, a rank seldom torn apart, so that there is much to lay."""
    if begin["cmd"] != "deal":
        return begin
    places = [*begin["hands"], *begin["feet"]]
    cards = sorted((card for place in (*places, begin["stock"]) for card in place), key=lambda card: _near(rng, card))
    deal = {**begin, "hands": [], "feet": []}
    for number, place in enumerate(places):
        part, cards = cards[: len(place)], cards[len(place) :]
        deal["hands" if number < len(begin["hands"]) else "feet"].append(part)
    return {**deal, "stock": rng.sample(cards, len(cards))}


def _near(rng: Random, card: str) -> float:
    """Where a card comes in the pack: near others of its rank, wild cards anywhere."""
    rank = RANKS.find(card[0])
    return rng.uniform(0, 13) if card[0] in "J2" and card != "JC" else (rank * 5) % 13 + rng.uniform(0, 3)
