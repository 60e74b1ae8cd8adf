"""The benchmark: `make bench` prints every figure in one run, on one core.

Each game is measured turn about with the yardsticks, in short slices, so that a ratio compares what the machine did within the same
few seconds, whatever else it was doing. `make bench-quick GAME=canasta` measures one game in a few seconds.
"""

from __future__ import annotations

import os
import random
import statistics
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import click
from rich.console import Console
from rich.table import Table
from tests.bench.lookahead import look_ahead_figures
from tests.bench.rulings import ruling_tables
from tests.bench.yardsticks import SEED, Work, openspiel, rlcard, timed

from meldspec.book.library import read_library
from meldspec.book.make_sheet import make_sheet
from meldspec.corpus.search.random_player import Style, choose
from meldspec.engine.deal import random_deal
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.verdict import determined
from meldspec.language.problems import Diagnostic
from meldspec.protocol.actions import act_from_action, action_from_act
from meldspec.protocol.messages import Action
from meldspec.table.table import Table as Table_

SLICE, SLICES = 0.5, 8
"""Each rate is measured in so many slices of so many seconds."""
QUICK_SLICES = 3
"""So many in a quick run."""
DEALS = 20
FEW_DEALS, ROUNDS = 3, 6
"""So many deals are done again and again, so often, where instructions are counted."""
BARS: Mapping[str, tuple[float | None, float | None]] = {"canasta": (1.0, 0.6), "railroad": (None, 0.4)}
"""What replay and random play are to be at least, in OpenSpiel's decisions, for the games that have a bar."""

Game = tuple[Table_, list[tuple[int, Action]]]
"""The table at the start of a deal, and the acts of the deal: who acts, and the protocol's action."""
STYLE = Style({"ask": 0.05}, plays=2)
"""Random players propose sorts of acts alike, but ask for leave seldom: to ask changes nothing on the table."""


def rates(works: Mapping[str, Work], slices: int) -> dict[str, float]:
    """How many units each work does in a second, measured turn about; a round of each warms up and is not counted."""
    done, spent = dict.fromkeys(works, 0), dict.fromkeys(works, 0.0)
    for work in works.values():
        work()
    for number in range(slices):
        for name, work in works.items():
            while spent[name] < SLICE * (number + 1):
                units, seconds = work()
                done[name] += units
                spent[name] += seconds
    return {name: done[name] / spent[name] for name in works}


