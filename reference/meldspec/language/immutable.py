"""What whole families of classes have in common: nodes of the syntax tree, expressions, resolved lines."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import partial, wraps
from operator import attrgetter
from typing import Any, ClassVar, NoReturn, Self, TypeVar, dataclass_transform

N = TypeVar("N")
T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Immutable:
    """Whatever is below this is a frozen dataclass without saying so, its fields by name alone where its head says `kw_only`.

    `dataclass` is asked for the fields alone. What else it makes it writes as text and compiles, for each class and in every
    process anew, which took a third of the time that a command needs to begin; here all classes share the same few methods.
    """

    # No `slots`: for them `dataclass` makes a second class, and a class that is being made cannot be exchanged for it here.

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    __match_args__: ClassVar[tuple[str, ...]] = ()
    _by_name: ClassVar[tuple[str, ...]] = ()
    _defaults: ClassVar[Mapping[str, Callable[[], Any]]] = {}
    _compared: ClassVar[Callable[[Any], Any]]

    def __init_subclass__(cls, kw_only: bool = False) -> None:
        dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)
        known = fields(cls)
        cls._by_name = tuple([one.name for one in known if one.kw_only])
        cls._defaults = {one.name: made for one in known if (made := _default(one)) is not None}
        compared = [one.name for one in known if one.compare]
        cls._compared = attrgetter(*compared) if compared else lambda one: ()

    def __init__(self, *values: Any, **named: Any) -> None:
        put, names = object.__setattr__, self.__match_args__
        for name, value in zip(names, values, strict=False):
            put(self, name, value)
        if named or self._by_name or len(values) != len(names):
            self._given_by_name(named, len(values))

    def _given_by_name(self, named: dict[str, Any], before: int) -> None:
        """Set the fields that were given by their names, or not at all, where some were given `before`."""
        for name in (*self.__match_args__[before:], *self._by_name):
            if name not in named and name not in self._defaults:
                raise TypeError(f"{type(self).__qualname__} wants a value for '{name}'")
            object.__setattr__(self, name, named.pop(name) if name in named else self._defaults[name]())
        if named or before > len(self.__match_args__):
            raise TypeError(f"{type(self).__qualname__} was given more than it has fields: {', '.join(named) or before}")

    @classmethod
    def whole(cls, values: Mapping[str, Any]) -> Self:
        """One of which every field is given: the quick way for whoever makes many that were whole before."""
        made = object.__new__(cls)
        made.__dict__.update(values)
        return made

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        compared = self.__class__._compared
        return bool(compared(self) == compared(other))

    def __hash__(self) -> int:
        # Kept, for an expression is asked for as a key again and again, and to hash it takes going through all of it.
        held = self.__dict__
        if "_hash" not in held:
            held["_hash"] = hash(self.__class__._compared(self))
        kept: int = held["_hash"]
        return kept

    def __getstate__(self) -> dict[str, Any]:
        # In another process words have other hashes, and what was worked out is worked out again.
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def __repr__(self) -> str:
        told = (f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
        return f"{type(self).__qualname__}({', '.join(told)})"

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"cannot delete field {name!r}")


def kept_with(work: Callable[[N], T]) -> Callable[[N], T]:
    """What some work makes of one thing, kept with the thing: it never changes, so it is worked out once."""
    name = f"_{work.__name__}"

    @wraps(work)
    def known(thing: N) -> T:
        held = thing.__dict__
        if name not in held:
            held[name] = work(thing)
        found: T = held[name]
        return found

    return known


def _default(asked: Field[Any]) -> Callable[[], Any] | None:
    """What makes the value of a field that is not given, where it need not be."""
    if asked.default_factory is not MISSING:
        return asked.default_factory
    return None if asked.default is MISSING else partial(_same, asked.default)


def _same(value: Any) -> Any:
    return value
