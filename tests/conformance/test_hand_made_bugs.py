"""Mistakes of one line, made by hand in two engines before any case was looked at, come to what the list of them says."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.conformance.hand_made_bugs import Slip, as_told, judged_with, outcome, slips, sown, told_clauses
from tests.engine.variants import shelf
from tests.sampling import sampled

from meldspec.data import folder

RULES = folder("spec") / "canasta"
QUICK = {"wild-card-in-the-pair"}
"""What `make test` judges."""
LEAST, OF_THE_EXAMPLE = 60, 40
"""So many there are to be, and so many of them in the example."""

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs Node for the example; there is no command `node`")


def test_every_mistake_is_told() -> None:
    """Each has a name of its own, clauses that its game has, and at most one reason why no report names one of these."""
    names = [slip.name for slip in slips()]
    assert len(set(names)) == len(names) >= LEAST
    assert sum(slip.made_in == "example-js" for slip in slips()) >= OF_THE_EXAMPLE
    clauses = {slip.variant: {entry.clause.id for entry in shelf().sheet(slip.variant).book.entries} for slip in slips()}
    for slip in slips():
        told = {*slip.clauses, *([slip.found] if slip.found else [])}
        assert slip.wrong and slip.clauses and told <= clauses[slip.variant], (slip.name, told - clauses[slip.variant])
        assert slip.found not in slip.clauses and not (slip.found and slip.unfound), slip.name


def test_every_mistake_can_be_made(tmp_path: Path) -> None:
    """What each alters stands just once in the engine as it is, and something else is put in its place."""
    lines = [line.strip() for file in RULES.glob("*.rules") for line in file.read_text(encoding="utf-8").splitlines()]
    for slip in slips():
        assert sown(slip, tmp_path) and slip.put != slip.find
        assert slip.made_in != "miniatures" or lines.count(slip.find) == 1, slip.name


@needs_node
@pytest.mark.parametrize("slip", sampled(slips(), lambda slip: slip.name in QUICK), ids=lambda slip: slip.name)
def test_a_mistake_comes_to_what_is_told(slip: Slip, tmp_path: Path) -> None:
    """A mistake is found under a clause that it breaks, unless the list says otherwise."""
    report = judged_with(slip, tmp_path)
    assert as_told(slip, report), (outcome(slip, report), told_clauses(report))
