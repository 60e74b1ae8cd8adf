"""The numbers that lines have: written in them or in terms that they call, made of these, or the count of cards that they name."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product

from meldspec.book.core import Call, CardSet, Come, Const, Core, Op, children
from meldspec.book.reach import mentioned, reach_of
from meldspec.book.sheet import Line, Sheet, all_lines, expressions
from meldspec.book.words import is_sign
from meldspec.language import lines
from meldspec.language.immutable import kept_with

Numbers = frozenset[int]
MOST = 256
"""So many values of one expression are told apart: options have a few."""
REDUCED: Mapping[str, Callable[[int, int], int]] = {
    "plus": int.__add__,
    "minus": int.__sub__,
    "times": int.__mul__,
    "divided": lambda number, by: number // by if by else 0,
}
KNOWN = frozenset(("option", "choose", *REDUCED))
"""The operations that come to numbers which options and constants settle."""
SEATS = "players"
"""The option that says how many play."""
COMPARED = ("eq", "ge", "le", "gt", "lt")
NONE: Numbers = frozenset()


class LineNumbers:
    """The numbers of the lines of one sheet, those of every reading and under every choice of options."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.reach = sheet, reach_of(sheet)
        self._coming: dict[Core | str, Numbers] = {}
        self._terms: dict[str, Numbers] = {}
        self._own: dict[str, Numbers] = {}
        self._counted: dict[str, Numbers] = {}

    def of_clause(self, clause: str) -> Numbers:
        """The numbers of a clause; none where it has no lines."""
        parts: list[Iterable[int]] = [self.of_line(line) for line in self._lines.get(clause, ())]
        parts += [self.of_node(node) for node in self._nodes.get(clause, ())]
        parts += [self.in_a_side(sides) for tag, _, sides in self.sheet.declared_as(lines.Sides) if tag.clause == clause]
        return NONE.union(*parts)

    @cached_property
    def _lines(self) -> Mapping[str, list[Line]]:
        """The lines of each clause."""
        found: dict[str, list[Line]] = {}
        for line in all_lines(self.sheet):
            found.setdefault(line.tag.clause, []).append(line)
        return found

    @cached_property
    def _nodes(self) -> Mapping[str, list[lines.Formal]]:
        """What each clause declares, as it is written."""
        found: dict[str, list[lines.Formal]] = {}
        for tag, node in self.sheet.book.formal():
            found.setdefault(tag.clause, []).append(node)
        return found

    # ── lines ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    def of_line(self, line: Line) -> Numbers:
        """The numbers of the expressions of a line, and of the terms and kinds that it speaks of."""
        called = [name for sort, name in mentioned(line) if sort == "term"]
        return NONE.union(*map(self.within, expressions(line)), *map(self.of_term, called))

    def of_term(self, name: str) -> Numbers:
        """The numbers of all meanings of a term and of the terms that it leads to."""
        if name not in self._terms:
            led = self.reach.terms(*self._bodies.get(name, ()))
            self._terms[name] = NONE.union(*map(self._in_bodies, (name, *led)))
        return self._terms[name]

    def _in_bodies(self, name: str) -> Numbers:
        """The numbers of all meanings of a term, without those of the terms that it calls."""
        if name not in self._own:
            self._own[name] = NONE.union(*map(self.within, self._bodies.get(name, ())))
        return self._own[name]

    def of_node(self, node: lines.Formal) -> Numbers:
        """The numbers that a declaration is written with."""
        match node:
            case lines.Option(_, values):
                return frozenset(values)
            case lines.Worth(points, items):
                return frozenset((points, *_ranks(items)))
            case lines.Cards(name, items):
                return frozenset(_ranks(items)) | self.of_cards((name,))
            case lines.Deck(_, ranks):
                packs = NONE.union(*(made for _, _, made in self._decks))
                return frozenset(_ranks(ranks)) | self.of_cards(("cards",)) | packs
            case _:
                return NONE

    def in_a_side(self, sides: Core | None) -> Iterator[int]:
        """How many players a side can have, where there are so many sides."""
        players = self.sheet.symbols.options.get(SEATS)
        pairs = product(players.values if players else (), NONE if sides is None else self.coming(sides))
        return (seats // many for seats, many in pairs if many and seats % many == 0)

    @cached_property
    def _bodies(self) -> dict[str, list[Core]]:
        found: dict[str, list[Core]] = {}
        for line in self.sheet.terms:
            found.setdefault(line.name, []).append(line.body)
        return found

    # ── expressions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def within(self, core: Core) -> Numbers:
        """The numbers in an expression: each that a part of it can come to, and how many there are of the cards that it names."""
        sets, written, parts = _numbered(core)
        return NONE.union(self.of_cards(sets), written, *map(self.coming, parts))

    def coming(self, core: Core) -> Numbers:
        """What a number can come to, as far as options and constants settle it; conditions are not looked at."""
        # What a term comes to is the same whatever it is asked of.
        known = core.name if isinstance(core, Call) else core
        if known not in self._coming:
            # A term that leads to itself comes to nothing that is known.
            self._coming[known] = NONE
            self._coming[known] = frozenset(sorted(self._made(core))[:MOST])
        return self._coming[known]

    def _made(self, core: Core) -> Iterable[int]:
        match core:
            case Const(int(value), "number") if not isinstance(value, bool):
                return (value,)
            case Op("option", (Const(str(name)),)):
                return self.sheet.symbols.options[name].values
            case Op("choose", (*arms, otherwise)):
                return NONE.union(*map(self.coming, (*arms[::2], otherwise)))
            case Op(word, (one, other)) if word in REDUCED:
                return {REDUCED[word](*pair) for pair in product(self.coming(one), self.coming(other))}
            case Call(name):
                return NONE.union(*map(self.coming, self._bodies.get(name, ())))
            case _:
                return NONE

    # ── cards ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def _decks(self) -> list[tuple[lines.CardItems, lines.CardItems, Numbers]]:
        """The parts of the pack: ranks, suits, and how many there may be of each card."""
        decks = self.sheet.declared_as(lines.Deck)
        return [(deck.ranks, deck.suits, NONE if count is None else self.coming(count)) for _, deck, count in decks]

    def of_cards(self, names: Iterable[str]) -> Numbers:
        """How many cards of some sets there can be in the pack."""
        found: set[int] = set()
        for name in names:
            if name not in self._counted:
                self._counted[name] = self._count(name)
            found |= self._counted[name]
        return frozenset(found)

    def _count(self, name: str) -> Numbers:
        faces = self._faces(name, frozenset())
        totals = {0}
        for ranks, suits, counts in self._decks:
            many = sum(1 for rank, suit in product(ranks, suits or ("",)) if faces & {rank, suit, rank + suit, "cards"})
            totals = {total + many * count for total in totals for count in counts} if many else totals
        return frozenset(totals - {0})

    def _faces(self, name: str, seen: frozenset[str]) -> frozenset[str]:
        """Ranks, suits and cards that a set is made of."""
        if is_sign(name) or name == "cards":
            return frozenset((name,))
        declared = [] if name in seen else self.sheet.symbols.sets.get(name, ())
        items = [item for _, node in declared for item in node.items]
        return frozenset(face for item in items for face in self._faces(item, seen | {name}))


@kept_with
def _numbered(core: Core) -> tuple[list[str], list[int], list[Core]]:
    """What has numbers in an expression: the sets of cards that it names, the numbers written in it, and the parts that may
    come to others."""
    parts: list[Core] = []
    _gather(core, parts)
    sets = [part.name for part in parts if isinstance(part, CardSet)]
    written = [part.leaving for part in parts if isinstance(part, Come)]
    written += [part.value for part in parts if isinstance(part, Const) and part.type == "number" and type(part.value) is int]
    worked_out: list[Core] = [part for part in parts if isinstance(part, Call) or (isinstance(part, Op) and part.op in KNOWN)]
    return sets, written, worked_out


def _gather(core: Core, parts: list[Core]) -> None:
    """Add an expression and everything in it to some parts, but for an option that is compared with a number: `players is 2` says
    nothing of four."""
    parts.append(core)
    compared = isinstance(core, Op) and core.op in COMPARED and any(isinstance(arg, Const) for arg in core.args)
    for child in children(core):
        if not (compared and isinstance(child, Op) and child.op == "option"):
            _gather(child, parts)


def _ranks(items: lines.CardItems) -> Iterator[int]:
    """The ranks among the items of a line that are numbers."""
    return (int(item) for item in items if item.isdigit())
