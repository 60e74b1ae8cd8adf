"""What lies in the cells of a table and what a play is made of: bags, rows and groups of cards.

A card is the number of its face; cards of equal looks are equal.
"""

from __future__ import annotations

Bag = tuple[int, ...]
Row = tuple[int, ...]
Groups = tuple[Bag, ...]
Play = tuple[int | str, Bag]
"""Where to (the number of a meld, NEW, or the name of a place) and the cards."""
BasedPlay = tuple[int | str, Bag, Bag]
"""A play within an act that is judged: where to, the cards, and the cards that lay there before the act."""
NEW = -1
NO_CARDS: Bag = ()
