"""The cases for which the first chapters of a book suffice."""

import json
import sys
from pathlib import Path

from click.testing import CliRunner, Result
from tests.engine.variants import library

from meldspec.cli import main
from meldspec.data import folder
from meldspec.protocol.case import load_cases
from meldspec.protocol.messages import ActRequest
from meldspec.runner.upto import Building

CORPUS = folder("conformance") / "corpus"
SERVE = [sys.executable, "-c", "from meldspec.cli import main; main()", "serve"]


def told(result: Result) -> str:
    """What a command printed, its boxes and breaks taken away."""
    return " ".join(result.output.replace("│", " ").split())


def test_each_chapter_adds_cases() -> None:
    """From chapter to chapter cases are added and none is lost, and with the last one all are there."""
    cases = load_cases(CORPUS, "manzana")
    building = Building(library().book("manzana"))
    assert building.chapters[:3] == ("cards", "deal", "turn")
    sizes = [len(building.upto(chapter, cases)) for chapter in building.chapters]
    assert sizes == sorted(sizes) and sizes[0] > 0 and sizes[-1] == len(cases)


def test_deals_need_no_acts() -> None:
    """Who can deal and nothing else is asked for no act; who can draw as well is asked for nothing but draws."""
    cases = load_cases(CORPUS, "canasta")
    building = Building(library().book("canasta"))

    def acts(chapter: str) -> set[str]:
        requests = (request for case in building.upto(chapter, cases) for request in case.requests)
        return {request.action.type for request in requests if isinstance(request, ActRequest)}

    assert acts("deal") == set()
    assert acts("turn") == {"draw"}
    assert acts("opening") == {"draw", "meld"}


def test_points_belong_to_their_chapter() -> None:
    """A case whose deal comes to its end is kept until points are counted."""
    cases = load_cases(CORPUS, "manzana")
    building = Building(library().book("manzana"))
    ending = [case for case in cases if any(getattr(getattr(one, "observation", None), "ended", None) for one in case.expect)]
    assert ending
    assert all(building.built_with(case) >= building.chapters.index("score") for case in ending)


def test_cases_left_out_are_counted(tmp_path: Path) -> None:
    """The report says how many cases were left out, and is green for who has the first chapters right."""
    args = [
        "test",
        "--variant",
        "manzana",
        "--size",
        "full",
        "--upto",
        "deal",
        "--json",
        str(tmp_path / "report.json"),
        "--",
        *SERVE,
    ]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 0, result.output
    report = json.loads((tmp_path / "report.json").read_text())
    whole = len(load_cases(CORPUS, "manzana"))
    assert report["upto"] == "deal" and report["left_out"] == whole - len(report["cases"]) > 0
    assert f"{report['left_out']} cases left out, of chapters after deal" in told(result)


def test_chapter_that_is_none() -> None:
    """A chapter that the game does not have is refused with those that it has, in their order, and the one that was meant."""
    result = CliRunner().invoke(main, ["test", "--variant", "manzana", "--upto", "meld", "--", "no-engine"])
    assert result.exit_code == 2
    assert "it has, in this order, cards, deal, turn," in told(result) and "did you mean 'melds'?" in told(result)


def test_no_case_of_the_first_chapters() -> None:
    """Who chooses cases of later chapters alone is told so, instead of a run of nothing."""
    args = ["test", "--variant", "manzana", "--case", "match.target/effect-1", "--upto", "deal", "--", "no-engine"]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 2
    assert "asks for a later chapter than deal" in told(result)


def test_game_without_rules(tmp_path: Path) -> None:
    """Of a corpus without its rules nobody can say what the chapters are."""
    case = json.loads((CORPUS / "manzana" / "cards.jsonl").read_text().splitlines()[0])
    mini = {**case, "case": "mini/cards/effect-1", "variant": "mini"}
    mini["requests"][0]["variant"] = "mini"
    (tmp_path / "mini").mkdir()
    (tmp_path / "mini" / "10.jsonl").write_text(json.dumps(mini))
    args = ["test", "--variant", "mini", "--corpus", str(tmp_path), "--upto", "deal", "--", "no-engine"]
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 2
    assert "--spec" in told(result)
