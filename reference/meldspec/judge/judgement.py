"""Every case held to the assignment of readings that the answers show; only what is still open may excuse one (`judge.excuses`)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from meldspec.judge.arises import arises, untold
from meldspec.judge.company import with_company
from meldspec.judge.excuses import Excuses
from meldspec.judge.learn import Learner, Learnt
from meldspec.judge.oracle import Oracle, Transcript
from meldspec.protocol.case import Readings, deciding
from meldspec.protocol.comparison import Mismatch, MismatchKind, compare
from meldspec.protocol.messages import ActRequest, Expected, Illegal

FEW = 20
"""Where no more cases depart it is looked closely whether what is not settled would explain them."""


class Verdict(StrEnum):
    """What a case comes to."""

    AGREES = "agrees"
    DEPARTS = "departs"
    UNDECIDED = "undecided"
    ELSEWHERE = "does not arise"
    UNREACHED = "is not reached"
    UNTOLD = "is not told"


AGREEING = frozenset({Verdict.AGREES, Verdict.ELSEWHERE, Verdict.UNTOLD})
"""Every answer is as the rules have it, whether or not the case shows what it is about."""


DEPARTING = frozenset({Verdict.DEPARTS, Verdict.UNREACHED})
"""Some answer is not as the rules have it, be it on the way to the table."""


@dataclass(frozen=True)
class Judged:
    """A case judged. Where it departs `step` is the first request that is answered otherwise, `mismatch` in what, and `expected`
    what the rules have there under the assignment; where it is undecided, `questions` are the open ones on which that hangs. Where
    every answer is as the rules have it, and yet what the case is about does not arise, as the questions are read, or is told in
    none of the `fields` in which it would show, nothing is said of that; nor is it where it departs on the way to the table.
    `shows` tells whether what it is about was answered as the rules have it, even if it departs after that. `no_table` tells that
    the rules have no such table, or come to no answer at it, as the questions are read."""

    transcript: Transcript
    verdict: Verdict
    step: int | None = None
    mismatch: Mismatch | None = None
    expected: Expected | None = None
    questions: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    shows: bool = False
    no_table: bool = False

    @property
    def departure(self) -> int:
        """The number of the request at which a case departs; nobody asks it of one that does not."""
        assert self.step is not None, "a departure is at some request"
        return self.step


@dataclass(frozen=True)
class Judgement:
    """How an implementation reads the open questions, and what each case comes to when it is held to that."""

    learnt: Learnt
    cases: tuple[Judged, ...]


@dataclass(frozen=True)
class Lesson:
    """What was learnt of some transcripts, and the cases among them that were set aside for it."""

    learnt: Learnt
    aside: frozenset[str]


def judge(oracle: Oracle, transcripts: Sequence[Transcript], claims: Readings | None = None, company: bool = True) -> Judgement:
    """The judgement on what was recorded; the same whatever the order of the transcripts.

    Without `company` a reading may be held for excluded that gives all answers beside others of several questions, and not all
    questions are read by chance where little is unexplained: for who judges thousands of implementations, and wants to know of each
    no more than whether anything is found.
    """
    return by_lesson(oracle, transcripts, lesson(oracle, transcripts, claims, company), company)


def lesson(oracle: Oracle, transcripts: Sequence[Transcript], claims: Readings | None = None, company: bool = True) -> Lesson:
    """What the first half of `judge` comes to: the assignment is that of the judgement, yet nothing is held to it. For who wants no
    more of it than which cases may go on."""
    # In the order of their ids, so that whatever is tried first is tried first in every run.
    in_order = sorted(transcripts, key=lambda one: one.case.id)
    aside = {one.case.id for one in in_order if oracle.aside(one)}
    learnt = _learnt(oracle, in_order, aside, claims, company)
    while dealt_so := {one.case.id for one in in_order if one.case.id in aside and not _aside(oracle, learnt, one)}:
        # What is learnt from the others may be what the deal shows beside that which nobody can see; what follows then tells more.
        aside -= dealt_so
        learnt = _learnt(oracle, in_order, aside, claims, company)
    return Lesson(learnt, frozenset(aside))


def by_lesson(oracle: Oracle, transcripts: Sequence[Transcript], taught: Lesson, company: bool = True) -> Judgement:
    """The judgement on the transcripts of which a lesson was learnt, the second half of `judge`."""
    learnt, aside = taught.learnt, taught.aside
    # Who departs in few cases may read something otherwise; who departs in many has rules wrong, and to look closely takes long.
    closely = sum(not oracle.explains(one, learnt.assignment) for one in transcripts) <= FEW
    if closely and company:
        in_order = sorted(transcripts, key=lambda one: one.case.id)
        learnt = with_company(oracle, learnt, [one for one in in_order if one.case.id not in aside])
    cases = _held(oracle, learnt, transcripts, aside, closely)
    undecided = {one.transcript.case.id for one in cases if one.verdict is Verdict.UNDECIDED}
    told = by_the_decided(oracle, learnt, undecided)
    if told != learnt:
        cases = _held(oracle, told, transcripts, aside, closely)
    doubted = by_more_than_refusals(oracle, told, cases)
    if doubted != told:
        again = _held(oracle, doubted, transcripts, aside, closely)
        # Some wrong refusal has to stand: without one there was nothing that cast doubt on others.
        if refused_wrongly(again):
            return Judgement(doubted, again)
    return Judgement(told, cases)


def _held(
    oracle: Oracle, learnt: Learnt, transcripts: Sequence[Transcript], aside: Collection[str], closely: bool
) -> tuple[Judged, ...]:
    """All transcripts held to what was learnt, beside one another but for those that are set aside."""
    excuses = Excuses(oracle, learnt, [one for one in transcripts if one.case.id not in aside], closely)
    return held(excuses, transcripts)


def refused_wrongly(cases: Iterable[Judged]) -> frozenset[str]:
    """The sorts of acts that are refused in some case where the rules, as they are read, allow them."""
    departing = [(one, one.mismatch) for one in cases if one.verdict is Verdict.DEPARTS]
    refused = [one for one, mismatch in departing if mismatch is not None and mismatch.kind is MismatchKind.REFUSED]
    return frozenset(_act(one.transcript, one.departure) for one in refused)


def by_more_than_refusals(oracle: Oracle, learnt: Learnt, cases: Iterable[Judged]) -> Learnt:
    """What was learnt, with those readings admitted besides against which nothing speaks but acts that were refused, of a sort that
    is refused wrongly elsewhere: these may be refused for the same wrong reason, and not since they are read so."""
    cases = tuple(cases)
    wrongly, told = refused_wrongly(cases), {one.transcript.case.id: one.transcript for one in cases}
    if not wrongly:
        return learnt

    def surely(case: str, question: str, reading: str) -> bool:
        transcript = told[case]
        step = oracle.departure(transcript, oracle.changed(learnt.assignment, question, reading))
        if step is None or step == len(transcript.answers) or not isinstance(transcript.answers[step], Illegal):
            return True
        return _act(transcript, step) not in wrongly

    questions, assignment = dict(learnt.questions), learnt.assignment
    for name, one in learnt.questions.items():
        others = [other for other in oracle.readings[name] if other not in one.admitted]
        against = {other: [case for case, left in one.evidence.items() if other not in left] for other in others}
        back = [other for other, some in against.items() if some and not any(surely(case, name, other) for case in some)]
        reading = one.reading
        if back and not one.admitted and reading not in back:
            # Some case spoke against each reading, and against this one nothing but such refusals.
            reading = back[0]
            assignment = oracle.changed(assignment, name, reading)
        questions[name] = replace(one, reading=reading, admitted=one.admitted.union(back))
    return replace(learnt, assignment=assignment, questions=questions)


def _act(transcript: Transcript, step: int) -> str:
    """The sort of the act that is asked for; nothing where it is no act."""
    request = transcript.case.requests[step]
    return request.action.type if isinstance(request, ActRequest) else ""


def by_the_decided(oracle: Oracle, learnt: Learnt, undecided: Collection[str]) -> Learnt:
    """What was learnt, without the cases of which the judge cannot tell where, with them, each reading of a question has some case
    that speaks against it: such a case was not read as the implementation has it, so it may speak against the wrong ones."""
    questions = dict(learnt.questions)
    for name, one in learnt.questions.items():
        left = {case: readings for case, readings in one.evidence.items() if case not in undecided}
        if not one.admitted and left != one.evidence:
            admitted = frozenset(oracle.readings[name]).intersection(*left.values())
            questions[name] = replace(one, admitted=admitted, evidence=left)
    return learnt if questions == learnt.questions else replace(learnt, questions=questions)


def _learnt(
    oracle: Oracle, transcripts: Sequence[Transcript], aside: Collection[str], claims: Readings | None, company: bool
) -> Learnt:
    """What is learnt from all transcripts but those that are set aside."""
    learner = Learner(oracle, [one for one in transcripts if one.case.id not in aside], claims or {})
    return (learner if company else replace(learner, few=0)).learn()


def _aside(oracle: Oracle, learnt: Learnt, transcript: Transcript) -> bool:
    """Whether nothing that follows the deal tells anything: what nobody can see is otherwise in it than as learnt, and than with
    what the case tells apart read otherwise beside that."""
    unexplained = oracle.departure(transcript, learnt.assignment) in (0, None)
    return unexplained and oracle.aside(transcript) and oracle.aside(transcript, learnt.assignment)


def held(excuses: Excuses, transcripts: Sequence[Transcript]) -> tuple[Judged, ...]:
    """Transcripts held to what was learnt."""
    oracle, learnt = excuses.oracle, excuses.learnt
    judged = [_judged(oracle, learnt, one) for one in transcripts]
    hangs_on = excuses.of(one.transcript for one in judged if one.verdict in DEPARTING)
    return tuple(_undecided(one, hangs_on.get(one.transcript.case.id, ())) for one in judged)


def _undecided(judged: Judged, questions: tuple[str, ...]) -> Judged:
    """A transcript as judged, undecided where it hangs on open questions."""
    return replace(judged, verdict=Verdict.UNDECIDED, questions=questions, shows=False) if questions else judged


def _judged(oracle: Oracle, learnt: Learnt, transcript: Transcript) -> Judged:
    """A transcript held to what was learnt, whatever would explain it besides."""
    if _aside(oracle, learnt, transcript):
        return Judged(transcript, Verdict.UNDECIDED, 0, questions=tuple(sorted(oracle.unseen)))
    course, step = oracle.course(transcript.case, learnt.assignment), oracle.departure(transcript, learnt.assignment)
    if course is None or step is None:
        # There is no such table where the questions are read so, or no answer; whoever has one all the same is not held to it.
        asked, known = tuple(sorted(oracle.asked(transcript.case))), oracle.expectations is not None
        return Judged(transcript, Verdict.UNDECIDED, questions=asked, no_table=known)
    if step == len(transcript.answers):
        return _agreeing(oracle, learnt, transcript)
    expected = course[step]
    assert expected is not None, "what is not said is not departed from"
    mismatch = compare(expected, transcript.answers[step])
    if step < transcript.case.led:
        # It was only led here: what it does on the way other cases are about.
        return Judged(transcript, Verdict.UNREACHED, step, mismatch, expected)
    shows = step > deciding(transcript.case) and arises(oracle, transcript.case, learnt.assignment) and not untold(transcript)
    return Judged(transcript, Verdict.DEPARTS, step, mismatch, expected, shows=shows)


def _agreeing(oracle: Oracle, learnt: Learnt, transcript: Transcript) -> Judged:
    """A transcript that goes as the rules have it, as far as it goes."""
    if len(transcript.answers) < len(transcript.case.requests):
        return Judged(transcript, Verdict.AGREES, shows=len(transcript.answers) > deciding(transcript.case))
    if not arises(oracle, transcript.case, learnt.assignment):
        # One about a question has shown all that it can: that it tells nothing of the question, as the others are read.
        return Judged(transcript, Verdict.ELSEWHERE if transcript.case.about.clauses else Verdict.AGREES)
    fields = untold(transcript)
    return Judged(transcript, Verdict.UNTOLD if fields else Verdict.AGREES, fields=fields, shows=not fields)
