"""Exact cover of a hand by plays: every set of plays that uses up all its cards but a few.

Hands are told by the classes of their cards, packed in numbers; what leads nowhere is remembered by the cards that are left, so a
hand, however large, is soon known to have no cover. The class that fewest plays hold is laid first, as in Knuth's algorithm X; of
its plays those that use up the whole class come first, larger ones before smaller, since most covers that matter lay a rank whole.
A pruner is asked which plays, which cards left over, which pairs of melds and which complete covers are worth anything
(docs/decisions/0014).
"""

from collections import Counter
from collections.abc import Generator, Iterator
from functools import cached_property, reduce
from itertools import chain, combinations, combinations_with_replacement, product
from operator import or_
from typing import NamedTuple

from meldspec.engine.compile.record import CompiledField
from meldspec.engine.lookahead.exclusion import Laid
from meldspec.engine.lookahead.offer import ClassPlay, Offer
from meldspec.engine.lookahead.packed_multiset import count, packed, within
from meldspec.engine.lookahead.pruner import Pruner
from meldspec.engine.play import RefereeLike
from meldspec.engine.runtime import joined
from meldspec.engine.verdict import Unanswered
from meldspec.table.table import NEW, Bag, Cells, Play

BRANCHES = 65_536
"""How many branches are followed at most before the search gives up, which is an answer of its own and never a no."""


PATIENCE = 128
"""After so many branches the search begins anew and asks more: pairs of melds from the first, and what parts of covers lack."""
REFUSED = 8
"""After so many covers that the pruner refuses, it is found out of each further one what it lacks."""


class _NotSoon(Exception):
    """The search is not over soon, so what costs more is asked from now on."""


class Need(NamedTuple):
    """Plays, a bit each and in a list, of which every cover that may be of use has one."""

    bits: int
    plays: list[ClassPlay]


class Node(NamedTuple):
    """A part of a cover: the plays chosen and, a bit each, which these are and whose melds may not lie beside theirs; the hand that
    is left, packed; what has been left over of it, packed, and how many more may be; and the melds that nothing more may go to."""

    chosen: tuple[ClassPlay, ...]
    bits: int
    excluded: int
    hand: int
    left: int
    leaving: int
    targets: frozenset[int]


def covers(
    referee: RefereeLike, field: CompiledField, cells: Cells, seat: int, cards: Bag, leaving: int, pruner: Pruner | None = None
) -> Iterator[tuple[Play, ...]]:
    """Every set of plays, each making a meld of some kind, that uses up all of the cards but so many at most, and that the pruner
    does not rule out. No two go to the same meld: a play stands for several onto it, where the pruner thinks of them.

    Raises Unanswered after BRANCHES branches.
    """
    yield from covers_of(Offer(referee, field, cells, seat, cards, pruner or Pruner()), leaving)


def covers_of(offer: Offer, leaving: int) -> Iterator[tuple[Play, ...]]:
    """The same of what is on offer."""
    search = ExactCover(offer, leaving)
    if search.hopeful():
        yield from search.all()


def first_cover(
    referee: RefereeLike, field: CompiledField, cells: Cells, seat: int, cards: Bag, leaving: int
) -> tuple[Play, ...] | None:
    """The first such set of plays, whatever a pruner would say of it: none where there is no such set, and no plays where it is not
    found out within a few branches."""
    search = ExactCover(Offer(referee, field, cells, seat, cards, Pruner()), leaving)
    return search.first() if search.hopeful() else None


