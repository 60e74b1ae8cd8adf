"""An act that lays cards which are there and not yet to be had, in words: they lie deep in the pile, or rest beside the hand."""

from collections import Counter

from meldspec.engine.play import plays_of
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.observe import shown_ranges
from meldspec.table.table import Act, Table


def buried_words(rulebook: Rulebook, table: Table, act: Act) -> str:
    """That some card of an act lies in the pile or beside the hand, and not where it may come from; nothing where that is not what
    is wrong."""
    plays = rulebook.acts[act.name].plays
    if plays is None or table.over():
        return ""
    lacking = Counter(card for _, cards in plays_of(rulebook.acts[act.name], act) for card in cards)
    lacking -= Counter(plays.offered(Referee(rulebook), table.cells, act.seat))
    beside = [(r.first + act.seat, f"still {r.name} beside the hand", "is", "are") for r in shown_ranges(rulebook, "hands")[1:]]
    piles = [
        (r.first, "in the pile below its top card, and not in the hand", "lies", "lie") for r in shown_ranges(rulebook, "pile")
    ]
    for cell, where, one, several in beside + piles:
        names = rulebook.faces.spell(tuple((lacking & Counter(table.cells[cell])).elements()))
        if names and not lacking - Counter(table.cells[cell]):
            return f"{' and '.join(names)} {several if len(names) > 1 else one} {where}"
    return ""
