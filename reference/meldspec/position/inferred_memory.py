"""What the rules must remember in a position whose file does not say so: that on which all acts agree which could have led there.

Who sets out the middle of a deal tells the cards, and seldom that a side has opened or that a card was drawn this turn. No book
says how such memory follows from the cards, and none need: every act that could have led to the table is carried out, legal or not,
from the table as it may have been before, and what all of them leave the same in memory is taken for so.

- Why acts are carried out and not looked up: the effects are the only place where the law of a game about its memory is written.
- Cost: for every phase and seat each act once for every simple value of its fields (tens of acts, no search for plays), each on
  hands of a few cards: effects look ahead the faster the less there is in hand, and a whole hand would cost seconds.
- Soundness: an act that is tried although no rules would allow it can only make fewer memories agree; one that is left out, since
  carrying it out fails, could make too many agree. Numbers are never inferred, for one act does not say how often something
  happened. A ruling names what was assumed, and tries the other values of whatever was neither told nor inferred, so that a player
  sees what it turns on.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from meldspec.book.reach import Name
from meldspec.book.sheet import Sheet
from meldspec.engine.play import bound
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.memory import Cells, memories
from meldspec.table.faults import RulesFault
from meldspec.table.table import ENDED, NEW, PHASE, TURN, Act, Play

FEW = 2
"""Cards that a hand has where it only matters that it has some: one to lay or discard, and one left."""


def inferred(rulebook: Rulebook, cells: Cells, told: set[int]) -> dict[int, Any]:
    """Truths and seats of memory that all acts agree on which could have led to what lies on the table.

    Looked at, each by itself: the melds of a side, laid in an earlier turn; the phase; the way in which the deal ended.
    """
    found: dict[int, Any] = {}
    for owner in range(rulebook.layout.sides):
        found |= _agreed(rulebook, cells, _after_laying(rulebook, cells, owner))
    # What laying left in memory was so before the last act, whose effects may ask for it.
    based = list(cells)
    for cell, value in found.items():
        based[cell] = value
    found |= _agreed(rulebook, based, _leading_here(rulebook, based))
    return {cell: value for cell, value in found.items() if cell not in told}


def groups_looked_at(sheet: Sheet) -> list[Name]:
    """The groups of lines that what is inferred hangs on."""
    return [(sort, name) for name in sheet.symbols.acts for sort in ("fields", "effects")]


def _agreed(rulebook: Rulebook, cells: Cells, outcomes: Iterable[Cells]) -> dict[int, Any]:
    """What has changed in memory, the same in every outcome."""
    # Numbers are left out: one act does not say how often something happened.
    kept = [n for r in memories(rulebook) if r.form != "number" for n in r.cells]
    changes = [{(n, after[n]) for n in kept if after[n] != cells[n]} for after in outcomes]
    return dict(sorted(set.intersection(*changes))) if changes else {}


def _after_laying(rulebook: Rulebook, cells: Cells, side: int) -> Iterator[Cells]:
    """The table after a player of a side has laid its melds, by any act that can, and has ended the turn."""
    laying = [name for name, act in rulebook.acts.items() if any(f.type == "plays" for f in act.fields)]
    ending = _passing_on(rulebook)
    for range_ in rulebook.layout.places():
        melds = cells[range_.first + side] if range_.form == "groups" and range_.owner == "side" else ()
        if not melds:
            continue
        # All melds at once, as if laid in one turn: in how many turns they were laid is not to be seen.
        plays = tuple((NEW, meld) for meld in melds)
        cards = tuple(card for meld in melds for card in meld)
        for seat in rulebook.layout.players_of(side):
            before = _thinned(rulebook, cells)
            before[range_.first + side], before[TURN] = (), seat
            for held in _hands(rulebook, seat):
                # A few cards more than are laid, so that no effect takes the player for one who has gone out.
                before[held] = tuple(sorted(cards + cards[:FEW]))
            for laid in _done(rulebook, before, seat, plays, laying):
                if laid[range_.first + side]:
                    few = _thinned(rulebook, laid)
                    yield from (a for a in _done(rulebook, few, seat, (), ending) if a[TURN] not in (seat, None))


def _passing_on(rulebook: Rulebook) -> list[str]:
    """The acts that may change whose turn it is; the others need not be tried where that is wanted."""
    reach, effects = rulebook.selection.reach, rulebook.sheet.effects
    lines = {name: effects.get(name, []) for name in rulebook.acts}
    # The standing rules may write anything, so an act that sets them going is never left out.
    settling = {name for name, group in lines.items() if any(line.verb == "settle" for line in reach.carried_out(group))}
    return [name for name in lines if name in settling or "turn" in reach.writes(lines[name]).everything()]


def _hands(rulebook: Rulebook, seat: int) -> Iterator[int]:
    """The cells of a seat's own bags."""
    return (r.first + seat for r in rulebook.layout.places() if (r.owner, r.form) == ("player", "cards"))


