"""The examples for players: each is ruled on as its page says."""

import re
from pathlib import Path

import pytest

from meldspec.cli.position_files import read_position_file
from meldspec.engine.rulebook import Library
from meldspec.position.position import Position
from meldspec.ruling.choices import choices
from meldspec.ruling.ruling import rule
from meldspec.ruling.score import score

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "docs" / "examples"
PAGE = ROOT / "docs" / "positions.md"
ROW = re.compile(r"^\| \[(.+)\]\(examples/\1\.yaml\) \| (.+) \| (.+) \| `?([^`]*)`? \| `?([^`]*)`? \|$", re.MULTILINE)
ROWS = {found[0]: found[1:] for found in ROW.findall(PAGE.read_text(encoding="utf-8"))}


def example(rules: Library, name: str) -> Position:
    """One of the examples."""
    file = FOLDER / f"{name}.yaml"
    return read_position_file(file.read_text(encoding="utf-8"), file.name, rules)


def test_the_page_lists_every_example() -> None:
    """Every example has its row on the page of positions, and every row its example."""
    assert set(ROWS) == {path.stem for path in FOLDER.iterdir()}


@pytest.mark.parametrize("name", ROWS)
def test_an_example_is_ruled_on_as_the_page_says(rules: Library, name: str) -> None:
    """An example asks what its row says, is ruled on so, by that clause, and otherwise with that reading."""
    asks, said, clause, otherwise = ROWS[name]
    position = example(rules, name)
    assert position.title == asks
    if said == "a list":
        assert choices(position).single[0].keys() == {"draw", "take", "ask"}
    elif " : " in said:
        assert_scored(position, said, clause, otherwise)
    else:
        assert_ruled(position, said, clause, otherwise)


def assert_scored(position: Position, said: str, clause: str, otherwise: str) -> None:
    """A score is as said, has points by a clause, and is another with a reading."""
    found = score(position)
    assert " : ".join(map(str, found.scores)) == said
    assert clause in {entry.tag.clause for entry in found.points if any(entry.points)}
    assert not otherwise or otherwise in {f"{question}={reading}" for question, reading, _ in found.otherwise}


def assert_ruled(position: Position, said: str, clause: str, otherwise: str) -> None:
    """A verdict is as said, by lines of a clause, and the other one with a reading."""
    act = position.act()
    assert act is not None
    ruling = rule(position, act)
    assert said == ("legal" if ruling.judgement.legal else "not legal")
    assert {tag.clause for tag in ruling.judgement.lines} == ({clause} if clause else set())
    turned = {f"{o.question}={o.reading}" for o in ruling.otherwise if o.judgement.legal != ruling.judgement.legal}
    assert otherwise in turned


def test_the_first_position_of_the_page_is_an_example() -> None:
    """What the page shows in full is one of the examples, word for word."""
    shown = PAGE.read_text(encoding="utf-8").split("```yaml\n")[1].split("```")[0]
    text = (FOLDER / "canasta-match-the-top.yaml").read_text(encoding="utf-8")
    assert text.split("\n", 1)[1] == shown


@pytest.mark.parametrize("name", ["canasta-stock-gone", "manzana-forced-take", "manzana-pair-and-empty-stock", "canasta-concealed"])
def test_an_example_of_a_stock_that_is_told_holds_the_whole_pack(rules: Library, name: str) -> None:
    """Where the stock is gone, or is told to the card, all other cards of the pack lie somewhere."""
    position = example(rules, name)
    layout = position.rulebook.layout
    lying = (cards for place in layout.places() for cards in place.values(position.table.cells))
    flat = (one for cards in lying for thing in cards for one in (thing if isinstance(thing, tuple) else (thing,)))
    assert sum(1 for _ in flat) == sum(position.rulebook.faces.counts)
