"""Railroad: how many play, how cards are dealt and heaped, and how they are drawn from the heaps."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from meldspec.engine.deal import begin, dealt_by_rules, shuffled
from meldspec.protocol.actions import act_from_action
from meldspec.protocol.observe import begin_from_request, deal_request
from meldspec.ruling.why import Explainer
from meldspec.table.selection import ChoiceError

from .positions import cards, ended, meld, play, scores, take
from .railroad import allowed, dealt, done, draw, railroad, seen, table, tell


@pytest.mark.parametrize(
    ("players", "members", "sides"),
    [(2, 1, 2), (3, 1, 3), (5, 1, 5), (8, 1, 8), (4, 2, 2), (6, 2, 3), (8, 2, 4), (6, 3, 2), (8, 4, 2)],
)
def test_sides(players: int, members: int, sides: int) -> None:
    """Everybody plays alone, or sides of equal size sit so that partners are as far apart as can be."""
    assert railroad(players, members).layout.sides == sides


@pytest.mark.parametrize(("players", "members"), [(2, 2), (3, 2), (5, 2), (7, 3), (4, 4), (6, 4)])
def test_sides_that_cannot_be(players: int, members: int) -> None:
    """Sides of unequal size, or a single one, are refused."""
    with pytest.raises(ChoiceError, match="railroad cannot be played with"):
        railroad(players, members)


@pytest.mark.parametrize(("players", "jokers"), [(2, 2), (3, 3), (8, 4)])
def test_two_packs_a_player(players: int, jokers: int) -> None:
    """There are two packs for each player, with two jokers each or more: four of every card for two players."""
    faces = railroad(players, jokers=jokers).faces
    pack = Counter(dict(zip(faces.names, faces.counts, strict=True)))
    assert pack["JK"] == 2 * players * jokers
    assert set(pack.values()) == {2 * players, 2 * players * jokers}
    assert pack.total() == 2 * players * (52 + jokers)


@pytest.mark.parametrize(
    ("players", "heaps", "sizes"),
    [(2, 1, [168]), (2, 2, [84, 84]), (3, 3, [84, 84, 84]), (2, 4, [42, 42, 42, 42]), (5, 4, [105, 105, 105, 105])],
)
def test_thirteen_and_eleven(players: int, heaps: int, sizes: list[int]) -> None:
    """Everybody has thirteen cards and eleven in the kitty; what is left lies in heaps of one size, or nearly."""
    rulebook = railroad(players, heaps=heaps)
    lying = dealt_by_rules(rulebook, shuffled(rulebook, Random(1)))
    assert [len(bag) for bag in lying["hand"]] == [13] * players
    assert [len(bag) for bag in lying["foot"]] == [11] * players
    assert [len(row) for row in lying["heap"]] == sizes


def test_a_request_tells_the_heaps() -> None:
    """A deal is told as one stock with the size of each heap, and is the same when it is read again."""
    rulebook = railroad(2)
    lying = dealt_by_rules(rulebook, shuffled(rulebook, Random(1)))
    request = deal_request(rulebook, lying)
    assert request.heaps == (84, 84)
    assert request.stock[84] == rulebook.faces.names[lying["heap"][1][-1]]
    assert begin_from_request(rulebook, request).cells == begin(rulebook, lying).cells


# ── drawing ────────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("heap", "second", "hand", "left"),
    [(1, 1, "4C 5C KD KH", 2), (2, 2, "9C KD KH TC", 4), (1, 2, "4C 9C KD KH", 3), (2, 1, "4C 9C KD KH", 3)],
)
def test_two_cards_from_any_heaps(heap: int, second: int, hand: str, left: int) -> None:
    """The two cards of a draw come from the tops of one heap or of two."""
    rulebook = railroad()
    start = table(rulebook, "KD KH", phase="draw")
    after = done(rulebook, start, draw(heap, second))
    assert sorted(cards(rulebook, after, "hand")) == hand.split()
    assert len(cards(rulebook, after, "heap")) == left
    assert seen(rulebook, after)["phase"] == "play"


def test_the_second_heap_is_chosen_after_the_first_card() -> None:
    """Whoever names one heap sees that card, and draws once more, from any heap; nothing else may be done in between."""
    rulebook = railroad(6, 2)
    start = table(rulebook, "KD KH KS", pile="KC", phase="draw")
    after = done(rulebook, start, draw(2, 0))
    assert (seen(rulebook, after)["phase"], seen(rulebook, after)["turn"]) == ("draw", 0)
    assert not allowed(rulebook, after, take(play("new", "KC KD KH")))
    assert not allowed(rulebook, after, meld(play("new", "KD KH KS")))
    assert not allowed(rulebook, after, {"type": "ask", "seat": 3})
    assert not allowed(rulebook, after, draw(1, 1))
    finished = done(rulebook, after, draw(1, 0))
    assert sorted(cards(rulebook, finished, "hand")) == ["4C", "9C", "KD", "KH", "KS"]
    assert seen(rulebook, finished)["phase"] == "play"


def test_both_heaps_named_beforehand() -> None:
    """Where nobody may look in between, a draw names both heaps."""
    rulebook = railroad(turn__second_heap__seen="beforehand")
    start = table(rulebook, "KD KH", phase="draw")
    assert not allowed(rulebook, start, draw(2, 0))
    assert allowed(rulebook, start, draw(2, 1))
    assert allowed(rulebook, table(rulebook, "KD KH", phase="draw", heaps=("4C", "")), draw(1, 0))


@pytest.mark.parametrize(
    ("heaps", "action", "legal"),
    [
        (("", "9C TC"), draw(1, 2), False),
        (("", "9C TC"), draw(2, 1), False),
        (("", "9C TC"), draw(2, 2), True),
        (("4C", "9C TC"), draw(1, 1), False),
        (("4C", ""), draw(1, 1), False),
        (("4C", ""), draw(1, 0), True),
        (("4C", ""), draw(0, 0), False),
        (("4C", "9C"), draw(3, 1), False),
        (("", ""), draw(0, 0), True),
        (("", ""), draw(1, 1), False),
    ],
)
def test_a_heap_that_is_named_has_a_card(heaps: tuple[str, str], action: dict[str, int], legal: bool) -> None:
    """A heap without a card cannot be drawn from; without any card left, a draw is a wish and names none."""
    rulebook = railroad()
    assert allowed(rulebook, table(rulebook, "KD KH", phase="draw", heaps=heaps), action) == legal


def test_the_stock_is_gone_when_all_heaps_are() -> None:
    """An empty heap ends nothing as long as another one has a card; the last card is a draw of its own."""
    rulebook = railroad()
    start = table(rulebook, "KD KH 4D", phase="draw", heaps=("", "9C"), hands=("4H 4S 6D",))
    after = done(rulebook, start, draw(2, 0))
    assert (seen(rulebook, after)["phase"], len(cards(rulebook, after, "hand"))) == ("play", 4)
    after = done(rulebook, after, {"type": "discard", "card": "4D"}, (1, draw(0, 0)))
    assert ended(after) == ("stock", None)
    assert scores(after) == (-30, -15)


@pytest.mark.parametrize(("reading", "hand"), [("first-heap", "4C KD KH"), ("same-heap", "KD KH TC")])
def test_which_heap_replaces_a_red_three(reading: str, hand: str) -> None:
    """A red three that was drawn is replaced from the first heap that has a card, or from the one it came from."""
    rulebook = railroad(turn__draw__replacement=reading)
    start = table(rulebook, "KD KH", phase="draw", heaps=("4C 5C", "3D TC 9C"))
    assert sorted(cards(rulebook, done(rulebook, start, draw(2, 0)), "hand")) == hand.split()


@pytest.mark.parametrize(
    ("one_by_one", "heaps", "hand"),
    [
        ("card-by-card", ("3D 4C 5C", "TC 9C"), "4C KD KH TC"),
        ("both", ("3D 4C 5C", "TC 9C"), "9C KD KH TC"),
        ("card-by-card", ("TC 5C", "3D 9C"), "9C KD KH TC"),
        ("card-by-card", ("3D", "TC 9C"), "9C KD KH TC"),
    ],
)
def test_the_heap_that_was_drawn_from_last_replaces_it(one_by_one: str, heaps: tuple[str, str], hand: str) -> None:
    """Of two cards drawn one from each heap, a red three that comes first and is replaced at once comes from the first heap; when
    both have been drawn, or the first heap is at its end, it is the second one's card."""
    rulebook = railroad(turn__draw__replacement="same-heap", turn__draw__one_by_one=one_by_one)
    start = table(rulebook, "KD KH", phase="draw", heaps=heaps)
    assert sorted(cards(rulebook, done(rulebook, start, draw(1, 2)), "hand")) == hand.split()


