"""Names that mean two things, and whatever is declared and does nothing: names without a use, acts without effect."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from meldspec.book.change import places
from meldspec.book.checks.cards import SEATS
from meldspec.book.checks.questions import SORTS
from meldspec.book.core import Cell, Suppose, Tag, Var
from meldspec.book.flat import Entry, tagged
from meldspec.book.make_sheet import EVENTS
from meldspec.book.reach import Name, mentioned, mentions, reach_of
from meldspec.book.sheet import ActLine, EffectLine, Line, Sheet, TermLine, all_lines, below, expressions, listed
from meldspec.book.words import CONSTANTS, TABLE_WORDS
from meldspec.language import lines
from meldspec.language.problems import Diagnostic, Place
from meldspec.language.spelling import format_line
from meldspec.language.vocabulary import ATTRIBUTES

OFFERED = re.compile("did you mean '(.*)'")
"""What a mend offers for a misspelt word."""
MEND = "use it, or delete its line"
CALLED = {lines.PlaceLine: "place", lines.Keep: "memory"}
"""What messages call a declaration otherwise than by the sort of its name."""
MELDING: frozenset[Name] = frozenset((("word", "fits"), ("word", "kind")))
"""What is only asked where there are melds."""


class Use:
    """What the lines of a book use.

    `names` is whatever is spoken of or changed, `read` the places and memories whose content matters, `changed` the memories that
    effects set or a look ahead supposes to be otherwise, `entered` the phases that effects begin, `raised` the events, `spoken` the
    words that count as used anyway.
    """

    def __init__(self, sheet: Sheet, problems: list[Diagnostic]) -> None:
        self.sheet = sheet
        reach = reach_of(sheet)
        every = [line for line in all_lines(sheet) if not isinstance(line, TermLine)]
        self.names = reach.opened({name for line in every for name in mentioned(line) | listed(line)})
        self.read = reach.opened({name for line in every for name in _read(line)})
        effects = [line for line in every if isinstance(line, EffectLine)]
        settings = [(line.parts[0], line.parts[1]) for line in effects if line.verb == "becomes"]
        nodes = [node for line in all_lines(sheet) for core in expressions(line) for node in below(core)]
        self.changed = {target.name for target, _ in settings if isinstance(target, Cell)}
        self.changed |= {node.memory.name for node in nodes if isinstance(node, Suppose)}
        self.entered = {name for target, value in settings if isinstance(target, Cell) for name in reach.reads(value).of("phase")}
        self.raised = {line.word for line in effects if line.verb == "raise"}
        # Where words of the book are wrong already, what a misspelt one may have meant is not told of as idle besides.
        meant = {name for problem in problems for name in OFFERED.findall(problem.mend)}
        self.spoken = set(BUILT_IN) | (sheet.named | meant if problems else set())

    def idle(self, node: lines.Formal) -> Iterator[Diagnostic]:
        """What is idle about one declaration."""
        if isinstance(node, lines.Nameless):
            return
        match node:
            case lines.Option(name) | lines.Cards(name) | lines.Define(name) | lines.PlaceLine(name):
                yield from self._unused(node, SORTS[type(node)], name)
            case lines.Keep():
                yield from self._memory(node)
            case lines.Phases():
                yield from self._phases(node)
            case lines.Kind(name):
                if not _melds(self.sheet):
                    found = f"the kind '{name}', where nothing is ever melded"
                    yield Diagnostic("unused", node.place, found, "an act with plays onto groups, or a line that says 'fits'", MEND)
            case lines.Act() | lines.Event():
                # These are looked at by themselves.
                pass
            case _:
                assert_never(node)

    def mended(self, problem: Diagnostic, entry: Entry, tag: Tag, node: lines.Formal) -> Diagnostic:
        """A problem of a declaration with what a variant writes that inherits it: it cannot delete a line of its parent."""
        if not entry.changes or node.place in places(entry.changes[-1][1]):
            return problem
        if tag.question:
            name = tag.question.rsplit(".", 1)[1]
            mend = f"settle the question '{name}', leave it out, or give its readings other lines"
            return replace(problem, mend=f"{mend}, under 'change clause {tag.clause}'")
        quote = format_line(node).split(":")[0] + ":" * isinstance(node, lines.Define)
        mend = f"write 'leave out \"{quote}\"' under 'change clause {tag.clause}'"
        setting = [line for line in all_lines(self.sheet) if isinstance(line, EffectLine) and line.verb == "becomes"]
        name = node.name if isinstance(node, lines.Keep) else ""
        if where := dict.fromkeys(line.tag.clause for line in setting if getattr(line.parts[0], "name", "") == name):
            mend += f", and 'leave out \"then {name}\"' in {', '.join(where)}"
        return replace(problem, mend=f"set it, or {mend}, and what looks at it" if problem.code == "never-set" else mend)

    def _unused(self, node: lines.Formal, sort: str, name: str) -> Iterator[Diagnostic]:
        """A name that no line speaks of; the number of players, and the row on which the pack is put, every game has in use."""
        what = CALLED.get(type(node), sort)
        needed = [("option", SEATS), *(("place", row) for row in self.sheet.symbols.of_form("row")[:1])]
        if (sort, name) not in self.names and name not in self.spoken and (what, name) not in needed:
            yield Diagnostic("unused", node.place, f"the {what} '{name}', which no line speaks of", "names that are used", MEND)

    def _memory(self, node: lines.Keep) -> Iterator[Diagnostic]:
        """A memory that no line speaks of, or that is only set, or only read."""
        name = node.name
        read = ("cell", name) in self.read or name in self.spoken
        if not read and name not in self.changed:
            yield from self._unused(node, "cell", name)
        elif not read:
            found, mend = f"the memory '{name}', which is set and never looked at", "use it, or delete it and what sets it"
            yield Diagnostic("never-read", node.place, found, "a memory that some line depends on", mend)
        elif name not in self.changed and name not in self.spoken:
            found, mend = f"the memory '{name}', which always is what it starts as", "set it, or delete it and what looks at it"
            yield Diagnostic("never-set", node.place, found, f"an effect '{name} becomes …'", mend)

    def _phases(self, node: lines.Phases) -> Iterator[Diagnostic]:
        """Phases that nothing names, or nothing enters; the first of the book is that of the set-up."""
        for name in node.names:
            if name == self.sheet.symbols.phases[0] or name in self.spoken:
                continue
            if ("phase", name) not in self.names:
                yield from self._unused(node, "phase", name)
            elif name not in self.entered:
                found, expected = f"the phase '{name}', which nothing ever enters", f"an effect 'phase becomes {name}'"
                yield Diagnostic("never-set", node.place, found, expected, "let some act or event enter it, or delete it")


def check_use(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Names without a use.

    Of a variant only what it declares itself is looked at: what it inherits has its use in the book that it comes from.
    """
    use = Use(sheet, problems)
    seen: set[tuple[str, str]] = set()
    for entry in sheet.book.entries:
        for tag, node in tagged(entry) if entry.origin == sheet.book.name else ():
            # Several readings may declare one name, and kinds go on in several blocks: each is told of once.
            name = type(node).__name__, str(getattr(node, "name", node.place))
            if name not in seen:
                problems += (use.mended(one, entry, tag, node) for one in use.idle(node))
            seen.add(name)
    problems += _acts(sheet)
    problems += _events(sheet, use)


