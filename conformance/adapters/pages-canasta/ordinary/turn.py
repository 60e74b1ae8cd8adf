"""Chapters 3 and 8: the turn, its end, and the end of the deal.

``check`` says whether an act is legal and changes nothing; ``perform`` does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import out, pile
from .acts import Act, Answer, Ask, Discard, Draw, Meld, Pass, Play, Take
from .cards import Card, without
from .dealing import serve_red_threes
from .errors import Illegal
from .melds import LaidMeld, has_black_threes, lay
from .opening import opens_below_minimum
from .table import Phase, Table

CARDS_DRAWN = {4: 1, 2: 2}
"""``turn.draw``: a draw is one card; where two play, two."""


@dataclass(frozen=True, slots=True)
class Laying:
    """What an act of laying comes to: the melds and the hand after it."""

    melds: list[LaidMeld]
    hand: list[Card]
    held: bool
    """Whether the player must go out in this turn then."""


# --- whether an act is legal ---------------------------------------------------------------


def check(table: Table, seat: int, act: Act) -> Laying | None:
    """Refuses an act that the rules refuse; of an act that lays cards, says what it comes to."""
    check_whose(table, seat)
    match act:
        case Draw():
            check_draw(table, seat)
        case Take():
            return check_take(table, seat, act)
        case Meld():
            return check_melding(table, seat, act)
        case Discard():
            table.require_phase(Phase.PLAY)
            out.check_discard(table, seat, act.card)
        case Pass():
            table.require_phase(Phase.PLAY)
            out.check_pass(table, seat)
        case Ask():
            out.check_ask(table, seat, act.seat)
        case Answer():
            out.check_answer(table)
    return None


def check_whose(table: Table, seat: int) -> None:
    """``turn.whose``: only the player in turn acts, or the partner who was asked; nobody after the deal."""
    if table.phase is Phase.OVER:
        raise Illegal("turn.whose: the deal has ended")
    actor = table.asked if table.phase is Phase.ANSWER else table.turn
    if seat != actor:
        raise Illegal(f"turn.whose: it is seat {actor} who acts now")


def check_draw(table: Table, seat: int) -> None:
    """``turn.draw``: while there is a stock nobody is kept from drawing; then see the forced take."""
    table.require_phase(Phase.DRAW)
    if must_take(table, seat):
        raise Illegal("turn.forced-take: without a stock this pile must be taken")


def must_take(table: Table, seat: int) -> bool:
    """``turn.forced-take``: without a stock a pile must be taken that fits a meld and is not frozen.

    Reading: the duty lapses where the turn could not be ended after it.  To lay
    the top card alone is the least that can be done, so it is what is tried.
    """
    side = table.side(seat)
    number = pile.fits_meld(table, side)
    if table.stock or number is None or pile.is_frozen_against(table, side):
        return False
    try:
        check_take(table, seat, Take((Play(number, (table.pile[-1],)),), 0))
    except Illegal:
        return False
    return True


def check_take(table: Table, seat: int, take: Take) -> Laying:
    """``pile.take``: instead of drawing; the top card is laid, perhaps with more of the hand."""
    table.require_phase(Phase.DRAW)
    pile.check_stopped(table.pile)
    pile.check_one_card(table.hands[seat], table.pile)
    pile.check_gives_pile(table, table.side(seat), take)
    laid = [card for play in take.plays for card in play.cards]
    laid.remove(table.pile[-1])
    hand = pile.hand_with_pile(without(table.hands[seat], laid), table.pile)
    return check_laying(table, seat, take.plays, hand, by_taking=True)


def check_melding(table: Table, seat: int, meld: Meld) -> Laying:
    """``meld.laying``: after drawing or taking, any number of new melds and of additions."""
    table.require_phase(Phase.PLAY)
    if not meld.plays:
        raise Illegal("meld.laying: nothing is laid")
    hand = without(table.hands[seat], [card for play in meld.plays for card in play.cards])
    return check_laying(table, seat, meld.plays, hand, by_taking=table.now.took)


def check_laying(table: Table, seat: int, plays: Sequence[Play], hand: list[Card], by_taking: bool) -> Laying:
    """Judges all plays of an act at once, by the table as it will be after them.

    ``out.held-to-it``: whoever lays black threes or opens below the minimum by
    going out must go out in this turn.
    """
    side = table.side(seat)
    melds = lay(table.melds[side], plays)
    below = opens_below_minimum(table, side, plays, by_taking)
    held = table.now.held or below or has_black_threes(melds)
    out.check_able_to_end(table, hand, melds, held)
    return Laying(melds, hand, held)


# --- what an act does ----------------------------------------------------------------------


def perform(table: Table, seat: int, act: Act) -> None:
    """Does a legal act; of an illegal one, everything stays as it was."""
    laying = check(table, seat, act)
    match act:
        case Draw():
            draw(table, seat)
        case Take():
            assert laying
            pile.take_up(table, seat)
            obtain(table)
            table.now.took = True
            put_down(table, seat, laying)
            out.bind_by_yes(table, seat)
        case Meld():
            assert laying
            put_down(table, seat, laying)
        case Discard():
            table.hands[seat].remove(act.card)
            table.pile.append(act.card)
            end_turn(table, seat)
        case Pass():
            end_turn(table, seat)
        case Ask():
            table.asked = act.seat
            table.phase = Phase.ANSWER
        case Answer():
            answer(table, act.yes)


def obtain(table: Table) -> None:
    """``turn.order``: cards are obtained once, then melds may be laid."""
    table.now.obtained = True
    table.phase = Phase.PLAY


def draw(table: Table, seat: int) -> None:
    """``turn.draw``: the top card of the stock, two where two play, or the last one.

    ``end.stock``: whoever wishes to draw where nothing is left ends the deal.
    ``turn.last-three``: a draw that brings red threes and no other card ends it too.
    """
    if not table.stock:
        table.end_deal("stock", seat)
        return
    before = len(table.hands[seat])
    for _ in range(CARDS_DRAWN[table.seats]):
        if table.stock:
            table.hands[seat].append(table.stock.pop(0))
    serve_red_threes(table, seat)
    if len(table.hands[seat]) == before:
        table.end_deal("stock", seat)
        return
    obtain(table)
    out.bind_by_yes(table, seat)


def put_down(table: Table, seat: int, laying: Laying) -> None:
    """Lays what ``check_laying`` found right; ``opening.opened``: the side has opened from then on."""
    side = table.side(seat)
    table.melds[side] = laying.melds
    table.hands[seat] = laying.hand
    table.opened[side] = True
    table.now.melded = True
    table.now.held = laying.held


def answer(table: Table, yes: bool) -> None:
    """``out.ask``: the turn goes on where it was, and the player is bound by the answer."""
    table.asked = None
    table.now.consented, table.now.refused = yes, not yes
    table.phase = Phase.PLAY if table.now.obtained else Phase.DRAW
    if table.now.obtained:
        out.bind_by_yes(table, table.turn)


def end_turn(table: Table, seat: int) -> None:
    """``out.goes-out``: who has no card left ends the deal; ``end.turn``: else the player to the left begins."""
    if not table.hands[seat]:
        table.end_deal("out", seat)
        return
    if table.now.melded:
        table.has_melded[seat] = True
    table.begin_turn(table.left_of(seat))
