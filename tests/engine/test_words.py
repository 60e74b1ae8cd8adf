"""Every word about players and cards, with what it means in one sentence and an answer worked out by hand.

Seat 0 is `turn`, seat 3 the dealer; 0 and 2 play against 1 and 3. A joker is worth 50, an ace or a deuce 20, a king 10, a five or a
four 5, a three nothing.
"""

from tests.engine.tried import gone, shown, tried

# ── who and what ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_turn_is_who_is_to_act() -> None:
    """`turn` is the player who is to act, or nobody."""
    assert shown("turn", turn=2) == 2
    assert shown("turn is nobody", turn=None) is True


def test_dealer_and_deal_number() -> None:
    """`dealer` is who deals, and `deal-number` tells which deal of the match this is."""
    assert shown("dealer") == 3
    assert shown("deal-number", deal=4) == 4


def test_phase_is_named_by_its_word() -> None:
    """`phase` is one of the phases, and is compared with its name."""
    assert shown("phase is play", phase="play") is True
    assert shown("phase is answer", phase="play") is False


def test_over_when_the_deal_has_ended() -> None:
    """`over` says that the deal has ended, however it did."""
    assert shown("over") is False
    assert shown("over", ended=("out", 1)) is True


def test_seats_begin_left_of_the_dealer() -> None:
    """`seats` are all players, from the left of the dealer on round the table."""
    assert shown("seats", dealer=1) == (2, 3, 0, 1)
    assert shown("the number of seats") == 4


def test_sides_are_all_sides() -> None:
    """`sides` are all sides, however many play."""
    assert shown("sides") == (0, 1)
    assert shown("the number of sides", {"players": 2}) == 2


def test_the_pack_is_all_cards_that_are_played_with() -> None:
    """`pack` is all the cards that there are, wherever they lie: two packs of 24 cards and two jokers."""
    assert shown("the number of the pack", hand="KC KC") == 50
    assert shown("the number of wild in the pack") == 10
    assert shown("the number of K in the pack", hand="KC KC", pile="KD") == 8
    assert (
        shown("every one in seats has the number of natural in the hand of one is below the number of natural in the pack") is True
    )
    assert shown("K in the pack is in (the hand of turn)", hand="KC KC KD KD KH KH KS KS") is True
    assert shown("exactly 32 natural in the pack and some JK in the pack and not only K in the pack") is True
    assert shown("the worth of (JK in the pack)") == 100


def test_the_pack_is_what_the_options_make_it() -> None:
    """`pack` follows the options, as where each player brings a set of nines."""
    both = tried("deck players of 9 in C\ncards nines are 9\nshow tried as the number of nines in the pack", {"players": 2})
    assert both.shown(both.table())["tried"] == 2


def test_a_place_that_is_called_pack_is_meant_by_its_name() -> None:
    """A book may call a place of its own `pack`; then the word means that place, and not all cards."""
    both = tried("place pack is row\nshow tried as the number of the pack")
    assert both.shown(both.table(pack="KC KD"))["tried"] == 2


def test_yes_and_no_are_truths() -> None:
    """`yes` holds always and `no` never."""
    assert (shown("yes"), shown("no")) == (True, False)


def test_an_option_is_a_number() -> None:
    """The name of an option is the number that was chosen for it."""
    assert shown("players plus 1", {"players": 2}) == 3


def test_none_is_where_there_is_no_card() -> None:
    """`none` is what a word gives that finds no card."""
    assert shown("the top of pile is none") is True
    assert shown("the top of pile is none", pile="KC") is False


def test_none_is_equal_to_none() -> None:
    """Two sequences have no rank, and so the same: that they share one does not hold, nor that there is one."""
    alike = "the rank of natural in the hand of turn is the rank of natural in pile"
    assert shown(alike, hand="AC KC", pile="AD KD") is True
    assert shown(f"{alike} and not the rank of natural in pile is none", hand="AC KC", pile="AD KD") is False
    assert shown("natural in (the hand of turn with pile) share a rank", hand="AC KC", pile="AD KD") is False
    assert shown(alike, hand="AC AC", pile="AD") is True


