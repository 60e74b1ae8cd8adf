"""A hand that can be laid in one way, found where several plays are needed: whoever has made one of them needs it no more."""

from collections import Counter
from itertools import chain

from meldspec.book.library import library_of
from meldspec.book.make_sheet import make_sheet
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.verdict import Verdict
from meldspec.language.parse import parse
from meldspec.protocol.actions import act_from_action
from meldspec.table.table import DEAL_NUMBER, DEALER, PHASE, TURN, Table

ALL_KINDS = "AA554 AAQQ AK AK4 A5 A554Q A54Q A54QQ A5QQ A4Q AQQ K54 K54QQ K5Q K4QQ 554Q 55Q 54 5QQ"
"""What makes a meld: these cards, and no others."""
NEEDED = ("A54QQ 554Q", "A54QQ K4QQ", "A54Q K4QQ")
"""Of each of these one has to lie before anybody finishes."""
HAND = "AC AC KC 5C 5C 5C 4C 4C QC QC QC QC"
GAME = """
book toy "A toy"
chapter 1 toy "A toy"
clause toy.table "The table"
  option players from 2 otherwise 2
  sides 2
  deck 4 of A K 5 4 Q J in C D H S
  place stock is row
  place pile is row
  place hand of player is bag
  place melds of side is groups
  phases setup, play
{kinds}
  act put with plays: plays from hand onto melds
  act finish
  act wait
  to put, finish, wait
    require player is turn
  to put
    require every play in plays has the result of play fits
    then lay plays from hand onto melds
  to finish
    require no cards in hand
{needed}
    then end the deal by out for player
  to wait
    require could by laying all but 0 of hand come to over
    then turn becomes the left of player
"""


def said(kind: str, what: str) -> list[str]:
    """The conditions of just these cards."""
    return [*(f"exactly {many} {rank} in {what}" for rank, many in Counter(kind).items()), f"exactly {len(kind)} cards in {what}"]


def toy() -> Rulebook:
    """The rules of a game in which the hand is laid in such melds."""
    kinds = chain.from_iterable(
        (f"  kind p{number}", *(f"    require {one}" for one in said(kind, "it"))) for number, kind in enumerate(ALL_KINDS.split())
    )
    of_each = (
        " or ".join(f"some meld in melds has ({' and '.join(said(kind, 'meld'))})" for kind in one.split()) for one in NEEDED
    )
    text = GAME.format(kinds="\n".join(kinds), needed="\n".join(f"    require {one}" for one in of_each))
    return make_rulebook(make_sheet(library_of([parse(text, "toy.rules")]).book("toy"), []))


def test_what_is_no_longer_lacking_is_not_missed() -> None:
    """Two fives and a four that were no way out before the needed meld lay are one when it lies: it may be waited for, and the hand
    can indeed be laid as A-5-4-Q, A-5-4-Q-Q and K-5-Q."""
    rules = toy()
    cells = rules.layout.blank()
    cells[PHASE], cells[TURN], cells[DEALER], cells[DEAL_NUMBER] = "play", 0, 1, 1
    cells[rules.layout["hand"].first] = tuple(sorted(rules.faces.read(HAND.split())))
    table, referee = Table(tuple(cells)), Referee(rules)
    waiting = referee.judge(table, act_from_action(rules, 0, {"type": "wait"}))
    assert isinstance(waiting, Verdict) and waiting.legal
    melds = ("AC 5C 4C QC", "AC 5C 4C QC QC", "KC 5C QC")
    put = {"type": "put", "plays": [{"to": "new", "cards": meld.split()} for meld in melds]}
    _, after = referee.play(table, act_from_action(rules, 0, put))
    finished, _ = referee.play(after, act_from_action(rules, 0, {"type": "finish"}))
    assert isinstance(finished, Verdict) and finished.legal
