"""Which readings of the open questions an implementation follows, seen in what it answered.

Each case that tells readings of a question apart leaves some of them admissible and rules out the others: one
that passed rules out every world which died in it; one that went another world's way admits that world's
reading alone. What all cases admit together is what the implementation follows. Where nothing is left, it
contradicts itself; where its own claim is ruled out, the claim is false. To follow a reading that is not the
default is no fault.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from meldspec.protocol.case import Case, Readings
from meldspec.runner.outcome import Kind, Outcome

DEFAULT = "(default)"
"""Stands for a question's default reading where its name is not known: a case names only the others."""


Witnesses = dict[str, frozenset[str]]
"""Cases which tell readings of a question apart, each with those that what it saw admits."""


@dataclass(frozen=True)
class Seen:
    """What was seen of one question.

    `admitted` are the readings every witness admits: one where it is settled, none where the implementation
    contradicts itself. `claim` is its own word, `contradicting` the fewest witnesses found that disagree.
    """

    question: str
    admitted: frozenset[str]
    evidence: Mapping[str, tuple[str, ...]]
    claim: str | None = None
    claim_known: bool = True
    contradicting: Witnesses = field(default_factory=dict)
    belying: Witnesses = field(default_factory=dict)

    @property
    def followed(self) -> str | None:
        """The one reading that is left, if one is."""
        return next(iter(self.admitted)) if len(self.admitted) == 1 else None

    @property
    def failed(self) -> bool:
        """Whether two cases contradict each other, or the claim is contradicted by a case."""
        return bool(self.contradicting or self.belying)


@dataclass
class Evidence:
    """The witnesses to each question so far. `known` are the readings of each question that the cases and the book name."""

    defaults: Mapping[str, str]
    known: Mapping[str, frozenset[str]]
    claims: Readings
    witnesses: defaultdict[str, dict[str, frozenset[str]]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, outcome: Outcome) -> None:
        """Take in what a case saw, instead of what it said before; a case that failed says nothing."""
        for witnesses in self.witnesses.values():
            witnesses.pop(outcome.case.id, None)
        for question, admits in _admitted(outcome, self.known):
            self.witness(question, outcome.case.id, admits)

    def witness(self, question: str, case: str, admits: frozenset[str]) -> None:
        """Take in what a case says of one question, instead of what it said before; one that admits all says nothing."""
        self.witnesses[question].pop(case, None)
        if admits != self.known[question]:
            self.witnesses[question][case] = admits

    def vector(self) -> dict[str, str]:
        """The readings other than the default that are seen so far, or claimed where nothing is settled."""
        # A claim about a question that neither the corpus nor the rules know is of no use here.
        questions = [one for one in {**self.known, **self.claims} if one in self.known or one in self.defaults]
        likely = {question: self._likely(question) for question in questions}
        return {question: reading for question, reading in likely.items() if reading != self.default(question)}

    def _likely(self, question: str) -> str:
        """The reading that a question seems to have: the claim or the default, if the evidence leaves either."""
        if question not in self.known:
            return self.claims[question]
        admitted = self.admitted(question)
        preferred = [self.claims.get(question, ""), self.default(question), *sorted(admitted)]
        return next((reading for reading in preferred if reading in admitted), self.default(question))

    def admitted(self, question: str) -> frozenset[str]:
        """The readings of a question that every witness admits."""
        return self.known[question].intersection(*self.witnesses[question].values())

    def default(self, question: str) -> str:
        """The name of a question's default reading, as far as it is known."""
        return self.defaults.get(question, DEFAULT)

    def seen(self) -> tuple[Seen, ...]:
        """What was seen of every question with a witness or a claim, by question id."""
        questions = {q for q, witnesses in self.witnesses.items() if witnesses} | self.claims.keys()
        return tuple(self._seen(question) for question in sorted(questions))

    def _seen(self, question: str) -> Seen:
        if question not in self.known:
            return Seen(question, frozenset(), {}, self.claims[question], claim_known=False)
        witnesses = self.witnesses[question]
        admitted = self.admitted(question)
        claim = self.claims.get(question)
        claimed = self._claimed(question, claim)
        return Seen(
            question=question,
            admitted=admitted,
            evidence=_by_reading(witnesses, self.known[question], self.default(question)),
            claim=claim,
            claim_known=claim is None or claimed is not None,
            contradicting={} if admitted else _fewest(witnesses),
            belying={case: admits for case, admits in witnesses.items() if claimed is not None and claimed not in admits},
        )

    def _claimed(self, question: str, claim: str | None) -> str | None:
        """The reading that is claimed; where the default has no known name, any unknown name means it."""
        if claim is None or claim in self.known[question]:
            return claim
        # Without the rules the name of the default is not known, and whatever the corpus does not name must mean it.
        return None if question in self.defaults else DEFAULT


def evidence_for(cases: Iterable[Case], claims: Readings, defaults: Mapping[str, str]) -> Evidence:
    """No evidence yet, for the questions of which some case has a world."""
    known: dict[str, set[str]] = {}
    for case in cases:
        for world in case.worlds:
            for question, reading in world.readings.items():
                known.setdefault(question, {defaults.get(question, DEFAULT)}).add(reading)
    return Evidence(defaults, {q: frozenset(readings) for q, readings in known.items()}, claims)


def _admitted(outcome: Outcome, known: Mapping[str, frozenset[str]]) -> Iterable[tuple[str, frozenset[str]]]:
    """Question and admitted readings, for each question the outcome is evidence of."""
    if outcome.kind is Kind.PASSED:
        dead: dict[str, set[str]] = {}
        for readings in outcome.dead:
            # Of a world of several readings only their joint absence is known, which settles none of them.
            if len(readings) == 1:
                ((question, reading),) = readings.items()
                dead.setdefault(question, set()).add(reading)
        return [(question, known[question] - ruled_out) for question, ruled_out in dead.items()]
    if outcome.kind is Kind.OTHERREAD:
        common = set.intersection(*(set(readings) for readings in outcome.alive))
        return [(question, frozenset(r[question] for r in outcome.alive)) for question in sorted(common)]
    return []


def _by_reading(witnesses: Witnesses, known: frozenset[str], default: str) -> dict[str, tuple[str, ...]]:
    """The cases that speak for each reading: of those a case admits, the default where it is among them."""
    found: dict[str, list[str]] = {reading: [] for reading in sorted(known)}
    for case, admits in witnesses.items():
        for reading in [default] if default in admits else sorted(admits):
            found[reading].append(case)
    return {reading: tuple(cases) for reading, cases in found.items() if cases}


def _fewest(witnesses: Witnesses) -> Witnesses:
    """Few witnesses that leave nothing admitted together: two where two suffice."""
    # One witness for each set of readings will do, the earliest: the last that is put in stays.
    left = {admits: case for case, admits in reversed(witnesses.items())}
    for admits in tuple(left):
        without = left.keys() - {admits}
        if without and not frozenset.intersection(*without):
            del left[admits]
    return {case: admits for admits, case in reversed(left.items())}
