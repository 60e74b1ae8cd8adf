"""Where the lines of a sheet stand that may be mutated, and the sheet with another line in such a place."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from meldspec.book.sheet import EffectLine, Line, Sheet

Put = Callable[[Line | None], Sheet]
"""The sheet with another line in a place, or with none there."""
UNSEEN_EVENTS = ("dealing", "passing")
"""Events before a transcript begins and after it has ended."""


class Spot(NamedTuple):
    """The place of a line: the group of the sheet, its name where there are several of that sort, the number in it; of an effect of
    a standing rule, its number there."""

    group: str
    key: str
    number: int
    inner: int = -1


def spots(sheet: Sheet) -> Iterator[tuple[Line, Spot]]:
    """Every line of a sheet that may be mutated, with the place where it stands."""
    for name in ("judges", "kinds", "awards", "standing", "terms", "declared"):
        yield from ((line, Spot(name, "", number)) for number, line in enumerate(getattr(sheet, name)))
        if name == "standing":
            for number, rule in enumerate(sheet.standing):
                yield from ((line, Spot(name, "", number, inner)) for inner, line in enumerate(rule.effects))
    events = {event: group for event, group in sheet.events.items() if event not in UNSEEN_EVENTS}
    for name, groups in (("effects", sheet.effects), ("events", events)):
        for key, effects in groups.items():
            yield from ((line, Spot(name, key, number)) for number, line in enumerate(effects))


def places(sheet: Sheet) -> Iterator[tuple[Line, Put]]:
    """The same, each with how to put another line there."""
    yield from ((line, partial(with_line, sheet, spot)) for line, spot in spots(sheet))


def group_of(sheet: Sheet, spot: Spot) -> list[Any]:
    """The lines among which one stands."""
    group = getattr(sheet, spot.group)
    if spot.key:
        return list(group[spot.key])
    return list(group if spot.inner < 0 else group[spot.number].effects)


def with_group(sheet: Sheet, spot: Spot, group: list[Any]) -> Sheet:
    """The sheet with other lines in the group in which one stands."""
    whole = getattr(sheet, spot.group)
    if spot.inner >= 0:
        rule = replace(whole[spot.number], effects=tuple(group))
        return replace(sheet, standing=_without(whole, spot.number, rule))
    changes: dict[str, Any] = {spot.group: {**whole, spot.key: group} if spot.key else group}
    return replace(sheet, **changes)


def with_line(sheet: Sheet, spot: Spot, changed: Line | None) -> Sheet:
    """The sheet with another line in a place, or with none there."""
    assert spot.inner < 0 or changed is None or isinstance(changed, EffectLine)
    number = spot.number if spot.inner < 0 else spot.inner
    return with_group(sheet, spot, _without(group_of(sheet, spot), number, changed))


def _without(group: Any, number: int, changed: Any) -> list[Any]:
    """Lines with another in place of one of them, or without it."""
    return [*group[:number], *([] if changed is None else [changed]), *group[number + 1 :]]
