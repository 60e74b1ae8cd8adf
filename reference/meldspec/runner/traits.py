"""What a case has that not every implementation takes: options, features, cards dealt in a special way, acts; and how plain it is.

Nothing of a game is known here: all of it stands in the fields of the protocol.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from meldspec.protocol.case import Case
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import FEATURE_NEEDED, ActRequest, Beginning, CaseRequest, Dealt, Expected, Legal, LegalRequest
from meldspec.runner.words import plain

POSITIONS = "positions"
RED_THREES = "red threes dealt"
UPCARD = "a card turned up that does not stay the only one, or freezes"
STOCK_END = "a deal that ends for want of cards"
LISTS = "lists of legal acts"
SPECIAL = 3
"""What fewer than half of the cases have makes a case as dear as so many requests more."""
NEEDED = {POSITIONS: FEATURE_NEEDED["position"], LISTS: FEATURE_NEEDED["legal"]}
"""The features without which some of it is never sent."""
Goal = tuple[object, ...]


@dataclass(frozen=True)
class Asked:
    """Something on which it hangs which case of a goal is the plainest that an implementation can express: whether it takes it, if
    that can be told, and the case that was played for it, where one was."""

    what: str
    takes: bool | None
    case: str | None = None


def begun_with(case: Case) -> Iterator[str]:
    """What the beginning of a case has that an implementation may not take."""
    request = case.requests[0]
    if not isinstance(request, Beginning):
        return
    # Of most games the players are an option, and told once.
    for name, value in {"players": request.seats, **request.options}.items():
        yield f"{value} {name}" if type(value) is int else f"{name} {plain(value)}"
    if request.cmd == "deal":
        yield from _dealt(case.expect[0])
    else:
        yield POSITIONS
    if request.match.deal > 1:
        yield "deals after the first"
    if any(request.match.totals):
        yield "totals from deals before"
    if any(request.feet):
        yield "feet"
    yield from (f"the place {name}" for name in request.places or ())


def _dealt(expected: Expected) -> Iterator[str]:
    """What happens of itself when the cards are dealt, as the rules have it."""
    if not isinstance(expected, Dealt):
        return
    seen = expected.observation
    if any(side.red_threes for side in seen.sides or () if side.red_threes is not ABSENT):
        yield RED_THREES
    if seen.frozen is True or (seen.pile and len(seen.pile.cards or ()) > 1):
        yield UPCARD


def asked_for(request: CaseRequest) -> str | None:
    """What a request asks for beside the beginning of a deal."""
    match request:
        case ActRequest(action=action):
            plays = action.more.get("plays")
            several = ", several plays at once" if isinstance(plays, list | tuple) and len(plays) > 1 else ""
            return f"the act {action.type}{several}"
        case LegalRequest():
            return LISTS
        case _:
            return None


def traits(case: Case) -> dict[str, int]:
    """All that a case has, each with the number of the first request that has it."""
    found = dict.fromkeys(begun_with(case), 0)
    for number, (request, expected) in enumerate(zip(case.requests, case.expect, strict=True)):
        if (asked := asked_for(request)) is not None:
            found.setdefault(asked, number)
        if isinstance(expected, Dealt | Legal) and expected.observation.ended and expected.observation.ended.how == "stock":
            found.setdefault(STOCK_END, number)
    return found


def unclaimed(what: str, features: Collection[str]) -> bool:
    """Whether something is not sent to who claims these features alone."""
    return what in NEEDED and NEEDED[what] not in features


def goal(case: Case) -> Goal:
    """What a case is to show, by which other cases of the same are known."""
    about = case.about
    return case.purpose, about.clauses, about.questions, about.reading
