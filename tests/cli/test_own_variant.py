"""The page on writing a variant of one's own: what it shows is what there is, and what it promises happens."""

import re
import shlex
import sys
from glob import glob
from pathlib import Path
from shutil import copytree

import pytest
from click.testing import CliRunner, Result
from tests.sampling import THOROUGH

from meldspec.cli import main
from meldspec.compare.conventions import ALL_CARDS, ALL_KINDS, CALLED
from meldspec.compare.games import read_rows
from meldspec.data import folder

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
    assert {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.is_file()} == SHOWN


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


def test_a_variant_has_the_profiles_of_the_game_that_it_extends() -> None:
    """The kitchen's game is read as one publication reads the ordinary game, and a profile of another game is none for it."""
    refused = run("rule", "--spec", FOLDER, "--profile", "kadner-strict", TESTS[0])
    assert refused.exit_code == 2 and "canasta-bicycle" in refused.output
    read = run("diff", "--spec", FOLDER, "kitchen", "kitchen/canasta-bicycle")
    assert read.exit_code == 0 and "pile.frozen.black-three" in read.output


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


# ── a corpus and pages of one's own ─────────────────────────────────────────────────────────────────────────────────────────


def commands(place: Path) -> list[list[str]]:
    """The commands of the page with their words, about a copy of the folder; `make test` searches little, for one clause only."""
    written = re.findall(
        r"^meldspec (.*)$", "\n".join(re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)), re.MULTILINE
    )
    found = []
    for text in written:
        here = text.replace("docs/own-variant", str(place / "own")).replace("build/", f"{place}/")
        words = [one for word in shlex.split(here) for one in (glob(word) if "*" in word else [word])]
        if "--search" in words and not THOROUGH:
            words[words.index("--search") + 1] = "3"
            words += ["--of", "opening.minimum", "--of", "pile.thin"]
        # The implementation is a program, which is found whatever this process was started by.
        if "--" in words:
            behind = words.index("--")
            words[behind + 1 : behind + 2] = [sys.executable, "-c", "from meldspec.cli import main; main()"]
        found.append(words)
    return found


def test_every_command_of_the_page_does_what_it_says(tmp_path: Path) -> None:
    """From a folder with a variant come its corpus, a program that conforms to it, and its pages, by the commands as they stand."""
    copytree(FOLDER, tmp_path / "own")
    told: dict[str, list[str]] = {}
    for number in range(len(commands(tmp_path))):
        # Told apart one at a time: what a later one names may be written by an earlier one.
        words = commands(tmp_path)[number]
        result = run(*words)
        assert result.exit_code == 0, (words, result.output)
        told.setdefault(words[0], []).append(result.output)
    assert set(told) == {"check", "review", "rule", "corpus", "test", "replay", "docs", "compare"}
    assert "meld.stays is held, in review/kitchen.yaml." in told["review"][2]
    first, missing, second = told["corpus"]
    assert re.search(r"^kitchen: (\d+) cases?, \1 of them new, in \d+ files?; [1-9]\d* files? written$", first, re.MULTILINE)
    assert re.match(r"kitchen: \d+ of \d+ goals have a case, ", missing)
    last = max(int(number) for number in re.findall(r"^  games \d+ to (\d+):", first, re.MULTILINE))
    assert f"  games {last + 1} to " in second
    assert "It conforms in every case" in told["test"][0]
    assert "as the rules have it" in told["replay"][0]
    clause = (tmp_path / "kitchen" / "kitchen" / "50-pile.md").read_text(encoding="utf-8")
    assert "A thin pile stays" in clause and "kitchen/pile.thin/" in clause


WRONG = "  define unasked: 3\n"
"""A line that check refuses, although every act could be judged."""


@pytest.mark.parametrize(
    "words",
    [
        ("rule", TESTS[0]),
        ("explore", "kitchen", "--deals", "1"),
        ("corpus", "kitchen", "--missing"),
        ("serve", "--variant", "kitchen"),
        ("compare", "kitchen"),
        ("diff", "kitchen", "manzana"),
    ],
    ids=lambda words: words[0],
)
def test_nobody_plays_by_a_book_that_check_refuses(tmp_path: Path, words: tuple[str | Path, ...]) -> None:
    """While something is wrong with the kitchen's rules nothing is ruled by them, and it is said how to see what is wrong."""
    copytree(FOLDER, tmp_path / "own")
    rules = tmp_path / "own" / "kitchen.rules"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("  redefine minimum: 40\n", f"  redefine minimum: 40\n{WRONG}"), encoding="utf-8")
    assert "the term 'unasked', which no line speaks of" in run("check", "--spec", tmp_path / "own").output
    result = run(*words, "--spec", tmp_path / "own")
    assert result.exit_code == 1
    assert "the term 'unasked'" in result.output or "see `meldspec check`" in result.output


def test_the_page_names_all_that_the_rows_look_for() -> None:
    """The names that a game has to use to be found by the table of games stand on the page, and no others."""
    part = PAGE.split("## Names that others look for")[1].split("## ")[0]
    named = {
        (line.split(":")[0].removesuffix("s"), name) for line in re.findall(r"^- (.*)$", part, re.MULTILINE) for name in names(line)
    }
    rows = read_rows(folder("spec") / "compare.yaml")
    parts = [one for row in rows for one in (*row.asked, *row.sheet) if one.source in CALLED]
    assert named == {(CALLED[one.source], one.word) for one in parts if one.word not in (ALL_CARDS, ALL_KINDS)}


def names(line: str) -> list[str]:
    """The names in a line of the page."""
    return re.findall("`([^`]+)`", line)
