"""Sends back every act as it came."""

from typing import Any

from _base import Json, Miniature

from meldspec.protocol.fields import to_json


class Echoes(Miniature):
    """Repeats instead of answering."""

    def answer(self, request: Any) -> Json:
        """An act is its own answer."""
        return dict(to_json(request)) if request.cmd == "act" else super().answer(request)


if __name__ == "__main__":
    Echoes().serve()
