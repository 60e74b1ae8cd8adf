"""Chapter 7: the discard and going out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from .cards import NATURAL_RANKS, Card, is_red_three, is_wild
from .errors import Illegal
from .melds import (
    BLACK_THREE,
    CANASTA_SIZE,
    FEWEST_BLACK_THREES,
    FEWEST_NATURALS,
    MOST_BLACK_THREES,
    MOST_WILDS,
    SMALLEST_MELD,
    LaidMeld,
    canastas,
)
from .table import Phase, Table

CANASTAS_NEEDED = {4: 1, 2: 2}
"""``out.canasta``: one where four play, two where two do."""

KEPT_AFTER_NO = 1
"""``out.no``: how many cards whoever was told no keeps when the turn ends."""


# --- parting with the last card ------------------------------------------------------------


def check_last_card(table: Table, seat: int) -> None:
    """``out.canasta`` and ``out.no``: whether the seat may be without cards as the melds lie now."""
    if canastas(table.melds[table.side(seat)]) < CANASTAS_NEEDED[table.seats]:
        raise Illegal("out.canasta: going out needs more canastas")
    if table.now.refused:
        raise Illegal("out.no: the partner said no, so a card must be kept")


def check_discard(table: Table, seat: int, card: Card) -> None:
    """``out.discard``: any card of the hand; ``deal.lay-threes``: but never a red three.

    ``out.last-discard``: the last one may be any card too.
    """
    hand = table.hands[seat]
    if card not in hand:
        raise Illegal(f"protocol: the hand lacks {card}")
    if is_red_three(card):
        raise Illegal("deal.lay-threes: nobody ever discards a red three")
    if len(hand) == 1:
        check_last_card(table, seat)
    elif table.now.held:
        raise Illegal("out.held-to-it: the player must go out in this turn")


def check_pass(table: Table, seat: int) -> None:
    """``out.pass``: a turn ends without a discard where no card is left."""
    if table.hands[seat]:
        raise Illegal("out.pass: there is a card to discard")
    check_last_card(table, seat)


# --- a turn that can be ended --------------------------------------------------------------


def check_able_to_end(table: Table, hand: Sequence[Card], melds: Sequence[LaidMeld], held: bool) -> None:
    """``out.able-to-end``: after laying, some further acts must lead to a lawful end of the turn.

    ``out.held-to-it``: whoever is held to going out must still be able to.
    ``out.pass``: without enough canastas nobody may come down to one card, as
    the last one must be discarded and may not be.
    """
    if table.now.refused:
        if held:
            raise Illegal("out.no: the partner said no, and this binds to going out")
        if len(hand) < 1 + KEPT_AFTER_NO:
            raise Illegal("out.no: a card to discard and one to keep must be left")
    elif held:
        if not can_go_out(hand, melds, CANASTAS_NEEDED[table.seats]):
            raise Illegal("out.held-to-it: the player must go out in this turn and could not")
    elif len(hand) < 2 and not can_go_out(hand, melds, CANASTAS_NEEDED[table.seats]):
        raise Illegal("out.able-to-end: the turn could not be ended any more")


def can_go_out(hand: Sequence[Card], melds: Sequence[LaidMeld], needed: int) -> bool:
    """Whether all cards of the hand but one at most can be melded so that there are enough canastas.

    The one that is left, if any, is the last discard and may be any card.
    """
    return any(_all_can_be_melded(rest, melds, needed) for rest in _leavings(hand))


def _leavings(hand: Sequence[Card]) -> Iterator[Counter[str]]:
    """The hand counted by rank (``W`` for wild cards), whole and with one card discarded."""
    counts = Counter("W" if is_wild(card) else card[0] for card in hand if not is_red_three(card))
    if any(map(is_red_three, hand)):  # never so after deal.lay-threes
        return
    yield counts
    for rank in counts:
        yield counts - Counter(rank)


def _all_can_be_melded(counts: Counter[str], melds: Sequence[LaidMeld], needed: int) -> bool:
    """Whether these cards can all be laid, and enough canastas lie then.

    Rank by rank it is found how many canastas there can be for each number of
    wild cards used so far.
    """
    laid = {meld.rank: meld for meld in melds}
    threes = counts[BLACK_THREE]
    if threes:
        old = len(laid[BLACK_THREE].cards) if BLACK_THREE in laid else 0
        if not FEWEST_BLACK_THREES <= old + threes <= MOST_BLACK_THREES:
            return False
    best: dict[int, int] = {0: 0}
    for rank in NATURAL_RANKS:
        if counts[rank] or rank in laid:
            best = _with_rank(best, counts[rank], laid.get(rank))
    return best.get(counts["W"], -1) >= needed


def _with_rank(best: dict[int, int], naturals: int, meld: LaidMeld | None) -> dict[int, int]:
    """``best`` after one more rank, of which ``naturals`` cards are to be laid."""
    old_wilds = meld.wilds if meld else 0
    old_size = len(meld.cards) if meld else 0
    after: dict[int, int] = {}
    if old_size - old_wilds + naturals < FEWEST_NATURALS:
        return after
    for used, found in best.items():
        for wilds in range(max(0, MOST_WILDS - old_wilds) + 1):
            size = old_size + naturals + wilds
            if size < SMALLEST_MELD:
                continue
            value = found + (size >= CANASTA_SIZE)
            after[used + wilds] = max(after.get(used + wilds, -1), value)
    return after


def able_to_go_out(table: Table, seat: int) -> bool:
    """Whether the seat, which has obtained cards, could go out in this turn.

    No minimum stands in the way: a side that has not opened has drawn, and
    whoever goes out need not meet it then (``opening.going-out``).
    """
    return can_go_out(table.hands[seat], table.melds[table.side(seat)], CANASTAS_NEEDED[table.seats])


# --- leave ---------------------------------------------------------------------------------


def check_ask(table: Table, seat: int, partner: int) -> None:
    """``out.ask``: once a turn, before or after the draw, and before any card is laid.

    Readings: cards laid in taking count as melding; before the draw everybody
    may ask, after it whoever could go out.  That a no can be obeyed is asked only
    of who has melded, and so of nobody here.
    """
    if table.phase not in (Phase.DRAW, Phase.PLAY):
        raise Illegal("out.ask: leave is asked before or after the draw")
    if table.partner(seat) is None or partner != table.partner(seat):
        raise Illegal("out.ask: it is the partner who is asked")
    if table.now.consented or table.now.refused:
        raise Illegal("out.ask: leave is asked once a turn")
    if table.now.melded:
        raise Illegal("out.ask: leave is not asked after melding")
    if table.phase is Phase.PLAY and not able_to_go_out(table, seat):
        raise Illegal("out.ask: who cannot go out has nothing to ask")


def check_answer(table: Table) -> None:
    """``out.ask``: the partner says yes or no."""
    table.require_phase(Phase.ANSWER)


def bind_by_yes(table: Table, seat: int) -> None:
    """``out.yes``: after a yes a player must go out who can do so when cards have been obtained."""
    if table.now.consented and able_to_go_out(table, seat):
        table.now.held = True
