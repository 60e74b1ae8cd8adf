"""Whatever is declared and does nothing: names that no line speaks of, memories never set or read, acts without effect."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from meldspec.book.checks.cards import SEATS
from meldspec.book.checks.words import BUILT_IN
from meldspec.book.core import Cell, Op, Var
from meldspec.book.flat import tagged
from meldspec.book.make_sheet import EVENTS
from meldspec.book.reach import Name, Reach, mentions
from meldspec.book.sheet import ActLine, Declared, EffectLine, Sheet
from meldspec.book.traverse import Line, all_lines, below, expressions
from meldspec.language import lines
from meldspec.language.problems import Diagnostic

OFFERED = re.compile("did you mean '(.*)'")
"""What a mend offers for a misspelt word."""
MEND = "use it, or delete its line"


@dataclass(frozen=True)
class Use:
    """What the lines of a book use: `names` whatever is spoken of or changed, `read` the places and memories whose content
    matters, `changed` the memories that effects set, `entered` the phases that effects begin, `raised` the events."""

    names: frozenset[Name]
    read: frozenset[Name]
    changed: frozenset[str]
    entered: frozenset[str]
    raised: frozenset[str]


def check_use(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Names without a use. Where words of the book are wrong already, a name counts as used wherever it is spoken of.

    Of a variant only what it declares itself is looked at: what it inherits has its use in the book that it comes from.
    """
    use = _use(sheet)
    spoken = set(BUILT_IN) | (sheet.named | _meant(problems) if problems else set())
    own = {entry.clause.id for entry in sheet.book.entries if entry.origin == sheet.book.name}
    seen: set[Name] = set()
    for entry in sheet.book.entries:
        for tag, node in tagged(entry):
            if tag.clause in own and not _seen_before(node, seen):
                problems += _idle_name(node, use, spoken, sheet)
    problems += _acts(sheet)
    problems += _events(sheet, use)


def _meant(problems: list[Diagnostic]) -> set[str]:
    """The names that misspelt words may have meant."""
    return {name for problem in problems for name in OFFERED.findall(problem.mend)}


def _seen_before(node: lines.Formal, seen: set[Name]) -> bool:
    """Whether a name was met already: several readings may declare it, and kinds go on in several blocks."""
    name = type(node).__name__, str(getattr(node, "name", node.place))
    known = name in seen
    seen.add(name)
    return known


def _use(sheet: Sheet) -> Use:
    """What the lines of a book use."""
    reach = Reach(sheet)
    names: set[Name] = set()
    read: set[Name] = set()
    entered: set[Name] = set()
    changed: set[str] = set()
    raised: set[str] = set()
    for line in all_lines(sheet):
        names |= {name for core in expressions(line) for name in mentions(core)} | _listed(line)
        read |= _read(line)
        if isinstance(line, EffectLine) and line.verb == "becomes" and isinstance(line.parts[0], Cell):
            changed.add(line.parts[0].name)
            entered |= reach.reads(line.parts[1]).names
        if isinstance(line, EffectLine) and line.verb == "raise":
            raised.add(line.word)
    phases = frozenset(name for sort, name in entered if sort == "phase")
    every, known = reach.opened(names), reach.opened(read)
    return Use(every, known, frozenset(changed), phases, frozenset(raised))


def _listed(line: Line) -> set[Name]:
    """Names that a line says outside its expressions."""
    match line:
        case ActLine(_, _, fields):
            return {("cell", place) for field in fields for place in field.onto}
        case Declared(_, lines.Cards(_, items) | lines.Worth(_, items)):
            return {("set", item) for item in items}
        case _:
            return set()


def _read(line: Line) -> set[Name]:
    """The names whose meaning or content a line depends on; a memory that is only set, or only counted on, is not read."""
    if not isinstance(line, EffectLine) or line.verb != "becomes" or not isinstance(line.parts[0], Cell):
        return {name for core in expressions(line) for name in mentions(core)}
    target, value, *others = expressions(line)
    assert isinstance(target, Cell)
    owner = set() if target.owner is None else mentions(target.owner)
    return owner | mentions(value) - {("cell", target.name)} | {name for core in others for name in mentions(core)}


def _idle_name(node: lines.Formal, use: Use, spoken: set[str], sheet: Sheet) -> Iterator[Diagnostic]:
    """What is idle about one declaration."""
    match node:
        case lines.Option(name) if name != SEATS:
            yield from _unused(node, "option", ("option", name), use, spoken)
        case lines.Cards(name):
            yield from _unused(node, "set", ("set", name), use, spoken)
        case lines.Define(name):
            yield from _unused(node, "term", ("term", name), use, spoken)
        case lines.PlaceLine(name) if name != _pack_place(sheet):
            yield from _unused(node, "place", ("cell", name), use, spoken)
        case lines.Keep(name):
            yield from _memory(node, name, use, spoken)
        case lines.Phases(names):
            yield from _phases(node, names, use, spoken, sheet)
        case lines.Kind(name) if not _melds(sheet):
            found = f"the kind '{name}', where nothing is ever melded"
            yield Diagnostic("unused", node.place, found, "an act with plays onto groups, or a line that says 'fits'", MEND)
        case _:
            pass