class ExactCover:
    """One search. Its memo is sound as what can be laid of the rest does not hang on what has been laid, but for the targets."""

    def __init__(self, offer: Offer, leaving: int) -> None:
        self.field, self.cards, self.leaving, self.pruner = offer.field, offer.cards, leaving, offer.pruner
        self.classes, self.hand, self.free, self.lying = offer.classes, offer.hand, offer.free, offer.lying
        self.lefts: tuple[int, ...] = ()
        self.spare = self._spare()
        # Where nothing comes of it whatever is left over, it is not asked what could be laid.
        some = self.spare != {}
        self.melds, self.plays, self.bits = (offer.melds, offer.plays, offer.bits) if some else ({}, {}, {})
        self.order = offer.order if some else []
        self.dead: set[tuple[object, ...]] = set()
        self.ranked: dict[tuple[int, int], list[tuple[ClassPlay, int]]] = {}
        self.rests: dict[int, tuple[int | None, int]] = {}
        self.possible: dict[Bag, int] = {}
        self.excluding: dict[ClassPlay, int] = {}
        self.needs: list[Need] = self._overdue()
        self.branches = self.refused = 0
        self.thorough = False

    def hopeful(self) -> bool:
        """Whether there may be a cover at all: no more cards are without any play than may be left over."""
        return self.spare != {} and sum(n for one, n in self.hand.items() if one not in self.plays) <= self.leaving

    def _spare(self) -> dict[int, bool] | None:
        """Which cards may be left over, packed, with the parts of such, of which that may not be; none where any may be."""
        if self.leaving > 2:
            return None
        few = [left for n in range(self.leaving + 1) for left in combinations_with_replacement(sorted(self.hand), n)]
        few = [left for left in few if all(self.hand[one] >= left.count(one) for one in left)]
        self.lefts = tuple(map(packed, few))
        told = {packed(left): self.pruner.may_be_left(packed(left)) for left in few}
        if all(told.values()):
            return None
        wanted = [left for left in few if told[packed(left)]]
        parts = {packed(part) for left in wanted for n in range(len(left)) for part in combinations(left, n)}
        return {left: yes for left, yes in told.items() if yes or left in parts}

    def _overdue(self) -> list[Need]:
        """For each meld that may not lie so in the end, the plays onto it."""
        onto = [
            [play for play in self.melds if play.to == n] for n, meld in enumerate(self.lying) if not self.pruner.may_last(meld)
        ]
        return [Need(sum(self.bits[play] for play in plays), plays) for plays in onto]

    # ── melds beside each other ────────────────────────────────────────────────────────────────────────────────────────

    def _excluded_by(self, meld: Laid) -> int:
        """The plays whose melds may not lie beside one in the end. Only those are looked at that hold a card of a class that it
        holds: melds that have nothing in common hardly ever keep each other away, and pairs are many."""
        mine = {self.classes[card] for card in (*meld.base, *meld.cards)}
        return sum(
            self.bits[play]
            for play, other in self.melds.items()
            if not mine.isdisjoint(play.classes)
            and (other.to == NEW or other.to != meld.to)
            and not self.pruner.may_lie(meld, other)
        )

    def _excluding(self, play: ClassPlay) -> int:
        """The same of a play, asked when it is first chosen."""
        if not self.thorough or play not in self.melds:
            return 0
        if play not in self.excluding:
            self.excluding[play] = self._excluded_by(self.melds[play])
        return self.excluding[play]

    @cached_property
    def untouched(self) -> dict[int, tuple[int, int]]:
        """For each meld that lies and that plays may yet change: what it keeps away as it is, and the plays that change it."""
        found = {}
        for number, meld in enumerate(self.lying):
            onto = sum(self.bits[play] for play in self.melds if play.to == number)
            if onto and (away := self._excluded_by(Laid(number, meld, ()))):
                found[number] = (away, onto)
        return found

    def _clash(self, node: Node, possible: int) -> bool:
        """Whether a meld that lies, and that can no longer be changed, may not lie beside one that has been made."""
        may_change = possible & ~node.excluded
        return any(
            away & node.bits and not onto & may_change
            for number, (away, onto) in self.untouched.items()
            if number not in node.targets
        )

    # ── the search ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def first(self) -> tuple[Play, ...] | None:
        """The first cover, though the pruner may refuse it; none where there is none, no plays where that is not found out soon."""
        try:
            found = next(self._ways(self._root(0)), None)
        except _NotSoon:
            return ()
        return None if found is None else self._dealt(found)

    def _root(self, excluded: int) -> Node:
        """The part of a cover with which the search begins."""
        return Node((), 0, excluded, packed(self.classes[card] for card in self.cards), 0, self.leaving, frozenset())

    def all(self) -> Iterator[tuple[Play, ...]]:
        """All covers that the pruner does not refuse; each once, though the search may begin anew."""
        # Where all melds together are of no use no cover is, and to go through them would take long.
        if not self._may_complete(sum(self.bits[play] for play in self.melds)):
            return
        seen: set[tuple[ClassPlay, ...]] = set()
        # Most hands are told within a few branches, so pairs of melds, which cost most, are asked about in the second round only.
        for self.thorough in (False, True):
            root = self._root(self._fixed() | self._useless() if self.thorough else 0)
            try:
                yield from self._accepted(root, seen)
                return
            except _NotSoon:
                self._learn(self._reachable(root))

    def _accepted(self, root: Node, seen: set[tuple[ClassPlay, ...]]) -> Iterator[tuple[Play, ...]]:
        """All covers that have not been seen and that the pruner does not refuse."""
        for chosen in self._ways(root):
            same = tuple(sorted(chosen, key=lambda play: (str(play.to), play.classes)))
            if same not in seen:
                seen.add(same)
                dealt = self._dealt(chosen)
                if self._may_lie(chosen) and self.pruner.may_end(self.field, dealt):
                    yield dealt
                else:
                    self.refused += 1
                    if self.refused > REFUSED:
                        self._learn(sum(self.bits[play] for play in set(chosen)))

    def _may_lie(self, chosen: tuple[ClassPlay, ...]) -> bool:
        """Whether all melds of a cover may lie beside each other and beside those that lie."""
        if self.thorough:
            return True
        made = [self.melds[play] for play in chosen if play in self.melds]
        changed = {meld.to for meld in made}
        lying = [Laid(number, meld, ()) for number, meld in enumerate(self.lying) if number not in changed]
        pairs = chain(combinations(made, 2), product(made, lying))
        return all(self.pruner.may_lie(one, other) for one, other in pairs)

    def _fixed(self) -> int:
        """The plays that melds exclude which lie and which no play can change."""
        changed = {play.to for play in self.melds}
        lying = (Laid(number, meld, ()) for number, meld in enumerate(self.lying) if number not in changed)
        return reduce(or_, map(self._excluded_by, lying), 0)

    def _ways(self, node: Node) -> Generator[tuple[ClassPlay, ...], None, bool]:
        """The covers that begin with a part; returns whether there was any, refused or not."""
        first, possible = self._rest(node.hand)
        untouched = self.untouched.items() if self.thorough else ()
        away = reduce(or_, (away for number, (away, _) in untouched if number not in node.targets), 0)
        # What has been chosen matters to the rest only by what it excludes and by the melds that nothing more may go to (0014).
        state = (node.hand, node.left, node.leaving, node.targets, node.excluded & possible, node.bits & away)
        if state in self.dead or (away & node.bits and self._clash(node, possible)):
            return False
        if first is None:
            if self.spare is not None and not self.spare[node.left]:
                return False
            yield node.chosen
            return True
        wanted = self._wanted(node)
        # As if there were a cover: what is lacking hangs on what has been chosen, so the rest is not known to be dead.
        if wanted == []:
            return True
        self._count_branch()
        found, known = False, len(self.needs)
        for further in self._next(node, first) if wanted is None else self._with_one_of(wanted, node):
            found |= yield from self._ways(further)
            if len(self.needs) > known and self._wanted(node) == []:
                return True
            known = len(self.needs)
        # Where something is lacking only what makes that good was tried: whoever has it already may come through with these cards.
        if not found and self._wanted(node) is None:
            self.dead.add(state)
        return found

    def _count_branch(self) -> None:
        self.branches += 1
        if self.branches > BRANCHES:
            raise Unanswered(f"{BRANCHES} branches were followed", complete=False)
        if self.branches > PATIENCE and not self.thorough:
            raise _NotSoon

    # ── what is lacking ────────────────────────────────────────────────────────────────────────────────────────────────

    def _learn(self, plays: int) -> None:
        """Where nothing can come of some plays, though all their melds lay there at once: remember as many plays as possible of
        which the same is true, so that any part of a cover that reaches only such plays is left alone (a nogood).

        Found by halving, so it costs about as many questions as there are plays whose melds are lacking.
        """
        met = any(not need.bits & plays for need in self.needs)
        if not met and not self._may_complete(plays):
            others = [self.bits[play] for play in self.melds if not self.bits[play] & plays]
            without = self._grown(plays, others)
            outside = [play for play in self.melds if not self.bits[play] & without]
            self.needs.append(Need(sum(self.bits[play] for play in outside), outside))

    def _grown(self, plays: int, others: list[int]) -> int:
        """A nogood with as many of other plays as it bears."""
        if not others or not self._may_complete(plays | sum(others)):
            return plays | sum(others)
        if len(others) == 1:
            return plays
        # Halves that are of no help are passed in one question; so it costs twice as many as plays that are of help.
        half = len(others) // 2
        return self._grown(self._grown(plays, others[:half]), others[half:])

    def _useless(self) -> int:
        """The plays of which nothing can come, whatever lies beside them."""
        if not self.lefts:
            return 0
        melds = self._offered(sum(self.bits[play] for play in self.melds))
        useful = {
            play: self.pruner.may_serve(joined(base, cards), melds, self.lefts) for play, (_, base, cards) in self.melds.items()
        }
        return sum(self.bits[play] for play, yes in useful.items() if not yes)

    def _may_complete(self, plays: int) -> bool:
        """Whether the pruner sees anything in plays, each as often as the hand has cards for it, and in the melds that lie."""
        return self.pruner.may_complete(self._offered(plays), self._last_left)

    @cached_property
    def _last_left(self) -> tuple[int, ...]:
        """What may be left over in the end, packed; nothing where too many cards may be for that to be told."""
        return tuple(left for left in self.lefts if self.spare is None or self.spare.get(left))

    def _offered(self, plays: int) -> tuple[Bag, ...]:
        """The melds that lie and those of plays, each as often as the hand has cards for it."""
        return (*self.lying, *chain.from_iterable(melds for bit, melds in self._copies if bit & plays))

    @cached_property
    def _copies(self) -> list[tuple[int, list[Bag]]]:
        """The bit of each play, and its meld as often as the hand has cards for it; asked for hundreds of times."""
        return [(self.bits[play], [joined(base, cards)] * self._often(play)) for play, (_, base, cards) in self.melds.items()]

    def _often(self, play: ClassPlay) -> int:
        """How often the hand has the cards for a play; onto a meld that lies it can be made once."""
        return min(self.hand[one] // n for one, n in Counter(play.classes).items()) if play.to == NEW else 1

    def _reachable(self, node: Node) -> int:
        """The plays of a part of a cover, and all that the rest of the hand could still make."""
        return node.bits | sum(self.bits[play] for play in self.melds if self._fits(play, node))

    def _wanted(self, node: Node) -> list[ClassPlay] | None:
        """Of the plays one of which a part of a cover lacks, those that can still be made: of several needs that with the fewest.
        None where nothing is known to be lacking; an empty list where nothing can come of it."""
        fewest: list[ClassPlay] | None = None
        for need in self.needs:
            if not need.bits & node.bits:
                left = [play for play in need.plays if self._fits(play, node)]
                if fewest is None or len(left) < len(fewest):
                    fewest = left
        return fewest

    def _fits(self, play: ClassPlay, node: Node) -> bool:
        """Whether a play can still be made beside those of a part of a cover."""
        return play.to not in node.targets and not self.bits[play] & node.excluded and within(play.packed, node.hand, self.free)

    def _with_one_of(self, wanted: list[ClassPlay], node: Node) -> Iterator[Node]:
        """The parts with one of the plays that are lacking."""
        had = node.excluded
        for play in wanted:
            yield self._with(play, node, had)
            had |= self.bits[play]

    def _with(self, play: ClassPlay, node: Node, had: int) -> Node:
        """A part of a cover with a play more, and without those that had their turn: whatever holds one of these has been met, and
        each cover would be met once for each order of its plays."""
        away, rest = had | self._excluding(play), node.hand - play.packed
        more = node.targets | {play.to} if isinstance(play.to, int) and play.to != NEW else node.targets
        return Node((*node.chosen, play), node.bits | self.bits[play], away, rest, node.left, node.leaving, more)

    def _rest(self, hand: int) -> tuple[int | None, int]:
        """The class of a hand that is laid first, and the plays, a bit each, that hold only classes of which there are cards."""
        found = self.rests.get(hand)
        if found is None:
            present = tuple([one for one in self.order if count(hand, one)])
            if present not in self.possible:
                mine = {*present}
                self.possible[present] = sum([bit for play, bit in self.bits.items() if mine.issuperset(play.classes)])
            found = self.rests[hand] = (present[0] if present else None, self.possible[present])
        return found

    def _next(self, node: Node, first: int) -> Iterator[Node]:
        """The parts that lay, or leave over, one card more of a class at least."""
        had, targets, free, hand = node.excluded, node.targets, self.free, node.hand | self.free
        for play, bit in self._ranked(first, count(node.hand, first)):
            # `_fits`, written out: it is asked millions of times.
            if play.to not in targets and not bit & had and (hand - play.packed) & free == free:
                yield self._with(play, node, had)
                had |= bit
        # Whoever leaves a card of the class over lays no more of it: the ways to lay some and then to leave one have been met.
        one = packed((first,))
        if node.leaving > 0 and (self.spare is None or node.left + one in self.spare):
            yield node._replace(hand=node.hand - one, left=node.left + one, leaving=node.leaving - 1, excluded=had)

    def _ranked(self, first: int, whole: int) -> list[tuple[ClassPlay, int]]:
        """The plays that hold a class of cards, each with its bit: those that use up the whole of it first, larger ones before
        smaller."""
        found = self.ranked.get((first, whole))
        if found is None:
            plays = self.plays.get(first, ())
            ranked = sorted(plays, key=lambda p: (p.classes.count(first) != whole, -len(p.classes)))
            found = self.ranked[first, whole] = [(play, self.bits[play]) for play in ranked]
        return found

    def _dealt(self, chosen: tuple[ClassPlay, ...]) -> tuple[Play, ...]:
        """Plays of classes as plays of the cards at hand, those to one place together."""
        left: dict[int, list[int]] = {}
        for card in reversed(self.cards):
            left.setdefault(self.classes[card], []).append(card)
        made: list[Play] = []
        places: dict[str, Bag] = {}
        for to, played, _ in chosen:
            mine = tuple(sorted([left[one].pop() for one in played]))
            if isinstance(to, str):
                places[to] = joined(places.get(to, ()), mine)
            else:
                made.append((to, mine))
        return (*made, *places.items())
