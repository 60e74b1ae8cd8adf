"""Recordings to a report: what each case comes to under the readings that all of them together show, and what is found."""

from collections.abc import Mapping
from dataclasses import replace

from meldspec.judge.booking import Booker
from meldspec.judge.findings import Finding, findings, ranked
from meldspec.judge.judgement import Judged, Judgement, Verdict
from meldspec.judge.localise import Localiser
from meldspec.judge.one_line import beside_readings, by_causes, by_one_line
from meldspec.judge.oracle import DEFAULTS, Course, Oracle
from meldspec.protocol.agreement import shown
from meldspec.protocol.case import Readings, deciding
from meldspec.runner.held_to import HeldTo
from meldspec.runner.outcome import Kind, Outcome, brief
from meldspec.runner.play import Recording
from meldspec.runner.reached import reached
from meldspec.runner.readings import seen
from meldspec.runner.report import Report
from meldspec.runner.words import say_answer, say_readings

KINDS = {
    Verdict.AGREES: Kind.PASSED,
    Verdict.DEPARTS: Kind.FAILED,
    Verdict.UNDECIDED: Kind.UNDECIDED,
    Verdict.ELSEWHERE: Kind.ELSEWHERE,
    Verdict.UNREACHED: Kind.UNREACHED,
}


def tell(
    report: Report,
    judgement: Judgement,
    recordings: Mapping[str, Recording],
    oracle: Oracle,
    claims: Readings,
) -> None:
    """Put into a report what was recorded comes to; a case that was not played keeps the outcome which it has there."""
    # Who tells a run to stop has no time to wait for causes.
    look = report.stopped is None
    judgement, report.findings = with_causes(judgement, oracle, report.rules, look)
    found = outcomes(judgement, recordings, oracle)
    report.outcomes = tuple(found.get(one.case.id, one) for one in report.outcomes)
    report.readings = seen(judgement, oracle, claims)
    report.chapters = reached(report.outcomes, report.findings, report.rules.chapter_of(report.variant))


def with_causes(judgement: Judgement, oracle: Oracle, rules: HeldTo, look: bool = True) -> tuple[Judgement, tuple[Finding, ...]]:
    """What is found, each with the line that would explain it, where it is to be looked for one; and the judgement, which may be
    another one then: a single line may explain what looked like readings."""
    assignment = judgement.learnt.assignment
    found = findings(judgement, Booker(rules.rulebooks(assignment)), oracle)
    families = rules.families(assignment) if look else None
    if families is None:
        return judgement, found
    localiser = Localiser(judgement, families, oracle)
    simpler = by_one_line(localiser, found, rules)
    if simpler is not None:
        judgement, finding = simpler
        return judgement, (finding,)
    found = ranked(localiser.localised(found))
    beside = beside_readings(localiser, found, rules)
    if beside is not None:
        judgement, finding = beside
        return judgement, (finding,)
    return by_causes(localiser, found), found


def outcomes(judgement: Judgement, recordings: Mapping[str, Recording], oracle: Oracle) -> dict[str, Outcome]:
    """The outcome of every case that was played, by its id."""
    judged = {one.transcript.case.id: one for one in judgement.cases}
    return {
        id: _outcome(judged[id], one, judgement, oracle) if id in judged else _broken_off(_begun(one), one)
        for id, one in recordings.items()
    }


def _begun(recording: Recording) -> Outcome:
    return Outcome(recording.case, Kind.PASSED, share=recording.share)


def _outcome(judged: Judged, recording: Recording, judgement: Judgement, oracle: Oracle) -> Outcome:
    if judged.verdict is Verdict.UNTOLD:
        fields = judged.fields
        untold = replace(_begun(recording), kind=Kind.UNSUPPORTED, step=deciding(recording.case), fields=fields)
        return replace(untold, message=f"it does not tell {' or '.join(fields)}")
    if judged.verdict is Verdict.AGREES and recording.left and len(recording.answers) < len(recording.case.requests):
        # It would have been gone on with; that it is right as far as it went says nothing of what the case is about.
        return replace(_begun(recording), kind=Kind.NOT_RUN)
    if judged.verdict is Verdict.AGREES and recording.ended is None and oracle.explains(recording.transcript, DEFAULTS):
        # Read by default it goes the same way, so no other reading need be told.
        return replace(_begun(recording), shows=judged.shows)
    under = _under(recording, judgement, oracle)
    if judged.verdict is Verdict.AGREES:
        outcome = replace(_begun(recording), under=under, shows=judged.shows)
        # By default it would have gone otherwise: that is another reading, and no fault.
        return replace(outcome, kind=Kind.OTHERREAD) if recording.ended is None else _broken_off(outcome, recording)
    return Outcome(
        case=recording.case,
        kind=KINDS[judged.verdict],
        step=judged.step,
        mismatch=judged.mismatch and shown(judged.mismatch),
        expected=judged.expected,
        found=brief(say_answer(recording.answers[judged.step])) if judged.step is not None else "",
        under=under,
        message=_no_table(judged, recording, judgement, oracle),
        questions=judged.questions,
        stderr=recording.stderr if judged.verdict is Verdict.DEPARTS else "",
        share=recording.share,
        shows=judged.shows,
    )


def _no_table(judged: Judged, recording: Recording, judgement: Judgement, oracle: Oracle) -> str:
    """Why a case was not judged that begins with a table which cannot be, as the questions are read, and how it broke there if it
    did; nothing of any other."""
    if not judged.no_table:
        return ""
    assignment, case = judgement.learnt.assignment, judged.transcript.case
    if oracle.course(case, assignment) is not None:
        return "it takes too long to find what is right there, as it reads the questions"
    # Those each of which, read by default, would leave the table.
    readings = {
        question: reading
        for question, reading in assignment
        if oracle.course(case, oracle.changed(assignment, question, oracle.default(question))) is not None
    }
    broke = "" if recording.ended is None else f"; it broke there: {recording.ended}: {recording.message}"
    return f"there is no such table as it reads {say_readings(readings) or 'the questions'}{broke}"


def _broken_off(outcome: Outcome, recording: Recording) -> Outcome:
    """The outcome of a case in which the implementation could not go on, after answers that are all as the rules have them."""
    assert recording.ended is not None
    unsteady = recording.ended is Kind.UNSTEADY
    step = len(recording.answers) - unsteady
    return replace(outcome, kind=recording.ended, step=step, message=recording.message, stderr=recording.stderr)


def _under(recording: Recording, judgement: Judgement, oracle: Oracle) -> Readings:
    """The readings other than the default that bear on a case as far as it was played, of those that are taken to be followed."""
    case, assignment, until = recording.case, judgement.learnt.assignment, len(recording.answers)
    course, asked = oracle.course(case, assignment), oracle.asked(case)

    def differs(other: Course | None) -> bool:
        if course is None or other is None:
            return course is not other
        return oracle.differ(course, other, until)

    return {
        question: reading
        for question, reading in sorted(assignment)
        if question in asked or differs(oracle.course(case, assignment - {(question, reading)}))
    }
