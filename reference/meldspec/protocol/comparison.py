"""The one comparison of answers: where what was given is otherwise than what was expected.

Of observations only what both sides say is compared, by what the declared types say of it: cards that lie in a bag have no order,
melds, seats and sides have theirs. A new field of an observation is compared as soon as it is declared.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, get_args, get_origin

from meldspec.language.immutable import Immutable
from meldspec.protocol import messages
from meldspec.protocol.fields import ABSENT, Absent, Malformed, Message, array, declared, record

VERDICT = "verdict"
"""Where two answers differ of which one says legal and the other does not."""


class MismatchKind(StrEnum):
    """In which way an answer is not the expected one."""

    REFUSED = "illegal where the rules say legal"
    ALLOWED = "legal where the rules say illegal"
    OBSERVATION = "wrong observation"
    ACTIONS = "wrong list of legal actions"


class Difference(Immutable):
    """One thing that is otherwise than expected; `where` names it as the observation does."""

    where: str
    expected: object
    found: object


class Mismatch(Immutable):
    """An answer which is not the expected one, and in what."""

    kind: MismatchKind
    differences: tuple[Difference, ...] = ()
    more: int = 0
    """How many differences are not listed."""


def compare(expect: messages.Expected, answer: messages.Answer) -> Mismatch | None:
    """The mismatch between an expectation and an answer, if there is one."""
    match answer:
        case messages.Illegal():
            # That it refuses is compared, and not why: the words of a refusal are the implementation's own.
            return Mismatch(MismatchKind.REFUSED) if isinstance(expect, messages.Legal) else None
        case messages.Legal() if isinstance(expect, messages.Illegal):
            return Mismatch(MismatchKind.ALLOWED)
        case messages.Legal(observation=observation) | messages.Dealt(observation=observation):
            seen = expect.observation if isinstance(expect, messages.Dealt | messages.Legal) else messages.Observation()
            found = tuple(differences(seen, observation))
            return Mismatch(MismatchKind.OBSERVATION, found) if found else None
        case messages.Enumerated(actions=actions):
            return _enumerated(expect.actions if isinstance(expect, messages.Enumerated) else (), actions)
        case _:
            raise ValueError(f"{type(answer).__name__} is no answer that is compared")


def differences(expected: messages.Observation, given: messages.Observation) -> Iterator[Difference]:
    """Every field of an observation that both have and that differs, in the order of the protocol."""
    yield from _comparer(messages.Observation)("", expected, given)


def verdict(answer: messages.Expected | messages.Answer) -> str:
    """What sort of answer it is: that differs where one says legal and the other does not."""
    return type(answer).__name__


def telling_cells(expected: messages.Expected, found: messages.Expected | messages.Answer) -> set[str]:
    """Where two answers differ: the places of an observation, the actions that one of them lacks, or `verdict`."""
    if isinstance(expected, messages.Dealt | messages.Legal) and isinstance(found, messages.Dealt | messages.Legal):
        return {one.where for one in differences(expected.observation, found.observation)}
    if isinstance(expected, messages.Enumerated) and isinstance(found, messages.Enumerated):
        return {action_key(one) for some in _otherwise(expected.actions, found.actions) for one in some}
    return set() if verdict(expected) == verdict(found) else {VERDICT}


_Comparer = Callable[[str, Any, Any], Iterator[Difference]]
"""Compares what is expected and what was given at one place of an observation."""


# ── fields ──────────────────────────────────────────────────────────────────────────────────────────────────


def _same(where: str, expected: Any, given: Any) -> Iterator[Difference]:
    if expected != given:
        yield Difference(where, expected, given)


def _bag(where: str, expected: Sequence[str], given: Sequence[str]) -> Iterator[Difference]:
    """Cards have no order, and cards that look alike are alike."""
    if Counter(expected) != Counter(given):
        yield Difference(where, sorted_cards(expected), sorted_cards(given))


def _pile(where: str, expected: messages.Pile, given: messages.Pile) -> Iterator[Difference]:
    """A pile told by its cards against one told by its top card and their number: the first that differs says it all."""
    yield from list(_parts(messages.Pile)(where, with_facts(expected), with_facts(given)))[:1]


def with_facts(pile: messages.Pile) -> messages.Pile:
    """The pile with the top card and the number that follow from its cards."""
    if pile.cards is ABSENT:
        return pile
    top = (pile.cards[-1] if pile.cards else None) if pile.top is ABSENT else pile.top
    return replace(pile, top=top, count=len(pile.cards) if pile.count is ABSENT else pile.count)


def _each(item: _Comparer) -> _Comparer:
    """Compare two arrays item by item; arrays of different lengths differ as a whole."""

    def compare_items(where: str, expected: Sequence[Any], given: Sequence[Any]) -> Iterator[Difference]:
        # Which item is missing cannot be told: said item by item, everything after it would differ.
        if len(expected) != len(given):
            yield Difference(where, expected, given)
            return
        for index, (wanted, found) in enumerate(zip(expected, given, strict=True)):
            yield from item(f"{where}[{index}]", wanted, found)

    return compare_items


def _parts(type_: type[Message]) -> _Comparer:
    """Compare, of two objects, the parts that both have; null against an object differs as a whole."""
    comparers = [(one.name, f".{one.key}", _comparer(one.type)) for one in declared(type_)]

    def compare_parts(where: str, expected: Any, given: Any) -> Iterator[Difference]:
        if expected is None or given is None:
            yield from _same(where, expected, given)
            return
        for name, key, comparer in comparers:
            wanted, found = getattr(expected, name), getattr(given, name)
            # What is equal differs in nothing, and most is.
            if wanted != found and wanted is not ABSENT and found is not ABSENT:
                yield from comparer((where + key).lstrip("."), wanted, found)

    return compare_parts


def _named(item: _Comparer) -> _Comparer:
    """Compare, of two objects whose fields have any names, those that both have."""

    def compare_named(where: str, expected: Any, given: Any) -> Iterator[Difference]:
        for name, wanted in expected.items():
            if name in given:
                yield from item(f"{where}.{name}", wanted, given[name])

    return compare_named


@cache
def _comparer(hint: Any) -> _Comparer:
    """How a field is compared, by its annotation."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _bag if messages.Order.NONE in hint.__metadata__ else _comparer(inner[0])
    if origin is tuple:
        item = _comparer(inner[0])
        return item if item is _same else _each(item)
    if origin is Mapping:
        return _named(_comparer(inner[1]))
    if inner:
        # What else may stand there is null or nothing at all, and `_parts` has seen to both.
        return _comparer(next(one for one in inner if one not in (Absent, type(None))))
    if isinstance(hint, type) and issubclass(hint, Message):
        return _pile if hint is messages.Pile else _parts(hint)
    return _same


