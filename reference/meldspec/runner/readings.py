"""Which readings of the open questions an implementation is seen to follow, as a report tells it.

To follow a reading that is not the default is no fault, nor is it one that no reading explains all cases about a question: what the
best of them does not explain is found there, case by case. A claim that all cases together exclude is a finding of its own kind.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from meldspec.judge.judgement import Judgement, Verdict
from meldspec.judge.oracle import Oracle
from meldspec.judge.questions import Settled
from meldspec.protocol.case import Case, Readings

DEFAULT = "(default)"
"""Stands for a question's default reading where its name is not known: a case names only the others."""


Witnesses = dict[str, frozenset[str]]
"""Cases which tell readings of a question apart, each with those that what it saw admits."""


@dataclass(frozen=True)
class Seen:
    """What was seen of one question.

    `admitted` are the readings every witness admits: one where it is settled, none where no reading explains all cases.
    `taken` is the reading by which the cases are judged. `claim` is the implementation's own word, `contradicting` the fewest
    witnesses found that disagree, `belying` those that exclude the claim although they agree on another reading. `amiss` are the
    cases that would tell something, and go wrong before they do.
    """

    question: str
    admitted: frozenset[str]
    evidence: Mapping[str, tuple[str, ...]]
    taken: str = ""
    claim: str | None = None
    claim_known: bool = True
    contradicting: Witnesses = field(default_factory=dict)
    belying: Witnesses = field(default_factory=dict)
    amiss: tuple[str, ...] = ()

    @property
    def followed(self) -> str | None:
        """The one reading that is left, if one is."""
        return next(iter(self.admitted)) if len(self.admitted) == 1 else None

    @property
    def failed(self) -> bool:
        """Whether the claim is not borne out."""
        return bool(self.belying)


def known_readings(cases: Iterable[Case], questions: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """The readings of every question that the rules or the cases name, the default first."""
    known = {question: tuple(readings) for question, readings in questions.items()}
    for case in cases:
        for world in case.worlds:
            for question, reading in world.readings.items():
                readings = known.setdefault(question, (DEFAULT,))
                known[question] = readings if reading in readings else (*readings, reading)
    return known


def seen(judgement: Judgement, oracle: Oracle, claims: Readings) -> tuple[Seen, ...]:
    """What was seen of every question with a witness or a claim, by question id.

    A case that goes wrong before it has shown what it is about is no witness: what is wrong there may look like any reading.
    """
    learnt = judgement.learnt
    wrong = {one.transcript.case.id for one in judgement.cases if one.verdict is Verdict.DEPARTS and not one.shows}
    questions = sorted({*learnt.questions, *claims})
    return tuple(_seen(question, learnt.questions.get(question), oracle, claims.get(question), wrong) for question in questions)


def _seen(question: str, settled: Settled | None, oracle: Oracle, claim: str | None, wrong: Collection[str]) -> Seen:
    known = oracle.readings.get(question, ())
    if settled is None:
        return Seen(question, frozenset(known), {}, claim=claim, claim_known=claim in known)
    witnesses = {case: admits for case, admits in settled.evidence.items() if case not in wrong}
    left = frozenset(known).intersection(*witnesses.values())
    # Beside others that are read otherwise, too, more may be left than the cases by themselves leave.
    admitted = left | settled.admitted
    # Where the default's name is not known, a claim that is none of the others may be of it.
    claimed = claim if claim in known else DEFAULT if DEFAULT in known else None
    held = question not in oracle.unseen
    belied = held and claim is not None and claimed is not None and admitted and claimed not in admitted
    return Seen(
        question=question,
        admitted=admitted,
        evidence=_by_reading(witnesses, known),
        taken=settled.reading,
        claim=claim,
        claim_known=claim is None or claimed is not None,
        contradicting=_fewest(witnesses) if held and not admitted else {},
        belying={case: admits for case, admits in witnesses.items() if claimed not in admits} if belied else {},
        # Only what would settle more than is settled without it.
        amiss=tuple(sorted(case for case in settled.evidence.keys() - witnesses.keys() if not admitted <= settled.evidence[case])),
    )


def unsettled(question: str, readings: Iterable[Seen]) -> str:
    """What there is to say beside the reading of a question that a finding rests on, where that is not known to be followed: by the
    others that are left it would go wrong as well."""
    seen = next((one for one in readings if one.question == question), None)
    if seen is None:
        return " (of which no case tells)"
    return "" if len(seen.admitted) < 2 else " (which is not settled)"


def _by_reading(witnesses: Witnesses, known: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The cases that speak for each reading: of those a case admits, the default where it is among them."""
    found: dict[str, list[str]] = {reading: [] for reading in sorted(known)}
    for case, admits in witnesses.items():
        for reading in [known[0]] if known[0] in admits else sorted(admits):
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
