"""Cards that a file leaves open: nothing that hangs on them is told as a fact."""

from collections.abc import Callable
from pathlib import Path

from meldspec.position.position import Position
from meldspec.ruling.as_json import ruling_json
from meldspec.ruling.as_text import ruling_text, score_text
from meldspec.ruling.ruling import rule
from meldspec.ruling.score import score

Read = Callable[[str], Position]
EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
OUT = """
variant: canasta
ended: {how: out, seat: 0}
stock: 20
hands: HANDS
sides: [{melds: [KC KC KD KD KH KH KS]}, {}]
"""


def told(read: Read, example: str) -> str:
    """The ruling on an example as text."""
    position = read((EXAMPLES / f"{example}.yaml").read_text(encoding="utf-8"))
    act = position.act()
    assert act is not None
    return "\n".join(ruling_text(rule(position, act)))


def test_what_an_unseen_foot_brings_is_left_open(read: Read) -> None:
    """Whether a red three lies in the foot nobody has said, so no ruling says that one is laid."""
    text = told(read, "bain-foot-in-the-turn")
    assert "side 0, red threes: this hangs on cards that the file leaves open" in text
    assert "foot of seat 0: 13 → 0 cards" in text


def test_a_program_is_told_what_is_left_open(read: Read) -> None:
    """The ruling as JSON names what hangs on cards that nobody has seen, and nothing where all that matters is seen."""
    found = {}
    for example in ("bain-foot-in-the-turn", "canasta-match-the-top"):
        position = read((EXAMPLES / f"{example}.yaml").read_text(encoding="utf-8"))
        act = position.act()
        assert act is not None
        found[example] = ruling_json(rule(position, act))["hangs_on_open_cards"]
    assert found == {"bain-foot-in-the-turn": ["stock", "side 0, red threes"], "canasta-match-the-top": []}


def test_what_is_seen_is_told(read: Read) -> None:
    """The cards of a pile that the file lists come to the hand, whatever the others hold."""
    assert "hand of seat 0: 5 → 7 cards (gets KD 4H)" in told(read, "canasta-match-the-top")


def test_a_score_of_unknown_hands_asks_for_them(read: Read) -> None:
    """What cards in hand cost hangs on which cards they are; where none is unknown nothing is asked for."""
    asked = "With other cards in the places that the file leaves open it is "
    unknown, known = (read(OUT.replace("HANDS", hands)) for hands in ("[0, 5, 6, 7]", "[[], 4C, 5C, 6C]"))
    assert asked in "\n".join(score_text(unknown, score(unknown), explain=False))
    assert asked not in "\n".join(score_text(known, score(known), explain=False))
