"""The list of legal acts held against every choice of cards there is."""

import random
import unittest
from itertools import combinations

from ordinary.acts import Meld, Play, Take
from ordinary.listing import is_legal, legal_acts
from ordinary.position import table_of
from ordinary.table import Phase

from .helpers import table

LAYINGS = (Meld, Take)


def shape(act):
    """An act by the look of its cards."""
    play = act.plays[0]
    return type(act).__name__, play.to, tuple(sorted(play.cards))


class Listing(unittest.TestCase):
    def test_nothing_is_missing(self):
        rng = random.Random(11)
        cards = [r + s for r in "489" for s in "CDHS"] * 2 + ["2C", "2C", "JK", "JK", "3C", "3S", "3S"]
        found = 0
        for number in range(60):
            drawn = rng.sample(cards, 9)
            melds = rng.choice(((), ("8C 8D 8H",), ("9C 9D 9H 9S 9C 9D 2D", "4C 4D 2C 2D")))
            phase = rng.choice(("draw", "play"))
            at = table(" ".join(drawn[:8]), phase=phase, melds=melds, pile=f"KC {drawn[8]}" if number % 3 else drawn[8])
            listed = [shape(act) for act in legal_acts(at, 0) if isinstance(act, LAYINGS)]
            self.assertEqual(len(listed), len(set(listed)))
            want = set()
            pool = at.hands[0] + at.pile[-1:]
            for size in range(1, len(pool) + 1):
                for chosen in set(combinations(sorted(pool), size)):
                    for to in ("new", *range(len(melds))):
                        play = Play(to, chosen)
                        want |= {shape(a) for a in (Meld((play,)), Take((play,), 0)) if is_legal(at, 0, a)}
            self.assertEqual(set(listed), want)
            found += len(want)
        self.assertGreater(found, 200)


class Marks(unittest.TestCase):
    def test_answer_phase(self):
        at = table("4C 5C", phase="answer")
        self.assertEqual((at.asked, at.turn), (2, 0))
        self.assertEqual([act.yes for act in legal_acts(at, 2)], [True, False])
        self.assertEqual(legal_acts(at, 0), [])

    def test_yes_binds_in_a_position(self):
        at = table("8C 4C", phase="play", melds=("8C 8D 8H 8S 8C 8D",), marks={"consented": True})
        self.assertTrue(at.now.held)

    def test_two_have_melded_what_lies_there(self):
        at = table("8C 4C", seats=2, melds=("8C 8D 8H",))
        self.assertEqual(at.has_melded, [True, False])
        at = table_of(at, 0, Phase.PLAY, {"melded-now": True})
        self.assertEqual(at.has_melded, [False, False])


if __name__ == "__main__":
    unittest.main()
