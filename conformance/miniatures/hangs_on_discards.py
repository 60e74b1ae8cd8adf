"""Never answers a discard."""

import threading
from typing import Any

from _base import Json, Miniature


class HangsOnDiscards(Miniature):
    """Falls silent, and stays."""

    def go_on(self, request: Any) -> Json:
        """Wait for what never happens."""
        if request.cmd == "act" and request.action.type == "discard":
            threading.Event().wait()
        return super().go_on(request)


if __name__ == "__main__":
    HangsOnDiscards().serve()
