"""Whole matches at random, and the searches held against simpler ones."""

import copy
import random
import unittest
from collections import Counter

from ordinary.acts import Discard, Draw, Meld, Pass, Play
from ordinary.cards import SUITS, is_red_three, pack
from ordinary.errors import Illegal
from ordinary.listing import legal_acts
from ordinary.match import Match
from ordinary.melds import canastas, lay
from ordinary.out import can_go_out
from ordinary.turn import perform

from .helpers import laid


def everything(at):
    """All cards of a table."""
    found = [*at.stock, *at.pile, *(card for hand in at.hands for card in hand)]
    found += [card for melds in at.melds for meld in melds for card in meld.cards]
    return found


class RandomPlay(unittest.TestCase):
    def play_match(self, seats, seed):
        rng = random.Random(seed)
        match = Match(seats, rng)
        endings = Counter()
        while match.winner is None and match.deals < 12:
            at = match.deal()
            acts = 0
            while at.ended is None:
                seat = at.turn if at.asked is None else at.asked
                choices = legal_acts(at, seat)
                self.assertTrue(choices, f"no legal act: {at}")
                for other in range(seats):
                    if other != seat:
                        self.assertEqual(legal_acts(at, other), [])
                eager = [act for act in choices if not isinstance(act, (Discard, Draw))]
                act = rng.choice(eager if eager and rng.random() < 0.8 else choices)
                perform(at, seat, act)
                acts += 1
                self.assertLess(acts, 3000)
            endings[at.ended.how] += 1
            cards = [card for card in everything(at) if not is_red_three(card)]
            buried = sum(map(is_red_three, everything(at)))
            self.assertEqual(Counter(cards), Counter(card for card in pack() if not is_red_three(card)))
            self.assertEqual(sum(at.red_threes) + buried, 4)
            match.count(at)
        return endings

    def test_matches(self):
        endings = Counter()
        for seed in range(6):
            endings += self.play_match(4, seed)
            endings += self.play_match(2, 100 + seed)
        self.assertGreater(endings["out"], 0)
        self.assertGreater(endings["stock"], 0)


def searched(hand, melds, needed, seen=None):
    """Whether somebody can go out: every single lay or larger new meld is tried, one after the other."""
    seen = set() if seen is None else seen
    key = (tuple(sorted(hand)), tuple(sorted((m.rank, tuple(sorted(m.cards))) for m in melds)))
    if key in seen:
        return False
    seen.add(key)
    if len(hand) <= 1 and canastas(melds) >= needed:
        return True
    for play in plays(hand, melds):
        rest = list(hand)
        for card in play.cards:
            rest.remove(card)
        try:
            after = lay(melds, [play])
        except Illegal:
            continue
        if searched(rest, after, needed, seen):
            return True
    return False


def plays(hand, melds):
    """Single cards to melds, and new melds of three."""
    for card in set(hand):
        for number in range(len(melds)):
            yield Play(number, (card,))
    naturals = sorted({c[0] for c in hand if c != "JK" and c[0] != "2"})
    wilds = [c for c in hand if c == "JK" or c[0] == "2"]
    for rank in naturals:
        own = [c for c in hand if c != "JK" and c[0] == rank]
        for count in (2, 3, 4):
            if len(own) >= count:
                if count >= 3:
                    yield Play("new", tuple(own[:count]))
                elif wilds:
                    yield Play("new", tuple(own[:2] + wilds[:1]))


class GoingOut(unittest.TestCase):
    def test_against_a_plain_search(self):
        rng = random.Random(7)
        cards = [r + s for r in "456" for s in SUITS] * 2 + ["JK"] * 4 + ["2C"] * 3 + ["3C", "3S"] * 2
        tables = [[], laid("4C 4D 4H 4S 2C"), laid("4C 4D 2C 2C JK", "5C 5C 5D 5D 5H 5H 5S"), laid("8C 8D 8H 8S 8C 8D")]
        yes = 0
        for _ in range(1500):
            melds = rng.choice(tables)
            hand = rng.sample(cards, rng.randint(0, 9))
            needed = rng.choice((0, 1, 1, 2))
            found = can_go_out(hand, melds, needed)
            self.assertEqual(found, searched(hand, melds, needed), (hand, melds, needed))
            yes += found
        self.assertGreater(yes, 50)

    def test_listed_acts_leave_a_way_to_end(self):
        """After every legal act of a turn some sequence of listed acts ends it."""
        rng = random.Random(3)
        match = Match(2, rng)
        for _ in range(2):
            at = match.deal()
            while at.ended is None:
                seat = at.turn
                choices = legal_acts(at, seat)
                perform(at, seat, rng.choice(choices))
                if at.ended is None and at.turn == seat and at.phase.value == "play":
                    self.assertTrue(ends(copy.deepcopy(at), seat))
            match.count(at)


def ends(at, seat):
    """Whether the turn can be ended, acting with listed acts; greedy where a discard is at hand."""
    choices = legal_acts(at, seat)
    for act in choices:
        if isinstance(act, (Discard, Pass)):
            return True
    for act in choices:
        if isinstance(act, Meld):
            after = copy.deepcopy(at)
            perform(after, seat, act)
            if ends(after, seat):
                return True
    return False


if __name__ == "__main__":
    unittest.main()
