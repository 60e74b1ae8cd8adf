"""The trials on paper: every block that claims to be rules text is rules text."""

import re
import textwrap
from pathlib import Path

import pytest

from meldspec.language.parse import parse
from meldspec.language.problems import RulesError

PAPER = Path(__file__).parents[2] / "docs" / "decisions" / "0001-the-language-tried-on-paper.md"
FENCED = re.compile(r"^```(?P<mark>\S*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
HEAD = 'book paper "On paper"\nchapter 10 paper "On paper"\nclause paper.trial "A trial"\n'
GAMES = ("Pennies", "Dollars", "Railroad", "Bain", "Kadner", "Manzana", "Ordinary Canasta", "All games")


def blocks() -> list[tuple[str, int, str]]:
    """Every fenced block: its mark, the line it begins on, its text."""
    page = PAPER.read_text(encoding="utf-8")
    return [(hit["mark"], page.count("\n", 0, hit.start()) + 1, hit["text"]) for hit in FENCED.finditer(page)]


@pytest.mark.parametrize(("mark", "line", "text"), [pytest.param(*b, id=f"line-{b[1]}") for b in blocks()])
def test_every_trial_can_be_read(mark: str, line: int, text: str) -> None:
    """What a trial says can be said today, unless it is marked as needing a word that is still to come."""
    assert mark in ("rules", "rules-later")
    clause_text, where = HEAD + textwrap.indent(text, "  "), f"{PAPER.name}:{line}"
    if mark == "rules-later":
        with pytest.raises(RulesError):
            parse(clause_text, where)
        pytest.skip(f"{where} needs a word that the language does not have yet")
    clause = parse(clause_text, where).chapters[0].clauses[0]
    assert clause.body or clause.questions


def test_every_game_is_tried() -> None:
    """No game of the family is left out of the trials."""
    headings = re.findall(r"^## (.*)$", PAPER.read_text(encoding="utf-8"), re.MULTILINE)
    missing = [game for game in GAMES if not any(heading.startswith(game) for heading in headings)]
    assert missing == []
