"""A reading in force: its lines taken away one by one, what other questions show on a path, and cases for the reading's limit.

The effect of a reading is seen where another reading of its question answers otherwise. Its limit is seen where a line of its own
is taken away, and the rules answer otherwise than the reading has it: whoever leaves a rule out altogether, and so does all that
the reading lets be done, is told there from one who follows it (decision 52).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from meldspec.book.core import clause_of_line
from meldspec.corpus.amiss import refused_by
from meldspec.corpus.expect import Trace, first_divergence, trace, until_broken
from meldspec.corpus.family import Alternative, RulebookFamily
from meldspec.corpus.make_case import allowed_instead, other_answers, stuck
from meldspec.corpus.mutation.every import mutants_of_reading
from meldspec.corpus.mutation.operators import Mutant, loosened
from meldspec.corpus.plan import Company, Goal, Planned, Script, company_of
from meldspec.corpus.titles import Amiss, limit_title
from meldspec.corpus.witnessed import witness_of
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import make_rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.request import NoPosition
from meldspec.protocol.case import LIMIT, About, Case, World
from meldspec.protocol.comparison import telling_cells
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import CaseRequest, Expected, Illegal, Unsupported
from meldspec.table.faults import RulesFault

BUDGET = 3_000
"""How many acts the look-ahead of the rules may try over one script; where that is not enough, it shows nothing."""


@dataclass(frozen=True)
class Arena:
    """A reading of a question in force, with its company, beside the family of the defaults; where it is the default and needs no
    company, the two are one."""

    question: str
    reading: str
    company: Company
    family: RulebookFamily
    default: RulebookFamily
    found: dict[str, Alternative | None] = field(default_factory=dict, compare=False, repr=False)
    """What altered lines of it come to, as far as they were asked for."""

    @property
    def by_default(self) -> bool:
        """Whether all readings in force are defaults."""
        return self.family is self.default

    @property
    def together(self) -> dict[str, str]:
        """The readings in force that are not the default."""
        mine, usual = self.family.rulebook.readings, self.default.rulebook.readings
        return {question: reading for question, reading in mine.items() if usual[question] != reading}

    @cached_property
    def limits(self) -> dict[str, Alternative]:
        """The rules with a line of the reading taken away, by what is done to which line."""
        found = loosened(self.family.rulebook.selection, self.question, self.reading)
        return {one.name: one for mutant in found for one in self.family.mutated(mutant)}

    @cached_property
    def altered(self) -> Mapping[str, Mutant]:
        """All ways in which a line that the reading alone has may be wrong, by what is done to which line."""
        return mutants_of_reading(self.family.rulebook, self.question, self.reading)

    def missed(self, told: str) -> Alternative | None:
        """The rules with a line of the reading taken away, or else altered, as a plan tells it; none where that is no rulebook, or
        there is nothing so called."""
        if told not in self.limits and told not in self.found:
            mutant = self.altered.get(told)
            self.found[told] = None if mutant is None else next(self.family.mutated(mutant), None)
        return self.limits.get(told) or self.found[told]

    @cached_property
    def own(self) -> frozenset[str]:
        """The question, and those of its company: that these show is no entanglement."""
        return frozenset({self.question, *dict(self.company)})

    def strangers(self, requests: Sequence[CaseRequest]) -> frozenset[str] | None:
        """The other questions that some reading shows of by the end of these requests, by default or beside the reading; none (not
        even an empty set) where the requests are no path of both."""
        found: set[str] = set()
        for family in (self.default,) if self.by_default else (self.default, self.family):
            played = played_by(family, requests)
            if played is None:
                return None
            found.update(self._showing(family, played))
        return frozenset(found)

    def _showing(self, family: RulebookFamily, played: Trace) -> Iterator[str]:
        """The other questions of which some reading answers a trace otherwise."""
        done: set[str] = set()
        for (question, _), other in family.readings.items():
            if question not in self.own and question not in done and other.diverges_at(played) is not None:
                done.add(question)
                yield question

    def shows_limit(self, script: Script, told: str) -> bool:
        """Whether a script of acts that are legal where the reading is followed, the last one aside, ends where a line that is
        taken away or altered, `told`, is first missed."""
        played = played_by(self.family, script.requests)
        if played is None or any(isinstance(step.said, Illegal | Unsupported) for step in played[:-1]):
            return False
        if not self.by_default and played_by(self.default, script.requests) is None:
            return False
        limit = self.missed(told)
        return limit is not None and limit.diverges_at(played) == len(played) - 1 and not stuck(self.family.referee, played[-1])

    def alike(self, told: str) -> list[str]:
        """What is done in the words of `told` to other lines of its clause: a line that has got another number is one of these."""
        line, _, what = told.partition(": ")
        wanted = clause_of_line(line), what
        taken = [name for name, one in self.limits.items() if name != told and (one.about, one.told) == wanted]
        altered = self.altered.items() if not taken and told not in self.limits else ()
        return taken + [name for name, one in altered if name != told and (one.tag.clause, one.what) == wanted]

    def cells(self, script: Script, told: str) -> tuple[str, ...]:
        """Where the last answer of a script that shows a limit is another without the line."""
        played = trace(self.family.referee, script.requests)
        limit = self.missed(told)
        found = None if limit is None else first_divergence(limit.rulebook, played, limit.difference)
        assert found is not None and found.number == len(played) - 1, f"{told} is not missed"
        # Rules that break without the line answer nothing at all there.
        return ("verdict",) if found.answer is None else tuple(sorted(telling_cells(played[-1].said, found.answer)))


def played_by(family: RulebookFamily, requests: Sequence[CaseRequest]) -> Trace | None:
    """Requests as the rules of a family answer them; none where they know no such position, or come to no answer."""
    with suppress(NoPosition, Unanswered, RulesFault):
        return trace(Referee(family.rulebook, BUDGET), requests)
    return None


def arena_of(default: RulebookFamily, question: str, reading: str) -> Arena:
    """The arena of a reading beside the defaults, under the same options."""
    rulebook = default.rulebook
    company = company_of(rulebook.sheet, Goal(LIMIT, question, reading))
    chosen = {**dict(company), question: reading}
    if all(rulebook.readings[name] == one for name, one in chosen.items()):
        return Arena(question, reading, company, default, default)
    family = RulebookFamily(make_rulebook(rulebook.sheet, rulebook.options, chosen))
    return Arena(question, reading, company, family, default)


# ── cases for limits ────────────────────────────────────────────────────────────────────────────────────────────────────────


def limit_case(arena: Arena, planned: Planned, script: Script) -> Case:
    """The whole case of a script that shows a limit, and where it shows.

    It expects what the default readings say, as every case; nothing follows what it shows, so nothing else can show behind it.
    """
    referee, goal = arena.default.referee, planned.goal
    played = trace(referee, script.requests)
    expect = tuple(step.said for step in played)
    there, cells = trace(arena.family.referee, script.requests)[-1], arena.cells(script, planned.told)
    altered = ABSENT if planned.told in arena.limits else True
    missed = [limit] if (limit := arena.missed(planned.told)) else []
    amiss = Amiss(refused_by(missed, arena.family.rulebook, there, script, planned.told))
    return Case(
        id=planned.case,
        variant=referee.rulebook.name,
        options=dict(referee.rulebook.options),
        about=About(clauses=(), questions=(goal.of,), reading=goal.reading, cells=cells, altered=altered),
        purpose=goal.purpose,
        title=limit_title(arena.family.rulebook, goal, there, cells, arena.company, amiss),
        touches=tuple(sorted({clause_of_line(line) for line in played[-1].lines})),
        requests=script.requests,
        expect=expect,
        because=tuple(step.lines for step in played),
        allowed={number: acts for number, step in enumerate(played) if (acts := allowed_instead(referee, step))},
        worlds=tuple(_worlds(arena, script, expect)),
        witness=witness_of(arena.default, script),
    )


def _worlds(arena: Arena, script: Script, expect: Sequence[Expected]) -> Iterator[World]:
    """The first difference of every other reading; of the readings of the question itself, and of its company, all that follows,
    for a world that falls silent counts as followed."""
    whole: list[Mapping[str, str]] = [dict(arena.company)] if arena.company else []
    whole += [arena.together]
    for world in other_answers(arena.default, script):
        if world.readings in whole:
            continue
        if arena.question in world.readings:
            whole.append(world.readings)
        else:
            yield world
    rulebook = arena.default.rulebook
    for readings in whole:
        way = until_broken(make_rulebook(rulebook.sheet, rulebook.options, readings), script.requests)
        at = next((n for n, said in enumerate(way) if said != expect[n]), None)
        if at is not None:
            yield World(readings, at, tuple(way[at:]))
