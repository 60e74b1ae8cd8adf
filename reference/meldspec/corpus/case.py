"""What a case is made from: a script of requests, and the goal that it is to show."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from meldspec.protocol.case import Case
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import CaseRequest, Expected, Illegal


@dataclass(frozen=True)
class Script:
    """The requests of a case before anything is expected of them: a deal or a position, and acts."""

    requests: tuple[CaseRequest, ...]

    def size(self) -> tuple[int, int]:
        """How long it is: requests, then characters."""
        return len(self.requests), len(json.dumps(to_json(self.requests)))


@dataclass(frozen=True)
class Goal:
    """What a case is to show: `purpose` is allows, refuses, effect or reading; `of` a clause id, or a question id with its
    reading in `reading`."""

    purpose: str
    of: str
    reading: str = ""

    def __str__(self) -> str:
        return f"{self.of}/{self.purpose}" + (f"-{self.reading}" if self.reading else "")


def decisive(expect: Sequence[Expected]) -> int:
    """The number of the request that a case is about: the first that is refused, else the last.

    After a refusal one act follows that is allowed, so that it shows where a refused act has changed something.
    """
    return next((n for n, said in enumerate(expect) if isinstance(said, Illegal)), len(expect) - 1)


def deciding(case: Case) -> int:
    """The number of the request that a case is about: where readings matter only together, the one at which their world ends, since
    the default readings may have refused acts on the way there."""
    together = [world.start + len(world.expect) - 1 for world in case.worlds if len(world.readings) > 1]
    return max(together) if together else decisive(case.expect)


def script_of(case: Case) -> Script:
    """The requests of a case up to the one that it is about."""
    return Script(case.requests[: deciding(case) + 1])


def clause_of(case: Case) -> str:
    """The clause that a case is about; of a question, its clause."""
    return case.about.clauses[0] if case.about.clauses else case.about.questions[0].rsplit(".", 1)[0]
