"""`meldspec print`: a game on paper, as a table plays it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.quick_snap import run
from tests.engine.variants import shelf

from meldspec.cli._shared import Rules
from meldspec.site.browser import find_browser, pages_of
from meldspec.site.share import decode
from meldspec.site.sheet_html import NO_ICON
from meldspec.table.selection import select

STEPS = "opening.minimum.bands=five-hundred"


@pytest.fixture(autouse=True)
def dated(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is printed on the first day of 1970."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")


def test_the_same_under_this_tables_readings() -> None:
    """Who plays Pennies with the smaller steps of the printed books has them in the box, among the rules and in the link."""
    text = run("print", "pennies", "--readings", STEPS).output
    assert "below 500: 50; below 1000: 90; below 1500: 120" in " ".join(text.split())
    assert text.count("▸ How far apart are the steps of the minimum?") == 2
    assert "Is a red three replaced at all? Yes." in text and "? Is a red three" not in text
    link = text.partition("At the ruling desk: desk.html#")[2].partition("\n")[0]
    shared = decode(link)
    assert (shared.variant, shared.options, shared.readings) == ("pennies", {}, {"opening.minimum.bands": "five-hundred"})
    assert "meldspec " in text.splitlines()[-1] and "1 January 1970" in text.splitlines()[-1]


def test_sizes_are_those_of_the_options() -> None:
    """Two who play ordinary Canasta are told of fifteen cards and of no other hand."""
    text = run("print", "canasta", "--option", "players=2", "--card").output
    assert "Players: 2 each alone" in text and "Hand: 15\n" in text and "11 (4 players)" not in text


def test_every_way_of_choosing_is_in_the_digest() -> None:
    """The digest in the foot is another for each choice, and the same for the same."""
    asked: tuple[tuple[str, ...], ...] = (
        (),
        ("--readings", "pile.match.hand-card=mate-needed"),
        ("--option", "players=2"),
        ("--profile", "canasta-bicycle"),
    )
    feet = [run("print", "canasta", *words, "--card").output.splitlines()[-1] for words in asked]
    assert len(set(feet)) == len(asked)
    assert run("print", "canasta", "--readings", "pile.match.hand-card=top-alone", "--card").output.splitlines()[-1] == feet[0]


def test_html_holds_all_in_one_file(tmp_path: Path) -> None:
    """The end of the file's name says what is written; where the site is published, the link leads there."""
    out = tmp_path / "club.html"
    result = run("print", "manzana", "--out", out, "--site", "https://example.org/rules")
    assert (result.exit_code, result.stdout) == (0, "") and f"Manzana Canasta is in {out}." in result.stderr
    html = out.read_text(encoding="utf-8")
    assert 'href="https://example.org/rules/desk.html#v1.' in html
    assert "<script" not in html and "<link" not in html.replace(NO_ICON, "")
    bare = run("print", "manzana", "--format", "html").output.replace(NO_ICON, "")
    assert 'href="' not in bare and "on any copy of the pages: <code>desk.html#v1." in bare


@pytest.mark.parametrize("many", [5, 12, 99])
def test_pdf_has_two_sides_at_most(many: int, tmp_path: Path) -> None:
    """What a table prints of Railroad Canasta has two sides, and its card one, however many questions it reads in its own way."""
    if find_browser() is None:
        pytest.skip("no Chromium was found on this machine: nothing was printed")
    out, card = tmp_path / "club.pdf", tmp_path / "card.pdf"
    readings = select_otherwise("railroad", many)
    asked = [word for id, reading in readings.items() for word in ("--readings", f"{id}={reading}")]
    assert run("print", "railroad", "--option", "players=6", "--option", "members=3", *asked, "--out", out).exit_code == 0
    assert 1 <= pages_of(out.read_bytes()) <= 2
    assert run("print", "railroad", "--card", *asked, "--out", card).exit_code == 0
    assert pages_of(card.read_bytes()) == 1


def select_otherwise(variant: str, many: int) -> dict[str, str]:
    """So many questions of a game that are read otherwise than by default."""
    questions = Rules().book(variant).questions()
    found = {id: next(one.name for one in q.readings if one.name != q.default) for id, q in questions.items() if not q.arises}
    return dict(list(found.items())[:many])


def test_without_a_browser_there_is_no_pdf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no Chromium is found the message says what to do instead, and no file is left."""
    monkeypatch.setenv("MELDSPEC_BROWSER", "")
    out = tmp_path / "club.pdf"
    result = run("print", "manzana", "--out", out)
    assert result.exit_code == 1
    assert "MELDSPEC_BROWSER" in result.output and "--format html" in result.output
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("pennis",), "no variant 'pennis'"),
        (("pennies", "--readings", "pile.pair.frozen"), "expected QUESTION=READING"),
        (("pennies", "--readings", "pile.pair.frozn=open-only"), "did you mean"),
        (("pennies", "--readings", "pile.pair.frozen=never"), "'never' is no reading of pile.pair.frozen"),
        (("pennies", "--profile", "bicycle"), "'bicycle' is no profile for pennies"),
        (("canasta", "--option", "players=3"), "players 3 is not offered by canasta"),
        (("canasta", "--option", "players=two"), "expected NAME=NUMBER"),
        (("canasta", "--option", "packs=3"), "'packs' is no option of canasta"),
        (("railroad", "--option", "players=5", "--option", "members=2"), "cannot be played with"),
        (("canasta", "--format", "word"), "'word' is not one of"),
    ],
)
def test_what_cannot_be_chosen_is_refused(words: tuple[str, ...], told: str) -> None:
    """A game, a question, a reading, a profile or an option that there is none of is one clear error."""
    result = run("print", *words)
    assert result.exit_code == 2
    assert told in " ".join(result.output.split())


def test_selection_is_what_the_command_prints() -> None:
    """The sheet's answers are those of the very rulebook that would be played by."""
    selection = select(shelf().sheet("pennies"), {}, {"opening.minimum.bands": "five-hundred"})
    text = " ".join(run("print", "pennies", "--readings", STEPS).output.split())
    for id, reading in list(selection.readings.items())[:20]:
        question = shelf().books.book("pennies").questions()[id]
        if question.kind != "unseen" and not question.arises and not question.no_full_pack:
            assert f"{question.asks} {question.says(reading)}" in text


@pytest.mark.parametrize("number", ["\u00b2", "9" * 5000])
def test_a_number_that_nothing_has_is_refused(number: str) -> None:
    """A number of players that is written strangely, or in thousands of digits, is an error of the words and no defect."""
    result = run("print", "--option", f"players={number}", "canasta")
    assert (result.exit_code, "expected NAME=NUMBER" in result.output) == (2, True)
