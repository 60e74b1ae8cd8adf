"""Games worked out from the prose, chapter by chapter."""

import unittest
from collections import Counter

from ordinary import dealing
from ordinary.acts import Answer, Ask, Draw, Meld, Pass, Take
from ordinary.cards import is_natural, pack, worth, worth_of
from ordinary.match import next_dealer, totals, winner
from ordinary.opening import minimum
from ordinary.out import can_go_out
from ordinary.pile import is_frozen
from ordinary.score import score, scores
from ordinary.table import Ending, Phase
from ordinary.turn import perform

from .helpers import add, cards, discard, laid, meld, play, refused, table, take

CANASTA = "8C 8D 8H 8S 8C 8D 8H"
MIXED = "9C 9D 9H 9S 2C 2D JK"


class Cards(unittest.TestCase):
    def test_pack(self):
        found = Counter(pack())
        self.assertEqual(sum(found.values()), 108)
        self.assertEqual(found["JK"], 4)
        self.assertEqual(found["3D"], 2)
        self.assertEqual(sum(map(is_natural, pack())), 88)

    def test_worth(self):
        want = {"JK": 50, "2C": 20, "AC": 20, "KC": 10, "8D": 10, "TH": 10, "7S": 5, "4S": 5, "3S": 5, "3H": 0}
        self.assertEqual({card: worth(card) for card in want}, want)


class Deal(unittest.TestCase):
    def begin(self, hands, stock, dealer=3):
        return dealing.begin(len(hands), dealer, [0, 0], [cards(hand) for hand in hands], cards(stock))

    def test_wild_cards_and_red_threes_are_covered(self):
        at = self.begin(["4C", "5C", "6C", "7C"], "JK 3D 2C 3S KC")
        self.assertEqual(at.pile, cards("JK 3D 2C 3S"))
        self.assertTrue(is_frozen(at.pile))
        self.assertEqual(at.stock, ["KC"])
        self.assertEqual((at.turn, at.phase), (0, Phase.DRAW))

    def test_replacements_follow_the_upcard_from_the_dealers_left(self):
        at = self.begin(["3H 3D", "5C", "3D 6C", "7C"], "KC 3H 4D 5D 6D", dealer=1)
        # seat 2 draws the red three first and 4D in its place, then seat 0 two cards
        self.assertEqual(at.pile, ["KC"])
        self.assertEqual(at.hands[2], cards("6C 4D"))
        self.assertEqual(at.hands[0], cards("5D 6D"))
        self.assertEqual(at.red_threes, [4, 0])
        self.assertEqual(at.turn, 2)

    def test_without_a_stock_the_hand_stays_short(self):
        at = self.begin(["3H 4C", "5C"], "KC", dealer=0)
        self.assertEqual(at.hands[0], ["4C"])
        self.assertEqual(at.red_threes, [1, 0])
        self.assertIsNone(at.ended)
        self.assertEqual(at.turn, 1)

    def test_no_card_to_turn_up(self):
        at = self.begin(["4C", "5C"], "")
        self.assertEqual((at.pile, at.phase), ([], Phase.DRAW))


class Turn(unittest.TestCase):
    def test_order_and_whose(self):
        at = table("4C 5C 6C")
        refused(at, discard("4C"), "turn.order")
        refused(at, Draw(), "turn.whose", seat=1)
        perform(at, 0, Draw())
        self.assertEqual(at.hands[0], cards("4C 5C 6C KC"))
        refused(at, Draw(), "turn.order")
        perform(at, 0, discard("KC"))
        self.assertEqual((at.turn, at.phase, at.pile), (1, Phase.DRAW, ["KC"]))

    def test_two_draw_two_or_the_last_one(self):
        at = table("4C 5C", seats=2)
        perform(at, 0, Draw())
        self.assertEqual(at.hands[0], cards("4C 5C KC QC"))
        at = table("4C 5C", seats=2, stock="KC")
        perform(at, 0, Draw())
        self.assertEqual((at.hands[0], at.phase), (cards("4C 5C KC"), Phase.PLAY))

    def test_drawn_red_threes(self):
        at = table("4C 5C", stock="3D 3H KC QC")
        perform(at, 0, Draw())
        self.assertEqual((at.hands[0], at.red_threes), (cards("4C 5C KC"), [2, 0]))
        at = table("4C 5C", stock="3D")
        perform(at, 0, Draw())
        self.assertEqual(at.ended, Ending("stock", 0))
        self.assertEqual(scores(at), [-145, -70])
        at = table("4C 5C", seats=2, stock="3D KC")
        perform(at, 0, Draw())
        self.assertEqual((at.hands[0], at.phase), (cards("4C 5C KC"), Phase.PLAY))
        at = table("4C 5C", seats=2, stock="3D 3H")
        perform(at, 0, Draw())
        self.assertEqual(at.ended, Ending("stock", 0))

    def test_wish_to_draw_ends_the_deal(self):
        at = table("4C 5C", stock="", pile="KC")
        perform(at, 0, Draw())
        self.assertEqual((at.ended, at.phase), (Ending("stock", 0), Phase.OVER))
        refused(at, Draw(), "turn.whose")

    def test_forced_take(self):
        eights = ("8C 8D 8H",)
        refused(table("4C 5C", stock="", pile="KC 8S", melds=eights), Draw(), "turn.forced-take")
        perform(table("4C 5C", stock="KS", pile="KC 8S", melds=eights), 0, Draw())
        perform(table("4C 5C", stock="", pile="2C 8S", melds=eights), 0, Draw())  # frozen
        perform(table("8C 8D", stock="", pile="KC 8S", melds=("9C 9D 9H",)), 0, Draw())  # no meld
        perform(table("4C", stock="", pile="8S", melds=eights), 0, Draw())  # one card
        refused(table("4C", stock="", pile="KC 8S", melds=eights), Draw(), "turn.forced-take")


