"""Pass "joins": melds that a standing rule joins by a look of their cards, such as a rank, are taken to be laid as one.

`join T in MELDS where X of T is X of M for each M in MELDS`, the rule's only effect. Cards that share a rank with others share it
when they lie together, so what can come to lie together does not hang on the order of acts; and what could be laid as several melds
that are then joined is taken to be layable as one play, and so is among the covers. So such a rule changes nothing that the covers
do not tell, and the melds of an end are known. Where a rule also forbids a play so many cards, not every way is found (0009).
Cost: none at a question; a match over each standing rule when a rulebook is first asked.
Without it nothing is known of melds in the readings that join them, and hands of 15 cards take seconds.
"""

from meldspec.book.core import CardSet, Cell, Core, Each, Op, Var
from meldspec.book.sheet import Loop, Standing
from meldspec.engine.lookahead.weakening import substituted


def joins_alike(rule: Standing) -> bool:
    """Whether a standing rule does nothing but join the melds of one place that have a rank or a suit in common."""
    if len(rule.effects) != 1 or rule.effects[0].verb != "join" or rule.effects[0].when is not None:
        return False
    match rule.effects[0].loop, rule.effects[0].parts:
        case Loop(one, place), (Each("where", twin, source, Op("eq", (Op("rank" | "suit", (cards,)) as look, other))), melds):
            alike = substituted(look, {twin: Var(one, "cards")}) == other
            return alike and isinstance(place, Cell) and place == source == melds and _of_meld(cards, twin)
    return False


def _of_meld(cards: Core, meld: str) -> bool:
    """`MELD`, or `SET in MELD`"""
    match cards:
        case Op("filter", (CardSet(), inner)):
            return inner == Var(meld, "cards")
        case _:
            return cards == Var(meld, "cards")
