"""What of a value does not fit a JSON Schema, in the words of a YAML file: the validator speaks of objects and arrays."""

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator, ValidationError

KINDS = {
    "object": "a map",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "yes or no",
    "null": "left empty",
}
"""What the types of a schema are called."""


def misfits(found: object, schema: dict[str, Any]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """Whatever does not fit: the way to it through the value, and what is wrong with it."""
    for error in Draft202012Validator(schema).iter_errors(found):
        near = _nearest(error)
        way = tuple(near.absolute_path)
        # Of a name that is misspelt the place is that of its value.
        yield (*way, str(near.instance)) if "propertyNames" in near.absolute_schema_path else way, _told(near)


def _nearest(error: ValidationError) -> ValidationError:
    """Where one of several shapes would do: what is wrong by the one that is meant: the value's type, the least wrong."""
    meant: dict[object, list[ValidationError]] = {}
    for one in error.context or ():
        meant.setdefault(one.relative_schema_path[0], []).append(one)
    of_its_type = [wrong for wrong in meant.values() if not any(one.validator == "type" and not one.relative_path for one in wrong)]
    return _nearest(min(of_its_type, key=len)[0]) if of_its_type else error


def _told(error: ValidationError) -> str:
    """What is wrong; a value of another type is told by the types that would do, a text spelt otherwise by what would be one."""
    shapes: Any = error.validator_value if error.validator == "anyOf" else [error.schema] if error.validator == "type" else []
    types = [KINDS[one["type"]] for one in shapes if isinstance(one.get("type"), str)]
    schema: Any = error.schema
    if error.validator == "pattern" and "description" in schema:
        types = [schema["description"]]
    shown = {True: "yes", False: "no"}[error.instance] if isinstance(error.instance, bool) else repr(error.instance)
    return f"{shown} is not {' or '.join(types)}" if types else error.message
