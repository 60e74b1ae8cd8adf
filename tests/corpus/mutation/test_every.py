"""What every operator makes of a few lines: which mutants come out, and that each is another rulebook."""

from __future__ import annotations

import pytest
from tests.book.toys import sheet
from tests.engine.variants import library, shelf

from meldspec.corpus.family import RulebookFamily
from meldspec.corpus.mutation.every import OPERATORS, every_mutant
from meldspec.corpus.mutation.of_blocks import ORDER, SHARED
from meldspec.data import folder
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.sources.equivalents import read_equivalents
from meldspec.sources.searched import read_searched

SPEC = folder("spec")
SETTING = """
place heap is row shown as pile
place pot of side is bag shown by name as count
act take with card: card from heap
act pass
"""


def rulebook(lines: str) -> Rulebook:
    """The toy game with these lines in its second clause."""
    book, problems = sheet(SETTING + lines)
    assert problems == []
    return make_rulebook(book)


def made(operator: str, lines: str) -> list[str]:
    """What an operator does to the lines."""
    found = every_mutant(rulebook(lines)).values()
    return [one.what for one in found if one.operator == operator and one.tag.clause == "play.more"]


@pytest.mark.parametrize(
    ("operator", "lines", "expected"),
    [
        ("left out", "to pass\n  then turn becomes player", ["left out"]),
        ("turned round", "to pass\n  forbid when player is turn", ["forbid for pass turned round"]),
        ("part left out", "to pass\n  forbid when player is turn and opened", [1, 2]),
        ("always, never or nothing", "define free: opened", ["always so", "never so"]),
        ("number a step off", "to pass\n  then draw 2 from stock to hand", ["2 made 1", "2 made 3"]),
        ("member of a set", "cards high are A K Q", ["without its first", "without its last"]),
        ("addend", "define many: 4 plus 3", ["without what follows 'plus'", "without what precedes 'plus'"]),
        ("addend", "define both of player: (the hand) without the heap", ["without what follows 'without'"]),
        ("addend", "define many: the number of heap", ["one more than the number"]),
        ("each made one", "to pass\n  then draw 1 from stock to hand for each player in seats", ["for the first alone"]),
        ("each made one", "at scoring\n  award 10 for each meld in melds", ["once, not for each"]),
        ("each made one", "define biggest: every player in seats has opened", ["some instead of every"]),
        (
            "cap or floor",
            "to pass\n  require at least 2 cards in hand",
            ["exactly instead of at least", "at most instead of at least"],
        ),
        (
            "cap or floor",
            "to pass\n  require at most 2 cards in hand",
            ["exactly instead of at most", "at least instead of at most"],
        ),
        ("cap or floor", "to pass\n  require from 2 to 3 cards in hand", ["without its floor", "without its cap"]),
        ("cap or floor", "to pass\n  require the number of hand is above 2", ["equal instead of a bound"]),
        (
            "owner",
            "to pass\n  then turn becomes the left of player",
            ["the player instead of the next", "the next but one instead of the next"],
        ),
        ("owner", "to pass\n  require no cards in hand", ["hand of the next", "hand of the partner"]),
        ("owner", "to pass\n  require no cards in the pot", ["pot of the opponents"]),
        ("zone", "to pass\n  require no cards in hand", ["stock instead of hand", "heap instead of hand"]),
        ("zone", "to pass\n  require the top of heap is A", ["the card below the top", "stock instead of heap"]),
        ("arm left out", "define biggest: choose 3 when opened, otherwise 4", ["without arm 1"]),
        ("member added or removed", "cards high are A K Q", ["without K"]),
        ("member added or removed", "cards high are A", ["with K"]),
        ("number far off", "to pass\n  then draw 2 from stock to hand", ["2 made 7", "2 made 20"]),
        ("number far off", "at scoring\n  award 20 when opened", ["20 made 10", "20 made 30", "20 made 40", "20 made 200"]),
        ("sign turned round", "at scoring\n  award 20 when opened", ["charged instead of awarded"]),
        ("act or event", "to pass\n  forbid when opened", ["forbid for pass made draw"]),
        ("act or event", "to take\n  forbid when card is A", []),
        ("act or event", "event turn-end\nat turn-end\n  then draw 1 from stock to heap", ["at turn-end made at setup"]),
        (
            "order of effects",
            "to pass\n  then draw 1 from stock to heap\n  then draw 1 from stock to hand",
            ["after play.more:6 at pass"],
        ),
        ("whenever made once", "whenever no cards in heap\n  then draw 1 from stock to heap", ["once, not whenever"]),
        (
            "for the partners too",
            "keep ready of player as truth\nto pass\n  then ready becomes yes",
            ["ready of all players of the side"],
        ),
        ("block left out", "to pass\n  require opened\n  then turn becomes player", ["all of to pass left out"]),
        ("clause left out", "to pass\n  require opened\nto take\n  require opened", ["the whole clause left out"]),
    ],
)
def test_an_operator_makes_these_of_a_line(operator: str, lines: str, expected: list[str | int]) -> None:
    """Each way of spoiling a line does to it just what its name says, as often as it can be done."""
    told = [f"forbid for pass without part {one} of its 'and'" if isinstance(one, int) else one for one in expected]
    assert made(operator, lines) == told


def test_two_at_once_are_of_two_lines_of_one_clause() -> None:
    """Two spoilt lines of a clause are spoilt in one game, the same in every run."""
    found = made("two at once", "to pass\n  require opened\n  then turn becomes player")
    assert len(found) == 1 and ", and play.more:" in found[0]
    assert found == made("two at once", "to pass\n  require opened\n  then turn becomes player")


def test_effects_that_have_nothing_to_do_with_each_other_may_change_places() -> None:
    """Two draws from one stock come to something else in the other order; two memories that are set do not."""
    draws = rulebook("to pass\n  then draw 1 from stock to heap\n  then draw 1 from stock to hand")
    memories = rulebook("to pass\n  then opened becomes yes\n  then turn becomes player")
    assert [one.same for one in every_mutant(draws).values() if (one.operator, one.tag.clause) == (ORDER, "play.more")] == [False]
    assert [one.same for one in every_mutant(memories).values() if (one.operator, one.tag.clause) == (ORDER, "play.more")] == [True]


@pytest.mark.parametrize("variant", library().names())
def test_every_mutant_of_a_game_can_be_made_or_is_refused(variant: str) -> None:
    """In every game all operators find something, what is done for partners where there are any, and a spoilt book is one or is
    refused as one; one in twenty is made."""
    true = shelf().rulebook(variant)
    found = every_mutant(true)
    alone = true.layout.seats == true.layout.sides
    assert {one.operator for one in found.values()} == set(OPERATORS) - ({SHARED} if alone else set())
    family = RulebookFamily(true)
    made = [one for mutant in list(found.values())[::20] for one in family.mutated(mutant)]
    assert len(made) > 0.9 * len(found) / 20


@pytest.mark.parametrize("game", sorted(read_equivalents(SPEC)))
def test_what_is_said_of_mutants_is_said_of_such_as_there_are(game: str) -> None:
    """Every argument, and every search, is about a spoilt line of the rules as they are now, and none has both: lines that were
    added have the numbers of those behind them shifted."""
    mutants, argued, searched = (
        every_mutant(shelf().rulebook(game)),
        read_equivalents(SPEC)[game],
        read_searched(SPEC)[game].mutants,
    )
    assert sorted((argued.keys() | searched.keys()) - mutants.keys()) == []
    assert sorted(argued.keys() & searched.keys()) == []