# ── lists of actions ────────────────────────────────────────────────────────────────────────────────────────


def _enumerated(expected: Sequence[messages.Action], given: Sequence[messages.Action]) -> Mismatch | None:
    missing, surplus = _otherwise(expected, given)
    differences = (*(Difference("action", one, None) for one in missing), *(Difference("action", None, one) for one in surplus))
    return Mismatch(MismatchKind.ACTIONS, differences) if differences else None


def _otherwise(
    expected: Sequence[messages.Action], given: Sequence[messages.Action]
) -> tuple[list[messages.Action], list[messages.Action]]:
    """The actions that a list lacks, and those that it has besides."""
    # By key: a list of actions has no order, and one that stands in it twice says nothing more.
    wanted = {action_key(action): action for action in expected}
    known: dict[str, set[str]] = {}
    for action in expected:
        known.setdefault(action.type, set()).update(action.more)
    found: dict[str, messages.Action] = {}
    besides: list[messages.Action] = []
    # Those that say the least come first.
    for action in sorted({action_key(one): one for one in given}.values(), key=lambda one: len(one.more)):
        key = action_key(action, known.get(action.type))
        if key in found:
            # Told apart by a field that no act of the list has: whoever lists each of these holds them for acts of their own.
            besides.append(action)
        else:
            found[key] = action
    missing = [action for key, action in wanted.items() if key not in found]
    return missing, [*(action for key, action in found.items() if key not in wanted), *besides]


def action_key(action: messages.Action, known: Collection[str] | None = None) -> str:
    """The same string for actions which are the same: the cards of a play have no order, and of fields that an act of this type
    does not have, where it is `known` which those are, nothing is compared."""
    told = {key: _plays(value) if key == "plays" else value for key, value in action.more.items() if known is None or key in known}
    return f"{action.type} {sorted(told.items())}"


def _plays(value: Any) -> Any:
    """Plays, the cards of each in a fixed order; as it came what is no list of plays."""
    with suppress(Malformed):
        return [(str(play.to), sorted_cards(play.cards)) for play in array(record(messages.Play))(value, "plays")]
    return value


def sorted_cards(cards: Sequence[str]) -> list[str]:
    """The cards in a fixed order for showing: by rank from ace to two, then suit, jokers first."""
    return sorted(cards, key=_PLACES.__getitem__ if _PLACES.keys() >= set(cards) else _place)


def _place(card: str) -> tuple[bool, int, str]:
    return card != messages.JOKER, messages.RANKS.find(card[0]), card


_PLACES = {card: number for number, card in enumerate(sorted(messages.CARDS, key=_place))}
"""The cards there are, by their places in that order: looked up in a fifth of the time that it takes to work them out."""
