"""Tells on standard output what happens, between the answers."""

from typing import Any

from _base import Json, Miniature, say


class Chatters(Miniature):
    """Mixes talk with answers."""

    def go_on(self, request: Any) -> Json:
        """Announce the act, then answer."""
        say(f"Player {request.seat} is at it\n")
        return super().go_on(request)


if __name__ == "__main__":
    Chatters().serve()
