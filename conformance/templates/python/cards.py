"""Cards, as the protocol spells them: a rank and a suit ("TH", "3D"), or "JK" for a joker.

Cards that look alike are interchangeable, so a heap of cards is a plain list of spellings, never a set.
"""

RANKS = "AKQJT98765432"
SUITS = "CDHS"
JOKER = "JK"
CARDS = frozenset([JOKER, *(rank + suit for rank in RANKS for suit in SUITS)])
