"""A referee that notes whether it was asked to look ahead: where it was not, only lines about the act itself were come upon."""

from typing import Any

from meldspec.engine.compile.record import Condition, Key
from meldspec.engine.referee import Referee
from meldspec.table.table import Bag, Cells


class NotingReferee(Referee):
    """Answers as any referee of its rulebook; `looked_ahead` may be set back by whoever asks it about the next thing."""

    looked_ahead = False

    def could_come(self, cells: Cells, seat: int, key: Key, condition: Condition) -> bool:
        """As any referee answers it."""
        self.looked_ahead = True
        return super().could_come(cells, seat, key, condition)

    def could_come_laying(self, cells: Cells, seat: int, key: Key, condition: Condition, leaving: int, cards: Bag) -> bool:
        """As any referee answers it."""
        self.looked_ahead = True
        return super().could_come_laying(cells, seat, key, condition, leaving, cards)

    def could_act(self, cells: Cells, seat: int, name: str, key: Key, condition: Any) -> bool:
        """As any referee answers it."""
        self.looked_ahead = True
        return super().could_act(cells, seat, name, key, condition)
