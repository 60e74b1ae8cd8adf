"""Answers an act with a line that has no end."""

from typing import Any

from _base import Json, Miniature, say


class FloodsItsOutput(Miniature):
    """Talks without ever coming to a point."""

    def go_on(self, request: Any) -> Json:
        """Begin a line."""
        while True:
            say("draws, or melds, or takes, or " * 1000)


if __name__ == "__main__":
    FloodsItsOutput().serve()
