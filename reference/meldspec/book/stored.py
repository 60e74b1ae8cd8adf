"""Expressions, and what holds them, as plain lists that JSON can hold, and back; `language.stored` does it for trees.

A thing is its number among the kinds that are known, and its fields; a tuple is a nought and what it holds.
"""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from meldspec.book.core import CORES
from meldspec.language.immutable import Immutable


class Plain:
    """Makes things plain: expressions, and those kinds `besides` that hold them."""

    def __init__(self, besides: Iterable[type[Immutable]] = ()) -> None:
        kinds = [*sorted(CORES, key=lambda kind: kind.__name__), *besides]
        self._kinds = {number: (kind, tuple([one.name for one in fields(kind)])) for number, kind in enumerate(kinds, 1)}
        self._numbers = {kind: number for number, kind in enumerate(kinds, 1)}

    def plain(self, value: Any) -> Any:
        """A value as lists; raises ValueError where it holds what is none of these things."""
        if value is None or isinstance(value, str | int):
            return value
        if isinstance(value, tuple):
            return [0, *map(self.plain, value)]
        # `type`, not `isinstance`: a subclass would come back as its parent (decision 7).
        if type(value) not in self._numbers:
            raise ValueError(f"found {value!r}, expected an expression")
        number = self._numbers[type(value)]
        return [number, *(self.plain(getattr(value, name)) for name in self._kinds[number][1])]

    def rebuilt(self, value: Any) -> Any:
        """The value that was made plain; raises ValueError where the lists are not those of one."""
        try:
            return self._rebuilt(value)
        except (TypeError, LookupError) as error:
            raise ValueError(f"found no expression: {error}") from None

    def _rebuilt(self, value: Any) -> Any:
        if type(value) is not list:
            return value
        number = value[0]
        held = [self._rebuilt(one) if type(one) is list else one for one in value[1:]]
        if number == 0:
            return tuple(held)
        kind, names = self._kinds[number]
        return kind.whole(dict(zip(names, held, strict=True)))
