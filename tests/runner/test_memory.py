"""What the runner keeps: outcomes, and of the answers no more than what was compared."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.runner.conftest import DEALT, DRAW, DRAWN, DRAWN_TWO, raw_case
from tests.sampling import sampled

MakeCommand = Callable[..., list[str]]
MOST = 150
"""Megabytes that a run may take."""

MEASURE = """
import resource, sys
from pathlib import Path
from meldspec.cli import main

def peak():
    # Where a process is started by a larger one, Linux counts that one's memory in its resource usage, and not here.
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM"))

try:
    main()
finally:
    print(peak() // 1024, file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("flood", "code", "count"),
    sampled(
        [("pad", 0, 130), ("make_names_up", 0, 15), ("pad_a_place", 0, 15), ("many_cards", 1, 12), ("long_reason", 1, 130)],
        lambda one: one[0] in {"make_names_up", "many_cards"},
    ),
)
def test_flood_of_lawful_answers(flood: str, code: int, count: int, tmp_path: Path, fake: MakeCommand) -> None:
    """Whatever an engine puts into every answer, as far as the protocol lets it pass, fills no memory: in each row it is more
    than may be used, for names and cards take more room than letters."""
    (tmp_path / "mini").mkdir()
    worlds = [{"readings": {"draw": "two"}, "from": 1, "expect": [DRAWN_TWO]}]
    cases = [raw_case(f"x/reading-{n}", [DRAW], [DEALT, DRAWN], worlds=worlds, trouble=True) for n in range(count)]
    (tmp_path / "mini" / "10.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
    words = ["test", "--variant", "mini", "--corpus", str(tmp_path), "--timeout", "30", "--json", str(tmp_path / "report.json")]
    done = subprocess.run([sys.executable, "-c", MEASURE, *words, "--", *fake(flood)], capture_output=True, check=False)
    assert done.returncode == code, done.stderr
    assert int(done.stderr.split()[-1]) < MOST
    # Nor the report, whatever stands in it.
    assert (tmp_path / "report.json").stat().st_size < MOST * 10_000
