"""`meldspec claim`: made of a report, held against a suite that has changed, shown as a badge."""

from __future__ import annotations

import json
import re
import shutil
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from jsonschema import Draft202012Validator
from tests.cli.quick_snap import run

from meldspec.data import folder

REFERENCE = (sys.executable, "-m", "meldspec", "serve", "--variant", "manzana")
SCHEMA = json.loads((folder("conformance") / "protocol" / "claim.schema.json").read_text(encoding="utf-8"))
CORPUS, SPEC = folder("conformance") / "corpus", folder("spec")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the reference, in the cases that a deal suffices for."""
    file = tmp_path_factory.mktemp("report") / "report.json"
    done = run("test", "--variant", "manzana", "--size", "full", "--upto", "deal", "--json", file, "--", *REFERENCE)
    assert done.exit_code == 0, done.output
    return file


@pytest.fixture
def claim(report: Path, tmp_path: Path) -> Path:
    """The claim that is made of it."""
    file = tmp_path / "claim.json"
    assert run("claim", "new", report, "--to", file).exit_code == 0
    return file


def check(claim: Path, *words: str | Path) -> Result:
    """A claim, checked with the reference as the implementation."""
    return run("claim", "check", claim, *words, "--", *REFERENCE)


def told(file: Path) -> Any:
    """What stands in a file of JSON."""
    return json.loads(file.read_text(encoding="utf-8"))


def edited(file: Path, **fields: Any) -> Path:
    """The file, with some fields otherwise."""
    file.write_text(json.dumps(told(file) | fields), encoding="utf-8")
    return file


def test_a_claim_is_made_of_a_report_and_holds(claim: Path, report: Path) -> None:
    """The author of an engine that conforms has a claim: what it rests on, how it reads, how many play; and it holds."""
    made = told(claim)
    Draft202012Validator(SCHEMA).validate(made)
    right = [one["case"] for one in told(report)["cases"] if one["outcome"] in ("passed", "otherread")]
    assert list(made["cases"]) == right and made["not_judged"] == {} and made["findings"] == []
    assert made["options"] == {"players": [2]} and made["upto"] == "deal"
    assert made["readings"]["deal.covers.black-three"] == "stays"
    done = check(claim)
    assert done.exit_code == 0, done.output
    assert done.output.splitlines() == [
        f"meldspec 0.1.0 claims manzana with the suite that is here ({len(right)} cases; meldspec 0.1.0, {made['date']}).",
        "The claim holds.",
    ]


def test_what_has_changed_since_is_told_with_the_reason(claim: Path, tmp_path: Path) -> None:
    """A suite of later has a case more, one less, one with another answer and a clause in other words: each is told as such."""
    spec, corpus = tmp_path / "spec", tmp_path / "cases"
    shutil.copytree(SPEC, spec)
    shutil.copytree(CORPUS / "manzana", corpus / "manzana")
    _reworded(spec)
    _rewritten(corpus / "manzana")
    done = check(claim, "--spec", spec, "--corpus", corpus)
    rows = done.output.splitlines()
    assert rows[0].startswith("meldspec 0.1.0 claims manzana with another suite than the one that is here")
    assert rows[1:7] == [
        "Cases that have changed since:",
        "  manzana/deal.upcard/effect-1 expects another answer, since deal.upcard reads otherwise",
        "Cases that are new since:",
        "  manzana/deal.begin/effect-2",
        "Cases that are gone since:",
        "  manzana/deal.begin/effect-1",
    ]
    # The answer that was made up is one that the reference does not give, and nothing says that it breaks a rule.
    assert rows[7:9] == ["Changed or new since, and not judged now:", "  manzana/deal.upcard/effect-1: undecided"]
    assert (rows[9:], done.exit_code) == (["The claim holds, with the 2 cases that changed or came since."], 0)


def test_an_engine_that_breaks_a_rule_since_is_told_of_it(tmp_path: Path) -> None:
    """The dealer of the page about pytest has a claim; when it lets the dealer begin, the claim does not hold, and it says why."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "pytest.md").read_text(encoding="utf-8")
    code = page.partition("# test_dealer.py\n")[2].partition("test_dealer = ")[0] + "from meldspec import speak\nspeak(Dealer())\n"
    report, file = tmp_path / "report.json", tmp_path / "claim.json"
    for name, text in (("right.py", code), ("wrong.py", code.replace('1 - request["dealer"]', 'request["dealer"]'))):
        (tmp_path / name).write_text(text, encoding="utf-8")
    start = ("--variant", "manzana", "--upto", "deal", "--json", report, "--", sys.executable, tmp_path / "right.py")
    assert run("test", *start).exit_code == 0
    assert run("claim", "new", report, "--to", file).exit_code == 0
    assert "unsupported" in told(file)["not_judged"]
    done = run("claim", "check", file, "--", sys.executable, tmp_path / "wrong.py")
    assert done.exit_code == 1
    assert re.search(
        r"^Found now:\n  deal.begin leaves another table, in \d+ cases, such as manzana/\S+\n", done.output, re.MULTILINE
    )
    assert done.output.endswith("The claim does not hold.\n")


