"""Cases: what is sent to an implementation and what is expected of it, read from a corpus folder.

A corpus folder holds `<variant>/<chapter>.jsonl`, one case a line; the format is published as
`conformance/protocol/case.schema.json`.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from difflib import get_close_matches
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Annotated, Any, TypeVar

from meldspec.language.problems import DataError
from meldspec.protocol import messages
from meldspec.protocol.fields import (
    ABSENT,
    Json,
    Malformed,
    Maybe,
    Message,
    Reader,
    array,
    declared,
    mapping,
    one_of,
    record,
    to_json,
)
from meldspec.protocol.messages import Action, Expected, Name, Natural
from meldspec.protocol.plain_json import DIGITS, plain_json

ALLOWS, LIMIT, LISTS = "allows", "limit", "lists"
"""The purpose of a case that shows that a line of a reading bites (decision 52)."""
FORMAT = 1
"""The version of the case format which this runner reads."""

LONGEST = 1024 * 1024
"""Bytes of the longest line; the longest of our own takes a twentieth of it."""
ID = re.compile(r"[a-z0-9][a-z0-9.-]*(/[a-z0-9][a-z0-9.-]*)*")
"""The permanent id of a case: variant, clause or question, purpose and number."""
WALK = "walk-"
"""How the last part of an id begins that a walk gives to what it finds."""

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
    found = read(value, place)
    if wrong := next((number for number in found if not (number.isascii() and number.isdecimal() and len(number) <= DIGITS)), None):
        raise Malformed(place, wrong, "numbers of requests")
    return {int(number): actions for number, actions in found.items()}


Expectation = Annotated[Expected, _of_protocol(messages.read_expected)]


class World(Message):
    """What is expected, from request `start` on, of one who follows `readings` instead of the defaults."""

    readings: Mapping[str, Name]
    start: Natural = field(metadata={"key": "from"})
    expect: tuple[Expectation, ...]


class About(Message):
    """What a case is about. Where it shows the limit of a reading, `reading` is that of the question. There, and where it shows
    what a clause brings about, `cells` tells where the answer to the deciding request hangs on that: the verdict, or places of
    the observation. A limit is `altered` where it is told from a line of the reading that is wrong, and not from one that is
    missing: whoever does not keep to it may follow the reading, and has it wrong."""

    clauses: tuple[Name, ...]
    questions: tuple[Name, ...]
    reading: Maybe[Name] = ABSENT
    cells: Maybe[tuple[Name, ...]] = ABSENT
    altered: Maybe[bool] = ABSENT


LONGEST_WITNESS = 201
"""Requests of the longest witness: a deal and two hundred acts."""
LOOKED_AHEAD = 5_000
"""So many acts of look-ahead at most a case may take to be answered; who is asked what others make of it has as many."""


class Witness(Message):
    """How a game comes to the position that a case begins with: the deal, and legal acts after it. `rests_on` are the questions of
    which some reading goes another way before."""

    requests: tuple[Annotated[messages.CaseRequest, _of_protocol(messages.case_request)], ...]
    rests_on: tuple[Name, ...]


class Case(Message, kw_only=True):
    """One case. `expect` and `because` have one entry for each request; `because` is never sent.

    `allowed` has for the number of a refused request a few acts that the rules allowed instead. `witness` shows of a position that
    a game comes to it; who takes no positions is led there by it, and then the case begins with its requests.
    """

    format: int = FORMAT
    id: Name = field(metadata={"key": "case"})
    variant: Name
    options: Mapping[str, Any]
    about: About
    purpose: Annotated[str, one_of(ALLOWS, "refuses", "effect", "reading", LIMIT, LISTS)]
    title: Name
    touches: tuple[Name, ...]
    requests: tuple[Annotated[messages.CaseRequest, _of_protocol(messages.case_request)], ...]
    expect: tuple[Expectation, ...]
    because: tuple[tuple[Name, ...], ...]
    allowed: Annotated[Mapping[int, tuple[Action, ...]], _by_number]
    worlds: tuple[World, ...]
    witness: Maybe[Witness] = ABSENT

    @property
    def led(self) -> int:
        """How many requests lead to the table that the case is about, where it begins with its witness; else none."""
        if self.witness is ABSENT or isinstance(self.requests[0], messages.PositionRequest):
            return 0
        return len(self.witness.requests)

    @property
    def subject(self) -> str:
        """The clause, or else the question, that the case is about first of all."""
        return next(iter(self.about.clauses + self.about.questions), "no clause")


def found_by_walk(case: Case) -> bool:
    """Whether a walk has found a case, which stands in no corpus but whoever's own."""
    return case.id.rpartition("/")[2].startswith(WALK)


