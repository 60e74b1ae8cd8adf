"""Allows whatever is proposed; what is against the rules changes nothing."""

from typing import Any

from _base import Json, Miniature

from meldspec.protocol.fields import to_json
from meldspec.protocol.observe import observation


class AllowsEverything(Miniature):
    """Nothing is illegal."""

    def go_on(self, request: Any) -> Json:
        """The verdict is always the same."""
        said = super().go_on(request)
        if said.get("verdict") != "illegal":
            return said
        assert self.referee is not None and self.table is not None
        return {"verdict": "legal", "observation": to_json(observation(self.referee.rulebook, self.table))}


if __name__ == "__main__":
    AllowsEverything().serve()
