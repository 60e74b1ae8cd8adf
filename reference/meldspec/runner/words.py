"""Requests, actions and what was found, in a card player's words, and a case that went wrong, told so that it can be followed."""

import json
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from meldspec.language.problems import counted, legible
from meldspec.protocol import messages
from meldspec.protocol.case import Case, Readings
from meldspec.protocol.comparison import MismatchKind, sorted_cards
from meldspec.protocol.fields import ABSENT, Json, record, to_json
from meldspec.protocol.observe import heaps_of
from meldspec.runner.outcome import Kind, Outcome

STDERR_LINES = 12
"""How many of the last lines of standard error are shown."""
STDERR_WIDTH = 200
"""How many characters of each of them."""


def say_request(request: messages.Request) -> list[str]:
    """What is sent, as one line or several."""
    match request:
        case messages.DealRequest() | messages.PositionRequest():
            return say_beginning(request, len(request.stock))
        case messages.ActRequest():
            return [f"seat {request.seat} {say_action(request.action)}"]
        case messages.LegalRequest():
            return [f"what may seat {request.seat} do, with one play at most?"]
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
        case {"type": "take", "plays": plays, **rest}:
            taken = f"{rest['count']} cards of the pile" if "count" in rest else "the pile"
            return f"takes {taken} and lays {_plays(plays, rest.get('top'))}"
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
            return _learnt(action)


def _learnt(action: messages.Action) -> str:
    """An act that a book has programs learn: its name and its fields."""
    fields = [f"{name} {value if isinstance(value, str) else plain(value)}" for name, value in action.more.items()]
    return f"does '{action.type}'" + (f" with {' and '.join(fields)}" if fields else "")


def say_answer(answer: messages.Answer) -> str:
    """The verdict that was found, or expected."""
    match answer:
        case messages.Illegal(why=why):
            return f"illegal ({why})" if why else "illegal"
        case messages.Dealt():
            return "an observation"
        case messages.Enumerated(actions=actions):
            return f"{len(actions)} actions"
        case _:
            return type(answer).__name__.lower()


def _at(where: str, value: object) -> str:
    """What was expected or found at one place of an observation or of a list of actions."""
    if where == "ended":
        return told_value(value)
    if where != "action":
        return plain(value)
    if value is None:
        return "not in the list"
    # One that was too long to be kept is told by its beginning.
    return say_action(record(messages.Action)(value, where)) if isinstance(value, dict) else str(value)


def say_readings(readings: Readings) -> str:
    """Readings of questions, one after the other."""
    return ", ".join(f"{question} = {reading}" for question, reading in sorted(readings.items()))


def told_value(value: object) -> str:
    """A value of an observation in words."""
    match to_json(value):
        case str(word):
            return word
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case {"how": how, "seat": seat}:
            return f"{how}, by seat {seat}"
        case {"how": how}:
            return str(how)
        case _:
            return plain(to_json(value))


def plain(value: object) -> str:
    """A value as short as it can be written: cards without quotes, everything else as JSON."""
    if isinstance(value, list | tuple) and all(isinstance(one, str) for one in value):
        return " ".join(value) or "none"
    return json.dumps(to_json(value), ensure_ascii=False)


def _plays(plays: Sequence[Json], top: int | None = None) -> str:
    return "; ".join(_play(play, index == top) for index, play in enumerate(plays)) or "nothing"


def _play(play: Json, with_top: bool) -> str:
    to = play["to"]
    where = {"new": "as a new meld", "garbage": "on the garbage pile"}.get(
        to, f"on {to}" if isinstance(to, str) else f"on meld {to}"
    )
    return f"{' '.join(play['cards'])} {where}{' (with the top card)' if with_top else ''}"


def _table(request: messages.Beginning) -> str:
    options = "".join(f", {name} {plain(value)}" for name, value in request.options.items())
    totals = " ".join(str(total) for total in request.match.totals)
    seats = f"{request.seats} seats, dealer {request.dealer}"
    return f"{request.variant}, {seats}{options}; deal {request.match.deal}, totals {totals}"