def _pack_place(sheet: Sheet) -> str:
    """The first row, on which the pack is put before anything is dealt."""
    return next((name for name, place in sheet.symbols.places.items() if place.form == "row"), "")


def _unused(node: lines.Formal, sort: str, name: Name, use: Use, spoken: set[str]) -> Iterator[Diagnostic]:
    """A name that no line speaks of."""
    if name not in use.names and name[1] not in spoken:
        yield Diagnostic("unused", node.place, f"the {sort} '{name[1]}', which no line speaks of", "names that are used", MEND)


def _memory(node: lines.Keep, name: str, use: Use, spoken: set[str]) -> Iterator[Diagnostic]:
    """A memory that no line speaks of, or that is only set, or only read."""
    read = ("cell", name) in use.read or name in spoken
    if not read and name not in use.changed:
        yield from _unused(node, "memory", ("cell", name), use, spoken)
    elif not read:
        found = f"the memory '{name}', which is set and never looked at"
        yield Diagnostic(
            "never-read", node.place, found, "a memory that some line depends on", "use it, or delete it and what sets it"
        )
    elif name not in use.changed and name not in spoken:
        found = f"the memory '{name}', which always is what it starts as"
        yield Diagnostic(
            "never-set", node.place, found, f"an effect '{name} becomes …'", "set it, or delete it and what looks at it"
        )


def _phases(node: lines.Phases, names: tuple[str, ...], use: Use, spoken: set[str], sheet: Sheet) -> Iterator[Diagnostic]:
    """Phases that nothing names, or nothing enters; the first of the book is that of the set-up."""
    for name in names:
        if name == sheet.symbols.phases[0] or name in spoken:
            continue
        if ("phase", name) not in use.names:
            yield from _unused(node, "phase", ("phase", name), use, spoken)
        elif name not in use.entered:
            found, expected = f"the phase '{name}', which nothing ever enters", f"an effect 'phase becomes {name}'"
            yield Diagnostic("never-set", node.place, found, expected, "let some act or event enter it, or delete it")


def _melds(sheet: Sheet) -> bool:
    """Whether any line makes melds or asks for their kind."""
    groups = {name for name, place in sheet.symbols.places.items() if place.form == "groups"}
    if any(groups.intersection(field.onto) for act in sheet.acts for field in act.fields):
        return True
    every: list[Line] = [*all_lines(sheet), *sheet.terms]
    cores = (core for line in every for core in expressions(line))
    return any(isinstance(node, Op) and node.op in ("fits", "kind") for core in cores for node in below(core))


def _acts(sheet: Sheet) -> Iterator[Diagnostic]:
    """Acts that no line is about, that have no effect, or with a field that no line looks at."""
    judged = {line.act for line in sheet.judges}
    for act in sheet.acts:
        place, effects = act.tag.place, sheet.effects.get(act.name, [])
        if not effects and act.name not in judged:
            found = f"the act '{act.name}', which no line is about"
            yield Diagnostic("unused", place, found, f"lines under 'to {act.name}'", "write what it needs and does, or delete it")
        elif not effects:
            found = f"the act '{act.name}', which changes nothing"
            yield Diagnostic("no-effect", place, found, f"a 'then' line under 'to {act.name}'", "write what the act does")
        else:
            yield from _fields(sheet, act)


def _fields(sheet: Sheet, act: ActLine) -> Iterator[Diagnostic]:
    """Fields of an act that none of its lines looks at."""
    about: list[Line] = [line for line in sheet.judges if line.act == act.name]
    about += sheet.effects[act.name]
    cores = [core for line in about for core in expressions(line)]
    seen = {node.name for core in cores for node in below(core) if isinstance(node, Var)}
    for field in act.fields:
        if field.name not in seen:
            found = f"the field '{field.name}' of the act '{act.name}', which none of its lines looks at"
            yield Diagnostic("unused", act.tag.place, found, f"lines under 'to {act.name}' that name it", MEND)


def _events(sheet: Sheet, use: Use) -> Iterator[Diagnostic]:
    """Events of the book's own that nothing raises, or that have no lines."""
    for name, tag in sheet.symbols.events.items():
        if name in EVENTS:
            continue
        if name not in use.raised:
            found = f"the event '{name}', which nothing raises"
            yield Diagnostic("unused", tag.place, found, f"an effect 'raise {name}'", "raise it, or delete it and its lines")
        elif name not in sheet.events:
            found = f"the event '{name}', at which nothing happens"
            yield Diagnostic("unused", tag.place, found, f"lines under 'at {name}'", "write what happens, or delete it")
