"""A sample of `make hostile`: what a reader gets is read or refused in words, and a writer that is hindered cuts no file."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.hostile.measured import measured
from tests.hostile.mutations import spoilt, spoilt_json
from tests.hostile.readers import READERS
from tests.hostile.writers import WRITERS, Attacks, Outcome

SAMPLE = {"rules": 8, "positions": 10, "cases": 150, "yaml": 60, "protocol": 200}
GROWTH = 300
"""MiB by which no reader may grow."""


@pytest.mark.parametrize("reader", READERS)
def test_spoilt_inputs_are_read_or_refused(reader: str) -> None:
    """A few spoilt texts of each sort: none of them is a defect, none takes long, none takes much memory."""
    found = measured(reader, seed=0, tries=SAMPLE[reader], seconds=60)
    assert found.defects == []
    assert found.tries == SAMPLE[reader] and found.refused > 0
    assert found.memory < GROWTH


def test_the_same_seed_spoils_alike() -> None:
    """What a seed has found can be looked at again."""
    for number in range(50):
        assert spoilt(Random(number), b"a line\nof text\n") == spoilt(Random(number), b"a line\nof text\n")
        assert spoilt_json(Random(number), {"a": [1, {"b": 2}]}) == spoilt_json(Random(number), {"a": [1, {"b": 2}]})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits are set between fork and exec")
def test_a_command_that_is_hindered_cuts_no_file() -> None:
    """`format` is killed, and finds the disk full: each file is the old one or the new one."""
    (writer,) = (one for one in WRITERS if one.name == "format")
    attacks, outcome = Attacks(writer), Outcome("format")
    attacks.killed(Random(1), outcome)
    attacks.full(Random(2), outcome)
    assert (outcome.tries, outcome.defects) == (2, [])
    assert attacks.old != attacks.new