# ── of ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_number_of_cards_and_of_lists() -> None:
    """`number of` counts cards, melds, players."""
    assert shown("the number of the hand of turn", hand="KC KC 2D") == 3
    assert shown("the number of the melds of (the side of turn)", melds=[["KC KD", "AC AD"]]) == 2
    assert shown("the number of the players of (the side of turn)") == 2


def test_worth_adds_the_points_of_cards() -> None:
    """`worth of` cards adds their points, and of one card is its points; of no card it is nothing."""
    assert shown("the worth of the hand of turn", hand="JK 2D KC 3H") == 80
    assert shown("the worth of (the top of pile)", pile="JK AC") == 20
    assert shown("the worth of (the top of pile)") == 0


def test_rank_of_a_card_or_of_cards_that_share_one() -> None:
    """`rank of` a card is its rank, of cards the one that all of them have, else none."""
    assert shown("the rank of (the top of pile)", pile="AC KD") == "K"
    assert shown("the rank of the hand of turn", hand="KC KD") == "K"
    assert shown("the rank of the hand of turn", hand="KC AD") is None
    assert shown("the rank of the hand of turn is none", hand="") is True
    assert shown("the rank of (the top of pile) is none") is True


def test_suit_of_a_card_or_of_cards_that_share_one() -> None:
    """`suit of` a card is its suit, of cards the one that all of them have, else none; a joker has none."""
    assert shown("the suit of (the top of pile)", pile="KD") == "D"
    assert shown("the suit of the hand of turn", hand="KD 5D") == "D"
    assert shown("the suit of the hand of turn", hand="KD 5C") is None
    assert shown("the suit of (the top of pile) is none", pile="JK") is True


def test_top_is_the_last_card_of_a_row() -> None:
    """`top of` a row is the card that came last."""
    assert shown("the worth of (the top of pile)", pile="JK KC 5D") == 5


def test_rest_is_the_row_without_its_top() -> None:
    """`rest of` a row is what lies under its top."""
    assert shown("the worth of (the rest of pile)", pile="JK KC 5D") == 60
    assert shown("the rank of (the top of (the rest of pile))", pile="JK KC 5D") == "K"
    assert shown("the number of (the rest of pile)") == 0


def test_uppermost_are_so_many_from_the_top() -> None:
    """`uppermost N of` a row are the last so many cards of it, in their order, or all where there are fewer."""
    assert shown("the worth of (the uppermost 2 of pile)", pile="JK KC 5D") == 15
    assert shown("the rank of (the top of (the uppermost 2 of pile))", pile="JK KC 5D") == "5"
    assert shown("the number of (uppermost 5 of pile)", pile="JK KC 5D") == 3
    assert shown("the number of (uppermost (players minus 4) of pile)", pile="JK KC 5D") == 0


def test_a_row_down_to_a_set() -> None:
    """`ROW down to SET` reaches from the top down to the uppermost card of the set and takes it in; without one it is the row."""
    assert shown("the worth of (the pile down to wild)", pile="JK KC 2D 5D AC") == 45
    assert shown("the number of (pile down to wild)", pile="JK 5D 2D") == 1
    assert shown("the number of (pile down to wild)", pile="AC KC 5D") == 3
    assert shown("the number of (pile down to wild)") == 0


def test_span_counts_ranks_by_their_order() -> None:
    """`span of` cards counts from the lowest rank to the highest in the order 4 5 K A; a card without a place in it spoils it."""
    assert shown("the span of the hand of turn", hand="4C KC 5D") == 3
    assert shown("the span of the hand of turn", hand="4C AC") == 4
    assert shown("the span of the hand of turn", hand="KC KD") == 1
    assert shown("the span of the hand of turn", hand="4C 5C 3C") == 0
    assert shown("the span of the hand of turn", hand="") == 0


