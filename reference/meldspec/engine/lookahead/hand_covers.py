"""Ways to lay all cards of a hand but a few: sets of plays that use them up.

The ways that lay all cards of a rank together, in large plays, come first. Hands are told by the classes of their cards, packed in
numbers; what has been found to lead nowhere is not tried again, so that a hand, however large, is soon known to have no way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import combinations, combinations_with_replacement

from meldspec.engine.candidates import single_plays, with_plays
from meldspec.engine.compile.record import CompiledAct, CompiledField
from meldspec.engine.lookahead.exact_cover import ClassPlay, Covering, Loose, Marks, state_of
from meldspec.engine.lookahead.packed_multiset import packed
from meldspec.engine.lookahead.pruner import Hope
from meldspec.engine.play import RefereeLike, legal
from meldspec.engine.runtime import joined
from meldspec.table.table import Cells
from meldspec.table.values import NEW, Bag, Play


def covers(
    referee: RefereeLike, field: CompiledField, cells: Cells, seat: int, cards: Bag, leaving: int, hope: Hope | None = None
) -> Iterator[tuple[Play, ...]]:
    """Every set of plays, each making a meld of some kind, that uses up all of the cards but so many at most; no two go to the
    same meld. With `hope`, only those that it does not rule out, where a play may stand for several onto the same meld."""
    classes = referee.rulebook.faces.classes
    hand = Counter(classes[c] for c in cards)
    spare = _spare(hand, leaving, hope)
    if spare == {}:
        return
    plays, taken, loose = _plays(referee, field, cells, seat, hope)
    by_first: dict[int, list[ClassPlay]] = {}
    for play in plays:
        for card_class in set(play[1]):
            by_first.setdefault(card_class, []).append(play)
    if sum(n for k, n in hand.items() if k not in by_first) > leaving:
        return
    order = sorted(hand, key=lambda k: len(by_first.get(k, ())))
    again = (NEW, *(() if hope is None else hope.open_places(field)))
    search = Covering(order, by_first, spare, loose, again, hope or Hope())
    some = {classes[card]: card for card in (*field.offered(referee, cells, seat), *cards)}
    search.state_of = partial(state_of, cells[field.melds_cell(seat)], some)
    seen: set[tuple[ClassPlay, ...]] = set()
    for chosen in search.all(packed(classes[c] for c in cards), leaving, taken):
        same = tuple(sorted(chosen, key=lambda play: (str(play[0]), play[1])))
        if same not in seen:
            seen.add(same)
            dealt = _faces(referee, chosen, cards)
            if dealt is not None:
                yield dealt


def _spare(hand: Counter[int], leaving: int, hope: Hope | None) -> dict[int, bool] | None:
    """Which cards may be left over, packed, and the parts of such, of which that may not be; none where any may be."""
    if hope is None or leaving > 2:
        return None
    few = [left for n in range(leaving + 1) for left in combinations_with_replacement(sorted(hand), n)]
    few = [left for left in few if all(hand[k] >= left.count(k) for k in left)]
    told = {packed(left): hope.may_be_left(packed(left)) for left in few}
    if all(told.values()):
        return None
    wanted = [left for left in few if told[packed(left)]]
    parts = {packed(part) for left in wanted for n in range(len(left)) for part in combinations(left, n)}
    return {left: yes for left, yes in told.items() if yes or left in parts}


def _plays(
    referee: RefereeLike, field: CompiledField, cells: Cells, seat: int, hope: Hope | None
) -> tuple[list[ClassPlay], Marks, Loose]:
    """All that can be laid on one meld, by one play or by several; the marks of melds that keep theirs, and those that may not."""
    classes = referee.rulebook.faces.classes
    melds = cells[field.melds_cell(seat)]
    found: list[ClassPlay] = []
    faces: list[Bag] = []
    for to, played in single_plays(referee, field, cells, seat):
        told = tuple(sorted(classes[c] for c in played))
        found.append(ClassPlay(to, told, packed(told), None))
        faces.append(played)
    if hope is None:
        return found, frozenset(), {}
    borne = _borne(found, faces, melds, hope)
    grown = (joined(melds[p[0]] if p[0] >= 0 else (), some) for p, some in zip(found, faces, strict=True) if isinstance(p[0], int))
    places = hope.open_places(field, (*melds, *grown))
    ones = {classes[card] for card in field.offered(referee, cells, seat)}
    anywhere: list[ClassPlay] = [
        ClassPlay(to, (one,), packed((one,)), None) for to, may in places.items() for one in (ones if may is None else ones & may)
    ]
    kept = [(play, cards) for play, cards in zip(found, faces, strict=True) if play in borne and play[0] not in places]
    marked, taken, loose = _marked(kept, melds, hope)
    return marked + anywhere, taken, loose


def _marked(plays: list[tuple[ClassPlay, Bag]], melds: tuple[Bag, ...], hope: Hope) -> tuple[list[ClassPlay], Marks, Loose]:
    """Plays with the marks that they give, the marks of melds that keep theirs, and of those that may lose it."""
    own = {number: mark for number, meld in enumerate(melds) if (mark := hope.mark(meld, ())) is not None}
    made: list[ClassPlay] = []
    loosing: dict[int, list[int]] = {}
    for (to, told, many, _), cards in plays:
        mark = None if isinstance(to, str) else hope.mark(melds[to] if to >= 0 else (), cards)
        made.append(ClassPlay(to, told, many, mark))
        if isinstance(to, int) and to in own and mark != own[to]:
            loosing.setdefault(to, []).append(many)
    marked = [ClassPlay(to, told, many, None if to in own and to not in loosing else mark) for to, told, many, mark in made]
    taken = frozenset(mark for number, mark in own.items() if number not in loosing)
    return marked, taken, {number: (own[number], tuple(plays)) for number, plays in loosing.items()}


def _borne(plays: list[ClassPlay], faces: list[Bag], melds: tuple[Bag, ...], hope: Hope) -> set[ClassPlay]:
    """Those plays that are borne as they are, or after others of them onto the same meld."""
    elsewhere: dict[int | str, set[int]] = {}
    borne: set[ClassPlay] = set()
    for play, cards in sorted(zip(plays, faces, strict=True), key=lambda p: len(p[1])):
        to = play[0]
        if play in borne:
            continue
        if isinstance(to, int):
            if hope.grows(to, melds[to] if to >= 0 else (), cards):
                borne.add(play)
        elif hope.bears((to, cards, ())) or any(play.many - few in elsewhere[to] for few in elsewhere.get(to, ())):
            borne.add(play)
            elsewhere.setdefault(to, set()).add(play.many)
    return borne


def _faces(referee: RefereeLike, chosen: tuple[ClassPlay, ...], cards: Bag) -> tuple[Play, ...] | None:
    """Plays of classes of cards as plays of the cards at hand."""
    classes = referee.rulebook.faces.classes
    left = list(cards)
    made: list[Play] = []
    places: dict[str, Bag] = {}
    for to, played, _, _ in chosen:
        mine = []
        for card_class in played:
            card = next((c for c in left if classes[c] == card_class), None)
            if card is None:
                return None
            left.remove(card)
            mine.append(card)
        if isinstance(to, str):
            places[to] = joined(places.get(to, ()), tuple(sorted(mine)))
        else:
            made.append((to, tuple(sorted(mine))))
    return (*made, *places.items())


def laid(
    referee: RefereeLike, line: CompiledAct, cells: Cells, seat: int, plays: tuple[Play, ...], singly: bool
) -> Iterator[Cells]:
    """The positions after plays are laid: in one act where that is legal, else (`singly`) in several."""
    if not plays:
        return
    together = with_plays(referee, line, cells, seat, plays)
    after = next((found for act in together if (found := legal(referee, cells, act)) is not None), None)
    if after is not None:
        yield after
    if after is not None or not singly:
        return
    for acts in _in_acts(plays):
        at: Cells | None = cells
        for some in acts:
            tried = with_plays(referee, line, at, seat, some) if at is not None else iter(())
            at = next((f for act in tried if at and (f := legal(referee, at, act)) is not None), None)
        if at is not None:
            yield at


def _in_acts(plays: tuple[Play, ...]) -> Iterator[list[tuple[Play, ...]]]:
    """A few ways to make plays in several acts: what goes onto melds that lie before what begins one, then one after another."""
    large = sorted(plays, key=lambda p: -len(p[1]))
    onto, begun = [p for p in large if p[0] != NEW], [p for p in large if p[0] == NEW]
    if onto and begun:
        yield [tuple(onto), tuple(begun)]
    for ordered in ([*onto, *begun], large, large[::-1]):
        yield [(play,) for play in ordered]
