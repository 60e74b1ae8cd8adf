"""`meldspec replay`: a transcript is played again by the rules, and everything that it has otherwise is told."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.conformance.test_schemas import example, fits
from tests.engine.variants import shelf
from tests.sampling import first_of_each

from meldspec.cli import main
from meldspec.corpus.expect import expectations, trace
from meldspec.data import folder
from meldspec.engine.referee import Referee
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import case_request

Json = dict[str, Any]
LIBRARY = shelf()
FREEZES = {"pile.frozen.black-three": "freezes"}


@pytest.fixture(autouse=True)
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules are read, and what is compiled of them is made, once for all tests."""
    monkeypatch.setattr("meldspec.cli._shared.Rules.library", LIBRARY.books)
    monkeypatch.setattr("meldspec.cli.replay.Library", lambda books: LIBRARY)


def seat_0(action: Json) -> Json:
    """An act of seat 0, which begins in the published deal."""
    return {"cmd": "act", "seat": 0, "action": action}


def made() -> Json:
    """A deal of ordinary Canasta in which a black three is turned up, a draw, and a discard too many; and a world in which the
    black three freezes the pile."""
    deal = example("deal-request")
    deal |= {"stock": ["3S", *deal["stock"]]}
    del deal["seq"]
    discard = seat_0({"type": "discard", "card": deal["hands"][0][0]})
    requests = [deal, seat_0({"type": "draw"}), discard, discard]
    asked = tuple(case_request(request, "request") for request in requests)
    rulebook, other = (LIBRARY.rulebook("canasta", {"players": 4}, readings) for readings in ({}, FREEZES))
    return {
        "format": 1,
        "case": "canasta/out.discard/refuses-1",
        "variant": "canasta",
        "options": {"players": 4},
        "about": {"clauses": ["out.discard"], "questions": []},
        "purpose": "refuses",
        "title": "A second discard in one turn.",
        "touches": [],
        "requests": requests,
        "expect": to_json(expectations(Referee(rulebook), asked)),
        "because": to_json([step.lines for step in trace(Referee(rulebook), asked)]),
        "allowed": {"2": [{"type": "discard", "card": deal["hands"][0][1]}]},
        "worlds": [{"readings": FREEZES, "from": 0, "expect": to_json(expectations(Referee(other), asked)[:2])}],
    }


CASE = made()


def edited(change: Callable[[Json], Any]) -> Json:
    """The case with something changed."""
    case = deepcopy(CASE)
    change(case)
    return case


def replay(folder: Path, *lines: Json | str, words: tuple[str, ...] = ()) -> Result:
    """Run the command on a file of such lines."""
    file = folder / "cases.jsonl"
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    return CliRunner().invoke(main, ["replay", str(file), *words])


def test_as_the_rules_have_it(tmp_path: Path) -> None:
    """A case that was written from the rules is found to be as they have it, in its other world too."""
    assert fits("case", CASE)
    result = replay(tmp_path, CASE, "")
    assert result.exit_code == 0
    assert result.output == "1 case, 4 answers, 1 other world: as the rules have it\n"


def test_every_verdict(tmp_path: Path) -> None:
    """With -v each request is told with its verdict and the lines behind it."""
    output = replay(tmp_path, CASE, words=("-v",)).output
    assert "A second discard in one turn." in output
    assert "  2  seat 0 draws: legal\n" in output
    assert ": illegal (out.discard:" in output


def _other_verdict(case: Json) -> None:
    case["expect"][3] = {**case["expect"][2]}


