"""What two rulebooks of one book have in common: acts that both judge and carry out alike need to be tried in one of them only."""

from __future__ import annotations

import re
from functools import cached_property

from meldspec.engine.rulebook import Rulebook

CALLED = re.compile(r"\b(term_\w+|at_\w+|settle|standing_\d+|award_\d+|KINDS|SHOWS|AWARDS)\b")
AHEAD = "rt."
AFTER_THE_DEAL = ("at_dealing", "at_setup", "at_judging", "at_passing")
"""What befalls outside the play of a deal."""


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
        """All that a look ahead may come upon: acts, what befalls in a turn, standing rules, kinds; it counts no scores."""
        names = [name for name in self.blocks if name.startswith(("judge_", "do_", "at_")) and name not in AFTER_THE_DEAL]
        fields = "".join(self.fields(act) for act in self.rulebook.acts)
        return f"{self.rulebook.layout.ranges}\n{self.rulebook.faces}\n{self.reach('KINDS', 'settle', *names)}{fields}"

    @cached_property
    def scoring(self) -> str:
        """What scores a deal and judges the match."""
        return f"{self.rulebook.faces}\n{self.reach('AWARDS', 'at_judging')}"

    def judging(self, act: str) -> str:
        """What judges an act; where it looks ahead, that is everything."""
        text = self.judging_itself(act)
        return text + (self.everything if AHEAD in text else "")

    def judging_itself(self, act: str) -> str:
        """What judges an act, without what it looks ahead to."""
        return self.reach("judge_" + act.replace("-", "_")) + self.fields(act)

    def fields(self, act: str) -> str:
        """What tells which cards and numbers the fields of an act may be: no line that judges has to speak of it."""
        line = self.rulebook.acts.get(act)
        fields = line.line.fields if line is not None else ()
        cores = [core for field in fields for core in (field.source, *(cards for _, cards in field.limits)) if core is not None]
        texts = [self.rulebook.emit.truth(core) for core in cores]
        return "\n".join(texts) + self.reach(*(name for text in texts for name in CALLED.findall(text)))

    def doing(self, act: str) -> str:
        """What carries an act out."""
        text = self.reach("do_" + act.replace("-", "_"))
        return text + (self.everything if AHEAD in text else "")


class Kinship:
    """What another rulebook does otherwise than a first one: the acts it judges otherwise, those even without looking ahead, and
    whether it keeps the same table, has the same kinds of melds and scores alike."""

    def __init__(self, first: Anatomy, other: Anatomy) -> None:
        acts = [*first.rulebook.acts, *(a for a in other.rulebook.acts if a not in first.rulebook.acts)]
        self.same_table = first.frame == other.frame and all(first.doing(a) == other.doing(a) for a in acts)
        self.same_kinds = first.reach("KINDS") == other.reach("KINDS")
        self.same_scores = first.scoring == other.scoring
        other_cards = first.rulebook.faces != other.rulebook.faces
        self.judges_otherwise = frozenset(a for a in acts if other_cards or first.judging(a) != other.judging(a))
        self.judges_itself = frozenset(a for a in acts if other_cards or first.judging_itself(a) != other.judging_itself(a))
