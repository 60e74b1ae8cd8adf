"""A table at one moment: all its cards, memories and points, as a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from meldspec.table.layout import ENDED

Cells = tuple[Any, ...]
"""What a table holds, cell by cell; which cell is what is told by a layout."""


@dataclass(frozen=True, slots=True)
class Table:
    """An immutable position: the cells of a layout. What a cell means is told by the rulebook's layout."""

    cells: Cells

    def over(self) -> bool:
        """Whether the deal has ended."""
        return self.cells[ENDED] is not None
