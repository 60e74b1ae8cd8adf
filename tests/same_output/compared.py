"""Two records held against each other, byte by byte."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

SHOWN = 3
"""So many differing lines of a file are shown."""
WIDTH = 300
"""A line is shown up to here, from shortly before the first sign that differs."""


def differences(before: Path, after: Path) -> Iterator[str]:
    """Each file that differs, with the first lines that do."""
    for name in sorted(_files(before) | _files(after)):
        old, new = before / name, after / name
        if not old.is_file() or not new.is_file():
            yield f"{name}: only in {before if old.is_file() else after}"
        elif old.read_bytes() != new.read_bytes():
            yield "\n".join([f"{name}: differs", *_lines(old, new)])


def _files(folder: Path) -> set[str]:
    """All files of a record."""
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def _lines(old: Path, new: Path) -> Iterator[str]:
    """The first lines that differ; bytes that are no text are shown as signs for them."""
    lines = zip_longest(*(path.read_bytes().decode(errors="backslashreplace").split("\n") for path in (old, new)))
    differing = ((number, left, right) for number, (left, right) in enumerate(lines, 1) if left != right)
    for number, left, right in (found for found, _ in zip(differing, range(SHOWN), strict=False)):
        yield f"  line {number}"
        yield f"    - {_near(left, right)}"
        yield f"    + {_near(right, left)}"


def _near(line: str | None, other: str | None) -> str:
    """A line around the first sign in which it differs from another."""
    if line is None:
        return "(there is no such line)"
    same = next((place for place, (a, b) in enumerate(zip(line, other or "", strict=False)) if a != b), 0)
    start = max(0, same - WIDTH // 3)
    return ("…" if start else "") + line[start : start + WIDTH]
