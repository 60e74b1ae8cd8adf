"""Breaks, and says so, whenever cards are laid."""

from typing import Any

from _base import Json, Miniature


class ErrsOnMelds(Miniature):
    """Answers with an error."""

    def go_on(self, request: Any) -> Json:
        """Fail as a program fails."""
        if request.cmd == "act" and "plays" in request.action.more:
            raise ZeroDivisionError("a meld of no cards")
        return super().go_on(request)


if __name__ == "__main__":
    ErrsOnMelds().serve()
