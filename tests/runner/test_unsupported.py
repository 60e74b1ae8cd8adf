"""What is not supported, and what that costs."""

from collections.abc import Callable
from io import StringIO
from typing import Any

from rich.console import Console
from tests.runner.conftest import DEALT, DRAW, raw_case

from meldspec.protocol.case import Case, case_from_json
from meldspec.runner.outcome import Kind, Outcome
from meldspec.runner.print import print_report
from meldspec.runner.report import Report
from meldspec.runner.run import run
from meldspec.runner.unsupported import OTHERWISE, Lack, lacks

MakeCommand = Callable[..., list[str]]
MakeCase = Callable[..., Case]


def begun(name: str, seats: int = 4, **fields: Any) -> Case:
    """A case of one deal that begins so."""
    raw = raw_case(name, [], [DEALT])
    raw["requests"][0] |= {"seats": seats, "options": {"players": seats}, **fields}
    return case_from_json(raw)


def refused(case: Case, step: int = 0, says: str = "") -> Outcome:
    """The outcome of a case that was not supported."""
    return Outcome(case, Kind.UNSUPPORTED, step, says)


def passed(case: Case) -> Outcome:
    """The outcome of a case that went right."""
    return Outcome(case, Kind.PASSED)


def test_number_of_players() -> None:
    """Who plays at four alone is told that two players are what is not supported, and which clauses that leaves out."""
    outcomes = [
        passed(begun("draw/effect-1")),
        refused(begun("draw/effect-2", 2), says="four only"),
        refused(begun("pairs/effect-1", 2), says="four only"),
        refused(begun("pairs/effect-2", 2)),
    ]
    assert lacks(outcomes, ()) == (
        Lack(
            "2 players",
            ("mini/draw/effect-2", "mini/pairs/effect-1", "mini/pairs/effect-2"),
            ("pairs",),
            (("four only", 2), ("no reason given", 1)),
        ),
    )


def test_options_are_told_apart() -> None:
    """Two things that are not supported are two, that of more cases first."""
    outcomes = [
        passed(begun("a/effect-1")),
        refused(begun("b/effect-1", 2)),
        refused(begun("c/effect-1", options={"players": 4, "jokers": True})),
        refused(begun("c/effect-2", options={"players": 4, "jokers": True})),
    ]
    assert [(lack.what, len(lack.cases)) for lack in lacks(outcomes, ())] == [("jokers true", 2), ("2 players", 1)]


def test_what_goes_together_cannot_be_told_apart() -> None:
    """Where all cases die at the first request everything that they have in common may be why."""
    outcomes = [refused(begun(f"a/effect-{number}", feet=[["7C"]])) for number in range(3)]
    assert [lack.what for lack in lacks(outcomes, ())] == ["4 players or feet"]


def test_deal_like_others() -> None:
    """Where other cases that begin so are taken nothing is put down to a guess."""
    assert [lack.what for lack in lacks([passed(begun("a/effect-1")), refused(begun("b/effect-1"))], ())] == [OTHERWISE]


def test_feature_and_acts(make_case: MakeCase) -> None:
    """What is asked later is told by the act, several plays apart; a feature that is not claimed by its name."""
    raw = raw_case("legal/effect-1", [], [DEALT, {"actions": []}])
    raw["requests"].append({"cmd": "legal", "seat": 0})
    plays = [{"to": "new", "cards": ["7C", "7D", "7H"]}]
    lays = [
        make_case(f"lay/allows-{n}", [{"type": "meld", "plays": plays * n}], [DEALT, DEALT | {"verdict": "legal"}]) for n in (1, 2)
    ]
    outcomes = [refused(case_from_json(raw), 1), *(refused(case, 1) for case in lays)]
    assert {lack.what for lack in lacks(outcomes, ())} == {
        "the feature enumerate, which it does not claim",
        "the act meld",
        "the act meld, several plays at once",
    }
    assert "lists of legal acts" in {lack.what for lack in lacks(outcomes, ("enumerate",))}


def test_broken_start_is_no_yes(make_case: MakeCase) -> None:
    """A case in which the engine crashed at the deal does not show that it takes such deals."""
    crashed = Outcome(begun("a/effect-1", 2), Kind.CRASH, 0)
    found = lacks([crashed, passed(begun("b/effect-1")), refused(begun("c/effect-1", 2))], ())
    assert [lack.what for lack in found] == ["2 players"]


def test_report_tells_the_cost(make_case: MakeCase, fake: MakeCommand) -> None:
    """The report says what is not supported, of how many cases, and then what the engine says of it."""
    cases = [make_case(f"draw/allows-{n}", [DRAW], [DEALT, {"verdict": "legal", "observation": {}}], trouble=True) for n in (1, 2)]
    report = run(cases, fake("unsupported"), variant="mini", timeout=30)
    text = shown(report)
    assert "  the act draw: all 2 cases; 1 clause judged in no other\n        2  no such pack here" in text


def shown(report: Report) -> str:
    """The report as a terminal shows it."""
    console = Console(width=100, record=True, file=StringIO())
    print_report(report, console)
    return "\n".join(line.rstrip() for line in console.export_text().splitlines())


def test_long_lists_of_reasons_are_cut(make_case: MakeCase) -> None:
    """Of an engine that gives another reason each time only a few are shown."""
    outcomes = tuple(refused(begun(f"a/effect-{n}"), says=f"reason {n}") for n in range(30))
    text = shown(Report("mini", ("engine",), None, outcomes))
    assert text.count("reason ") == 5
