"""A runner of a hundred lines in another language, written by the page of the protocol alone, comes to what the cases say."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUNNER = ROOT / "conformance" / "runner.mjs"
ENGINE = ROOT / "conformance" / "adapters" / "example-js"
NODE = shutil.which("node")
REFERENCE = (sys.executable, "-c", "from meldspec.cli import main; main()", "serve")

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node to run conformance/runner.mjs; there is no command `node`")


def held(variant: str, command: Sequence[str]) -> dict[str, dict[str, Any]]:
    """What the small runner says of each case of a variant, under the ids of the cases."""
    assert NODE is not None
    files = sorted(str(file) for file in (ROOT / "conformance" / "corpus" / variant).glob("*.jsonl"))
    done = subprocess.run([NODE, str(RUNNER), *files, "--", *command], capture_output=True, text=True, check=True)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    return {one["case"]: one for one in told}


def spoilt(folder: Path, file: str, true: str, false: str) -> list[str]:
    """The command of a copy of the example engine in which one piece of one file is another."""
    copy = Path(shutil.copytree(ENGINE, folder / "engine"))
    source = (copy / file).read_text(encoding="utf-8")
    assert source.count(true) == 1
    (copy / file).write_text(source.replace(true, false), encoding="utf-8")
    return ["node", str(copy / "main.mjs")]


@pytest.mark.parametrize("variant", ["manzana", "kadner"])
def test_the_rules_pass(variant: str) -> None:
    """What plays by the rules themselves passes every case, positions too."""
    assert {one["kind"] for one in held(variant, REFERENCE).values()} == {"passed"}


def test_the_example_engine_passes_or_reads_otherwise() -> None:
    """The example engine takes no positions and is led to them; it breaks no rule, and is told how it reads."""
    told = held("manzana", ["node", str(ENGINE / "main.mjs")])
    assert Counter(one["kind"] for one in told.values()).keys() == {"passed", "reads"}
    reads = told["manzana/deal.replace-threes.no-stock/reading-ends-1"]
    assert {"deal.replace-threes.no-stock": "ends"} in reads["readings"]


def test_too_low_a_minimum_fails(tmp_path: Path) -> None:
    """Who opens with 20 points, where 30 are wanted, fails by what was allowed."""
    command = spoilt(tmp_path, "rules.mjs", "OPENING_MINIMUM = 30", "OPENING_MINIMUM = 20")
    failed = {id: one for id, one in held("manzana", command).items() if one["kind"] == "failed"}
    assert any(id.startswith("manzana/opening.minimum/refuses") for id in failed)
    assert {one["where"] for one in failed.values()} == {"verdict"}


def test_a_wrong_bonus_fails_at_the_score(tmp_path: Path) -> None:
    """Who pays 90 for going out fails at the score of the side, and nowhere else."""
    command = spoilt(tmp_path, "rules.mjs", "BONUS = { out: 100", "BONUS = { out: 90")
    failed = [one for one in held("manzana", command).values() if one["kind"] == "failed"]
    assert failed
    assert all(str(one["where"]).startswith(("scores", "totals")) for one in failed)