def peak_memory(command: Sequence[str]) -> float:
    """The largest resident size which `command`, run in a process of its own, ever had, in MiB.

    A small process in between starts the command, so that no earlier and larger child is reported.
    Raises CalledProcessError where the command fails.
    """
    watch = (
        "import resource, subprocess, sys;"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    told = subprocess.run([sys.executable, "-c", watch, *command], check=True, capture_output=True, text=True)
    return int(told.stdout) / 1024


def rulebook_of(name: str) -> Rulebook:
    """The default rulebook of a variant."""
    problems: list[Diagnostic] = []
    sheet = make_sheet(read_library().book(name), problems)
    assert not problems, problems
    return make_rulebook(sheet)


def played(referee: Referee, deals: int) -> list[Game]:
    """Deals played out at random."""
    rulebook, chance = referee.rulebook, random.Random(SEED)
    games = []
    for number in range(deals):
        begun = random_deal(rulebook, chance, number % rulebook.layout.seats)
        cells, acts = begun.cells, []
        while (chosen := choose(referee, cells, chance, STYLE)) is not None:
            acts.append((chosen[0].seat, action_from_act(rulebook, chosen[0])))
            cells = chosen[1]
        games.append((begun, acts))
    return games


def replayed(referee: Referee, games: list[Game]) -> int:
    """Replay deals from the protocol's actions, with full verdicts; how many verdicts were given."""
    verdicts = 0
    for begun, acts in games:
        table = begun
        for seat, action in acts:
            verdict, table = referee.play(table, act_from_action(referee.rulebook, seat, action))
            assert determined(verdict).legal
            verdicts += 1
    return verdicts


@dataclass(frozen=True)
class Figures:
    """What was measured of one game: verdicts replayed, acts of random play, decisions of OpenSpiel and steps of RLCard, all a
    second of processor time; and the peak memory of playing and replaying the deals, in MiB."""

    name: str
    replay: float
    play: float
    openspiel: float
    rlcard: float
    memory: float

    def row(self) -> tuple[str, ...]:
        """The game's line of the table."""
        replay, play = BARS.get(self.name, (None, None))
        return (
            self.name,
            f"{self.replay:,.0f}",
            ratio(self.replay, self.openspiel, replay),
            ratio(self.replay, self.rlcard),
            f"{self.play:,.0f}",
            ratio(self.play, self.openspiel, play),
            ratio(self.play, self.rlcard),
            f"{self.memory:,.0f}",
        )


def ratio(rate: float, yardstick: float, bar: float | None = None) -> str:
    """How many times a yardstick's rate another is, and in brackets what it is to be at least."""
    return f"{rate / yardstick:.2f}" + (f" ({bar:.1f})" if bar else "")


def figures(name: str, yardsticks: Mapping[str, Work], slices: int) -> Figures:
    """All figures of one variant."""
    referee = Referee(rulebook_of(name))
    games = played(referee, DEALS)

    def play() -> int:
        return sum(len(acts) for _, acts in played(referee, DEALS))

    works = {"replay": timed(lambda: replayed(referee, games)), "play": timed(play), **yardsticks}
    memory = peak_memory([sys.executable, "-m", "tests.bench.bench", "--once", name])
    return Figures(name=name, memory=memory, **rates(works, slices))


def counted(name: str, what: str) -> int:
    """Fixed work, whatever the machine is doing: `perf stat -e instructions:u` around it and around "nothing" tells the difference.

    How many acts it was.
    """
    referee = Referee(rulebook_of(name))
    games = played(referee, FEW_DEALS)
    works = {"replay": lambda: replayed(referee, games), "play": lambda: sum(len(acts) for _, acts in played(referee, FEW_DEALS))}
    return sum(works[what]() for _ in range(ROUNDS)) if what in works else 0


def keep_to_one_core() -> None:
    """Bind this process and its children to one core, where the system can; say so where it cannot."""
    if not hasattr(os, "sched_setaffinity"):
        print("bench: this system binds no process to a core; figures may use more than one", file=sys.stderr)
        return
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def games_table(names: Sequence[str], slices: int) -> Table:
    """A line for each game."""
    table = Table(title=f"One core, Python {sys.version.split()[0]}, each rate in {slices} slices of {SLICE:g} s of processor time")
    table.add_column("game")
    for heading in (
        "verdicts/s\nreplayed",
        "×\nOpenSpiel",
        "×\nRLCard",
        "acts/s of\nrandom play",
        "×\nOpenSpiel",
        "×\nRLCard",
        "MiB",
    ):
        table.add_column(heading, justify="right")
    yardsticks = {"openspiel": openspiel(), "rlcard": rlcard()}
    measured = [figures(name, yardsticks, slices) for name in names]
    for one in measured:
        table.add_row(*one.row())
    decisions, steps = (statistics.median(rates) for rates in zip(*((one.openspiel, one.rlcard) for one in measured), strict=True))
    table.caption = (
        f"Gin rummy at random: OpenSpiel {decisions:,.0f} decisions/s, RLCard {steps:,.0f} steps/s.\nIn brackets: the bar."
    )
    return table


def look_ahead_table() -> Table:
    """A line for each sort of position."""
    table = Table(title="The look-ahead: one answer, in ms of processor time")
    for heading in ("positions", "answers", "median", "slowest", "which", "given up"):
        table.add_column(heading, justify="left" if heading in ("positions", "which") else "right", overflow="fold")
    for one in look_ahead_figures():
        table.add_row(one.what, str(len(one.times)), f"{one.usual:.2f}", f"{one.worst:,.0f}", one.slowest, str(one.given_up))
    return table


@click.command()
@click.argument("games", nargs=-1)
@click.option(
    "--count",
    type=click.Choice(["nothing", "replay", "play"]),
    help="Play three deals of these games, then do this with them six times: what instructions are counted of.",
)
@click.option("--once", is_flag=True, help="Only play and replay the deals of these games: what the memory figure measures.")
def main(games: tuple[str, ...], once: bool, count: str | None) -> None:
    """Measure, and print tables; where GAMES are named only these, quickly."""
    if count:
        for name in games:
            print(f"{name}: {count} of {counted(name, count):,} acts")
        return
    if once:
        for name in games:
            referee = Referee(rulebook_of(name))
            replayed(referee, played(referee, DEALS))
        return
    keep_to_one_core()
    console = Console(width=max(100, Console().width))
    console.print(games_table(games or read_library().names(), QUICK_SLICES if games else SLICES))
    if not games:
        console.print(look_ahead_table())
        for table in ruling_tables():
            console.print(table)


if __name__ == "__main__":
    main()