def test_a_suite_that_only_reads_otherwise_leaves_a_claim_standing(claim: Path, tmp_path: Path) -> None:
    """Where a clause has other words and no case has changed, the clause is named, and the claim holds."""
    spec = tmp_path / "spec"
    shutil.copytree(SPEC, spec)
    _reworded(spec)
    done = check(claim, "--spec", spec, "--corpus", CORPUS)
    assert done.exit_code == 0 and done.output.splitlines()[1:] == [
        "Clauses and questions that read otherwise, and no case of the claim with them:",
        "  deal.upcard",
        "The claim holds.",
    ]


def _reworded(spec: Path) -> None:
    """The clause about the upcard, in other words."""
    book = spec / "variants" / "manzana.rules"
    before = book.read_text(encoding="utf-8")
    after = before.replace("The top card of the stock is turned up beside it and begins", "The top card of the stock begins")
    assert after != before
    book.write_text(after, encoding="utf-8")


def _rewritten(place: Path) -> None:
    """One case has another name, one another answer."""
    for file in place.glob("*.jsonl"):
        lines = []
        for line in file.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if case["case"] == "manzana/deal.begin/effect-1":
                case["case"] = "manzana/deal.begin/effect-2"
            if case["case"] == "manzana/deal.upcard/effect-1":
                case["expect"][0]["observation"]["turn"] ^= 1
            lines.append(json.dumps(case, separators=(",", ":"), ensure_ascii=False))
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_what_is_claimed_and_not_so_is_told(claim: Path) -> None:
    """A claim of another reading, or of another name, is told in words, and the reading makes that it does not hold."""
    readings = told(claim)["readings"] | {"deal.covers.black-three": "covered"}
    who = told(claim)["implementation"] | {"version": "9"}
    done = check(edited(claim, readings=readings, implementation=who))
    assert done.exit_code == 1
    assert "Read otherwise than it claims:\n  deal.covers.black-three: claimed covered, follows stays\n" in done.output
    assert "It is another implementation by now:\n  version: 9, now 0.1.0\n" in done.output


def test_a_claim_of_what_cannot_be_started_is_no_false_claim(claim: Path) -> None:
    """Where the command is misspelt nothing is said of the claim, and the exit code is that of a run that came to nothing."""
    done = run("claim", "check", claim, "--", "./no-such-engine")
    assert done.exit_code == 3 and "no command ./no-such-engine" in done.output
    assert done.output.endswith("Nothing can be said of the claim.\n")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        (
            {"findings": "one"},
            "a claim says that nothing was found, and this report has findings: 1 rule broken, the first pile.pair",
        ),
        ({"stopped": "SIGTERM", "exit_code": 143}, "did not come to its end: it was stopped by SIGTERM"),
        ({"suite": {"meldspec": "0.0.9", "digest": "0" * 64}}, "was made with other cases"),
        ({"suite": None}, "an older meldspec made it"),
        ({"exit_code": 1}, "a run that ended with exit code 1"),
    ],
)
def test_no_claim_is_made_of_another_report(report: Path, tmp_path: Path, fields: dict[str, Any], why: str) -> None:
    """Where something was found, the run was broken off or the cases were others, no claim is made, and it is said why."""
    file = tmp_path / "report.json"
    shutil.copy(report, file)
    if fields.get("findings"):
        rule: dict[str, Any] = {
            "clause": "pile.pair",
            "lines": [],
            "what": "allows what the rules refuse",
            "certainty": "however read",
            "page": None,
        }
        rest: dict[str, Any] = {"rests_on": {}, "as_if": None, "rule": [], "instead": [], "cases": ["manzana/x-1"], "known": False}
        fields = {"findings": [rule | rest], "exit_code": 1}
    done = run("claim", "new", edited(file, **fields), "--to", tmp_path / "claim.json")
    assert done.exit_code == 1 and why in done.output
    assert not (tmp_path / "claim.json").exists()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "found no plain JSON"),
        ("[" * 100_000, "found no plain JSON"),
        ('{"format": 1, "format": 2}', "found no plain JSON"),
        ("[]", "the whole: [] is not of type 'object'"),
        ('{"format": 9}', "'variant' is a required property"),
    ],
)
@pytest.mark.parametrize("words", [("new",), ("badge",), ("check",)])
def test_what_is_no_claim_or_report_is_refused(tmp_path: Path, words: tuple[str, ...], text: str, why: str) -> None:
    """A file that is cut off, or is something else, is refused with what is wrong, and is no claim that does not hold."""
    file = tmp_path / "some.json"
    file.write_text(text)
    done = run("claim", *words, file, *(("--", "true") if words == ("check",) else ()))
    assert done.exit_code == 2 and why in done.output and "expected a" in done.output


def test_the_badge_is_made_of_the_claim(claim: Path, tmp_path: Path) -> None:
    """A badge says which game conforms to which suite, as an SVG that reads aloud, whatever an engine calls itself."""
    hostile = {"name": '"><script>alert(1)</script>\x1b[31m', "version": "]]>&", "language": "x", "homepage": None}
    assert run("claim", "badge", edited(claim, implementation=hostile), "--to", tmp_path / "badge.svg").exit_code == 0
    root = ElementTree.fromstring((tmp_path / "badge.svg").read_text(encoding="utf-8"))
    assert [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")] == [
        "meldspec · manzana",
        "conforms up to deal · 0.1.0",
    ]
    assert root.get("aria-label", "").startswith('"><script>')
    assert {one.tag.rpartition("}")[2] for one in root.iter()} == {"svg", "title", "rect", "path", "g", "text"}
