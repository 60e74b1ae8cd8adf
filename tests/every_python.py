"""Run the tests on every Python that the package says it is for, and once more with the lowest dependencies: `make test-all`.

Each gets an environment of its own below `build/pythons`, which a second run uses again. A Python that is not found is said aloud,
and is no failure: not everybody has all of them.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MINOR = re.compile(r"Programming Language :: Python :: (3\.\d+)")
PIN = re.compile(r"([A-Za-z0-9_.-]+)==(\S+)")
LOWEST = {"lark": "1.2.1"}
"""What of a lowest version was never published, the first one that was."""
NO_TESTS = 5
"""The exit code of pytest where none of the tests asked for is there."""


def versions() -> list[str]:
    """The Pythons that the classifiers name."""
    return [found[1] for one in PROJECT["classifiers"] if (found := MINOR.fullmatch(one))]


def python(version: str) -> str | None:
    """A Python of that version: on the path, or among those of pyenv."""
    roots = [Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")]
    installed = [path for root in roots for path in sorted(root.glob(f"versions/{version}.*/bin/python"))]
    for one in (shutil.which(f"python{version}"), *map(str, installed)):
        if one and answers(one, version):
            return one
    return None


def answers(program: str, version: str) -> bool:
    """Whether a program is a Python of that version: a name alone may be one of pyenv's that leads nowhere."""
    asked = [program, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    return found.returncode == 0 and found.stdout.strip() == version


def pins(lowest: bool) -> list[str]:
    """The exact versions of everything; the lowest ones of what the package needs, if asked for."""
    known = dict(PIN.findall((ROOT / "constraints.txt").read_text(encoding="utf-8")))
    for need in PROJECT["dependencies"] if lowest else ():
        name, _, version = need.partition(">=")
        known = {other: pinned for other, pinned in known.items() if other.lower() != name.lower()}
        known[name] = LOWEST.get(name, version)
    return [f"{name}=={version}" for name, version in sorted(known.items())]


def prepared(name: str, program: str, lowest: bool) -> Path:
    """An environment with the package, everything that its tests need, and the versions pinned."""
    place = ROOT / "build" / "pythons" / name
    place.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run([program, "-m", "venv", str(place)], check=True)
    constraints = place / "constraints.txt"
    constraints.write_text("\n".join(pins(lowest)) + "\n", encoding="utf-8")
    pip = [str(place / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    pip += ["--constraint", str(constraints)]
    subprocess.run([*pip, "hatchling", "editables", "setuptools"], check=True)
    subprocess.run([*pip, "--no-build-isolation", "--editable", f"{ROOT}[dev,adapters]"], check=True)
    return place / "bin" / "python"


def tested(name: str, program: str, tests: Sequence[str], lowest: bool = False) -> str:
    """What came of the tests in one environment."""
    print(f"== {name}: {program}", flush=True)
    try:
        inside = prepared(name, program, lowest)
    except subprocess.CalledProcessError as error:
        return f"FAILED to install (exit code {error.returncode})"
    words = [str(inside), "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", "-p", "no:cacheprovider", *tests]
    code = subprocess.run(words, cwd=ROOT, check=False).returncode
    return "passed" if code == 0 else "FAILED: no such tests" if code == NO_TESTS else f"FAILED (exit code {code})"


def main(tests: Iterable[str]) -> int:
    """Test on all of them; 1 where any failed."""
    asked = [*tests] or ["tests"]
    came: dict[str, str] = {}
    found = {version: python(version) for version in versions()}
    for version, program in found.items():
        came[version] = tested(version, program, asked) if program else "NOT FOUND, not tested"
    if first := next((program for program in found.values() if program), None):
        came["lowest"] = tested("lowest", first, asked, lowest=True)
    print("\n".join(f"{name:>8}  {what}" for name, what in came.items()))
    return int(any(what.startswith("FAILED") for what in came.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