class Melds(unittest.TestCase):
    HAND = "8C 8D 8H 8S 9C 9D 2C 2D 2H 2S JK 3C 4C KC"

    def at(self, **more):
        more.setdefault("melds", ("KC KD KH",))
        return table(self.HAND, phase="play", **more)

    def test_sets(self):
        for good in ("8C 8D 8H", "9C 9D 2C", "9C 9D 2C 2D JK", "8C 8D 8H 8S 2C 2D JK"):
            perform(self.at(), 0, meld(good))
        refused(self.at(), meld("8C 8D"), "meld.set")
        refused(self.at(), meld("9C 2C JK"), "meld.set")
        refused(self.at(), meld("2C 2D JK"), "meld.set")
        refused(self.at(), meld("8C 8D 9C"), "meld.set")
        refused(self.at(), meld("8C 8D 8H 8S 2C 2D 2H JK"), "meld.wilds")
        refused(self.at(), meld("8C 8C 8C"), "protocol")
        refused(self.at(), Meld(()), "meld.laying")

    def test_additions(self):
        at = self.at()
        perform(at, 0, add(0, "KC 2C 2D JK"))
        self.assertEqual(at.melds[0][0].kind, "mixed")
        refused(at, add(0, "2H"), "meld.wilds")
        refused(at, add(0, "8C"), "meld.set")
        refused(at, add(1, "8C"), "protocol")
        refused(self.at(), Meld((play("2C", 0), play("KC", 0))), "protocol")

    def test_one_of_a_rank(self):
        refused(self.at(melds=("8C 8D 8H",)), meld("8C 8D 8S"), "meld.one-a-rank")
        refused(table("8C 8D 8H 8S 8C 8D 4C 5C", phase="play"), meld("8C 8D 8H", "8S 8C 8D"), "meld.one-a-rank")
        perform(self.at(theirs=("8C 8D 8H",)), 0, meld("8C 8D 8S"))

    def test_spoiled_canasta(self):
        at = self.at(melds=(CANASTA,))
        self.assertEqual(at.melds[0][0].kind, "natural")
        perform(at, 0, add(0, "2C"))
        self.assertEqual(at.melds[0][0].kind, "mixed")

    def test_black_threes_only_to_go_out(self):
        act = meld("3C 3S 3C")
        at = table("3C 3S 3C 4C", phase="play", melds=(CANASTA,))
        perform(at, 0, act)
        self.assertEqual(at.melds[0][1].kind, "black-threes")
        perform(at, 0, discard("4C"))
        self.assertEqual(at.ended, Ending("out", 0))
        refused(table("3C 3S 3C 4C 5C", phase="play", melds=(CANASTA,)), act, "out.held-to-it")
        refused(table("3C 3S 3C 4C", phase="play", melds=("9C 9D 9H",)), act, "out.held-to-it")
        refused(table("3C 3S 2C 4C", phase="play", melds=(CANASTA,)), meld("3C 3S 2C"), "meld.black-threes")
        # other melds may follow, if only the player does go out
        at = table("3C 3S 3C 4C 4D 4H 9C", phase="play", melds=(CANASTA,))
        perform(at, 0, act)
        refused(at, discard("9C"), "out.held-to-it")
        perform(at, 0, meld("4C 4D 4H"))
        perform(at, 0, discard("9C"))


