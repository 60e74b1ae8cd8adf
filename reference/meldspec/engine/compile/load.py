"""Generated text → the typed record of its functions."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any

from meldspec.book.core import CardSet, Core
from meldspec.book.sheet import ActLine, FieldLine, JudgeLine, Standing, below
from meldspec.engine import runtime
from meldspec.engine.compile.expressions import ident, variable
from meldspec.engine.compile.module import ASKED, Generator
from meldspec.engine.compile.record import (
    Change,
    Compiled,
    CompiledAct,
    CompiledActs,
    CompiledAward,
    CompiledField,
    Fits,
    Kinds,
    LookAhead,
)
from meldspec.engine.runtime import Remembered, Whose, among, common
from meldspec.engine.verdict import Unanswered
from meldspec.table.cards import Faces
from meldspec.table.faults import STANDING_LIMIT, restless
from meldspec.table.number_list import number_list
from meldspec.table.selection import Selection
from meldspec.table.table import NO_CARDS, Layout

RUNTIME = {name: getattr(runtime, name) for name in dir(runtime) if not name.startswith("_")}
RUNTIME |= {"STANDING_LIMIT": STANDING_LIMIT, "restless": restless, "Unanswered": Unanswered}


class Loader:
    """The functions of one selection: at first its `kinds` alone, which is all that who holds them against each other needs."""

    def __init__(self, selection: Selection, faces: Faces, layout: Layout) -> None:
        self.selection, self.faces, self.layout = selection, faces, layout
        self.generator = Generator(selection, layout)
        made = self.generator.kept.made
        # Told by identity, and kept with what they are told by: rulebooks with the same cells and cards know the same of them.
        belongings = made(("cells", self.generator.numbered), lambda: _belongings(layout))
        _, looks = made(("looks", id(faces)), lambda: (faces, _looks(faces)))
        self.names = {**RUNTIME, "numbers": partial(number_list, selection.sheet), **belongings, **looks}
        lines = selection.chosen(selection.sheet.kinds)
        # Few readings change what a meld is: the others share the functions, and what these remember of melds.
        key = ("kinds", id(layout), id(faces), self.generator.kept.key(selection, *lines))
        _, _, self.kinds = made(key, lambda: (layout, faces, self._kinds(lines)))
        self.names["kind_of"] = self.kinds.of

    def _kinds(self, lines: Sequence[JudgeLine]) -> Kinds:
        """The meld kinds in force."""
        checks: dict[str, tuple[Fits, ...]] = {}
        names = self.selection.kinds()
        kinds = Kinds(checks, {name: tuple(line.tag for line in lines if line.act == name) for name in names})
        self.names |= {"kind_of": kinds.of, "KINDS": checks}
        self._load(self.generator.kinds())
        return kinds

    def _load(self, parts: Sequence[str]) -> None:
        """Carry out some parts, and the terms that they are the first to call."""
        # Terms come last: which of them are called is known when all else is written, and Python looks names up when it calls.
        for part in (*parts, *self.generator.terms()):
            exec(self.generator.kept.code(part, "exec"), self.names)

    @cached_property
    def acts(self) -> CompiledActs:
        """The acts in force, each made when it is first asked for."""
        acts: dict[str, tuple[Any, Any, Any]] = {}
        judges: dict[str, Callable[..., Any]] = {}
        self.names |= {"ACTS": acts, "JUDGES": judges}

        def act(name: str) -> CompiledAct:
            """One act."""
            self._load(self.generator.about_act(name))
            quick, early, do = acts[name]

            def judge(*told: Any) -> Any:
                """With reasons: it is half of the text of an act, and most rulebooks are asked for none."""
                if name not in judges:
                    self._load(self.generator.judging(name))
                return judges[name](*told)

            def carry_out(*told: Any) -> None:
                """As the act's effects have it: they may have something befall the table."""
                _ = self.compiled
                do(*told)

            return self._act(self.generator.acts[name], (judge, quick, early, carry_out))

        return CompiledActs(self.generator.acts, act)

    @cached_property
    def compiled(self) -> Compiled:
        """All lines in force."""
        table: dict[str, Any] = {}
        events: dict[str, Change] = {}
        shows: dict[str, Any] = {}
        self.names |= {"TABLE": table, "EVENTS": events, "SHOWS": shows}
        self._load(self.generator.about_table())

        def able() -> Any:
            """What tells which acts could be legal."""
            self._load(self.generator.asking())
            return table["able"]

        return Compiled(self.kinds, table["step"], table["settle"], events, shows, able, self._awards)

    def _awards(self) -> tuple[CompiledAward, ...]:
        """The lines that score."""
        awards: list[Any] = []
        self.names["AWARDS"] = awards
        self._load(self.generator.scoring())
        return tuple(map(CompiledAward, self.selection.chosen(self.selection.sheet.awards), awards))

    def _act(self, line: ActLine, made: tuple[Any, Any, Any, Any]) -> CompiledAct:
        """One act with its fields."""
        fields = tuple(map(self._field, line.fields))
        plays = next((field for field in fields if field.type == "plays"), None)
        judges = tuple(self.generator.judges[line.name])
        allows = tuple(number for number, judge in enumerate(judges) if judge.mode == "allow")
        melds = tuple(number for number, field in enumerate(fields) if field.type == "meld")
        plain = plays is None and not melds
        return CompiledAct(line, line.name, line.tag, fields, plays, judges, allows, *made, plain, melds)

    def _field(self, line: FieldLine) -> CompiledField:
        """One field, which knows its cells."""
        groups = next((name for name in line.onto if self.layout[name].form == "groups"), None)
        offered = _nothing if line.source is None else self.question(line.source)
        limits = {place: self.question(cards) for place, cards in line.limits}
        beside = tuple(name for name in line.onto if self.layout[name].form == "cards")
        melds = () if groups is None else tuple(self.layout.own(groups, seat) for seat in range(self.layout.seats))
        return CompiledField(line, line.name, line.type, line.spelt, line.source is not None, offered, limits, beside, melds)

    def question(self, core: Core) -> Callable[[LookAhead, Sequence[Any], int], Any]:
        """An expression about a player as a function of the look-ahead, the cells and the player."""
        return self._evaluated(["rt", "s", "v_player"], core)

    def function(self, core: Core, *names: str) -> Callable[..., Any]:
        """An expression that asks nothing of a referee as a function of the cells, the player and further variables."""
        # A sentence, or what a table is to be like, may name cards by signs that no line which is carried out names.
        for sign in {one.name for one in below(core) if isinstance(one, CardSet) and one.is_sign} - self.faces.sets.keys():
            self.names |= _of_set(self.faces, sign, self.faces.of_sign(sign))
        return self._evaluated(["s", "v_player", *map(variable, names), "rt=None"], core)

    def about(self, act: CompiledAct, core: Core) -> Callable[..., Any]:
        """An expression about an act as a function of what its `judge` takes."""
        return self._evaluated(self.generator.params(act.line), core)

    def condition(self, line: JudgeLine) -> Callable[..., Any]:
        """Whether a line about an act lets it pass (for `allow`: permits it), as a function of what the act's `judge` takes."""
        return self._function(self.generator.params(self.generator.acts[line.act]), self.generator.condition(line))

    def early(self, name: str) -> Callable[[LookAhead, Sequence[Any], int], bool]:
        """Whether any act of a sort may be legal, as a function of the look-ahead, the cells and the seat."""
        return self._function(ASKED, self.generator.early(self.generator.acts[name]))

    def applies(self, rule: Standing) -> Callable[[LookAhead, Sequence[Any]], Any]:
        """Whether a standing rule would act, as a function of the look-ahead and the cells."""
        return self._function(["rt", "s"], self.generator.applies(rule))

    def _evaluated(self, params: Sequence[str], core: Core) -> Callable[..., Any]:
        """An expression as a function: one of the book's own as that of another rulebook in which it says the same."""
        generator, kept = self.generator, self.generator.kept
        if not kept.holds(core):
            return self._function(params, generator.expression(core))
        key = ("function", *params, generator.setting, id(self.faces), id(self.kinds), kept.key(self.selection, core))
        _, _, function = kept.made(key, lambda: (self.faces, self.kinds, self._function(params, generator.expression(core))))
        return function

    def _function(self, params: Sequence[str], body: str) -> Callable[..., Any]:
        """The text of an expression as a function; the terms that it is the first to call are loaded."""
        text = f"lambda {', '.join(params)}: {body}"
        self._load(())
        made: Callable[..., Any] = eval(self.generator.kept.code(text, "eval"), self.names)
        return made


