"""What is said to fit a shape does so to a validator that knows the whole of JSON Schema, too."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from jsonschema import Draft202012Validator

from meldspec.sources import ledger, profile_file, review, sources
from meldspec.sources.fitting import fits

SHAPES = [ledger.SHAPE, ledger.MOOT, profile_file.SHAPE, review.SHAPE, sources.SHAPE]
PLAIN = st.none() | st.booleans() | st.integers(-2, 4) | st.text("a-1. ", max_size=4)
WORDS = st.sampled_from(["a", "a.b", "b-1", "1", ""])
ANY = st.recursive(PLAIN | st.floats(), lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3))


def of_shape(shape: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that have some of a shape, without numbers that have a point."""
    inner = shape.get("additionalProperties")
    parts = [of_shape(part) for part in shape.get("anyOf", ())]
    parts += [st.lists(of_shape(shape["items"]), max_size=2)] if "items" in shape else []
    parts += [st.dictionaries(WORDS, of_shape(inner), max_size=2)] if isinstance(inner, dict) else []
    named = {name: of_shape(part) | PLAIN for name, part in shape.get("properties", {}).items()}
    parts += [st.fixed_dictionaries({}, optional=named)] if named else []
    return st.one_of(*parts, PLAIN)


@pytest.mark.parametrize("shape", SHAPES)
@given(st.data())
@settings(deadline=None)
def test_what_fits_is_valid(shape: dict[str, Any], data: st.DataObject) -> None:
    """Words, whole numbers, lists and maps fit a shape just where a validator takes them."""
    value = data.draw(of_shape(shape))
    assert fits(shape, value) == Draft202012Validator(shape).is_valid(value)


@pytest.mark.parametrize("shape", SHAPES)
@given(ANY)
@settings(deadline=None)
def test_nothing_fits_that_is_not_valid(shape: dict[str, Any], value: object) -> None:
    """Of whatever else YAML can hold none fits that a validator refuses."""
    assert Draft202012Validator(shape).is_valid(value) or not fits(shape, value)


def test_a_shape_told_by_other_words_fits_nothing() -> None:
    """Of a keyword that is not known nothing is said, so that the validator is asked."""
    assert not fits({"type": "string", "format": "date"}, "2026-01-01")