class Opening(unittest.TestCase):
    def test_minimum(self):
        found = {total: minimum(total) for total in (-5, 0, 1495, 1500, 2995, 3000, 4995)}
        self.assertEqual(found, {-5: 15, 0: 50, 1495: 50, 1500: 90, 2995: 90, 3000: 120, 4995: 120})

    def test_all_melds_of_the_act_count(self):
        hand = "8C 8D 8H 4C 4D 2S KC QC JC"
        refused(table(hand, phase="play"), meld("8C 8D 8H"), "out.held-to-it")
        at = table(hand, phase="play")
        perform(at, 0, meld("8C 8D 8H", "4C 4D 2S"))  # 30 + 30
        self.assertEqual(at.opened, [True, False])
        refused(table(hand, phase="play", totals=(1500, 0)), meld("8C 8D 8H", "4C 4D 2S"), "out.held-to-it")

    def test_top_card_counts(self):
        hand = "7C 7D 4C 4D 4S 2S 9H JS"
        at = table(hand, pile="7H")
        perform(at, 0, take("7C 7D 7H", "4C 4D 4S 2S"))  # 15 + 35, as in the example of the protocol
        self.assertEqual(at.hands[0], cards("9H JS"))
        refused(table(hand, pile="7H"), take("7C 7D 7H"), "opening.minimum")

    def test_by_going_out(self):
        hand = "4C 4D 4H 4S 4C 4D 4H 5C 5D 5H 6C"
        at = table(hand, phase="play", totals=(3000, 0))
        perform(at, 0, meld("5C 5D 5H"))
        self.assertTrue(at.now.held)
        refused(at, discard("6C"), "out.held-to-it")
        refused(at, add(0, "4C"), "meld.set")
        perform(at, 0, meld("4C 4D 4H 4S 4C 4D 4H"))
        perform(at, 0, discard("6C"))
        self.assertEqual(at.ended, Ending("out", 0))
        self.assertEqual(score(at, 0), 100 + 100 + 500 + 35 + 15 - 35)
        # without a canasta, or with a card too many
        refused(table("4C 4D 4H 5C", phase="play"), meld("4C 4D 4H"), "out.held-to-it")
        refused(table(hand + " 7C", phase="play"), meld("5C 5D 5H"), "out.held-to-it")
        # nobody who takes the pile may
        refused(table("4C 4D 4H 4S 4C 4D 6C", pile="4H"), take("4C 4D 4H 4S 4C 4D 4H"), "opening.minimum")


class Pile(unittest.TestCase):
    HAND = "8C 8D 9C 2C JK KC QC 4C"

    def at(self, pile, melds=("9D 9H 9S",), hand=HAND, **more):
        return table(hand, pile=pile, melds=melds, **more)

    def test_pair(self):
        at = self.at("KD 3D 2H 8S")
        perform(at, 0, take("8C 8D 8S"))
        self.assertEqual(Counter(at.hands[0]), Counter(cards("9C 2C JK KC QC 4C KD 2H")))
        self.assertEqual((at.red_threes[0], at.pile, at.phase), (1, [], Phase.PLAY))
        perform(self.at("2H 8S"), 0, take("8C 8D 8S 2C"))
        perform(self.at("2H 8S", ("8H 8H 8S",)), 0, take("8C 8D 8S", to=0))
        refused(self.at("2H 8S", ("8H 8H 8S",)), take("8C 8S", to=0), "pile.frozen")

    def test_natural_and_wild(self):
        perform(self.at("KD 8S"), 0, take("8C 2C 8S"))
        refused(self.at("2H 8S"), take("8C 2C 8S"), "pile.frozen")
        refused(self.at("KD 8S", ()), take("8C 2C 8S"), "pile.frozen")
        refused(self.at("KD 8S"), take("2C JK 8S"), "pile.wild")
        refused(self.at("KD 8S", ("8H 8H 2S 2S JK",)), take("8C 2C JK 8S", to=0), "meld.wilds")

    def test_meld_of_the_side(self):
        at = self.at("KD 9S")
        perform(at, 0, take("9S", to=0))
        self.assertEqual(len(at.melds[0][0].cards), 4)
        perform(self.at("KD 8S", (CANASTA,)), 0, take("8S", to=0))
        refused(self.at("2D 9S"), take("9S", to=0), "pile.frozen")
        # what is laid in the same act does not help
        act = Take((play("9S", 1), play("8C 8D 2C")), 0)
        refused(self.at("KD 9S"), act, "pile.wild")

    def test_top_is_laid(self):
        refused(self.at("KD 8S"), Take((play("8C 8D 2C"),), None), "pile.top-melded")
        refused(self.at("KD 8S"), take("8C 8D 2C"), "pile.top-melded")
        refused(self.at("8H 8S"), take("8C 8H 8S"), "protocol")  # 8H lies below and does not help
        refused(self.at("8H 8S"), take("8C 8D 8H 8S"), "protocol")

    def test_stopped(self):
        for top in ("3S", "2D", "JK", "3D"):
            refused(self.at(f"KD {top}"), take(f"8C 8D {top}"), "pile.stopped")
        refused(self.at(""), take("8C 8D 8S"), "pile.take")
        self.assertFalse(is_frozen(["3S", "KD"]))

    def test_one_card(self):
        refused(self.at("9S", hand="4C"), take("9S", to=0), "pile.one-card")
        perform(self.at("4D 9S", hand="4C"), 0, take("9S", to=0))
        perform(self.at("9S", hand="4C 4D"), 0, take("9S", to=0))


