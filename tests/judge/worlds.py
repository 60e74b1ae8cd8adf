"""The reference in the world of an assignment of readings, recorded as a run records it and then judged."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tests.judge.spoilt import answers_under, cases_of, held_to, rules

from meldspec.judge.judgement import Judgement, Verdict, by_lesson, lesson
from meldspec.judge.learn import Learnt
from meldspec.judge.oracle import Assignment, Oracle, Transcript, agrees
from meldspec.protocol.case import Case
from meldspec.protocol.comparison import telling_cells
from meldspec.protocol.courses import courses
from meldspec.protocol.messages import Expected
from meldspec.runner.playing import ROUNDS

Readings = Mapping[str, str]
FORGOTTEN = 2
"""What is expected under assignments of so many readings or more is forgotten from world to world: it comes up in no other."""


@dataclass(frozen=True)
class Came:
    """What the judge makes of one world: the cases held against it and those that stay undecided, the questions of which it is said
    that they are read as they are not, and whether the assignment was learnt as it is."""

    exactly: bool
    findings: tuple[str, ...]
    undecided: tuple[str, ...]
    belied: tuple[str, ...]
    otherwise: tuple[str, ...]
    """How it was learnt otherwise."""

    @property
    def what(self) -> str:
        """The column of the table in which it is counted."""
        if self.findings:
            return "findings"
        if self.undecided:
            return "undetermined"
        return "exactly" if self.exactly else "alike"


def came_of(oracle: Oracle, cases: Sequence[Case], readings: Readings, company: bool = True) -> Came:
    """What the judge makes of the reference in a world, by some cases; without `company` it is not looked for what else would give
    all answers, which takes longer than all besides, and of no question it is known whether it is said to be read as it is not."""
    judgement = judged_in(oracle, cases, readings, company)
    learnt, truth = judgement.learnt, assignment_of(oracle, readings)
    names: dict[Verdict, list[str]] = {verdict: [] for verdict in Verdict}
    for one in judgement.cases:
        names[one.verdict].append(one.transcript.case.id)
    otherwise = sorted(question for question, _ in learnt.assignment ^ truth)
    return Came(
        not otherwise,
        tuple(names[Verdict.DEPARTS]),
        tuple(names[Verdict.UNDECIDED]),
        tuple(belied(oracle, learnt, truth)) if company else (),
        tuple(f"{question} = {oracle.reading(learnt.assignment, question)}" for question in dict.fromkeys(otherwise)),
    )


def belied(oracle: Oracle, learnt: Learnt, truth: Assignment) -> list[str]:
    """The questions of which it is said that they are not read as they are read."""
    return [name for name, seen in learnt.questions.items() if oracle.reading(truth, name) not in seen.admitted]


def assignment_of(oracle: Oracle, readings: Readings) -> Assignment:
    """Readings as an assignment: those that are not the default."""
    return frozenset((question, reading) for question, reading in readings.items() if reading != oracle.default(question))


def judged_in(oracle: Oracle, cases: Sequence[Case], readings: Readings, company: bool = True) -> Judgement:
    """The judgement on the reference in a world by some cases, recorded as a run does it.

    A case is left at the first answer that it names for no reading, and played on where what was learnt by then explains all of it.
    Where the world has no such table nothing is recorded.
    """
    played = (answers_under(case, readings) for case in cases)
    whole = {one.case.id: one for one in played if one.answers}
    recorded = {name: as_far_as_named(one) for name, one in whole.items()}
    taught = lesson(oracle, list(recorded.values()))
    for _ in range(ROUNDS):
        learnt = taught.learnt.assignment
        left = [
            name for name, one in recorded.items() if len(one.answers) < len(whole[name].answers) and oracle.explains(one, learnt)
        ]
        if not left:
            break
        recorded |= {name: as_far_as_learnt(whole[name], oracle, learnt) for name in left}
        taught = lesson(oracle, list(recorded.values()))
    return by_lesson(oracle, list(recorded.values()), taught, company)


def as_far_as_named(transcript: Transcript) -> Transcript:
    """A transcript up to the first answer that the case names for no reading."""
    case, live = transcript.case, [one.expect for one in courses(transcript.case)]
    for step, answer in enumerate(transcript.answers):
        live = [course for course in live if agrees(course[step], answer)]
        if not live:
            return Transcript(case, transcript.answers[: step + 1])
    return transcript


def as_far_as_learnt(transcript: Transcript, oracle: Oracle, learnt: Assignment) -> Transcript:
    """A transcript up to the first answer that is not the one of an assignment."""
    step = oracle.departure(transcript, learnt)
    return transcript if step is None else Transcript(transcript.case, transcript.answers[: step + 1])


# ── which worlds ────────────────────────────────────────────────────────────────────────────────────────────


def single(variant: str) -> Iterator[Readings]:
    """One other reading at a time."""
    for question, readings in sorted(rules().readings(variant).items()):
        yield from ({question: reading} for reading in readings[1:])


def entangled(variant: str) -> Iterator[Readings]:
    """Two other readings of questions that show in one case in the same places of the same answer, or that it names together."""
    known = rules().readings(variant)
    pairs = {pair for case in cases_of(variant) for pair in _entangled_in(case)}
    for first, second in sorted(pairs):
        if first in known and second in known:
            yield from ({first: one, second: two} for one in known[first][1:] for two in known[second][1:])


def _entangled_in(case: Case) -> Iterator[tuple[str, str]]:
    """The pairs of questions whose readings show in the same places of an answer to a case."""
    shown: dict[str, set[tuple[int, str]]] = {}
    for world in case.worlds:
        yield from combinations(sorted(world.readings), 2)
        for question in world.readings:
            shown.setdefault(question, set()).update(_shown(case, world.start, world.expect))
    for one, other in combinations(sorted(shown), 2):
        if shown[one] & shown[other]:
            yield one, other


def _shown(case: Case, start: int, expect: tuple[Expected, ...]) -> Iterator[tuple[int, str]]:
    """Where answers differ from those by default."""
    for step, said in enumerate(expect, start):
        yield from ((step, cell) for cell in telling_cells(said, case.expect[step]))


def at_random(variant: str, number: int, seed: int) -> Iterator[Readings]:
    """So many worlds in which each question is read as a die falls, each from a seed of its own."""
    for one in range(number):
        die = random.Random(f"{variant} {seed} {one}")
        yield {question: die.choice(readings) for question, readings in sorted(rules().readings(variant).items())}


def drawn(cases: Sequence[Case], one_in: int, world: str) -> list[Case]:
    """One case in so many, drawn for a world by its name, so that other worlds are held against other cases."""
    return [case for case in cases if one_in == 1 or random.Random(f"{world} {case.id}").random() < 1 / one_in]


def forget(oracle: Oracle) -> None:
    """Forget what comes up in no other world."""
    oracle.compared.clear()
    for key in [key for key in oracle.kept if len(key[1]) >= FORGOTTEN]:
        del oracle.kept[key]


def oracle_in(variant: str) -> Oracle:
    """The rules of a game, asked as a run asks them."""
    held = held_to(variant)
    return held.oracle(held.readings)