def say_beginning(request: messages.Beginning, drawn: int) -> list[str]:
    """A deal or a position, a line for each part of the table; of the stock only as many cards as are `drawn`, of each of several
    heaps as many."""
    return [*_beginning(request), _stock(request, drawn)]


def _stock(request: messages.Beginning, drawn: int) -> str:
    """The stock, of which only the first cards are told; how many more there are is said."""
    sizes = [len(request.stock)] if request.heaps is ABSENT else list(request.heaps)
    in_heaps = "" if request.heaps is ABSENT else f", in heaps of {plain(request.heaps)}"
    more = sum(max(size - drawn, 0) for size in sizes)
    if more and not drawn:
        return f"stock: {counted(more, 'card')}{in_heaps}, of which none is drawn"
    told = [heap[:drawn] for heap in heaps_of(request.stock, sizes)]
    order = " (in the order of drawing)" if any(len(cards) > 1 for cards in told) else ""
    rest = f", and {counted(more, 'card')} more that {'is' if more == 1 else 'are'} not drawn" if more else ""
    return f"stock{order}: {' | '.join(map(plain, told))}{rest}{in_heaps}"


def _beginning(request: messages.Beginning) -> Iterator[str]:
    """What there is of a deal or a position but the stock, a line for each part of the table."""
    midway = f"; seat {request.turn} to {request.phase}" if isinstance(request, messages.PositionRequest) else ""
    yield f"a {request.cmd} of {_table(request)}{midway}"
    # Not strict: where nobody has a second hand, the list of those is empty.
    for seat, (hand, foot) in enumerate(zip(request.hands, request.feet, strict=False)):
        under = f"; foot: {plain(sorted_cards(foot))}" if foot else ""
        yield f"seat {seat}: {plain(sorted_cards(hand))}{under}"
    if isinstance(request, messages.PositionRequest):
        for number, side in enumerate(request.sides):
            melds = "; ".join(" ".join(meld.cards) for meld in side.melds) or "nothing"
            yield f"side {number}: {melds}; red threes {side.red_threes}"
        order = " (its top card last)" if len(request.pile) > 1 else ""
        yield f"pile{order}: {plain(request.pile)}"
    for name, bags in (request.places or {}).items():
        yield f"{name}: {'; '.join(plain(bag) for bag in bags)}"


# ── a case that went wrong ──────────────────────────────────────────────────────────────────────────────────


class Row(NamedTuple):
    """A line of a transcript: what it is (the number of a request, `expected`, …) and its text."""

    label: str
    text: str
    style: str = ""


def transcript(outcome: Outcome, instead: Sequence[messages.ActRequest] | None = None) -> Iterator[Row]:
    """What was sent up to the request that decided the case, then what was expected and found there, and what would have been legal
    instead: by the rules, if they were asked, or else by what the case says of its own readings."""
    led = outcome.case.led if outcome.case.led < outcome.length else 0
    if led:
        yield from _led(outcome.case, led)
    for step in range(led, outcome.length):
        request = outcome.case.requests[step]
        first, *more = (
            say_beginning(request, cards_drawn(outcome, request))
            if isinstance(request, messages.Beginning)
            else say_request(request)
        )
        # What the rules refuse on the way has changed nothing.
        refused = step + 1 < outcome.length and isinstance(outcome.case.expect[step], messages.Illegal) and not outcome.under
        yield Row(str(step + 1), printable(first) + (": refused" if refused else ""))
        yield from (Row("", f"  {printable(line)}", "dim") for line in more)
    for row in verdict_rows(outcome):
        yield row._replace(text=printable(row.text))
    acts = [f"seat {one.seat} {say_action(one.action)}" for one in (_stored(outcome) if instead is None else instead)]
    if acts:
        yield Row("allowed", printable(f"instead: {'; or '.join(acts)}"))
    for line in last_lines(outcome.stderr):
        yield Row("stderr", line, "dim")


