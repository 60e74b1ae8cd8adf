"""What the judge makes of an implementation that has one line of a book spoilt, and reads no question otherwise, or just one.

First the cases are looked for that such rules answer otherwise at all; where there are none the judge is not asked. Where there are
many he is asked first with one of these, and then with a few, beside all cases that are answered alike: a finding that remains
there remains with more of them, since what reads more answers rightly has to read those rightly, too. Those come first in which the
fewest questions bear on what is answered otherwise: there the fewest readings can be tried for it.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from time import process_time

from meldspec.book.checks.cards import check_cards, check_melds, check_order
from meldspec.cache import digest
from meldspec.corpus.expect import Divergence, Trace, first_divergence, quick_answer, trace
from meldspec.corpus.family import Alternative, RulebookFamily
from meldspec.corpus.mutation.every import every_mutant, mutants_of_reading
from meldspec.corpus.mutation.footprint import Difference, UntaggedFootprint
from meldspec.corpus.mutation.operators import Mutant
from meldspec.corpus.mutation.outcomes import Outcome, Result
from meldspec.corpus.mutation.unread import same_but_for_packs, same_but_for_unread
from meldspec.engine.lookahead.hints import Hints
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.judge.judgement import AGREEING, Judgement, Verdict, judge
from meldspec.judge.learn import Learnt
from meldspec.judge.oracle import Assignment, Oracle, Transcript
from meldspec.language.problems import Diagnostic
from meldspec.protocol.case import LIMIT, LOOKED_AHEAD, Case
from meldspec.protocol.messages import Answer
from meldspec.table.faults import RulesFault
from meldspec.table.selection import Options, in_order

FEW = (1, 4)
"""So many cases that are answered otherwise the judge is shown first, and then, before he is shown all of them."""
WEIGHED = 24
"""Of so many of them it is looked how many questions bear on what is answered otherwise."""
FORGOTTEN = 2
"""What is expected under so many other readings at once comes up for no other mutant."""
CHECKS = (check_cards, check_order, check_melds)
"""The checks of books that say whether cards and melds can be at all; others ask whether a line is of use."""
SHOWN = 3
"""So many of the cases that depart are named."""
BREAKS = (RulesFault, LookupError, TypeError, NameError, AttributeError)
"""What spoilt rules come to that speak of what is not there: a meld of another side by its number, the partner of who has none."""


@dataclass
class MutantJudge:
    """The mutants of a book, and the cases and the rules that they are held against."""

    oracle: Oracle
    cases: Sequence[Case]
    rulebook_of: Callable[[Mapping[str, int]], Rulebook]
    few: Sequence[int] = FEW
    traces: dict[str, Trace] = field(default_factory=dict)
    weights: dict[tuple[str, int], int] = field(default_factory=dict)
    """How many questions bear on a case up to a request, as far as it was asked."""
    readings: Mapping[str, str] = field(default_factory=dict)
    """The questions that the rules, and those who have a line of them wrong, do not read by default; the last one is that whose
    lines are spoilt, the others are those without which it does not matter."""

    @property
    def own(self) -> Assignment:
        """The readings of the rules themselves."""
        return frozenset(self.readings.items())

    @cached_property
    def families(self) -> dict[Options, RulebookFamily]:
        """The true rules under the options of the cases, the default ones first."""
        choices = [in_order(self.true.options), *(in_order(case.options) for case in self.cases)]
        return {options: RulebookFamily(self.rulebook_of(dict(options))) for options in dict.fromkeys(choices)}

    @cached_property
    def true(self) -> Rulebook:
        """The rules under the default options."""
        return self.rulebook_of({})

    @cached_property
    def mutants(self) -> dict[str, Mutant]:
        """All mutants by their names; where a question is not read by default those of the lines alone that its reading has."""
        if not self.readings:
            return every_mutant(self.true)
        return mutants_of_reading(self.true, *list(self.readings.items())[-1])

    @cached_property
    def alike(self) -> dict[str, Transcript]:
        """What is answered by who has all rules right, by the ids of the cases; none of a case whose table there is not then."""
        if not self.readings:
            return {case.id: Transcript(case, tuple(case.expect)) for case in self.cases}
        answers = {case.id: _played(self.families[in_order(case.options)].rulebook, case)[0] for case in self.cases}
        return {case.id: Transcript(case, answers[case.id]) for case in self.cases if len(answers[case.id]) == len(case.requests)}

    def chapter(self, mutant: Mutant) -> str:
        """The chapter of the line of a mutant."""
        return self.true.sheet.book.by_id()[mutant.tag.clause].chapter[1]

    def result(self, name: str, added: Collection[str] | None = None) -> Result:
        """What a mutant comes to; with the ids of the cases that were `added` since, of one that is known to have answered all
        others as the rules do."""
        began, mutant = process_time(), self.mutants[name]
        result = self._result(Result(name, self.chapter(mutant), mutant.operator, Outcome.ALIVE), mutant, added)
        self._forget()
        return replace(result, seconds=round(process_time() - began, 2))

    def _result(self, found: Result, mutant: Mutant, added: Collection[str] | None) -> Result:
        made = {options: family.spoilt(mutant) for options, family in self.families.items()}
        books = {options: one for options, one in made.items() if one is not None}
        if not books:
            return replace(found, outcome=Outcome.STILLBORN, how="it is no book")
        if refused := refused_by_checks(mutant, self.true):
            return replace(found, outcome=Outcome.STILLBORN, how=str(refused[0]))
        found = replace(found, lines=self._lines(books))
        if mutant.same or all(_same(one.difference) for one in books.values()):
            return replace(found, outcome=Outcome.PROVED)
        if added is not None and not self._diverging(books, added):
            return found
        diverging = self._diverging(books, self.alike)
        if not diverging:
            return found
        if len(diverging) == len(self.alike) and all((at.number, at.answer) == (0, None) for at in diverging.values()):
            return replace(found, outcome=Outcome.STILLBORN, how="it breaks before anybody acts")
        return self._judged(found, books, diverging)

    def _lines(self, books: Mapping[Options, Alternative]) -> str:
        """A digest of what spoilt rules say otherwise."""
        said = []
        for options, one in books.items():
            difference = one.difference
            said.append((options, [(group, difference.other.said(group)) for group in sorted(difference.altered)]))
        return digest(repr(said))

    def _diverging(self, books: Mapping[Options, Alternative], among: Collection[str]) -> dict[str, Divergence]:
        """The cases, of those with some ids, that spoilt rules answer otherwise, by their ids, each with where."""
        found: dict[str, Divergence] = {}
        for case in (one.case for id, one in self.alike.items() if id in among):
            one = books.get(in_order(case.options))
            if one is not None and not one.difference.nothing:
                try:
                    hints = self.families[in_order(case.options)].hinted
                    at = first_divergence(one.rulebook, self._trace(case), one.difference, LOOKED_AHEAD, hints=hints)
                except BREAKS:
                    at = Divergence(len(case.requests) - 1)
                if at is not None:
                    found[case.id] = at
        return found

    def _trace(self, case: Case) -> Trace:
        if case.id not in self.traces:
            self.traces[case.id] = trace(self.families[in_order(case.options)].referee, case.requests)
        return self.traces[case.id]

    # ── the judge ───────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _judged(self, found: Result, books: Mapping[Options, Alternative], diverging: Mapping[str, Divergence]) -> Result:
        """What the judge makes of spoilt rules, and on what it rests."""
        cases = {id: self.alike[id].case for id in diverging}
        played = {id: self._spoilt(books, case) for id, case in cases.items()}
        told = {id: Transcript(cases[id], answers) for id, (answers, _) in played.items()}
        in_order = self._in_order(diverging)
        alike = [one for id, one in self.alike.items() if id not in diverging]
        for shown in dict.fromkeys(min(number, len(in_order)) for number in (*self.few, len(in_order))):
            judgement = judge(self.oracle, [*alike, *(told[id] for id in in_order[:shown])], company=False)
            departing = [one.transcript.case.id for one in judgement.cases if one.verdict is Verdict.DEPARTS]
            if departing:
                named = ", ".join(departing[:SHOWN])
                return replace(found, outcome=Outcome.KILLED, how=f"{named}{' …' if len(departing) > SHOWN else ''}")
        # At a table that the readings which were learnt do not know nobody is held to anything.
        left = [one for one in judgement.cases if self._has_table(one.transcript.case, judgement.learnt)]
        known = {one.transcript.case.id for one in left}
        short = [id for id in in_order if id in known and len(told[id].answers) < len(told[id].case.requests)]
        if not short and judgement.learnt.assignment != self.own and all(one.verdict in AGREEING for one in left):
            return self._as_read(found, books, judgement.learnt)
        outcome, how = self._undecided(judgement, short, [id for id in short if played[id][1]])
        return replace(found, outcome=outcome, how=how)

    def _spoilt(self, books: Mapping[Options, Alternative], case: Case) -> tuple[tuple[Answer, ...], bool]:
        """What spoilt rules answer to a case, as `_played` tells it."""
        options = in_order(case.options)
        return _played(books[options].rulebook, case, self.families[options].hinted)

    def _has_table(self, case: Case, learnt: Learnt) -> bool:
        """Whether there is a table such as a case begins with where the questions are read as they were learnt."""
        return self.oracle.course(case, learnt.assignment) is not None

    def _in_order(self, diverging: Mapping[str, Divergence]) -> list[str]:
        """The cases that are answered otherwise, those first in which the fewest other readings can be tried for that."""
        shortest = sorted(diverging, key=lambda id: (diverging[id].number, id))

        if len(shortest) < 2:
            return shortest
        return sorted(shortest[:WEIGHED], key=lambda id: self._bearing(id, diverging[id].number)) + shortest[WEIGHED:]

    def _bearing(self, id: str, until: int) -> int:
        """How many questions bear on a case up to a request, whatever is spoilt."""
        if (id, until) not in self.weights:
            every = self.oracle.bearing(self.alike[id].case, self.own, until, self.oracle.readings)
            self.weights[id, until] = sum(1 for _ in every)
        return self.weights[id, until]

    def _as_read(self, found: Result, books: Mapping[Options, Alternative], learnt: Learnt) -> Result:
        """What a mutant comes to that answers as some readings do: these, where it is proved that it says the same, or where
        the cases show how far each of them goes."""
        otherwise = self._otherwise(learnt)
        how = ", ".join(f"{question} = {reading}" for question, reading in otherwise)
        if self._says(books, dict(learnt.assignment)) or all(self._is_shown(learnt, *one) for one in otherwise):
            return replace(found, outcome=Outcome.READING, how=how)
        how = f"answers as {how}, of which no case shows the limit"
        return replace(found, outcome=Outcome.UNDETERMINED, how=how, answers_as=dict(learnt.assignment))

    def _otherwise(self, learnt: Learnt) -> list[tuple[str, str]]:
        """The questions that were learnt to be read otherwise than the rules have them, each with how, in alphabetical order."""
        asked = sorted({question for question, _ in learnt.assignment ^ self.own})
        return [(question, self.oracle.reading(learnt.assignment, question)) for question in asked]

    def _says(self, books: Mapping[Options, Alternative], readings: Mapping[str, str]) -> bool:
        """Whether spoilt rules certainly say the same as the true ones so read."""
        for options, one in books.items():
            read = make_rulebook(self.true.sheet, dict(options), readings)
            if not Difference(UntaggedFootprint(read), UntaggedFootprint(one.rulebook)).nothing:
                return False
        return True

    def _is_shown(self, learnt: Learnt, question: str, reading: str) -> bool:
        """Whether the cases admit a reading, and one of them shows its limit."""
        settled = learnt.questions.get(question)
        limits = (case.about for case in self.cases if case.purpose == LIMIT and case.about.altered is not True)
        shown = any(about.reading == reading and question in about.questions for about in limits)
        return shown and settled is not None and reading in settled.admitted

    def _undecided(self, judgement: Judgement, short: Sequence[str], broken: Sequence[str]) -> tuple[Outcome, str]:
        """What a mutant comes to in which nothing is found, though some case is answered otherwise."""
        if not short and all(self.oracle.explains(one.transcript, self.own) for one in judgement.cases):
            return Outcome.ALIVE, "nobody is held to what it answers otherwise"
        if broken:
            return Outcome.BREAKS, ", ".join(broken[:SHOWN])
        return Outcome.UNDETERMINED, ", ".join(sorted({question for one in judgement.cases for question in one.questions}))

    def _forget(self) -> None:
        """Forget what comes up for no other mutant."""
        self.oracle.compared.clear()
        for key in [key for key in self.oracle.kept if len(key[1]) >= FORGOTTEN]:
            del self.oracle.kept[key]


def _same(difference: Difference) -> bool:
    """Whether it is proved that two rulebooks say the same."""
    return difference.nothing or same_but_for_unread(difference) or same_but_for_packs(difference)


def _played(rulebook: Rulebook, case: Case, hints: Hints | None = None) -> tuple[tuple[Answer, ...], bool]:
    """The answers of a rulebook to a case, as far as it has any, and whether its rules break then; where it would take too long to
    find out, it has no more either."""
    referee, table, answers = Referee(rulebook, LOOKED_AHEAD, hints), None, []
    try:
        for request in case.requests:
            step = quick_answer(referee, table, request)
            table = step.table
            answers.append(step.said)
    except BREAKS:
        return tuple(answers), True
    except (Unanswered, ValueError):
        pass
    return tuple(answers), False


def refused_by_checks(mutant: Mutant, true: Rulebook) -> list[Diagnostic]:
    """What the checks of books find in a spoilt book that they do not find in the true one."""
    if mutant.sheet.declared is true.sheet.declared:
        return []
    found: list[list[Diagnostic]] = []
    for sheet in (true.sheet, mutant.sheet):
        problems: list[Diagnostic] = []
        for check in CHECKS:
            check(sheet, problems)
        found.append(problems)
    return [problem for problem in found[1] if problem not in found[0]]
