"""Departures to findings: one cause, once, under the name of the line that it is booked on."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from meldspec.judge.booking import Booked, Booker, Sort
from meldspec.judge.judgement import Judged, Judgement, Verdict
from meldspec.judge.localise import Cause
from meldspec.judge.oracle import Oracle

LOOKED_AT = 3
"""Of so many cases of a finding, the shortest ones, it is looked into what they rest on."""


class Certainty(IntEnum):
    """How sure a finding is, the surest first."""

    HOWEVER_READ = 0
    """Whatever readings are chosen, in one of its cases no reading of a single question has that answer."""
    AS_READ = 1
    """It rests on how the implementation is seen, or claims, to read some questions."""


@dataclass(frozen=True)
class Finding:
    """What an implementation does otherwise than the rules, once, with all cases in which that shows first.

    `clause` and `lines` are what it is booked on: no lines where none is known to decide it, and then the clause is the one that the
    case is about. `cause` is the line which, spoilt in one way, would answer so in all of the cases, where there is one. `rests_on`
    are questions of which another reading would have other answers up to there, with the reading that is taken.
    """

    sort: Sort
    clause: str
    lines: tuple[str, ...]
    booked: tuple[Booked, ...]
    certainty: Certainty
    rests_on: tuple[tuple[str, str], ...] = ()
    cause: Cause | None = None

    @property
    def cases(self) -> tuple[str, ...]:
        """The ids of its cases, the shortest first."""
        return tuple(one.judged.transcript.case.id for one in self.booked)

    @property
    def shortest(self) -> Booked:
        """The case that shows it soonest."""
        return self.booked[0]

    @property
    def about(self) -> Counter[str]:
        """The clauses that its cases are about, beside its own: what cannot be judged because of it."""
        return Counter(one.judged.transcript.case.subject for one in self.booked)


def findings(judgement: Judgement, booker: Booker, oracle: Oracle, causes: Sequence[Cause] = ()) -> tuple[Finding, ...]:
    """All findings of a judgement, the surest first, of as sure ones those of the most cases."""
    booked = {one.transcript.case.id: booker.booked(one) for one in judgement.cases if one.verdict is Verdict.DEPARTS}
    groups: list[tuple[Cause | None, list[Booked]]] = []
    for cause in causes:
        groups.append((cause, [booked.pop(case) for case in sorted(cause.cases) if case in booked]))
    groups += [(None, group) for group in _by_key(booked.values())]
    found = [_finding(group, cause, judgement, oracle) for cause, group in groups if group]
    return tuple(sorted(found, key=lambda one: (one.certainty, -len(one.booked), one.clause, one.lines)))


def _by_key(booked: Iterable[Booked]) -> list[list[Booked]]:
    """Departures that are one finding, together: of the same sort, on the same line."""
    departures = sorted(booked, key=_length)
    # Where several lines decide, the one is meant that is to blame elsewhere, too, where it decides alone.
    alone = Counter((one.sort, one.lines[0].line) for one in departures if len(one.lines) == 1)
    groups: dict[tuple[object, ...], list[Booked]] = {}
    for one in departures:
        groups.setdefault(_key(one, alone), []).append(one)
    return list(groups.values())


def _key(one: Booked, alone: Counter[tuple[Sort, str]]) -> tuple[object, ...]:
    if not one.lines:
        return one.sort, one.done, one.fields
    return one.sort, max((tag.line for tag in one.lines), key=lambda line: alone[one.sort, line])


def _length(one: Booked) -> tuple[int, str]:
    return _step(one.judged), one.judged.transcript.case.id


def _step(judged: Judged) -> int:
    assert judged.step is not None, "a departure is at some request"
    return judged.step


def _finding(group: list[Booked], cause: Cause | None, judgement: Judgement, oracle: Oracle) -> Finding:
    group = sorted(group, key=_length)
    first, rests_on = group[0], _rests_on(group, judgement, oracle)
    alone = Counter(tag for one in group for tag in one.lines)
    if cause is not None:
        clause, lines = cause.clause, (cause.line,)
    elif alone:
        # The one that they have in common comes first; the others of the first case are named with it.
        common = max(first.lines, key=lambda tag: alone[tag])
        rest = (tag.line for tag in first.lines if tag != common)
        clause, lines = common.clause, (common.line, *rest)
    else:
        clause, lines = first.judged.transcript.case.subject, ()
    certainty = Certainty.AS_READ if rests_on else Certainty.HOWEVER_READ
    return Finding(first.sort, clause, lines, tuple(group), certainty, rests_on, cause)


def _rests_on(group: Sequence[Booked], judgement: Judgement, oracle: Oracle) -> tuple[tuple[str, str], ...]:
    """The questions that bear on the cases of a finding, each with the reading that is taken; none where they bear on no answer of
    one of its shortest cases."""
    fewest: tuple[tuple[str, str], ...] | None = None
    for one in group[:LOOKED_AT]:
        assignment, case = judgement.learnt.assignment, one.judged.transcript.case
        bearing = sorted(oracle.bearing(case, assignment, _step(one.judged), oracle.readings))
        found = tuple((question, oracle.reading(assignment, question)) for question in bearing)
        if fewest is None or len(found) < len(fewest):
            fewest = found
    return fewest or ()
