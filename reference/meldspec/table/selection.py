"""Sheet, options and readings → the lines in force: no open question is left."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Any, TypeVar

from meldspec.book import fold
from meldspec.book.core import Const, Core, Tag
from meldspec.book.fold import Specialiser
from meldspec.book.reach import Reach, mentions, reach_of
from meldspec.book.sheet import ActLine, AwardLine, Declared, EffectLine, JudgeLine, Sheet, Standing, TermLine
from meldspec.language import lines
from meldspec.language.immutable import Immutable
from meldspec.language.problems import did_you_mean
from meldspec.language.spelling import format_line

Line = TypeVar("Line", JudgeLine, EffectLine, AwardLine, Standing, TermLine, ActLine, Declared)
Formal = TypeVar("Formal", bound=lines.Formal)


Options = tuple[tuple[str, int], ...]
"""Options by their names in alphabetical order, so that the same ones are equal however they were written."""


def in_order(options: Mapping[str, int]) -> Options:
    """Options as something to be looked up by."""
    return tuple(sorted(options.items()))


class ChoiceError(ValueError):
    """An option or a reading that the book does not offer; the message says what it offers."""


class Selection(Immutable):
    """The lines in force under the options and readings chosen; `readings` names one for every question of the book."""

    sheet: Sheet
    options: dict[str, int]
    readings: dict[str, str]

    @cached_property
    def settings(self) -> tuple[int, ...]:
        """The values of the options, in the order of the book."""
        return tuple(self.options.values())

    def holds(self, tag: Tag) -> bool:
        """Whether a line is in force."""
        return not tag.question or self.readings[tag.question] == tag.reading

    def chosen(self, group: Sequence[Line]) -> Sequence[Line]:
        """Those lines that are in force of a group that the sheet itself holds; other selections are given the same ones."""
        return self.sheet.derived(_InForce).of(group, self.readings)

    def other_readings(self) -> list[tuple[str, str]]:
        """Every reading of every question other than the one chosen, in the order of the book."""
        pairs = ((name, reading.name) for name, asked in self.sheet.book.questions().items() for reading in asked.readings)
        return [(name, reading) for name, reading in pairs if reading != self.readings[name]]

    @cached_property
    def terms(self) -> dict[str, TermLine]:
        """The body in force of every term."""
        return {line.name: line for line in self.chosen(self.sheet.terms)}

    @cached_property
    def bodies(self) -> dict[str, Core]:
        """What every term means, by its name."""
        return {name: line.body for name, line in self.terms.items()}

    @cached_property
    def settled(self) -> dict[str, Core]:
        """The terms that the options alone settle, by their names: each a constant."""
        # Again and again until nothing more is settled: a term may be settled by another that stands after it.
        known: dict[str, Core] = {}
        settling = self.sheet.derived(_Settling)
        bodies = {name: body for name, body in self.bodies.items() if fold.may_settle(body)}
        while True:
            waiting = ((name, body) for name, body in bodies.items() if name not in known)
            worked = ((name, settling.folded(body, self, known)) for name, body in waiting)
            more: dict[str, Core] = {name: body for name, body in worked if isinstance(body, Const)}
            if not more:
                return known
            known |= more

    @cached_property
    def reach(self) -> Reach:
        """What the lines in force read, write, call and look ahead to."""
        return reach_of(self.sheet, self.holds)

    @cached_property
    def specialiser(self) -> Specialiser:
        """Cuts lines down to what they say under the choice made: what two rulebooks are compared by."""
        return Specialiser(self.holds, lambda core: fold.folded_throughout(core, self.options, self.settled))

    @cached_property
    def specialised(self) -> Reach:
        """The reach of the lines in force, cut down so: what the options rule out leads nowhere."""
        return Reach({name: self.specialiser.lines(group) for name, group in self.reach.groups.items()})

    def kinds(self) -> tuple[str, ...]:
        """The meld kinds that have a line in force, in the order of the book."""
        alive = {line.act for line in self.chosen(self.sheet.kinds)}
        return tuple(name for name in self.sheet.symbols.kinds if name in alive)

    def declared(self, sort: type[Formal]) -> Sequence[tuple[Formal, Declared]]:
        """The declarations in force of one sort, as they are written and as they are resolved."""
        return self.sheet.derived(_BySort).of(sort, self.sheet.derived(_InForce), self.readings)

    def number(self, line: Declared) -> int | None:
        """The number that a declaration gives, if the options settle it."""
        core = None if line.value is None else folded(line.value, self)
        return core.value if isinstance(core, Const) and isinstance(core.value, int) else None


MOST_GROUPS = 4096
"""So many choices of lines are kept before all of them are forgotten."""


class _InForce:
    """The lines in force of groups of lines: the same for all selections that read alike the questions which a group hangs on. Most
    groups hang on a few, and a ruling asks for each under some fifty readings."""

    def __init__(self, sheet: Sheet) -> None:
        self._hangs: dict[int, tuple[Sequence[Any], tuple[str, ...]]] = {}
        self._found: dict[tuple[Any, ...], Sequence[Any]] = {}

    def of(self, group: Sequence[Line], readings: Mapping[str, str]) -> Sequence[Line]:
        """Those of a group, which is told by identity, under some readings."""
        if not group:
            return group
        if id(group) not in self._hangs:
            # Kept with its number, which is its own for as long as it is kept.
            doubtful = dict.fromkeys([line.tag.question for line in group if line.tag.question])
            self._hangs[id(group)] = group, tuple(doubtful)
        hangs: tuple[str, ...] = self._hangs[id(group)][1]
        if not hangs:
            return group
        key = (id(group), *[readings[question] for question in hangs])
        if key not in self._found:
            if len(self._found) >= MOST_GROUPS:
                self._found.clear()
            self._found[key] = [line for line in group if not (tag := line.tag).question or readings[tag.question] == tag.reading]
        return self._found[key]


class _BySort:
    """The declarations of a sheet by their sorts."""

    def __init__(self, sheet: Sheet) -> None:
        self._declared = tuple(sheet.declared)
        self._groups: dict[type[Any], Sequence[Declared]] = {}
        self._pairs: dict[int, tuple[Sequence[Declared], Sequence[tuple[Any, Declared]]]] = {}

    def of(self, sort: type[Formal], in_force: _InForce, readings: Mapping[str, str]) -> Sequence[tuple[Formal, Declared]]:
        """Those of one sort that are in force, in the order of the book, as they are written and as they are resolved."""
        if sort not in self._groups:
            self._groups[sort] = [line for line in self._declared if isinstance(line.node, sort)]
        chosen = in_force.of(self._groups[sort], readings)
        if id(chosen) not in self._pairs:
            if len(self._pairs) >= MOST_GROUPS:
                self._pairs.clear()
            self._pairs[id(chosen)] = chosen, [(line.node, line) for line in chosen]
        return self._pairs[id(chosen)][1]


class _Settling:
    """What terms come to under the options, for all selections of one sheet: what a reading has otherwise changes few of them."""

    def __init__(self, sheet: Sheet) -> None:
        self._calls: dict[int, list[str]] = {}
        self._folded: dict[Any, Core] = {}

    def folded(self, body: Core, selection: Selection, known: Mapping[str, Core]) -> Core:
        """The body of a term where some terms are settled: the same wherever those that it calls are settled alike."""
        # By identity, which lasts as long as the sheet with which this is kept.
        if id(body) not in self._calls:
            self._calls[id(body)] = [name for sort, name in mentions(body) if sort == "term"]
        key = (id(body), selection.settings, *[known.get(name) for name in self._calls[id(body)]])
        if key not in self._folded:
            self._folded[key] = fold.folded(body, selection.options, known)
        return self._folded[key]


def select(sheet: Sheet, options: Mapping[str, int] | None = None, readings: Mapping[str, str] | None = None) -> Selection:
    """The selection for some options and readings; what is not named has its default.

    Raises ChoiceError for an option, a value, a question or a reading that the book does not have.
    """
    made = Selection(sheet, _options(sheet, options or {}), _readings(sheet, readings or {}))
    _together(made)
    return made


def every_choice(sheet: Sheet) -> tuple[dict[str, int], ...]:
    """All options that go together, each with one of its values; they are worked out once for a sheet, and not to be altered."""
    return sheet.derived(_every_choice)


def _every_choice(sheet: Sheet) -> tuple[dict[str, int], ...]:
    choices: list[dict[str, int]] = []
    offered = sheet.symbols.options
    for values in product(*(node.values for node in offered.values())):
        options = dict(zip(offered, values, strict=True))
        try:
            select(sheet, options)
        except ChoiceError:
            continue
        choices.append(options)
    return tuple(choices)


def _together(selection: Selection) -> None:
    """Refuse options that do not go together."""
    for node, line in selection.declared(lines.OptionsNeed):
        if line.value is not None and folded(line.value, selection) != Const(True, "truth"):
            chosen = ", ".join(f"{name} {value}" for name, value in selection.options.items())
            needed = format_line(node).removeprefix("options need ")
            name = selection.sheet.book.name
            raise ChoiceError(f"{name} cannot be played with {chosen}: it needs {needed} ({line.tag.line})")


def _options(sheet: Sheet, asked: Mapping[str, int]) -> dict[str, int]:
    known = sheet.symbols.options
    for name, value in asked.items():
        if name not in known:
            raise ChoiceError(f"'{name}' is no option of {sheet.book.name}; there is {', '.join(known) or 'none'}")
        if value not in known[name].values:
            offered = ", ".join(str(v) for v in known[name].values)
            raise ChoiceError(f"{name} {value} is not offered by {sheet.book.name}; it offers {offered}")
    return {name: asked.get(name, node.default) for name, node in known.items()}


def _readings(sheet: Sheet, asked: Mapping[str, str]) -> dict[str, str]:
    questions = sheet.book.questions()
    for question, reading in asked.items():
        if question not in questions:
            mend = did_you_mean(question, questions)
            raise ChoiceError(f"'{question}' is no question of {sheet.book.name}{'; ' + mend if mend else ''}")
        offered = [r.name for r in questions[question].readings]
        if reading not in offered:
            raise ChoiceError(f"'{reading}' is no reading of {question}; it has {', '.join(offered)}")
    return {name: asked.get(name, question.default) for name, question in questions.items()}


def folded(core: Core, selection: Selection) -> Core:
    """The expression with the options filled in and what follows from them worked out."""
    return fold.folded(core, selection.options, selection.settled)


def seats_and_sides(selection: Selection) -> tuple[int, int]:
    """How many seats and sides there are: the option `players` and the line `sides`."""
    seats = selection.options.get("players", 0)
    count = [line for _, line in selection.declared(lines.Sides)]
    if not seats or not count or count[-1].value is None:
        raise ChoiceError(f"{selection.sheet.book.name} does not say how many players and sides there are")
    sides = selection.number(count[-1])
    if sides is None or sides < 1:
        raise ChoiceError(f"{selection.sheet.book.name}: the number of sides is no number that the options settle")
    return seats, sides
