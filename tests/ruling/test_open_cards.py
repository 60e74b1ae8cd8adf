"""Cards that a file leaves open: nothing that hangs on them is told as a fact."""

from collections.abc import Callable
from pathlib import Path

from tests.engine.variants import with_house

from meldspec.cli.position_files import read_position_file
from meldspec.engine.rulebook import Library
from meldspec.position.position import Position
from meldspec.ruling.as_json import ruling_json
from meldspec.ruling.as_text import ruling_text, score_text
from meldspec.ruling.ruling import rule
from meldspec.ruling.score import Score, score

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
    assert "side 0, red threes: this hangs on cards that nobody knows here" in text
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


def scored(read: Read, hands: str) -> tuple[Position, Score]:
    """A deal that seat 0 has ended, with the hands that the others have left."""
    position = read(OUT.replace("HANDS", hands))
    return position, score(position)


def test_a_score_of_unknown_hands_has_bounds(read: Read) -> None:
    """A hand costs the least if all of it is of 5 points, and the most with as many jokers and deuces as there are."""
    position, found = scored(read, "[0, 5, 6, 7]")
    assert found.open is not None
    # A canasta of seven kings, going out, and perhaps a concealed hand: what hangs on no card.
    certain = found.scores[0] + sum(
        -sum(entry.points) for entry in found.points if entry.tag.clause == "score.hands" and not entry.side
    )
    assert found.open.highest == (certain - 6 * 5, -12 * 5)
    # Four jokers of 50 and eight deuces of 20: all of them may lie in the two hands of a side, and six cards leave room for two.
    assert found.open.lowest == (certain - (4 * 50 + 2 * 20), -(4 * 50 + 8 * 20))
    text = "\n".join(score_text(position, found, explain=False))
    assert "for side 1: write them for a score. They count by Cards in hand [score.hands]." in " ".join(text.split())
    assert "this deal" in text and "-360 to -60" in text


def test_a_score_of_known_hands_has_none(read: Read) -> None:
    """Where every hand is told, the score is one number, though nobody knows the order of the stock."""
    position, found = scored(read, "[[], 4C, 5C, 6C]")
    assert found.open is None
    assert "open" not in "\n".join(score_text(position, found, explain=False)).replace("opened", "")


def test_cards_that_lie_elsewhere_are_not_in_a_hand(read: Read) -> None:
    """The jokers that the melds and the pile show are in nobody's hand, and no red three is, since it is laid at once."""
    _, found = scored(read, "[0, 1, 0, 0]\npile: JK JK JK JK")
    assert found.open is not None and found.open.lowest is not None and found.open.highest is not None
    assert (found.open.lowest[1], found.open.highest[1]) == (-20, -5)


LAST_DISCARD = """
variant: canasta
turn: 0
phase: play
stock: 40
pile: 5
hands: [8H, 5, 3, KC KD]
sides: [{melds: [8C 8D 8D 8H 8S 8S 8C, 9C 9D 2D], red_threes: 1}, {red_threes: 2}]
act: {action: {type: discard, card: 8H}}
"""


def test_rows_of_a_score_without_bounds_name_no_card_that_was_filled_in(read: Read) -> None:
    """The last discard goes onto a pile that nobody knows; of the red threes and the hands only the numbers are told, so the rows
    say neither which they are nor what they bring."""
    position = read(LAST_DISCARD)
    found = score(position)
    assert found.open is not None and found.open.counting == ("score.red-threes", "score.hands")
    text = " ".join(" ".join(score_text(position, found, explain=True)).split())
    assert "[score.red-threes:1] open" in text and "[score.red-threes:3] open" in text
    assert text.count("[score.hands:1] open") == 2
    assert "3H" not in text and "in the hand of seat 1:" not in text
    assert "8s [score.canastas:1] 500" in text and "has in the hand of seat 3: KC KD" in text


def test_rows_that_count_open_cards_beside_a_rule_without_bounds_are_open(read: Read) -> None:
    """Where red threes of which only the number is told have no bounds, the cards in the hands are no more told than they."""
    position = read(
        LAST_DISCARD.partition("act:")[0].replace("turn: 0\nphase: play", "ended: {how: out, seat: 0}").replace("[8H", "[''")
    )
    found = score(position)
    assert found.open is not None and (found.open.clauses, found.open.lowest) == (("score.red-threes",), None)
    assert found.open.counting == ("score.red-threes", "score.hands")
    text = " ".join(" ".join(score_text(position, found, explain=True)).split())
    assert "[score.hands:1] open" in text and "in the hand of seat 1:" not in text


def test_a_pile_that_nobody_knows_and_nobody_takes_leaves_a_score_as_it_is(read: Read) -> None:
    """Manzana: the stock is gone and the pile is left lying, so which cards are in it counts for nobody."""
    position = read(
        "{variant: manzana, turn: 0, phase: draw, stock: 0, pile: {top: 8S, count: 4}, hands: [8H 8D KC KD, 4C], "
        "sides: [{melds: [9C 9D 9H]}, {}], act: {action: {type: draw}}}"
    )
    found = score(position)
    assert (found.open, found.scores) == (None, (30 - 40, -5))


HOUSE = """variant house extends canasta "House"

chapter 60 out "The discard and going out"

clause out.once "The deal ends with a draw"
  cites home
  | Who draws ends the deal.
  to draw
    then end the deal by stock
"""


def test_a_card_drawn_from_a_stock_that_nobody_knows_leaves_a_score_open() -> None:
    """Where a draw ends the deal, the card that was drawn is in the hand, and nobody knows what it costs."""
    text = "{variant: house, turn: 0, phase: draw, stock: 40, pile: 4H, hands: [KC, 4C, 5C, 6C], act: {action: {type: draw}}}"
    position = read_position_file(text, "table.yaml", Library(with_house(HOUSE)))
    found = score(position)
    assert found.open is not None and found.open.counting == ("score.hands",)
    text = " ".join(" ".join(score_text(position, found, explain=True)).split())
    assert "[score.hands:1] open" in text and "in the hand of seat 0" not in text
    assert "has in the hand of seat 2: 5C" in text
