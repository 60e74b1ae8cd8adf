"""Departures to findings: one cause, once, under the name of the line that it is booked on."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from meldspec.book.core import clause_of_line, clause_of_question
from meldspec.judge.booking import Booked, Booker, Sort
from meldspec.judge.judgement import Judgement, Verdict
from meldspec.judge.oracle import Assignment, Oracle
from meldspec.protocol.case import ALLOWS, deciding

LOOKED_AT, TURNED = 3, 9
"""Of so many cases of a finding, the shortest ones, it is looked into what they rest on, and on which questions they turn."""
Name = tuple[str, str]
"""A line, and what is done to it."""
Taken = tuple[tuple[str, str], ...]
"""Questions, each with the reading that is taken."""


class Certainty(IntEnum):
    """How sure a finding is, the surest first."""

    HOWEVER_READ = 0
    """In one of its cases no other reading of any single question has another answer up to there."""
    HOWEVER_PUBLISHED = 1
    """In one of its cases only readings that no publication has, but programs, have other answers up to there."""
    AS_READ = 2
    """It rests on how the implementation is seen, or claims, to read some questions."""
    AS_PROGRAMS_READ = 3
    """It rests on a reading that it is seen, or claims, to follow, and that only programs have: no publication says so."""


@dataclass(frozen=True)
class Cause:
    """A line which, spoilt so, gives the answers of all cases of a finding, and of all others what they were."""

    line: str
    what: str

    @property
    def clause(self) -> str:
        """The clause of the line."""
        return clause_of_line(self.line)


@dataclass(frozen=True)
class Finding:
    """What an implementation does otherwise than the rules, once, with all cases in which that shows first.

    `clause` and `lines` are what it is booked on: no lines where none is known to decide it, and then the clause is the one that
    the case is about. `rests_on` are questions of which another reading would have other answers up to there, with the reading
    that is taken. `cause` is the line which, spoilt in one way, would answer so in all of the cases, where there is one.
    `booked_as` are the sorts and lines, or clauses, of those that are one in it, as they were booked before a cause was looked for.
    """

    sort: Sort
    clause: str
    lines: tuple[str, ...]
    booked: tuple[Booked, ...]
    rests_on: Taken = ()
    certainty: Certainty = Certainty.HOWEVER_READ
    """How sure it is."""
    cause: Cause | None = None
    booked_as: tuple[tuple[Sort, str], ...] = ()

    @property
    def at(self) -> str:
        """The line on which it is booked first of all, or the clause, where no line is known to decide it."""
        return self.lines[0] if self.lines else self.clause

    @property
    def cases(self) -> tuple[str, ...]:
        """The ids of its cases, the shortest first."""
        return tuple(one.judged.transcript.case.id for one in self.booked)

    @property
    def shortest(self) -> Booked:
        """The case that shows it soonest."""
        return self.booked[0]


def findings(judgement: Judgement, booker: Booker, oracle: Oracle) -> tuple[Finding, ...]:
    """All findings of a judgement, the surest first, of as sure ones those of the most cases."""
    booked = [booker.booked(one) for one in judgement.cases if one.verdict is Verdict.DEPARTS]
    return ranked(finding_of(group, judgement, oracle) for group in _by_key(booked))


def ranked(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings in the order in which they are told."""
    return tuple(sorted(found, key=lambda one: (one.certainty, -len(one.booked), one.clause, one.lines, one.cases)))


def merged(same: Sequence[Finding]) -> Finding:
    """Findings that are one, under the name of the first, and as sure as the surest."""
    surest = min(same, key=lambda one: one.certainty)
    booked = sorted((one for finding in same for one in finding.booked), key=_length)
    names = dict.fromkeys(name for finding in same for name in finding.booked_as)
    whole = replace(same[0], booked=tuple(booked), booked_as=tuple(names))
    return replace(whole, certainty=surest.certainty, rests_on=surest.rests_on)


def _by_key(booked: Iterable[Booked]) -> list[list[Booked]]:
    """Departures that are one finding, together: of the same sort, on the same line."""
    departures = sorted(booked, key=_length)
    # Where several lines decide, the one is meant that is to blame elsewhere, too, where it decides alone; or which most of the
    # cases are about in which the same lines decide.
    alone = Counter((one.sort, one.lines[0]) for one in departures if len(one.lines) == 1)
    meant = Counter((_together(one), line) for one in departures for line in one.lines if clause_of_line(line) in _about(one))
    groups: dict[tuple[object, ...], list[Booked]] = {}
    for one in departures:
        if one.lines:
            line = max(one.lines, key=lambda line: (alone[one.sort, line], meant[_together(one), line]))
            groups.setdefault((one.sort, line), []).append(one)
        else:
            # Of points that come out otherwise in all sorts of deals the cases say no more than that.
            subject = "" if one.sort is Sort.POINTS else one.judged.transcript.case.subject
            groups.setdefault((one.sort, subject, one.done, one.fields), []).append(one)
    return list(groups.values())