def _nothing(*_: Any) -> tuple[int, ...]:
    """What a field may be of which the rules do not say it."""
    return NO_CARDS


def _looks(faces: Faces) -> dict[str, Any]:
    """What generated code knows of the cards."""
    found: dict[str, Any] = {"PACK": faces.pack}
    for name, members in faces.sets.items():
        found |= _of_set(faces, name, members)
    found |= {"RANKS": faces.ranks, "SUITS": faces.suits, "WORTH": faces.worth, "HEIGHTS": faces.heights, "HIGH": faces.high}
    found["RANK_OF"] = Remembered(partial(common, faces.ranks))
    found["SUIT_OF"] = Remembered(partial(common, faces.suits))
    return found


def _of_set(faces: Faces, name: str, members: frozenset[int]) -> dict[str, Any]:
    """What generated code knows of one set of cards."""
    same = ident(name)
    return {f"SET_{same}": members, f"OF_{same}": Remembered(partial(among, members)), f"PACK_{same}": among(members, faces.pack)}


def _belongings(layout: Layout) -> dict[str, Any]:
    """What belongs to each player and side: cells of places and memories, sides, partners, neighbours, the order of play."""
    seats, sides = range(layout.seats), range(layout.sides)
    after = {dealer: tuple((dealer + 1 + n) % layout.seats for n in seats) for dealer in seats}
    cells = {r.name: {n: r.first + n for n in range(r.count)} for r in (*layout.ranges, *layout.absent)}
    return {f"CELL_{ident(name)}": Whose(name, own) for name, own in cells.items()} | {
        "SIDE": Whose("side", {seat: layout.side_of(seat) for seat in seats}),
        "PLAYERS": Whose("players", {side: layout.players_of(side) for side in sides}),
        "LEFT": Whose("left", {seat: layout.left_of(seat) for seat in seats}),
        "SEAT": Whose("seat", {seat: seat for seat in seats}),
        "PARTNERS": Whose("partners", {seat: layout.partners_of(seat) for seat in seats}),
        "POINTS": Whose("total", {side: side for side in sides}),
        "SEATS": after | {None: tuple(seats)},
    }
