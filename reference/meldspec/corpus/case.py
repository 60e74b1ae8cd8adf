"""A case: a deal, the acts that follow it, what the rules expect, and how it differs under other readings."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
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


def decisive(expect: Sequence[Mapping[str, Any]]) -> int:
    """The number of the request that a case is about: the first that is refused, else the last.

    After a refusal one act follows that is allowed, so that it shows where a refused act has changed something.
    """
    return next((n for n, said in enumerate(expect) if said.get("verdict") == "illegal"), len(expect) - 1)


def deciding(case: Mapping[str, Any]) -> int:
    """The number of the request that a case is about: where readings matter only together, the one at which their world ends, since
    the default readings may have refused acts on the way there."""
    together = [w["from"] + len(w["expect"]) - 1 for w in case["worlds"] if len(w["readings"]) > 1]
    return max(together) if together else decisive(case["expect"])


def script_of(case: Mapping[str, Any]) -> Script:
    """The requests of a case up to the one that it is about."""
    return Script(tuple(case["requests"][: deciding(case) + 1]))


def clause_of(case: Mapping[str, Any]) -> str:
    """The clause that a case is about; of a question, its clause."""
    clauses, questions = case["about"]["clauses"], case["about"]["questions"]
    return str(clauses[0] if clauses else questions[0].rsplit(".", 1)[0])
