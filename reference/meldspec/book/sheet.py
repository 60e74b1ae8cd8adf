"""A book with every line resolved, what the checker looks at and the engine compiles, and iteration over its lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TypeVar

from meldspec.book.core import FIELDS, Core, Tag, children, held
from meldspec.book.derived import Derived
from meldspec.book.flat import Book
from meldspec.book.symbols import Symbols
from meldspec.language import lines
from meldspec.language.immutable import Immutable, kept_with, mutable

Node = TypeVar("Node", bound=lines.Formal)


class Tagged(Immutable):
    """A resolved line, and where it comes from."""

    tag: Tag


class JudgeLine(Tagged):
    """`allow`, `require` or `forbid` for one act, or a line of a kind (`act` is then the kind)."""

    act: str
    mode: str
    require: Core | None
    when: Core | None


class Loop(Immutable):
    """`for each VAR in LIST`"""

    var: str
    source: Core


class EffectLine(Tagged):
    """One `then` line: verb, operands, a word (event, way of ending), loop and condition."""

    verb: str
    parts: tuple[Core, ...]
    word: str
    loop: Loop | None
    when: Core | None


class AwardLine(Tagged):
    """One `award` (sign 1) or `charge` (sign -1) line."""

    sign: int
    points: Core
    loop: Loop | None
    when: Core | None


class Standing(Tagged):
    """One `whenever` block."""

    loop: Loop | None
    condition: Core
    effects: tuple[EffectLine, ...]


class TermLine(Tagged):
    """One body of a defined term."""

    name: str
    param: str
    body: Core


class FieldLine(Immutable):
    """One field of an act; `source` is the bag its cards come from (or the numbers it may be), `limits` which of the cards may go
    to a place, where it says so."""

    name: str
    type: str
    source: Core | None
    onto: tuple[str, ...]
    spelt: str
    limits: tuple[tuple[str, Core], ...] = ()


class ActLine(Tagged):
    """One act with its fields."""

    name: str
    fields: tuple[FieldLine, ...]


class Declared(Tagged):
    """A declaration whose expressions, if any, are resolved: `value` is the deck's count, the number of sides, a memory's
    start, or what is shown; `seen` are what a memory is and when a table shows it, the first that holds counting; `likely`
    what it is taken for where none holds."""

    node: lines.Formal
    value: Core | None = None
    seen: tuple[tuple[Core, Core], ...] = ()
    likely: tuple[tuple[Core, Core], ...] = ()


@mutable
class Sheet(Derived):
    """All resolved lines of a flat book, those of every reading, each in the order of the book.

    `term_free` are the variables that each term reads, `term_type` is what it gives. `named` holds every declared name that some
    expression speaks of, one that could not be resolved included. `origin` is the digest of the texts that it was made of; empty
    where these came from no files, and of a sheet that was made of another one.
    """

    book: Book
    symbols: Symbols
    judges: list[JudgeLine] = field(default_factory=list)
    kinds: list[JudgeLine] = field(default_factory=list)
    effects: dict[str, list[EffectLine]] = field(default_factory=dict)
    events: dict[str, list[EffectLine]] = field(default_factory=dict)
    awards: list[AwardLine] = field(default_factory=list)
    standing: list[Standing] = field(default_factory=list)
    terms: list[TermLine] = field(default_factory=list)
    acts: list[ActLine] = field(default_factory=list)
    declared: list[Declared] = field(default_factory=list)
    term_free: dict[str, dict[str, str]] = field(default_factory=dict)
    term_type: dict[str, str] = field(default_factory=dict)
    named: set[str] = field(default_factory=set)
    origin: str = field(default="", init=False)

    def declared_as(self, kind: type[Node]) -> list[tuple[Tag, Node, Core | None]]:
        """The declarations of one sort: where each comes from, its node, its expression."""
        return [(line.tag, line.node, line.value) for line in self.declared if isinstance(line.node, kind)]


# ── iteration over lines and their expressions ──────────────────────────────────────────────────────────────────────────────

Line = JudgeLine | EffectLine | AwardLine | Standing | TermLine | ActLine | Declared


def with_groups(sheet: Sheet) -> Iterator[tuple[str, str, Line]]:
    """Every resolved line, with the sort of the lines that it is come upon with (term, fields, judges, effects, event, kind,
    standing, awards, shows, declared) and, where there are several groups of that sort, a name. Definitions come last."""
    yield from (("shows" if isinstance(line.node, lines.Show) else "declared", "", line) for line in sheet.declared)
    yield from (("fields", line.name, line) for line in sheet.acts)
    yield from (("kind", line.act, line) for line in sheet.kinds)
    yield from (("judges", line.act, line) for line in sheet.judges)
    yield from (("effects", act, line) for act, group in sheet.effects.items() for line in group)
    yield from (("event", event, line) for event, group in sheet.events.items() for line in group)
    yield from (("standing", "", line) for line in sheet.standing)
    yield from (("awards", "", line) for line in sheet.awards)
    yield from (("term", line.name, line) for line in sheet.terms)


def all_lines(sheet: Sheet) -> Iterator[Line]:
    """Every resolved line, definitions last."""
    for _, _, line in with_groups(sheet):
        yield line
        # A standing rule has a line of its own, its condition; its effects are lines beside it.
        if isinstance(line, Standing):
            yield from line.effects


@kept_with
def expressions(line: Line) -> tuple[Core, ...]:
    """The expressions of one line; those of a standing rule's effects are their own lines'."""
    names = (name for name in FIELDS[type(line)] if name != "effects")
    return tuple([core for name in names for core in held(getattr(line, name))])


def listed(line: Line) -> set[tuple[str, str]]:
    """The names that a line lists outside its expressions, each with its sort: places of plays, sets within sets."""
    if isinstance(line, ActLine):
        return {("cell", place) for field in line.fields for place in field.onto}
    held = line.node if isinstance(line, Declared) else None
    return {("set", item) for item in held.items} if isinstance(held, lines.Cards | lines.Worth) else set()


@kept_with
def below(core: Core) -> tuple[Core, ...]:
    """An expression and everything in it, terms unopened; kept, since nearly every check goes through all expressions."""
    found: list[Core] = []
    _gather(core, found)
    return tuple(found)


def _gather(core: Core, found: list[Core]) -> None:
    """Add an expression and everything in it to what was found."""
    found.append(core)
    for child in children(core):
        _gather(child, found)


def together(one: Tag, other: Tag) -> bool:
    """Whether two lines can be in force at once: they are not of two readings of one question."""
    return not one.question or one.question != other.question or one.reading == other.reading
