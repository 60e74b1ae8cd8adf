"""What an implementation answered against what is expected: only what both sides say is compared."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from meldspec.protocol.case import Json
from meldspec.protocol.shape import OBSERVATION
from meldspec.runner.protocol import Answer, Dealt, Enumerated, Illegal, Legal


class MismatchKind(StrEnum):
    """In which way an answer is not the expected one."""

    REFUSED = "illegal where the rules say legal"
    ALLOWED = "legal where the rules say illegal"
    OBSERVATION = "wrong observation"
    ACTIONS = "wrong list of legal actions"


@dataclass(frozen=True)
class Difference:
    """One thing that is otherwise than expected; `where` names it as the observation does."""

    where: str
    expected: object
    found: object


@dataclass(frozen=True)
class Mismatch:
    """An answer which is not the expected one, and in what."""

    kind: MismatchKind
    differences: tuple[Difference, ...] = ()


def compare(expect: Json, answer: Answer) -> Mismatch | None:
    """The mismatch between an expectation and an answer, if there is one."""
    match answer:
        case Illegal():
            return Mismatch(MismatchKind.REFUSED) if expect.get("verdict") == "legal" else None
        case Legal(observation):
            if expect.get("verdict") == "illegal":
                return Mismatch(MismatchKind.ALLOWED)
            return _observed(expect, observation)
        case Dealt(observation):
            return _observed(expect, observation)
        case Enumerated(actions):
            return _enumerated(expect, actions)
        case _:
            raise ValueError(f"{type(answer).__name__} is no answer that is compared")


def _observed(expect: Json, given: Json) -> Mismatch | None:
    found = tuple(differences(expect.get("observation", {}), given))
    return Mismatch(MismatchKind.OBSERVATION, found) if found else None


def differences(expected: Json, given: Json) -> Iterator[Difference]:
    """Every field of an observation that both have and that differs, in the order of the protocol."""
    for field in OBSERVATION:
        if field in expected and field in given:
            comparer = _FIELDS.get(field, _same)
            yield from comparer(field, expected[field], given[field])


_Comparer = Callable[[str, Any, Any], Iterator[Difference]]
"""Compares what is expected and what was given at one place of an observation."""


# ── fields ──────────────────────────────────────────────────────────────────────────────────────────────────


def _same(where: str, expected: Any, given: Any) -> Iterator[Difference]:
    if expected != given:
        yield Difference(where, expected, given)


def _cards(where: str, expected: Sequence[str], given: Sequence[str]) -> Iterator[Difference]:
    """Cards have no order, and cards that look alike are alike."""
    if Counter(expected) != Counter(given):
        yield Difference(where, sorted_cards(expected), sorted_cards(given))


def _pile(where: str, expected: Json, given: Json) -> Iterator[Difference]:
    wanted, found = _pile_facts(expected), _pile_facts(given)
    for fact in ("cards", "top", "count"):
        if fact in wanted and fact in found and wanted[fact] != found[fact]:
            yield Difference(f"{where}.{fact}", wanted[fact], found[fact])
            return


def _pile_facts(pile: Json) -> Json:
    if "cards" not in pile:
        return pile
    cards = pile["cards"]
    return {"top": cards[-1] if cards else None, "count": len(cards), **pile}


def _each(item: _Comparer) -> _Comparer:
    """Compare two arrays item by item; arrays of different lengths differ as a whole."""

    def compare_items(where: str, expected: Sequence[Any], given: Sequence[Any]) -> Iterator[Difference]:
        if len(expected) != len(given):
            yield Difference(where, expected, given)
            return
        for index, (wanted, found) in enumerate(zip(expected, given, strict=True)):
            yield from item(f"{where}[{index}]", wanted, found)

    return compare_items


def _parts(comparers: Mapping[str, _Comparer]) -> _Comparer:
    """Compare, of two objects, the parts that both have; null against an object differs as a whole."""

    def compare_parts(where: str, expected: Json | None, given: Json | None) -> Iterator[Difference]:
        if expected is None or given is None:
            yield from _same(where, expected, given)
            return
        for part, comparer in comparers.items():
            if part in expected and part in given:
                yield from comparer(f"{where}.{part}", expected[part], given[part])

    return compare_parts


_meld = _parts({"cards": _cards, "kind": _same})
_side = _parts({"melds": _each(_meld), "red_threes": _same, "garbage": _cards})

_FIELDS: Mapping[str, _Comparer] = {
    "pile": _pile,
    "hands": _each(_cards),
    "sides": _each(_side),
    "ended": _parts({"how": _same, "seat": _same}),
    "match": _parts({"winner": _same}),
}
"""How the fields are compared that are not simply equal or not."""


# ── lists of actions ────────────────────────────────────────────────────────────────────────────────────────


def _enumerated(expect: Json, given: Sequence[Json]) -> Mismatch | None:
    wanted = {action_key(action): action for action in expect.get("actions", ())}
    found = {action_key(action): action for action in given}
    if wanted.keys() == found.keys():
        return None
    missing = tuple(Difference("action", wanted[key], None) for key in wanted if key not in found)
    surplus = tuple(Difference("action", None, found[key]) for key in found if key not in wanted)
    return Mismatch(MismatchKind.ACTIONS, missing + surplus)


def action_key(action: Json) -> str:
    """The same string for actions which are the same: the cards of a play have no order."""
    plain = {key: value for key, value in action.items() if key != "plays"}
    plays = [(str(play["to"]), sorted_cards(play["cards"])) for play in action.get("plays", ())]
    return f"{sorted(plain.items())} {plays}"


def sorted_cards(cards: Sequence[str]) -> list[str]:
    """The cards in a fixed order for showing: by rank from ace to two, then suit, jokers first."""
    return sorted(cards, key=lambda card: (card != "JK", "AKQJT98765432".find(card[0]), card))
