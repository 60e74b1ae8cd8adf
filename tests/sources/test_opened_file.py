"""A position file that is opened at the desk: read as `meldspec rule` reads it, or refused line by line."""

from typing import Any

import pytest

from meldspec.engine.rulebook import Library
from meldspec.position.profiles import Profile
from meldspec.sources.opened_file import opened_file

FILE = """\
title: Is the pile frozen?
variant: canasta
turn: 0          # whose turn it is
phase: draw
stock: 30
pile: [4C, 9S]
hands:
  - 9D 5C 6C
  - 11
  - 11
  - 11
sides: [{melds: [KC KD KH, 9C 9D 9H]}, {}]
act: {action: {type: take, plays: [{to: 1, cards: 9S}], top: 0}}
"""
PROFILES = {"club": Profile("The club", "canasta", {"pile.wild.opening": "no-pair-needed"})}


def opened(rules: Library, text: str) -> dict[str, Any]:
    """What comes of a file."""
    (piece,) = opened_file({"name": "mine.yaml", "text": text}, rules, PROFILES)
    return piece


def test_a_file_is_read_with_all_its_fields(rules: Library) -> None:
    """A file with comments and lists comes to the fields that a page has, its cards as they are written."""
    told = opened(rules, FILE)
    assert told["part"] == "opened"
    assert told["fields"]["pile"] == ["4C", "9S"] and told["fields"]["hands"] == ["9D 5C 6C", 11, 11, 11]
    assert told["fields"]["act"] == {"action": {"type": "take", "plays": [{"to": 1, "cards": "9S"}], "top": 0}}


def test_a_profile_comes_to_its_readings(rules: Library) -> None:
    """What the profile of a club reads otherwise is read so, but for what the file itself reads; the profile is named no more."""
    (question,) = PROFILES["club"].readings
    fields = opened(rules, f"{FILE}profile: club\nexpect: {{verdict: legal}}\n")["fields"]
    assert fields["readings"] == PROFILES["club"].readings
    assert not {"profile", "expect"} & fields.keys()
    own = opened(rules, f"{FILE}profile: club\nreadings: {{{question}: pair-only}}\n")["fields"]["readings"]
    assert own == {question: "pair-only"}


WRONG = {
    "a list": ("- 9D\n- 5C\n", "Line 1: No map of fields"),
    "a picture": ("\x00\x01", "Line 1"),
    "a card that there is not": (FILE.replace("9D 5C", "9D 5X"), "Line 8"),
    "a game that there is not": (FILE.replace("canasta", "whist"), "Line 2"),
    "a meld that is none": (FILE.replace("KC KD KH", "KC KD 4H"), "Line 12"),
    "an alias": (FILE.replace("[4C, 9S]", "*pile"), "Line 6"),
    "a field that there is not": (f"{FILE}piles: 4\n", "Line 14"),
    "another profile": (f"{FILE}profile: clubs\n", "Line 14"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told_with_its_line(rules: Library, case: str) -> None:
    """A file that cannot be opened is refused in sentences, each of which names the line."""
    text, line = WRONG[case]
    told = opened(rules, text)
    assert told["part"] == "wrong"
    assert any(one["says"].startswith(line) and "expected" in one["says"] for one in told["problems"]), told