def test_span_where_the_ace_stands_at_both_ends() -> None:
    """In the order A 3 4 5 K A aces are low or high, whichever is nearer to the other cards, and never both in one run."""
    both = tried("show tried as the span of pile", order="A 3 4 5 K A")
    runs = {"AC 3C 4C": 3, "5C KC AC": 3, "AC": 1, "AC AD": 1, "AC 4C": 3, "KC AC 3C": 5, "AC 3C 4C 5C KC AD": 5, "AC 2C": 0, "": 0}
    assert {run: both.shown(both.table(pile=run))["tried"] for run in runs} == runs
    low_alone = tried("show tried as the span of pile", order="A 3 4 5 K")
    assert low_alone.shown(low_alone.table(pile="KC AC"))["tried"] == 5


def test_numbers_in_a_row_and_division() -> None:
    """`numbers from A to B` are all from one to the other; `divided by` gives the whole part, and nothing by nothing."""
    assert shown("numbers from 2 to players") == (2, 3, 4)
    assert shown("numbers from 2 to 1") == ()
    assert shown("some one in numbers from 1 to 3 has (one times one is 9)") is True
    assert shown("the number of (one in numbers from 1 to 5 where one is above 2)") == 3
    assert shown("11 divided by players") == 2
    assert shown("11 divided by (players minus 4)") == 0


def test_a_sum_goes_through_a_list() -> None:
    """`the sum of NUMBER for each NAME in LIST` adds up a number for each of them; of none it is 0."""
    hands = ["KC KD", "5C", "", "AC 4C 4D"]
    assert shown("the sum of the number of the hand for each player in seats", hand=hands) == 6
    assert shown("the sum of (the number of the hand of one) for each one in players of the side of turn", hand=hands) == 2
    assert shown("the sum of one for each one in numbers from 1 to 4") == 10
    assert shown("the sum of one for each one in numbers from 1 to 0") == 0
    assert shown("2 times the sum of the worth of the hand for each player in seats plus 1", hand=hands) == 111


def test_lone_is_the_only_card() -> None:
    """`lone of` cards is the only card among them, else none."""
    assert shown("the rank of (the lone of the hand of turn)", hand="KC") == "K"
    assert shown("the lone of the hand of turn is none", hand="KC KC") is True
    assert shown("the lone of the hand of turn is none") is True


def test_cards_of_melds_are_all_their_cards() -> None:
    """`cards of` melds are the cards of all of them together."""
    assert shown("the worth of (the cards of (melds of (the side of turn)))", melds=[["KC KD", "AC 2C"]]) == 60


def test_kind_is_worked_out_from_the_cards() -> None:
    """`kind of` cards is the meld kind they are of, else none."""
    assert shown("the kind of the hand of turn is plain", hand="KC KD") is True
    assert shown("the kind of the hand of turn is mixed", hand="KC 2D") is True
    assert shown("the kind of the hand of turn is none", hand="KC 3D") is True
    assert shown("the kind of the hand of turn is none") is True


def test_side_and_players_of_it() -> None:
    """`side of` a player is his number modulo the number of sides, and `players of` a side are all of it."""
    assert shown("the side of turn", turn=3) == 1
    assert shown("the players of (the side of turn)", turn=3) == (1, 3)
    assert shown("the players of (the side of turn)", {"players": 2}, turn=1) == (1,)


def test_left_is_the_next_seat() -> None:
    """`left of` a player is the next seat, and the first one after the last; `seat of` a player is the number of the seat."""
    assert shown("the seat of the left of turn", turn=1) == 2
    assert shown("the seat of turn", turn=3) == 3
    assert shown("the left of turn", turn=1) == 2
    assert shown("the left of dealer") == 0


def test_partners_are_the_others_of_the_side() -> None:
    """`partners of` a player are the other players of the side."""
    assert shown("the partners of turn", turn=1) == (3,)
    assert shown("the partners of turn", {"players": 2}) == ()