@pytest.mark.parametrize(
    ("heaps", "action", "sentence"),
    [
        (("4C", "9C TC"), draw(1, 1), "The heap named for the second card has none left for it."),
        (("", "9C TC"), draw(2, 1), "The heap named for the second card has none left for it."),
        (("", "9C TC"), draw(1, 2), "The heap named for the first card has none."),
        (("", ""), draw(0, 1), "The stock is gone, and a second heap is named."),
    ],
)
def test_why_a_heap_is_not_drawn_from(heaps: tuple[str, str], action: dict[str, int], sentence: str) -> None:
    """Who names a heap that has no card for it is told which of the two it is, and nothing of a half that is done."""
    rulebook = railroad()
    start = table(rulebook, "KD KH", phase="draw", heaps=heaps)
    why = Explainer(rulebook, start, act_from_action(rulebook, 0, action))
    assert [reason.sentence for tag in tell(rulebook, start, action)[0].lines for reason in why.refusal(tag)] == [sentence]


def test_dealt_red_threes_are_replaced_round_the_table() -> None:
    """With five players, dealt red threes are replaced from the first player on; a replacement may be one again."""
    rulebook = railroad(5)
    hands = ["4C 4D", "3D 4H", "5C 5D", "3H 3D", "6C 6D"]
    start = dealt(rulebook, hands, ["9S 8C 3H 8D 8H 8S KC", "TC TD"])
    assert cards(rulebook, start, "pile") == ["9S"]
    assert [sorted(cards(rulebook, start, "hand", n)) for n in (1, 3)] == [["4H", "8C"], ["8D", "8H"]]
    assert cards(rulebook, start, "laid-threes", 3) == ["3D", "3H", "3H"]
