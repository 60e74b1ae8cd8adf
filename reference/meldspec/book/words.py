"""The built-in words of expressions and their types; none belongs to a game."""

from meldspec.language.vocabulary import ATTRIBUTES, VOCABULARY

CONSTANTS: dict[str, tuple[int | str | bool | None, str]] = {
    "yes": (True, "truth"),
    "no": (False, "truth"),
    "nobody": (None, "nobody"),
    "none": (None, "none"),
}

TABLE_WORDS = {
    "turn": "player",
    "phase": "phase",
    "over": "truth",
    "ender": "player",
    "ending": "ending",
    "dealer": "player",
    "deal-number": "number",
    "seats": "players",
    "sides": "sides",
}
"""Words about the table as a whole; `turn` and `phase` may be changed by effects."""

PACK = "pack"
"""All cards that are played with, wherever they lie: the `deck` lines make it under the options, and nothing changes it.
A book may have a place or a memory of that name, as for a stock that is called so; there the word means that."""

IMPLIED = frozenset(("option", "and", "or", "not", "choose", "filter", "just", "all_in", "in_set", "is_new", "melded", PACK))
"""Operations that no entry of the vocabulary names: what connects, and what a word means for operands of some types."""
OPERATIONS = IMPLIED | set(ATTRIBUTES)
OPERATIONS |= {word.operation or name for name, word in VOCABULARY.items() if not word.negates and not word.mend}
"""Every operation that a resolved tree may hold: each needs a compiled form and a meaning."""

ELEMENTS = {
    "players": "player",
    "sides": "side",
    "numbers": "number",
    "plays": "play",
    "groups": "cards",
    "cards": "card",
    "row": "card",
}
"""What the things in a list are."""

THINGS = {"player": "player", "side": "side", "number": "number", "play": "play", "cards": "meld", "card": "card"}
"""What a thing of a list is called in a definition."""

SPEAKING = {
    "truth": "yes or no",
    "number": "a number",
    "numbers": "numbers",
    "card": "a card",
    "cards": "cards",
    "row": "a row of cards",
    "groups": "groups of cards",
    "meld": "a meld that the act names",
    "play": "a play",
    "plays": "plays",
    "player": "a player",
    "players": "players",
    "side": "a side",
    "sides": "sides",
    "kind": "a meld kind",
    "phase": "a phase",
    "ending": "the way in which a deal has ended",
    "rank": "a rank",
    "suit": "a suit",
    "set": "a set of cards",
    "none": "none",
    "nobody": "nobody",
    "position": "the position after the act",
    "any": "anything",
}
"""Types as messages name them."""

MADE_OF = {
    ("cards", "number"): "write 'the number of …' or 'the worth of …'",
    ("row", "number"): "write 'the number of …' or 'the worth of …'",
    ("groups", "number"): "write 'the number of …'",
    ("cards", "truth"): "write 'some cards in …' or 'no cards in …'",
    ("row", "truth"): "write 'some cards in …' or 'no cards in …'",
    ("number", "truth"): "compare it: '… is at least 1'",
    ("player", "truth"): "compare it: '… is player', '… is nobody'",
    ("phase", "truth"): "write 'the phase is …'",
    ("card", "truth"): "compare it: '… is none', or '… is' a set of cards",
    ("card", "number"): "write 'the worth of …'",
    ("card", "cards"): "put cards together by 'with', as in 'the hand with the card'",
    ("set", "cards"): "write '… in' the cards that are meant, as in 'kings in the hand'",
    ("groups", "cards"): "write 'the cards of …'",
    ("play", "cards"): "write 'the cards of …' or 'the result of …'",
    ("plays", "cards"): "write 'the cards of …'",
    ("player", "side"): "write 'the side of …'",
    ("none", "cards"): "write 'no cards'; as a condition, 'no cards in …'",
    ("cards", "meld"): "name a field of the act of the type meld; what a condition picks is joined by 'join MELD in MELDS where …'",
    (
        "groups",
        "meld",
    ): "name a field of the act of the type meld; what a condition picks is joined by 'join MELD in MELDS where …'",
    ("rank", "number"): "compare ranks by 'is' alone, as in 'the rank of … is 7'; 'the span of' cards counts by their order",
    ("row", "card"): "write 'the top of …'",
    ("cards", "card"): "write 'the lone of …', which is the only card",
}
"""How a thing of one type is made into one of another."""


def made_of(found: str, wanted: str) -> str:
    """What to write where a thing of one type stands and another is wanted."""
    return MADE_OF.get((found, wanted), f"put {SPEAKING.get(wanted, wanted)} there")


def is_sign(word: str) -> bool:
    """Whether a word is the sign of a rank, a suit or a card, such as K, 7, H or 3D: names are in lower case."""
    return bool(word) and not word[0].islower()


def agrees(found: str, wanted: str) -> bool:
    """Whether a thing of one type may stand where another is wanted."""
    if found == wanted or "any" in (found, wanted):
        return True
    # A row is cards with an order; whoever needs the order asks for `row` by itself (`Resolver.wants`).
    if {found, wanted} <= {"cards", "row"}:
        return True
    if found in ("none", "nobody"):
        return wanted in ("none", "nobody", "card", "rank", "suit", "player", "side", "kind", "play")
    if wanted in ("none", "nobody"):
        # `none is the top of pile` is as good as the other way round.
        return agrees(wanted, found)
    return False
