"""YAML files that people write: read plainly, and held against a JSON Schema, with the place of whatever is wrong."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from meldspec.cache import code, digest, keep, recall
from meldspec.language.files import read_text
from meldspec.language.problems import DataError, Diagnostic, RulesError
from meldspec.position.marked import Marked
from meldspec.sources.fitting import fits
from meldspec.sources.plain_yaml import LONGEST, MOST, YamlError, plain_yaml

Schema = dict[str, Any]
TEXT: Schema = {"type": "string", "minLength": 1}
SHOWN = 200
"""Characters of what is wrong that a message shows."""


def record(*required: str, **properties: Schema) -> Schema:
    """The schema of a map with these entries and no others; an underscore stands for a hyphen."""
    named = {name.replace("_", "-"): schema for name, schema in properties.items()}
    return {"type": "object", "required": [*required], "additionalProperties": False, "properties": named}


def spelt(pattern: str, called: str) -> Schema:
    """The schema of a text of a pattern; `called` says in words, to whoever wrote another one, what is spelt like that."""
    return {"type": "string", "pattern": pattern, "description": called}


def map_of(schema: Schema, keys: Schema | None = None, least: int = 0) -> Schema:
    """The schema of a map of so many things of one sort, whose keys are spelt in some way."""
    names = {} if keys is None else {"propertyNames": keys}
    return {"type": "object", "minProperties": least, **names, "additionalProperties": schema}


def list_of(schema: Schema) -> Schema:
    """The schema of a list of things of one sort, one of them at least."""
    return {"type": "array", "minItems": 1, "items": schema}


NAME = spelt("^[a-z][a-z0-9]*(-[a-z0-9]+)*$", "a name in small letters and digits, such as hand-and-foot")
"""What names, tags and rows are spelt like."""


def text_of(path: Path, shown: str, error: type[DataError], most: int = LONGEST) -> str:
    """The text of a file, which messages call `shown`. Raises `error` where it is no readable text in UTF-8, or too long."""
    try:
        return read_text(path, shown, most)
    except RulesError as refused:
        raise error(*map(str, refused.problems)) from None


def shaped(file: str, text: str, shape: Schema, expected: str, error: type[DataError]) -> dict[str, Any]:
    """The map in a YAML text of a shape; an empty text is an empty map. `expected` says where the shape is described.

    Raises `error`, with everything that is wrong and where it stands.
    """
    try:
        marked = plain_yaml(text, file, numbered=True)
    except YamlError as refused:
        raise error(*map(str, refused.problems)) from None
    value: dict[str, Any] = {} if marked.value is None else marked.value
    problems = [str(problem) for problem in misshapen(Marked(file, value, marked.marks), shape, expected)]
    if problems:
        more = [f"and {len(problems) - MOST} more"] if len(problems) > MOST else []
        raise error(*problems[:MOST], *more)
    return value


def kept(path: Path, text: str, read: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What `read` makes of the text of a file: a map of plain values, kept from the last time that the text was the same."""
    # To read YAML and to hold it against a schema takes longer than to make a ruling.
    what, key = f"yaml {path.resolve()}", digest(code("sources", "language"), text)
    found = recall(what, key)
    if isinstance(found, dict):
        return found
    made = read()
    keep(what, key, made)
    return made


def misshapen(marked: Marked, shape: Schema, expected: str) -> list[Diagnostic]:
    """Everything in a file that is not of a shape, in the order of the file."""
    found = [
        marked.problem("wrong-value", way, " ".join(message.split())[:SHOWN], expected)
        for way, message in mismatches(marked.value, shape)
    ]
    return sorted(found, key=lambda problem: (problem.place.line, problem.place.column, problem.found))


def mismatches(found: object, schema: Schema) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Whatever is not of the shape: the way to it through the file, and what is wrong with it."""
    if fits(schema, found):
        return
    # Imported here, since nearly every file has its shape, and to import the validator takes longer than to read them all.
    from meldspec.sources.misfit import misfits

    yield from misfits(found, schema)
