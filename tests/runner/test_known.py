"""Failures that are known: told of, not counted, and named when they pass again."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from junitparser import JUnitXml
from tests.engine.variants import library
from tests.runner.test_command import line

from meldspec.cli import main
from meldspec.data import folder
from meldspec.judge.booking import Sort
from meldspec.judge.findings import Finding
from meldspec.runner.known import KnownFailure, Status, is_known, status_of
from meldspec.runner.known_file import KnownProblem, read_known

MakeCommand = Callable[..., list[str]]
SCHEMA = folder("conformance") / "protocol" / "report.schema.json"
WRONG = "variant: mini\nknown:\n- at: deal\n  what: leaves another table\n  why: We deal more.\n"


@pytest.fixture
def held(tmp_path: Path, fake: MakeCommand) -> Callable[..., Result]:
    """Holds the fake engine, which has one card in the stock, against cases that want so many."""

    def hold(*words: str, stocks: tuple[int, ...] = (1, 5), known: str = "") -> Result:
        place = tmp_path / "corpus"
        (place / "mini").mkdir(parents=True, exist_ok=True)
        lines = [line(f"deal/effect-{number}", stock=stock) for number, stock in enumerate(stocks, 1)]
        (place / "mini" / "10.jsonl").write_text("".join(lines))
        if known:
            (tmp_path / "known.yaml").write_text(known)
            words = ("--known", str(tmp_path / "known.yaml"), *words)
        args = ["test", "--variant", "mini", "--corpus", str(place), "--timeout", "30", *words, "--", *fake()]
        return CliRunner().invoke(main, args)

    return hold


def test_known_failure_does_not_count(held: Callable[..., Result], tmp_path: Path) -> None:
    """A failure that is known is told with what was said of it, and the exit code is 0."""
    result = held("--json", str(tmp_path / "r.json"), "--junit", str(tmp_path / "r.xml"), known=WRONG)
    assert result.exit_code == 0
    assert "Known, so not counted:\n  deal  leaves another table, in 1 case: We deal more." in result.output
    assert "It conforms but for 1 known failure; 1 other case went right." in result.output
    report: dict[str, Any] = json.loads((tmp_path / "r.json").read_text())
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(report)
    assert [one["known"] for one in report["findings"]] == [True]
    assert [one["status"] for one in report["known"]] == ["found"]
    xml = JUnitXml.fromfile(str(tmp_path / "r.xml"))
    assert (xml.failures, xml.skipped) == (0, 1)


def test_another_failure_counts(held: Callable[..., Result]) -> None:
    """What is known excuses nothing else: of the same clause it is the sort that must be the same."""
    result = held(known=WRONG.replace("leaves another table", "allows what the rules refuse"))
    assert result.exit_code == 1
    assert "1 rule broken in 1 case" in result.output


def test_what_passes_again_is_told(held: Callable[..., Result]) -> None:
    """A failure that is listed and no longer there is named, so that it can be taken out, and the exit code is 0."""
    result = held(stocks=(1, 1), known=WRONG)
    assert result.exit_code == 0
    assert "Passes again, so take it out of the known failures:\n  deal  leaves another table: We deal more." in result.output
    assert "It conforms in every case that was checked (2)." in result.output


def test_what_was_not_judged_does_not_pass(held: Callable[..., Result]) -> None:
    """Where the case of a known failure was not played, nobody says that it passes again."""
    result = held("--case", "deal/effect-1", known=WRONG + "  case: mini/deal/effect-2\n")
    assert result.exit_code == 0
    assert "Known, and not judged in this run:\n  deal" in result.output and "Passes again" not in result.output


def test_list_is_written_and_read(held: Callable[..., Result], tmp_path: Path) -> None:
    """What a run finds can be written as the list that the next one takes."""
    file = tmp_path / "known.yaml"
    assert held("--write-known", str(file)).exit_code == 1
    assert read_known(file, "mini", None) == (KnownFailure("deal", "leaves another table", "", "mini/deal/effect-2"),)
    assert held("--known", str(file)).exit_code == 0


def test_list_is_kept_up_to_date(held: Callable[..., Result], tmp_path: Path) -> None:
    """Written anew, the list keeps reasons and what was not judged, and loses what passes again."""
    other = "- at: pile\n  what: leaves another table\n  case: mini/pile/effect-1\n"
    passing = "- at: deal\n  what: counts other points\n  case: mini/deal/effect-1\n"
    file = tmp_path / "known.yaml"
    assert held("--write-known", str(file), known=WRONG + other + passing).exit_code == 0
    assert [(one.at, one.what, one.why) for one in read_known(file, "mini", None)] == [
        ("deal", "leaves another table", "We deal more."),
        ("pile", "leaves another table", ""),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("variant: mini\nknown:\n- what: leaves another table\n", "known.yaml:3:3: wrong-value\n  found: known[0]: 'at' is a"),
        ("variant: mini\nknown:\n- {at: deal, what: leaves an other table}\n", "did you mean 'leaves another table'?"),
        ("variant: maxi\nknown: []\n", "known.yaml:1:10: wrong-value\n  found: variant: known failures of maxi"),
        ("variant: mini\nknown: [\n", "no-yaml"),
        ("", "known.yaml:1:1: wrong-value"),
        ("- deal\n", "known.yaml:1:1: wrong-value"),
    ],
)
def test_list_that_is_none(held: Callable[..., Result], tmp_path: Path, text: str, told: str) -> None:
    """A mistake in the list is told at its line, before anything is played."""
    (tmp_path / "known.yaml").write_text(text)
    result = held("--known", str(tmp_path / "known.yaml"))
    assert result.exit_code == 2
    assert told in result.output.replace(f"{tmp_path}/", "")


def test_clause_that_is_none(tmp_path: Path) -> None:
    """A clause that the book does not have is told with the one that was meant."""
    (tmp_path / "known.yaml").write_text(WRONG.replace("mini", "manzana").replace("at: deal", "at: cards.pak:3"))
    book = library().book("manzana")
    with pytest.raises(KnownProblem, match=r"(?s)known.yaml:3:7: no-clause.*did you mean 'cards.pack'\?"):
        read_known(tmp_path / "known.yaml", "manzana", book)


def test_findings_that_are_one_elsewhere() -> None:
    """Two findings that are known are known where a cause makes them one, and not where only the other one is known."""
    whole = Finding(Sort.TABLE, "pile", ("pile:9",), (), booked_as=((Sort.TABLE, "pile:2"), (Sort.REFUSED, "draw:1")))
    pile, draw = KnownFailure("pile:2", Sort.TABLE), KnownFailure("draw", Sort.REFUSED)
    assert is_known(whole, (pile, draw))
    assert not is_known(whole, (pile,))
    assert is_known(whole, (KnownFailure("pile:9", Sort.TABLE),))
    assert status_of(draw, [whole], ()) is Status.FOUND
    assert status_of(KnownFailure("draw:2", Sort.REFUSED), [whole], ()) is Status.NOT_JUDGED