def _thinned(rulebook: Rulebook, cells: Cells) -> Cells:
    """The cells with a few cards in each hand: effects ask whether a hand is empty, and look ahead the faster the less it has."""
    thinned = list(cells)
    for seat in range(rulebook.layout.seats):
        for held in _hands(rulebook, seat):
            thinned[held] = thinned[held][:FEW]
    return thinned


def _leading_here(rulebook: Rulebook, cells: Cells) -> Iterator[Cells]:
    """The table after any act that leads to its phase and turn, or to the end it has had."""
    wanted = _stage(cells)
    for phase, seat in product(rulebook.sheet.symbols.phases[1:], range(rulebook.layout.seats)):
        # An act that leaves phase and turn as they were could be any number of acts back: nothing follows from it.
        if wanted != (phase, seat):
            for before in _just_before(rulebook, cells, seat):
                before[ENDED], before[PHASE], before[TURN] = None, phase, seat
                yield from (after for after in _done(rulebook, before, seat, ()) if _stage(after) == wanted)


def _stage(cells: Cells) -> tuple[Any, ...]:
    """How the deal ended, or else the phase and whose turn it is: once it is over, these say nothing any more."""
    return (cells[ENDED],) if cells[ENDED] is not None else (cells[PHASE], cells[TURN])


def _just_before(rulebook: Rulebook, cells: Cells, seat: int) -> Iterator[Cells]:
    """The table before an act of a seat: as it is, and with cards on each row that is empty now, since they may have come to the
    hand by that very act."""
    yield _thinned(rulebook, cells)
    filled = _thinned(rulebook, cells)
    cards = tuple(card for held in _hands(rulebook, seat) for card in filled[held])[:FEW]
    empty = [n for r in rulebook.layout.places() if r.form == "row" and (r.shown or r.told) for n in r.cells if not filled[n]]
    for row in empty:
        filled[row] = cards
    if empty and cards:
        yield filled


def final(rulebook: Rulebook, cells: Cells) -> set[int]:
    """The cells of memory that acts change only where they end the deal: while it goes on they are at their start."""
    kept = [n for r in memories(rulebook) for n in r.cells]
    changed: dict[bool, set[int]] = {True: set(), False: set()}
    for phase, seat, emptied in product(rulebook.sheet.symbols.phases[1:], range(rulebook.layout.seats), (False, True)):
        before = _thinned(rulebook, cells)
        before[ENDED], before[PHASE], before[TURN] = None, phase, seat
        for held in _hands(rulebook, seat) if emptied else ():
            before[held] = ()
        for after in _done(rulebook, before, seat, ()):
            changed[after[ENDED] is not None].update(n for n in kept if after[n] != before[n])
    return changed[True] - changed[False]


def _done(
    rulebook: Rulebook, cells: Cells, seat: int, plays: tuple[Play, ...], acts: Iterable[str] | None = None
) -> Iterator[Cells]:
    """The table after every act of a seat (or those of some sorts), legal or not, each with such plays and any simple values: of
    numbers those that the rules offer."""
    hand = next((card for cell in _hands(rulebook, seat) for card in cells[cell]), 0)
    values = {
        "plays": (plays,),
        "play": (0 if plays else None,),
        "card": (hand,),
        "player": tuple(range(rulebook.layout.seats)),
        "truth": (True, False),
    }
    referee = Referee(rulebook)
    for name in rulebook.acts if acts is None else acts:
        line = rulebook.acts[name]
        numbers = {f.name: f.offered(referee, tuple(cells), seat) for f in line.fields if f.type == "number" and f.sourced}
        for chosen in product(*(values.get(f.type) or numbers.get(f.name) or (0,) for f in line.fields)):
            after = list(cells)
            try:
                line.do(referee, after, seat, *bound(rulebook, tuple(cells), Act(name, seat, chosen)))
            except (RulesFault, Unanswered):
                # An act without its cards or its choice has effects that cannot be carried out: it did not lead here.
                continue
            yield after