class Out(unittest.TestCase):
    def test_last_card_needs_a_canasta(self):
        refused(table("4C", phase="play", melds=("9C 9D 9H",)), discard("4C"), "out.canasta")
        at = table("4C", phase="play", melds=(CANASTA,))
        perform(at, 0, discard("4C"))
        self.assertEqual((at.ended, at.pile), (Ending("out", 0), ["4C"]))
        refused(table("4C", seats=2, phase="play", melds=(CANASTA,)), discard("4C"), "out.canasta")
        perform(table("4C", seats=2, phase="play", melds=(CANASTA, MIXED)), 0, discard("4C"))

    def test_nobody_comes_down_to_one_card_without_a_canasta(self):
        refused(table("4C 4D 4H 5C", phase="play", melds=("9C 9D 9H",)), meld("4C 4D 4H"), "out.able-to-end")
        refused(table("4C 4D 4H", phase="play", melds=("9C 9D 9H",)), meld("4C 4D 4H"), "out.able-to-end")
        # but where the last card then makes the canasta, it may
        at = table("4C 4D 4H 9S", phase="play", melds=("9C 9D 9H 9C 9D 9H",))
        perform(at, 0, meld("4C 4D 4H"))
        refused(at, discard("9S"), "out.canasta")
        perform(at, 0, add(0, "9S"))
        refused(at, discard("9S"), "protocol")
        perform(at, 0, Pass())
        self.assertEqual(at.ended, Ending("out", 0))

    def test_pass_needs_an_empty_hand(self):
        refused(table("4C 5C", phase="play", melds=(CANASTA,)), Pass(), "out.pass")

    def test_asking(self):
        at = table("4C 5C")
        refused(at, Ask(1), "out.ask")
        perform(at, 0, Ask(2))
        self.assertEqual((at.turn, at.phase, at.asked), (0, Phase.ANSWER, 2))
        refused(at, Draw(), "turn.whose")
        refused(at, Draw(), "turn.order", seat=2)
        perform(at, 2, Answer(True))
        self.assertEqual((at.turn, at.phase, at.asked), (0, Phase.DRAW, None))
        refused(at, Ask(2), "out.ask")
        perform(at, 0, Draw())
        self.assertFalse(at.now.held)  # not able, so not bound
        perform(at, 0, discard("4C"))

    def test_asking_after_the_draw(self):
        refused(table("4C 5C 6C", phase="play", melds=(CANASTA,)), Ask(2), "out.ask")
        at = table("4C 4D 4H 5C 8S", phase="play", melds=(CANASTA,))
        perform(at, 0, Ask(2))
        perform(at, 2, Answer(True))
        refused(at, discard("5C"), "out.held-to-it")
        perform(at, 0, meld("4C 4D 4H"))
        refused(at, discard("8S"), "out.held-to-it")
        perform(at, 0, add(0, "8S"))
        perform(at, 0, discard("5C"))
        self.assertEqual(at.ended, Ending("out", 0))

    def test_no_binds(self):
        at = table("4C 4D 4H 5C 8S", phase="play", melds=(CANASTA,))
        perform(at, 0, Ask(2))
        perform(at, 2, Answer(False))
        perform(at, 0, meld("4C 4D 4H"))
        refused(at, add(0, "8S"), "out.no")
        perform(at, 0, discard("8S"))
        self.assertEqual((at.turn, at.hands[0]), (1, ["5C"]))

    def test_not_after_melding_or_taking(self):
        at = table("4C 4D 4H 5C 8S", phase="play", melds=(CANASTA,))
        perform(at, 0, meld("4C 4D 4H"))
        refused(at, Ask(2), "out.ask")
        at = table("4C 4D 5C 8S", pile="4H", melds=(CANASTA,))
        perform(at, 0, take("4C 4D 4H"))
        refused(at, Ask(2), "out.ask")

    def test_two_have_no_partner(self):
        refused(table("4C 5C", seats=2), Ask(1), "out.ask")

    def test_can_go_out(self):
        eights = laid("8C 8D 8H 8S 8C")
        self.assertTrue(can_go_out(cards("2C JK 4D"), eights, 1))
        self.assertFalse(can_go_out(cards("2C JK 4D 5D"), eights, 1))
        self.assertTrue(can_go_out(cards("4C 4D 2C 2D JK KC"), eights, 1))
        self.assertFalse(can_go_out(cards("4C 4D 2C KC KD JK"), eights, 1))
        self.assertFalse(can_go_out(cards("2C 2D 2H 2S JK"), eights, 1))
        self.assertTrue(can_go_out(cards("2C 2D 2H 2S"), eights, 1))
        self.assertTrue(can_go_out([], laid(CANASTA), 1))
        self.assertFalse(can_go_out([], laid(CANASTA), 2))


