"""Cases of ordinary Canasta set out by hand, each about one clause; what is expected is worked out by the rules."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.engine.variants import shelf as shelf

from meldspec.corpus.expect import expectations, trace
from meldspec.engine.referee import Referee
from meldspec.protocol.case import Case, case_from_json
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import case_request

Json = dict[str, Any]
FREEZES = {"pile.frozen.black-three": "freezes"}
HANDS = ["5C 6C 7C 8C 9C", "5D 6D 7D 8D 9D", "5H 6H 7H 8H 9H", "5S 6S 7S 8S 9S"]
OPENED = {"melds": [{"cards": ["JC", "JD", "JH"]}], "red_threes": 0}
CANASTA = {"melds": [{"cards": ["QC", "QD", "QH", "QS", "QC", "2C", "2D"]}], "red_threes": 0}
NOTHING = {"melds": [], "red_threes": 0}
DRAW, PASS = {"type": "draw"}, {"type": "pass"}


def table(cmd: str, hands: list[str], stock: str) -> Json:
    """What a deal and a position have in common: seat 0 is to play."""
    return {
        "cmd": cmd,
        "variant": "canasta",
        "seats": 4,
        "dealer": 3,
        "options": {"players": 4},
        "match": {"deal": 1, "totals": [0, 0]},
        "hands": [hand.split() for hand in hands],
        "feet": [[], [], [], []],
        "stock": stock.split(),
    }


def position(hand: str, pile: str = "4C", sides: tuple[Json, Json] = (OPENED, NOTHING), **fields: Any) -> Json:
    """Seat 0 has this hand, and these sides lie on the table."""
    stock = fields.pop("stock", "TC TD TH TS")
    rest = {"pile": pile.split(), "sides": list(sides), "turn": 0, "phase": "play", "marks": {}}
    return {**table("position", [hand, *HANDS[1:]], stock), **rest, **fields}


def act(action: Json, seat: int = 0) -> Json:
    """A seat proposes an action."""
    return {"cmd": "act", "seat": seat, "action": action}


def discard(card: str, seat: int = 0) -> Json:
    """A seat discards."""
    return act({"type": "discard", "card": card}, seat)


def meld(cards: str, to: str | int = "new") -> Json:
    """Seat 0 lays cards."""
    return act({"type": "meld", "plays": [{"to": to, "cards": cards.split()}]})


def take(cards: str, to: str | int = "new") -> Json:
    """Seat 0 takes the pile with the top card in one play."""
    return act({"type": "take", "plays": [{"to": to, "cards": cards.split()}], "top": 0})


def case(clause: str, *requests: Json, worlds: tuple[dict[str, str], ...] = (), purpose: str = "effect") -> Case:
    """The case of some requests, as the rules expect it to go; in each of `worlds` the first answer is another."""
    rulebook = shelf().rulebook("canasta", {"players": 4}, {})
    others = [(readings, shelf().rulebook("canasta", {"players": 4}, readings)) for readings in worlds]
    asked = tuple(case_request(request, "request") for request in requests)
    raw = {
        "format": 1,
        "case": f"canasta/{clause}/{purpose}-by-hand",
        "variant": "canasta",
        "options": {"players": 4},
        "about": {"clauses": [] if worlds else [clause], "questions": [clause] if worlds else []},
        "purpose": "reading" if worlds else purpose,
        "title": "A case set out by hand.",
        "touches": [],
        "requests": list(requests),
        "expect": to_json(expectations(Referee(rulebook), asked)),
        "because": to_json([step.lines for step in trace(Referee(rulebook), asked)]),
        "allowed": {},
        "worlds": [
            {"readings": readings, "from": 0, "expect": to_json(expectations(Referee(book), asked)[:1])}
            for readings, book in others
        ],
    }
    return case_from_json(raw)


@cache
def cases() -> tuple[Case, ...]:
    """All of them. In those that take or discard, the implementation goes as far as that by the rules."""
    out = position("5C", sides=(CANASTA, NOTHING))
    return (
        case("pile.frozen.black-three", table("deal", HANDS, "3S TC TD TH TS"), worlds=(FREEZES,)),
        case("deal.replace-threes", table("deal", ["3H 5C 6C 7C 8C", *HANDS[1:]], "4C TC TD TH TS")),
        case("turn.whose", position("KC KD 8C", phase="draw"), act(DRAW, 1), purpose="refuses"),
        case("turn.order", position("KC KD 8C", phase="draw"), act(DRAW), act(DRAW), discard("8C"), purpose="refuses"),
        case("meld.set", position("KC 2S 2H 8C 9C"), meld("KC 2S 2H"), purpose="refuses"),
        case("opening.minimum", position("KC KD KH 2S 8C 9C", sides=(NOTHING, NOTHING)), meld("KC KD KH 2S"), purpose="allows"),
        case("pile.frozen", position("KC KD 8C", "4C 2S JS", phase="draw"), take("JS", 0), purpose="refuses"),
        case("pile.take", position("KC KD 8C 9C", "4C 4D 4H KS", phase="draw"), take("KC KD KS"), discard("8C")),
        case("out.goes-out", out, discard("5C")),
        case("end.stock", position("KC KD 8C", stock="", pile="3S", phase="draw"), act(DRAW)),
        case(
            "out.no",
            out,
            act({"type": "ask", "seat": 2}),
            act({"type": "answer", "yes": False}, 2),
            discard("5C"),
            purpose="refuses",
        ),
        case("score.red-threes", position("5C", sides=({**CANASTA, "red_threes": 4}, NOTHING)), discard("5C")),
        case("score.canastas", position("5C", sides=(CANASTA, OPENED)), discard("5C")),
        case("score.hands", out, discard("5C")),
    )
