"""Whether a value fits a JSON Schema: yes or no, for the few keywords by which the shapes of our files are told.

What does not fit is told by a validator that knows them all, and takes longer to import than all files to be read.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

TYPES: Mapping[str, type] = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}


def fits(shape: Mapping[str, Any], value: object) -> bool:
    """Whether a value fits; never yes of one that does not, or of a shape that is told by other keywords."""
    # A loop of its own, since it is asked of every value of every file.
    for keyword, wanted in shape.items():
        asked = KEYWORDS.get(keyword)
        if asked is None or not asked(wanted, value, shape):
            return False
    return True


def _is(names: str | list[str], value: object, _: Mapping[str, Any]) -> bool:
    return _of_type(names, value) if isinstance(names, str) else any(_of_type(name, value) for name in names)


def _of_type(name: str, value: object) -> bool:
    # In Python yes and no are numbers, too; a number with a point may be a whole one to the validator, which is then asked.
    return name in TYPES and isinstance(value, TYPES[name]) and (name == "boolean" or type(value) is not bool)


def _properties(shapes: Mapping[str, Any], value: object, _: Mapping[str, Any]) -> bool:
    return not isinstance(value, dict) or all(fits(shapes[name], held) for name, held in value.items() if name in shapes)


def _others(wanted: Mapping[str, Any] | bool, value: object, shape: Mapping[str, Any]) -> bool:
    others = [held for name, held in value.items() if name not in shape.get("properties", {})] if isinstance(value, dict) else []
    return all(fits(wanted, held) for held in others) if isinstance(wanted, Mapping) else wanted or not others


def _all_items(wanted: Mapping[str, Any], value: object, _: Mapping[str, Any]) -> bool:
    return not isinstance(value, list) or all(fits(wanted, held) for held in value)


def _sized(kind: type, value: object, least: int) -> bool:
    return not isinstance(value, kind) or (isinstance(value, str | list | dict) and len(value) >= least)


KEYWORDS: Mapping[str, Callable[[Any, Any, Mapping[str, Any]], bool]] = {
    "type": _is,
    "properties": _properties,
    "additionalProperties": _others,
    "items": _all_items,
    "required": lambda names, value, _: not isinstance(value, dict) or all(name in value for name in names),
    "propertyNames": lambda wanted, value, _: not isinstance(value, dict) or all(fits(wanted, name) for name in value),
    "pattern": lambda pattern, value, _: not isinstance(value, str) or re.search(pattern, value) is not None,
    "anyOf": lambda shapes, value, _: any(fits(shape, value) for shape in shapes),
    "description": lambda called, value, _: True,
    "minLength": lambda least, value, _: _sized(str, value, least),
    "minItems": lambda least, value, _: _sized(list, value, least),
    "minProperties": lambda least, value, _: _sized(dict, value, least),
    "minimum": lambda least, value, _: type(value) is int and value >= least,
    "maximum": lambda most, value, _: type(value) is int and value <= most,
}
"""What each keyword asks of a value, beside the rest of the shape."""
