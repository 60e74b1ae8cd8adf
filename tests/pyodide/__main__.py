"""`make pyodide`: positions of three games are ruled on in Pyodide, the Python of browsers, and byte for byte as here.

Pyodide is fetched by npm into `build/pyodide`, in one version and with its digest, and run by node. Where there is neither node nor
npm this is said aloud, and is no failure: nobody else needs them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import lark
from tests.pyodide.told import told

from meldspec.cli.position_files import read_marked

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
BUILD = ROOT / "build" / "pyodide"
VERSION = "314.0.7"
DIGEST = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""Of the archive of that version, as npm tells it."""
EXAMPLES = ("canasta-match-the-top", "pennies-pair-on-five", "bain-take-for-garbage")
ARCHIVED = ("reference/meldspec", "spec", "grammar", "conformance/protocol")
"""The folders of a checkout that a ruling needs."""


def fetched() -> Path | None:
    """The folder of Pyodide, fetched unless it is there; none where it cannot be had. Raises ValueError for a wrong digest."""
    folder = BUILD / VERSION / "package"
    if (folder / "pyodide.mjs").is_file():
        return folder
    npm = shutil.which("npm")
    if npm is None:
        return None
    BUILD.mkdir(parents=True, exist_ok=True)
    run = subprocess.run([npm, "pack", "--silent", f"pyodide@{VERSION}"], cwd=BUILD, capture_output=True, text=True, check=False)
    archive = BUILD / f"pyodide-{VERSION}.tgz"
    if run.returncode or not archive.is_file():
        return None
    found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode("ascii")
    if found != DIGEST:
        raise ValueError(f"pyodide {VERSION} has the digest {found}, expected {DIGEST}")
    with tarfile.open(archive) as files:
        files.extractall(BUILD / VERSION, filter="data")
    return folder


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
    """Rule on the examples here and in Pyodide; 1 where the rulings differ, or where something else was needed."""
    node, folder = shutil.which("node"), fetched()
    if node is None or folder is None:
        print(
            f"SKIPPED: {'node' if node is None else f'pyodide {VERSION} (by npm)'} is not to be had; nothing was tried in Pyodide"
        )
        return 0
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


if __name__ == "__main__":
    sys.exit(main())