def of_acts(cases: Iterable[Case]) -> list[Case]:
    """The cases that show something by acts: a list tells nothing that acts do not, and not all tell lists (decision 95)."""
    return [case for case in cases if case.purpose != LISTS]


def decisive(expect: Sequence[Expected]) -> int:
    """The number of the request that a case is about: the first that is refused, else the last.

    After a refusal one act follows that is allowed, so that it shows where a refused act has changed something.
    """
    return next((n for n, said in enumerate(expect) if isinstance(said, messages.Illegal)), len(expect) - 1)


def deciding(case: Case) -> int:
    """The number of the request that a case is about: where readings matter only together, the one at which their world ends, since
    the default readings may have refused acts on the way there, and that of a limit is the last."""
    if case.purpose == LIMIT:
        return len(case.requests) - 1
    together = [world.start + len(world.expect) - 1 for world in case.worlds if len(world.readings) > 1]
    return max(together) if together else decisive(case.expect)


def case_from_json(raw: Json) -> Case:
    """The case in a line of a corpus. Raises CaseProblem where the line is no whole case."""
    # First, since a case of another format may be anything else besides.
    if raw.get("format") != FORMAT:
        raise CaseProblem(f"found case format {raw.get('format')!r}, this runner reads format {FORMAT}")
    id = raw.get("case", "(no id)")
    for one in declared(Case):
        if one.required and one.key not in raw:
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
    if not ID.fullmatch(case.id):
        raise CaseProblem("has an id that is none: expected variant, clause or question, purpose and number, in lower case")
    if strange := next(_strange(case), None):
        raise CaseProblem(f"has a field that no case has: {strange}")
    limit, cells = case.purpose == LIMIT, case.about.cells is not ABSENT
    reading, may = case.about.reading is not ABSENT, case.purpose in (LIMIT, "effect")
    if limit != reading or limit > cells or cells > may or (limit and len(case.about.questions) != 1):
        raise CaseProblem("shows a limit, but of no one question and reading, or not where; or tells of one that it does not show")
    if case.about.altered is not ABSENT and not limit:
        raise CaseProblem("tells of an altered line of a reading, but shows no limit of one")
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
    _check_requests(case.requests)
    _check_witness(case)
    for step in case.allowed:
        if not 0 <= step < steps or not isinstance(case.requests[step], messages.ActRequest):
            wrong = Malformed(f"allowed.{step}", step, "the index of a request that is an act")
            raise MalformedCase(f"is malformed at {wrong}")


def _check_requests(requests: Sequence[messages.CaseRequest]) -> None:
    """A case begins with a table; its seats are those of that table, and its acts have the fields that their type has."""
    begun = seats = 0
    for number, request in enumerate(requests):
        place = f"requests[{number}]"
        if isinstance(request, messages.Beginning):
            begun, seats = number, request.seats
        elif number == 0:
            raise _malformed(f"{place}.cmd", request.cmd, "deal or position, with which a case begins")
        elif request.seat >= seats:
            raise _malformed(f"{place}.seat", request.seat, f"a seat from 0 to {seats - 1}, as requests[{begun}] has them")
        if isinstance(request, messages.ActRequest):
            _of_protocol(messages.listed_action)(to_json(request.action), f"{place}.action")


def _check_witness(case: Case) -> None:
    """A witness is a deal and acts, and belongs to a position, or is what the case itself begins with."""
    if case.witness is ABSENT:
        return
    requests = case.witness.requests
    if not 0 < len(requests) <= LONGEST_WITNESS:
        raise CaseProblem(f"has a witness of {len(requests)} requests; expected a deal and at most {LONGEST_WITNESS - 1} acts")
    _check_requests(requests)
    if not isinstance(requests[0], messages.DealRequest) or not all(isinstance(one, messages.ActRequest) for one in requests[1:]):
        raise CaseProblem("has a witness that is not a deal and acts")
    if not isinstance(case.requests[0], messages.PositionRequest) and case.requests[: len(requests)] != requests:
        raise CaseProblem("has a witness, but neither begins with a position nor with that witness")


def _malformed(place: str, found: object, expected: str) -> MalformedCase:
    return MalformedCase(f"is malformed at {Malformed(place, found, expected)}")


