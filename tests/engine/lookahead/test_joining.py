"""Melds that become one: what is picked, where it comes to lie, what number it has then, and what looking ahead makes of it."""

from itertools import combinations

import pytest
from tests.definition.test_agrees import room_to_recurse
from tests.engine.tried import Both, gone, refusals, tried

from meldspec.engine.lookahead.change import UNCHANGED
from meldspec.engine.lookahead.reachability import Reachability

RANK = "join twin in melds where the rank of natural in twin is the rank of natural in meld for each meld in melds"
TWINS = "the number of (twin in melds where the rank of natural in twin is the rank of natural in meld) is at least 2"
LAYING = """
act put with plays: plays from hand onto melds
act leave
act boast
to put
  require every play in plays has the result of play fits
  then lay plays from hand onto melds
to put, leave
  require player is turn and some cards in the hand
to leave
  require some meld in melds has at least 5 cards in meld
  require at most 1 cards in hand
  then end the deal by out for player
to boast
  require could by laying all but 1 of the hand come to over
"""
BY_RANK = f"""
whenever for each side in sides, some meld in melds has {TWINS}
  then {RANK}
"""
PAIRS = """
whenever for each side in sides, the number of (meld in melds where the number of meld is 2) is at least 2
  then join meld in melds where the number of meld is 2
"""
"""Joined by a look that stays what it is, and by one that does not: of three pairs the first two laid become one."""


@pytest.mark.parametrize(
    ("picked", "melds"),
    [
        ("some wild in one", ["KC KD", "AC AD 2C 2D", "KH KS", "5C 5D"]),
        ("the worth of one is 20", ["KC KD KH KS", "AC 2C", "AD 2D", "5C 5D"]),
        ("only natural in one", ["5C 5D KC KD KH KS", "AC 2C", "AD 2D"]),
        ("only wild in one", ["KC KD", "AC 2C", "KH KS", "AD 2D", "5C 5D"]),
        ("the worth of one is 10", ["KC KD", "AC 2C", "KH KS", "AD 2D", "5C 5D"]),
        ("yes", ["5C 5D KC KD KH KS AC AD 2C 2D"]),
    ],
)
def test_the_first_takes_the_cards_of_the_others(picked: str, melds: list[str]) -> None:
    """Of the melds picked the one with the lowest number stays and takes the cards of the others, and those behind close up; where
    fewer than two are picked nothing happens."""
    lie = ["KC KD", "AC 2C", "KH KS", "AD 2D", "5C 5D"]
    both, after = gone(f"act go\nto go\n  then join one in melds where {picked}", melds=[lie])
    assert [sorted(meld.split()) for meld in both.has(after, "melds")] == [sorted(meld.split()) for meld in melds]


def test_all_melds_and_melds_of_others() -> None:
    """Melds are joined where they lie: those of one's own side, or of the side that is named; equal melds are two all the same."""
    both, after = gone("act go\nto go\n  then join melds", melds=[["KC KD", "KC KD", "AC AD"], ["5C 5D", "5H 5S"]])
    assert (both.has(after, "melds"), both.has(after, "melds", 1)) == (["AC AD KC KC KD KD"], ["5C 5D", "5H 5S"])
    lines = "act go\nto go\n  then join one in melds of side of left of player where some cards in one"
    both, after = gone(lines, melds=[["KC KD", "KC KD"], ["5C 5D", "5C 5D"]])
    assert (both.has(after, "melds"), both.has(after, "melds", 1)) == (["KC KD", "KC KD"], ["5C 5C 5D 5D"])


def test_each_is_joined_with_what_lies_there_by_then() -> None:
    """`for each` goes through the melds of the beginning, and each time what is picked is looked for among those that lie now."""
    melds = [["KC KD", "AC AD", "KH 2C", "5C 5D", "AH AS", "KS KS"]]
    both, after = gone(f"act go\nto go\n  then {RANK}", melds=melds)
    assert both.has(after, "melds") == ["KC KD KH KS KS 2C", "AC AD AH AS", "5C 5D"]


def test_a_standing_rule_joins_what_an_act_has_laid() -> None:
    """A new meld that is joined has no number of its own, and the next act names the melds by the numbers that they have then."""
    both = tried(LAYING + BY_RANK)
    start = both.table(hand="KH KS 5C 5D AC", melds=[["KC KD", "AH AD"]])
    _, after = both.step(start, both.act(0, "put", plays={"new": ["KH KS", "5C 5D"]}))
    assert both.has(after, "melds") == ["KC KD KH KS", "AD AH", "5C 5D"]
    assert refusals(both.step(after, both.act(0, "put", plays={3: "AC"}))[0]) == ["lines:1"]
    assert both.has(both.step(after, both.act(0, "put", plays={1: "AC"}))[1], "melds") == ["KC KD KH KS", "AC AD AH", "5C 5D"]


def boasts(both: Both, hand: str, melds: list[str]) -> bool:
    """Whether the player may boast of being able to go out; the definition says the same."""
    with room_to_recurse():
        return both.step(both.table(hand=hand, melds=[melds]), both.act(0, "boast"))[0].legal


def test_going_out_by_what_is_joined() -> None:
    """Where going out asks for a meld of five cards, looking ahead reckons with melds that are joined."""
    both = tried(LAYING + BY_RANK, {"players": 2})
    assert boasts(both, "KH KS KS AC", ["KC KD"])
    assert boasts(both, "5C 5D 5H AC AD AH 4S", ["AS AS"])
    assert not boasts(both, "KH KS AC", ["KC KD"])


@pytest.mark.parametrize("rule", [BY_RANK, PAIRS])
@pytest.mark.parametrize("melds", [["KC KD"], ["5C 5D 5S", "KC 2C"]])
def test_looking_ahead_at_every_small_hand(rule: str, melds: list[str]) -> None:
    """Of every hand of four out of a few cards the search and the definition tell alike whether it can be laid and joined."""
    both = tried(LAYING + rule, {"players": 2})
    hands = [" ".join(hand) for hand in combinations(["KH", "KS", "AH", "AS", "5H", "2H"], 4)]
    answers = [boasts(both, hand, melds) for hand in hands]
    assert any(answers) and not all(answers)


@pytest.mark.parametrize(("rule", "unknown"), [(BY_RANK, False), (PAIRS, True)])
def test_what_is_foreseen_of_joined_melds(rule: str, unknown: bool) -> None:
    """What lies together at last is foreseen where melds are joined by a rank, whatever the order of acts, and else not."""
    lines = tried(LAYING + rule).rulebook.derived(Reachability)
    change = lines.change(tried(LAYING + rule).table(hand="KH KS").cells, 0, ["put"], UNCHANGED)
    assert ("melds" in change.unknown()) == unknown
    assert [rule.joins for rule in change.rules] == [not unknown]


def test_an_act_that_joins_leaves_unknown_melds() -> None:
    """Where the act itself joins melds, what lies there afterwards is not foreseen."""
    joining = tried(f"act put with plays: plays from hand onto melds\nto put\n  then lay plays from hand onto melds\n  then {RANK}")
    assert "melds" in joining.rulebook.derived(Reachability).acts["put"].written.changed