def test_the_first_of_some_players() -> None:
    """`first of` players is the one who is named first among them, and nobody where there are none."""
    assert shown("the first of the partners of turn", turn=1) == 3
    assert shown("the first of the players of (the side of turn)", turn=3) == 1
    assert shown("the first of the partners of turn", {"players": 2}) is None


def test_total_and_score_of_a_side() -> None:
    """`total of` a side is what it had before the deal, `score of` a side what this one brought, nothing before it is scored."""
    assert shown("the total of (the side of turn)", totals=(70, -5)) == 70
    assert shown("the score of (the side of turn)", scores=(30, 40), turn=1) == 40
    assert shown("the score of (the side of turn)") == 0


# ── cards ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_set_in_cards_is_those_of_them() -> None:
    """`SET in CARDS` are the cards that belong to the set; `cards` is the set of all."""
    assert shown("the worth of (wild in (the hand of turn))", hand="JK 2D AC KC") == 70
    assert shown("the number of (red in pile)", pile="JK AD AH AC") == 2
    assert shown("the number of (cards in pile)", pile="JK AD AH AC") == 4


def test_with_adds_cards_and_a_card() -> None:
    """`CARDS with CARDS` are both together; one card may stand for cards, and no card for none."""
    assert shown("the hand of turn with pile is (pile with (the hand of turn))", hand="KC 2D", pile="JK AD") is True
    assert shown("the worth of (the hand of turn with (the top of pile))", hand="KC", pile="JK AD") == 30
    assert shown("the worth of (the hand of turn with (the top of pile))", hand="KC") == 10


def test_without_takes_away_one_for_one() -> None:
    """`CARDS without CARDS` takes away one card for each, and passes over what is not there."""
    assert shown("the worth of (the hand of turn without pile)", hand="KC KC AD 5D", pile="KC 5D 5D") == 30
    assert shown("the number of (pile without (the top of pile))", pile="KC KC") == 1


def test_a_card_is_of_a_set() -> None:
    """`CARD is SET` asks whether the card belongs to the set, and no card does."""
    assert shown("the top of pile is wild", pile="AC 2D") is True
    assert shown("the top of pile is not wild", pile="AC 2D") is False
    assert shown("the top of pile is cards") is False


def test_a_card_is_in_cards() -> None:
    """`CARD is in CARDS` asks for a card of just these looks, and no card is in any."""
    assert shown("the top of pile is in (the hand of turn)", pile="KC", hand="KC KD") is True
    assert shown("the top of pile is in (the hand of turn)", pile="KC", hand="KD KD") is False
    assert shown("the top of pile is not in (the hand of turn)", hand="KD KD") is True


def test_cards_are_in_cards_when_there_are_as_many() -> None:
    """`CARDS is in CARDS` asks for as many of each."""
    assert shown("the hand of turn is in pile", hand="KC KC", pile="KC AD KC") is True
    assert shown("the hand of turn is in pile", hand="KC KC", pile="KC AD KD") is False
    assert shown("the hand of turn is in pile", hand="", pile="") is True


def test_cards_are_in_groups_when_one_of_them_is_just_these() -> None:
    """`CARDS is in GROUPS` asks whether one of the groups is just these cards, in whatever order they lie."""
    assert shown("the hand of turn is in (melds of (the side of turn))", hand="KC KD", melds=[["AC AD", "KD KC"]]) is True
    assert shown("pile is in (melds of (the side of turn))", pile="KD KC", melds=[["AC AD", "KC KD"]]) is True
    assert shown("the hand of turn is not in (melds of (the side of turn))", hand="KC", melds=[["KC KD"]]) is True


def test_cards_are_the_same_in_any_order() -> None:
    """`CARDS is CARDS` asks for the same cards whatever their order, unless both are rows, which have one."""
    assert shown("the hand of turn is pile", hand="KC AC", pile="KC AC") is True
    assert shown("(natural in pile) is (natural in stock)", pile="KC AC", stock="AC KC 2D") is True
    assert shown("stock is pile", stock="AC KC", pile="KC AC") is False
    assert shown("stock is pile", stock="AC KC", pile="AC KC") is True