def _read(line: Line) -> frozenset[Name]:
    """The names whose meaning or content a line depends on; a memory that is only set, or only counted on, is not read."""
    if not isinstance(line, EffectLine) or line.verb != "becomes" or not isinstance(target := line.parts[0], Cell):
        return mentioned(line)
    _, value, *others = expressions(line)
    owner = () if target.owner is None else (target.owner,)
    # `count becomes count plus 1` alone does not make the memory one that anything hangs on.
    return (mentions(value) - {("cell", target.name)}).union(*map(mentions, (*owner, *others)))


def _melds(sheet: Sheet) -> bool:
    """Whether any line makes melds or asks for their kind."""
    groups = set(sheet.symbols.of_form("groups"))
    laid = any(groups.intersection(field.onto) for act in sheet.acts for field in act.fields)
    return laid or any(MELDING & mentioned(line) for line in all_lines(sheet))


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


# ── names that mean two things ──────────────────────────────────────────────────────────────────────────────────────────────────

ALONE = frozenset((*CONSTANTS, *TABLE_WORDS, "player", "side", "cards", "new", "it"))
"""Words that mean something without a declaration when they stand alone."""
BUILT_IN = ALONE | frozenset(ATTRIBUTES)
"""These, and the words that take `of`."""


def check_words(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Every declared name beside the built-in words and beside the others."""
    phases: dict[str, Place] = {}
    symbols = sheet.symbols
    names = {name for sort in (symbols.options, symbols.sets, symbols.places, symbols.keeps, symbols.terms) for name in sort}
    types: dict[str, str] = {}
    for _, node in sheet.book.formal():
        if isinstance(node, lines.Nameless):
            continue
        match node:
            case lines.Phases():
                problems += _phases(node, phases, names)
            case lines.Event(name):
                problems += [_clash(name, node.place, "an event")] if name in EVENTS else []
            case lines.Act():
                problems += _act_fields(node, names, types)
            case lines.Option() | lines.Cards() | lines.PlaceLine() | lines.Keep() | lines.Define() | lines.Kind():
                # `players` is a word of `of`, and by name the option that says how many play.
                seats = isinstance(node, lines.Option) and node.name == SEATS
                problems += [_clash(node.name, node.place, "a word")] if node.name in BUILT_IN and not seats else []
            case _:
                assert_never(node)


def _clash(name: str, place: Place, sort: str) -> Diagnostic:
    """A name that is taken by the language."""
    found, expected = f"a declaration of '{name}', which is {sort} of the language", "a name that the language leaves free"
    return Diagnostic("clash", place, found, expected, f"give it another name, such as 'own-{name}'")


def _phases(node: lines.Phases, phases: dict[str, Place], names: set[str]) -> Iterator[Diagnostic]:
    """Phases named twice, or like something else."""
    for name in node.names:
        if name in ALONE:
            yield _clash(name, node.place, "a word")
        elif name in phases:
            found, mend = f"a second phase '{name}'", f"the first one stands at {phases[name]}"
            yield Diagnostic("declared-twice", node.place, found, "every name declared once", mend)
        elif name in names:
            found = f"a phase '{name}' beside something else of that name"
            yield Diagnostic("clash", node.place, found, "every name declared once", "rename the phase")
        phases.setdefault(name, node.place)


def _act_fields(node: lines.Act, names: set[str], types: dict[str, str]) -> Iterator[Diagnostic]:
    """Fields of an act that hide another word, or have another type than in another act."""
    seen: set[str] = set()
    for field in node.fields:
        name = field.name
        if name in seen:
            found = f"a second field '{name}' of '{node.name}'"
            yield Diagnostic("declared-twice", field.place, found, "every field of an act with its own name", "rename one of them")
        elif name in ALONE:
            yield _clash(name, field.place, "a word")
        elif name in names:
            found = f"the field '{name}', which hides something else of that name"
            yield Diagnostic("clash", field.place, found, "a field with a name of its own", "rename the field")
        if types.setdefault(name, field.type) != field.type:
            found = f"the field '{name}' as {field.type}, which another act has as {types[name]}"
            yield Diagnostic("field-type", field.place, found, "one type for a field's name", "rename one of the fields")
        seen.add(name)
