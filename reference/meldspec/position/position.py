"""A position: a file, held against a rulebook, as a table; whatever cannot be is gathered."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from meldspec.book.sheet import EffectLine, all_lines
from meldspec.engine.deal import blank
from meldspec.engine.play import close
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.language.immutable import Immutable
from meldspec.language.problems import did_you_mean
from meldspec.position.at_rest import at_rest, check_at_rest
from meldspec.position.cards import Draft, UnknownCards
from meldspec.position.marked import Marked, Path, PositionError
from meldspec.position.memory import memories, named, read_memory, word
from meldspec.position.places import PlaceReader
from meldspec.position.seen_memory import likely_memory, seen_memory
from meldspec.protocol.actions import act_from_action
from meldspec.table.table import DEALER, ENDED, MATCH, PHASE, TOTALS, TURN, Act, Cells, Table


class Position(Immutable):
    """A position that can be: its file, the rulebook it is read under, and the table.

    `made_up` are cards that nobody knows, by the paths that they fill; `told` the cells of memory that the file speaks of;
    `follows` those others that the table shows, with their values, `assumed` those that it does not show and that are likely not to
    be at their start, as all other memory is taken to be. `given` are the cells before anything was read off them, and before a
    deal that has ended was scored. `unknown` says of those made up how many there are, where, and which they may be.
    """

    marked: Marked
    rulebook: Rulebook
    table: Table
    made_up: dict[Path, tuple[int, ...]]
    told: frozenset[int]
    follows: dict[int, Any]
    assumed: dict[int, Any]
    given: Cells
    unknown: tuple[UnknownCards, ...] = ()

    @property
    def title(self) -> str:
        """What the file calls itself."""
        return str(self.marked.value.get("title", ""))

    @property
    def takes_stock(self) -> bool:
        """Whether the file does not tell of the stock, which is then taken to be all cards that lie nowhere else."""
        return ("stock",) in self.made_up and "stock" not in self.marked.value and not self.marked.value.get("complete")

    @property
    def all_lies_there(self) -> bool:
        """Whether all cards of the pack lie on the table: then unknown cards of one place alone can only be those that are left."""
        held = [(place.form, cards) for place in self.rulebook.layout.places() for cards in place.values(self.given)]
        lying = sum(sum(map(len, cards)) if form == "groups" else len(cards) for form, cards in held)
        return lying == sum(self.rulebook.faces.counts)

    def under(self, question: str, reading: str, anew: bool = False) -> "Position":
        """The same file under another reading of one question; it is read `anew`, or only where that reading reads it otherwise.

        Raises PositionError where it cannot be under that reading.
        """
        rulebook = self.rulebook.under(question, reading)
        if not anew:
            other = self.looked_over(rulebook)
            if other is not None:
                return other
        try:
            return set_up(self.marked, rulebook, made_up=self.made_up)
        except PositionError:
            # The unknown cards that did for the one reading may set a standing rule going under the other: then other ones do.
            return set_up(self.marked, rulebook)

    def looked_over(self, rulebook: Rulebook) -> "Position | None":
        """The same file under another rulebook of its book, where that reads all that stands there alike, and has at most other
        memories; none where the file is to be read anew."""
        return self.with_the_same_cells(rulebook) or self._with_other_memories(rulebook)

    def with_the_same_cells(self, rulebook: Rulebook) -> "Position | None":
        """The same file under another rulebook that reads all its cards and memory alike; none where it does not, or where
        something is wrong that is to be told in the words of that rulebook."""
        mine = self.rulebook
        # To read a file takes longer than all else, and few readings change which places and memories there are.
        if rulebook.layout is not mine.layout or rulebook.faces is not mine.faces:
            return None
        return self._read_off_anew(rulebook, self.given, self.told)

    def _with_other_memories(self, rulebook: Rulebook) -> "Position | None":
        """The same of a rulebook with other memories beside those that both have: places have their cells before any memory."""
        mine, theirs = self.rulebook.layout, rulebook.layout
        if theirs is mine or rulebook.faces is not self.rulebook.faces:
            return None
        if (mine.seats, mine.sides, mine.places()) != (theirs.seats, theirs.sides, theirs.places()):
            return None
        cells, told = theirs.blank(), self.told
        cells[: MATCH + 1] = self.given[: MATCH + 1]
        for range_ in theirs.ranges:
            if mine.has(range_.name):
                if mine[range_.name] != range_:
                    return None
                cells[range_.first : range_.first + range_.count] = range_.values(self.given)
            # What the file says of it was passed over here.
            elif range_.name in self.marked.value.get("memory", {}):
                return None
        gone = {cell for range_ in mine.ranges if not theirs.has(range_.name) for cell in range_.cells}
        return self._read_off_anew(rulebook, tuple(cells), told - gone)

    def _read_off_anew(self, rulebook: Rulebook, given: Cells, told: frozenset[int]) -> "Position | None":
        """The same file under another rulebook where its cells are known: what they show may be otherwise."""
        melds = [meld for r in rulebook.layout.places() if r.form == "groups" for lying in r.values(given) for meld in lying]
        if not all(map(rulebook.kind_of, melds)):
            return None
        cells, seen = list(given), seen_memory(rulebook, given)
        if any(cells[cell] != seen[cell] for cell in told & seen.keys()):
            return None
        follows, assumed = _read_off(rulebook, cells, told, seen)
        if not at_rest(rulebook, cells):
            return None
        table = _scored(rulebook, cells)
        return replace(self, rulebook=rulebook, table=table, told=told, follows=follows, assumed=assumed, given=given)

    def act(self) -> Act | None:
        """The act that is to be ruled on, or none where the file asks for none."""
        asked = self.marked.value.get("act")
        if asked is None:
            return None
        turn = self.table.cells[TURN]
        seat = asked.get("seat", turn if turn is not None else 0)
        return act_from_action(self.rulebook, seat, _with_lists(asked["action"]))


def _with_lists(action: Mapping[str, Any]) -> dict[str, Any]:
    """An action whose plays may write their cards as one text."""
    return {key: [_listed(play) for play in value] if isinstance(value, list) else value for key, value in action.items()}


def _listed(play: Any) -> Any:
    """A play with its cards as a list."""
    if isinstance(play, dict) and isinstance(play.get("cards"), str):
        return {**play, "cards": play["cards"].split()}
    return play


def set_up(
    marked: Marked,
    rulebook: Rulebook,
    broken: Collection[str] = (),
    made_up: Mapping[Path, tuple[int, ...]] | None = None,
    believable: bool = True,
) -> Position:
    """The position of a file under a rulebook; what is wrong in the fields `broken` has been taken out, and unknown cards are those
    `made_up` before, where there were such. Where it need not be `believable`, memory may be told otherwise than the table shows.

    Raises PositionError with everything that is wrong.
    """
    # The dealer and the totals are set as they are read: each may be wrong, and all that is wrong is told at once.
    cells = blank(rulebook, 0, marked.value.get("deal", _deal_taken(marked.value)), ())
    draft = PlaceReader(marked, [], rulebook, broken, dict(made_up or {}), cells)
    _read_course(draft)
    draft.read_places()
    told = read_memory(draft)
    # Filled only where nothing is wrong: a card that could not be read would be drawn for an unknown one.
    if not draft.problems and not broken:
        draft.fill()
    _stop_if_wrong(draft)
    given = tuple(cells)
    seen = seen_memory(rulebook, given)
    if believable:
        _check_match(draft)
        _check_told(draft, told, seen)
    follows, assumed = _read_off(rulebook, cells, told, seen)
    check_at_rest(draft)
    _stop_if_wrong(draft)
    filled = {unknown.path: draft.filled[unknown.path] for unknown in draft.unknown if unknown.count}
    unknown = tuple(one for one in draft.unknown if one.count)
    return Position(marked, rulebook, _scored(rulebook, cells), filled, frozenset(told), follows, assumed, given, unknown)


def _deal_taken(value: Mapping[str, Any]) -> int:
    """Which deal it is taken to be where a file does not say: the first, before which nobody has points, or else the second."""
    return 2 if any(value.get("totals", ())) else 1


def _check_match(draft: Draft) -> None:
    """Points before the deal that a file says is the first."""
    totals = draft.marked.value.get("totals", ())
    if draft.marked.value.get("deal") == 1 and any(totals):
        mend = "write under 'deal' which deal it is, or leave it out"
        found = f"{' '.join(map(str, totals))} before the first deal"
        draft.note("no-match", ("totals",), found, "nothing, since nobody has points yet", mend)


def _read_off(
    rulebook: Rulebook, cells: list[Any], told: Collection[int], seen: Mapping[int, Any]
) -> tuple[dict[int, Any], dict[int, Any]]:
    """What the table shows (`seen`) of memory that a file does not speak of, and what it is likely to be besides: set in the
    cells."""
    table = tuple(cells)
    follows = {cell: value for cell, value in seen.items() if cell not in told}
    likely = likely_memory(rulebook, table).items()
    assumed = {n: value for n, value in likely if n not in told and n not in follows and value != table[n]}
    for cell, value in (follows | assumed).items():
        cells[cell] = value
    return follows, assumed


def _scored(rulebook: Rulebook, cells: list[Any]) -> Table:
    """The table of some cells, scored where the deal has ended."""
    if cells[ENDED] is not None:
        close(Referee(rulebook), cells)
    return Table(tuple(cells))


def _stop_if_wrong(draft: Draft) -> None:
    """Go no further where something is wrong."""
    if draft.problems or draft.broken:
        raise PositionError(draft.problems)


def _read_course(draft: Draft) -> None:
    """Dealer, totals, whose turn it is, the phase, or how the deal ended."""
    sides, value = draft.rulebook.layout.sides, draft.marked.value
    draft.cells[DEALER] = _seat(draft, ("dealer",), value.get("dealer", 0))
    totals = value.get("totals", [0] * sides)
    draft.has_length(totals, sides, "side", ("totals",))
    draft.cells[TOTALS] = tuple(totals)
    if "ended" in value:
        _read_end(draft, value["ended"])
    elif "ended" not in draft.broken:
        _read_turn(draft)


def _seat(draft: Draft, path: Path, seat: int) -> int:
    """A seat of the table."""
    if seat >= draft.rulebook.layout.seats:
        draft.note("no-seat", path, f"seat {seat}", f"a seat from 0 to {draft.rulebook.layout.seats - 1}")
    return seat


def _read_turn(draft: Draft) -> None:
    """Turn and phase, without which nothing can be ruled on."""
    value, phases = draft.marked.value, draft.rulebook.sheet.symbols.phases[1:]
    offered = "one of: " + ", ".join(phases)
    for name, expected in (("turn", "the seat to play"), ("phase", offered)):
        if name not in value and name not in draft.broken:
            draft.note("missing-field", (), f"no '{name}'", f"{name}: {expected}, or 'ended' where the deal is over")
    if "turn" in value:
        draft.cells[TURN] = _seat(draft, ("turn",), value["turn"])
    phase = draft.cells[PHASE] = value.get("phase", phases[0] if phases else "")
    if phase not in phases:
        draft.note("no-phase", ("phase",), f"'{phase}'", offered, did_you_mean(phase, phases))


def _read_end(draft: Draft, ended: Mapping[str, Any]) -> None:
    """How the deal ended."""
    effects = (line for line in all_lines(draft.rulebook.sheet) if isinstance(line, EffectLine))
    ways = sorted({line.word for line in effects if line.verb == "end deal"})
    how, seat = ended["how"], ended.get("seat")
    if how not in ways:
        draft.note("no-end", ("ended", "how"), f"'{how}'", "one of: " + ", ".join(ways), did_you_mean(how, ways))
    if seat is not None:
        _seat(draft, ("ended", "seat"), seat)
    for name in ("turn", "phase"):
        if name in draft.marked.value:
            draft.note("over", (name,), f"a {name} in a deal that has ended", "either 'ended' or 'turn' and 'phase'")
    # Nor is it any phase: least of all that in which nothing has been dealt, as which a table begins.
    draft.cells[ENDED], draft.cells[PHASE] = (how, seat), ""


def _check_told(draft: Draft, told: set[int], seen: Mapping[int, Any]) -> None:
    """What a file says of memory must be what its table shows of it, where it shows it."""
    for range_, number, name in named(memories(draft.rulebook), told & seen.keys()):
        cell = range_.first + number
        if draft.cells[cell] != seen[cell]:
            path: Path = ("memory", range_.name, number) if range_.owner else ("memory", range_.name)
            found = f"{word(range_.form, draft.cells[cell])}, though the table shows otherwise"
            draft.note("wrong-memory", path, found, f"{name} {word(range_.form, seen[cell])}", "tell it so, or leave it out")
