"""Which questions of a book can bear on an act at all; the others need not be tried."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from meldspec.book.core import Call, Come, Core, CouldAct, Op, Tag, children
from meldspec.book.sheet import AwardLine, EffectLine, Loop, Sheet

END = ("scoring", "judging")
"""Events that befall only where the deal has ended."""


@dataclass
class Reach:
    """All lines, those of every reading, that could be looked at when an act is judged and carried out."""

    sheet: Sheet
    questions: set[str] = field(default_factory=set)
    acts: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    terms: set[str] = field(default_factory=set)

    def tag(self, tag: Tag) -> None:
        """Note the question of a line, if it holds under a reading."""
        if tag.question:
            self.questions.add(tag.question)

    def act(self, name: str) -> None:
        """Everything about an act."""
        if name in self.acts:
            return
        self.acts.add(name)
        for line in self.sheet.judges:
            if line.act == name:
                self.tag(line.tag)
                self.expressions((line.require, line.when))
        self.effects(self.sheet.effects.get(name, []))

    def event(self, name: str) -> None:
        """Everything that befalls at an event."""
        if name not in self.events:
            self.events.add(name)
            self.effects(self.sheet.events.get(name, []))

    def effects(self, lines: Iterable[EffectLine]) -> None:
        """Effects, and the events they raise."""
        for line in lines:
            self.tag(line.tag)
            self.expressions((*line.parts, line.when, source_of(line.loop)))
            if line.verb == "raise":
                self.event(line.word)

    def awards(self, lines: Iterable[AwardLine]) -> None:
        """What a deal that has ended is scored by."""
        for line in lines:
            self.tag(line.tag)
            self.expressions((line.points, line.when, source_of(line.loop)))
        for event in END:
            self.event(event)

    def always(self) -> None:
        """What is looked at whatever is done: kinds, standing rules, declarations, what is shown.

        The effects of all acts as well, for what a file leaves unsaid of memory is worked out from them.
        """
        for line in self.sheet.kinds:
            self.tag(line.tag)
            self.expressions((line.require, line.when))
        for rule in self.sheet.standing:
            self.tag(rule.tag)
            self.expressions((rule.condition, source_of(rule.loop)))
            self.effects(rule.effects)
        for declared in self.sheet.declared:
            self.tag(declared.tag)
            self.expressions((declared.value,))
        for act in self.sheet.acts:
            self.tag(act.tag)
            self.expressions(f.source for f in act.fields)
            self.effects(self.sheet.effects.get(act.name, []))

    def expressions(self, cores: Iterable[Core | None]) -> None:
        """Whatever expressions use: terms, acts looked ahead to, scores."""
        waiting = [core for core in cores if core is not None]
        while waiting:
            core = waiting.pop()
            waiting += children(core)
            match core:
                case Call(name) if name not in self.terms:
                    self.terms.add(name)
                    for line in self.sheet.terms:
                        if line.name == name:
                            self.tag(line.tag)
                            waiting.append(line.body)
                case CouldAct(name):
                    self.act(name)
                case Come():
                    for name in self.sheet.symbols.acts:
                        self.act(name)
                case Op("score"):
                    self.awards(self.sheet.awards)
                case _:
                    pass


def source_of(loop: Loop | None) -> Core | None:
    """The list that a loop goes over."""
    return None if loop is None else loop.source


def bearing(sheet: Sheet, act: str, ended: bool) -> list[str]:
    """The questions, in the order of the book, that could change what is said of an act or what it does.

    `ended` tells whether the deal is over after the act, so that its score counts too. `act` may be empty: then it is the
    score alone that is asked for.
    """
    reach = Reach(sheet)
    reach.always()
    if act:
        reach.act(act)
    if ended:
        reach.awards(sheet.awards)
    return [question for question in sheet.book.questions() if question in reach.questions]
