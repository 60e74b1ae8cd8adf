"""The report as it is shown and as it is written to files."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from junitparser import JUnitXml
from rich.console import Console
from tests.runner.conftest import DEALT, ILLEGAL_DISCARD

from meldspec.data import folder
from meldspec.judge.judgement import judge
from meldspec.judge.oracle import Oracle
from meldspec.protocol.case import Case
from meldspec.runner.judged import outcomes
from meldspec.runner.outcome import Kind
from meldspec.runner.play import Recording
from meldspec.runner.print import print_report
from meldspec.runner.report import Report
from meldspec.runner.report_files import write_json, write_junit
from meldspec.runner.run import run
from meldspec.runner.words import printable

PROTOCOL = folder("conformance") / "protocol"
MakeCommand = Callable[..., list[str]]
MakeCase = Callable[..., Case]


def shown(report: Report, verbose: bool = False) -> str:
    """The report as a terminal of 100 columns shows it, without colour."""
    console = Console(width=100, record=True, file=StringIO())
    print_report(report, console, verbose)
    return "\n".join(line.rstrip() for line in console.export_text().splitlines())


def hold(cases: list[Case], command: list[str]) -> Report:
    """A run of the mini game."""
    return run(cases, command, variant="mini", timeout=30)


def test_failure_is_told_as_a_transcript(make_case: MakeCase, fake: MakeCommand) -> None:
    """A failure shows what was sent, expected and found, which lines say so, and what was allowed instead."""
    case = make_case(
        "pile/refuses-1",
        [{"type": "discard", "card": "7C"}, {"type": "draw"}],
        [{"observation": {}}, {"verdict": "legal", "observation": {}}, {"verdict": "illegal"}],
        because=[[], [], ["pile:2", "turn.order:1"]],
        allowed={"2": [{"type": "pass"}, {"type": "ask", "seat": 2}]},
    )
    expected = """
✗ pile  allows what the rules refuse, in 1 case
  “seat 0 draws” is done, and the rules forbid it.
  decided by pile:2, turn.order:1
  mini/pile/refuses-1  The mini case pile/refuses-1.
         1  a deal of mini, 1 seats, dealer 0; deal 1, totals 0
              seat 0: 8D 7C
              stock (in the order of drawing): 9H TS JK QH
         2  seat 0 discards 7C
         3  seat 0 draws
  expected  illegal
     found  legal
   because  pile:2 · turn.order:1
   allowed  instead: seat 0 ends the turn without a discard; or seat 0 asks seat 2 for leave to go
            out
