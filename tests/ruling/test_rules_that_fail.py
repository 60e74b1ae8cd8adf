"""Where the rules of a house fail under a reading that nobody chose, or with a memory that nobody told, the ruling stands."""

import json

import pytest
from jsonschema import Draft202012Validator
from tests.engine.variants import with_house
from tests.ruling.test_ruling_schema import REGISTRY, SCHEMAS, VALIDATOR

from meldspec.cli.position_files import read_position_file
from meldspec.engine.rulebook import Library
from meldspec.position.position import Position
from meldspec.ruling.as_json import ruling_json, score_json
from meldspec.ruling.as_text import ruling_text, score_text
from meldspec.ruling.ruling import Ruling, rule
from meldspec.ruling.score import score
from meldspec.table.faults import RulesFault

HOUSE = """variant house extends canasta "House"

chapter 60 out "The discard and going out"

clause out.house "How it is here"
  cites home
  | Much is as it is read here.
"""
LOOPS = """  question end silent "Are turns counted?"
    default uncounted because "It goes on."
    reading uncounted "No."
      nothing more
    reading loops "Yes, for ever."
      keep counted as number asking "How many have been counted?"
      whenever the phase is play
        then counted becomes counted plus 1
"""
ASKED = """  question hands silent "Whose hand counts?"
    default none because "None does."
    reading none "Nobody's."
      nothing more
    reading asked "That of who was asked."
      to discard
        require no cards in the hand of asked
    reading goer "That of who went out."
      at scoring
        award the worth of the hand of goer
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


@pytest.mark.parametrize(
    ("lines", "reading", "told"),
    [
        (LOOPS, "loops", "the standing rules never come to rest: out.house:2 does not end what it waits for."),
        (ASKED, "asked", "the rules speak of 'hand' of nobody [out.house:1]; say first that there is somebody:"),
    ],
    ids=["standing rules without end", "the hand of nobody"],
)
def test_a_reading_under_which_the_rules_fail_is_named_beside_the_verdict(lines: str, reading: str, told: str) -> None:
    """Who discards as the house reads its rules may do so, whatever is wrong with another reading of them; that is told with it."""
    ruling = ruled(lines)
    assert ruling.verdict == "legal"
    text = " ".join(" ".join(ruling_text(ruling)).split())
    assert f"UNDETERMINED: these rules fail here: {told}" in text
    shown = json.loads(json.dumps(ruling_json(ruling)))
    VALIDATOR.validate(shown)
    (other,) = [other for other in shown["otherwise"] if other["reading"] == reading]
    assert (other["matters"], other["verdict"]) == (True, "undetermined")
    assert told.rstrip(".") in other["why"]


def test_a_reading_under_which_the_rules_fail_is_named_beside_the_score() -> None:
    """The stock is gone and nobody went out: the score stands, though another reading counts the hand of who did."""
    position = at_home(ASKED, NOBODY_OUT)
    found = score(position)
    assert found.scores == (-65, -90)
    text = " ".join(" ".join(score_text(position, found, explain=True)).split())
    assert "UNDETERMINED: these rules fail here: the rules speak of 'hand' of nobody [out.house:2]" in text
    short = " ".join(" ".join(score_text(position, found, explain=False)).split())
    assert "Another reading of this leaves it unknown: Whose hand counts?" in short
    shown = json.loads(json.dumps(score_json(position, found)))
    Draft202012Validator(SCHEMAS["score.schema.json"], registry=REGISTRY).validate(shown)
    (other,) = [other for other in shown["otherwise"] if other["reading"] == "goer"]
    assert other["scores"] is None and "out.house:2" in other["why"]


def test_a_memory_with_which_the_rules_fail_is_none_that_turns_the_verdict() -> None:
    """The dealer was likely called first; that nobody was, of whose hand the rules could say nothing, is not tried as an answer."""
    called = '  keep called as player asking "Who was called first?" likely dealer when some cards in pile\n'
    ruling = ruled(f"{called}  to discard\n    require some cards in the hand of called\n    then called becomes nobody\n")
    assert (ruling.verdict, ruling.turning) == ("legal", ())


def test_a_line_that_speaks_of_nobody_in_a_list_is_told_what_to_write() -> None:
    """What a line counts is gone through before it is asked whether anybody went out: who wrote so is told that, with the line."""
    award = "  at scoring\n    award 5 for each one in the partners of goer when not goer is nobody\n"
    with pytest.raises(
        RulesFault, match=r"'partners' of nobody \[out\.house:1\]; what 'for each' goes through is worked out before"
    ):
        at_home(award, NOBODY_OUT)
    mended = "  at scoring\n    award 5 for each one in (choose the partners of goer when not goer is nobody, otherwise seats)\n"
    assert score(at_home(mended, NOBODY_OUT)).scores == (-45, -70)


def test_what_an_act_does_with_nobody_is_told_by_the_act() -> None:
    """A discard that gives the pile to somebody who was never asked fails, and it is said that it is the discard."""
    with pytest.raises(RulesFault, match=r"'hand' of nobody \[what 'discard' does\]"):
        ruled("  to discard\n    then draw 1 from stock to the hand of asked\n")
