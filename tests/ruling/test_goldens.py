"""Twenty rulings in full, as a player reads them who has never seen the rules text."""

from pathlib import Path

import pytest

from meldspec.cli.position_files import read_position_file
from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.ruling.as_text import ruling_text
from meldspec.ruling.page import Manner, Source
from meldspec.ruling.ruling import rule
from meldspec.ruling.words import pretty
from meldspec.sources.sources import sources_below

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
GOLDENS = Path(__file__).resolve().parent / "goldens"
ASKED = (
    *("canasta-down-to-one", "canasta-match-the-top", "canasta-one-card-each", "canasta-stock-gone"),
    *("canasta-wild-cards-beside-the-pair", "pennies-king-and-sevens", "pennies-last-card-and-foot", "pennies-pair-on-five"),
    *("pennies-seven-to-go-out", "dollars-joker-last", "dollars-no-discard-left", "dollars-third-wild-card"),
    *("railroad-another-meld-of-queens", "railroad-seven-among-three", "bain-opening-with-a-canasta", "bain-second-canasta"),
    *("kadner-last-discard", "kadner-wild-top", "manzana-forced-take", "manzana-one-card-each"),
)


@pytest.mark.parametrize("name", ASKED)
def test_a_ruling_reads_so(name: str, rules: Library, goldens: bool) -> None:
    """The verdict stands first, then why with the numbers that decide, then the sources, what now, and readings that turn it."""
    position = read_position_file((EXAMPLES / f"{name}.yaml").read_text(encoding="utf-8"), f"{name}.yaml", rules)
    act = position.act()
    assert act is not None
    sources = {tag: Source(one.title, one.address, one.games) for tag, one in sources_below(folder("spec")).items()}
    told = "\n".join(ruling_text(rule(position, act), Manner(pretty, sources))) + "\n"
    expected = GOLDENS / f"{name}.txt"
    if goldens:
        expected.parent.mkdir(exist_ok=True)
        expected.write_text(told, encoding="utf-8")
    assert told == expected.read_text(encoding="utf-8")


def test_no_ruling_shows_formal_text() -> None:
    """A player who asks for no formal lines is shown none: no words of the language stand in quotation marks as a reason."""
    for path in GOLDENS.glob("*.txt"):
        told = path.read_text(encoding="utf-8")
        assert "does not hold" not in told and "” holds" not in told, path.stem
