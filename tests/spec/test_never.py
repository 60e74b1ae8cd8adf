"""What the rules say no table has between two acts: play never comes to it, and nobody is given a ruling on it."""

from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from tests.engine.variants import alternatives, compiled, games, library, shelf
from tests.sampling import THOROUGH

from meldspec.book.nevers import Nevers
from meldspec.cli.position_files import read_position_file
from meldspec.corpus.search.explore import explore
from meldspec.position.marked import PositionError

CANASTA = """\
variant: canasta
turn: 0
phase: {phase}
hands: [KC KH 4D, 5C, 6C, 7C]
sides: [{{melds: [{melds}]}}, {{melds: [{others}]}}]
memory: {{opened: [yes, yes]}}
readings: {{pile.take.others: next-turn}}
"""


def refused(text: str) -> list[str]:
    """Why a position is refused: where, and by which clause."""
    with pytest.raises(PositionError) as caught:
        read_position_file(text, "table.yaml", shelf())
    assert {problem.code for problem in caught.value.problems} == {"no-game"}
    return [f"{p.found.split(':')[0]} {p.expected.rsplit(', ', 1)[1].rstrip(')')}" for p in caught.value.problems]


def table(phase: str = "play", melds: str = "9C 9D 9H", others: str = "QC QD QH", more: str = "") -> str:
    """A table of ordinary Canasta on which both sides have melded."""
    return CANASTA.format(phase=phase, melds=melds, others=others) + more


def test_a_side_has_no_two_melds_of_a_rank() -> None:
    """Two melds of queens before one side are no table of ordinary Canasta, and are where a second one may lie beside the first."""
    two = table(others="QC QD QH, QS QC QD")
    assert refused(two) == ["sides[1] meld.one-a-rank"]
    beside = two.replace("next-turn}", "next-turn, meld.one-a-rank.second: apart}")
    assert read_position_file(beside, "table.yaml", shelf()).rulebook.name == "canasta"


@pytest.mark.parametrize(
    ("variant", "seats", "sides"), [("pennies", 6, 2), ("dollars", 4, 2), ("kadner", 4, 2), ("railroad", 4, 4)]
)
def test_a_side_has_one_unfinished_meld_of_a_rank(variant: str, seats: int, sides: int) -> None:
    """Two unfinished melds of a rank are refused where a finished one lets another begin, and one beside a canasta is not."""
    melds = "sides: [{melds: [QC QD QH, QS QC QD]}" + ", {}" * (sides - 1) + "]\n"
    hands = f"hands: [5C{', 11' * (seats - 1)}]\nfeet: [{', '.join(['5'] * seats)}]\n"
    text = f"variant: {variant}\nturn: 0\nphase: play\n{hands}{melds}"
    assert refused(text) == ["sides[0] meld.one-a-rank"]
    finished = text.replace("QC QD QH, QS QC QD", "QC QD QH QS QC QD QH, QS QH QS")
    assert read_position_file(finished, "table.yaml", shelf()).rulebook.name == variant


QUEENS = "QC QC QD QD QH QH QS"
BLACK = "QC QC QD QD QH QH 2S"


@pytest.mark.parametrize(
    ("variant", "earning", "idle", "clause"),
    [
        ("pennies", QUEENS, "QC QD QH", "foot.earned"),
        ("dollars", QUEENS, "QC QD QH", "foot.earned"),
        ("railroad", QUEENS, BLACK, "foot.earned"),
        ("bain", QUEENS, "QC QD QH", "foot.earned"),
        ("kadner", "QC QD QH", "", "foot.unseen"),
    ],
)
def test_no_foot_is_empty_that_nobody_can_have_taken_up(variant: str, earning: str, idle: str, clause: str) -> None:
    """A foot is empty only where the side has the canasta that earns it: one of seven cards (003, paragraph 47; 000, paragraph 40),
    no black one in Railroad (003, paragraph 74); in Kadner's game where cards of the hand have been laid (002, paragraph 30)."""
    seats = 6 if variant == "pennies" else 4
    options = "options: {players: 4, members: 2}\n" if variant == "railroad" else ""
    head = f"variant: {variant}\n{options}turn: 0\nphase: play\nhands: [5C{', 11' * (seats - 1)}]\n"
    feet = f"feet: [0{', 11' * (seats - 1)}]\n"
    text = f"{head}{feet}sides: [{{melds: [MELD]}}, {{}}]\n"
    assert refused(text.replace("MELD", idle)) == [f"feet[0] {clause}"]
    assert read_position_file(text.replace("MELD", earning), "table.yaml", shelf()).rulebook.name == variant
    # Who forgets the feet altogether is told of it once.
    assert refused(text.replace("MELD", "").replace(feet, "")) == [f"feet {clause}"]


def test_black_threes_lie_only_where_somebody_goes_out() -> None:
    """Black threes on the table are of the side whose turn it is, in the turn in which its player goes out, or of an ended deal."""
    assert refused(table("draw", "3C 3C 3S")) == ["sides[0] meld.black-threes"]
    assert refused(table("play", others="3C 3C 3S")) == ["sides[1] meld.black-threes"]
    read_position_file(table("play", "3C 3C 3S"), "table.yaml", shelf())
    ended = table(others="3C 3C 3S").replace("turn: 0\nphase: play\n", "ended: {how: out, seat: 1}\n")
    read_position_file(ended, "table.yaml", shelf())


def test_cards_rest_in_their_owners_turn_alone() -> None:
    """Cards that were taken from the pile rest beside the hand until the turn ends, so no other player has any."""
    assert refused(table(more="places: {resting: [TC, TD, 0, 0]}\n")) == ["hands[1] pile.take"]
    read_position_file(table(more="places: {resting: [TC, 0, 0, 0]}\n"), "table.yaml", shelf())


def test_melds_of_an_earlier_turn_lie_on_the_table() -> None:
    """What a side is said to have had before this turn lies there still, in the same suits, or in a meld that has grown."""
    memory = "memory: {{opened: [yes, yes], melds-before: [[{}], []]}}\n"
    for before, wrong in (("9C 9D 9H", False), ("9C 9D 9S", True), ("TC TD TH", True)):
        text = table(melds="9C 9D 9H 9S").replace("memory: {opened: [yes, yes]}\n", memory.format(before))
        if wrong and "9S" not in before:
            assert refused(text) == ["sides[0] score.concealed"]
        else:
            read_position_file(text, "table.yaml", shelf())
    other = table().replace("memory: {opened: [yes, yes]}\n", memory.format("9C 9D 9S"))
    assert refused(other) == ["sides[0] score.concealed"]


def test_every_game_says_what_no_table_has() -> None:
    """Each book has such lines, and each is one that can be asked."""
    for name in library().names():
        nevers = shelf().sheet(name).derived(Nevers)
        assert nevers.problems == []
        assert nevers.lines


@given(st.integers(0, 2**32))
@settings(max_examples=200 if THOROUGH else 6, deadline=None)
def test_play_never_comes_to_what_no_table_has(seed: int) -> None:
    """Whatever the game, the number of players and the reading of a question, no act of random play leaves such a table."""
    random = Random(seed)
    name, players = random.choice(games())
    rulebook = compiled(name, players, random.choice([{}, *alternatives(name)]))
    assert not explore(rulebook, [f"{name}:{seed}"], longest=150).broken
