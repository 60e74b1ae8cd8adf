"""What is told of the tables before and after an act: all that is seen, but nothing that cards make up which nobody knows.

Where the file leaves cards open, others are filled in, so that there is a table to judge. A score of them is told by its bounds,
and of a stock that the file does not tell of only how many cards fewer it has.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from meldspec.position.memory import memories
from meldspec.position.position import Position
from meldspec.protocol.observe import STOCK
from meldspec.ruling.ruling import Judgement
from meldspec.ruling.score_bounds import OpenScore
from meldspec.table.table import Act

Seen = dict[str, Any]
UNSEEN = "?"
"""Stands for a card that nobody knows."""
HANGS = "this hangs on cards that nobody knows here"
HIDDEN = frozenset({STOCK, "pile", "feet", "places"})
"""The fields of an observation that may hold cards that nobody knows, and from which cards come to hands."""


def told_before_and_after(position: Position, judgement: Judgement) -> tuple[Seen, Seen] | None:
    """What is told of the tables before and after an act; none where it is refused."""
    if judgement.before is None or judgement.after is None:
        return None
    before, after = dict(judgement.before.seen), dict(judgement.after.seen)
    after |= _kinds_as_remembered(judgement, before, after)
    if open_cards_move(position, judgement):
        after |= _hand_as_known(judgement, before, after)
    if judgement.open_score is not None:
        after |= _open_points(judgement.open_score, before["totals"])
    if position.takes_stock and isinstance(before.get(STOCK), int) and before[STOCK] != after.get(STOCK):
        after[STOCK] = f"{before[STOCK] - after[STOCK]} fewer"
        before[STOCK] = "all cards that lie nowhere else"
    return before, after


def _kinds_as_remembered(judgement: Judgement, before: Seen, after: Seen) -> Seen:
    """The sides after an act, without the kind of a meld that cards were added to and that is remembered by itself: what it is
    hangs on more than its cards."""
    rulebook, ended = judgement.rulebook, judgement.ended
    if rulebook is None or ended is None:
        return {}
    kept = [r for r in memories(rulebook) if r.form == "kept groups" and r.owner == "side"]
    sides = list(after.get("sides", ()))
    for number, side in enumerate(sides):
        remembered = {tuple(rulebook.faces.spell(meld)) for r in kept for meld in ended.cells[r.first + number]}
        remembered -= {tuple(meld["cards"]) for meld in before["sides"][number].get("melds", ())}
        melds = [{**meld, "kind": ""} if tuple(meld["cards"]) in remembered else meld for meld in side.get("melds", ())]
        sides[number] = {**side, "melds": melds}
    return {"sides": sides} if kept and sides else {}


def _hand_as_known(judgement: Judgement, before: Seen, after: Seen) -> Seen:
    """The hands after an act, that of whoever acts without the faces of cards that came to it and that nobody knows: one of them
    may be alike to a card that was laid."""
    hands, act, rulebook = list(after.get("hands", ())), judgement.act, judgement.rulebook
    if act is None or rulebook is None or not hands:
        return {}
    held, given = Counter(before["hands"][act.seat]), Counter[str]()
    for field, value in zip(rulebook.acts[act.name].fields, act.values, strict=True):
        if field.type == "card":
            given[rulebook.spelling(value)] += 1
        elif field.type == "plays":
            given.update(rulebook.spelling(card) for _, cards in value for card in cards)
        elif field.type == "play" and value is not None and before.get("pile") and not given - held:
            # One of the cards that were laid is the top card, and not of the hand.
            given[before["pile"]["cards"][-1]] -= 1
    kept = held - given
    more = len(hands[act.seat]) - kept.total()
    if more < 0:
        return {}
    hands[act.seat] = [*kept.elements(), *[UNSEEN] * more]
    return {"hands": hands}


def _open_points(score: OpenScore, totals: list[int]) -> Seen:
    """Scores and totals as far as cards that nobody knows leave them told."""
    return {"scores": spans(score), "totals": spans(score, totals)}


def spans(score: OpenScore, before: list[int] | None = None) -> tuple[str, ...] | str:
    """The points of each side from the least to the most, those that it had `before` counted in; that it hangs on open cards where
    there are no bounds."""
    if score.lowest is None or score.highest is None:
        return HANGS
    had = before or [0] * len(score.lowest)
    pairs = ((low + more, high + more) for low, high, more in zip(score.lowest, score.highest, had, strict=True))
    return tuple(str(low) if low == high else f"{low} to {high}" for low, high in pairs)


def open_cards_move(position: Position, *judgements: Judgement) -> bool:
    """Whether an act moves cards that nobody knows: then those that come to a hand are not known either."""
    fields = {str(path[0]) for path in position.made_up} & HIDDEN
    ends = [(one.before.seen, one.after.seen) for one in judgements if one.before and one.after]
    return any(before.get(field) != after.get(field) for before, after in ends for field in fields)


def numbers_of_cards(here: Mapping[str, Any], there: Mapping[str, Any]) -> list[str]:
    """How many cards hands have here and there, a sentence for each that has not as many: nothing of the cards themselves."""
    pairs = zip(here.get("hands", ()), there.get("hands", ()), strict=False)
    sizes = [(len(mine), len(theirs)) for mine, theirs in pairs]
    return [f"hand of seat {seat}: {mine} → {theirs} cards" for seat, (mine, theirs) in enumerate(sizes) if mine != theirs]


def of_known_cards(position: Position, acts: Iterable[Act]) -> tuple[Act, ...]:
    """Those of some acts that name no card of a hand that nobody knows."""
    return tuple(act for act in acts if ("hands", act.seat) not in position.made_up or not _names_cards(position, act))


def _names_cards(position: Position, act: Act) -> bool:
    """Whether an act names cards of the hand."""
    fields = zip(position.rulebook.acts[act.name].fields, act.values, strict=True)
    return any(field.type in ("card", "cards") or (field.type == "plays" and value) for field, value in fields)
