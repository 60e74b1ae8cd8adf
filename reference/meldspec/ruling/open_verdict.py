"""Whether a verdict hangs on the hand of whoever acts, or on the pile, where the file tells only how many cards lie there.

So it may hang on cards that the rules remember and nobody has told. Other cards are filled in, so that there is a table to judge;
but what is said of them is no ruling. A line that asks which cards they are, or what could be done with them, is open, and so is
the verdict where nothing but open lines decides it.
"""

from collections.abc import Iterable, Mapping
from copy import copy
from functools import cached_property
from itertools import chain
from typing import Any

from meldspec.book.core import After, Call, CardSet, Cell, Come, Core, CouldAct, Op, children, free_variables
from meldspec.book.quantities import UNBOUND
from meldspec.book.reach import reach_of
from meldspec.book.sheet import JudgeLine, expressions
from meldspec.engine.asked import Asked, known_of
from meldspec.engine.referee import Referee
from meldspec.engine.runtime import without
from meldspec.position.marked import Path
from meldspec.position.position import Position
from meldspec.table.faults import EngineDefect
from meldspec.table.table import Act, Cells

HAND, PILE = "hand", "pile"
"""The places whose cards a file may tell by their number, and that lines on acts look into."""
WHOSE = frozenset({"player", "side"})
"""What a line may speak of that asks nothing of the act itself."""


def hangs_on_open(position: Position, act: Act) -> tuple[Path, ...]:
    """Where the cards lie, told by their number alone, on which the verdict on an act hangs; nothing where it is the same whatever
    they are."""
    places = open_places(position, act)
    if not places or not _open(position, act, frozenset(places)):
        return ()
    alone = [name for name in places if _open(position, act, frozenset((name,)))]
    return tuple(places[name] for name in alone or places)


def may_hang_on(position: Position, act: Act, memory: str) -> bool:
    """Whether the verdict on an act may hang on cards, or melds, that the rules remember under a name."""
    return _open(position, act, frozenset((memory,)))


def open_places(position: Position, act: Act) -> dict[str, Path]:
    """The places told by number alone that lines on an act may look into, by whichever readings, each with its path in the file."""
    paths = {HAND: ("hands", act.seat), PILE: (PILE,)}
    places = {name: path for name, path in paths.items() if path in position.made_up}
    if PILE in places and not _may_look_in_pile(position, act):
        del places[PILE]
    return places


def _may_look_in_pile(position: Position, act: Act) -> bool:
    """Whether some line on an act, by whichever reading, looks into the pile, or looks ahead to an act that does."""
    sheet = position.rulebook.sheet
    reads = reach_of(sheet).reads(*chain.from_iterable(expressions(line) for line in sheet.judges if line.act == act.name))
    asking = _Asking(position, act, frozenset((PILE,)))
    return PILE in reads.cells or (reads.asks and any(map(asking.looks_there, position.rulebook.laying)))


def _open(position: Position, act: Act, places: frozenset[str]) -> bool:
    """Whether the verdict is open as long as nobody knows the cards in these places."""
    asking = _Asking(position, act, places)
    judged = [(line.mode, asking.passes(line)) for line in position.rulebook.acts[act.name].judges]
    duties = [passes for mode, passes in judged if mode != "allow"]
    permissions = [passes for mode, passes in judged if mode == "allow"]
    refused = False in duties or (bool(permissions) and not any(passes is not False for passes in permissions))
    allowed = None not in duties and (not permissions or True in permissions)
    return not (refused or allowed)


