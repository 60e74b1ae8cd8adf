"""What was made for one rulebook of a book and comes out the same in the next one, kept with the book."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache
from types import CodeType
from typing import Any, TypeVar

from meldspec.book.core import Core
from meldspec.book.reach import Reach, mentions, reach_of
from meldspec.book.sheet import Line, Sheet, all_lines, expressions
from meldspec.engine.compile.between_runs import BetweenRuns
from meldspec.language.immutable import kept_with
from meldspec.table.selection import Selection

T = TypeVar("T")
CODE_KEPT = 16_384
"""So many parts of generated text are kept compiled: those of all rulebooks of a few books under all their readings."""
MOST_KEPT = 16_384
"""So much is kept before all of it is forgotten: a rulebook is made of a thousand things, most of them small, of which a
reading changes a few; about 1 KiB each."""
HANGING = "hanging"
"""The name under which it is kept for the next run on which terms lines and expressions hang."""


class _Hangs:
    """Which terms that some question decides expressions lead to."""

    def __init__(self, sheet: Sheet) -> None:
        self._doubtful = {line.name for line in sheet.terms if line.tag.question}
        self._reach = reach_of(sheet)
        self._led: dict[str, list[str]] = {}

    def on(self, cores: Sequence[Core]) -> list[str]:
        """Those terms, in an order that is the same in every run."""
        called = {name for core in cores for sort, name in mentions(core) if sort == "term"}
        return list(dict.fromkeys(led for name in sorted(called) for led in self._leads(name))) if called else []

    def _leads(self, name: str) -> list[str]:
        """Those that a term leads to, itself among them."""
        if name not in self._led:
            bodies = (core for line in self._reach.groups.get(("term", name), ()) for core in expressions(line))
            self._led[name] = [one for one in (name, *self._reach.terms(*bodies)) if one in self._doubtful]
        return self._led[name]


class _HangsOn(dict[int, list[str]]):
    """Those terms by the identity of a line or an expression; what was not told beforehand is worked out when it is asked for."""

    def __init__(self, sheet: Sheet, things: Mapping[int, Sequence[Core]], told: Iterable[tuple[int, list[str]]]) -> None:
        super().__init__(told)
        self._sheet, self._things = sheet, things

    @cached_property
    def _hangs(self) -> _Hangs:
        return _Hangs(self._sheet)

    def __missing__(self, thing: int) -> list[str]:
        self[thing] = self._hangs.on(self._things[thing])
        return self[thing]


@lru_cache(maxsize=CODE_KEPT)
def code_of(text: str, mode: str) -> CodeType:
    """Generated text as code; books that extend one another have most of it in common."""
    code: CodeType = compile(text, "<rulebook>", mode)
    return code


# By identity, which is the line's own for as long as this is kept with it.
@kept_with
def _things(line: Line) -> tuple[tuple[int, Sequence[Core]], ...]:
    """A line and each of its expressions, with the expressions that it is made of."""
    cores = expressions(line)
    return (id(line), cores), *[(id(core), (core,)) for core in cores]


class Kept:
    """What was made of the lines of one book.

    A ruling compiles a rulebook for every other reading that bears on it, and nearly every line of each says what it said in the
    one before. What a line comes to hangs on the options and on the readings of the terms that it leads to, and on nothing else;
    lines, expressions and meanings are told by identity, which lasts as long as the sheet with which this is kept.
    """

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._made: dict[Hashable, Any] = {}
        self._together: dict[Hashable, tuple[str, ...]] = {}
        self._of_kinds: dict[int, bool] = {}
        self._own: frozenset[int] = frozenset()
        self._mark = object()
        self.between_runs = BetweenRuns(sheet.book.name, sheet.origin)
        self._things = {one: cores for line in all_lines(sheet) for one, cores in _things(line)}
        self._number = dict(zip(self._things, range(len(self._things)), strict=True))
        # What is kept for the next run is told of all; where nothing is, only of what is asked for.
        told = zip(self._things, self._hanging(sheet, self._things.values()), strict=True) if sheet.origin else ()
        self._hangs_on = _HangsOn(sheet, self._things, told)

    def of_changed(self, sheet: Sheet) -> "Kept":
        """The same for a sheet in which other lines stand in the place of some: what these two have in common is made once. It must
        be asked for no longer than this one, and the lines must be none that terms, acts or what is declared hang on."""
        changed = copy(self)
        changed._sheet, changed.between_runs = sheet, BetweenRuns(sheet.book.name, sheet.origin)
        changed._together, changed._of_kinds = {}, {}
        own = {one: cores for line in all_lines(sheet) if id(line) not in self._number for one, cores in _things(line)}
        # What is not in both is told by a mark besides: once the sheet is gone, its identity may be that of another line.
        changed._own, changed._mark = frozenset(own.keys() - self._number.keys()), object()
        changed._things = self._things | own
        changed._number = dict(zip(changed._things, range(len(changed._things)), strict=True))
        changed._hangs_on = _HangsOn(self._sheet, changed._things, self._hangs_on.items())
        return changed

    def _hanging(self, sheet: Sheet, things: Iterable[Sequence[Core]]) -> list[list[str]]:
        """The terms that each thing hangs on, worked out in this run or in an earlier one."""
        held: list[list[str]] | None = self.between_runs.recalled(HANGING)
        if held is None:
            hangs = _Hangs(sheet)
            held = [hangs.on(cores) for cores in things]
            self.between_runs.note(HANGING, held)
        return held

    def holds(self, core: Core) -> bool:
        """Whether an expression is one of the sheet's own, so that what is made of it may be kept."""
        return id(core) in self._number

    def hangs_on(self, line: Line) -> Sequence[str]:
        """The terms that a line leads to and that some question decides."""
        return self._hangs_on[id(line)]

    @cached_property
    def reach(self) -> Reach:
        """What lines speak of under any reading."""
        return reach_of(self._sheet)

    def of_kinds(self, line: Line) -> bool:
        """Whether a line asks which kinds of melds cards make, under any reading."""
        if id(line) not in self._of_kinds:
            self._of_kinds[id(line)] = not {"fits", "kind"}.isdisjoint(self.reach.looked_at(line).of("word"))
        return self._of_kinds[id(line)]

    def key(self, selection: Selection, *things: Line | Core) -> Hashable:
        """The same for all selections in which some lines or expressions of the sheet say the same."""
        # Of one thing, as nearly always, it is told without going through it as though it were many.
        told: Hashable = id(things[0]) if len(things) == 1 else tuple(map(id, things))
        names = self._hangs_on[id(things[0])] if len(things) == 1 else self._names(told, things)
        if self._own and not self._own.isdisjoint(map(id, things)):
            told = self._mark, told
        if not names:
            return selection.settings, told
        bodies = selection.bodies
        return selection.settings, told, *[id(bodies.get(name)) for name in names]

    def _names(self, told: Hashable, things: Iterable[Line | Core]) -> tuple[str, ...]:
        """What `hangs_on` tells of some things, each name once, in the order in which they come."""
        if told not in self._together:
            self._together[told] = tuple(dict.fromkeys(name for thing in things for name in self._hangs_on[id(thing)]))
        return self._together[told]

    def numbers(self, selection: Selection, *things: Line | Core) -> str:
        """What `key` tells in words that mean the same in the next run: lines and expressions by their numbers in the book."""
        bodies = (selection.bodies.get(name) for name in self._names(tuple(map(id, things)), things))
        meanings = ("-" if body is None else str(self._number[id(body)]) for body in bodies)
        told = (*map(str, selection.settings), "lines", *(str(self._number[id(thing)]) for thing in things), "terms", *meanings)
        return " ".join(told)

    def code(self, text: str, mode: str) -> CodeType:
        """Generated text as code, compiled in this run or in an earlier one."""
        return self.made(("code", mode, text), lambda: self._code(text, mode))

    def _code(self, text: str, mode: str) -> CodeType:
        what = f"{mode} {text}"
        recalled = self.between_runs.recalled(what)
        if isinstance(recalled, CodeType):
            return recalled
        made = code_of(text, mode)
        self.between_runs.note(what, made)
        return made

    def made(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made under a key, made when first asked for."""
        if key not in self._made:
            if len(self._made) >= MOST_KEPT:
                self._made.clear()
            self._made[key] = make()
        made: T = self._made[key]
        return made
