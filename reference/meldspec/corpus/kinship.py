"""What two rulebooks of one book have in common: acts that both judge and carry out alike need to be tried in one of them only."""

from __future__ import annotations

import re
from functools import cached_property

from meldspec.engine.rulebook import Rulebook

CALLED = re.compile(r"\b(term_\w+|at_\w+|settle|standing_\d+|award_\d+|KINDS|SHOWS|AWARDS)\b")
AHEAD = "rt."


class Anatomy:
    """The generated text of a rulebook by function, and what each function reaches."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.blocks: dict[str, str] = {}
        name = ""
        for row in rulebook.source_text.splitlines():
            if row.startswith("def "):
                name = row[4 : row.index("(")]
            elif row and not row[0].isspace() and row[0] not in ")":
                name = row.split("[")[0].split(".")[0].split(" ")[0]
            self.blocks[name] = self.blocks.get(name, "") + row + "\n"

    def reach(self, *names: str) -> str:
        """The text of functions and of all that they call, in a fixed order."""
        found: set[str] = set()
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name in self.blocks and name not in found:
                found.add(name)
                waiting += CALLED.findall(self.blocks[name])
        return "".join(f"{name}\n{self.blocks[name]}" for name in sorted(found))

    @cached_property
    def frame(self) -> str:
        """All that does not belong to single acts: cells, faces, kinds, set-up, standing rules, scores, what is shown."""
        events = [name for name in self.blocks if name.startswith("at_")]
        parts = self.reach("KINDS", "SHOWS", "AWARDS", "settle", *events)
        return f"{self.rulebook.layout.ranges}\n{self.rulebook.faces}\n{parts}"

    @cached_property
    def everything(self) -> str:
        """The whole text."""
        return self.rulebook.source_text

    def judging(self, act: str) -> str:
        """What judges an act; where it looks ahead, that is everything."""
        text = self.reach("judge_" + act.replace("-", "_"))
        return text + (self.everything if AHEAD in text else "")

    def doing(self, act: str) -> str:
        """What carries an act out."""
        text = self.reach("do_" + act.replace("-", "_"))
        return text + (self.everything if AHEAD in text else "")


class Kinship:
    """What another rulebook does otherwise than a first one: the acts it judges otherwise, and whether it keeps the same
    table and has the same kinds of melds."""

    def __init__(self, first: Anatomy, other: Anatomy) -> None:
        acts = [*first.rulebook.acts, *(a for a in other.rulebook.acts if a not in first.rulebook.acts)]
        self.same_table = first.frame == other.frame and all(first.doing(a) == other.doing(a) for a in acts)
        self.same_kinds = first.reach("KINDS") == other.reach("KINDS")
        self.judges_otherwise = frozenset(a for a in acts if first.judging(a) != other.judging(a))
