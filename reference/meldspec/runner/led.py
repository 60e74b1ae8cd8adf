"""Cases that begin with a position, for an implementation that takes none: it is led to the table by the witness of the case.

What it does on the way there is no part of the case: who departs before has not come to what the case is about.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from meldspec.judge.oracle import Expectations
from meldspec.protocol.case import Case, Readings, World
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import FEATURE_NEEDED, Expected, Introduction, PositionRequest

POSITIONS = FEATURE_NEEDED["position"]
"""The feature without which positions are led to."""


def as_played(
    cases: Sequence[Case], introduction: Introduction, expectations: Expectations | None, readings: Mapping[str, Sequence[str]]
) -> Sequence[Case]:
    """The cases as they are played with an implementation that introduces itself so."""
    if POSITIONS in (introduction.features or ()):
        return cases
    return [led(case, expectations, readings) for case in cases]


def can_be_led(case: Case) -> bool:
    """Whether a case begins with a position to which acts lead."""
    return case.witness is not ABSENT and isinstance(case.requests[0], PositionRequest)


def led(case: Case, expectations: Expectations | None, readings: Mapping[str, Sequence[str]]) -> Case:
    """A case that begins with its witness instead of its position; the same case where it has none, or the rules are not at hand
    that say what to expect of it. `readings` are those of every question."""
    if case.witness is ABSENT or expectations is None or not can_be_led(case):
        return case
    way = case.witness.requests
    longer = replace(case, requests=(*way, *case.requests[1:]), worlds=())
    expect = tuple(expectations(longer, {}))
    if len(expect) < len(longer.requests):
        return case
    more = len(way) - 1
    longer = replace(
        longer,
        expect=expect,
        because=((),) * more + case.because,
        allowed={step + more: acts for step, acts in case.allowed.items()},
    )
    return replace(longer, worlds=tuple(_worlds(case, longer, expectations, readings)))


def _worlds(case: Case, longer: Case, expectations: Expectations, readings: Mapping[str, Sequence[str]]) -> Iterator[World]:
    """The worlds of a longer case: those of the case, and those in which the witness goes another way."""
    assert case.witness is not ABSENT
    worlds: list[tuple[Readings, int]] = [(world.readings, len(world.expect)) for world in case.worlds]
    known = [readings for readings, _ in worlds]
    for question in case.witness.rests_on:
        others = ({question: reading} for reading in readings.get(question, ())[1:])
        worlds += [(other, 1) for other in others if other not in known]
    for other, long in worlds:
        answers = tuple(expectations(longer, other))
        alike = sum(1 for _ in takewhile(_equal, zip(answers, longer.expect, strict=False)))
        if alike < len(answers):
            yield World(other, alike, answers[alike : alike + long])


def _equal(pair: tuple[Expected, Expected]) -> bool:
    return pair[0] == pair[1]
