"""How long a ruling takes: over the examples of the documentation, and over positions of every game met in random play; each bar
with what was measured, and how many rulings are those that trying every reading gives.

`python -m tests.bench.rulings` prints these figures alone; `--count 10 canasta` those of ten positions of one game, in seconds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

import click
from rich.console import Console
from rich.table import Table
from tests.ruling.drawn import drawn

from meldspec.cli.position_files import read_marked
from meldspec.engine.rulebook import Library
from meldspec.position.marked import Marked
from meldspec.position.read import read_position
from meldspec.ruling.as_json import ruling_json
from meldspec.ruling.ruling import judge, rule

POSITIONS = 100
"""So many positions of each game."""
EXAMPLES = Path(__file__).resolve().parent.parent.parent / "docs" / "examples"
EXAMPLE = EXAMPLES / "pennies-pair-on-five.yaml"
"""The example that the whole command is timed with, of a game with many readings."""
RUNS = 7
COMPARED = 10
"""So many positions of each game are ruled on once more with every reading tried, which takes some ten times as long."""
LONGEST_VERDICT, MEDIAN, NEARLY_ALL, LONGEST = 10.0, 30.0, 150.0, 1000.0
"""The bars of one ruling, in ms of processor time: the verdict in force; the whole JSON, its median, what one in twenty may exceed,
and what none may."""
COMMAND, BOOKS = 250.0, 1200.0
"""The bars of `meldspec rule` from start to exit, with what was kept from before, and of checking all books with nothing kept."""
COLUMNS = ("positions", "", "first of\nits game", "verdict\nin force", "whole\nruling", "the same\nagain", "whole,\nby the clock")


@dataclass
class Spent:
    """Milliseconds of processor time that each position of one sort took: `verdict` to read it and to judge its act under the
    readings in force, `whole` from plain values to the text of the JSON under all readings, `again` the same once more, `wall`
    that of `whole` by the clock, and `cold` of the first position of each game, whose book has been read."""

    what: str
    cold: list[float] = field(default_factory=list)
    verdict: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def row(self) -> tuple[str, ...]:
        """A line of the table; the first position of each game is told apart."""
        told = (_told(times) for times in (self.verdict, self.whole, self.again, self.wall))
        return (self.what, str(len(self.whole)), f"{max(self.cold):,.0f}" if self.cold else "", *told)


def _told(times: Sequence[float]) -> str:
    """The median, what one in twenty exceeds, and the longest."""
    ordered = sorted(times)
    return f"{median(ordered):.1f} · {ordered[int(0.95 * len(ordered))]:,.0f} · {ordered[-1]:,.0f}" if ordered else ""


def whole(library: Library, marked: Marked, every: bool = False) -> str:
    """The ruling on a position as JSON."""
    position = read_position(marked, library)
    act = position.act()
    assert act is not None
    return json.dumps(ruling_json(rule(position, act, every)))


def verdict(library: Library, marked: Marked) -> None:
    """What the readings in force say of the act of a position."""
    position = read_position(marked, library)
    act = position.act()
    assert act is not None
    judge(position.rulebook, position.table, act)


def spent(what: str, library: Library, files: Iterable[Marked]) -> Spent:
    """How long the rulings on some positions take, one after another."""
    found, met = Spent(what), set[str]()
    for marked in files:
        library.sheet(marked.value["variant"])
        clock, before = perf_counter(), process_time()
        whole(library, marked)
        between, ticked = process_time(), perf_counter()
        if marked.value["variant"] not in met:
            met.add(marked.value["variant"])
            found.cold.append(1000 * (between - before))
            continue
        whole(library, marked)
        last = process_time()
        verdict(library, marked)
        found.verdict.append(1000 * (process_time() - last))
        found.whole.append(1000 * (between - before))
        found.again.append(1000 * (last - between))
        found.wall.append(1000 * (ticked - clock))
    return found


def examples() -> list[Marked]:
    """Those examples of the documentation that ask about an act."""
    read = (read_marked(path.read_text(encoding="utf-8"), path.name) for path in sorted(EXAMPLES.glob("*.yaml")))
    return [marked for marked in read if "act" in marked.value]


def figures(games: Sequence[str], count: int) -> list[Spent]:
    """A line for each game, and one for the examples where no games are named."""
    names = games or Library.read().books.names()
    found = []
    for name in names:
        # A library of its own, so that nothing is left of the positions being drawn.
        drawing = Library.read().rulebook(name)
        files = [Marked(f"{name} {number}", told) for number, told in enumerate(drawn(drawing, "rulings", count + 1))]
        found.append(spent(name, Library.read(), files))
    return found if games else [*found, spent("docs/examples", Library.read(), examples())]


def rulings_table(found: Iterable[Spent]) -> Table:
    """The figures of some sorts of positions."""
    table = Table(title="A ruling, in ms of processor time: median · one in twenty takes longer · slowest")
    for heading in COLUMNS:
        table.add_column(heading, justify="left" if heading == "positions" else "right")
    for one in found:
        table.add_row(*one.row())
    return table


class Command(NamedTuple):
    """What a command takes from its start to its exit, in ms: by the clock, and of the processor."""

    clock: float
    processor: float

    def __str__(self) -> str:
        return f"{self.clock:,.0f} by the clock, {self.processor:,.0f} of the processor"


def of_command(words: Sequence[str], cold: bool = False) -> Command:
    """What `meldspec` takes from start to exit, the median of a few runs; `cold` with nothing kept from an earlier one. Raises
    CalledProcessError where it fails."""
    meldspec = os.path.join(os.path.dirname(sys.executable), "meldspec")
    walls, processors = [], []
    # As an installed program runs, whose modules Python has compiled before.
    surroundings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        # The first run of a warm command fills the cache, and is not counted.
        for number in range(RUNS + 1):
            kept = os.path.join(folder, str(number) if cold else "kept")
            clock, before = perf_counter(), getrusage(RUSAGE_CHILDREN)
            subprocess.run([meldspec, *words], check=True, stdout=subprocess.DEVNULL, env=surroundings | {"MELDSPEC_CACHE": kept})
            after, ticked = getrusage(RUSAGE_CHILDREN), perf_counter()
            if number:
                walls.append(1000 * (ticked - clock))
                processors.append(1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return Command(median(walls), median(processors))


def commands() -> dict[str, Command]:
    """What commands take."""
    return {
        RULE: of_command(["rule", str(EXAMPLE)]),
        "meldspec rule, nothing kept": of_command(["rule", str(EXAMPLE)], cold=True),
        CHECK: of_command(["check"], cold=True),
        "meldspec check, all books": of_command(["check"]),
        "meldspec --help": of_command(["--help"]),
    }


def commands_table(found: Mapping[str, Command]) -> Table:
    """How long commands take from their start to their exit."""
    table = Table(title="From start to exit, in ms", show_header=False)
    for name, command in found.items():
        table.add_row(name, str(command))
    return table


def compared(count: int) -> tuple[int, int]:
    """How many rulings are the same, byte for byte, where every reading is tried from the beginning; and of how many."""
    same = tried = 0
    for name in Library.read().books.names():
        library = Library.read()
        told = [Marked(name, one) for one in drawn(library.rulebook(name), "compared", count)]
        for marked in (*told, *(one for one in examples() if one.value["variant"] == name)):
            same += whole(library, marked) == whole(library, marked, every=True)
            tried += 1
    return same, tried


def bars_table(found: Sequence[Spent], took: Mapping[str, Command], equal: tuple[int, int]) -> Table:
    """Every bar, what was measured, and whether it is met."""
    table = Table(title="The bars, in ms of processor time")
    for heading in ("what", "at most", "measured", ""):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    verdicts = [time for one in found for time in one.verdict]
    wholes = sorted(time for one in found for time in one.whole)
    rows = [
        ("verdict in force, slowest", LONGEST_VERDICT, max(verdicts)),
        ("whole JSON, median", MEDIAN, median(wholes)),
        ("whole JSON, all but one in twenty", NEARLY_ALL, wholes[int(0.95 * len(wholes))]),
        ("whole JSON, slowest", LONGEST, wholes[-1]),
        ("the same again, median", MEDIAN, median(time for one in found for time in one.again)),
        ("the first of its game, slowest", LONGEST, max(time for one in found for time in one.cold)),
        (RULE, COMMAND, took[RULE].processor),
        (CHECK, BOOKS, took[CHECK].processor),
    ]
    for what, bar, measured in rows:
        table.add_row(what, f"{bar:,.0f}", f"{measured:,.1f}", "met" if measured <= bar else f"NOT MET, {measured / bar:.2f} times")
    same, tried = equal
    table.add_row("the same, every reading tried", "", f"{same} of {tried}", "met" if same == tried else "NOT MET")
    return table


RULE, CHECK = "meldspec rule, books kept from before", "meldspec check, all books, nothing kept"


def ruling_tables(games: Sequence[str] = (), count: int = POSITIONS) -> list[Table]:
    """All figures and bars; of some games the figures alone."""
    found = figures(games, count)
    if games:
        return [rulings_table(found)]
    took = commands()
    return [rulings_table(found), commands_table(took), bars_table(found, took, compared(min(COMPARED, count)))]


@click.command()
@click.argument("games", nargs=-1)
@click.option("--count", default=POSITIONS, show_default=True, help="So many positions of each game.")
def main(games: tuple[str, ...], count: int) -> None:
    """Print how long rulings take, of all games or of those named."""
    console = Console(width=max(110, Console().width))
    for table in ruling_tables(games, count):
        console.print(table)


if __name__ == "__main__":
    main()
