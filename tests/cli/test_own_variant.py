"""The page on writing a variant of one's own: what it shows is what there is, and what it promises happens."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from meldspec.cli import main

DOCS = Path(__file__).resolve().parents[2] / "docs"
FOLDER = DOCS / "own-variant"
PAGE = (DOCS / "own-variant.md").read_text(encoding="utf-8")
SHOWN = dict(re.findall(r"^`([a-z-]+\.(?:yaml|rules))`\n\n```\w+\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
TESTS = (FOLDER / "thin-pile.yaml", FOLDER / "minimum.yaml")


def run(*words: str | Path) -> Result:
    """A command's result."""
    return CliRunner(charset="utf-8").invoke(main, [str(word) for word in words])


def test_the_page_shows_the_files_as_they_are() -> None:
    """Whoever copies from the page has the files of the folder, all of them, word for word."""
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()} == SHOWN


def test_the_variant_is_checked_as_the_page_says() -> None:
    """Nothing is wrong with the kitchen's rules, and the counts are those of the page."""
    result = run("check", FOLDER)
    assert result.exit_code == 0
    assert result.output in PAGE


def test_the_house_rules_are_ruled_on_as_expected() -> None:
    """The thin pile stays, forty are needed, and both tests say so."""
    result = run("rule", "--spec", FOLDER, *TESTS)
    assert result.exit_code == 0
    assert result.output.count("\nAs expected.\n") == 2


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("verdict: illegal", "verdict: legal", "it is illegal, expected legal"),
        ("by: [pile.thin]", "by: [pile.pair]", "it is decided by pile.thin:1, expected pile.pair"),
        ("{pile.thin.stock-gone: yields}", "{pile.pair.frozen: open-only}", "expected pile.pair.frozen=open-only"),
    ],
)
def test_a_ruling_that_is_not_as_expected_is_told(tmp_path: Path, old: str, new: str, told: str) -> None:
    """Where the ruling is another than the file expects, both are told and the exit code is 3."""
    file = tmp_path / "other.yaml"
    file.write_text(TESTS[0].read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    result = run("rule", "--spec", FOLDER, file)
    assert result.exit_code == 3
    assert "NOT AS EXPECTED" in result.output
    assert told in result.output


def test_the_readings_of_the_house_question_differ() -> None:
    """With the stock gone the thin pile may be taken only if the question is answered so."""
    result = run("rule", "--spec", FOLDER, "--readings", "pile.thin.stock-gone=yields", TESTS[0])
    assert "\nLEGAL\n" in result.output
    assert result.exit_code == 3
