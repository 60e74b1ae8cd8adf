"""Who has one line wrong, and reads every question as he claims, or by default.

One wrong line may look like several readings in the cases that it bears on, and like something else that is wrong in the rest.
Where that line alone gives every answer that was recorded, it is what there is to tell: it takes less to believe than all of these.
So it is with several things that are found beside readings which are truly learnt, and where each reading of one question has some
case that speaks against it: the line may give the answers of those that speak against another one than was taken.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from meldspec.corpus.expect import quick_answer
from meldspec.corpus.mutation.operators import Mutant
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.judge.booking import Booker, RulebookOf
from meldspec.judge.company import with_company
from meldspec.judge.excuses import Excuses
from meldspec.judge.findings import Finding, Name, findings
from meldspec.judge.judgement import AGREEING, Judgement, Verdict, held, judge
from meldspec.judge.learn import Learnt, claimed
from meldspec.judge.localise import Families, Localiser, whole_of
from meldspec.judge.oracle import DEFAULTS, Assignment, Expectations, Oracle, Transcript
from meldspec.judge.questions import QuestionEvidence, Settled
from meldspec.position.request import NoPosition
from meldspec.protocol.case import LOOKED_AHEAD, Case
from meldspec.protocol.comparison import compare
from meldspec.table.faults import RulesFault

MANY = 12
"""Where more is found than so, no single line is looked for."""
FEW_FOUND, TRIED = 6, 2
"""Where no more is found than so, it is learnt again by the rules with a line wrong; and so many of the lines are tried, each of
which takes as long as to learn the first time."""
OtherReadings = tuple[tuple[str, str], ...]
"""Questions that are read otherwise than whoever has the line wrong reads them, each with the reading."""


class Rules(Protocol):
    """The rules that an implementation is held to, as far as they are at hand."""

    def rulebooks(self, assignment: Assignment) -> RulebookOf | None:
        """The rulebooks of one who reads so."""

    def families(self, assignment: Assignment) -> Families | None:
        """The same with their mutants; none where no line is to be looked for."""

    def spoilt(self, mutant: Mutant) -> Expectations | None:
        """What they expect with a line spoilt."""


def by_one_line(localiser: Localiser, found: Sequence[Finding], rules: Rules) -> tuple[Judgement, Finding] | None:
    """What the cases come to, and what is found, where one line spoilt gives all answers and no question is read otherwise; or else
    all that is found as one, where one line spoilt gives all answers, the questions read as was learnt. None where nothing was
    found, where there is nothing to be made simpler, or where no such line is come upon."""
    if not 0 < len(found) <= MANY:
        return None
    judgement, oracle = localiser.judgement, localiser.oracle
    for base in _bases(judgement.learnt, oracle):
        families_of_base, rulebook_of = rules.families(base), rules.rulebooks(base)
        if families_of_base is None or rulebook_of is None:
            return None
        plainly = _held_to(base, judgement, oracle)
        line = AnswersOfOneLine(Localiser(plainly, families_of_base, oracle))
        finding = line.finding(findings(plainly, Booker(rulebook_of), oracle))
        if finding is not None and finding.cause is not None:
            learnt = _learnt(line, (finding.cause.line, finding.cause.what), plainly, oracle)
            return replace(plainly, learnt=replace(learnt, claims=judgement.learnt.claims)), finding
    whole = AnswersOfOneLine(localiser).finding(found) if len(found) > 1 else None
    return None if whole is None else (by_causes(localiser, [whole]), whole)


def beside_readings(localiser: Localiser, found: Sequence[Finding], rules: Rules) -> tuple[Judgement, Finding] | None:
    """What the cases come to, and what is found, where one of the lines that are found to be wrong gives all answers beside what is
    learnt of the readings by the rules with that line wrong: what it does looks like other readings to who goes by the true ones.
    None where little is found that could be made simpler, or no such line is come upon."""
    judgement, oracle = localiser.judgement, localiser.oracle
    if not 0 < len(found) <= FEW_FOUND or not (judgement.learnt.assignment or _contested(judgement.learnt)):
        return None
    transcripts = [one.transcript for one in judgement.cases]
    causes = [one for one in sorted(found, key=lambda one: -len(one.booked)) if one.cause is not None]
    for finding in causes[:TRIED]:
        assert finding.cause is not None
        name = finding.cause.line, finding.cause.what
        mutant = localiser.mutant(finding.shortest.judged.transcript.case, name)
        expectations = None if mutant is None else rules.spoilt(mutant)
        if expectations is None:
            continue
        again = judge(oracle.of_other_rules(expectations), transcripts, judgement.learnt.claims)
        base = again.learnt.assignment
        truly, rulebook_of = _held_to(base, judgement, oracle), rules.rulebooks(base)
        # Rules that have no such tables, or come to no answer, explain nothing, but where the true ones have none, either.
        if any(one.verdict is Verdict.DEPARTS for one in again.cases) or not _without_table(again) <= _without_table(truly):
            continue
        departing = () if rulebook_of is None else findings(truly, Booker(rulebook_of), oracle)
        if departing:
            return replace(truly, learnt=again.learnt), whole_of(departing, name)
    return None


def _without_table(judgement: Judgement) -> set[str]:
    """The cases that begin with a table which cannot be, or come to no answer, by their ids."""
    return {one.transcript.case.id for one in judgement.cases if one.no_table}


def by_causes(localiser: Localiser, found: Sequence[Finding]) -> Judgement:
    """The judgement, with those readings admitted besides that only cases speak against which go so for a line that is found to be
    wrong: with that line so, the reading gives their answers, too."""
    judgement, oracle = localiser.judgement, localiser.oracle
    line, transcripts = AnswersOfOneLine(localiser), {one.transcript.case.id: one.transcript for one in judgement.cases}
    questions = dict(judgement.learnt.questions)
    for name in dict.fromkeys((one.cause.line, one.cause.what) for one in found[:MANY] if one.cause is not None):
        for question, one in questions.items():
            against = {
                reading: cases
                for reading, cases in _against(one, transcripts, oracle).items()
                if cases and all(localiser.bears_on(name, case) for case in cases)
            }
            if back := {reading for reading, cases in against.items() if line.gives(name, cases, ((question, reading),))}:
                questions[question] = replace(one, admitted=one.admitted | back)
    return replace(judgement, learnt=replace(judgement.learnt, questions=questions))


def _bases(learnt: Learnt, oracle: Oracle) -> Iterator[Assignment]:
    """How whoever has one line wrong may read the questions: as he claims, as far as the answers bear that out, by default, or as
    was learnt but for one question of which some case speaks against each reading; but not as was learnt."""
    borne_out = {question: reading for question, reading in learnt.claims.items() if (question, reading) in learnt.assignment}
    others = [(question, reading) for question in _contested(learnt) for reading in oracle.readings[question]]
    but_for_one = (oracle.changed(learnt.assignment, question, reading) for question, reading in others[:MANY])
    for base in dict.fromkeys((claimed(oracle, borne_out), DEFAULTS, *but_for_one)):
        if base != learnt.assignment:
            yield base


def _contested(learnt: Learnt) -> list[str]:
    """The questions of which some case speaks against each reading."""
    return sorted(question for question, one in learnt.questions.items() if not one.admitted)


def _held_to(base: Assignment, judgement: Judgement, oracle: Oracle) -> Judgement:
    """The judgement on one of whom it is known that he reads every question so."""
    readings = {question: oracle.reading(base, question) for question in oracle.readings}
    questions = {question: Settled(question, reading, frozenset((reading,)), {}) for question, reading in readings.items()}
    transcripts = [one.transcript for one in judgement.cases]
    excuses = Excuses(oracle, Learnt(base, questions), transcripts, closely=False)
    return Judgement(excuses.learnt, held(excuses, transcripts))


@dataclass
class AnswersOfOneLine:
    """What is answered by whoever has one line spoilt, under the readings of whom a localiser asks."""

    localiser: Localiser
    rulebooks: dict[tuple[object, ...], Rulebook | None] = field(default_factory=dict)

    def finding(self, found: Sequence[Finding]) -> Finding | None:
        """All that is found as one, where some line gives every answer that was recorded."""
        cases = self.localiser.judgement.cases
        told = [one.transcript for one in cases if one.verdict is not Verdict.UNDECIDED]
        return self.localiser.as_one(found, lambda name: self.gives(name, told))

    def gives(self, name: Name, transcripts: Sequence[Transcript], otherwise: OtherReadings = ()) -> bool:
        """Whether every answer that was recorded is such a one, some questions being read otherwise besides."""
        return all(self._gives(self._rulebook(one.case, name, otherwise), one) for one in transcripts)

    def _rulebook(self, case: Case, name: Name, otherwise: OtherReadings) -> Rulebook | None:
        """The rulebook for the options of a case; none where it is no rulebook, or the options know no such line."""
        key = (*sorted(case.options.items()), name, otherwise)
        if key not in self.rulebooks:
            mutant = self.localiser.mutant(case, name)
            family = self.localiser.families(case)
            self.rulebooks[key] = None if mutant is None else family.spoilt_rulebook(mutant, dict(otherwise))
        return self.rulebooks[key]

    def _gives(self, rulebook: Rulebook | None, transcript: Transcript) -> bool:
        """Whether a rulebook gives all the answers to a case."""
        if rulebook is None:
            return False
        referee, table = Referee(rulebook, LOOKED_AHEAD), None
        try:
            for request, found in zip(transcript.case.requests, transcript.answers, strict=False):
                step = quick_answer(referee, table, request, self.localiser.observe)
                if compare(step.said, found) is not None:
                    return False
                table = step.table
        except (NoPosition, RulesFault, Unanswered, ValueError):
            return False
        return True


def _learnt(line: AnswersOfOneLine, name: Name, plainly: Judgement, oracle: Oracle) -> Learnt:
    """What is learnt of whoever has a line wrong from the cases that go as the rules have them: a reading that gives the answers of
    all cases that speak against it, with the line wrong besides, is not excluded."""
    base = plainly.learnt.assignment
    agreeing = [one.transcript for one in plainly.cases if one.verdict in AGREEING]
    transcripts = {one.case.id: one for one in agreeing}
    evidence = QuestionEvidence(oracle, agreeing, dict(base))
    questions: dict[str, Settled] = {}
    for question in evidence.about:
        one = evidence.settled(question, base)
        against = _against(one, transcripts, oracle)
        back = {reading for reading, cases in against.items() if line.gives(name, cases, ((question, reading),))}
        if widened := _widened(one, back, oracle):
            questions[question] = widened
    return with_company(oracle, Learnt(base, questions), agreeing)


def _against(one: Settled, transcripts: Mapping[str, Transcript], oracle: Oracle) -> dict[str, list[Transcript]]:
    """The readings of a question that are not admitted, each with the cases that speak against it."""
    return {
        reading: [transcripts[case] for case, admits in one.evidence.items() if reading not in admits]
        for reading in oracle.readings[one.question]
        if reading not in one.admitted
    }


def _widened(one: Settled, back: set[str], oracle: Oracle) -> Settled | None:
    """What the answers show of a question, with some readings admitted besides; nothing where they show nothing then."""
    every = frozenset(oracle.readings[one.question])
    widened: Mapping[str, frozenset[str]] = {case: admits | back for case, admits in one.evidence.items()}
    evidence = {case: admits for case, admits in widened.items() if admits != every}
    return replace(one, admitted=one.admitted | back, evidence=evidence) if evidence else None
