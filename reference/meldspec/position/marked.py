"""A position as it is written down: plain values, and the place in a file where each of them stands."""

from dataclasses import field
from typing import Any

from meldspec.language.immutable import Immutable, mutable
from meldspec.language.problems import Diagnostic, Place

Path = tuple[str | int, ...]
"""The keys and numbers that lead to a value: `("hands", 0, 3)`."""


class PositionError(ValueError):
    """A position that cannot be read or cannot be; `problems` holds everything that is wrong with it."""

    def __init__(self, problems: list[Diagnostic]) -> None:
        self.problems = tuple(sorted(problems, key=lambda p: (p.place.line, p.place.column)))
        super().__init__("\n".join(str(problem) for problem in self.problems))


def spelt(path: Path) -> str:
    """A path as people write it: `sides[1].melds[0]`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def value_at(value: Any, path: Path) -> Any:
    """What plain values say at a path; nothing where they say nothing."""
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


class Marked(Immutable):
    """What a file says: its name, its value, and where the value at each path stands."""

    file: str
    value: dict[str, Any]
    marks: dict[Path, Place] = field(default_factory=dict)

    def place(self, path: Path) -> Place:
        """Where the value at a path stands, or the nearest one around it."""
        while path and path not in self.marks:
            path = path[:-1]
        return self.marks.get(path, Place(self.file, 1))

    def called(self, path: Path) -> str:
        """What messages call the value at a path: in a file as its fields are written."""
        return spelt(path)

    def problem(self, code: str, path: Path, found: str, expected: str, mend: str = "") -> Diagnostic:
        """Something wrong with the value at a path."""
        where = f"{self.called(path)}: " if path else ""
        return Diagnostic(code, self.place(path), where + found, expected, mend)


@mutable
class Problems:
    """Everything that is found wrong with a file, in the order in which it is found: who writes a position mends it all at once."""

    marked: Marked
    problems: list[Diagnostic]

    def note(self, code: str, path: Path, found: str, expected: str, mend: str = "") -> None:
        """Note something that is wrong with the value at a path."""
        self.problems.append(self.marked.problem(code, path, found, expected, mend))

    def has_length(self, values: object, wanted: int, owner: str, path: Path) -> bool:
        """Whether a value is a list with an entry for each owner; noted where it is not."""
        size = len(values) if isinstance(values, list | tuple) else None
        if size == wanted:
            return True
        found = "no list" if size is None else f"a list of {size}"
        self.note("wrong-value", path, found, f"a list of {wanted}, one for each {owner}")
        return False
