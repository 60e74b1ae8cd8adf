"""A case: a deal, the acts that follow it, what the rules expect, and how it differs under other readings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

FORMAT = 1


@dataclass(frozen=True)
class Script:
    """The requests of a case before anything is expected of them: a deal and acts, as the protocol writes them."""

    requests: tuple[Mapping[str, Any], ...]

    def size(self) -> tuple[int, int]:
        """How long it is: requests, then characters."""
        return len(self.requests), len(json.dumps(self.requests))


@dataclass(frozen=True)
class Goal:
    """What a case is to show: `purpose` is allows, refuses, effect or reading; `of` a clause id, or a question id with its
    reading in `reading`."""

    purpose: str
    of: str
    reading: str = ""

    def __str__(self) -> str:
        return f"{self.of}/{self.purpose}" + (f"-{self.reading}" if self.reading else "")


def written(case: Mapping[str, Any]) -> str:
    """A case as one line, always the same bytes."""
    return json.dumps(case, separators=(",", ":"), ensure_ascii=False)
