"""The referee: (rulebook, table, act) → verdict and next table; what is legal, and what could be done."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from meldspec.book.core import Core, Tag
from meldspec.engine.candidates import possible_acts
from meldspec.engine.compile.record import CompiledAct
from meldspec.engine.lookahead.search import Search
from meldspec.engine.play import bound, carried_out, later, legal, misfit, points_of
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered, Undetermined, Verdict, determined
from meldspec.language.immutable import Immutable
from meldspec.table.faults import RulesFault
from meldspec.table.table import SCORES, TOTALS, Act, Cells, Table

T = TypeVar("T")
Pairs = dict[tuple[str, str], None]
"""Questions and readings, in order."""


class Points(Immutable):
    """Points that one line gave a side, once for each thing it counts."""

    tag: Tag
    side: int
    points: tuple[int, ...]


class Referee(Search):
    """Judges acts under one rulebook, and remembers what it found out; `budget` bounds the acts that its look-ahead may try in all
    (none: only the bounds of each single question hold).

    Where the rules ask what could still be done and that is not found out within the bounds, the answer is `Undetermined`: nothing
    is guessed. It is no fault of anybody: EngineDefect and RulesFault, which tell of one, are raised as ever.
    A referee may be thrown away at any time; another one of the same rulebook answers alike.
    """

    def judge(self, table: Table, act: Act) -> Verdict | Undetermined:
        """What the rules say of an act, with every line that refuses it.

        A line whose look ahead comes to no answer is left out where others refuse; where none does, all is undetermined.
        Raises KeyError for an act that the rulebook does not have (see `act_from_action` for acts from outside).
        """
        return _answered(lambda: self._judged(table.cells, act)[0])

    def play(self, table: Table, act: Act) -> tuple[Verdict | Undetermined, Table]:
        """The verdict on an act, and the next table: the same one where the act is refused or undetermined."""
        try:
            verdict, after = self._judged(table.cells, act)
            return verdict, Table(after()) if verdict.legal else table
        except Unanswered as error:
            return Undetermined(str(error)), table

    def after(self, cells: Cells, act: Act, fits: bool = False) -> Cells | Undetermined | None:
        """The cells after an act where it is legal, else none: the quick way, without reasons. With `fits` it is an act that was
        enumerated in this very position."""
        return _answered(lambda: legal(self, cells, act, fits))

    def carried_out(self, cells: Cells, act: Act) -> Cells | Undetermined:
        """The cells after an act, whether it is legal or not; its cards must be there."""
        return _answered(lambda: carried_out(self, cells, act, bound(self.rulebook, cells, act)))

    def legal_acts(self, cells: Cells, seat: int, plays: int = 1, looks: bool = True) -> Iterator[tuple[Act, Cells | Undetermined]]:
        """Every legal act of a seat with up to so many plays, and the cells after it.

        An act of which it is not found out whether it is legal comes with Undetermined. With `looks`, cards are told apart by
        their looks; without, acts that the rules cannot tell apart come once.
        """
        for act in possible_acts(self, cells, seat, plays, looks):
            after = self.after(cells, act, fits=True)
            if after is not None:
                yield act, after

    def all_legal_acts(self, table: Table, plays: int = 1) -> tuple[Act, ...] | Undetermined:
        """Every legal act of every seat with up to so many plays, seat by seat; undetermined where one of them is."""
        seats = range(self.rulebook.layout.seats)
        found = (one for seat in seats for one in self.legal_acts(table.cells, seat, plays))
        return _answered(lambda: tuple([act for act, after in found if determined(after)]))

    def shown(self, cells: Cells) -> dict[str, Any] | Undetermined:
        """What the rules let be seen of a table besides its places."""
        return _answered(lambda: {key: read(self, cells) for key, read in self.rulebook.compiled.shows.items()})

    def settled(self, cells: Cells) -> Cells | Undetermined:
        """The cells once the standing rules have acted. Raises RulesFault where they never come to rest."""

        def settled() -> Cells:
            after = list(cells)
            self.rulebook.compiled.settle(self, after)
            return tuple(after)

        return _answered(settled)

    def stays(self, cells: Cells, cell: int, face: int) -> bool:
        """Whether a card that lies in a cell, and all others like it there, are left alone by the standing rules; not where these
        never come to rest."""
        try:
            settled = self.settled(cells)
        except RulesFault:
            return False
        return not isinstance(settled, Undetermined) and bool(settled[cell].count(face) >= cells[cell].count(face))

    def points(self, table: Table) -> tuple[Points, ...]:
        """Every line that gave points in a deal that has ended, for each side."""
        cells = list(table.cells)
        if cells[SCORES] is not None:
            cells[TOTALS] = tuple(total - score for total, score in zip(cells[TOTALS], cells[SCORES], strict=True))
            cells[SCORES] = None
        found = (
            Points(award.line.tag, side, tuple(points_of(self, award, cells, side)))
            for side in range(self.rulebook.layout.sides)
            for award in self.rulebook.compiled.awards
        )
        return tuple(one for one in found if one.points)

    # ── judging ────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _judged(self, cells: Cells, act: Act) -> tuple[Verdict, Callable[[], Cells]]:
        """The verdict, and what gives the cells after the act: carried out once, when a line or the caller first asks for it."""
        line = self.rulebook.acts[act.name]
        # WHO: the deal goes on, and what the act names is there; whose turn it is is for the lines to say.
        why = misfit(self, line, cells, act.seat, act.values)
        values: Sequence[Any] = () if why else bound(self.rulebook, cells, act)
        # DOES and NEXT are worked out from here, since lines may look at the position afterwards.
        afterwards = later(self, cells, act, values)
        if why:
            return Verdict(False, (line.tag,), (), why), afterwards
        # MAY: every line about the act is heard, not only the first that refuses.
        try:
            refuse, permit, untold = line.judge(self, cells, act.seat, *values, afterwards)
        except RulesFault as fault:
            raise fault.at(self._at_fault(line, (cells, act.seat, *values, afterwards))) from None
        if untold:
            # One permission is enough, whatever another would have said.
            untold = [(number, error) for number, error in untold if not permit or number not in line.allows]
            # Where it needs permission, and has none for certain nor from what is not told, it is refused whatever that is.
            open_ = permit or not line.allows or any(number in line.allows for number, _ in untold)
            if untold and not refuse and open_:
                raise untold[0][1]
        if not permit and not any(number in line.allows for number, _ in untold):
            refuse += line.allows
        tags = [line.judges[number].tag for number in refuse or permit]
        if refuse:
            tags += self._kind_lines(line, values)
        return Verdict(not refuse, tuple(tags), self.rulebook.derived(ReadingsReliedOn).of(tags)), afterwards

    def _at_fault(self, line: CompiledAct, told: Sequence[Any]) -> str:
        """The first line about an act that speaks of what is not there; `told` is what such lines are given."""
        for judge in line.judges:
            try:
                self.rulebook.condition(judge)(self, *told)
            except RulesFault:
                return judge.tag.line
            except Unanswered:
                continue
        return f"the lines about '{line.name}'"

    def _kind_lines(self, line: CompiledAct, values: Sequence[Any]) -> list[Tag]:
        """Where a play makes no meld, the lines of the kinds that it comes nearest to."""
        tags: list[Tag] = []
        kinds = self.rulebook.compiled.kinds
        for field, value in zip(line.fields, values, strict=True):
            for to, cards, lying in value if field.type == "plays" else ():
                laid = tuple(sorted(lying + cards))
                if not isinstance(to, str) and kinds.of(laid) is None:
                    tags += [tag for tag in kinds.refusals(laid) if tag not in tags]
        return tags


def _answered(work: Callable[[], T]) -> T | Undetermined:
    """What some work finds out; Undetermined where it comes to no answer."""
    try:
        return work()
    except Unanswered as error:
        return Undetermined(str(error))


class ReadingsReliedOn:
    """Which readings the lines that judge rest on, of one rulebook: their own, and those of the terms they use."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.selection = rulebook.selection
        self.known: dict[str, Pairs] = {}
        self.expressions: dict[str, list[Core]] = {}
        # The lines themselves: to ask the acts for theirs would compile them all.
        for line in (line for line in rulebook.selection.chosen(rulebook.sheet.judges) if line.act in rulebook.acts):
            cores = (core for core in (line.require, line.when) if core is not None)
            self.expressions.setdefault(line.tag.line, []).extend(cores)

    def of(self, tags: Iterable[Tag]) -> tuple[tuple[str, str], ...]:
        """The (question, reading) pairs that lines rest on, by themselves or through the terms they use."""
        found: Pairs = {}
        for tag in tags:
            if tag.line not in self.known:
                self.known[tag.line] = self._pairs(tag)
            found.update(self.known[tag.line])
        return tuple(found)

    def _pairs(self, tag: Tag) -> Pairs:
        """The pairs that one line rests on."""
        # A term has one body in force, and the reading that it was chosen by decides as much as the line's own.
        names = self.selection.reach.terms(*self.expressions.get(tag.line, []))
        tags = (tag, *(self.selection.terms[name].tag for name in names))
        return {(one.question, one.reading): None for one in tags if one.question}
