"""Ordinary Canasta for two and four players.

One module for each chapter of the rules; every rule names its clause
(``pile.pair``, ``out.canasta``) in the docstring of the function that holds it:

========== =======================================================
cards      1  the pack, wild and natural cards, threes, worth
dealing    2  covers, upcard, red threes of the deal
turn       3  parts of a turn, drawing; 8 end of a turn and of the deal
melds      4  what may be laid
opening    5  the initial meld
pile       6  taking and freezing the pile
out        7  discard, leave, going out
score      9  the points of a deal
match      10 the match
========== =======================================================

``table`` holds the state, ``acts`` the shapes of actions, ``listing`` lists
legal actions, ``position`` begins in the middle and ``protocol`` is the wire.
"""
