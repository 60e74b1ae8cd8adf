"""Cannot express that somebody takes the pile."""

from typing import Any

from _base import Json, Miniature

from meldspec.runner.serve import Cannot


class KnowsNoTakes(Miniature):
    """Half an engine, and honest about it."""

    def go_on(self, request: Any) -> Json:
        """Say what is not supported."""
        if request.cmd == "act" and request.action.type == "take":
            raise Cannot("nobody takes the pile in this engine")
        return super().go_on(request)


if __name__ == "__main__":
    KnowsNoTakes().serve()
