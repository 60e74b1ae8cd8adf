"""What `make test` tries of what `make thorough` tries: one switch, one marker, and samples by rules that are told.

`make thorough` runs everything: it sets MELDSPEC_THOROUGH. Without it, tests marked `thorough` are left out (see conftest.py), and
families that count rounds or games play a few of them. Every family that has tests so marked keeps others that are not.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Sequence
from typing import Any, TypeVar

import pytest

THOROUGH = bool(os.environ.get("MELDSPEC_THOROUGH"))
"""Whether everything is tried."""
T = TypeVar("T")


def sampled(values: Sequence[T], kept: Callable[[T], bool]) -> list[Any]:
    """Parameters of a test, of which `make test` tries those that are kept; a tuple is several arguments."""
    assert any(map(kept, values)), "a family keeps a sample"
    return [
        pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=() if kept(value) else pytest.mark.thorough)
        for value in values
    ]


def first_of_each(values: Sequence[T], sort: Callable[[T], Hashable]) -> list[Any]:
    """Parameters of a test, of which `make test` tries the first of each sort."""
    first: dict[Hashable, T] = {}
    for value in values:
        first.setdefault(sort(value), value)
    return sampled(values, lambda value: first[sort(value)] is value)
