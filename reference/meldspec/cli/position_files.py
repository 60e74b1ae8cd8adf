"""Position files: YAML written by hand → a position, and values written as such a file."""

import json
from collections.abc import Mapping
from typing import Any

from meldspec.engine.rulebook import Library
from meldspec.position.position import Position
from meldspec.position.profiles import Profile
from meldspec.position.read import read_position
from meldspec.sources.marked_file import read_marked
from meldspec.sources.plain_yaml import YamlError, plain_yaml


def read_position_file(
    text: str,
    file: str,
    library: Library,
    readings: Mapping[str, str] | None = None,
    profile: str = "",
    profiles: Mapping[str, Profile] | None = None,
) -> Position:
    """The position in a YAML text; `file` names it in messages. Raises what `read_position` and `read_marked` raise."""
    return read_position(read_marked(text, file), library, readings, profile, profiles)


def position_text(fields: Mapping[str, Any]) -> str:
    """The fields of a position as a file that reads as the same fields: one a line, of several sides each on its own."""
    return "".join(f"{name}:{_field_text(value)}\n" for name, value in fields.items())


def _field_text(value: Any) -> str:
    """The value of a field, behind its name."""
    if isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value):
        return "".join(f"\n  - {_value_text(entry)}" for entry in value)
    return f" {_value_text(value)}"


def _value_text(value: Any) -> str:
    """A value in one line."""
    match value:
        case dict():
            return "{" + ", ".join(f"{name}: {_value_text(entry)}" for name, entry in value.items()) + "}"
        case list():
            return "[" + ", ".join(map(_value_text, value)) + "]"
        case bool():
            return "yes" if value else "no"
        case str() if _plain(value):
            return value
        case _:
            return json.dumps(value, ensure_ascii=False)


def _plain(text: str) -> bool:
    """Whether a text needs no quotation marks, wherever it stands."""
    try:
        return plain_yaml(f"in: [{{of: {text}}}]", "").value == {"in": [{"of": text}]}
    except YamlError:
        return False
