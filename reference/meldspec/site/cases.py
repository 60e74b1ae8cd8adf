"""The cases about a clause or question: the shortest told as at a table, all of them by id."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from meldspec.language.problems import counted
from meldspec.protocol.case import Case, World
from meldspec.protocol.comparison import differences
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import Dealt, Expected, Illegal, Legal, Meld, Unsupported
from meldspec.runner.words import plain as shortly
from meldspec.runner.words import say_action, say_readings, say_request
from meldspec.site.markup import block, element, plain
from meldspec.site.site_map import PageContext

CARD = re.compile(r"\b(?:JK|([AKQJT2-9])([CDHS]))\b")
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

WHERE = (
    (re.compile(r"^hands\[(\d+)\]$"), r"hand of seat \1"),
    (re.compile(r"^feet\[(\d+)\]$"), r"foot of seat \1"),
    (re.compile(r"^sides\[(\d+)\]\.(\w+)"), r"\2 of side \1"),
    (re.compile(r"^pile\.cards$"), "pile"),
)
"""Fields of an observation → how they are said."""


def case_part(cases: Sequence[Case], here: PageContext) -> str:
    """The cases as a part that is opened by a click; nothing where there are none."""
    if not cases:
        return ""
    # The shortest is the quickest to follow; of several that are as short, the first by id, so that pages do not change by chance.
    shortest = min(cases, key=lambda case: (len(case.requests), len(json.dumps(to_json(case.requests))), case.id))
    rows = block("ul", (element("li", _named(case)) for case in cases), "ids")
    return block("details", [element("summary", counted(len(cases), "case")), transcript(shortest, here), rows], "cases")


def _named(case: Case) -> str:
    return f"{element('code', plain(case.id))} {plain(case.title)}"


def transcript(case: Case, here: PageContext) -> str:
    """A case as it would be told at a table: what is dealt, who does what, and what the rules say of it."""
    steps = (_step(case, number, here) for number in range(len(case.requests)))
    worlds = (element("p", _world(world)) for world in case.worlds)
    return block("div", [element("p", f"<b>{plain(case.title)}</b>"), block("ol", steps), *worlds], "transcript")


def _step(case: Case, number: int, here: PageContext) -> str:
    """One request with what is expected of it."""
    first, *more = say_request(case.requests[number])
    rows = [cards(first[0].upper() + first[1:]), *(element("span", cards(row), "row") for row in more)]
    rows += (element("span", row, "row rules") for row in _expected(case, number, here))
    return element("li", "".join(rows))


def _expected(case: Case, number: int, here: PageContext) -> Iterator[str]:
    """The verdict with the lines behind it, what changed with the last act, what was allowed instead."""
    expect, because = case.expect[number], case.because[number]
    lines = ", ".join(_behind(line, case, here) for line in because)
    if isinstance(expect, Legal | Illegal | Unsupported):
        verdict = "Refused" if isinstance(expect, Illegal) else "Allowed"
        yield f"<b>{verdict}</b>" + (f" by {lines}" if lines else "")
    if number and number == len(case.requests) - 1:
        yield from _changes(case.expect[number - 1], expect)
    if case.allowed.get(number):
        acts = (cards(say_action(act)) for act in case.allowed[number])
        yield f"Allowed instead, for one: {next(acts)}"


def _behind(line: str, case: Case, here: PageContext) -> str:
    """A line id, as a link where the line is of the book that is printed."""
    # A case of another variant may name lines that this book has otherwise.
    known = here.site.books[here.book].articles
    return here.clause(line) if case.variant == here.book and line.split(":")[0] in known else plain(line)


def _changes(before: Expected, after: Expected) -> Iterator[str]:
    """What is otherwise in the observation than it was a step before."""
    if not isinstance(before, Dealt | Legal) or not isinstance(after, Dealt | Legal):
        return
    for one in differences(before.observation, after.observation):
        yield cards(f"{_where(one.where)}: {_short(one.expected)} → {_short(one.found)}")


def _where(field: str) -> str:
    """A field of an observation, as people would say it."""
    for pattern, said in WHERE:
        field = pattern.sub(said, field)
    return field


def _short(value: Any) -> str:
    """A value of an observation; melds by their cards."""
    if isinstance(value, tuple) and value and all(isinstance(one, Meld) for one in value):
        return "; ".join(" ".join(one.cards) for one in value)
    return value if isinstance(value, str) else shortly(value)


def _world(world: World) -> str:
    """How the case goes on under other readings, step by step as far as it says."""
    steps = (f"step {number} {_outcome(said)}" for number, said in enumerate(world.expect, world.start + 1))
    return f"Under {element('code', plain(say_readings(world.readings)))}, {', '.join(steps)}."


def _outcome(said: Expected) -> str:
    """What becomes of a step."""
    return "is allowed" if isinstance(said, Legal) else "is refused" if isinstance(said, Illegal) else "ends otherwise"


def cards(text: str) -> str:
    """Text as HTML, its cards with the signs of their suits."""
    return CARD.sub(_card, plain(text))


def _card(hit: re.Match[str]) -> str:
    if hit[0] == "JK":
        return element("span", "Joker", "card")
    red = "card red" if hit[2] in "DH" else "card"
    return element("span", ("10" if hit[1] == "T" else hit[1]) + SUITS[hit[2]], red)
