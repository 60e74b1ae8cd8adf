"""Which single line, spoilt, would explain what an implementation answers: findings that one line explains are one finding."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from meldspec.corpus.expect import Trace, first_divergence, trace
from meldspec.corpus.family import Alternative, RulebookFamily
from meldspec.engine.verdict import Unanswered
from meldspec.judge.judgement import Judged, Judgement, Verdict
from meldspec.judge.oracle import Transcript
from meldspec.position.request import NoPosition
from meldspec.protocol.case import Case
from meldspec.protocol.comparison import compare
from meldspec.protocol.messages import ActRequest
from meldspec.table.faults import RulesFault

Families = Callable[[Case], RulebookFamily]
"""The rulebook that the answers to a case are held to, with its mutants; the same one for cases of the same options."""
BUDGET = 1_000
"""How many acts the look-ahead of a spoilt rulebook may try over one case."""
DEPARTURES = 24
"""So many departures of different sorts are looked into; who departs in more is wrong in more than single lines."""


@dataclass(frozen=True)
class Cause:
    """A line which, spoilt in one way, gives the answers of all these cases, and of all others what they were."""

    clause: str
    line: str
    what: str
    cases: frozenset[str]


@dataclass
class _Search:
    """The cases of a judgement, and the spoilt lines that were found to explain some of them."""

    families: Families
    departing: Sequence[Judged]
    agreeing: Sequence[Transcript]
    traces: dict[str, Trace | None] = field(default_factory=dict)

    def trace(self, case: Case) -> Trace | None:
        """A case played by the true rules; None where these come to no end."""
        if case.id not in self.traces:
            try:
                self.traces[case.id] = trace(self.families(case).referee, case.requests)
            except (NoPosition, RulesFault, Unanswered, ValueError):
                self.traces[case.id] = None
        return self.traces[case.id]

    def explains(self, spoilt: Alternative, one: Judged) -> bool:
        """Whether a spoilt rulebook goes as the true one up to the departure of a case, and there as the implementation."""
        played, step = self.trace(one.transcript.case), one.step
        if played is None or step is None:
            return False
        found = first_divergence(spoilt.rulebook, played[: step + 1], spoilt.difference, BUDGET)
        if found is None or found.number != step or found.answer is None:
            return False
        return compare(found.answer, one.transcript.answers[step]) is None

    def keeps(self, spoilt: Alternative, transcript: Transcript) -> bool:
        """Whether a spoilt rulebook answers a case as the implementation, which answers it rightly."""
        played = self.trace(transcript.case)
        if played is None:
            return True
        found = first_divergence(spoilt.rulebook, played[: len(transcript.answers)], spoilt.difference, BUDGET)
        return found is None or found.answer is None or compare(found.answer, transcript.answers[found.number]) is None


def causes(judgement: Judgement, families: Families) -> tuple[Cause, ...]:
    """The causes of what departs, those of the most cases first; what no single line explains has none.

    A spoilt line counts only if it contradicts nothing that the implementation answers rightly.
    """
    departing = [one for one in judgement.cases if one.verdict is Verdict.DEPARTS]
    agreeing = [one.transcript for one in judgement.cases if one.verdict is Verdict.AGREES]
    search = _Search(families, departing, agreeing)
    left = {one.transcript.case.id: one for one in departing}
    found: list[Cause] = []
    about = {one.transcript.case.id: one.transcript.case.subject for one in departing}

    def rank(one: tuple[Spoilt, set[str]]) -> tuple[int, int, Spoilt]:
        """Those of the most cases first; of as many the one whose clause more of them are about."""
        (clause, line, what), explained = one
        return -len(explained), -sum(about[case] == clause for case in explained), (clause, line, what)

    for spoilt, explained in sorted(_candidates(search).items(), key=rank):
        cases = explained & left.keys()
        if cases and _keeps_all(search, spoilt):
            found.append(Cause(spoilt[0], spoilt[1], spoilt[2], frozenset(cases)))
            left = {case: one for case, one in left.items() if case not in cases}
    return tuple(found)


Spoilt = tuple[str, str, str]
"""A clause, one of its lines, and what is done to that."""


def _candidates(search: _Search) -> dict[Spoilt, set[str]]:
    """The spoilt lines that explain one departure of a sort, each with all cases that it explains."""
    found: dict[Spoilt, set[str]] = {}
    for one in _first_of_each_sort(search.departing):
        for name, spoilt in _mutants(search.families(one.transcript.case)):
            if name not in found and search.explains(spoilt, one):
                found[name] = set(_explained(search, name))
    return found


def _explained(search: _Search, name: Spoilt) -> Iterator[str]:
    for one in search.departing:
        spoilt = _named(search, one.transcript.case, name)
        if spoilt is not None and search.explains(spoilt, one):
            yield one.transcript.case.id


def _keeps_all(search: _Search, name: Spoilt) -> bool:
    """Whether a spoilt line contradicts no case that is answered rightly."""
    for transcript in search.agreeing:
        spoilt = _named(search, transcript.case, name)
        if spoilt is not None and not search.keeps(spoilt, transcript):
            return False
    return True


def _named(search: _Search, case: Case, name: Spoilt) -> Alternative | None:
    """The rulebook of a case with a line spoilt; None where its options know no such line."""
    family = search.families(case)
    return next((spoilt for known, spoilt in _mutants(family, (name[0],)) if known == name), None)


def _mutants(family: RulebookFamily, clauses: Iterable[str] | None = None) -> Iterator[tuple[Spoilt, Alternative]]:
    """The mutants of some clauses, or of all, by their names."""
    for spoilt in family.mutants(family.by_clause if clauses is None else clauses):
        assert spoilt.mutant is not None
        tag = spoilt.mutant.tag
        yield (tag.clause, tag.line, str(spoilt.mutant).removeprefix(f"{tag.line}: ")), spoilt


def _first_of_each_sort(departing: Iterable[Judged]) -> list[Judged]:
    """The shortest departure of each sort: the act, and in what it is answered otherwise."""
    found: dict[tuple[object, ...], Judged] = {}
    for one in sorted(departing, key=lambda one: (one.step or 0, one.transcript.case.id)):
        assert one.step is not None and one.mismatch is not None
        request = one.transcript.case.requests[one.step]
        act = request.action.type if isinstance(request, ActRequest) else request.cmd
        fields = tuple(sorted({difference.where.partition("[")[0] for difference in one.mismatch.differences}))
        found.setdefault((act, one.mismatch.kind, fields), one)
    return list(found.values())[:DEPARTURES]


def families_of(make: Callable[[Mapping[str, object]], RulebookFamily]) -> Families:
    """Families by the options of cases, each made once."""
    made: dict[tuple[tuple[str, object], ...], RulebookFamily] = {}

    def family(case: Case) -> RulebookFamily:
        key = tuple(sorted(case.options.items()))
        if key not in made:
            made[key] = make(case.options)
        return made[key]

    return family
