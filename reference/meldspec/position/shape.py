"""Whether a position file has the shape of its JSON Schema: every field that has not is told with what was expected.

The schema is published, and its descriptions are the words of the messages, so it is walked itself and said nowhere else. Only the
few keywords are known that it uses; a test holds the walk against a validator that knows them all. All that is wrong is found, not
only the first, since people write these files.
"""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

from meldspec.data import folder
from meldspec.language.immutable import Immutable
from meldspec.language.problems import Diagnostic, did_you_mean
from meldspec.position.marked import Marked, Path, value_at

SHOWN = 60
"""Characters of a wrong value that a message shows."""
READ_WITH_GAPS = ("hands", "feet", "sides", "places", "memory", "options", "readings")
"""The fields of which the rest is read where a part of them is wrong."""
TYPES: Mapping[str, type] = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}


class Misfit(Immutable):
    """A value that does not fit: where it stands, by which keyword of which schema."""

    path: Path
    keyword: str
    schema: Mapping[str, Any]
    value: Any


@cache
def published(name: str) -> dict[str, Any]:
    """One of the published schemas."""
    path = folder("conformance") / "protocol" / f"{name}.schema.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def schema() -> dict[str, Any]:
    """The published schema of position files."""
    return published("position-file")


def described(act: str, field: str) -> str:
    """What the published schema of actions says of a field of an act; empty where it says nothing."""
    of_act = (one["properties"] for one in published("action")["oneOf"] if one["properties"]["type"].get("const") == act)
    return next((str(fields[field].get("description", "")) for fields in of_act if field in fields), "")


def misfits(shape: Mapping[str, Any], value: Any, path: Path = ()) -> Iterator[Misfit]:
    """Everything in a value that does not fit a schema, in the order of its keywords."""
    for keyword, wanted in shape.items():
        match keyword, value:
            case "$ref", _:
                yield from misfits(schema()["$defs"][wanted.rpartition("/")[2]], value, path)
            case "type", _ if not any(_is(value, name) for name in ([wanted] if isinstance(wanted, str) else wanted)):
                yield Misfit(path, keyword, shape, value)
            case "enum", _ if value not in wanted:
                yield Misfit(path, keyword, shape, value)
            case "minimum", int() if value < wanted and not isinstance(value, bool):
                yield Misfit(path, keyword, shape, value)
            case ("minLength", str()) | ("minItems", list()) if len(value) < wanted:
                yield Misfit(path, keyword, shape, value)
            case "required", dict() if any(name not in value for name in wanted):
                yield Misfit(path, keyword, shape, value)
            case "properties", dict():
                for name in [name for name in wanted if name in value]:
                    yield from misfits(wanted[name], value[name], (*path, name))
            case "additionalProperties", dict():
                yield from _others(shape, value, path)
            case "items", list():
                for number, item in enumerate(value):
                    yield from misfits(wanted, item, (*path, number))


def _is(value: Any, name: str) -> bool:
    """Whether a value is of a type of JSON, for which yes and no are no numbers."""
    # In Python they are: isinstance(True, int).
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def _others(shape: Mapping[str, Any], value: dict[str, Any], path: Path) -> Iterator[Misfit]:
    """What is wrong with the fields that a schema does not name."""
    wanted = shape["additionalProperties"]
    others = [name for name in value if name not in shape.get("properties", {})]
    if others and wanted is False:
        yield Misfit(path, "additionalProperties", shape, value)
    for name in others if wanted is not False else ():
        yield from misfits(wanted, value[name], (*path, name))


def misshapen(marked: Marked) -> tuple[list[Diagnostic], set[str], Marked]:
    """Everything that is not of the shape, the names of the fields in which it was found, and the file without it."""
    errors = list(misfits(schema(), marked.value))
    if not errors:
        return [], set(), marked
    value = deepcopy(marked.value)
    for error in errors:
        _prune(value, error.path, error)
    fields = {str(error.path[0]) for error in errors if error.path}
    return [problem for error in errors for problem in _told(marked, error)], fields, replace(marked, value=value)


def _prune(value: dict[str, Any], path: Path, error: Misfit) -> None:
    """Take out what is wrong, so that all that stands beside it can be looked at: entries of lists become nothing."""
    if error.keyword == "additionalProperties":
        holder = value_at(value, path)
        for name in set(holder or ()) - set(error.schema["properties"]):
            del holder[name]
    elif not path:
        return
    elif path[0] not in READ_WITH_GAPS or len(path) == 1:
        value.pop(str(path[0]), None)
    else:
        holder = value_at(value, path[:-1])
        if holder is not None:
            # Not taken out of a list, or the places of all that follows would no longer be those of the file.
            holder[path[-1]] = None


def _told(marked: Marked, error: Misfit) -> Iterator[Diagnostic]:
    """One error of the schema in our words."""
    path, instance = error.path, error.value
    expected = error.schema.get("description", "what docs/positions.md says")
    known = error.schema.get("properties", {})
    match error.keyword:
        case "additionalProperties":
            for name in sorted(set(instance) - set(known)):
                mend = did_you_mean(name, known)
                offered = "one of: " + ", ".join(known)
                yield marked.problem("unknown-field", (*path, name), "a field that no position has", offered, mend)
        case "required":
            for name in error.schema["required"]:
                if name not in instance:
                    wanted = known.get(name, {}).get("description", "a value")
                    yield marked.problem("missing-field", path, f"no '{name}'", f"{name}: {wanted}")
        case _:
            yield marked.problem("wrong-value", path, shown_value(instance), expected, _bracketed(error))


def _bracketed(error: Misfit) -> str:
    """The mend of a text that stands where a list of such texts was to be; nothing where that is not what is wrong."""
    listed = error.keyword == "type" and isinstance(error.value, str) and "array" in error.schema.get("type", ())
    items = str(error.schema.get("items", {}).get("description", "it")).partition(",")[0]
    return f"put brackets round {items}: [{error.value}]" if listed else ""


def shown_value(value: Any) -> str:
    """A value as a message shows it."""
    text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
