"""A mini game's cases, and the fake engine that plays it, well or badly."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from meldspec.protocol.case import Case, case_from_json

Json = dict[str, Any]
MakeCase = Callable[..., Case]
MakeCommand = Callable[..., list[str]]

_ENGINE = Path(__file__).parent / "fakes" / "engine.py"


def raw_case(name: str, acts: list[Json], expect: list[Json], **fields: Any) -> Json:
    """A case of the mini game, as a corpus holds it; `expect` begins with the answer to the deal."""
    deal = {
        "cmd": "deal",
        "variant": "mini",
        "seats": 1,
        "dealer": 0,
        "options": {"trouble": True} if fields.pop("trouble", False) else {},
        "match": {"deal": 1, "totals": [0]},
        "hands": [["7C", "8D"]],
        "feet": [[]],
        "stock": ["9H", "TS", "JK", "QH"],
    }
    whole = {
        "format": 1,
        "case": f"mini/{name}",
        "variant": "mini",
        "options": {},
        "about": {"clauses": [name.partition("/")[0]], "questions": []},
        "purpose": "allows",
        "title": f"The mini case {name}.",
        "touches": [],
        "requests": [deal, *({"cmd": "act", "seat": 0, "action": action} for action in acts)],
        "expect": expect,
        "because": [[] for _ in expect],
        "allowed": {},
        "worlds": [],
    }
    return {**whole, **fields}


DEALT = {"observation": {"turn": 0, "stock": 4, "hands": [["7C", "8D"]]}}
DRAWN = {"verdict": "legal", "observation": {"turn": 0, "stock": 3, "hands": [["7C", "8D", "9H"]]}}
DRAWN_TWO = {"verdict": "legal", "observation": {"turn": 0, "stock": 2, "hands": [["7C", "8D", "9H", "TS"]]}}
ILLEGAL = {"verdict": "illegal"}
DRAW, PASS = {"type": "draw"}, {"type": "pass"}


@pytest.fixture
def make_case() -> MakeCase:
    """Make a case of the mini game from its name, acts and expectations."""
    return lambda *args, **fields: case_from_json(raw_case(*args, **fields))


@pytest.fixture
def good(make_case: MakeCase) -> Case:
    """A case which the fake engine passes."""
    return make_case("good/allows-1", [DRAW], [DEALT, DRAWN])


@pytest.fixture
def trouble(make_case: MakeCase) -> Case:
    """A case in whose first act the fake engine misbehaves."""
    return make_case("trouble/allows-1", [DRAW, ILLEGAL_DISCARD], [DEALT, DRAWN, ILLEGAL], trouble=True)


ILLEGAL_DISCARD = {"type": "discard", "card": "2C"}


@pytest.fixture
def again(make_case: MakeCase) -> Case:
    """A second case which the fake engine passes: it shows that the run went on."""
    return make_case("again/refuses-1", [ILLEGAL_DISCARD], [DEALT, ILLEGAL])


@pytest.fixture
def draw_reading(make_case: MakeCase) -> Case:
    """A case that tells the readings of the question `draw` apart: one card (the default) or two."""
    worlds = [{"readings": {"draw": "two"}, "from": 1, "expect": [DRAWN_TWO]}]
    return make_case("draw/reading-1", [DRAW], [DEALT, DRAWN], worlds=worlds, purpose="reading")


@pytest.fixture
def pass_reading(make_case: MakeCase) -> Case:
    """A case that tells the readings of the question `pass` apart: no (the default) or yes."""
    worlds = [{"readings": {"pass": "yes"}, "from": 1, "expect": [{"verdict": "legal", **DEALT}]}]
    return make_case("pass/reading-1", [PASS], [DEALT, ILLEGAL], worlds=worlds, purpose="reading")


@pytest.fixture
def both_readings(make_case: MakeCase) -> Case:
    """A case in which the two questions meet, with a world for each alone."""
    worlds = [
        {"readings": {"draw": "two"}, "from": 1, "expect": [DRAWN_TWO, ILLEGAL]},
        {"readings": {"pass": "yes"}, "from": 2, "expect": [DRAWN]},
    ]
    return make_case("both/reading-1", [DRAW, PASS], [DEALT, DRAWN, ILLEGAL], worlds=worlds, purpose="reading")


@pytest.fixture
def fake() -> MakeCommand:
    """The command that starts the fake engine with a misbehaviour, readings and claims."""

    def command(misbehaviour: str = "none", read: dict[str, str] | None = None, claim: dict[str, str] | None = None) -> list[str]:
        words = [sys.executable, "-S", "-E", str(_ENGINE), misbehaviour]
        for option, pairs in (("--read", read), ("--claim", claim)):
            for question, reading in (pairs or {}).items():
                words += [option, f"{question}={reading}"]
        return words

    return command


@pytest.fixture(autouse=True)
def nothing_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After every test no process of a fake engine is alive, whatever it did."""
    pids = tmp_path / "pids"
    monkeypatch.setenv("FAKE_PIDS", str(pids))
    yield
    noted = pids.read_text().split() if pids.exists() else []
    assert [pid for pid in noted if _alive(pid)] == []


def _alive(pid: str) -> bool:
    """Whether a process runs; one that waits only for its status to be read does not."""
    try:
        stat = Path("/proc", pid, "stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"
