"""What the lines of a book read, may write, call and look ahead to, answered from the resolved tree without running anything.

Every answer is an over-approximation: what can be read, written or come upon is named, whatever the conditions around it say.
So a cell that is *not* among the answers is certainly left alone, which is what pruning, caching and comparing rest on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import assert_never

from meldspec.book.core import After, Call, CardSet, Cell, Come, Const, Core, CouldAct, Each, Op, Suppose, Tag, Var
from meldspec.book.sheet import EffectLine, Line, Sheet, Standing, below, expressions, with_groups
from meldspec.language.immutable import Immutable, kept_with

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
ENDING: Names = frozenset({"over", "ender", "ending", "turn", "total", "score"})
"""What changes when a deal ends, besides what the book's own lines about it change."""
ABOUT_ACT = ("fields", "judges", "effects")
"""The groups of lines about an act: what it may name, what judges it, what it does."""
SCORED: tuple[Name, ...] = (("awards", ""), ("event", "scoring"), ("event", "judging"))
"""The groups of lines that are come upon only where the deal has ended."""


def of_act(name: str) -> tuple[Name, ...]:
    """The groups of lines about one act."""
    return tuple((sort, name) for sort in ABOUT_ACT)


KEPT = 32_768
"""How many expressions are remembered with what they mention; a book has some thousands."""


# Kept besides for all that say the same: the look-ahead makes expressions anew for every other reading.
@kept_with
@lru_cache(maxsize=KEPT)
def mentions(core: Core) -> frozenset[Name]:
    """The names that an expression speaks of, terms unopened."""
    return frozenset(name for node in below(core) for name in _names(node))


@kept_with
def mentioned(line: Line) -> frozenset[Name]:
    """The names that the expressions of a line speak of, terms unopened."""
    return frozenset().union(*map(mentions, expressions(line)))


def _names(node: Core) -> tuple[Name, ...]:
    match node:
        case Cell(name):
            return ("cell", name), ("cell", ALSO.get(name, name))
        case Call(name):
            return (("term", name),)
        case CardSet(name):
            return (("set", name),)
        case Op("option", (Const(name, _),)):
            return ("word", "option"), ("option", str(name))
        case Op("share" | "differ" as word, args) if SUITS in args:
            return ("word", word), SUIT
        case Op("eq" | "all_in" | "member" as word, args) if any(arg.type in CARDS for arg in args):
            return ("word", word), FACES
        case Op(word):
            return (("word", word), ("cell", word)) if word in KEPT_WORDS else (("word", word),)
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


class Reads(Immutable):
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


class Written(Immutable):
    """What effects may change: cells that may become anything, places that only lose cards, and lines that lay plays."""

    changed: Names
    lessened: Names
    lays: tuple[EffectLine, ...] = ()

    @kept_with
    def laid(self) -> Names:
        """The places from which and onto which plays are laid."""
        return frozenset([p.name for line in self.lays for p in line.parts if isinstance(p, Cell)])

    @kept_with
    def everything(self) -> Names:
        """All that may change in any way."""
        return self.changed | self.lessened | self.laid()


Groups = Mapping[Name, Sequence[Line]]
"""Lines that are come upon together, by their sort and name (`with_groups`)."""


def everywhere(tag: Tag) -> bool:
    """That a line holds, whatever its reading."""
    return True


def reach_of(sheet: Sheet, holds: Callable[[Tag], bool] = everywhere) -> Reach:
    """The reach of all lines of a sheet, or of those that hold."""
    return Reach(_InForce(sheet.derived(_groups), holds), holds)


