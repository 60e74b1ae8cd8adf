"""The one reader and the one writer of what travels: JSON in and out of frozen dataclasses, driven by their declared fields.

A type of the protocol is a dataclass below `Message`. The annotation of a field says what may stand in it, and from the annotations
the reader is made, once for each type: a new field of the protocol is one line in one dataclass. A field whose type allows `Absent`
may be left out, which is not the same as null. A reader takes a value as JSON gave it and the place where it stood, and returns it
typed, or raises Malformed with the place, what was found and what was expected. (The published schemas say the same, and a test
holds the two against each other; reading by them would cost milliseconds for every observation.)
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, fields
from enum import Enum
from itertools import chain
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from meldspec.language.immutable import Immutable

T = TypeVar("T")
M = TypeVar("M", bound="Message")
Reader = Callable[[Any, str], T]
Json = Mapping[str, Any]
"""An object as JSON gave it."""


SHOWN = 80
"""Characters of a value, or of a line, that a message shows."""


def in_json(found: object) -> str:
    """A value as a message shows it: what JSON calls otherwise than Python has the name that stood in the line."""
    return json.dumps(found) if found is None or isinstance(found, bool) else repr(found)


class Malformed(ValueError):
    """A value of the wrong shape: the message gives place, found and expected."""

    def __init__(self, place: str, found: object, expected: str) -> None:
        shown = in_json(found)
        super().__init__(f"{place}: found {shown if len(shown) < SHOWN else shown[: SHOWN - 3] + '…'}, expected {expected}")


class Absent(Enum):
    """Stands for a field that is left out; null is a value of its own."""

    ABSENT = "absent"

    def __bool__(self) -> Literal[False]:
        return False


ABSENT: Literal[Absent.ABSENT] = Absent.ABSENT


class Message(Immutable, kw_only=True):
    """What every type of the protocol is below: it keeps fields that it does not know, and the order in which all were written, so
    that whatever is read is written back as it was. A class below it is a frozen dataclass without saying so; its reader is worked
    out of its annotations when it is first asked for."""

    more: Json = field(default_factory=dict, repr=False)
    order: tuple[str, ...] = field(default=(), compare=False, repr=False)


class Field(Immutable):
    """One declared field: its name in Python and in JSON, what it may hold, and whether it may be left out."""

    name: str
    key: str
    type: Any
    required: bool


_FIELDS: dict[type[Message], tuple[Field, ...]] = {}
_NAMES: dict[type[Message], Mapping[str, str]] = {}
_READERS: dict[type[Message], Reader[Any]] = {}
"""What was worked out of the annotations of each type that was asked for: few programs ask for all."""


def declared(type_: type[Message]) -> tuple[Field, ...]:
    """The fields of a type in their order, those aside that every type has."""
    if type_ not in _FIELDS:
        _FIELDS[type_] = _declared(type_)
    return _FIELDS[type_]


def _declared(type_: type[Message]) -> tuple[Field, ...]:
    hints = get_type_hints(type_, include_extras=True)
    base = {one.name for one in fields(Message)}
    return tuple(
        Field(one.name, one.metadata.get("key", one.name), hints[one.name], Absent not in get_args(hints[one.name]))
        for one in fields(type_)
        if one.name not in base
    )


# ── plain values ────────────────────────────────────────────────────────────────────────────────────────────


def anything(value: Any, place: str) -> Any:
    """Any value; what it means is for the rules to say."""
    return value


def whole(value: Any, place: str) -> int:
    """A whole number; 3.0 is one, for there are languages that write it so; true is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    raise Malformed(place, value, "a whole number")


def at_least(least: int) -> Reader[int]:
    """A whole number from some number up."""

    def read(value: Any, place: str) -> int:
        number = whole(value, place)
        if number < least:
            raise Malformed(place, value, f"{least} or more")
        return number

    return read


def _of(type_: type[T], expected: str) -> Reader[T]:
    """A value of one of the types of JSON."""

    def read(value: Any, place: str) -> T:
        if isinstance(value, type_):
            return value
        raise Malformed(place, value, expected)

    return read


boolean, text = _of(bool, "true or false"), _of(str, "a string")
_list: Reader[list[Any]] = _of(list, "an array")
_dict: Reader[dict[str, Any]] = _of(dict, "an object")


def name(value: Any, place: str) -> str:
    """A string which is not empty."""
    if text(value, place):
        return str(value)
    raise Malformed(place, value, "a name")


def one_of(*words: str) -> Reader[str]:
    """One of these words."""

    def read(value: Any, place: str) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise Malformed(place, value, f"one of {', '.join(words)}")

    return read


# ── values with values in them ──────────────────────────────────────────────────────────────────────────────


def array(item: Reader[T], least: int = 0) -> Reader[tuple[T, ...]]:
    """An array of at least `least` items."""

    def read(value: Any, place: str) -> tuple[T, ...]:
        items = _list(value, place)
        if len(items) < least:
            raise Malformed(place, value, f"at least {least}")
        return tuple([item(one, f"{place}[{index}]") for index, one in enumerate(items)])

    return read


