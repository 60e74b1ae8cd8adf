"""Requests, actions and what was found, in a card player's words."""

import json
from collections.abc import Iterator, Sequence

from meldspec.protocol import messages
from meldspec.protocol.case import Readings
from meldspec.protocol.comparison import Difference, sorted_cards
from meldspec.protocol.fields import ABSENT, Json, to_json


def say_request(request: messages.Request) -> list[str]:
    """What is sent, as one line or several."""
    match request:
        case messages.DealRequest() | messages.PositionRequest():
            return list(_beginning(request))
        case messages.ActRequest():
            return [f"seat {request.seat} {say_action(request.action)}"]
        case messages.LegalRequest():
            return [f"what may seat {request.seat} do?"]
        case _:
            return [f"{request.cmd} {plain(request)}"]


def say_action(action: messages.Action) -> str:
    """An action as the end of a sentence which begins with the seat."""
    told: Json = to_json(action)
    match told:
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


def say_answer(answer: messages.Answer) -> str:
    """The verdict that was found, or expected."""
    match answer:
        case messages.Illegal(why=why):
            return f"illegal ({why})" if why else "illegal"
        case messages.Legal():
            return "legal"
        case messages.Dealt():
            return "an observation"
        case messages.Enumerated(actions=actions):
            return f"{len(actions)} actions"
        case _:
            return type(answer).__name__.lower()


def say_difference(difference: Difference) -> tuple[str, str]:
    """What was expected and what was found at one place of an observation or of a list of actions."""
    return _side(difference, difference.expected), _side(difference, difference.found)


def _side(difference: Difference, value: object) -> str:
    if difference.where != "action":
        return plain(value)
    return say_action(value) if isinstance(value, messages.Action) else "not in the list"


def say_readings(readings: Readings) -> str:
    """Readings of questions, one after the other."""
    return ", ".join(f"{question} = {reading}" for question, reading in sorted(readings.items()))


def plain(value: object) -> str:
    """A value as short as it can be written: cards without quotes, everything else as JSON."""
    if isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
        return " ".join(value) or "none"
    return json.dumps(to_json(value), ensure_ascii=False)


def _plays(plays: Sequence[Json], top: int | None = None) -> str:
    return "; ".join(_play(play, index == top) for index, play in enumerate(plays)) or "nothing"


def _play(play: Json, with_top: bool) -> str:
    where = {"new": "as a new meld", "garbage": "on the garbage pile"}.get(play["to"], f"on meld {play['to']}")
    return f"{' '.join(play['cards'])} {where}{' (with the top card)' if with_top else ''}"


def _table(request: messages.Beginning) -> str:
    options = "".join(f", {name} {plain(value)}" for name, value in request.options.items())
    totals = " ".join(str(total) for total in request.match.totals)
    seats = f"{request.seats} seats, dealer {request.dealer}"
    return f"{request.variant}, {seats}{options}; deal {request.match.deal}, totals {totals}"


def _beginning(request: messages.Beginning) -> Iterator[str]:
    """A deal or a position, a line for each part of the table."""
    if isinstance(request, messages.PositionRequest):
        yield f"a position of {_table(request)}; seat {request.turn} to {request.phase}"
        yield from _hands(request)
        for number, side in enumerate(request.sides):
            melds = "; ".join(" ".join(meld.cards) for meld in side.melds) or "nothing"
            yield f"side {number}: {melds}; red threes {side.red_threes}"
        yield f"pile: {plain(request.pile)}"
    else:
        yield f"a deal of {_table(request)}"
        yield from _hands(request)
    heaps = "" if request.heaps is ABSENT else f", in heaps of {plain(request.heaps)}"
    yield f"stock: {plain(request.stock)}{heaps}"


def _hands(request: messages.Beginning) -> Iterator[str]:
    # Not strict: where nobody has a second hand, the list of those is empty.
    for seat, (hand, foot) in enumerate(zip(request.hands, request.feet, strict=False)):
        under = f"; foot: {plain(sorted_cards(foot))}" if foot else ""
        yield f"seat {seat}: {plain(sorted_cards(hand))}{under}"
