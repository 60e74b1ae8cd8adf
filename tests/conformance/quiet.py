"""The reference under some readings, which it tells (`claims`) or keeps to itself: `python quiet.py VARIANT READINGS CLAIMS`."""

import json
import sys
from dataclasses import dataclass
from typing import Any, Self

from meldspec.engine.rulebook import Library
from meldspec.protocol.messages import HelloRequest
from meldspec.runner.serve import Server, serve


@dataclass
class Quiet(Server):
    """Says nothing of its readings unless it claims them."""

    claims: bool = False

    @classmethod
    def of(cls, library: Library, variant: str, readings: str, claims: str) -> Self:
        """As the words of a command have it: readings other than the default as JSON, and whether it `claims` them."""
        return cls(library, {variant: library.defaults(variant) | json.loads(readings)}, claims=claims == "claims")

    def hello(self, request: HelloRequest) -> dict[str, Any]:
        """Who this is, with its readings only where it claims them."""
        said = super().hello(request)
        return {key: said[key] for key in said if key != "readings" or self.claims}


if __name__ == "__main__":
    serve(Quiet.of(Library.read(), *sys.argv[1:]), sys.stdin.buffer, sys.stdout.buffer)
