"""A rulebook: a book with options and readings chosen, compiled so that acts can be judged and carried out at once.

It is a pure function of (variant, options, readings) and holds no open question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import CodeType
from typing import Any

from meldspec.book.core import Const, Core, Tag
from meldspec.book.sheet import ActLine, AwardLine, FieldLine, JudgeLine, Sheet
from meldspec.engine import runtime
from meldspec.engine.compile.expressions import variable
from meldspec.engine.compile.kind_bounds import shapes_of
from meldspec.engine.compile.module import Generator
from meldspec.engine.lookahead.search import Search
from meldspec.engine.runtime import Whose
from meldspec.language import lines
from meldspec.table.cards import Faces, make_faces
from meldspec.table.faults import STANDING_LIMIT, EngineDefect, restless
from meldspec.table.layout import Layout, Wanted, lay_out
from meldspec.table.selection import ChoiceError, Selection, folded, seats_and_sides, select
from meldspec.table.values import Bag, Play

STARTS = {"row": (), "bag": (), "cards": (), "groups": (), "truth": False, "number": 0, "player": None, "side": None}
FORMS = {"row": "row", "bag": "cards", "groups": "groups"}
KEPT = {"cards": "kept cards", "groups": "kept groups"}
"""The forms of memories that are not called like their type; what groups were is no place where cards lie."""
RUNTIME = {name: getattr(runtime, name) for name in dir(runtime) if not name.startswith("_")}
RUNTIME |= {"STANDING_LIMIT": STANDING_LIMIT, "restless": restless}


@lru_cache(maxsize=1 << 14)
def compiled(text: str, mode: str) -> CodeType:
    """Generated text as code; rulebooks of one book have most of it in common."""
    code: CodeType = compile(text, "<rulebook>", mode)
    return code


class Rulebook:
    """The compiled lines in force. `acts` by name; `judges` the lines about each act, in the order of the book; `awards` the
    lines that score; `namespace` the generated functions; `source_text` the generated module."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self.sheet = selection.sheet
        self.name = self.sheet.book.name
        self.options, self.readings = selection.options, selection.readings
        seats, sides = seats_and_sides(selection)
        self.faces = _faces(selection)
        self.layout = _layout(selection, seats, sides)
        generator = Generator(selection, self.layout)
        self.emit = generator.emit
        self.acts: dict[str, ActLine] = generator.acts
        self.judges: dict[str, list[JudgeLine]] = generator.judges
        self.awards: list[AwardLine] = selection.chosen(self.sheet.awards)
        self.source_text = generator.module()
        self.kind_memo: dict[Bag, str | None] = {}
        self.play_memo: dict[Any, list[Play]] = {}
        self.support: dict[str, dict[tuple[str, str], None]] = {}
        self.shapes = shapes_of(selection, self.faces)
        self.rows = tuple(r for r in self.layout.places() if r.form == "row")
        self.search = Search(self)
        self.namespace = self._load(seats, sides)
        every = [(act.name, field) for act in self.acts.values() for field in act.fields]
        self._sources: dict[tuple[str, str], Callable[[Any, int], Bag]] = {
            (act, field.name): self.function(field.source) for act, field in every if field.source
        }
        self._limits: dict[tuple[FieldLine, str], Callable[[Any, int], Bag]] = {
            (field, place): self.function(cards) for _, field in every for place, cards in field.limits
        }

    def _load(self, seats: int, sides: int) -> dict[str, Any]:
        """Run the generated module."""
        faces = self.faces
        names: dict[str, Any] = dict(RUNTIME)
        names |= {f"SET_{name.replace('-', '_')}": members for name, members in faces.sets.items()}
        names |= _belongings(self.layout, seats, sides)
        names |= {
            "SETS": faces.sets,
            "RANKS": faces.ranks,
            "SUITS": faces.suits,
            "WORTH": faces.worth,
            "HEIGHTS": faces.heights,
            "SEATS": {d: tuple((d + 1 + n) % seats for n in range(seats)) for d in range(seats)} | {None: tuple(range(seats))},
            "rt": self.search,
            "kind_of": self.kind_of,
        }
        for part in self.source_text.split("\n\n"):
            exec(compiled(part, "exec"), names)
        return names

    def function(self, core: Core, *names: str) -> Callable[..., Any]:
        """An expression as a function of the cells, the player and further variables."""
        params = ", ".join(["s", "v_player", *(variable(name) for name in names)])
        text = f"lambda {params}: {self.emit.truth(core)}"
        made: Callable[..., Any] = eval(compiled(text, "eval"), self.namespace)
        return made

    # ── what the parts of an act may be ────────────────────────────────────────────────────────────────────────────────

    def source(self, act: str, field: str, cells: Any, seat: int) -> Bag:
        """The cards that a field of an act may take."""
        return self._sources[act, field](cells, seat)

    def source_of(self, field: FieldLine, cells: Any, seat: int) -> Bag:
        """The same by the field itself."""
        for (_, name), source in self._sources.items():
            if name == field.name and field in self.acts[_].fields:
                return source(cells, seat)
        return ()

    def limit(self, field: FieldLine, place: str, cells: Any, seat: int) -> Bag | None:
        """Which cards a field may put to a place; none where it sets no limit."""
        limited = self._limits.get((field, place))
        return None if limited is None else limited(cells, seat)

    def groups_cell(self, field: FieldLine, seat: int) -> int:
        """The cell of the melds that a field's plays go to."""
        for name in field.onto:
            range_ = self.layout[name]
            if range_.form == "groups":
                return range_.first + {"player": seat, "side": seat % self.layout.sides}.get(range_.owner, 0)
        raise EngineDefect(f"the plays of '{field.name}' go onto no melds")

    def tops(self, cells: Any) -> tuple[int, ...]:
        """The cards on top of rows."""
        return tuple(cells[r.first + n][-1] for r in self.rows for n in range(r.count) if cells[r.first + n])

    def spelling(self, card: Any) -> str:
        """A card as the protocol spells it; what is no card, as it came."""
        return self.faces.names[card] if isinstance(card, int) else str(card)

    # ── kinds ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    def kind_of(self, cards: Bag) -> str | None:
        """The meld kind that cards fit, or none."""
        try:
            return self.kind_memo[cards]
        except KeyError:
            kinds: dict[str, tuple[Callable[[Bag], bool], ...]] = self.namespace["KINDS"]
            found = next((name for name, checks in kinds.items() if cards and all(c(cards) for c in checks)), None)
            self.kind_memo[cards] = found
            return found

    def kind_refusals(self, cards: Bag) -> list[Tag]:
        """The kind lines that keep cards from being a meld: those of the kinds that come nearest."""
        by_kind: dict[str, list[Tag]] = {}
        for name, checks in self.namespace["KINDS"].items():
            tags = [line.tag for line in self.selection.chosen(self.sheet.kinds) if line.act == name]
            by_kind[name] = [tag for tag, check in zip(tags, checks, strict=True) if not check(cards)]
        fewest = min((len(tags) for tags in by_kind.values()), default=0)
        return [tag for tags in by_kind.values() if len(tags) == fewest for tag in tags]


