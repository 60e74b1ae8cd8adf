"""A sample of `make hostile`: what a reader gets is read or refused in words, faulty programs are told of, and no file is cut."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random

import pytest
from tests.hostile import faulty
from tests.hostile.faults import FAULTS
from tests.hostile.judged import judged
from tests.hostile.measured import measured
from tests.hostile.mutations import spoilt, spoilt_json
from tests.hostile.readers import READERS
from tests.sampling import THOROUGH

SAMPLE = {"rules": 8, "positions": 10, "cases": 150, "yaml": 60, "reports": 40, "links": 20, "protocol": 600}
GROWTH = 300
"""MiB by which no reader may grow."""
EVERY = 12
"""One fault of so many is tried in `make test`, so that there are some of each sort; all of them in `make thorough`."""


@pytest.mark.parametrize("reader", READERS)
def test_spoilt_inputs_are_read_or_refused(reader: str) -> None:
    """A few spoilt texts of each sort: none of them is a defect, none takes long, none takes much memory."""
    found = measured(reader, seed=0, tries=SAMPLE[reader], seconds=60)
    assert found.defects == []
    assert found.tries >= SAMPLE[reader] and found.refused > 0
    assert found.memory < GROWTH


def test_the_same_seed_spoils_alike() -> None:
    """What a seed has found can be looked at again."""
    for number in range(50):
        assert spoilt(Random(number), b"a line\nof text\n") == spoilt(Random(number), b"a line\nof text\n")
        assert spoilt_json(Random(number), {"a": [1, {"b": 2}]}) == spoilt_json(Random(number), {"a": [1, {"b": 2}]})


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody is told what is left running")
def test_faulty_implementations_are_told_of() -> None:
    """Whoever runs an implementation with a fault is told of it in the words and with the exit code that stand in the table."""
    found = judged(FAULTS if THOROUGH else FAULTS[::EVERY])
    assert found.defects == []


def test_every_fault_is_there() -> None:
    """No fault of the table is one that the faulty program does not have, in which case it would be judged as an honest one."""
    known = {*faulty.LINES, *faulty.ACTS, *faulty.HELLOS, *faulty.BYES, *faulty.ALWAYS}
    names = [fault.name for fault in FAULTS]
    assert set(names) <= known and len(set(names)) == len(names) >= 90


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each try is a process that was forked")
def test_a_command_that_is_hindered_cuts_no_file() -> None:
    """`format` is killed, finds the disk full, and is refused a writing: each file is the old one or the new one."""
    words = [sys.executable, "-m", "tests.hostile.hindered", "format", "0", "60", "12", "0", "1"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    killed, refused = json.loads(done.stdout.splitlines()[-1])
    assert (killed["defects"], refused["defects"]) == ([], [])
    assert killed["tries"] + refused["tries"] == 12 and killed["points"] >= 4
