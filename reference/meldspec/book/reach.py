"""What the lines of a book read, may write, call and look ahead to, answered from the resolved tree without running anything.

Every answer is an over-approximation: what can be read, written or come upon is named, whatever the conditions around it say.
So a cell that is *not* among the answers is certainly left alone, which is what pruning, caching and comparing rest on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import assert_never

from meldspec.book.core import After, Call, CardSet, Cell, Come, Const, Core, CouldAct, Each, Op, Suppose, Tag, Var
from meldspec.book.sheet import EffectLine, Sheet, Standing, TermLine
from meldspec.book.traverse import Line, all_lines, below, expressions

Name = tuple[str, str]
"""A sort (option, cell, set, term, kind, phase, act, word, or one of the three below) and a name of that sort."""
Names = frozenset[str]
AFTERWARDS: Name = ("ahead", "afterwards")
COME: Name = ("ahead", "come")
FACES: Name = ("looks", "faces")
"""Cards are held against other cards, so that some that are else alike may be told apart."""
SUIT: Name = ("word", "suit")
SUITS = Const("suit", "any")
CARDS = ("card", "cards", "row")
KEPT_WORDS = ("total", "score")
"""Words about the table that are cells of it under another name."""
ALSO = {"seats": "dealer"}
"""Words about the table that are worked out from another one."""
ENDING: Names = frozenset({"over", "turn", "total", "score"})
"""What changes when a deal ends, besides what the book's own lines about it change."""
SCORED = ("scoring", "judging")
"""Events that befall only where the deal has ended."""
OWN = (None, Var("side", "side"), Op("side", (Var("player", "player"),), "side"), Var("player", "player"))
"""Who owns what is the player's own."""


def mentions(core: Core) -> set[Name]:
    """The names that an expression speaks of, terms unopened."""
    return {name for node in below(core) for name in _names(node)}


def _names(node: Core) -> tuple[Name, ...]:
    match node:
        case Cell(name):
            return ("cell", name), ("cell", ALSO.get(name, name))
        case Call(name):
            return (("term", name),)
        case CardSet(name):
            return (("set", name),)
        case Op():
            return tuple(_of_word(node))
        case Const(str(name), "kind" | "phase" as sort):
            return ((sort, name),)
        case CouldAct(act):
            return (("act", act),)
        case After():
            return (AFTERWARDS,)
        case Come():
            return (COME,)
        case Const() | Var() | Each() | Suppose():
            return ()
        case _:
            assert_never(node)


def _of_word(node: Op) -> Iterator[Name]:
    yield "word", node.op
    match node:
        case Op("option", (Const(name, _),)):
            yield "option", str(name)
        case Op("share" | "differ", args) if SUITS in args:
            yield SUIT
        case Op("eq" | "all_in" | "member", args) if any(arg.type in CARDS for arg in args):
            yield FACES
        case Op(word) if word in KEPT_WORDS:
            yield "cell", word


@dataclass(frozen=True)
class Reads:
    """What an expression or a line speaks of, by itself and through the terms that it calls."""

    names: frozenset[Name]

    def of(self, sort: str) -> Names:
        """The names of one sort."""
        return frozenset([name for kind, name in self.names if kind == sort])

    @cached_property
    def cells(self) -> Names:
        """The places and memories that it looks at."""
        return self.of("cell")

    @cached_property
    def ahead(self) -> bool:
        """Whether it looks past the present position: to that after the act, or to acts that could be done."""
        return any(sort in ("ahead", "act") for sort, _ in self.names)

    @property
    def asks(self) -> bool:
        """Whether it asks what acts could be done, or what could come of them: that only a referee can answer."""
        return any(sort == "act" for sort, _ in self.names) or COME in self.names

    @property
    def faces(self) -> bool:
        """Whether it may tell apart cards that are else alike, by holding them against others."""
        return FACES in self.names

    @property
    def suits(self) -> bool:
        """Whether the suit of a card matters to it."""
        return SUIT in self.names


@dataclass(frozen=True)
class Written:
    """What effects may change: cells that may become anything, places that only lose cards, and lines that lay plays; `elsewhere`
    are memories that may be somebody else's."""

    changed: Names
    lessened: Names
    lays: tuple[EffectLine, ...] = ()
    elsewhere: Names = frozenset()

    def everything(self) -> Names:
        """All that may change in any way."""
        laid = {p.name for line in self.lays for p in line.parts if isinstance(p, Cell)}
        return self.changed | self.lessened | laid


