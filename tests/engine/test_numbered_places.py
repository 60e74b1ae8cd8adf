"""Places of which there are several, told by their numbers, and acts that name one of them."""

from tests.engine.playing import legal_acts
from tests.engine.tried import refusals, tried

HEAPS = """
option heaps from 2, 3 otherwise 3
place heap of number from 1 to heaps is row
act cut
act look with which: number
to cut
  then move (uppermost 2 of stock) from stock to heap of which for each which in numbers from 1 to heaps
to look
  require some cards in heap of which when which is at least 1 and which is at most heaps
"""


def test_places_may_be_numbered() -> None:
    """A place `of number` is there once for each number; a line reaches each of them by its number."""
    both = tried(HEAPS)
    table = both.table(stock="KC KD AC AD 5C 5D JK")
    _, after = both.step(table, both.act(0, "cut"))
    assert [both.has(after, "heap", n) for n in range(3)] == ["5D JK", "AD 5C", "KD AC"]
    assert both.has(after, "stock") == "KC"
    assert both.step(after, both.act(0, "look", which=3))[0].legal
    assert not both.step(table, both.act(0, "look", which=3))[0].legal


NUMBERED = """
option heaps from 2, 3 otherwise 3
place heap of number from 1 to heaps is row
define at-hand: choose 1 when some cards in heap of 1, otherwise 2
define front: heap of at-hand
act dig with spot: number from (one in numbers from 1 to heaps where some cards in heap of one), depth: number
to dig
  then draw 1 from front to hand
  then draw depth from heap of spot to hand
"""


def test_numbers_may_be_one_of_a_list() -> None:
    """A number `from` a list is one of it, or the act is refused; all of the list are proposed, and 0 is what is left out."""
    both = tried(NUMBERED)
    table = both.table(heap=["", "5C", "KC KD AC"])
    legal, _ = both.step(table, both.act(0, "dig", spot=1))
    assert not legal.legal and refusals(legal) == ["lines:5"]
    _, after = both.step(table, both.act(0, "dig", spot=3, depth=2))
    assert both.has(after, "hand", 0) == "AC KD 5C"
    assert both.has(after, "heap", 2) == "KC"
    assert [act.values for act, _ in legal_acts(both.rulebook, table.cells, 0) if act.name == "dig"] == [(2, 0), (3, 0)]
    assert sorted(act.values for act in both.definition.proposals("dig", table.cells, 0)) == [(2, 0), (3, 0)]


def test_a_term_may_stand_for_a_place() -> None:
    """A term that is nothing but a place is that place in effects, whichever it is at the moment."""
    both = tried(NUMBERED)
    table = both.table(heap=["4C", "5C", "KC KD AC"])
    _, after = both.step(table, both.act(0, "dig", spot=3))
    assert both.has(after, "hand", 0) == "4C"
    _, then = both.step(after, both.act(0, "dig", spot=3))
    assert both.has(then, "hand", 0) == "5C 4C"