def _led(case: Case, led: int) -> Iterator[Row]:
    """What leads to the table of a case, which is told in its stead."""
    first, last = case.requests[0], case.expect[led - 1]
    assert isinstance(first, messages.DealRequest) and isinstance(last, messages.Dealt | messages.Legal)
    yield Row(f"1-{led}", printable(f"a deal of {_table(first)}, and {counted(led - 1, 'act')} as `meldspec case` tells them, to:"))
    yield from (Row("", f"  {printable(line)}", "dim") for line in _seen(last.observation))


def _seen(table: messages.Observation) -> Iterator[str]:
    """A table as it is seen, a line for each part of it."""
    yield f"seat {table.turn} to {table.phase}"
    for seat, hand in enumerate(table.hands or ()):
        yield f"seat {seat}: {plain(sorted_cards(hand)) if isinstance(hand, tuple) else counted(hand, 'card')}"
    for number, side in enumerate(table.sides or ()):
        melds = "; ".join(" ".join(meld.cards) for meld in side.melds or ()) or "nothing"
        yield f"side {number}: {melds}; red threes {side.red_threes}"
    yield f"pile: {plain(table.pile.cards if table.pile and table.pile.cards is not ABSENT else ())}; stock: {table.stock}"


def cards_drawn(outcome: Outcome, request: messages.Beginning) -> int:
    """How many cards of the stock are drawn by the rules up to the request that decided a case."""
    expect = outcome.case.expect[: outcome.length]
    seen = (one.observation.stock for one in expect if isinstance(one, messages.Dealt | messages.Legal))
    left = min((number for number in seen if number is not ABSENT), default=0)
    return len(request.stock) - left


def last_lines(stderr: str) -> list[str]:
    """The last lines of standard error, fit to be shown."""
    lines = (printable(line) for line in stderr.splitlines()[-STDERR_LINES:])
    return [line if len(line) <= STDERR_WIDTH else line[:STDERR_WIDTH] + "…" for line in lines]


def printable(text: str) -> str:
    """The text without what could steer a terminal, or fill it: control characters are written as escapes, of a word that is
    longer than any of ours its beginning and its end."""
    return legible("".join(char if _harmless(char) else repr(char)[1:-1] for char in text))


def _harmless(char: str) -> bool:
    # An engine's name or error may hold escape sequences, which a terminal would obey.
    return char == "\n" or unicodedata.category(char) not in ("Cc", "Cs", "Cf", "Co", "Cn")


def verdict_rows(outcome: Outcome) -> Iterator[Row]:
    """What was expected and found at the request that decided a case, a row each."""
    if outcome.mismatch is not None:
        yield from _mismatch(outcome)
    if outcome.kind is Kind.UNSTEADY:
        yield Row("again", outcome.message, "magenta")
    elif outcome.kind is not Kind.FAILED:
        yield Row("found", f"{outcome.kind}: {outcome.message}", "magenta")
    if outcome.under:
        yield Row("under", say_readings(outcome.under))


def _mismatch(outcome: Outcome) -> Iterator[Row]:
    assert outcome.step is not None and outcome.mismatch is not None and outcome.expected is not None
    case, step, mismatch = outcome.case, outcome.step, outcome.mismatch
    if not mismatch.differences:
        yield Row("expected", say_answer(outcome.expected), "green")
        yield Row("found", outcome.found, "red")
    for difference in mismatch.differences:
        where = difference.where
        yield Row("expected", f"{where}: {_at(where, difference.expected)}", "green")
        yield Row("found", f"{where}: {_at(where, difference.found)}", "red")
    if mismatch.more:
        yield Row("", f"and {counted(mismatch.more, 'more difference')}", "dim")
    if case.because[step]:
        yield Row("because", " · ".join(case.because[step]))


def _stored(outcome: Outcome) -> Iterator[messages.ActRequest]:
    """What the case says was allowed instead, if its own readings are those that the answers are held to."""
    step, mismatch = outcome.step, outcome.mismatch
    if step is None or mismatch is None or mismatch.kind is not MismatchKind.ALLOWED or outcome.under:
        return
    request = outcome.case.requests[step]
    if isinstance(request, messages.ActRequest):
        yield from (messages.ActRequest(seat=request.seat, action=act) for act in outcome.case.allowed.get(step, ()))
