"""Numbers its answers out of order: each answer to an act bears the seq of the request before."""

import json

from _base import Json, Miniature


class AnswersLate(Miniature):
    """Is always one behind."""

    before = "0"

    def reply(self, line: bytes) -> Json:
        """The right answer under the wrong seq."""
        asked = json.loads(line)
        before, self.before = self.before, asked["seq"]
        return {**super().reply(line), **({"seq": before} if asked["cmd"] == "act" else {})}


if __name__ == "__main__":
    AnswersLate().serve()
