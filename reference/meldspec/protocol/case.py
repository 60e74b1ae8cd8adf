"""Cases: what is sent to an implementation and what is expected of it, read from a corpus folder.

A corpus folder holds `<variant>/<chapter>.jsonl`, one case a line; the format is published as
`conformance/protocol/case.schema.json`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, TypeVar

from meldspec.language.problems import DataError
from meldspec.protocol import messages
from meldspec.protocol.fields import Json, Malformed, Message, Reader, array, declared, mapping, one_of, record, to_json
from meldspec.protocol.messages import Action, Expected, Name, Natural

FORMAT = 1
"""The version of the case format which this runner reads."""

T = TypeVar("T")
Readings = Mapping[str, str]
"""Question id → reading; a question which is not named is read by its default."""


class CaseProblem(DataError):
    """A corpus which cannot be used: the message says where, what was found and what to do."""


class MalformedCase(CaseProblem):
    """A case that is whole, but sends or expects what the protocol does not know."""


def _of_protocol(read: Reader[T]) -> Reader[T]:
    """A reader of what a case holds of the protocol's own, whose problems are told apart from those of the case's format."""

    def told(value: Any, place: str) -> T:
        try:
            return read(value, place)
        except Malformed as malformed:
            raise MalformedCase(f"is malformed at {malformed}") from None

    return told


def _by_number(value: Any, place: str) -> dict[int, tuple[Action, ...]]:
    read = mapping(_of_protocol(array(record(Action))))
    return {int(number): actions for number, actions in read(value, place).items()}


Expectation = Annotated[Expected, _of_protocol(messages.read_expected)]


class World(Message):
    """What is expected, from request `start` on, of one who follows `readings` instead of the defaults."""

    readings: Mapping[str, Name]
    start: Natural = field(metadata={"key": "from"})
    expect: tuple[Expectation, ...]


class About(Message):
    """What a case is about."""

    clauses: tuple[Name, ...]
    questions: tuple[Name, ...]


class Case(Message, kw_only=True):
    """One case. `expect` and `because` have one entry for each request; `because` is never sent.

    `allowed` has for the number of a refused request a few acts that the rules allowed instead.
    """

    format: int = FORMAT
    id: Name = field(metadata={"key": "case"})
    variant: Name
    options: Mapping[str, Any]
    about: About
    purpose: Annotated[str, one_of("allows", "refuses", "effect", "reading")]
    title: Name
    touches: tuple[Name, ...]
    requests: tuple[Annotated[messages.CaseRequest, _of_protocol(messages.case_request)], ...]
    expect: tuple[Expectation, ...]
    because: tuple[tuple[Name, ...], ...]
    allowed: Annotated[Mapping[int, tuple[Action, ...]], _by_number]
    worlds: tuple[World, ...]

    @property
    def subject(self) -> str:
        """The clause, or else the question, that the case is about first of all."""
        return next(iter(self.about.clauses + self.about.questions), "no clause")


def case_from_json(raw: Json) -> Case:
    """The case in a line of a corpus. Raises CaseProblem where the line is no whole case."""
    # First, since a case of another format may be anything else besides.
    if raw.get("format") != FORMAT:
        raise CaseProblem(f"found case format {raw.get('format')!r}, this runner reads format {FORMAT}")
    id = raw.get("case", "(no id)")
    for one in declared(Case):
        if one.key not in raw:
            raise CaseProblem(f"case {id} has no field {one.key!r}")
    try:
        case = record(Case)(raw, "")
        _check(case)
    except CaseProblem as problem:
        raise type(problem)(f"case {id} {problem}") from None
    except ValueError as wrong:
        raise CaseProblem(f"case {id} is no case of this format: {wrong}") from None
    return case


def _check(case: Case) -> None:
    """What its fields cannot say each by itself."""
    steps = len(case.requests)
    if not steps:
        raise CaseProblem("sends nothing: a case begins with a deal or a position")
    for name, found in (("expect", len(case.expect)), ("because", len(case.because))):
        if found != steps:
            raise CaseProblem(f"has {steps} requests, but {found} entries in {name!r}")
    for world in case.worlds:
        if not world.readings or not world.expect:
            raise CaseProblem("has a world without readings or without expectations")
        if world.start + len(world.expect) > steps:
            raise CaseProblem("has a world which expects more answers than there are requests")
    if not isinstance(case.requests[0], messages.Beginning):
        wrong = Malformed("requests[0].cmd", case.requests[0].cmd, "deal or position, with which a case begins")
        raise MalformedCase(f"is malformed at {wrong}")
    for step in case.allowed:
        if not 0 <= step < steps or not isinstance(case.requests[step], messages.ActRequest):
            wrong = Malformed(f"allowed.{step}", step, "the index of a request that is an act")
            raise MalformedCase(f"is malformed at {wrong}")


def written(case: Case) -> str:
    """A case as one line, always the same bytes."""
    return json.dumps(to_json(case), separators=(",", ":"), ensure_ascii=False)


def variants(corpus: Path) -> list[str]:
    """The variants a corpus folder has cases for."""
    return sorted({file.parent.name for file in corpus.glob("*/*.jsonl")})


def load_cases(corpus: Path, variant: str) -> list[Case]:
    """All cases of a variant, in the order of their chapters' file names.

    Raises CaseProblem for a line which is no case, for a case of another variant and for an id used twice.
    """
    seen: dict[str, str] = {}
    cases = []
    for file in sorted((corpus / variant).glob("*.jsonl")):
        for place, line in lines_of(file):
            try:
                case = case_from_line(line, place)
            except CaseProblem as problem:
                raise CaseProblem(f"{problem}; write the corpus again, or take it from the release") from None
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
    # With a stroke behind both, so that a name means whole parts of an id: `allows-1` is not the beginning of `allows-12`.
    return any(f"{case.id}/".startswith(f"{start}{wanted}/") for start in ("", f"{case.variant}/"))


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
    except MalformedCase as malformed:
        raise MalformedCase(f"{place}: {malformed}") from None
    # A line may be JSON without being an object, or nest without end.
    except (ValueError, AttributeError, RecursionError) as problem:
        raise CaseProblem(f"{place}: {problem}") from None