def _together(one: Booked) -> tuple[Sort, frozenset[str]]:
    """The sort of a departure, with the lines that decide there together."""
    return one.sort, frozenset(one.lines)


def _about(one: Booked) -> set[str]:
    """The clauses that the case of a departure is about, itself or by its questions."""
    about = one.judged.transcript.case.about
    return {*about.clauses, *map(clause_of_question, about.questions)}


def _length(one: Booked) -> tuple[int, str]:
    return one.judged.departure, one.judged.transcript.case.id


def finding_of(group: Sequence[Booked], judgement: Judgement, oracle: Oracle) -> Finding:
    """The finding that some departures of one key are, the shortest first."""
    first, (certainty, rests_on) = group[0], _rests_on(group, judgement, oracle)
    if not first.lines:
        subject = _subject(group)
        return Finding(first.sort, subject, (), tuple(group), rests_on, certainty, booked_as=((first.sort, subject),))
    # The line that they have in common comes first; the others of the first case are named with it.
    often = Counter(line for one in group for line in one.lines)
    about = Counter(clause for one in group for clause in _about(one))
    common = max(first.lines, key=lambda line: (often[line], about[clause_of_line(line)]))
    lines = (common, *(line for line in first.lines if line != common))
    clause = _allowed(group) or _turning(group, judgement, oracle) or clause_of_line(common)
    return Finding(first.sort, clause, lines, tuple(group), rests_on, certainty, booked_as=((first.sort, common),))


def _subject(group: Sequence[Booked]) -> str:
    """What most of some departures are about, of points first of all the clauses that give such."""
    rulebook = group[0].rulebook
    awards = () if rulebook is None else rulebook.selection.chosen(rulebook.sheet.awards)
    giving = {line.tag.clause for line in awards} if group[0].sort is Sort.POINTS else set()
    often = Counter(one.judged.transcript.case.subject for one in group)
    return max(often, key=lambda subject: (subject in giving, often[subject]))


def _allowed(group: Sequence[Booked]) -> str | None:
    """The clause under which most of some wrongly refused acts are allowed by a hair: each of their cases was made for that, and
    departs at the act that it is about. The line that permits an act is that of every other such act as well."""
    if group[0].sort is not Sort.REFUSED:
        return None
    cases = [one.judged.transcript.case for one in group if one.judged.step == deciding(one.judged.transcript.case)]
    often = Counter(case.subject for case in cases if case.purpose == ALLOWS)
    clause, count = next(iter(often.most_common(1)), (None, 0))
    return clause if 2 * count > len(group) else None


def _turning(group: Sequence[Booked], judgement: Judgement, oracle: Oracle) -> str | None:
    """The clause on which the departures of a finding turn, where the line that it is booked on is of the most general sort, which
    permits an act, or says what makes a meld. It is the one clause with questions of which another reading answers just that
    request otherwise in more than half of the shortest cases."""
    if group[0].sort not in (Sort.REFUSED, Sort.LABEL):
        return None
    oracle, often = oracle.of_anybody(), Counter[str]()
    some = group[:TURNED]
    for one in some:
        case, step, assignment = one.judged.transcript.case, one.judged.departure, judgement.learnt.assignment
        before = set(oracle.bearing(case, assignment, step - 1, oracle.readings))
        there = oracle.bearing(case, assignment, step, oracle.readings.keys() - before)
        often.update({clause_of_question(question) for question in there})
    most = [clause for clause, count in often.items() if 2 * count > len(some) and count == max(often.values())]
    return most[0] if len(most) == 1 else None


def _rests_on(group: Sequence[Booked], judgement: Judgement, oracle: Oracle) -> tuple[Certainty, Taken]:
    """How sure a finding is, and the questions that bear on its cases, each with the reading that is taken: those of one of its
    shortest cases which shows it the surest; none where none bears on any answer there."""
    found = (_rests_one_on(one, judgement.learnt.assignment, oracle.of_anybody()) for one in group[:LOOKED_AT])
    return min(found, key=lambda one: (one[0], len(one[1])))


def _rests_one_on(booked: Booked, assignment: Assignment, oracle: Oracle) -> tuple[Certainty, Taken]:
    case, step = booked.judged.transcript.case, booked.judged.departure
    bearing = sorted(oracle.bearing(case, assignment, step, oracle.readings))
    taken = tuple((question, oracle.reading(assignment, question)) for question in bearing)
    if not taken:
        return Certainty.HOWEVER_READ, taken
    if not oracle.of_programs.isdisjoint(taken):
        return Certainty.AS_PROGRAMS_READ, taken
    published = any(True for _ in oracle.bearing(case, assignment, step, bearing, oracle.of_programs))
    return Certainty.AS_READ if published else Certainty.HOWEVER_PUBLISHED, taken