def _belongings(layout: Layout, seats: int, sides: int) -> dict[str, Any]:
    """What belongs to each player and side: cells of places and memories, sides, partners, neighbours."""
    players = {side: tuple(range(side, seats, sides)) for side in range(sides)}
    return {f"CELL_{r.name.replace('-', '_')}": Whose(r.name, {n: r.first + n for n in range(r.count)}) for r in layout.ranges} | {
        "SIDE": Whose("side", {seat: seat % sides for seat in range(seats)}),
        "PLAYERS": Whose("players", players),
        "LEFT": Whose("left", {seat: (seat + 1) % seats for seat in range(seats)}),
        "PARTNERS": Whose("partners", {seat: tuple(p for p in players[seat % sides] if p != seat) for seat in range(seats)}),
        "POINTS": Whose("total", {side: side for side in range(sides)}),
    }


def _faces(selection: Selection) -> Faces:
    """The pack that the deck lines make under the options."""
    deck = []
    for line in selection.declared(lines.Deck):
        assert isinstance(line.node, lines.Deck) and line.value is not None
        count = folded(line.value, selection)
        assert isinstance(count, Const) and isinstance(count.value, int)
        deck.append((count.value, line.node.ranks, line.node.suits))
    sets = [(d.node.name, d.node.items) for d in selection.declared(lines.Cards) if isinstance(d.node, lines.Cards)]
    worth = [(d.node.points, d.node.items) for d in selection.declared(lines.Worth) if isinstance(d.node, lines.Worth)]
    order = next((d.node.ranks for d in selection.declared(lines.Order) if isinstance(d.node, lines.Order)), ())
    return make_faces(deck, sets, worth, selection.reach.everything.suits, order)


def _layout(selection: Selection, seats: int, sides: int) -> Layout:
    """The cells of the places and memories in force."""
    wanted: list[Wanted] = []
    for line in selection.declared(lines.PlaceLine):
        node = line.node
        assert isinstance(node, lines.PlaceLine)
        high = None if line.value is None else folded(line.value, selection)
        last = high.value if isinstance(high, Const) and isinstance(high.value, int) else 0
        wanted.append(Wanted(node.name, node.owner, FORMS[node.form], STARTS[node.form], node.shown, (node.low, last)))
    for line in selection.declared(lines.Keep):
        keep = line.node
        assert isinstance(keep, lines.Keep)
        start = None if line.value is None else folded(line.value, selection)
        if start is not None and not isinstance(start, Const):
            raise ChoiceError(
                f"{selection.sheet.book.name}: what '{keep.name}' starts as is not settled by options ({line.tag.line})"
            )
        wanted.append(
            Wanted(keep.name, keep.owner, KEPT.get(keep.type, keep.type), STARTS[keep.type] if start is None else start.value)
        )
    return lay_out(seats, sides, wanted)


_MADE: dict[tuple[int, tuple[Any, ...], tuple[Any, ...]], Rulebook] = {}


def make_rulebook(sheet: Sheet, options: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None) -> Rulebook:
    """The rulebook of a sheet under options and readings (defaults where none are named); made once and kept.

    Raises ChoiceError for an option or reading that the book does not offer.
    """
    selection = select(sheet, options, readings)
    key = (id(sheet), tuple(sorted(selection.options.items())), tuple(sorted(selection.readings.items())))
    if key not in _MADE:
        _MADE[key] = Rulebook(selection)
    return _MADE[key]
