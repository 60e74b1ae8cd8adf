"""Quantities, lists, connectives, choices and terms: each with its meaning in one sentence and an answer worked out by hand."""

import pytest
from tests.engine.tried import shown, tried

from meldspec.language.lines import Show

# ── quantities ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("quantity", "answers"),
    [
        ("no", [True, False, False, False, False]),
        ("some", [False, True, True, True, True]),
        ("at least 2", [False, False, True, True, True]),
        ("at most 2", [True, True, True, False, False]),
        ("exactly 2", [False, False, True, False, False]),
        ("from 1 to 3", [False, True, True, True, False]),
        ("at least (players minus 1)", [False, False, False, True, True]),
    ],
)
def test_a_quantity_counts_the_cards_of_a_set(quantity: str, answers: list[bool]) -> None:
    """`no`, `some`, `at least`, `at most`, `exactly` and `from … to …` count those of the cards that belong to the set."""
    hands = ["KC 5C", "2C KC", "2C 2D KC", "2C 2D JK", "2C 2D JK JK 5C"]
    assert [shown(f"{quantity} wild in (the hand of turn)", hand=hand) for hand in hands] == answers


def test_only_allows_no_others() -> None:
    """`only SET in CARDS` holds where no card is of another sort, and so of no cards at all."""
    assert [shown("only wild in pile", pile=pile) for pile in ("2C JK", "2C KC", "")] == [True, False, True]


def test_cards_that_share_a_rank_or_a_suit() -> None:
    """`CARDS share a rank` holds where no two differ in rank, `share a suit` where no two differ in suit; jokers have no suit."""
    assert [shown("pile share a rank", pile=p) for p in ("KC KD", "KC AC", "KC", "")] == [True, False, True, True]
    assert [shown("pile share a suit", pile=p) for p in ("KC AC", "KC KD", "JK JK", "JK KC")] == [True, False, True, False]
    assert shown("natural in pile share a rank", pile="KC 2D KD") is True


def test_cards_that_differ_in_rank_or_suit() -> None:
    """`CARDS differ in rank` holds where no two have the same, and so of a single card and of none."""
    assert [shown("cards in pile differ in rank", pile=p) for p in ("KC AD", "KC KD AD", "KC", "")] == [True, False, True, True]
    assert [shown("cards in pile differ in suit", pile=p) for p in ("KC KD", "KC AC", "JK JK")] == [True, False, False]


# ── lists ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────

HANDS = ["KC 2D", "KD", "", "KH JK"]


def test_every_some_no_of_a_list() -> None:
    """`every`, `some` and `no NAME in LIST has COND` ask how many of the list it holds of: all, one at least, none."""
    assert shown("every one in seats has some natural in (the hand of one)", hand=HANDS) is False
    assert shown("some one in seats has no cards in (the hand of one)", hand=HANDS) is True
    assert shown("no one in seats has exactly 1 wild in (the hand of one)", hand=HANDS) is False
    assert shown("every card in pile has card is wild", pile="") is True
    assert shown("some side in sides has (the number of melds is 1)", melds=[[], ["KC KD"]]) is True


def test_a_player_in_a_list_owns_what_is_unowned() -> None:
    """A thing of a list that is named `player` or `side` owns the places and memories for which no owner is named."""
    assert shown("player in seats where no cards in hand", hand=HANDS) == (2,)
    assert shown("side in sides where some cards in aside", aside=["", "KC"]) == (1,)
    assert shown("player in seats where some cards in aside", aside=["", "KC"]) == (1, 3)


def test_where_keeps_those_of_a_list() -> None:
    """`NAME in LIST where COND` are those of the list it holds of, whatever the list is of."""
    assert shown("the number of (meld in (melds of (the side of turn)) where meld fits)", melds=[["KC KD", "KC"]]) == 1
    assert shown("the worth of (card in pile where card is red)", pile="KC AD JK") == 20
    assert shown("mate in (the players of (the side of turn)) where mate is not turn") == (2,)
    assert shown("mate in (the partners of turn) where mate is turn") == ()


def test_a_player_is_in_a_list() -> None:
    """`PLAYER is in PLAYERS` asks whether he is one of them."""
    assert shown("turn is in (the players of (the side of dealer))", turn=1) is True
    assert shown("turn is not in (the partners of dealer)", turn=0) is True