def _strange(case: Case) -> Iterator[str]:
    """Fields that nobody knows, which are misspelt: those of acts and of options are the book's own."""
    whole: list[tuple[str, Message]] = [
        ("", case),
        ("about.", case.about),
        *((f"worlds[{n}].", one) for n, one in enumerate(case.worlds)),
    ]
    whole += [(f"requests[{number}].", one) for number, one in enumerate(case.requests)]
    if case.witness is not ABSENT:
        whole += [("witness.", case.witness)]
        whole += [(f"witness.requests[{number}].", one) for number, one in enumerate(case.witness.requests)]
    answers = [("expect", case.expect), *((f"worlds[{number}].expect", world.expect) for number, world in enumerate(case.worlds))]
    for name, expected in answers:
        for number, one in enumerate(expected):
            whole.append((f"{name}[{number}].", one))
            if isinstance(one, messages.Dealt | messages.Legal):
                whole.append((f"{name}[{number}].observation.", one.observation))
    return (place + key for place, message in whole for key in message.more)


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
    for place, line in lines_in(corpus, variant):
        try:
            case = case_from_line(line, place)
        except CaseProblem as problem:
            raise CaseProblem(f"{problem}; mend that line, or take the file from the version before") from None
        if case.variant != variant:
            raise CaseProblem(f"{place}: case {case.id} is of {case.variant}, in the folder of {variant}")
        if case.id in seen:
            raise CaseProblem(f"{place}: the id {case.id} is taken by {seen[case.id]}: ids are never reused")
        seen[case.id] = place
        cases.append(case)
    return cases


def ids_of(corpus: Path, variant: str) -> list[str]:
    """The ids of all cases of a variant, in the same order.

    To read a line as a case takes thirty times as long as to read its JSON.

    Raises CaseProblem for a line in which no id is found.
    """
    return [_id_in(line, place) for place, line in lines_in(corpus, variant)]


def _id_in(line: bytes, place: str) -> str:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        row = None
    found = row.get("case") if isinstance(row, dict) else None
    # What is wrong with a line is told by whoever reads it as a case.
    return found if isinstance(found, str) else case_from_line(line, place).id


def chosen(cases: Sequence[Case], names: Sequence[str]) -> list[Case]:
    """The cases with these ids, or whose ids begin with them; the variant in front may be left out.

    Raises CaseProblem for a name which chooses nothing.
    """
    found = chosen_ids([case.id for case in cases], names)
    return [case for case in cases if case.id in found]


def chosen_ids(ids: Sequence[str], names: Sequence[str]) -> set[str]:
    """Those of some ids that are meant by names, as `chosen` takes them. Raises CaseProblem for a name which chooses nothing."""
    found: set[str] = set()
    for name in names:
        meant = {one for one in ids if _named(one, name)}
        if not meant:
            near = get_close_matches(name, ids, n=3, cutoff=0.4)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            raise CaseProblem(f"no case {name!r} among {len(ids)}{hint}")
        found |= meant
    return found


def _named(id_: str, name: str) -> bool:
    wanted = name.rstrip("/")
    # A name means whole parts of an id: `allows-1` is not the beginning of `allows-12`, but `cards` is that of `cards.natural`.
    whole = f"{id_.partition('/')[0]}/{wanted}"
    rests = (id_[len(start) :] for start in (wanted, whole) if id_.startswith(start))
    return any(rest[:1] in ("", "/", ".", "-") for rest in rests)


def lines_in(corpus: Path, variant: str) -> Iterator[tuple[str, bytes]]:
    """Each line of all files of a variant, in the order of their names, as `lines_of` tells it."""
    for file in sorted((corpus / variant).glob("*.jsonl")):
        yield from lines_of(file)


def lines_of(file: Path) -> Iterator[tuple[str, bytes]]:
    """Each line of a file that is not blank, with its place (file:line) before it.

    Raises CaseProblem for what is no file, and for a line that is too long.
    """
    if not file.is_file():
        raise CaseProblem(f"{file}: found no file, but a pipe or a device; expected a file of cases, one a line")
    with file.open("rb") as lines:
        for number in count(1):
            line = lines.readline(LONGEST + 1)
            if len(line) > LONGEST:
                raise CaseProblem(f"{file}:{number}: found a line of more than {LONGEST} bytes; expected one case a line")
            if not line:
                return
            if line.strip():
                yield f"{file}:{number}", line


@lru_cache(maxsize=4096)
def case_from_line(line: bytes, place: str) -> Case:
    """The case in a line. Raises CaseProblem, which begins with the place, for what is no case of this format.

    Kept, for to read a line takes milliseconds, and whoever asks a corpus twice gets the same lines; our own has 2,800 of them.
    """
    try:
        raw = plain_json(line)
        if not isinstance(raw, dict):
            raise CaseProblem("found JSON that is no object")
        return case_from_json(raw)
    except MalformedCase as malformed:
        raise MalformedCase(f"{place}: {malformed}") from None
    except UnicodeDecodeError as problem:
        raise CaseProblem(f"{place}: found the byte 0x{line[problem.start]:02x}, which is no UTF-8") from None
    except RecursionError:
        raise CaseProblem(f"{place}: found brackets within brackets without end") from None
    except json.JSONDecodeError as problem:
        raise CaseProblem(f"{place}: found a line that is no JSON ({problem.msg}, column {problem.colno})") from None
    except ValueError as problem:
        raise CaseProblem(f"{place}: {problem}") from None