def maybe(item: Reader[T]) -> Reader[T | None]:
    """The item, or null."""

    def read(value: Any, place: str) -> T | None:
        return None if value is None else item(value, place)

    return read


def mapping(item: Reader[T]) -> Reader[dict[str, T]]:
    """An object whose fields have any names."""

    def read(value: Any, place: str) -> dict[str, T]:
        return {key: item(one, f"{place}.{key}") for key, one in _dict(value, place).items()}

    return read


def _with_fields(value: Any, place: str, keys: Iterable[str]) -> dict[str, Any]:
    """An object in which some fields stand."""
    held = _dict(value, place)
    for key in keys:
        if key not in held:
            raise Malformed(place, value, f"a field {key!r}")
    return held


def record(type_: type[M]) -> Reader[M]:
    """An object with the fields of a type; others may stand in it, and are kept as they are."""
    if type_ not in _READERS:
        _READERS[type_] = _record(type_)
    read: Reader[M] = _READERS[type_]
    return read


def _record(type_: type[M]) -> Reader[M]:
    # Once for each type; reading itself only looks up what is in the value.
    known = {one.key: (one.name, reader_of(one.type)) for one in declared(type_)}
    required = [one.key for one in declared(type_) if one.required]
    left_out = {**type_.constants()}

    def read(value: Any, place: str) -> M:
        held = _with_fields(value, place, required)
        found: dict[str, Any] = {**left_out, "more": {}, "order": tuple(held)}
        # In the order of the value, so that of several things that are wrong the first one written is told.
        for key, one in held.items():
            if key in known:
                name, item = known[key]
                found[name] = item(one, f"{place}.{key}" if place else key)
            else:
                found["more"][key] = one
        # All that was asked for stands in it, and the rest is as it is where it is left out.
        return type_.whole(found)

    return read


def tagged(key: str, types: Mapping[str, type[M]]) -> Reader[M]:
    """An object of one of some types, told by the word in one of its fields."""
    tag = one_of(*types)

    def read(value: Any, place: str) -> M:
        word = _with_fields(value, place, [key])[key]
        return record(types[tag(word, f"{place}.{key}")])(value, place)

    return read


def reader_of(hint: Any) -> Reader[Any]:
    """The reader of a field by its annotation: `Annotated[T, reader]`, a type of the protocol, or a plain type."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return next((one for one in hint.__metadata__ if callable(one)), None) or reader_of(inner[0])
    if origin is Literal:
        return one_of(*inner)
    if origin is tuple:
        return array(reader_of(inner[0]))
    if origin is Mapping:
        return mapping(reader_of(inner[1]))
    if inner:
        kinds = [one for one in inner if one not in (Absent, type(None))]
        read = reader_of(kinds[0])
        return maybe(read) if type(None) in inner else read
    if isinstance(hint, type) and issubclass(hint, Message):
        return record(hint)
    return PLAIN[hint]


PLAIN: Mapping[Any, Reader[Any]] = {int: whole, str: text, bool: boolean, Any: anything}
"""The readers of plain types."""


def make(type_: type[M], values: Json) -> M:
    """A message of values that are known to be right, by their names in JSON and in their order; nothing is read or checked."""
    known = _names(type_)
    held = {known[key]: value for key, value in values.items() if key in known}
    more = {key: value for key, value in values.items() if key not in known}
    return type_(**held, more=more, order=tuple(values))


# ── written ─────────────────────────────────────────────────────────────────────────────────────────────────


def to_json(value: Any) -> Any:
    """A value of the protocol as JSON writes it: fields as they were read, or else in the order of their declaration."""
    if type(value) in SCALARS:
        return value
    if isinstance(value, Message):
        return _written(value)
    if isinstance(value, tuple | list):
        return [one if type(one) in SCALARS else to_json(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): to_json(one) for key, one in value.items()}
    return value


SCALARS = frozenset((str, int, bool, float, type(None)))


def _written(message: Message) -> dict[str, Any]:
    # As it was read: a corpus that is read and written again keeps its bytes, and a diff shows what changed.
    names, held, more = _names(type(message)), message.__dict__, message.more
    found: dict[str, Any] = {}
    for key in chain(message.order, names, more):
        if key not in found:
            value = held[names[key]] if key in names else more.get(key, ABSENT)
            if value is not ABSENT:
                found[key] = value if type(value) in SCALARS else to_json(value)
    return found


def _names(type_: type[Message]) -> Mapping[str, str]:
    """The names in Python of the declared fields of a type, by those in JSON."""
    if type_ not in _NAMES:
        _NAMES[type_] = {one.key: one.name for one in declared(type_)}
    return _NAMES[type_]


def given(message: Message) -> Sequence[tuple[str, Any]]:
    """The fields that are given, by their names in JSON, unknown ones last."""
    values = [(one.key, getattr(message, one.name)) for one in declared(type(message))]
    return [*((key, value) for key, value in values if value is not ABSENT), *message.more.items()]


Maybe: TypeAlias = T | Absent
"""A field that may be left out."""
