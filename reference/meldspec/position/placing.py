"""A position file, held against a rulebook, as a table; whatever cannot be is gathered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from meldspec.book.line_index import line_index
from meldspec.book.sheet import EffectLine
from meldspec.engine.deal import blank
from meldspec.engine.play import close
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.language.problems import Diagnostic, did_you_mean
from meldspec.position.cards import Cards
from meldspec.position.inferred_memory import inferred
from meldspec.position.marked import Marked, Path, PositionError
from meldspec.position.memory import read_memory
from meldspec.position.places import Lying
from meldspec.table.layout import DEALER, ENDED, PHASE, TOTALS, TURN
from meldspec.table.table import Table


@dataclass(frozen=True)
class Placed:
    """A position under one rulebook.

    `made_up` are cards that nobody knows, by the paths that they fill; `told` the cells of memory that the file speaks of;
    `assumed` those that are not at their start although it does not, with their values.
    """

    table: Table
    made_up: dict[Path, tuple[int, ...]]
    told: frozenset[int]
    assumed: dict[int, Any]


@dataclass
class Placing:
    """The table of one file under one rulebook in the making; what is wrong in the fields `broken` has been taken out."""

    marked: Marked
    rulebook: Rulebook
    broken: set[str]
    filled: dict[Path, tuple[int, ...]] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.layout = self.rulebook.layout
        self.value = self.marked.value
        # The dealer and the totals are set as they are read: each may be wrong, and all that is wrong is told at once.
        self.cells = blank(self.rulebook, 0, self.value.get("deal", 1), ())
        self.cards = Cards(self.marked, self.rulebook, self.problems, dict(self.filled))

    def place(self) -> Placed:
        """The table; raises PositionError with everything that is wrong."""
        self.stand()
        Lying(self.cards, self.value, self.broken, self.cells).lie()
        told = read_memory(self.marked, self.rulebook, self.cells, self.problems)
        # Filled only where nothing is wrong: a card that could not be read would be drawn for an unknown one.
        if not self.problems and not self.broken:
            self.cards.fill(self.cells)
        self.stop()
        assumed = inferred(self.rulebook, self.cells, told)
        for cell, value in assumed.items():
            self.cells[cell] = value
        self.at_rest()
        self.stop()
        if self.cells[ENDED] is not None:
            close(Referee(self.rulebook), self.cells)
        made_up = {hole.path: self.cards.filled[hole.path] for hole in self.cards.holes if hole.count}
        return Placed(Table(tuple(self.cells)), made_up, frozenset(told), assumed)

    def stop(self) -> None:
        """Go no further where something is wrong."""
        if self.problems or self.broken:
            raise PositionError(self.problems)

    def problem(self, code: str, path: Path, found: str, expected: str, mend: str = "") -> None:
        """Note something that is wrong."""
        self.problems.append(self.marked.problem(code, path, found, expected, mend))

    def stand(self) -> None:
        """Dealer, totals, whose turn it is, the phase, or how the deal ended."""
        layout, value = self.layout, self.value
        self.cells[DEALER] = self.seat(("dealer",), value.get("dealer", 0))
        totals = value.get("totals", [0] * layout.sides)
        if len(totals) != layout.sides:
            self.problem("wrong-value", ("totals",), f"a list of {len(totals)}", f"a list of {layout.sides}, one for each side")
        self.cells[TOTALS] = tuple(totals)
        if "ended" in value:
            self.ended(value["ended"])
        elif "ended" not in self.broken:
            self.going_on()

    def seat(self, path: Path, seat: int) -> int:
        """A seat of the table."""
        if seat >= self.layout.seats:
            self.problem("no-seat", path, f"seat {seat}", f"a seat from 0 to {self.layout.seats - 1}")
        return seat

    def going_on(self) -> None:
        """Turn and phase, without which nothing can be ruled on."""
        phases = self.rulebook.sheet.symbols.phases[1:]
        offered = "one of: " + ", ".join(phases)
        for name, expected in (("turn", "the seat to play"), ("phase", offered)):
            if name not in self.value and name not in self.broken:
                self.problem("missing-field", (), f"no '{name}'", f"{name}: {expected}, or 'ended' where the deal is over")
        if "turn" in self.value:
            self.cells[TURN] = self.seat(("turn",), self.value["turn"])
        phase = self.value.get("phase", phases[0] if phases else "")
        if phase not in phases:
            self.problem("no-phase", ("phase",), f"'{phase}'", offered, did_you_mean(phase, phases))
        self.cells[PHASE] = phase

    def ended(self, ended: dict[str, Any]) -> None:
        """How the deal ended."""
        ways = sorted(set(self.ways()))
        how, seat = ended["how"], ended.get("seat")
        if how not in ways:
            self.problem("no-end", ("ended", "how"), f"'{how}'", "one of: " + ", ".join(ways), did_you_mean(how, ways))
        if seat is not None:
            self.seat(("ended", "seat"), seat)
        for name in ("turn", "phase"):
            if name in self.value:
                self.problem("over", (name,), f"a {name} in a deal that has ended", "either 'ended' or 'turn' and 'phase'")
        self.cells[ENDED] = (how, seat)

    def ways(self) -> Iterator[str]:
        """The ways in which the rules let a deal end."""
        sheet = self.rulebook.sheet
        lines: list[EffectLine] = [line for group in (sheet.effects, sheet.events) for part in group.values() for line in part]
        lines += [line for rule in sheet.standing for line in rule.effects]
        return (line.word for line in lines if line.verb == "end deal")

    def at_rest(self) -> None:
        """A table on which a standing rule would act at once is no position: it would have acted before."""
        cells = tuple(self.cells)
        if determined(Referee(self.rulebook).settled(cells)) != cells:
            words = line_index(self.rulebook.sheet.book)
            rule = next(self.acting(), "")
            title = f"{rule} '{words.words[rule]}' ({words.entry(rule).clause.title})" if rule else "a standing rule"
            found = "a table that would not stay as it is"
            self.problem("not-at-rest", (), found, f"what is left when this has been done: {title}")

    def acting(self) -> Iterator[str]:
        """The lines of the standing rules that would act."""
        referee = Referee(self.rulebook)
        return (line for line, acts in self.rulebook.compiled.standing.items() if acts(referee, list(self.cells)))
