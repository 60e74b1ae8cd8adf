"""Plays the implementations that the project runs itself, stores their reports: `python -m tests.conformance.stored_runs [NAME…]`.

What is stored is the report as `meldspec test --json` writes it, of each case no more than what became of it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml

from meldspec.files import write_whole

ROOT = Path(__file__).resolve().parents[2]
RUNS = ROOT / "conformance" / "runs"


def listed() -> list[dict[str, str]]:
    """The implementations, each with its name, variant, command and a sentence about it."""
    found: list[dict[str, str]] = yaml.safe_load((RUNS / "runs.yaml").read_text(encoding="utf-8"))
    return found


def stored(report: dict[str, Any]) -> str:
    """A report as it is stored."""
    short = [{"case": one["case"], "outcome": one["outcome"]} for one in report["cases"]]
    return json.dumps(report | {"cases": short}, indent=1, ensure_ascii=True) + "\n"


def play(run: dict[str, str], draft: Path) -> int:
    """Play one, and store what it comes to; the exit code of the run."""
    words = run["command"].split()
    surroundings = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    how = ["--variant", run["variant"], "--timeout", "60", "--json", str(draft)]
    start = [sys.executable, "-m", "meldspec", "test", *how, "--", *words]
    done = subprocess.run(start, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        print(done.stdout + done.stderr)
        return done.returncode
    write_whole(RUNS / f"{run['name']}.json", stored(json.loads(draft.read_text(encoding="utf-8"))))
    print(f"{run['name']}: {done.stdout.strip().splitlines()[-1]}")
    return 0


def main(names: list[str]) -> int:
    """Play those that are named, or all; 1 where one of them could not be played."""
    codes = []
    for run in listed():
        program = run["command"].split()[0]
        if names and run["name"] not in names:
            continue
        if shutil.which(program, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}") is None:
            print(f"{run['name']}: not played, there is no command `{program}`; its report stays as it is")
            continue
        draft = RUNS / f".{run['name']}.draft"
        try:
            codes.append(play(run, draft))
        finally:
            draft.unlink(missing_ok=True)
    return int(any(codes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
