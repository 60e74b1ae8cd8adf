"""What whole families of classes have in common: nodes of the syntax tree, expressions, resolved lines; what makes them."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import wraps
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
    compared: ClassVar[tuple[str, ...]] = ()
    """The fields by which two are told apart: of a node neither its place nor an article."""
    _kw_only: ClassVar[tuple[str, ...]] = ()
    _positional: ClassVar[int] = -1
    _constants: ClassVar[Mapping[str, Any]] = {}
    _factories: ClassVar[Mapping[str, Callable[[], Any]]] = {}
    _compared: ClassVar[Callable[[Any], Any]]

    def __init_subclass__(cls, kw_only: bool = False) -> None:
        super().__init_subclass__()
        dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)
        known = fields(cls)
        cls._kw_only = tuple([one.name for one in known if one.kw_only])
        # How many values are all of them, where none must be given by its name.
        cls._positional = -1 if cls._kw_only else len(cls.__match_args__)
        cls._constants = {one.name: one.default for one in known if one.default is not MISSING}
        cls._factories = {one.name: one.default_factory for one in known if one.default_factory is not MISSING}
        cls.compared = tuple([one.name for one in known if one.compare])
        cls._compared = attrgetter(*cls.compared) if cls.compared else lambda one: ()

    def __init__(self, *values: Any, **named: Any) -> None:
        # All at once: a field that is set by itself costs a call.
        held = self.__dict__
        if named or len(values) != self._positional:
            held.update(self._constants)
            held.update(zip(self.__match_args__, values, strict=False))
            held.update(named)
            self._completed(held, len(values), named)
        else:
            held.update(zip(self.__match_args__, values, strict=False))

    def _completed(self, held: dict[str, Any], before: int, named: Mapping[str, Any]) -> None:
        """Make the fields that were left out, where some were given `before` and others by name, and refuse what does not fit."""
        for name, make in self._factories.items():
            if name not in held:
                held[name] = make()
        # The words are kept apart, since nearly always all is well.
        if held.keys() != self.__dataclass_fields__.keys() or not named.keys().isdisjoint(self.__match_args__[:before]):
            raise TypeError(self._misfit(held, before, named))
        if before > len(self.__match_args__):
            raise TypeError(f"{type(self).__qualname__} was given more than it has fields: {before}")

    def _misfit(self, held: Mapping[str, Any], before: int, named: Mapping[str, Any]) -> str:
        """What is wrong with the fields that were given."""
        for name in self.__dataclass_fields__:
            if name not in held:
                return f"{type(self).__qualname__} wants a value for '{name}'"
        given = self.__match_args__[:before]
        more = [name for name in named if name in given or name not in self.__dataclass_fields__]
        return f"{type(self).__qualname__} was given more than it has fields: {', '.join(more)}"

    @classmethod
    def constants(cls) -> Mapping[str, Any]:
        """The fields that may be left out, each with what it is then."""
        return cls._constants

    @classmethod
    def whole(cls, values: Mapping[str, Any]) -> Self:
        """One of which every field is given: the quick way for whoever makes many that were whole before."""
        made = object.__new__(cls)
        made.__dict__.update(values)
        return made

    def with_other(self, values: Mapping[str, Any]) -> Self:
        """The same with other values in some fields: `replace` without looking at each field."""
        held = self.__dict__
        return self.whole({name: held[name] for name in self.__dataclass_fields__} | {**values})

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


@dataclass_transform(field_specifiers=(field,))
def mutable(cls: type[T]) -> type[T]:
    """A dataclass of what is being made, which nobody compares or prints: to compile these methods takes half a millisecond."""
    return dataclass(eq=False, repr=False)(cls)


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


def as_before(thing: Immutable, made: N) -> N:
    """What is made of a thing, or what was made of it before where that is equal, so that what is told of it is told once: books
    inherit most of their lines, and nearly all of these mean in each what they mean in the others."""
    earlier: list[N] = thing.__dict__.setdefault("_made", [])
    same = next((one for one in earlier if one == made), None)
    if same is None:
        earlier.append(made)
    return made if same is None else same