class _Asking:
    """Asks the lines about one act, in a position in which nobody knows the cards in some places."""

    def __init__(self, position: Position, act: Act, places: frozenset[str]) -> None:
        self.rulebook, self.cells, self.places = position.rulebook, position.table.cells, places
        self.position, self.act = position, act
        self.asked, self.referee = self.rulebook.derived(Asked), Referee(self.rulebook)
        self.bodies = self.rulebook.selection.bodies
        self.telling: dict[int, tuple[Core, bool]] = {}
        self.names = known_of(self.referee, self.cells, act)
        pile = position.marked.value.get(PILE)
        self.knows_top = isinstance(pile, Mapping) and "top" in pile

    def passes(self, line: JudgeLine) -> bool | None:
        """Whether a duty or a bar lets the act pass, or a permission permits it; None where that is open."""
        applies = True if line.when is None else self.holds(line.when, self.names)
        if line.mode == "allow":
            return applies
        fulfilled = False if line.require is None else self.holds(line.require, self.names)
        if applies is False or fulfilled is True:
            return True
        return False if applies and fulfilled is False else None

    def holds(self, core: Core, names: Mapping[str, Any]) -> bool | None:
        """Whether a condition holds; None where that is open."""
        if isinstance(core, Op) and core.op in ("and", "or"):
            return self._joined(core.args, names, deciding=core.op == "or")
        if isinstance(core, Op) and core.op == "not":
            held = self.holds(core.args[0], names)
            return None if held is None else not held
        if isinstance(core, After) and self.places == {PILE} and self.tells_cards(core):
            return self.holds_afterwards(core.body, names)
        if isinstance(core, Call) and not any(self.tells_cards(given) for _, given in core.args):
            return self.holds(self.bodies[core.name], {name: self.value(given, names) for name, given in core.args})
        if self.tells_cards(core):
            return None
        try:
            return bool(self.value(core, names))
        # What is asked about is there with other cards alone.
        except EngineDefect:
            return None

    def holds_afterwards(self, core: Core, names: Mapping[str, Any]) -> bool | None:
        """Whether a condition holds after the act, by which cards of the pile that nobody knows may come into the hand; None where
        that is open."""
        try:
            told = {end.holds(core, names) for end in self._ends}
        # With other cards the act could not be done so.
        except EngineDefect:
            return None
        return told.pop() if len(told) == 1 else None

    @cached_property
    def _ends(self) -> tuple["_Afterwards", ...]:
        """The position after the act as the cards that nobody knows were filled in, and as if there were none of them."""
        pile = self.rulebook.layout[PILE].first
        bare = (*self.cells[:pile], without(self.cells[pile], self.position.made_up[(PILE,)]), *self.cells[pile + 1 :])
        return tuple(_Afterwards(self.position, self.act, cells) for cells in (self.cells, bare))

    def _joined(self, parts: Iterable[Core], names: Mapping[str, Any], deciding: bool) -> bool | None:
        """Whether one of some conditions is as decides, in their order: what comes after that one need not be there."""
        found: bool | None = not deciding
        for part in parts:
            held = self.holds(part, names)
            if held is deciding:
                return deciding
            found = None if held is None else found
        return found

    def value(self, core: Core, names: Mapping[str, Any]) -> Any:
        """The value of an expression that tells nothing of the cards."""
        return self.asked.value(core, self.referee, self.cells, names)

    def tells_cards(self, core: Core) -> bool:
        """Whether the value of an expression may hang on which cards lie there, and not only on how many there are."""
        if id(core) not in self.telling:
            # What is asked for within itself adds nothing to it.
            self.telling[id(core)] = core, False
            self.telling[id(core)] = core, self._tells_cards(core)
        return self.telling[id(core)][1]

    def _tells_cards(self, core: Core) -> bool:
        """The same, worked out."""
        match core:
            case Come():
                return HAND in self.places or any(map(self.looks_there, self.rulebook.laying))
            case CouldAct(act):
                return HAND in self.places or self.looks_there(act)
            case Op("top", (Cell(name),)) if name == PILE and self.knows_top:
                return False
            case After(body) if self.knows_top:
                return self._later.tells_cards(body)
            case Cell(name):
                return name in self.places or any(map(self.tells_cards, children(core)))
            case Op("between", (CardSet("cards"), bag, *rest)):
                return not self._is_whole(bag) or any(map(self.tells_cards, rest))
            case Op("number", (bag,)):
                return not self._is_whole(bag)
            case Call(name):
                return self.tells_cards(self.bodies[name]) or any(map(self.tells_cards, children(core)))
            case _:
                return any(map(self.tells_cards, children(core)))

    @cached_property
    def _later(self) -> "_Asking":
        """The same where the act may have brought another card to the top."""
        later = copy(self)
        later.telling, later.knows_top = {}, False
        return later

    def looks_there(self, act: str) -> bool:
        """Whether an act of some sort may be possible now that these places have a say in."""
        compiled = self.rulebook.acts[act]
        asked = chain.from_iterable(map(expressions, compiled.judges))
        reads = self.rulebook.selection.reach.reads(*asked, *(field.line.source for field in compiled.fields))
        return bool(reads.cells & self.places) and not any(map(self._bars, compiled.judges))

    def _bars(self, line: JudgeLine) -> bool:
        """Whether a line bars every act of its sort now, whatever it names and whatever cards nobody knows: as in another phase."""
        if line.mode != "require" or line.require is None or line.when is not None:
            return False
        return free_variables(line.require).keys() <= WHOSE and self.holds(line.require, self.names) is False

    def _is_whole(self, bag: Core) -> bool:
        """Whether a bag is all that lies in some places: however many cards these have, so many it has."""
        match bag:
            case Cell(name):
                # Of cards that the rules remember nobody knows the number either.
                return name not in self.places or name in (HAND, PILE)
            case Call(name):
                return self._is_whole(self.bodies[name])
            case Op("with", args):
                return all(map(self._is_whole, args))
            case _:
                return not self.tells_cards(bag)


class _Afterwards(_Asking):
    """Asks about the position after an act by which cards that nobody knows may come into the hand.

    They may be any cards, and some may not stay there, as red threes do not: the hand has as many cards as if all stayed, or as if
    there were none of them, or a number between. Whatever else the act or a standing rule may write is open.
    """

    def __init__(self, position: Position, act: Act, before: Cells) -> None:
        super().__init__(position, act, frozenset())
        self.cells = known_of(self.referee, before, act)["afterwards"]()
        selection = self.rulebook.selection
        standing = [effect for rule in selection.chosen(selection.sheet.standing) for effect in rule.effects]
        # The melds that are laid are those that the act names.
        written = selection.reach.writes([*selection.chosen(selection.sheet.effects.get(act.name, ())), *standing])
        self.places = frozenset((PILE, HAND)) | written.changed | written.lessened
        self.knows_top = False

    def _tells_cards(self, core: Core) -> bool:
        match core:
            case After():
                return True
            # Of so many cards and no others it may be untrue with few cards and with many, and true between.
            case Op("between", (CardSet("cards"), _, least, most)) if UNBOUND not in (least, most):
                return True
            case Op("number", (bag,)):
                return self.tells_cards(bag)
            case _:
                return super()._tells_cards(core)

    def _is_whole(self, bag: Core) -> bool:
        return bag.name == HAND or bag.name not in self.places if isinstance(bag, Cell) else super()._is_whole(bag)
