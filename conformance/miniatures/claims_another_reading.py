"""Claims that a black three freezes the pile, and plays as if it did not."""

from typing import Any

from _base import VARIANT, Json, Miniature


class ClaimsAnotherReading(Miniature):
    """Says one thing and does another."""

    def hello(self, request: Any) -> Json:
        """A claim that is not true."""
        said = super().hello(request)
        said["readings"][VARIANT]["pile.frozen.black-three"] = "freezes"
        return said


if __name__ == "__main__":
    ClaimsAnotherReading().serve()