def test_no_cards_is_a_value() -> None:
    """`no cards` are cards of which there are none: what a memory of cards becomes, and what cards can be compared with."""
    both, after = gone(
        "keep held as cards\nact go\nto go\n  then held becomes the hand\n  then held becomes no cards when the pile is no cards",
        hand="KC 5D",
    )
    assert both.has(after, "held") == ()
    both, after = gone(
        "keep held as cards\nact go\nto go\n  then held becomes (choose pile when over, otherwise no cards)", pile="KC"
    )
    assert both.has(after, "held") == ()
    assert shown("the number of (no cards)") == 0
    assert shown("no cards with (the top of pile) is pile", pile="KC") is True
    assert [shown("the hand of turn is no cards", hand=hand) for hand in ("", "KC")] == [True, False]


# ── ranks, suits and cards by their signs ──────────────────────────────────────────────────────────────────────────────────


def test_a_card_is_a_king_a_heart_or_the_three_of_diamonds() -> None:
    """`CARD is K`, `is 5`, `is H`, `is 3D` ask for a rank, a suit or a look; no card is any of them, and a joker is JK."""
    assert [shown("the top of pile is K", pile=pile) for pile in ("AC KD", "KD AC", "")] == [True, False, False]
    assert [shown("the top of pile is 5", pile=pile) for pile in ("AC 5D", "AC 4D", "")] == [True, False, False]
    assert [shown("the top of pile is not H", pile=pile) for pile in ("KH", "KD", "JK", "")] == [False, True, True, True]
    assert [shown("the top of pile is 3D", pile=pile) for pile in ("3D", "3H", "4D")] == [True, False, False]
    assert [shown("the top of pile is JK", pile=pile) for pile in ("JK", "2C")] == [True, False]


def test_the_rank_and_the_suit_of_cards_are_named_by_their_signs() -> None:
    """`the rank of CARDS is 5` and `the suit of CARDS is H` name the one that all of them have."""
    assert [shown("the rank of pile is 5", pile=pile) for pile in ("5C 5D", "5C 4D", "")] == [True, False, False]
    assert [shown("the rank of (the top of pile) is not K", pile=pile) for pile in ("KC", "AC", "")] == [False, True, True]
    assert [shown("the suit of pile is H", pile=pile) for pile in ("5H KH", "5H KD", "JK JK")] == [True, False, False]


def test_a_sign_stands_where_a_set_may() -> None:
    """`some K in CARDS`, `at least 2 5 in CARDS`, `K in CARDS` and `ROW down to JK` need no set to be declared."""
    assert shown("the number of (K in pile)", pile="KC KD AC") == 2
    assert [shown("some KD in pile", pile=pile) for pile in ("KC KD", "KC")] == [True, False]
    assert [shown("at least 2 5 in pile", pile=pile) for pile in ("5C 5D AC", "5C AC")] == [True, False]
    assert [shown("only H in pile", pile=pile) for pile in ("5H AH", "5H AC")] == [True, False]
    assert shown("the number of (pile down to JK)", pile="AC JK 2D 5C") == 3


def test_a_kind_of_meld_may_be_told_by_signs() -> None:
    """A kind of two threes or more, one of them a diamond, takes just those cards, whatever cards are tried."""
    kind = "kind threes\n  require only 3 in it\n  require at least 2 cards in it\n  require some D in it\n"
    act = "act go with plays: plays from hand onto melds\n"
    both = tried(f"{kind}{act}show tried as some player in seats has could go so that (the number of plays is 1)")
    hands = ("3C 3D", "3D 3D", "3C 3S", "3D KC")
    assert [both.shown(both.table(hand=hand))["tried"] for hand in hands] == [True, True, False, False]
