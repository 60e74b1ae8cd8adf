"""YAML files that people write: read safely, and held against a JSON Schema, with the place of whatever is wrong."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

from meldspec.cache import code, digest, keep, recall
from meldspec.language.problems import DataError

Schema = dict[str, Any]
QUICK = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The quicker of the two loaders where it is there: both read alike, and tell otherwise what is wrong."""
TEXT: Schema = {"type": "string", "minLength": 1}
NAME = "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
"""What names, tags and rows are spelt like."""


def record(*required: str, **properties: Schema) -> Schema:
    """The schema of a map with these entries and no others; an underscore stands for a hyphen."""
    named = {name.replace("_", "-"): schema for name, schema in properties.items()}
    return {"type": "object", "required": [*required], "additionalProperties": False, "properties": named}


def map_of(schema: Schema, keys: str = "", least: int = 0) -> Schema:
    """The schema of a map of so many things of one sort, whose keys are of a pattern."""
    names = {"propertyNames": {"pattern": keys}} if keys else {}
    return {"type": "object", "minProperties": least, **names, "additionalProperties": schema}


def list_of(schema: Schema) -> Schema:
    """The schema of a list of things of one sort, one of them at least."""
    return {"type": "array", "minItems": 1, "items": schema}


def parsed(file: str, text: str, error: type[DataError], expected: str = "", loader: Any = yaml.SafeLoader) -> Any:
    """What a YAML text holds. Raises `error`, with the parser's words in one line, where it is no YAML."""
    # Only a safe loader is ever given: a file that people exchange must not make objects.
    try:
        return loader(text).get_single_data()
    except yaml.YAMLError as problem:
        raise error(f"{file}: found no YAML ({' '.join(str(problem).split())}){expected}; mend that line") from None


def kept(path: Path, text: str, read: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What `read` makes of the text of a file: a map of plain values, kept from the last time that the text was the same."""
    # To read YAML and to hold it against a schema takes longer than to make a ruling.
    what, key = f"yaml {path.resolve()}", digest(code("sources"), text)
    found = recall(what, key)
    if isinstance(found, dict):
        return found
    made = read()
    keep(what, key, made)
    return made


def mismatches(found: object, schema: Schema) -> Iterator[tuple[list[str], str]]:
    """Whatever is not of the shape: the way to it through the file, and what is wrong with it."""
    # Imported here, since it takes as long as to read most files.
    from jsonschema import Draft202012Validator

    for error in Draft202012Validator(schema).iter_errors(found):
        yield [str(part) for part in error.absolute_path], error.message