class Reach:
    """What the lines of a sheet reach: those of every reading, or those for which `holds` says yes.

    What a term speaks of is gathered once and kept, so make one object for each selection (`Selection.reach`). Terms and events
    that lead to themselves do no harm: checks ask about books that are not free of faults.
    """

    def __init__(self, sheet: Sheet, holds: Callable[[Tag], bool] = lambda _: True) -> None:
        self.sheet, self.holds = sheet, holds
        self._terms: dict[str, list[TermLine]] = {}
        for line in sheet.terms:
            if holds(line.tag):
                self._terms.setdefault(line.name, []).append(line)
        self._acts: dict[str, list[Line]] = {}
        self._own: dict[str, frozenset[Name]] = {}
        self._whole: dict[str, frozenset[Name]] = {}

    # ── expressions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def reads(self, *cores: Core | None) -> Reads:
        """What expressions speak of, those that are there."""
        return Reads(self.opened({name for core in cores if core is not None for name in mentions(core)}))

    def opened(self, names: Iterable[Name]) -> frozenset[Name]:
        """Names, and all that the terms among them lead to."""
        found = frozenset(names)
        return found.union(*(self._term(name) for sort, name in found if sort == "term"))

    def terms(self, *cores: Core | None) -> tuple[str, ...]:
        """The terms that expressions call, by themselves and through other terms: each once, in an order that readers see."""
        found: dict[str, None] = {}
        waiting = [{name for sort, name in mentions(core) if sort == "term"} for core in cores if core is not None]
        while waiting:
            for name in sorted(waiting.pop() - found.keys()):
                found[name] = None
                waiting.append({inner for sort, inner in self._mentioned(name) if sort == "term"})
        return tuple(found)

    def _term(self, name: str) -> frozenset[Name]:
        """All that a term leads to."""
        if name not in self._whole:
            called = self.terms(*(line.body for line in self._terms.get(name, ())))
            self._whole[name] = self._mentioned(name).union(*map(self._mentioned, called))
        return self._whole[name]

    def _mentioned(self, name: str) -> frozenset[Name]:
        """What the bodies of a term speak of themselves."""
        if name not in self._own:
            self._own[name] = frozenset().union(*(mentions(line.body) for line in self._terms.get(name, ())))
        return self._own[name]

    # ── lines ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def everything(self) -> Reads:
        """What all lines speak of, definitions that nothing calls included."""
        lines = (line for line in (*all_lines(self.sheet), *self.sheet.terms) if self.holds(line.tag))
        return self.reads(*(core for line in lines for core in expressions(line)))

    def looked_at(self, line: Line) -> Reads:
        """What a line looks at: of a memory that it only sets, no more than whose it is."""
        cores: tuple[Core | None, ...] = expressions(line)
        if isinstance(line, EffectLine) and line.verb == "becomes" and isinstance(target := line.parts[0], Cell):
            cores = (target.owner, *cores[1:])
        return self.reads(*cores)

    def carried_out(self, lines: Iterable[EffectLine]) -> list[EffectLine]:
        """Effects that hold, with those of the events that they bring about, each once."""
        found: dict[int, EffectLine] = {}
        waiting = list(lines)
        for line in waiting:
            if id(line) not in found and self.holds(line.tag):
                found[id(line)] = line
                event = {"raise": line.word, "end deal": "judging"}.get(line.verb, "")
                waiting += self.sheet.events.get(event, ())
        return list(found.values())

    def writes(self, lines: Iterable[EffectLine], onto: Iterable[str] = ()) -> Written:
        """What effects may change. Plays that are laid may go to the places `onto` besides melds."""
        changed: set[str] = set()
        lessened: set[str] = set()
        elsewhere: set[str] = set()
        lays: list[EffectLine] = []
        for line in self.carried_out(lines):
            names = [part.name for part in line.parts if isinstance(part, Cell)]
            match line.verb:
                case "move" | "move all":
                    lessened.add(names[-2])
                    changed.add(names[-1])
                case "draw" | "join":
                    changed.update(names[-2:])
                case "lay":
                    lays.append(line)
                    changed.update(onto)
                case "becomes":
                    changed.add(names[0])
                    if not (isinstance(line.parts[0], Cell) and line.parts[0].owner in OWN):
                        elsewhere.add(names[0])
                case "end deal":
                    changed |= ENDING
        return Written(frozenset(changed), frozenset(lessened), tuple(lays), frozenset(elsewhere))

    def act(self, name: str) -> list[Line]:
        """The lines about one act: its fields, what judges it, what it does."""
        if name not in self._acts:
            fields = [line for line in self.sheet.acts if line.name == name]
            judges = [line for line in self.sheet.judges if line.act == name]
            about = (*fields, *judges, *self.sheet.effects.get(name, ()))
            self._acts[name] = [line for line in about if self.holds(line.tag)]
        return self._acts[name]

    def lines(self, roots: Iterable[Line]) -> list[Line]:
        """Lines, and all that they may have looked at in turn, each once: terms, events, acts that could be done, scores.

        Kinds and standing rules are not among them unless they are given: every act may come upon those.
        """
        found: dict[int, Line] = {}
        waiting = list(roots)
        for line in waiting:
            if id(line) not in found and self.holds(line.tag):
                found[id(line)] = line
                waiting += self._next(line)
        return list(found.values())

    def _next(self, line: Line) -> Iterator[Line]:
        """The lines that one line leads to at once."""
        if isinstance(line, Standing):
            yield from line.effects
        if isinstance(line, EffectLine) and line.verb == "raise":
            yield from self.sheet.events.get(line.word, ())
        names = sorted({name for core in expressions(line) for name in mentions(core)})
        for sort, name in names:
            if sort == "term":
                yield from self._terms.get(name, ())
            elif sort == "act":
                yield from self.act(name)
            elif (sort, name) == COME:
                for act in self.sheet.symbols.acts:
                    yield from self.act(act)
        if ("word", "score") in names:
            yield from self.scored()

    def scored(self) -> Iterator[Line]:
        """The lines that score a deal and judge the match."""
        yield from self.sheet.awards
        for event in SCORED:
            yield from self.sheet.events.get(event, ())