class Score(unittest.TestCase):
    def test_each_line(self):
        at = table("AC JK", melds=(CANASTA, MIXED, "4C 4D 4H"), theirs=(), red_threes=(4, 1))
        at.end_deal("stock", 1)
        self.assertEqual(
            scores(at),
            [500 + 300 + 800 + 70 + 130 + 15 - 70 - worth_of(at.hands[2]), -100 - 2 * 35],
        )

    def test_four_red_threes_without_a_meld(self):
        at = table("", red_threes=(4, 0))
        at.hands = [[], [], [], []]
        at.end_deal("stock", 1)
        self.assertEqual(scores(at), [-800, 0])

    def concealed(self, at, *acts):
        for act in acts:
            perform(at, 0, act)
        self.assertEqual(at.ended, Ending("out", 0))
        return score(at, 0) - sum(worth_of(m.cards) for m in at.melds[0]) - 100 + worth_of(at.hands[2])

    def test_concealed(self):
        hand = CANASTA + " 4C"
        self.assertEqual(self.concealed(table(hand, phase="play"), meld(CANASTA), discard("4C")), 600)
        # the partner's melds left as they were
        at = table(hand, phase="play", melds=("9C 9D 9H",))
        self.assertEqual(self.concealed(at, meld(CANASTA), discard("4C")), 600)
        at = table(hand, phase="play", melds=("4H 4D 4H",))
        self.assertEqual(self.concealed(at, meld(CANASTA), add(0, "4C"), Pass()), 500)
        # the canasta must be among the melds of the turn
        at = table("4C 4D 4H 5C", phase="play", melds=(CANASTA,))
        self.assertEqual(self.concealed(at, meld("4C 4D 4H"), discard("5C")), 500)
        # nothing melded by the player before
        at = table(hand, phase="play", melds=("9C 9D 9H",), marks={"has-melded": [True, False, False, False]})
        self.assertEqual(self.concealed(at, meld(CANASTA), discard("4C")), 500)
        # taking the pile does not spoil it
        at = table("8D 8H 8S 8C 8D 8H 4C", pile="8C")
        self.assertEqual(self.concealed(at, take(CANASTA), discard("4C")), 600)


class Match(unittest.TestCase):
    def test_winner(self):
        self.assertEqual(winner([5000, 4995]), 0)
        self.assertEqual(winner([5100, 6000]), 1)
        self.assertIsNone(winner([4995, 4000]))
        self.assertIsNone(winner([5200, 5200]))

    def test_totals_and_dealer(self):
        at = table("4C", phase="play", melds=(CANASTA,), totals=(100, 200))
        self.assertEqual(totals(at), [100, 200])
        perform(at, 0, discard("4C"))
        self.assertEqual(totals(at), [100 + 100 + 500 + 70 - 35, 200 - 70])
        self.assertEqual((next_dealer(3, 4), next_dealer(0, 2)), (0, 1))


if __name__ == "__main__":
    unittest.main()
