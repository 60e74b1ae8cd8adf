"""The cases that ask for no more than the first chapters of a book: what an engine can have right that is written so far."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from meldspec.book.core import clause_of_line, clause_of_question
from meldspec.book.flat import Book
from meldspec.language import lines
from meldspec.protocol.case import Case
from meldspec.protocol.messages import Action, ActRequest, Dealt, Enumerated, Legal


@dataclass(frozen=True)
class Building:
    """A book as it is built, chapter after chapter in its order."""

    book: Book

    @cached_property
    def chapters(self) -> tuple[str, ...]:
        """The names of its chapters."""
        return tuple(dict.fromkeys(entry.chapter[1] for entry in self.book.entries))

    def upto(self, chapter: str, cases: Sequence[Case]) -> list[Case]:
        """The cases that ask for this chapter, and those before it, alone."""
        last = self.chapters.index(chapter)
        return [case for case in cases if self.built_with(case) <= last]

    def built_with(self, case: Case) -> int:
        """The number of the last chapter for which a case asks: by what it is about, the lines that decide in it, the acts that are
        done or listed, and the points, where its deal comes to an end."""
        named = (self._number[clause] for clause in self._named(case) if clause in self._number)
        acts = (self._acts[action.type] for action in _actions(case) if action.type in self._acts)
        points = (self._points,) if any(map(_ends, case.expect)) else ()
        return max((*named, *acts, *points), default=0)

    def _named(self, case: Case) -> Iterator[str]:
        """The clauses that a case names, those of its questions and of its lines as well."""
        yield from case.about.clauses
        yield from case.touches
        yield from (clause_of_question(question) for question in case.about.questions)
        yield from (clause_of_line(line) for because in case.because for line in because)

    @cached_property
    def _number(self) -> dict[str, int]:
        return {entry.clause.id: self.chapters.index(entry.chapter[1]) for entry in self.book.entries}

    @cached_property
    def _acts(self) -> dict[str, int]:
        """The chapter that declares each act."""
        return {node.name: self._number[tag.clause] for tag, node in self.book.formal() if isinstance(node, lines.Act)}

    @cached_property
    def _points(self) -> int:
        """The last chapter that gives points."""
        awards = (self._number[tag.clause] for tag, line, _ in self.book.numbered() if isinstance(line, lines.Award))
        return max(awards, default=0)


def _actions(case: Case) -> Iterator[Action]:
    yield from (request.action for request in case.requests if isinstance(request, ActRequest))
    yield from (action for answer in case.expect if isinstance(answer, Enumerated) for action in answer.actions)


def _ends(answer: object) -> bool:
    """Whether a deal has ended by an answer, so that its points are told."""
    return isinstance(answer, Dealt | Legal) and bool(answer.observation.ended)
