"""`make pyodide`: what Pyodide, the Python of browsers, answers is byte for byte what is answered here.

Three examples are ruled on from rules text, which Lark reads there. Then the archive of the desk, which has neither texts nor Lark,
is asked about all examples and about positions of random play, `COUNT` of each game.

Pyodide is fetched by npm into `build/pyodide`, in one version and with its digest, and run by node. Where there is neither node nor
npm this is said aloud, and is no failure: nobody else needs them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

import lark
from tests.pyodide.asked import asked
from tests.pyodide.told import told

from meldspec.cli._shared import Rules
from meldspec.cli.positions import known_sources
from meldspec.engine.rulebook import Library
from meldspec.ruling.desk.answers import Desk
from meldspec.site.desk_files import PRINTING, desk_files
from meldspec.site.pyodide import VERSION, NotFetched, fetched
from meldspec.sources.marked_file import read_marked

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
BUILD = ROOT / "build" / "pyodide"
WORKER = ROOT / "reference" / "meldspec" / "site" / "desk" / "worker.mjs"
"""Has the lines by which a page begins."""
EXAMPLES = ("canasta-match-the-top", "pennies-pair-on-five", "bain-take-for-garbage")
ARCHIVED = ("reference/meldspec", "spec", "grammar", "conformance/protocol")
"""The folders of a checkout that a ruling needs."""


def packed() -> Path:
    """One archive of all that a ruling needs: the package, Lark, the rules and the grammar."""
    archive = BUILD / "meldspec.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for path, name in _needed():
            file.write(path, name)
    return archive


def _needed() -> Iterator[tuple[Path, str]]:
    """Every file that goes into the archive, and its name there."""
    roots = [(ROOT / name, name) for name in ARCHIVED]
    for root, name in [*roots, (Path(lark.__file__).parent, "reference/lark")]:
        for path in sorted(root.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path, f"{name}/{path.relative_to(root).as_posix()}"


def in_pyodide(node: str, folder: Path, positions: str) -> dict[str, Any]:
    """What Pyodide tells. Ends the program where it fails, which has told why."""
    command = [node, str(HERE / "rule.mjs"), str(folder), str(packed()), str(HERE / "told.py")]
    run = subprocess.run(command, input=positions, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False)
    if run.returncode:
        sys.exit("nothing came of it in Pyodide")
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def times(here: Mapping[str, float], there: Mapping[str, float]) -> Iterator[str]:
    """How long each step took, here and there."""
    yield f"{'seconds by the clock':40} {'here':>8} {'Pyodide':>8}"
    for name, took in there.items():
        yield f"{name:40} {here[name]:8.2f} {took:8.2f}" if name in here else f"{name:40} {'':8} {took:8.2f}"


def main() -> int:
    """Rule here and in Pyodide; 1 where the answers differ, or where something else was needed."""
    node = shutil.which("node")
    try:
        folder = fetched(BUILD)
    except NotFetched as error:
        print(f"SKIPPED: {error}; nothing was tried in Pyodide")
        return 0
    if node is None:
        print("SKIPPED: node is not to be had; nothing was tried in Pyodide")
        return 0
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    return max(from_texts(node, folder), by_desk(node, folder, count))


def from_texts(node: str, folder: Path) -> int:
    """Rule on three examples from the rules text, and tell how long each step takes."""
    files = [ROOT / "docs" / "examples" / f"{name}.yaml" for name in EXAMPLES]
    positions = json.dumps([read_marked(path.read_text(encoding="utf-8"), path.name).value for path in files])
    there, here = in_pyodide(node, folder, positions), json.loads(told(positions))
    for line in times(here["seconds"], there["seconds"]):
        print(line)
    print(f"Python {here['python']} here, {there['python']} in Pyodide {VERSION}")
    pairs = zip(EXAMPLES, here["rulings"], there["rulings"], strict=True)
    wrong = [f"the ruling on {name}" for name, mine, other in pairs if mine != other]
    wrong += ["what is wrong with a line"] if here["wrong"] != there["wrong"] else []
    wrong += [f"what is imported: {', '.join(there['others'])}"] if there["others"] else []
    size = sum(len(ruling.encode("utf-8")) for ruling in here["rulings"])
    print(
        f"OTHERWISE in Pyodide: {'; '.join(wrong)}" if wrong else f"{len(files)} rulings, {size:,} bytes: the same, byte for byte"
    )
    return 1 if wrong else 0


def by_desk(node: str, folder: Path, count: int) -> int:
    """Ask the desk here and in Pyodide, one answer after the other."""
    rules = Rules()
    library, sources = Library(rules.library), known_sources(rules)
    # The very files that a page is given.
    shutil.rmtree(BUILD / "desk", ignore_errors=True)
    for path, data in desk_files(library, sources, {}, folder):
        target = BUILD / "desk" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    runtime = json.loads((BUILD / "desk" / PRINTING).read_bytes())["runtime"]
    given, archive = BUILD / "desk" / runtime["home"], BUILD / "desk" / runtime["core"]
    names, questions = zip(*asked(library, count), strict=True)
    desk, wrong, size = Desk(library, sources), [], 0
    there = Popen([node, str(HERE / "desk.mjs"), str(given), str(archive), str(WORKER)], stdin=PIPE, stdout=PIPE)
    assert there.stdin is not None and there.stdout is not None
    for name, question in zip(names, questions, strict=True):
        there.stdin.write(question.encode("utf-8") + b"\n")
        there.stdin.flush()
        mine, other = answered(desk, question), there.stdout.readline()
        size += len(mine)
        wrong += [name] if mine != other else []
    there.stdin.close()
    if there.wait():
        sys.exit("nothing came of it in Pyodide")
    print(f"OTHERWISE at the desk: {'; '.join(wrong)}" if wrong else "", end="\n" if wrong else "")
    print(f"{len(names)} answers of the desk, {size:,} bytes, {count} positions of each game: {len(wrong)} otherwise in Pyodide")
    return 1 if wrong else 0


def answered(desk: Desk, question: str) -> bytes:
    """All pieces of an answer in one line."""
    desk.ask(question)
    return "\t".join(iter(desk.next, "")).encode("utf-8") + b"\n"


if __name__ == "__main__":
    sys.exit(main())
