"""How long a ruling takes: over the examples of the documentation, and over positions of every game met in random play; each bar
with what was measured, and how many rulings are those that trying every reading gives.

Each game is ruled on by two processes, one after the other: `cold` nothing was kept for, but that its book has been read; it keeps
what it has compiled of the rules, and `warm` finds that. Neither had ruled on anything before its first position. As every
command of meldspec has it, they seldom look for what nobody needs any more.

`python -m tests.bench.rulings` prints these figures alone; `--count 10 canasta` those of ten positions of one game, in seconds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

import click
from rich.console import Console
from rich.table import Table
from tests.ruling.drawn import drawn

from meldspec.book.library import read_library
from meldspec.cli import collect_seldom
from meldspec.cli._sound import problems_of
from meldspec.engine.rulebook import Library
from meldspec.position.marked import Marked
from meldspec.position.read import read_position
from meldspec.ruling.as_json import ruling_json
from meldspec.ruling.ruling import judge, rule
from meldspec.sources.marked_file import read_marked

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
"""The bars of `meldspec rule` from start to exit, with what was kept from before, and of parsing and checking all books with
nothing kept; `meldspec check` from start to exit, which reads ledgers and traces them besides, is printed with the commands."""
COLUMNS = (
    "positions",
    "",
    "kept",
    "first of\nits game",
    "verdict\nin force",
    "whole\nruling",
    "the same\nagain",
    "whole,\nby the clock",
)
KEPT = ("cold", "warm")
TITLE = """A ruling, in ms of processor time: median · one in twenty takes longer · slowest
cold: nothing compiled was kept; warm: by another process, for which a first one kept what it compiled for the same positions"""


@dataclass
class Spent:
    """Milliseconds of processor time that each position of one sort took: `verdict` to read it and to judge its act under the
    readings in force, `whole` from plain values to the text of the JSON under all readings, `again` the same once more, `wall`
    that of `whole` by the clock, and `first` of the first position of each game, whose book has been read. `kept` is of `KEPT`."""

    what: str
    kept: str
    first: list[float] = field(default_factory=list)
    verdict: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def row(self) -> tuple[str, ...]:
        """A line of the table; the first position of each game is told apart."""
        told = (_told(times) for times in (self.verdict, self.whole, self.again, self.wall))
        return (self.what, str(len(self.whole)), self.kept, f"{max(self.first):,.0f}" if self.first else "", *told)


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


def spent(what: str, kept: str, library: Library, files: Iterable[Marked]) -> Spent:
    """How long the rulings on some positions take, one after another."""
    found, met = Spent(what, kept), set[str]()
    for marked in files:
        library.sheet(marked.value["variant"])
        clock, before = perf_counter(), process_time()
        whole(library, marked)
        between, ticked = process_time(), perf_counter()
        if marked.value["variant"] not in met:
            met.add(marked.value["variant"])
            found.first.append(1000 * (between - before))
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


def cold_and_warm(what: str, files: Iterable[Marked]) -> list[Spent]:
    """How long some rulings take with nothing kept, and where they have been made before: a process for each."""
    told = json.dumps([marked.value for marked in files])
    with tempfile.TemporaryDirectory() as kept:
        return [_by_a_process(what, one, told, kept) for one in KEPT]


def _by_a_process(what: str, kept: str, told: str, folder: str) -> Spent:
    """How long a process of its own takes, which keeps in a folder what it compiles. Raises CalledProcessError where it fails."""
    command = [sys.executable, "-m", __spec__.name, f"--{BY_ITSELF}"]
    surroundings = os.environ | {"MELDSPEC_CACHE": folder}
    run = subprocess.run(command, input=told, stdout=subprocess.PIPE, check=True, text=True, env=surroundings)
    return Spent(what, kept, **json.loads(run.stdout))


def by_itself() -> None:
    """Rule on the positions that are told on standard input, keep what was compiled, and print the times."""
    collect_seldom()
    library = Library.read()
    found = asdict(spent("", "", library, [Marked(f"position {n}", told) for n, told in enumerate(json.load(sys.stdin))]))
    library.keep()
    print(json.dumps({name: times for name, times in found.items() if name not in ("what", "kept")}))


def figures(games: Sequence[str], count: int) -> list[Spent]:
    """Two lines for each game, and two for the examples where no games are named."""
    library = Library.read()
    found = []
    for name in games or library.books.names():
        files = [Marked(name, told) for told in drawn(library.rulebook(name), "rulings", count + 1)]
        found += cold_and_warm(name, files)
    return found if games else [*found, *cold_and_warm("docs/examples", examples())]


def rulings_table(found: Iterable[Spent]) -> Table:
    """The figures of some sorts of positions."""
    table = Table(title=TITLE)
    for heading in COLUMNS:
        table.add_column(heading, justify="left" if heading in ("positions", "kept") else "right")
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
        RULE_COLD: of_command(["rule", str(EXAMPLE)], cold=True),
        CHECK: of_command(["check"], cold=True),
        CHECK_WARM: of_command(["check"]),
        "meldspec --help": of_command(["--help"]),
    }


def checked_cold() -> float:
    """Milliseconds of processor that it takes to parse all books and to check them with nothing kept, the median of a few runs."""
    command = [sys.executable, "-m", __spec__.name, f"--{CHECK_BOOKS}"]
    surroundings = os.environ | {"MELDSPEC_CACHE": "off"}
    runs = (subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True, env=surroundings) for _ in range(RUNS))
    return median(float(run.stdout) for run in runs)


def check_books() -> None:
    """Parse all books and check them, each with its border and its kinds, and print how long it took."""
    collect_seldom()
    before = process_time()
    books = read_library()
    wrong = [problem for name in books.names() for problem in problems_of(books, name)]
    took = process_time() - before
    if wrong:
        raise SystemExit(f"the books are not sound, so to check them is no figure: {wrong[0]}")
    print(1000 * took)


def commands_table(found: Mapping[str, Command]) -> Table:
    """How long commands take from their start to their exit."""
    table = Table(title="From start to exit, in ms; cold: with an empty folder for what is kept", show_header=False)
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


def bars_table(found: Sequence[Spent], took: Mapping[str, Command], books: float, equal: tuple[int, int]) -> Table:
    """Every bar, what was measured, and whether it is met: that of the books cold, every other one warm."""
    table = Table(title="The bars, in ms of processor time, and what they are held against")
    for heading in ("what", "at most", *KEPT, ""):
        table.add_column(heading, justify="left" if heading in ("what", "") else "right")
    cold, warm = (_measured([one for one in found if one.kept == kept]) for kept in KEPT)
    for what, bar in BARS.items():
        table.add_row(what, f"{bar:,.0f}", *(f"{one[what]:,.1f}" for one in (cold, warm)), _held(bar, warm[what]))
    rule_cold, rule_warm = (took[name].processor for name in (RULE_COLD, RULE))
    table.add_row("meldspec rule", f"{COMMAND:,.0f}", f"{rule_cold:,.0f}", f"{rule_warm:,.0f}", _held(COMMAND, rule_warm))
    table.add_row("all books, parsed and checked", f"{BOOKS:,.0f}", f"{books:,.0f}", "", _held(BOOKS, books, "cold"))
    same, tried = equal
    table.add_row("the same, every reading tried", "", "", f"{same} of {tried}", "met" if same == tried else "NOT MET")
    return table


def _measured(found: Sequence[Spent]) -> dict[str, float]:
    """What is held against each bar, of all positions."""
    wholes = sorted(time for one in found for time in one.whole)
    measured = (
        max(time for one in found for time in one.verdict),
        median(wholes),
        wholes[int(0.95 * len(wholes))],
        wholes[-1],
        median(time for one in found for time in one.again),
        max(time for one in found for time in one.first),
    )
    return dict(zip(BARS, measured, strict=True))


def _held(bar: float, measured: float, kept: str = "warm") -> str:
    """Whether a bar is met, and where it is not by how much."""
    return f"{kept}: met" if measured <= bar else f"{kept}: NOT MET, {measured / bar:.2f} times"


RULE, RULE_COLD = "meldspec rule, warm", "meldspec rule, cold"
CHECK, CHECK_WARM = "meldspec check, all books, cold", "meldspec check, all books, warm"
BARS = {
    "verdict in force, slowest": LONGEST_VERDICT,
    "whole JSON, median": MEDIAN,
    "whole JSON, all but one in twenty": NEARLY_ALL,
    "whole JSON, slowest": LONGEST,
    "the same again, median": MEDIAN,
    "the first of its game, slowest": LONGEST,
}
"""The bars of one ruling, by what is measured; each is held against the warm figures."""


def ruling_tables(games: Sequence[str] = (), count: int = POSITIONS) -> list[Table]:
    """All figures and bars; of some games the figures alone."""
    found = figures(games, count)
    if games:
        return [rulings_table(found)]
    took = commands()
    return [rulings_table(found), commands_table(took), bars_table(found, took, checked_cold(), compared(min(COMPARED, count)))]


BY_ITSELF, CHECK_BOOKS = "by-itself", "check-books"
PARTS = {BY_ITSELF: by_itself, CHECK_BOOKS: check_books}
"""What is measured in a process of its own."""


@click.command()
@click.argument("games", nargs=-1)
@click.option("--count", default=POSITIONS, show_default=True, help="So many positions of each game.")
@click.option("--by-itself", "part", flag_value=BY_ITSELF, hidden=True, help="Rule on the positions of standard input.")
@click.option("--check-books", "part", flag_value=CHECK_BOOKS, hidden=True, help="Check all books once.")
def main(games: tuple[str, ...], count: int, part: str | None) -> None:
    """Print how long rulings take, of all games or of those named."""
    if part is not None:
        PARTS[part]()
        return
    console = Console(width=max(110, Console().width))
    for table in ruling_tables(games, count):
        console.print(table)


if __name__ == "__main__":
    main()
