"""Numbers its answers out of order: each answer to an act bears the seq of the request before."""

from typing import Any

from _base import Json, Miniature


class AnswersLate(Miniature):
    """Is always one behind."""

    before = "0"

    def answer(self, request: Any) -> Json:
        """The right answer under the wrong seq."""
        before, self.before = self.before, request["seq"]
        return {**super().answer(request), **({"seq": before} if request["cmd"] == "act" else {})}


if __name__ == "__main__":
    AnswersLate().serve()
