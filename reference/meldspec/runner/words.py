"""Requests, actions and what was found, in a card player's words."""

import json
from collections.abc import Iterator, Sequence

from meldspec.protocol.case import Json, Readings
from meldspec.runner.compare import Difference, sorted_cards
from meldspec.runner.protocol import Answer, Dealt, Enumerated, Illegal, Legal


def say_request(request: Json) -> list[str]:
    """What is sent, as one line or several."""
    match request["cmd"]:
        case "deal":
            return list(_deal(request))
        case "position":
            return list(_position(request))
        case "act":
            return [f"seat {request['seat']} {say_action(request['action'])}"]
        case "legal":
            return [f"what may seat {request['seat']} do?"]
        case other:
            return [f"{other} {plain(request)}"]


def say_action(action: Json) -> str:
    """An action as the end of a sentence which begins with the seat."""
    match action:
        case {"type": "draw", "heap": heap, "second": second}:
            return f"draws from heap {heap} and from heap {second}"
        case {"type": "draw", "heap": heap}:
            return f"draws from heap {heap}"
        case {"type": "draw"}:
            return "draws"
        case {"type": "take", "plays": plays, "count": count, **rest}:
            return f"takes {count} cards of the pile and lays {_plays(plays, rest.get('top'))}"
        case {"type": "take", "plays": plays, **rest}:
            return f"takes the pile and lays {_plays(plays, rest.get('top'))}"
        case {"type": "meld", "plays": plays}:
            return f"lays {_plays(plays)}"
        case {"type": "discard", "card": card}:
            return f"discards {card}"
        case {"type": "pass"}:
            return "ends the turn without a discard"
        case {"type": "ask", "seat": seat}:
            return f"asks seat {seat} for leave to go out"
        case {"type": "answer", "yes": yes}:
            return f"answers {'yes' if yes else 'no'}"
        case _:
            return plain(action)


def say_answer(answer: Answer) -> str:
    """The verdict that was found."""
    match answer:
        case Illegal(why):
            return f"illegal ({why})" if why else "illegal"
        case Legal():
            return "legal"
        case Dealt():
            return "an observation"
        case Enumerated(actions):
            return f"{len(actions)} actions"
        case _:
            return type(answer).__name__.lower()


def say_expected(expect: Json) -> str:
    """The verdict that was expected."""
    if "verdict" in expect:
        return str(expect["verdict"])
    return f"{len(expect['actions'])} actions" if "actions" in expect else "an observation"


def say_difference(difference: Difference) -> tuple[str, str]:
    """What was expected and what was found at one place of an observation or of a list of actions."""
    return _side(difference, difference.expected), _side(difference, difference.found)


def _side(difference: Difference, value: object) -> str:
    if difference.where != "action":
        return plain(value)
    return say_action(value) if isinstance(value, dict) else "not in the list"


def say_readings(readings: Readings) -> str:
    """Readings of questions, one after the other."""
    return ", ".join(f"{question} = {reading}" for question, reading in sorted(readings.items()))


def plain(value: object) -> str:
    """A value as short as it can be written: cards without quotes, everything else as JSON."""
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return " ".join(value) or "none"
    return json.dumps(value, ensure_ascii=False)


def _plays(plays: Sequence[Json], top: int | None = None) -> str:
    return "; ".join(_play(play, index == top) for index, play in enumerate(plays)) or "nothing"


def _play(play: Json, with_top: bool) -> str:
    where = {"new": "as a new meld", "garbage": "on the garbage pile"}.get(play["to"], f"on meld {play['to']}")
    return f"{' '.join(play['cards'])} {where}{' (with the top card)' if with_top else ''}"


def _table(request: Json) -> str:
    options = "".join(f", {name} {plain(value)}" for name, value in request["options"].items())
    match = request["match"]
    totals = " ".join(str(total) for total in match["totals"])
    seats = f"{request['seats']} seats, dealer {request['dealer']}"
    return f"{request['variant']}, {seats}{options}; deal {match['deal']}, totals {totals}"


def _deal(request: Json) -> Iterator[str]:
    yield f"a deal of {_table(request)}"
    yield from _hands(request)
    yield _stock(request)


def _stock(request: Json) -> str:
    heaps = f", in heaps of {plain(list(request['heaps']))}" if "heaps" in request else ""
    return f"stock: {plain(list(request['stock']))}{heaps}"


def _position(request: Json) -> Iterator[str]:
    yield f"a position of {_table(request)}; seat {request['turn']} to {request['phase']}"
    yield from _hands(request)
    for side, table in enumerate(request["sides"]):
        melds = "; ".join(" ".join(meld["cards"]) for meld in table["melds"]) or "nothing"
        yield f"side {side}: {melds}; red threes {table['red_threes']}"
    yield f"pile: {plain(list(request['pile']))}"
    yield _stock(request)


def _hands(request: Json) -> Iterator[str]:
    for seat, (hand, foot) in enumerate(zip(request["hands"], request["feet"], strict=False)):
        under = f"; foot: {plain(sorted_cards(foot))}" if foot else ""
        yield f"seat {seat}: {plain(sorted_cards(hand))}{under}"