DIFFERENT: dict[str, tuple[Callable[[Json], Any], str]] = {
    "a verdict": (_other_verdict, "expected  verdict: legal\n  found     verdict: illegal\n  by        out.discard:"),
    "a count": (lambda c: c["expect"][1]["observation"].update(stock=99), "request 2: seat 0 draws\n  expected  stock: 99"),
    "a field that nobody shows": (lambda c: c["expect"][1]["observation"].update(feet=[0, 0, 0, 0]), "found     feet: nothing"),
    "lines": (lambda c: c["because"].__setitem__(3, ["pile.pair:1"]), "expected  because: pile.pair:1"),
    "an act allowed instead": (
        lambda c: c["allowed"].update({"2": [seat_0({"type": "pass"})["action"]]}),
        "expected  allowed: ends the turn without a discard\n  found     allowed: illegal",
    ),
    "a world": (
        lambda c: c["worlds"][0]["expect"][0]["observation"].update(frozen=False),
        "request 1, where pile.frozen.black-three = freezes: a deal of canasta",
    ),
    "no world": (
        lambda c: c["worlds"][0].update({"from": 0, "readings": {"deal.covers.wild": "left"}, "expect": c["expect"][:1]}),
        "expected  world: another answer than under the default readings",
    ),
}


@pytest.mark.parametrize("what", DIFFERENT)
def test_what_differs_is_told(tmp_path: Path, what: str) -> None:
    """Whatever a case has otherwise than the rules is told: where, what was expected, what was found, and by which lines."""
    change, told = DIFFERENT[what]
    result = replay(tmp_path, edited(change), CASE)
    assert result.exit_code == 1
    assert told in result.output
    assert "1 case not as the rules have it" in result.output


UNREADABLE: dict[str, tuple[Json | str, str]] = {
    "no JSON": ('{"format": 1,', "cases.jsonl:1: found a line that is no JSON (Expecting property name"),
    "no UTF-8": ('{"format": "\udcff"}', "cases.jsonl:1: found the byte 0xff, which is no UTF-8"),
    "no object": ("[]", "cases.jsonl:1:"),
    "another format": (edited(lambda c: c.update(format=2)), "found case format 2, this runner reads format 1"),
    "a field too few": (edited(lambda c: c.pop("worlds")), "has no field 'worlds'"),
    "a variant": (edited(lambda c: c.update(variant="whist")), "is of the variant 'whist'; there is canasta"),
    "an option": (edited(lambda c: c["options"].update(jokers=4)), "cannot be played: 'jokers' is no option"),
    "a reading": (edited(lambda c: c["worlds"][0]["readings"].update(x="y")), "cannot be played: 'x' is no question"),
    "a card": (edited(lambda c: c["requests"][0]["stock"].append("10H")), "requests[0].stock[15]: found '10H'"),
    "a request": (edited(lambda c: c["requests"][1].update(cmd="bye")), "requests[1].cmd: found 'bye'"),
    "no deal": (edited(lambda c: c["requests"].insert(0, c["requests"].pop())), "requests[0].cmd: found 'act', expected deal"),
    "a verdict": (edited(lambda c: c["expect"][1].update(verdict="maybe")), "expect[1].verdict: found 'maybe'"),
    "an allowed act": (edited(lambda c: c.update(allowed={"0": []})), "allowed.0: found 0, expected the index"),
    "hands": (edited(lambda c: c["requests"][0]["hands"].pop()), "cannot be played: hands is"),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_played(tmp_path: Path, what: str) -> None:
    """A line that is no case, or a case of what the rules do not know, is told of, and the others are played."""
    line, told = UNREADABLE[what]
    result = replay(tmp_path, line, CASE)
    assert result.exit_code == 2
    assert told in result.output
    assert "1 case, 4 answers, 1 other world: as the rules have it" in result.output


def test_some_cases_only(tmp_path: Path) -> None:
    """--case chooses by the beginning of the id, as in `meldspec test`; a case that is not there is a mistake."""
    result = replay(tmp_path, CASE, edited(lambda c: c.update(case="canasta/other/allows-1")), words=("--case", "other"))
    assert result.output.startswith("1 case,")
    result = replay(tmp_path, CASE, words=("--case", "out.discrad"))
    assert result.exit_code == 2 and "did you mean" in result.output


FILES = sorted((folder("conformance") / "corpus").glob("*/*.jsonl"))


@pytest.mark.parametrize("file", first_of_each(FILES, lambda file: file.parent), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_corpus(file: Path) -> None:
    """Every case of the corpus is as the rules have it, in every world of it."""
    result = CliRunner().invoke(main, ["replay", str(file)])
    assert result.exit_code == 0, result.output
    assert result.output.endswith("as the rules have it\n")
