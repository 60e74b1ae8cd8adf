"""Ways to lay all cards of a hand but a few: sets of plays that use them up.

The ways that lay all cards of a rank together, in large plays, come first. How many branches are followed and how many ways are
given is limited, so that no hand, however large, takes long: a hand with so many ways has one among the first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from meldspec.book.sheet import ActLine, FieldLine
from meldspec.engine.enumerate import single_plays, with_plays
from meldspec.engine.play import Cells, legal
from meldspec.engine.runtime import NEW, Bag, Play

if TYPE_CHECKING:
    from meldspec.engine.rulebook import Rulebook

ClassPlay = tuple[int | str, Bag]
"""A play told by the classes of its cards: where to, and the classes."""
BRANCHES = 1 << 14
"""How many branches are followed in looking for ways to lay a hand."""
WAYS = 1 << 9
"""How many ways to lay a hand are given."""


def covers(rulebook: Rulebook, field: FieldLine, cells: Cells, seat: int, cards: Bag, leaving: int) -> Iterator[tuple[Play, ...]]:
    """Every set of plays, each making a meld of some kind, that uses up all of the cards but so many at most."""
    classes = rulebook.faces.classes
    by_first: dict[int, list[ClassPlay]] = {}
    for to, played in single_plays(rulebook, field, cells, seat):
        for card_class in {classes[c] for c in played}:
            by_first.setdefault(card_class, []).append((to, tuple(sorted(classes[c] for c in played))))
    hand = Counter(classes[c] for c in cards)
    left = {k: n for k, n in hand.items() if k not in by_first}
    if sum(left.values()) > leaving:
        return
    order = sorted(hand, key=lambda k: len(by_first.get(k, ())))
    for chosen in islice(_covering(order, hand, by_first, leaving, (), frozenset(), [BRANCHES]), WAYS):
        dealt = _faces(rulebook, chosen, cards)
        if dealt is not None:
            yield dealt


def _covering(
    order: list[int],
    hand: Counter[int],
    plays: dict[int, list[ClassPlay]],
    leaving: int,
    chosen: tuple[ClassPlay, ...],
    targets: frozenset[int | str],
    branches: list[int],
) -> Iterator[tuple[ClassPlay, ...]]:
    """Plays for the first class of cards that is left, then for the rest; `branches` counts down what may still be followed."""
    branches[0] -= 1
    if branches[0] < 0:
        return
    first = next((k for k in order if hand[k] > 0), None)
    if first is None:
        yield chosen
        return
    whole = hand[first]
    for to, played in sorted(plays.get(first, ()), key=lambda p: (p[1].count(first) != whole, -len(p[1]))):
        if to in targets:
            continue
        used = Counter(played)
        if all(hand[k] >= n for k, n in used.items()):
            more = targets if to == NEW else targets | {to}
            yield from _covering(order, hand - used, plays, leaving, (*chosen, (to, played)), more, branches)
    if leaving > 0:
        yield from _covering(order, hand - Counter((first,)), plays, leaving - 1, chosen, targets, branches)


def _faces(rulebook: Rulebook, chosen: tuple[ClassPlay, ...], cards: Bag) -> tuple[Play, ...] | None:
    """Plays of classes of cards as plays of the cards at hand."""
    classes = rulebook.faces.classes
    left = list(cards)
    made: list[Play] = []
    for to, played in chosen:
        mine = []
        for card_class in played:
            card = next((c for c in left if classes[c] == card_class), None)
            if card is None:
                return None
            left.remove(card)
            mine.append(card)
        made.append((to, tuple(sorted(mine))))
    return tuple(made)


def laid(rulebook: Rulebook, line: ActLine, cells: Cells, seat: int, plays: tuple[Play, ...], singly: bool) -> Iterator[Cells]:
    """The positions after plays are laid: in one act where that is legal, else (`singly`) one after another."""
    if not plays:
        return
    together = with_plays(rulebook, line, cells, seat, plays)
    after = next((found for act in together if (found := legal(rulebook, cells, act)) is not None), None)
    if after is not None:
        yield after
    if after is not None or not singly:
        return
    for ordered in (sorted(plays, key=lambda p: -len(p[1])), sorted(plays, key=lambda p: len(p[1]))):
        at: Cells | None = cells
        for play in ordered:
            acts = with_plays(rulebook, line, at, seat, (play,)) if at is not None else iter(())
            at = next((f for act in acts if at and (f := legal(rulebook, at, act)) is not None), None)
        if at is not None:
            yield at
