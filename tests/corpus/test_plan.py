"""The file of a plan: what is read, and what is refused with its place."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from meldspec.corpus.plan import Goal, PlanError, Planned, read_plan, write_plan

ENTRY = '{"case": "toy/a.b/allows-1", "goal": ["allows", "a.b", ""], "options": {"players": 2}, "seed": 4}'


def test_a_plan_is_read_as_it_was_written(tmp_path: Path) -> None:
    """What is written of a plan is read again; where there is no file there is no plan."""
    path = tmp_path / "toy" / "plan.json"
    assert read_plan(path) == ([], None)
    planned = [Planned("toy/a.b/allows-1", Goal("allows", "a.b"), (("players", 2),), 4, "told", 12, "a pair is a meld")]
    write_plan(path, planned, 7)
    assert read_plan(path) == (planned, 7)


def test_a_plan_that_stands_so_already_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever writes a corpus again in which nothing has changed writes nothing, so a read-only disk is no hindrance."""

    def refused(path: Path, text: str) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))

    path = tmp_path / "toy" / "plan.json"
    write_plan(path, [], 7)
    monkeypatch.setattr("meldspec.corpus.plan.write_whole", refused)
    write_plan(path, [], 7)
    with pytest.raises(OSError):
        write_plan(path, [], 8)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "toy/plan.json:1:1: no-json"),
        ('{"format": 1, "cases": [\n', "toy/plan.json:2:1: no-json"),
        ("[]", "toy/plan.json:1:1: wrong-value"),
        ('{"format": 2, "cases": []}', "format: 1 was expected"),
        ('{"format": 1}', "'cases' is a required property"),
        ('{{"format": 1, "cases": [{}]}}'.format(ENTRY.replace("4", "-4")), "cases[0].seed: -4 is less than the minimum"),
        ('{{"format": 1, "cases": [{}]}}'.format(ENTRY.replace(', ""]', "]")), "cases[0].goal: ['allows', 'a.b'] is too short"),
        ('{{"format": 1, "cases": [{}]}}'.format(ENTRY.replace('"allows"', '"alows"')), "cases[0].goal[0]: 'alows' is not one of"),
        (
            '{{"format": 1, "cases": [{}]}}'.format(ENTRY.replace("2}", '"2"}')),
            "cases[0].options.players: '2' is not",
        ),
        ('{"format": 1, "format": 1, "cases": []}', "the key 'format' stands twice"),
        ("[" * 100_000, "no-json\n  found: brackets within brackets without end"),
        ('{"format": ' + "1" * 5000 + "}", "a number of 5000 digits"),
    ],
)
def test_what_is_no_plan_is_refused(tmp_path: Path, text: str, told: str) -> None:
    """A plan that was cut off, or that somebody changed by hand, is refused with its place and what to do."""
    path = tmp_path / "toy" / "plan.json"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PlanError) as refused:
        read_plan(path)
    assert told in str(refused.value)
    assert "take it from the version before" in str(refused.value)
