"""The readers that the world writes to, each with real inputs to spoil: a text is read, or refused in words."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any
from unittest.mock import patch

from tests.engine.variants import shelf
from tests.hostile.judged import SEEN
from tests.hostile.mutations import exchanged, spoilt, spoilt_json
from tests.sources.test_plain_yaml import FILES
from yaml import safe_load

from meldspec.book.library import library_of
from meldspec.cli._sound import problems_of
from meldspec.cli.docs import command as make_docs
from meldspec.data import folder
from meldspec.language.files import read_text
from meldspec.language.layout import LogicalLine, logical_lines
from meldspec.language.parse import parse, parse_line
from meldspec.language.problems import DataError, RulesError
from meldspec.position.marked import PositionError
from meldspec.position.profiles import ProfileError
from meldspec.position.read import read_position
from meldspec.protocol.case import CaseProblem, case_from_line
from meldspec.ruling.desk.answers import Desk
from meldspec.ruling.ruling import rule
from meldspec.runner.badge import badge
from meldspec.runner.matrix import matrices
from meldspec.runner.replay import replay
from meldspec.runner.serve import Server
from meldspec.runner.stored import read_stored
from meldspec.site.changes import changes, read_clauses
from meldspec.site.matrix_page import matrix_html
from meldspec.site.share import RAW, ShareError, decode
from meldspec.sources.marked_file import read_marked
from meldspec.table.selection import ChoiceError

ROOT = Path(__file__).resolve().parents[2]
READ, REFUSED = "read", "refused"
GOES_ON, SPOILT = 12, 8
"""How many requests of a deal are sent at most, and how many spoilt lines before each."""
CUT, READABLE = 0.15, 0.5
"""How many links are spoilt as links, beside what was packed in them; and of how many what was packed can most often be read."""
CLAUSE, SHORT = b"\n\nclause ", 0.9
"""Where a text of rules is cut, and how many of them are."""
Attempt = Callable[[Random], Iterator[str]]
"""Spoils an input, or several one after the other, and has each read: whether it was read or refused. Whatever else it raises is a
defect."""


class Defect(AssertionError):
    """A reader did not do as it should, and said nothing."""


def _scratch() -> Path:
    return Path(mkdtemp(prefix="hostile-"))


@cache
def _texts(*patterns: str) -> tuple[bytes, ...]:
    """The real inputs of some places in the checkout."""
    return tuple(path.read_bytes() for pattern in patterns for path in sorted(ROOT.glob(pattern)))


def _told(problems: Any) -> None:
    """Every problem says where, what was found and what was expected."""
    if not problems or not all(problem.place.file and problem.found and problem.expected for problem in problems):
        raise Defect("refused without a word")


@cache
def _rules_file() -> Path:
    return _scratch() / "spoilt.rules"


_RULES = ("tests/books/well/*.rules", "docs/own-variant/*.rules", "spec/*/*.rules")


@cache
def _real_lines() -> frozenset[str]:
    """The lines of the texts, as they stand there."""
    return frozenset(line.text for text in _texts(*_RULES) for line in logical_lines(text.decode()) if not line.prose)


_known: dict[str, Any] = {}
"""The nodes of lines that were parsed before; only of those that stand in a text, so that it stays as small as the texts are."""


def _parsed_once(line: LogicalLine, file: str) -> Any:
    """The node of a line. Most lines of a spoilt text are as they were; their nodes are those of elsewhere, with other line
    numbers, of which a book makes nothing but its messages."""
    if line.prose or line.text not in _real_lines():
        return parse_line(line, file)
    if line.text not in _known:
        _known[line.text] = parse_line(line, file)
    return _known[line.text]


def know_all_lines() -> None:
    """Parse every line of the texts, before it is measured what a spoilt one costs."""
    with patch("meldspec.language.parse.parse_line", _parsed_once):
        for text in _texts(*_RULES):
            parse(text.decode())


def rules(random: Random) -> Iterator[str]:
    """A text of rules: parsed, put together and checked."""
    head, *clauses = random.choice(_texts(*_RULES)).split(CLAUSE)
    if random.random() < SHORT:
        # A few clauses are refused as a whole book is, and sooner.
        clauses = random.sample(clauses, min(len(clauses), 3))
    _rules_file().write_bytes(spoilt(random, CLAUSE.join([head, *clauses])))
    try:
        with patch("meldspec.language.parse.parse_line", _parsed_once):
            tree = parse(read_text(_rules_file()), "spoilt.rules")
    except RulesError as error:
        _told(error.problems)
        yield REFUSED
        return
    library = library_of([tree, *(one for texts in shelf().books.texts.values() for one in texts if one.book == tree.extends)])
    problems = problems_of(library, tree.book)
    if problems:
        _told(problems)
    yield REFUSED if problems else READ


def positions(random: Random) -> Iterator[str]:
    """A position as people write it: read, and its act ruled on."""
    text = spoilt(random, random.choice(_texts("docs/examples/*.yaml")))
    outcome = READ
    try:
        found = read_position(read_marked(text.decode("utf-8-sig"), "spoilt.yaml"), shelf())
        if (act := found.act()) is not None:
            rule(found, act)
    except PositionError as error:
        _told(error.problems)
        outcome = REFUSED
    except (UnicodeDecodeError, ChoiceError, ProfileError):
        outcome = REFUSED
    yield outcome


@cache
def _cases() -> tuple[Any, ...]:
    lines = (
        line
        for text in _texts("conformance/corpus/manzana/*.jsonl", "conformance/corpus/canasta/*.jsonl")
        for line in text.splitlines()
    )
    return tuple(json.loads(line) for line in lines if len(line) < 6000)


def cases(random: Random) -> Iterator[str]:
    """A line of a corpus: read, and played again by the rules."""
    outcome = READ
    try:
        replay(case_from_line(spoilt_json(random, random.choice(_cases())), "spoilt:1"), shelf())
    except CaseProblem as error:
        if not str(error).strip():
            raise Defect("refused without a word") from None
        outcome = REFUSED
    yield outcome


@cache
def _data_folder() -> Path:
    return _scratch()


DATA = {
    "ledger/toy.yaml": ("spec/ledger/*.yaml",),
    "review/toy.yaml": ("spec/review/*.yaml",),
    "moot.yaml": ("spec/moot.yaml", "conformance/corpus/moot.yaml"),
    "equivalents.yaml": ("spec/equivalents.yaml",),
    "searched.yaml": ("spec/searched.yaml",),
    "sources.yaml": ("spec/sources.yaml",),
    "profiles.yaml": ("spec/profiles.yaml",),
    "compare.yaml": ("spec/compare.yaml",),
    "examples.yaml": ("spec/examples.yaml",),
    "glossary.yaml": ("spec/glossary.yaml",),
    "search.yaml": ("spec/search.yaml",),
    "unsound.yaml": ("conformance/corpus/unsound.yaml",),
    "known.yaml": ("tests/hostile/known.yaml",),
}
"""The files beside the rules and beside cases, and where real ones are."""


def yaml(random: Random) -> Iterator[str]:
    """A YAML file beside the rules."""
    file = random.choice(sorted(FILES))
    path = _data_folder() / file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(spoilt(random, random.choice(_texts(*DATA[file]))))
    outcome = READ
    try:
        FILES[file](_data_folder())
    except DataError as error:
        if not all(": " in problem or problem.startswith("and ") for problem in error.problems):
            raise Defect("refused without a place") from None
        outcome = REFUSED
    finally:
        path.unlink()
    yield outcome


@cache
def _reports() -> dict[str, tuple[Any, ...]]:
    """Reports of runs, a claim, and clauses of a printing, a few of each book."""
    with TemporaryDirectory(prefix="hostile-") as place:
        make_docs((place, "--spec", str(ROOT / "docs" / "own-variant")), standalone_mode=False)
        printed = json.loads((Path(place) / "clauses.json").read_bytes())
    for chapter in (chapter for book in printed["books"] for chapter in book["chapters"]):
        del chapter["clauses"][2:]
    found = {"report": _texts("conformance/runs/*.json"), "claim": _texts("tests/hostile/claim.json")}
    return {sort: tuple(map(json.loads, texts)) for sort, texts in found.items()} | {"clauses": (printed,)}


def reports(random: Random) -> Iterator[str]:
    """A report, a claim or a clauses.json of somebody else: read, and made into what is made of it."""
    sort = random.choice(sorted(_reports()))
    whole = random.choice(_reports()[sort])
    path = _data_folder() / f"spoilt-{sort}.json"
    path.write_bytes(spoilt_json(random, whole))
    outcome = READ
    try:
        if sort == "clauses":
            changes(whole, read_clauses(path))
        else:
            told = read_stored(path, sort)
            _harmless(badge(told) if sort == "claim" else "".join(map(matrix_html, matrices([told, whole]))))
    except DataError as error:
        if not all(str(path) in problem for problem in error.problems):
            raise Defect("refused without a place") from None
        outcome = REFUSED
    yield outcome


def _harmless(text: str) -> None:
    """Nothing that was made for a terminal or a page has a sign that steers it."""
    if found := SEEN.search(text):
        raise Defect(f"lets {found.group()!r} through")


@cache
def _desk() -> Desk:
    return Desk(shelf())


@cache
def _shared() -> tuple[Any, ...]:
    """The examples of positions, as the desk shares them."""
    found = [safe_load(text) for text in _texts("docs/examples/*.yaml")]
    return tuple(
        {
            "variant": one.pop("variant"),
            "options": one.pop("options", {}),
            "readings": one.pop("readings", {}),
            "digest": "",
            **({"act": one.pop("act")} if "act" in one else {}),
            "position": one,
        }
        for one in found
    )


def links(random: Random) -> Iterator[str]:
    """A link to the desk: opened, and what it holds ruled on as the desk does it."""
    whole = random.choice(_shared())
    text = json.dumps(exchanged(random, whole)).encode() if random.random() < READABLE else spoilt_json(random, whole)
    packer = zlib.compressobj(9, zlib.DEFLATED, RAW)
    packed = packer.compress(text) + packer.flush()
    link = f"v1.{urlsafe_b64encode(packed).decode().rstrip('=')}"
    if random.random() < CUT:
        link = spoilt(random, link.encode()).decode("utf-8", "replace")
    try:
        found = decode(link)
    except ShareError as error:
        if not str(error).strip():
            raise Defect("refused without a word") from None
        yield REFUSED
        return
    fields = {"variant": found.variant, "options": found.options, "readings": found.readings, **(found.position or {})}
    ask = "choices" if found.act is None else "rule"
    pieces = [one for one in _desk().pieces(ask, fields | ({} if found.act is None else {"act": found.act})) if one]
    if not pieces:
        raise Defect("the desk says nothing")
    wrong = [problem for piece in pieces if piece["part"] == "wrong" for problem in piece["problems"]]
    if not all(problem["says"].strip() for problem in wrong):
        raise Defect("refused without a word")
    yield REFUSED if wrong else READ


@cache
def _servers() -> tuple[Server, ...]:
    readings = {name: shelf().defaults(name) for name in shelf().books.names()}
    return tuple(Server(shelf(), readings, strict=strict) for strict in (False, True))


@cache
def _requests() -> tuple[Any, ...]:
    found = [case["requests"] for case in _cases()]
    examples = [
        json.loads(path.read_text()) for path in sorted((folder("conformance") / "protocol" / "examples").glob("*-request*.json"))
    ]
    return tuple(found) + tuple([one] for one in examples)


def protocol(random: Random) -> Iterator[str]:
    """A deal that the reference is asked about, request by request: before each of them come some lines like it, spoilt. Each line
    is answered, and never with a defect."""
    server, requests = random.choice(_servers()), random.choice(_requests())
    server.referee = server.table = None
    for number, request in enumerate(requests[:GOES_ON]):
        whole = {**request, "seq": str(number)}
        for _ in range(SPOILT):
            yield _answered(server, spoilt_json(random, whole))
        _answered(server, json.dumps(whole).encode())
    server.done = False


def _answered(server: Server, line: bytes) -> str:
    """What becomes of a line."""
    reply = server.reply(line)
    if "a defect of meldspec" in str(reply.get("error", "")):
        raise Defect(str(reply["error"]))
    return READ if "ok" in reply else REFUSED


READERS: dict[str, Attempt] = {
    "rules": rules,
    "positions": positions,
    "cases": cases,
    "yaml": yaml,
    "reports": reports,
    "links": links,
    "protocol": protocol,
}
WARM: dict[str, Callable[[], None]] = {"rules": know_all_lines}
"""What a reader is to have in mind before its tries are measured, where a single try does not bring all of it there."""
