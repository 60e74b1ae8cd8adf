"""An act that names melds by their numbers: which there are, what its lines see, and how two of them become one."""

import pytest
from tests.engine.playing import referee
from tests.engine.tried import Both, refusals, tried

from meldspec.engine.candidates import candidates
from meldspec.protocol.actions import ActError, act_from_action, action_from_act
from meldspec.ruling.words import act_words

PUSH = """
define a meld is long: at least 3 cards in meld
act push with one: meld, other: meld
act end with meld: meld
to push
  require the rank of natural in one is the rank of natural in other
  require afterwards some long in melds
  then join one to other
to end
  require meld is long
  then end the deal by out when meld is long
show tried as could-push of turn
show ahead as some player in seats has could come to at least 2 long in melds
define could-push of player: could push so that (one is long or other is long)
"""
MELDS = [["KC KD", "AC AD AH", "KH KS", "KC KD"]]


@pytest.fixture(scope="module")
def both() -> Both:
    """The table at which melds may be pushed together."""
    return tried(PUSH)


def test_two_melds_that_are_named_become_one(both: Both) -> None:
    """Kings are pushed onto kings: the earlier meld takes the cards of the later, and the melds behind it close up."""
    verdict, after = both.step(both.table(melds=MELDS), both.act(0, "push", one=2, other=0))
    assert verdict.legal
    assert [sorted(meld.split()) for meld in both.has(after, "melds")] == [
        ["KC", "KD", "KH", "KS"],
        ["AC", "AD", "AH"],
        ["KC", "KD"],
    ]


def test_of_equal_melds_the_named_one_is_joined(both: Both) -> None:
    """Where two melds are alike the number tells which is meant, and the other stays where it lies."""
    _, first = both.step(both.table(melds=MELDS), both.act(0, "push", one=0, other=2))
    _, last = both.step(both.table(melds=MELDS), both.act(0, "push", one=2, other=3))
    assert [len(meld.split()) for meld in both.has(first, "melds")] == [4, 3, 2]
    assert [len(meld.split()) for meld in both.has(last, "melds")] == [2, 3, 4]


def test_lines_see_the_melds_that_are_named(both: Both) -> None:
    """A line about the act speaks of the cards of a meld by the field's name."""
    verdict, _ = both.step(both.table(melds=MELDS), both.act(0, "push", one=0, other=1))
    assert refusals(verdict) == ["lines:4"]
    assert both.step(both.table(melds=MELDS), both.act(0, "end", meld=1))[0].legal
    assert not both.step(both.table(melds=MELDS), both.act(0, "end", meld=0))[0].legal


@pytest.mark.parametrize(("one", "other"), [(0, 4), (-1, 0), (2, 2)])
def test_melds_that_are_not_there_are_refused(both: Both, one: int, other: int) -> None:
    """No meld has that number, or both fields name the same one: the line that declares the act refuses."""
    verdict, _ = both.step(both.table(melds=MELDS), both.act(0, "push", one=one, other=other))
    assert refusals(verdict) == ["lines:2"]


def test_every_act_that_names_melds_is_proposed(both: Both) -> None:
    """Each pair of two melds is proposed both ways round, by the rulebook as by the definition."""
    table = both.table(melds=MELDS)
    found = [act.values for act in candidates(referee(both.rulebook), both.rulebook.acts["push"], table.cells, 0)]
    assert sorted(found) == [(one, other) for one in range(4) for other in range(4) if one != other]
    assert sorted(found) == sorted(act.values for act in both.definition.propose("push", table.cells, 0))
    assert list(candidates(referee(both.rulebook), both.rulebook.acts["end"], both.table().cells, 0)) == []


def test_whether_such_an_act_can_be_done(both: Both) -> None:
    """`could push so that …` knows the melds that the act would name."""
    positions = (["KC KD", "KH KS KC"], ["KC KD", "KH KS"], ["KC KD KH", "AC AD"])
    assert [both.shown(both.table(melds=[melds]))["tried"] for melds in positions] == [True, False, False]


def test_what_pushing_could_come_to(both: Both) -> None:
    """`could come to …` looks through the melds that could be pushed together."""
    positions = (["KC KD KS", "AH AS", "AC AD"], ["KC KD KS", "AH AS", "5C 5D"], ["KC KD", "KH KS", "AH AS", "AC AD"])
    assert [both.shown(both.table(melds=[melds]))["ahead"] for melds in positions] == [True, False, True]


def test_an_action_holds_the_number_of_the_meld(both: Both) -> None:
    """Over the border such a field is a whole number, 0 for the first meld, and has to be there."""
    act = both.act(0, "push", one=0, other=2)
    assert action_from_act(both.rulebook, act).more == {"one": 0, "other": 2}
    assert act_from_action(both.rulebook, 0, {"type": "push", "one": 0, "other": 2}) == act
    with pytest.raises(ActError, match="expected the number of a meld"):
        act_from_action(both.rulebook, 0, {"type": "push", "one": 0})


def test_such_an_act_is_told_with_the_cards_of_the_melds(both: Both) -> None:
    """A ruling names the melds by their numbers and their cards."""
    told = act_words(both.rulebook, both.table(melds=MELDS).cells, both.act(0, "push", one=1, other=7))
    assert told == "push meld 1 (AC AD AH); meld 7, which is not there"
