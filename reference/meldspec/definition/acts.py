"""Which acts there are at all, which of them are legal and why not, and what carrying one out leads to."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from meldspec.book.core import Tag
from meldspec.book.sheet import ActLine, FieldLine
from meldspec.definition.effects import Effects
from meldspec.definition.expressions import World
from meldspec.definition.words import NEW_MELD, Cards, Cells, bag
from meldspec.table.cards import Faces
from meldspec.table.selection import Selection
from meldspec.table.table import ENDED, Act, Layout

Plays = tuple[tuple[int | str, Cards], ...]
Propose = Callable[[str, Cells, int], Iterable[Act]]
"""(act, cells, seat) → every act of that sort that could be proposed there, legal or not."""


@dataclass(frozen=True)
class Judgement:
    """Whether an act is legal; `lines` are all lines that refuse it, or those that permit it."""

    legal: bool
    lines: tuple[Tag, ...] = ()


def choices_from(cards: Cards) -> Iterator[Cards]:
    """Every choice of one or more cards, equal cards being alike."""
    counts = Counter(cards)
    for numbers in product(*(range(count + 1) for count in counts.values())):
        chosen = bag(card for card, number in zip(counts, numbers, strict=True) for _ in range(number))
        if chosen:
            yield chosen


class Acts(Effects):
    """Acts judged and carried out, and every act that could be proposed.

    `propose` may name fewer acts than all, where a test knows which can matter.
    """

    def __init__(self, selection: Selection, faces: Faces, layout: Layout, propose: Propose | None = None) -> None:
        super().__init__(selection, faces, layout)
        self.acts = {act.name: act for act in selection.chosen(self.sheet.acts)}
        judges = selection.chosen(self.sheet.judges)
        self.judges = {name: [line for line in judges if line.act == name] for name in self.acts}
        self.propose = propose or self.proposals

    def acting(self, cells: Cells, act: Act) -> World:
        """The world in which the lines about an act are looked at."""
        names = {"player": act.seat} | self.bound(cells, act)
        return World(cells, names, lambda: self.carry_out(cells, act))

    def judge(self, cells: Cells, act: Act) -> Judgement:
        """Whether an act is legal, with every line that refuses it; where no permission stands, all of them do."""
        if not self.can_be(cells, act):
            return Judgement(False, (self.acts[act.name].tag,))
        world = self.acting(cells, act)
        about = [(line, self.content(line, world)) for line in self.judges[act.name]]
        permits = [line.tag for line, content in about if line.mode == "allow" and content]
        refusals = [line.tag for line, content in about if line.mode != "allow" and not content]
        if not permits:
            refusals += [line.tag for line, _ in about if line.mode == "allow"]
        if refusals:
            refusals += self.no_melds(cells, act)
        return Judgement(not refusals, tuple(refusals or permits))

    def legal(self, cells: Cells, act: Act) -> bool:
        """The same without reasons, and so without looking further than the first line that refuses."""
        if not self.can_be(cells, act):
            return False
        world = self.acting(cells, act)
        # Duties before permissions, so that nothing is looked ahead to for an act that is refused anyway.
        permits = [line for line in self.judges[act.name] if line.mode == "allow"]
        duties = (line for line in self.judges[act.name] if line.mode != "allow")
        return all(self.content(line, world) for line in duties) and (
            not permits or any(self.content(line, world) for line in permits)
        )

    def no_melds(self, cells: Cells, act: Act) -> list[Tag]:
        """For plays that make no meld, the lines of the kinds that they come nearest to, each line once."""
        found: dict[Tag, None] = {}
        for line in (f for f in self.acts[act.name].fields if f.type == "plays"):
            groups = next((self.own(n, act.seat) for n in line.onto if self.layout[n].form == "groups"), None)
            for to, cards, _ in self.bound(cells, act)[line.name]:
                if groups is not None and not isinstance(to, str):
                    laid = bag((*cards, *(() if to == NEW_MELD else cells[groups][to])))
                    found |= dict.fromkeys([] if self.kind_of(laid) else self.nearest(laid))
        return list(found)

    def carry_out(self, cells: Cells, act: Act) -> Cells:
        """The position after an act: its effects, the standing rules, and the scores if the deal has ended."""
        world = replace(self.acting(cells, act), afterwards=None)
        done = self.befall(self.sheet.effects.get(act.name, []), world)
        return self.closed(self.settled(done))

    # ── what the fields of an act may be ───────────────────────────────────────────────────────────────────────────────

    def bound(self, cells: Cells, act: Act) -> dict[str, Any]:
        """The fields of an act as its lines see them: plays with what lies where they go, an index of a play as that play."""
        line = self.acts[act.name]
        given = {field.name: value for field, value in zip(line.fields, act.values, strict=True)}
        for field in (f for f in line.fields if f.type == "plays"):
            given[field.name] = tuple((to, cards, self.lying(field, cells, act.seat, to)) for to, cards in given[field.name])
        for field in (f for f in line.fields if f.type == "meld"):
            melds = cells[self.groups_of(field, act.seat)]
            given[field.name] = given[field.name], melds[given[field.name]]
        plays: Plays = next((given[f.name] for f in line.fields if f.type == "plays"), ())
        indices = [f.name for f in line.fields if f.type == "play" and given[f.name] is not None]
        return given | {name: plays[given[name]] for name in indices}

    def lying(self, field: FieldLine, cells: Cells, seat: int, to: int | str) -> tuple[int, ...]:
        """The cards that lie already in the meld that a play goes to."""
        groups = next((self.own(name, seat) for name in field.onto if self.layout[name].form == "groups"), None)
        if groups is None or not isinstance(to, int) or not 0 <= to < len(cells[groups]):
            return ()
        there: tuple[int, ...] = cells[groups][to]
        return there

    def can_be(self, cells: Cells, act: Act) -> bool:
        """Whether there is such an act at all: the deal goes on, and all cards, melds, plays and players it names are there."""
        line = self.acts[act.name]
        plays: Plays = next((v for f, v in zip(line.fields, act.values, strict=True) if f.type == "plays"), ())
        fields = zip(line.fields, act.values, strict=True)
        there = cells[ENDED] is None and self.differ(line, act.values)
        return there and all(self.field_can_be(f, value, cells, act.seat, plays) for f, value in fields)

    def differ(self, line: ActLine, values: Sequence[Any]) -> bool:
        """Whether the melds that an act names by their numbers are several."""
        named = [value for field, value in zip(line.fields, values, strict=True) if field.type == "meld"]
        return len(set(named)) == len(named)

    def field_can_be(self, field: FieldLine, value: Any, cells: Cells, seat: int, plays: Plays) -> bool:
        """Whether one field can have its value."""
        match field.type:
            case "plays":
                return self.plays_can_be(field, value, cells, seat)
            case "play":
                return value is None or value in range(len(plays))
            case "card":
                return value in self.source(field, cells, seat)
            case "player":
                return value in range(self.layout.seats)
            case "meld":
                return value in range(len(cells[self.groups_of(field, seat)]))
            case "number" if field.source is not None:
                return value in self.source(field, cells, seat)
            case _:
                return True

    def plays_can_be(self, field: FieldLine, plays: Plays, cells: Cells, seat: int) -> bool:
        """Whether plays can be made: each of some cards, all of them there, no meld or place named twice or not there."""
        cards = [card for _, some in plays for card in some]
        named = [to for to, _ in plays if to != NEW_MELD]
        places = {name for name in field.onto if self.layout[name].form == "cards"}
        known = {*places, *range(len(cells[self.groups_of(field, seat)]))}
        there = set(named) <= known and len(set(named)) == len(named)
        allowed = all(
            Counter(some) <= Counter(self.limit(field, to, cells, seat)) for to, some in plays if isinstance(to, str) and there
        )
        return there and allowed and all(some for _, some in plays) and Counter(cards) <= Counter(self.source(field, cells, seat))

    def source(self, field: FieldLine, cells: Cells, seat: int) -> Cards:
        """The cards, or the numbers, that a field may take."""
        assert field.source is not None
        cards: Cards = self.value(field.source, self.world(cells, player=seat))
        return cards

    def limit(self, field: FieldLine, place: str, cells: Cells, seat: int) -> Cards:
        """The cards that may go to a place: those it is limited to, or all that the field may take."""
        limited = dict(field.limits).get(place)
        if limited is None:
            return self.source(field, cells, seat)
        cards: Cards = self.value(limited, self.world(cells, player=seat))
        return cards

    def groups_of(self, field: FieldLine, seat: int) -> int:
        """The cell of the melds that plays go to."""
        return next(self.own(name, seat) for name in field.onto if self.layout[name].form == "groups")

    # ── everything that could be proposed ──────────────────────────────────────────────────────────────────────────────

    def proposals(self, name: str, cells: Cells, seat: int) -> Iterator[Act]:
        """Every act of one sort, legal or not, each set of plays in one order only.

        Cards that make no meld where they would lie are not proposed, and of numbers that come from nowhere only 0.
        """
        line = self.acts[name]
        plays = next((list(self.play_sets(f, cells, seat)) for f in line.fields if f.type == "plays"), [()])
        for laid in plays:
            choices = [self.choices_of(field, laid, cells, seat) for field in line.fields]
            yield from (Act(name, seat, values) for values in product(*choices) if self.differ(line, values))

    def choices_of(self, field: FieldLine, plays: Plays, cells: Cells, seat: int) -> list[Any]:
        """What a field may be, the plays being chosen."""
        match field.type:
            case "plays":
                return [plays]
            case "play":
                return [None, *range(len(plays))]
            case "card":
                return sorted(set(self.source(field, cells, seat)))
            case "player":
                return list(range(self.layout.seats))
            case "truth":
                return [True, False]
            case "meld":
                return list(range(len(cells[self.groups_of(field, seat)])))
            case _:
                return [0] if field.source is None else list(self.source(field, cells, seat))

    def play_sets(self, field: FieldLine, cells: Cells, seat: int) -> Iterator[Plays]:
        """Every set of plays that could be made together."""
        melds = cells[self.groups_of(field, seat)]
        places = [name for name in field.onto if self.layout[name].form == "cards"]
        singles = [
            (to, cards)
            for cards in choices_from(self.source(field, cells, seat))
            for to in (NEW_MELD, *range(len(melds)), *places)
            if (
                Counter(cards) <= Counter(self.limit(field, to, cells, seat))
                if isinstance(to, str)
                else self.kind_of(bag((*cards, *(melds[to] if to >= 0 else ())))) is not None
            )
        ]
        yield from self.together(field, singles, (), cells, seat)

    def together(self, field: FieldLine, singles: list[Any], laid: Plays, cells: Cells, seat: int) -> Iterator[Plays]:
        """The plays laid, and with each further one of the list, those laid besides."""
        yield laid
        for number, play in enumerate(singles):
            if self.plays_can_be(field, (*laid, play), cells, seat):
                yield from self.together(field, singles[number:], (*laid, play), cells, seat)