class _InForce(Mapping[Name, Sequence[Line]]):
    """The groups of the lines that hold, each found when it is first asked for; one of which no line does is none.

    A ruling asks for the reach of many selections of one sheet, of most of them for a few groups, and most groups have no line that
    a question decides of.
    """

    def __init__(self, groups: Mapping[Name, tuple[list[Line], bool]], holds: Callable[[Tag], bool]) -> None:
        self._groups, self._holds = groups, holds
        self._found: dict[Name, list[Line]] = {}

    def __getitem__(self, name: Name) -> list[Line]:
        if name not in self._found:
            group, settled = self._groups[name]
            self._found[name] = group if settled else [line for line in group if self._holds(line.tag)]
        if not self._found[name]:
            raise KeyError(name)
        return self._found[name]

    def __iter__(self) -> Iterator[Name]:
        return (name for name in self._groups if name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _groups(sheet: Sheet) -> dict[Name, tuple[list[Line], bool]]:
    """The groups of all lines of a sheet, and of each whether it is the same under all readings."""
    found: dict[Name, list[Line]] = {}
    for sort, name, line in with_groups(sheet):
        found.setdefault((sort, name), []).append(line)
    return {name: (group, not any(line.tag.question for line in group)) for name, group in found.items()}


class Reach:
    """What lines reach.

    What terms and groups of lines speak of is gathered once and kept, so make one object for each selection (`Selection.reach`).
    Terms and events that lead to themselves do no harm: checks ask about books that are not free of faults.
    """

    def __init__(self, groups: Groups, holds: Callable[[Tag], bool] = everywhere) -> None:
        self.groups, self.holds = groups, holds
        # By identity, for a line is asked about often and costs more to hash than to walk through; it is kept so that it lives.
        self._looked: dict[int, tuple[Line, Reads]] = {}
        self._own: dict[str, frozenset[Name]] = {}
        self._whole: dict[str, frozenset[Name]] = {}
        self._led: dict[tuple[Name, bool], frozenset[Name]] = {}

    # ── expressions ────────────────────────────────────────────────────────────────────────────────────────────────────

    def reads(self, *cores: Core | None) -> Reads:
        """What expressions speak of, those that are there."""
        return Reads(self.opened({name for core in cores if core is not None for name in mentions(core)}))

    def opened(self, names: Iterable[Name]) -> frozenset[Name]:
        """Names, and all that the terms among them lead to."""
        found = frozenset(names)
        return found.union(*(self.led_to(name) for sort, name in found if sort == "term"))

    def terms(self, *cores: Core | None) -> tuple[str, ...]:
        """The terms that expressions call, by themselves and through other terms: each once, in an order that readers see."""
        found: dict[str, None] = {}
        waiting = [{name for sort, name in mentions(core) if sort == "term"} for core in cores if core is not None]
        while waiting:
            for name in sorted(waiting.pop() - found.keys()):
                found[name] = None
                waiting.append({inner for sort, inner in self._mentioned(name) if sort == "term"})
        return tuple(found)

    def led_to(self, name: str) -> frozenset[Name]:
        """All that a term leads to."""
        if name not in self._whole:
            called = self.terms(*self._bodies(name))
            self._whole[name] = self._mentioned(name).union(*map(self._mentioned, called))
        return self._whole[name]

    def _mentioned(self, name: str) -> frozenset[Name]:
        """What the bodies of a term speak of themselves."""
        if name not in self._own:
            self._own[name] = frozenset().union(*map(mentions, self._bodies(name)))
        return self._own[name]

    def _bodies(self, name: str) -> list[Core]:
        return [core for line in self.groups.get(("term", name), ()) for core in expressions(line)]

    # ── lines ──────────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def everything(self) -> Reads:
        """What all lines speak of, definitions that nothing calls included."""
        return Reads(frozenset(name for group in self.groups.values() for line in group for name in self._spoken(line)))

    def looked_at(self, line: Line) -> Reads:
        """What a line looks at: of a memory that it only sets, no more than whose it is."""
        if id(line) not in self._looked:
            cores: tuple[Core | None, ...] = expressions(line)
            if isinstance(line, EffectLine) and line.verb == "becomes" and isinstance(target := line.parts[0], Cell):
                cores = (target.owner, *cores[1:])
            self._looked[id(line)] = line, self.reads(*cores)
        return self._looked[id(line)][1]

    def carried_out(self, lines: Iterable[EffectLine]) -> list[EffectLine]:
        """Effects that hold, with those of the events that they bring about, each once."""
        found: dict[int, EffectLine] = {}
        waiting = list(lines)
        for line in waiting:
            if id(line) not in found and self.holds(line.tag):
                found[id(line)] = line
                event = {"raise": line.word, "end deal": "judging"}.get(line.verb, "")
                waiting += [other for other in self.groups.get(("event", event), ()) if isinstance(other, EffectLine)]
        return list(found.values())

    def writes(self, lines: Iterable[EffectLine], onto: Iterable[str] = ()) -> Written:
        """What effects may change. Plays that are laid may go to the places `onto` besides melds."""
        changed: set[str] = set()
        lessened: set[str] = set()
        lays: list[EffectLine] = []
        for line in self.carried_out(lines):
            names = [part.name for part in line.parts if isinstance(part, Cell)]
            match line.verb:
                case "move" | "move all":
                    lessened.add(names[-2])
                    changed.add(names[-1])
                case "draw" | "join" | "join to":
                    changed.update(names[-2:])
                case "lay":
                    lays.append(line)
                    changed.update(onto)
                case "becomes":
                    changed.add(names[0])
                case "end deal":
                    changed |= ENDING
        return Written(frozenset(changed), frozenset(lessened), tuple(lays))

    # ── groups of lines ────────────────────────────────────────────────────────────────────────────────────────────────

    def names(self, sort: str) -> list[str]:
        """The names of all groups of one sort."""
        return [name for kind, name in self.groups if kind == sort]

    def always(self) -> list[Name]:
        """The groups that every act may come upon, whatever it is: kinds and standing rules."""
        return [*(("kind", name) for name in self.names("kind")), ("standing", "")]

    def reached(self, groups: Iterable[Name], *, looking_ahead: bool = True) -> frozenset[Name]:
        """Groups of lines, and all that may have to be looked at in turn: terms, events, kinds and scores that are spoken of, and
        (unless it is asked to leave out `looking_ahead`) the acts that could be done, with what is come upon `always`.

        That an act which is judged by how things stand after it is carried out for that is left to the caller.
        """
        found: set[Name] = set()
        waiting = set(groups)
        while waiting:
            found |= waiting
            waiting = {name for group in waiting for name in self._leads(group, looking_ahead)} - found
        return frozenset(found)

    def lines(self, groups: Iterable[Name]) -> list[Line]:
        """The lines of all groups that are reached from some."""
        return [line for group in self.reached(groups) for line in self.groups.get(group, ())]

    def _leads(self, group: Name, looking_ahead: bool) -> frozenset[Name]:
        """The groups that the lines of one lead to at once."""
        known = group, looking_ahead
        if known not in self._led:
            spoken = {name for line in self.groups.get(group, ()) for name in self._spoken(line)}
            self._led[known] = frozenset(led for name in spoken for led in self._next(name, looking_ahead))
        return self._led[known]

    def _spoken(self, line: Line) -> Iterator[Name]:
        """The names that a line speaks of, terms unopened, and the event that it raises."""
        yield from mentioned(line)
        if isinstance(line, Standing):
            yield from (name for effect in line.effects if self.holds(effect.tag) for name in self._spoken(effect))
        if isinstance(line, EffectLine) and line.verb == "raise":
            yield "event", line.word

    def _next(self, name: Name, looking_ahead: bool) -> Iterable[Name]:
        """The groups that lines lead to which speak of something."""
        match name:
            case ("term" | "event", _):
                return (name,)
            case ("word", "fits" | "kind"):
                return (("kind", kind) for kind in self.names("kind"))
            case ("word", "score"):
                return SCORED
            case ("act", act) if looking_ahead:
                return (*of_act(act), *self.always())
            case ("ahead", "come") if looking_ahead:
                return (*(group for act in self.names("fields") for group in of_act(act)), *self.always())
            case _:
                return ()
