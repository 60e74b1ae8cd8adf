"""Cases: what is sent to an implementation and what is expected of it, read from a corpus folder.

A corpus folder holds `<variant>/<chapter>.jsonl`, one case a line; the format is published as
`conformance/protocol/case.schema.json`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

FORMAT = 1
"""The version of the case format which this runner reads."""

Json = Mapping[str, Any]
Readings = Mapping[str, str]
"""Question id → reading; a question which is not named is read by its default."""


class CaseProblem(ValueError):
    """A corpus which cannot be used: the message says where, what was found and what to do."""


@dataclass(frozen=True)
class World:
    """What is expected, from request `start` on, of one who follows `readings` instead of the defaults."""

    readings: Readings
    start: int
    expect: Sequence[Json]


@dataclass(frozen=True)
class Case:
    """One case. `expect` and `because` have one entry for each request; `because` is never sent."""

    id: str
    variant: str
    options: Json
    clauses: tuple[str, ...]
    questions: tuple[str, ...]
    purpose: str
    title: str
    requests: tuple[Json, ...]
    expect: tuple[Json, ...]
    because: tuple[tuple[str, ...], ...]
    allowed: Mapping[int, Sequence[Json]]
    worlds: tuple[World, ...]
    touches: tuple[str, ...] = ()

    @property
    def subject(self) -> str:
        """The clause, or else the question, that the case is about first of all."""
        return next(iter(self.clauses + self.questions), "no clause")


def case_from_json(raw: Json) -> Case:
    """The case in a line of a corpus. Raises CaseProblem where the line is no whole case."""
    if raw.get("format") != FORMAT:
        raise CaseProblem(f"found case format {raw.get('format')!r}, this runner reads format {FORMAT}")
    try:
        case = _whole(raw)
    except KeyError as missing:
        raise CaseProblem(f"case {raw.get('case', '(no id)')} has no field {missing}") from None
    except (TypeError, ValueError, AttributeError) as wrong:
        raise CaseProblem(f"case {raw.get('case', '(no id)')} is no case of this format: {wrong}") from None
    _check_lengths(case)
    return case


def _whole(raw: Json) -> Case:
    return Case(
        id=raw["case"],
        variant=raw["variant"],
        options=raw["options"],
        clauses=tuple(raw["about"]["clauses"]),
        questions=tuple(raw["about"]["questions"]),
        purpose=raw["purpose"],
        title=raw["title"],
        requests=tuple(raw["requests"]),
        expect=tuple(raw["expect"]),
        because=tuple(tuple(lines) for lines in raw["because"]),
        allowed={int(index): actions for index, actions in raw["allowed"].items()},
        worlds=tuple(World(world["readings"], world["from"], world["expect"]) for world in raw["worlds"]),
        touches=tuple(raw["touches"]),
    )


def _check_lengths(case: Case) -> None:
    steps = len(case.requests)
    if not steps:
        raise CaseProblem(f"case {case.id} sends nothing: a case begins with a deal or a position")
    for name, found in (("expect", len(case.expect)), ("because", len(case.because))):
        if found != steps:
            raise CaseProblem(f"case {case.id} has {steps} requests, but {found} entries in {name!r}")
    for world in case.worlds:
        if not world.readings or not world.expect:
            raise CaseProblem(f"case {case.id} has a world without readings or without expectations")
        if world.start + len(world.expect) > steps:
            raise CaseProblem(f"case {case.id} has a world which expects more answers than there are requests")


def variants(corpus: Path) -> list[str]:
    """The variants a corpus folder has cases for."""
    return sorted({file.parent.name for file in corpus.glob("*/*.jsonl")})


def load(corpus: Path, variant: str) -> list[Case]:
    """All cases of a variant, in the order of their chapters' file names.

    Raises CaseProblem for a line which is no case, for a case of another variant and for an id used twice.
    """
    seen: dict[str, str] = {}
    cases = []
    for file in sorted((corpus / variant).glob("*.jsonl")):
        for place, case in _read(file):
            if case.variant != variant:
                raise CaseProblem(f"{place}: case {case.id} is of {case.variant}, in the folder of {variant}")
            if case.id in seen:
                raise CaseProblem(f"{place}: the id {case.id} is taken by {seen[case.id]}: ids are never reused")
            seen[case.id] = place
            cases.append(case)
    return cases


def chosen(cases: Sequence[Case], names: Sequence[str]) -> list[Case]:
    """The cases with these ids, or whose ids begin with them; the variant in front may be left out.

    Raises CaseProblem for a name which chooses nothing.
    """
    found: set[str] = set()
    for name in names:
        ids = {case.id for case in cases if _named(case, name)}
        if not ids:
            near = get_close_matches(name, [case.id for case in cases], n=3, cutoff=0.4)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise CaseProblem(f"no case {name!r} among {len(cases)}{hint}")
        found |= ids
    return [case for case in cases if case.id in found]


def _named(case: Case, name: str) -> bool:
    wanted = name.rstrip("/")
    return any(f"{case.id}/".startswith(f"{start}{wanted}/") for start in ("", f"{case.variant}/"))


def _read(file: Path) -> Iterator[tuple[str, Case]]:
    """Each line's place (file:line) and case."""
    for place, line in lines_of(file):
        try:
            yield place, case_from_line(line, place)
        except CaseProblem as problem:
            raise CaseProblem(f"{problem}; write the corpus again, or take it from the release") from None


def lines_of(file: Path) -> Iterator[tuple[str, bytes]]:
    """Each line of a file that is not blank, with its place (file:line) before it."""
    with file.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield f"{file}:{number}", line


def case_from_line(line: bytes, place: str) -> Case:
    """The case in a line. Raises CaseProblem, which begins with the place, for what is no case of this format."""
    try:
        return case_from_json(json.loads(line))
    except (ValueError, AttributeError, RecursionError) as problem:
        raise CaseProblem(f"{place}: {problem}") from None
