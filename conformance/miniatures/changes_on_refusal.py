"""Refuses rightly, but whoever is refused loses the turn."""

from typing import Any

from _base import Json, Miniature

from meldspec.table.table import TURN, Table


class ChangesOnRefusal(Miniature):
    """An illegal act changes something."""

    def go_on(self, request: Any) -> Json:
        """The verdict is right; the table afterwards is not."""
        said = super().go_on(request)
        if said.get("verdict") == "illegal":
            self.pass_turn()
        return said

    def pass_turn(self) -> None:
        """Give the turn to the next seat."""
        assert self.referee is not None and self.table is not None
        cells = list(self.table.cells)
        if cells[TURN] is not None:
            cells[TURN] = (cells[TURN] + 1) % self.referee.rulebook.layout.seats
        self.table = Table(tuple(cells))


if __name__ == "__main__":
    ChangesOnRefusal().serve()
