"""The wire: requests and answers as JSON, one object a line."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Mapping
from typing import Any, BinaryIO

from . import dealing
from .acts import Act, Answer, Ask, Discard, Draw, Meld, Pass, Play, Take
from .errors import BadRequest, Illegal, Unsupported
from .listing import legal_acts
from .match import totals, winner
from .pile import is_frozen
from .position import cards_of, meld_of, table_of
from .score import scores
from .table import Phase, Table
from .turn import perform

VARIANT = "canasta"
VERSION = "1.0.0"
PLAYERS = (2, 4)


def serve(requests: BinaryIO, replies: BinaryIO) -> int:
    """Answers every line until ``bye`` or the end of the input; gives the exit code."""
    server = Server()
    for line in requests:  # a binary stream ends its lines at \n alone
        if not line.strip():
            continue
        replies.write(json.dumps(server.reply(line), separators=(",", ":")).encode() + b"\n")
        replies.flush()
        if server.left:
            break
    return 0


class Server:
    """Keeps the table between requests."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.left = False

    def reply(self, line: bytes | str) -> dict[str, Any]:
        """The answer to one line."""
        seq: Any = ""
        try:
            request = json.loads(line)
            if not isinstance(request, dict):
                raise BadRequest("a request is an object")
            seq = request.get("seq", "")
            return {"seq": seq, "ok": self.handle(request)}
        except Unsupported as lack:
            return {"seq": seq, "unsupported": {"why": str(lack)}}
        except (BadRequest, Illegal, json.JSONDecodeError, UnicodeDecodeError) as fault:
            return {"seq": seq, "error": {"message": str(fault)}}
        except Exception as fault:  # whatever broke is told, and the next request is served
            traceback.print_exc(file=sys.stderr)
            return {"seq": seq, "error": {"message": f"{type(fault).__name__}: {fault}"}}

    def handle(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """What stands under ``ok`` in the answer."""
        match request.get("cmd"):
            case "hello":
                return hello()
            case "deal":
                self.table = None
                self.table = read_deal(request)
                return {"observation": observation(self.table)}
            case "position":
                self.table = None
                self.table = read_position(request)
                return {"observation": observation(self.table)}
            case "act":
                return self.act(request)
            case "legal":
                table = self.begun()
                return {"actions": [write_act(act) for act in legal_acts(table, read_seat(request, table))]}
            case "bye":
                self.left = True
                return {}
            case other:
                raise Unsupported(f"request {other}")

    def begun(self) -> Table:
        """The table, once a deal has begun."""
        if self.table is None:
            raise BadRequest("no deal has begun")
        return self.table

    def act(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """The verdict on an act."""
        table = self.begun()
        try:
            act = read_act(request.get("action"), table)
            perform(table, read_seat(request, table), act)
        except Illegal as refusal:
            return {"verdict": "illegal", "why": str(refusal)}
        except Unsupported as lack:
            return {"verdict": "unsupported", "why": str(lack)}
        return {"verdict": "legal", "observation": observation(table)}


def hello() -> dict[str, Any]:
    """Who answers; all readings are the defaults, of which none is claimed."""
    return {
        "implementation": {"name": "Ordinary", "version": VERSION, "language": "Python"},
        "variants": [VARIANT],
        "features": ["positions", "enumerate"],
    }


# --- from the wire -------------------------------------------------------------------------


def read_number(value: Any, what: str) -> int:
    """A whole number; JSON's true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadRequest(f"{what} is no whole number")
    return value


def read_seat(request: Mapping[str, Any], table: Table) -> int:
    """The seat of a request; one that is not at the table may not act."""
    seat = read_number(request.get("seat"), "seat")
    if not 0 <= seat < table.seats:
        raise Illegal(f"turn.whose: there is no seat {seat}")
    return seat


def read_setup(request: Mapping[str, Any]) -> tuple[int, int, list[int]]:
    """Seats, dealer and totals, the same in a deal and in a position."""
    if request.get("variant") != VARIANT:
        raise Unsupported(f"variant {request.get('variant')}")
    options = request.get("options") or {}
    seats = read_number(request.get("seats"), "seats")
    unknown = set(options) - {"players"}
    if unknown:
        raise Unsupported(f"options {sorted(unknown)}")
    if seats not in PLAYERS or options.get("players", seats) != seats:
        raise Unsupported(f"{seats} seats with options {options}")
    dealer = read_number(request.get("dealer"), "dealer")
    if not 0 <= dealer < seats:
        raise BadRequest(f"there is no seat {dealer}")
    before = [read_number(total, "a total") for total in (request.get("match") or {}).get("totals", [0, 0])]
    if len(before) != 2:
        raise BadRequest("two totals are wanted")
    if any(request.get("feet") or []) or any(map(any, (request.get("places") or {}).values())):
        raise Unsupported("feet and places")
    if len(request.get("heaps") or []) > 1:
        raise Unsupported("several heaps")
    return seats, dealer, before


def read_hands(request: Mapping[str, Any], seats: int) -> list[list[str]]:
    """The hands of all seats."""
    hands = request.get("hands")
    if not isinstance(hands, list) or len(hands) != seats:
        raise BadRequest("a hand for each seat is wanted")
    return [cards_of(hand) for hand in hands]


def read_deal(request: Mapping[str, Any]) -> Table:
    """The table of a ``deal`` request, before the first act."""
    seats, dealer, before = read_setup(request)
    return dealing.begin(seats, dealer, before, read_hands(request, seats), cards_of(request.get("stock")))


def read_position(request: Mapping[str, Any]) -> Table:
    """The table of a ``position`` request."""
    seats, dealer, before = read_setup(request)
    table = Table(seats, dealer, before, cards_of(request.get("stock")), read_hands(request, seats), cards_of(request.get("pile")))
    sides = request.get("sides")
    if not isinstance(sides, list) or len(sides) != 2:
        raise BadRequest("two sides are wanted")
    table.melds = [[meld_of(meld.get("cards")) for meld in side["melds"]] for side in sides]
    table.red_threes = [read_number(side["red_threes"], "red_threes") for side in sides]
    turn = read_number(request.get("turn"), "turn")
    if not 0 <= turn < seats:
        raise BadRequest(f"there is no seat {turn}")
    try:
        phase = Phase(request.get("phase"))
    except ValueError as fault:
        raise Unsupported(f"phase {request.get('phase')}") from fault
    if phase is Phase.OVER:
        raise BadRequest("a position is not over")
    return table_of(table, turn, phase, request.get("marks") or {})


def read_plays(action: Mapping[str, Any]) -> tuple[Play, ...]:
    """The plays of an act; one that is malformed names nothing that could be laid."""
    plays = action.get("plays")
    if not isinstance(plays, list):
        raise Illegal("protocol: the plays are missing")
    found = []
    for play in plays:
        if not isinstance(play, dict):
            raise Illegal("protocol: a play is an object")
        to = play.get("to")
        if isinstance(to, bool) or not isinstance(to, (int, str)):
            raise Illegal(f"protocol: there is no meld {to}")
        try:
            found.append(Play(to, tuple(cards_of(play.get("cards")))))
        except BadRequest as fault:
            raise Illegal(f"protocol: {fault}") from fault
    return tuple(found)


def read_act(action: Any, table: Table) -> Act:
    """An action; what only other variants have is unsupported."""
    if not isinstance(action, dict):
        raise BadRequest("an action is an object")
    match action.get("type"):
        case "draw":
            if action.get("heap", 1) != 1 or "second" in action:
                raise Illegal("protocol: the stock lies in one heap")
            return Draw()
        case "take":
            if action.get("count", len(table.pile)) != len(table.pile):
                raise Illegal("pile.take: the whole pile is taken")
            top = action.get("top")
            return Take(read_plays(action), None if top is None else read_number(top, "top"))
        case "meld":
            return Meld(read_plays(action))
        case "discard":
            return Discard(action.get("card", ""))
        case "pass":
            return Pass()
        case "ask":
            return Ask(read_number(action.get("seat"), "seat"))
        case "answer":
            if not isinstance(action.get("yes"), bool):
                raise BadRequest("an answer is yes or no")
            return Answer(action["yes"])
        case other:
            raise Unsupported(f"act {other}")


# --- to the wire ---------------------------------------------------------------------------


def write_act(act: Act) -> dict[str, Any]:
    """An act as an action of the protocol."""
    match act:
        case Draw():
            return {"type": "draw"}
        case Take():
            return {"type": "take", "plays": write_plays(act.plays), "top": act.top}
        case Meld():
            return {"type": "meld", "plays": write_plays(act.plays)}
        case Discard():
            return {"type": "discard", "card": act.card}
        case Pass():
            return {"type": "pass"}
        case Ask():
            return {"type": "ask", "seat": act.seat}
        case Answer():
            return {"type": "answer", "yes": act.yes}


def write_plays(plays: tuple[Play, ...]) -> list[dict[str, Any]]:
    """Plays as the protocol has them."""
    return [{"to": play.to, "cards": list(play.cards)} for play in plays]


def observation(table: Table) -> dict[str, Any]:
    """What can be seen on the table."""
    over = table.ended is not None
    seen: dict[str, Any] = {
        "turn": None if over else table.turn,
        "phase": table.phase.value,
        "asked": table.asked,
        "stock": len(table.stock),
        "pile": {"cards": list(table.pile)},
        "frozen": is_frozen(table.pile),
        "hands": [list(hand) for hand in table.hands],
        "feet": [0] * table.seats,
        "sides": [
            {
                "melds": [{"cards": list(meld.cards), "kind": meld.kind} for meld in table.melds[side]],
                "red_threes": table.red_threes[side],
            }
            for side in range(2)
        ],
        "ended": None,
        "totals": totals(table),
        "match": None,
    }
    if table.ended:
        seen["ended"] = {"how": table.ended.how, "seat": table.ended.seat}
        seen["scores"] = scores(table)
        won = winner(seen["totals"])
        seen["match"] = None if won is None else {"winner": won}
    return seen