# ── connectives, numbers, choices ──────────────────────────────────────────────────────────────────────────────────────────


def test_and_or_not() -> None:
    """`and` binds closer than `or`, and `not` reaches one condition."""
    assert shown("yes or no and no") is True
    assert shown("(yes or no) and no") is False
    assert shown("not no and no") is False
    assert shown("not (no and no)") is True


def test_numbers_are_added_and_compared() -> None:
    """`times` binds closer than `plus` and `minus`, which go from left to right."""
    assert shown("2 plus 3 times 4 minus 1") == 13
    assert shown("10 minus 3 minus 2") == 5
    assert shown("3 times (the number of pile)", pile="KC KD") == 6


@pytest.mark.parametrize(
    ("word", "answers"),
    [
        ("is", [False, True, False]),
        ("is not", [True, False, True]),
        ("is at least", [False, True, True]),
        ("is at most", [True, True, False]),
        ("is above", [False, False, True]),
        ("is below", [True, False, False]),
    ],
)
def test_comparisons(word: str, answers: list[bool]) -> None:
    """`is`, `is not`, `is at least`, `is at most`, `is above` and `is below` compare numbers."""
    assert [shown(f"the number of pile {word} 2", pile=pile) for pile in ("KC", "KC KC", "KC KC KC")] == answers


def test_choose_takes_the_first_that_holds() -> None:
    """`choose` gives the first thing whose condition holds, and what stands after `otherwise` where none does."""
    text = "(choose 15 when the number of pile is below 1, 50 when the number of pile is below 3, otherwise 120)"
    assert [shown(text, pile=pile) for pile in ("", "KC", "KC KC", "KC KC KC")] == [15, 50, 50, 120]
    assert shown("(choose 1 when players is 2, otherwise 2)", {"players": 2}) == 1


def test_fits_is_of_one_kind() -> None:
    """`CARDS fits` holds where they are of a meld kind."""
    assert [shown("pile fits", pile=p) for p in ("KD KC", "2C KD", "2C 2D JK KC", "KC AC", "")] == [True, True, False, False, False]


# ── terms ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("param", "body", "used", "expected"),
    [
        ("player", "the number of the hand", "turn", 3),
        ("side", "the number of melds", "(the side of turn)", 1),
        ("side", "the number of melds", "turn", 1),
        ("card", "the worth of card", "(the top of pile)", 10),
        ("meld", "the number of (wild in meld)", "pile", 1),
        ("cards", "the number of cards", "pile", 2),
        ("number", "number times number", "5", 25),
    ],
)
def test_a_term_of_something(param: str, body: str, used: str, expected: int) -> None:
    """`define NAME of PARAM` says what the word means of a thing; a player stands for his side where a side is wanted."""
    both = tried(f"define amount of {param}: {body}\nshow tried as amount of {used}")
    table = both.table(hand="KC KD AC", pile="2D KC", melds=[["KC KD"]])
    assert both.shown(table) == {"tried": expected}


def test_a_term_of_two_things() -> None:
    """`define NAME of A and B` is asked as `NAME of (this and that)`: whether a card goes with a meld, what two sums are."""
    both = tried(
        "define alike of card and meld: the rank of card is the rank of natural in meld\n"
        "define more of cards and number: the number of cards plus number\n"
        "show tried as alike of (the top of pile and the hand of turn)\n"
        "show other as some meld in (melds of turn) has alike of (the top of pile and meld)\n"
        "show third as more of (pile and 2 times 3) minus (more of (the hand of turn and 0))"
    )
    table = both.table(pile="AC KC", hand="KD 2C", melds=[["5C 5D", "AC AD"]])
    assert both.shown(table) == {"tried": True, "other": False, "third": 6}
    table = both.table(pile="KC AC", hand="KD 2C", melds=[["5C 5D", "AC AD"]])
    assert both.shown(table) == {"tried": False, "other": True, "third": 6}


