"""Whether a position file has the shape of its JSON Schema: every field that has not is told with what was expected."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator, ValidationError

from meldspec.data import folder
from meldspec.language.problems import Diagnostic, did_you_mean
from meldspec.position.marked import Marked, Path

SHOWN = 60
"""Characters of a wrong value that a message shows."""


@cache
def validator() -> Draft202012Validator:
    """The published schema of position files."""
    path = folder("conformance") / "protocol" / "position-file.schema.json"
    return Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def misshapen(marked: Marked) -> tuple[list[Diagnostic], set[str], Marked]:
    """Everything that is not of the shape, the names of the fields in which it was found, and the file without it."""
    errors = list(validator().iter_errors(marked.value))
    if not errors:
        return [], set(), marked
    value = deepcopy(marked.value)
    for error in errors:
        _prune(value, tuple(error.absolute_path), error)
    fields = {str(error.absolute_path[0]) for error in errors if error.absolute_path}
    return [problem for error in errors for problem in _told(marked, error)], fields, replace(marked, value=value)


def _prune(value: dict[str, Any], path: Path, error: ValidationError) -> None:
    """Take out what is wrong, so that all that stands beside it can be looked at: entries of lists become nothing."""
    if error.validator == "additionalProperties":
        known: Any = error.schema
        holder = _at(value, path)
        for name in set(holder or ()) - set(known["properties"]):
            del holder[name]
    elif not path:
        return
    elif path[0] == "act" or len(path) == 1:
        value.pop(str(path[0]), None)
    else:
        holder = _at(value, path[:-1])
        if holder is not None:
            holder[path[-1]] = None


def _at(value: Any, path: Path) -> Any:
    """The value at a path, or none where it has been taken out already."""
    for step in path:
        value = None if value is None or (isinstance(value, dict) and step not in value) else value[step]
    return value


def _told(marked: Marked, error: ValidationError) -> Iterator[Diagnostic]:
    """One error of the schema in our words."""
    path: Path = tuple(error.absolute_path)
    schema: Any = error.schema
    instance: Any = error.instance
    expected = schema.get("description", "what docs/positions.md says")
    known = schema.get("properties", {})
    match error.validator:
        case "additionalProperties":
            for name in sorted(set(instance) - set(known)):
                mend = did_you_mean(name, known)
                offered = "one of: " + ", ".join(known)
                yield marked.problem("unknown-field", (*path, name), "a field that no position has", offered, mend)
        case "required":
            for name in schema["required"]:
                if name not in instance:
                    wanted = known.get(name, {}).get("description", "a value")
                    yield marked.problem("missing-field", path, f"no '{name}'", f"{name}: {wanted}")
        case _:
            yield marked.problem("wrong-value", path, _short(instance), expected)


def _short(value: Any) -> str:
    """A value as a message shows it."""
    text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
