"""The mutants of lines that only another reading of a question has, each judged where the question is read so.

Who reads a question otherwise is held to the rules so read, and with a line of these wrong has a rule wrong as much as anybody: the
mutants of each reading are those of a rulebook of its own, in the company of the readings without which it does not matter.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from meldspec.book.checks.questions import companions
from meldspec.corpus.mutation.operators import Mutant
from meldspec.corpus.mutation.outcomes import Result
from meldspec.engine.rulebook import Rulebook
from meldspec.judge.mutants import MutantJudge
from meldspec.protocol.case import Case
from meldspec.table.selection import ChoiceError

World = tuple[str, str]
"""A question, and the reading of it that is in force."""


@dataclass
class ReadingMutantJudge:
    """Judges the mutants of the lines of all other readings; `judge_of` makes who judges where some questions are read so."""

    judge_of: Callable[[Mapping[str, str]], MutantJudge]
    last: tuple[World, MutantJudge] | None = field(default=None)

    @cached_property
    def default(self) -> MutantJudge:
        """Who judges where all questions are read by default."""
        return self.judge_of({})

    @property
    def true(self) -> Rulebook:
        """The rules by default."""
        return self.default.true

    @property
    def cases(self) -> Sequence[Case]:
        """The cases that all of them are held against."""
        return self.default.cases

    @cached_property
    def worlds(self) -> dict[str, tuple[World, str, Mutant]]:
        """Each mutant by its name, with the world in which it is and how it is named there, in the order of the questions."""
        return {f"{' = '.join(world)}: {name}": (world, name, mutant) for world, name, mutant in self._every()}

    @cached_property
    def mutants(self) -> dict[str, Mutant]:
        """All mutants by their names, in the order of the questions."""
        return {name: mutant for name, (_, _, mutant) in self.worlds.items()}

    def chapter(self, mutant: Mutant) -> str:
        """The chapter of the line of a mutant."""
        return self.default.chapter(mutant)

    def result(self, name: str, added: Collection[str] | None = None) -> Result:
        """What a mutant comes to, as `MutantJudge` tells it; those of one reading are best asked for one after another."""
        world, there, _ = self.worlds[name]
        found = self._judge(world).result(there, added)
        # The same lines beside those of another reading are other rules.
        return replace(found, name=name, lines=found.lines and f"{' = '.join(world)}: {found.lines}")

    def _every(self) -> Iterator[tuple[World, str, Mutant]]:
        for world in self.true.selection.other_readings():
            try:
                yield from ((world, name, mutant) for name, mutant in self._judge(world).mutants.items())
            except ChoiceError:
                # A reading that does not go together with those that it is said to arise under.
                continue

    def _judge(self, world: World) -> MutantJudge:
        """Who judges in a world; the last one is kept."""
        if self.last is None or self.last[0] != world:
            question, reading = world
            company = companions(self.true.sheet.book, question)
            self.last = world, self.judge_of({**company, question: reading})
        return self.last[1]