"""
    text = shown(hold([case], fake()))
    assert expected in text
    assert text.endswith("1  failed\nIt does not conform: 1 rule broken in 1 case.")


def test_why_it_refuses_is_told(make_case: MakeCase, fake: MakeCommand) -> None:
    """What an engine says of a refusal that the rules do not know is shown in its own words."""
    case = make_case("discard/allows-1", [ILLEGAL_DISCARD], [DEALT, {"verdict": "legal", "observation": {}}])
    assert "  expected  legal\n     found  illegal (so I was taught)" in shown(hold([case], fake()))


def test_shortest_failure_first(make_case: MakeCase, fake: MakeCommand) -> None:
    """Of the failures of a clause the shortest is told, and the others are named; -v tells all."""
    draw, wrong = {"type": "draw"}, {"verdict": "legal", "observation": {"stock": 9}}
    right = {"verdict": "legal", "observation": {}}
    long = make_case("pile/allows-1", [draw, draw], [{"observation": {}}, right, wrong])
    short = make_case("pile/allows-2", [draw], [{"observation": {}}, wrong])
    report = hold([long, short], fake())
    text = shown(report)
    head = "✗ pile  leaves another table, in 2 cases\n  “seat 0 draws” leaves another table than the rules have: cards left"
    assert head in text and text.index(head) < text.index("  mini/pile/allows-2") < text.index("also mini/pile/allows-1")
    assert "expected  stock: 9\n     found  stock: 3" in text
    assert "-v shows every failure" in text
    assert "also" not in shown(report, verbose=True)
    assert shown(report, verbose=True).count("expected  stock: 9") == 2


def test_conforming_report(again: Case, draw_reading: Case, pass_reading: Case, fake: MakeCommand) -> None:
    """A report of an engine that conforms says so, and which readings it follows."""
    text = shown(hold([again, draw_reading, pass_reading], fake(read={"draw": "two"}, claim={"draw": "two"})))
    assert "Fake 1 (Python) against 3 cases of mini" in text
    assert "  draw  follows two; claims two\n    two: 1 case, such as mini/draw/reading-1" in text
    assert "  pass  follows the default reading" in text
    assert "Observation fields given, and so checked: 100%" in text
    assert text.endswith("It conforms in every case that was checked (3).")


def test_verbose_lists_every_case(again: Case, draw_reading: Case, fake: MakeCommand) -> None:
    """With -v every case is listed with its verdict, its whole id, and the readings that it was seen to follow."""
    text = shown(hold([again, draw_reading], fake(read={"draw": "two"})), verbose=True)
    listed = {tuple(line.split()) for line in text.splitlines()}
    assert {("passed", "mini/again/refuses-1"), ("otherread", "mini/draw/reading-1")} <= listed
    assert "The mini case draw/reading-1. [draw = two]" in text


def test_false_claim_is_told(draw_reading: Case, fake: MakeCommand) -> None:
    """A claim that a case contradicts is shown with that case."""
    text = shown(hold([draw_reading], fake(claim={"draw": "two"})))
    assert "the claim is contradicted by mini/draw/reading-1 admits the default reading" in text
    assert text.endswith("It does not conform: 1 claim not borne out.")


def test_little_given_is_told(trouble: Case, fake: MakeCommand) -> None:
    """An engine that shows little of the table is told which fields were never checked."""
    text = shown(hold([trouble], fake("says_little")))
    assert "checked: 67%\n  hands              50%\n  stock              50%" in text
    assert "misspelt perhaps: hand" in text


def test_break_is_told(good: Case, trouble: Case, fake: MakeCommand) -> None:
    """A crash is shown with the last words on standard error, apart from broken rules."""
    text = shown(hold([good, trouble], fake("die")))
    assert "! crash  in 1 case; the first:" in text
    assert "found  crash: ended without an answer (exit status 3)\n    stderr  the last words" in text
    assert text.endswith("It does not conform: it broke in 1 case.")


def test_unsupported_is_counted(good: Case, trouble: Case, fake: MakeCommand) -> None:
    """What an engine cannot express is counted by the reason it gives."""
    text = shown(hold([good, trouble], fake("unsupported")))
    assert "neither passed nor failed:\n  the act draw: 1 case; 1 clause judged in no other\n        1  no such pack here" in text


def test_fatal_is_told(good: Case, fake: MakeCommand) -> None:
    """An engine that does not start is shown with its last words."""
    text = shown(hold([good], fake("die_at_once")))
    assert text.endswith("ended without an answer (exit status 1).\n  stderr: I would rather not")


def test_terminal_is_not_steered() -> None:
    """What an engine writes cannot move the cursor or colour the terminal, nor break the JUnit file."""
    assert printable("\x1b[31mred\x07 a\tb\ud800 é → 7♠") == r"\x1b[31mred\x07 a\tb\ud800 é → 7♠"


def test_terminal_is_not_filled() -> None:
    """Of a word of five thousand characters a report shows the beginning, the end, and how long it is."""
    assert printable(f"error: {'x' * 4_999}y.") == f"error: {'x' * 60}…{'x' * 18}y. (5001 characters)"


def every_kind(make_case: MakeCase, good: Case, trouble: Case, draw_reading: Case) -> list[Case]:
    """Cases of most kinds of outcome."""
    wrong = make_case("wrong/allows-1", [], [{"observation": {"turn": 3}}], because=[["deal:1"]])
    return [good, wrong, trouble, draw_reading]


def test_junit(tmp_path: Path, make_case: MakeCase, good: Case, trouble: Case, draw_reading: Case, fake: MakeCommand) -> None:
    """The JUnit file counts failures, breaks and readings, and tells each transcript."""
    cases = every_kind(make_case, good, trouble, draw_reading)
    command = fake("error", claim={"draw": "two"})
    write_junit(hold(cases, command), tmp_path / "report.xml")
    xml = JUnitXml.fromfile(str(tmp_path / "report.xml"))
    assert (xml.tests, xml.failures, xml.errors, xml.skipped) == (6, 2, 1, 0)
    suites = {suite.name: list(suite) for suite in xml}
    assert set(suites) == {"meldspec mini cases", "meldspec mini readings", "meldspec mini process"}
    wrong, broke = suites["meldspec mini cases"][1].result[0], suites["meldspec mini cases"][2].result[0]
    assert wrong.message == "leaves another table" and "expected  turn: 3" in (wrong.text or "")
    assert broke.type == "errored" and "the whole story" in (broke.text or "")


def test_junit_of_a_start_that_failed(tmp_path: Path, good: Case, fake: MakeCommand) -> None:
    """The JUnit file of an engine that does not start has an error, and its cases skipped."""
    write_junit(hold([good], fake("die_at_once")), tmp_path / "report.xml")
    xml = JUnitXml.fromfile(str(tmp_path / "report.xml"))
    assert (xml.tests, xml.errors, xml.skipped) == (2, 1, 1)


def test_json(tmp_path: Path, make_case: MakeCase, good: Case, trouble: Case, pass_reading: Case, fake: MakeCommand) -> None:
    """The JSON file holds every outcome, the readings and the shares."""
    cases = every_kind(make_case, good, trouble, pass_reading)
    write_json(hold(cases, fake("die", read={"pass": "yes"})), tmp_path / "report.json")
    report: dict[str, Any] = json.loads((tmp_path / "report.json").read_text())
    Draft202012Validator(json.loads((PROTOCOL / "report.schema.json").read_text(encoding="utf-8"))).validate(report)
    assert report["counts"] == {"crash": 1, "failed": 1, "otherread": 1, "passed": 1}
    assert (report["exit_code"], report["restarts"]) == (1, 1)
    by_case = {row["case"]: row for row in report["cases"]}
    assert by_case["mini/wrong/allows-1"]["differences"] == [{"where": "turn", "expected": 3, "found": 0}]
    assert by_case["mini/wrong/allows-1"]["because"] == ["deal:1"]
    assert by_case["mini/trouble/allows-1"]["stderr"] == "the last words\n"
    assert by_case["mini/pass/reading-1"]["follows"] == [{"pass": "yes"}]
    assert report["readings"][0]["followed"] == "yes"


def test_a_strange_name_in_a_claim_steers_nothing(tmp_path: Path, draw_reading: Case, fake: MakeCommand) -> None:
    """A question that an implementation calls by what would steer a terminal, or is no text, stands in every report in letters."""
    report = run([draw_reading], fake(claim={"\x1b[2Jtricky": "\x07one"}), variant="mini", timeout=30)
    assert report.introduction is not None
    (seen,) = (one for one in report.readings if "tricky" in one.question)
    assert (seen.question, seen.claim) == ("\\x1b[2Jtricky", "\\x07one")
    write_junit(report, tmp_path / "junit.xml")
    JUnitXml.fromfile(str(tmp_path / "junit.xml"))


def test_a_case_that_was_not_gone_on_with_is_not_told_as_right(draw_reading: Case) -> None:
    """A run that is stopped before a case is gone on with that was left early has not run it, right as its beginning is."""
    recording = Recording(draw_reading, draw_reading.expect[:1], left=True)
    oracle = Oracle({"draw": ("one", "two")}, None)
    (outcome,) = outcomes(judge(oracle, [recording.transcript]), {recording.case.id: recording}, oracle).values()
    assert (outcome.kind, outcome.shows) == (Kind.NOT_RUN, False)
