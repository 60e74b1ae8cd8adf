"""What of an answer is worth keeping: of one that agrees what was compared, of one that does not what may be compared and shown.

An implementation may put into every answer a megabyte that the protocol lets pass; nothing of that is kept.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from meldspec.protocol import messages
from meldspec.protocol.comparison import Mismatch, compare, differences, with_facts
from meldspec.protocol.fields import ABSENT, Message, declared, to_json

LONGEST = 2_000
"""Characters of a value that a report shows."""
MOST = 60
"""Differences of one answer that a report lists."""
TEXT = 80
"""Characters of a text, such as a name, that are kept."""
SMALL = 500
"""Characters of a field that is kept though nothing was expected of it: other readings may expect something."""
MANY, ACTS = 400, 10_000
"""Cards or melds of a list that are kept, and acts: more than any table has, so that a list cut there is still no other."""


def kept(expect: messages.Expected | None, answer: messages.Answer) -> messages.Expected:
    """What of an answer other readings may be compared with: what it says in the protocol's own fields, and nothing without end.

    Where it agrees with an expectation it is told by the values of that, which are there already.
    """
    if expect is not None and compare(expect, answer) is None:
        return _agreed(expect, answer)
    match answer:
        case messages.Legal(observation=observation) | messages.Dealt(observation=observation):
            return type(answer)(observation=_bounded(observation))
        case messages.Enumerated(actions=actions):
            return messages.Enumerated(tuple(_bounded(action, whole=True) for action in actions[:ACTS]))
        case messages.Illegal(why=why) if why:
            # Why it refuses what it should not is the first thing that whoever wrote it wants to read.
            return messages.Illegal(why=why[:SMALL])
        case _:
            return messages.Illegal()


def _bounded(value: Any, whole: bool = False) -> Any:
    """A value without what the protocol does not know, its texts and lists cut where no game has them so long; `whole` keeps the
    fields that the protocol does not name, as the fields of an act are."""
    match value:
        case Message():
            # What was left out is not there to be read.
            named = {one.name: _bounded(getattr(value, one.name), whole) for one in declared(type(value))}
            more = {key[:TEXT]: _bounded(one) for key, one in list(value.more.items())[:MOST]} if whole else {}
            return replace(value, **named, more=more, order=value.order if whole else ())
        case str():
            return value[:TEXT]
        case Mapping():
            return {key[:TEXT]: _bounded(one) for key, one in list(value.items())[:MOST]}
        case list() | tuple():
            return type(value)(_bounded(one, whole) for one in value[:MANY])
        case _:
            return value


def _agreed(expect: messages.Expected, answer: messages.Answer) -> messages.Expected:
    """What an answer says that agrees with an expectation, told by the expectation's own values."""
    match answer:
        case messages.Legal(observation=found) | messages.Dealt(observation=found):
            seen = expect.observation if isinstance(expect, messages.Dealt | messages.Legal) else messages.Observation()
            return type(answer)(observation=_observed(seen, found))
        case messages.Enumerated():
            return expect
        case _:
            # The words of a refusal are nobody's business.
            return messages.Illegal()


def dealt_unseen(request: messages.Request, expect: messages.Expected | None, answer: messages.Answer) -> bool:
    """Whether an answer to a deal differs only in who has got which of the cards that were drawn face down.

    Then everybody holds as many cards as expected, unless the stock has come to its end, and among them those of the deal that are
    to stay there; all hands together hold the same cards, and red threes come to the same number. Nobody at a table could tell in
    what order it was done.
    """
    if not (
        isinstance(request, messages.DealRequest) and isinstance(expect, messages.Dealt) and isinstance(answer, messages.Dealt)
    ):
        return False
    told, found = expect.observation, answer.observation
    apart = list(differences(told, found))
    if not apart or not all(_HANDED.fullmatch(one.where) for one in apart) or not _as_many(_laid(told), _laid(found)):
        return False
    if told.hands is ABSENT or found.hands is ABSENT:
        return True
    kept = [Counter(dealt) & Counter(held) for dealt, held in zip(request.hands, told.hands, strict=True)]
    return (
        (told.stock == 0 or [len(held) for held in told.hands] == [len(held) for held in found.hands])
        and all(not stays - Counter(held) for stays, held in zip(kept, found.hands, strict=True))
        and Counter(chain.from_iterable(told.hands)) == Counter(chain.from_iterable(found.hands))
    )


_HANDED = re.compile(r"hands\[\d+\]|sides\[\d+\]\.red_threes")
"""The places of an observation to which cards come that are drawn in a deal."""


def _laid(seen: messages.Observation) -> int | None:
    """How many red threes lie before all sides together; none where it is not told of each."""
    if seen.sides is ABSENT:
        return None
    laid = [side.red_threes for side in seen.sides]
    return None if ABSENT in laid else sum(one for one in laid if one is not ABSENT)


def _as_many(told: int | None, found: int | None) -> bool:
    """Whether two numbers are equal, as far as both are known: what is left out is not compared."""
    return told is None or found is None or told == found


def _observed(expected: messages.Observation, given: messages.Observation) -> messages.Observation:
    unsaid = {one.name: getattr(given, one.name) for one in declared(messages.Observation) if getattr(expected, one.name) is ABSENT}
    small = {name: value for name, value in unsaid.items() if value is not ABSENT and len(_written(value)) <= SMALL}
    common: messages.Observation = _common(expected, given)
    return replace(common, **small)


def _common(expected: Any, given: Any) -> Any:
    """What is expected, without what was not given."""
    if isinstance(expected, messages.Pile) and isinstance(given, messages.Pile):
        expected, given = with_facts(expected), with_facts(given)
    if isinstance(expected, Message) and isinstance(given, Message):
        held = {one.name: (getattr(expected, one.name), getattr(given, one.name)) for one in declared(type(expected))}
        return type(expected)(**{name: _common(*both) for name, both in held.items() if ABSENT not in both})
    if isinstance(expected, Mapping):
        return {name: _common(one, given[name]) for name, one in expected.items() if name in given}
    if isinstance(expected, tuple) and any(isinstance(one, Message) for one in expected):
        return tuple(_common(*both) for both in zip(expected, given, strict=True))
    return expected


def shown(mismatch: Mismatch) -> Mismatch:
    """A mismatch as a report shows it: plain values, none without end."""
    kept = mismatch.differences[:MOST]
    plain = tuple(replace(one, expected=to_json(one.expected), found=_cut(one.found)) for one in kept)
    return replace(mismatch, differences=plain, more=len(mismatch.differences) - len(kept))


def _cut(value: object) -> object:
    text = _written(value)
    return to_json(value) if len(text) <= LONGEST else f"{text[:LONGEST]}… ({len(text)} characters)"


def _written(value: object) -> str:
    return json.dumps(to_json(value), ensure_ascii=False)
