"""Who has one line wrong, and reads every question as he claims, or by default.

One wrong line may look like several readings in the cases that it bears on, and like something else that is wrong in the rest.
Where that line alone gives every answer that was recorded, it is what there is to tell: it takes less to believe than all of these.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from meldspec.judge.booking import Booker, RulebookOf
from meldspec.judge.excuses import Excuses
from meldspec.judge.findings import Finding, findings
from meldspec.judge.judgement import Judgement, Verdict, held
from meldspec.judge.learn import Learnt, claimed
from meldspec.judge.localise import Families, Localiser
from meldspec.judge.oracle import Assignment, Oracle
from meldspec.judge.questions import Settled

MANY = 6
"""Where more is found than so, no single line is looked for."""


def by_one_line(
    judgement: Judgement,
    found: Sequence[Finding],
    oracle: Oracle,
    rulebooks: Callable[[Assignment], RulebookOf | None],
    families: Callable[[Assignment], Families | None],
) -> tuple[Judgement, Finding] | None:
    """What cases come to, and what is found, where one line spoilt and no question read otherwise gives all answers; none where
    nothing was found, where no question was thought to be read otherwise, or where no such line is come upon."""
    base = claimed(oracle, judgement.learnt.claims)
    if not found or len(found) > MANY or judgement.learnt.assignment == base:
        return None
    made, rulebook_of = families(base), rulebooks(base)
    if made is None or rulebook_of is None:
        return None
    transcripts = [one.transcript for one in judgement.cases]
    excuses = Excuses(oracle, _settled(judgement.learnt, base, oracle), transcripts, closely=False)
    plainly = Judgement(excuses.learnt, tuple(held(excuses, one) for one in transcripts))
    finding = Localiser(plainly, made, oracle).as_one(findings(plainly, Booker(rulebook_of), oracle))
    return None if finding is None else (_told(judgement.learnt, plainly), finding)


def _settled(learnt: Learnt, base: Assignment, oracle: Oracle) -> Learnt:
    """What would be learnt of who reads every question so, and no other way is open."""
    so_read = {question: oracle.reading(base, question) for question in oracle.readings}
    questions = {name: Settled(name, reading, frozenset((reading,)), {}) for name, reading in so_read.items()}
    return replace(learnt, assignment=base, questions=questions)


def _told(learnt: Learnt, plainly: Judgement) -> Judgement:
    """The judgement with what the cases show of each question that do not depart: of the others the line is to blame."""
    departing = {one.transcript.case.id for one in plainly.cases if one.verdict is Verdict.DEPARTS}
    questions: dict[str, Settled] = {}
    for name, one in learnt.questions.items():
        evidence = {case: admits for case, admits in one.evidence.items() if case not in departing}
        reading = plainly.learnt.questions[name].reading
        if evidence and all(reading in admits for admits in evidence.values()):
            questions[name] = replace(one, reading=reading, admitted=frozenset.intersection(*evidence.values()), evidence=evidence)
    return replace(plainly, learnt=replace(plainly.learnt, questions=questions))
