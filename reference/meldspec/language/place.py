"""Where something stands in a rules text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of one text: file as it was named, line and column from 1, the column just behind its end."""

    file: str
    line: int
    column: int = 1
    end_column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Place("", 0)
