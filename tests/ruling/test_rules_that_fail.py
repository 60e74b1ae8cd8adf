"""Rules of a house that fail, and what is said of it."""

import pytest
from tests.engine.variants import with_house

from meldspec.cli.position_files import read_position_file
from meldspec.engine.rulebook import Library
from meldspec.position.position import Position
from meldspec.ruling.ruling import Ruling, rule
from meldspec.ruling.score import score
from meldspec.table.faults import RulesFault

HOUSE = """variant house extends canasta "House"

chapter 60 out "The discard and going out"

clause out.house "How it is here"
  cites home
  | Much is as it is read here.
"""
TABLE = "stock: 40, pile: 4H KD, hands: [KC KH 4D, KS KD, AC AD, JK 2C]"
DISCARD = f"{{variant: house, turn: 0, phase: play, {TABLE}, act: {{action: {{type: discard, card: 4D}}}}}}"
NOBODY_OUT = f"{{variant: house, ended: {{how: stock}}, {TABLE}}}"


def at_home(lines: str, text: str) -> Position:
    """A position in a house that has some lines of its own."""
    return read_position_file(text, "table.yaml", Library(with_house(f"{HOUSE}{lines}")))


def ruled(lines: str, text: str = DISCARD) -> Ruling:
    """The ruling on the act of a position in such a house."""
    position = at_home(lines, text)
    act = position.act()
    assert act is not None
    return rule(position, act)


def test_a_line_that_speaks_of_nobody_in_a_list_is_told_what_to_write() -> None:
    """What a line counts is gone through before it is asked whether anybody went out: who wrote so is told that, with the line."""
    award = "  at scoring\n    award 5 for each one in the partners of goer when not goer is nobody\n"
    with pytest.raises(RulesFault, match=r"'partners' of nobody \[out\.house:1\]; what 'for each' goes through is worked out before"):
        at_home(award, NOBODY_OUT)
    mended = "  at scoring\n    award 5 for each one in (choose the partners of goer when not goer is nobody, otherwise seats)\n"
    assert score(at_home(mended, NOBODY_OUT)).scores == (-45, -70)


def test_what_an_act_does_with_nobody_is_told_by_the_act() -> None:
    """A discard that gives the pile to somebody who was never asked fails, and it is said that it is the discard."""
    with pytest.raises(RulesFault, match=r"'hand' of nobody \[what 'discard' does\]"):
        ruled("  to discard\n    then draw 1 from stock to the hand of asked\n")
