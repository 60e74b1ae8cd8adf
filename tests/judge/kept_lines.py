"""Results that are noted one a line as they come, so that a run that was ended goes on where it was."""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
Row = dict[str, Any]


def known(file: Path) -> dict[str, Row]:
    """What stands in a file by the keys of its rows; nothing where there is none. A last line that was cut off does not count."""
    found: dict[str, Row] = {}
    if not file.exists():
        return found
    for line in file.read_text(encoding="utf-8").split("\n"):
        try:
            row = json.loads(line)
        except ValueError:
            continue
        found[row["key"]] = row
    return found


def note(file: Path, row: Row) -> None:
    """Add a row to a file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    # With a line's end in front, so that what follows a line that was cut off is whole.
    with file.open("a", encoding="utf-8") as lines:
        lines.write("\n" + json.dumps(row, ensure_ascii=False))


def part(values: Iterable[T], which: str) -> Iterator[T]:
    """Every n-th of some values from the k-th on, as `k/n` says."""
    first, _, of = which.partition("/")
    return (value for number, value in enumerate(values) if number % int(of) == int(first) - 1)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Rows under their heads, numbers to the right."""
    told = [list(head), *([f"{cell:.0f}" if isinstance(cell, float) else str(cell) for cell in row] for row in rows)]
    wide = [max(len(row[column]) for row in told) for column in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) if n == 0 else cell.rjust(width) for n, (cell, width) in enumerate(zip(row, wide, strict=True)))
        for row in told
    )