def test_a_term_of_two_things_where_both_are_at_hand() -> None:
    """Without `of` such a term speaks of the things of its names that are known there; a player stands for his side in it."""
    both = tried(
        "define held of player and side: the number of hand plus the number of melds of side\n"
        "define tenfold of player and number: held of (player and player) times number\n"
        "show tried as player in seats where (held of (player and (side of dealer)) is 2)\n"
        "show other as the sum of held for each player in seats\nshow third as tenfold of (turn and 10)"
    )
    assert both.shown(both.table(hand=HANDS, melds=[["KC KD"], ["AC AD"]])) == {"tried": (1,), "other": 9, "third": 30}


def test_a_term_means_what_it_says_where_it_is_used() -> None:
    """A term without `of` means its body; one of `player` or `side` is that of the player or side spoken of."""
    both = tried(
        "define held of player: the number of hand\ndefine gone: no cards in stock\n"
        "show tried as player in seats where (held is 1 and gone)"
    )
    assert both.shown(both.table(hand=HANDS)) == {"tried": (1,)}


def test_a_predicate_is_said_of_a_thing() -> None:
    """`define a THING is NAME` is said as `THING is NAME`, and `is not NAME`."""
    both = tried("define a meld is long: at least 3 cards in meld\nshow tried as pile is long\nshow other as pile is not long")
    assert both.shown(both.table(pile="KC KC KC")) == {"tried": True, "other": False}


# ── quantities of melds ────────────────────────────────────────────────────────────────────────────────────────────────────

LONG = "define a meld is long: at least 3 cards in meld\n"
MELDS = [[], ["KC KD KH", "AC AD"], ["KC KD KH", "AC AD AH", "5C 5D"], ["KC KD KH", "AC AD AH", "5C 5D 5H", "4C 4D 4H"]]


@pytest.mark.parametrize(
    ("quantity", "answers"),
    [
        ("no", [True, False, False, False]),
        ("some", [False, True, True, True]),
        ("only", [True, False, False, True]),
        ("at least 2", [False, False, True, True]),
        ("at most 2", [True, True, True, False]),
        ("exactly 2", [False, False, True, False]),
        ("from 1 to 2", [False, True, True, False]),
        ("at least (players minus 1)", [False, False, False, True]),
    ],
)
def test_a_quantity_counts_melds_of_which_something_is_said(quantity: str, answers: list[bool]) -> None:
    """A side needs so many long melds: `at least 2 long in melds` counts those melds that are long."""
    both = tried(f"{LONG}show tried as {quantity} long in (melds of (the side of turn))")
    assert [both.shown(both.table(melds=[melds]))["tried"] for melds in MELDS] == answers


def test_melds_are_counted_as_if_they_were_picked_out() -> None:
    """`at least 2 long in melds` means what `the number of (meld in melds where meld is long) is at least 2` means."""
    spelt = (
        ("at least 2 long in (melds of turn)", "the number of (meld in (melds of turn) where meld is long) is at least 2"),
        ("some long in (melds of turn)", "some meld in (melds of turn) has meld is long"),
        ("only long in (melds of turn)", "every meld in (melds of turn) has meld is long"),
    )
    for short, at_length in spelt:
        sheets = (tried(f"{LONG}show tried as {words}").rulebook.sheet for words in (short, at_length))
        one, other = ([line.value for line in sheet.declared if isinstance(line.node, Show)] for sheet in sheets)
        assert one == other


def test_those_of_a_list_of_which_something_is_said() -> None:
    """`long in melds` are the melds that are long, as in `the number of long in melds` and `the cards of long in melds`."""
    both = tried(
        f"{LONG}show tried as the number of long in (melds of turn)\n"
        "show cards as the worth of (the cards of (long in (melds of turn)))"
    )
    assert both.shown(both.table(melds=[["KC KD", "KC KD KH", "5C 5D 5H 5S"]])) == {"tried": 2, "cards": 50}


def test_a_quantity_of_players_and_of_cards_with_a_predicate() -> None:
    """What is said of a player is counted among players, what is said of a card among cards."""
    both = tried(
        "define a player is rich: at least 2 cards in hand\ndefine a card is dear: the worth of card is at least 20\n"
        "show tried as exactly 1 rich in seats\nshow cards as at least 2 dear in pile"
    )
    assert both.shown(both.table(hand=["KC KD", "KC", "", "5C"], pile="JK AC 5D")) == {"tried": True, "cards": True}
    assert both.shown(both.table(hand=["KC KD", "KC 5D", "", "5C"], pile="JK 5D")) == {"tried": False, "cards": False}
