"""Record everything that a user sees, or compare two records."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from tests.same_output.compared import differences
from tests.same_output.parts import one, parts


def record(asked: Namespace) -> int:
    """Record the parts that are asked for."""
    out, like = asked.out.resolve(), asked.like and asked.like.resolve()
    out.mkdir(parents=True, exist_ok=True)
    names = [name for name in parts() if not asked.only or any(name.startswith(only) for only in asked.only)]
    if not names:
        sys.exit(f"no such part; there is {', '.join(parts())}")
    if "explain" in names and "docs" in names:
        names.remove("docs")
        names.insert(0, "docs")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as cache:
        os.environ |= {"MELDSPEC_CACHE": cache, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb", "TZ": "UTC"}
        first = ["docs"] if names[0] == "docs" else []
        # What is compiled for one part is of little use to the next, and is given back with the process.
        with get_context("spawn").Pool(asked.jobs, maxtasksperchild=1) as pool:
            for some in (first, names[len(first) :]):
                for name, seconds in pool.imap_unordered(partial(one, out=out, like=like, full=asked.full), some):
                    print(f"{name}: {seconds:.0f} s", flush=True)
    print(f"recorded in {time.monotonic() - began:.0f} s")
    return 0


def compare(asked: Namespace) -> int:
    """Tell what differs; 1 where anything does."""
    found = list(differences(asked.before, asked.after))
    print("\n".join(found) if found else "the same")
    return 1 if found else 0


def main() -> int:
    """The command line."""
    parser = ArgumentParser(prog="python -m tests.same_output", description=__doc__)
    commands = parser.add_subparsers(required=True)
    recording = commands.add_parser("record", help="record what a user sees")
    recording.add_argument("out", type=Path)
    recording.add_argument("--like", type=Path, help="ask the questions of this record again")
    recording.add_argument("--only", nargs="+", help="only parts whose name begins so")
    recording.add_argument("--jobs", type=int, default=1, help="so many parts at once")
    recording.add_argument("--full", action="store_true", help="ask every question in every way, which takes much longer")
    recording.set_defaults(run=record)
    comparing = commands.add_parser("compare", help="compare two records")
    comparing.add_argument("before", type=Path)
    comparing.add_argument("after", type=Path)
    comparing.set_defaults(run=compare)
    asked = parser.parse_args()
    answer: int = asked.run(asked)
    return answer


if __name__ == "__main__":
    sys.exit(main())
