"""Ends at the first discard, in the middle of a deal."""

import os
from typing import Any

from _base import Json, Miniature


class DiesOnDiscards(Miniature):
    """Ends without a word."""

    def go_on(self, request: Any) -> Json:
        """Leave the table."""
        if request.cmd == "act" and request.action.type == "discard":
            os._exit(3)
        return super().go_on(request)


if __name__ == "__main__":
    DiesOnDiscards().serve()
