"""The five readers that the world writes to, each with real inputs to spoil: a text is read, or refused in words."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from tests.engine.variants import shelf
from tests.hostile.mutations import spoilt, spoilt_json
from tests.sources.test_plain_yaml import FILES

from meldspec.book.library import library_of
from meldspec.cli._sound import problems_of
from meldspec.cli.position_files import read_marked
from meldspec.data import folder
from meldspec.language.files import read_text
from meldspec.language.parse import parse
from meldspec.language.problems import DataError, RulesError
from meldspec.position.marked import PositionError
from meldspec.position.profiles import ProfileError
from meldspec.position.read import read_position
from meldspec.protocol.case import CaseProblem, case_from_line
from meldspec.ruling.ruling import rule
from meldspec.runner.replay import replay
from meldspec.runner.serve import Server
from meldspec.table.selection import ChoiceError

ROOT = Path(__file__).resolve().parents[2]
READ, REFUSED = "read", "refused"
CLAUSE, SHORT = b"\n\nclause ", 0.9
"""Where a text of rules is cut, and how many of them are."""
Attempt = Callable[[Random], str]
"""Spoils an input and has it read: whether it was read or refused. Whatever else it raises is a defect."""


class Defect(AssertionError):
    """A reader did not do as it should, and said nothing."""


def _scratch() -> Path:
    return Path(tempfile.mkdtemp(prefix="hostile-"))


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


def rules(random: Random) -> str:
    """A text of rules: parsed, put together and checked."""
    text = random.choice(_texts("tests/books/well/*.rules", "docs/own-variant/*.rules", "spec/*/*.rules"))
    head, *clauses = text.split(CLAUSE)
    if random.random() < SHORT:
        # A few clauses are refused as a whole book is, and sooner.
        clauses = random.sample(clauses, min(len(clauses), 3))
    _rules_file().write_bytes(spoilt(random, CLAUSE.join([head, *clauses])))
    try:
        tree = parse(read_text(_rules_file()), "spoilt.rules")
    except RulesError as error:
        _told(error.problems)
        return REFUSED
    library = library_of([tree, *(one for texts in shelf().books.texts.values() for one in texts if one.book == tree.extends)])
    if problems := problems_of(library, tree.book):
        _told(problems)
        return REFUSED
    return READ


def positions(random: Random) -> str:
    """A position as people write it: read, and its act ruled on."""
    text = spoilt(random, random.choice(_texts("docs/examples/*.yaml")))
    try:
        found = read_position(read_marked(text.decode("utf-8-sig"), "spoilt.yaml"), shelf())
        if (act := found.act()) is not None:
            rule(found, act)
    except PositionError as error:
        _told(error.problems)
        return REFUSED
    except (UnicodeDecodeError, ChoiceError, ProfileError):
        return REFUSED
    return READ


@cache
def _cases() -> tuple[Any, ...]:
    lines = (
        line
        for text in _texts("conformance/corpus/manzana/*.jsonl", "conformance/corpus/canasta/*.jsonl")
        for line in text.splitlines()
    )
    return tuple(json.loads(line) for line in lines if len(line) < 6000)


def cases(random: Random) -> str:
    """A line of a corpus: read, and played again by the rules."""
    try:
        replay(case_from_line(spoilt_json(random, random.choice(_cases())), "spoilt:1"), shelf())
    except CaseProblem as error:
        if not str(error).strip():
            raise Defect("refused without a word") from None
        return REFUSED
    return READ


@cache
def _data_folder() -> Path:
    return _scratch()


DATA = {
    "ledger/toy.yaml": ("spec/ledger/*.yaml",),
    "review/toy.yaml": ("spec/review/*.yaml",),
    "moot.yaml": ("spec/moot.yaml", "conformance/corpus/moot.yaml"),
    "sources.yaml": ("spec/sources.yaml",),
    "profiles.yaml": ("spec/profiles.yaml",),
    "compare.yaml": ("spec/compare.yaml",),
}
"""The files beside the rules, and where real ones are."""


def yaml(random: Random) -> str:
    """A YAML file beside the rules."""
    file = random.choice(sorted(FILES))
    path = _data_folder() / file
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(spoilt(random, random.choice(_texts(*DATA[file]))))
    try:
        FILES[file](_data_folder())
    except DataError as error:
        if not all(": " in problem or problem.startswith("and ") for problem in error.problems):
            raise Defect("refused without a place") from None
        return REFUSED
    finally:
        path.unlink()
    return READ


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


def protocol(random: Random) -> str:
    """A line sent to the reference, in the middle of a deal: it is answered, and never with a defect."""
    server, requests = random.choice(_servers()), random.choice(_requests())
    at = random.randrange(len(requests))
    for number, request in enumerate(requests[: at + 1]):
        whole = {**request, "seq": str(number)}
        reply = server.reply(spoilt_json(random, whole) if number == at else json.dumps(whole).encode())
        if "a defect of meldspec" in str(reply.get("error", "")):
            raise Defect(str(reply["error"]))
    server.done = False
    return READ if "ok" in reply else REFUSED


READERS: dict[str, Attempt] = {"rules": rules, "positions": positions, "cases": cases, "yaml": yaml, "protocol": protocol}
