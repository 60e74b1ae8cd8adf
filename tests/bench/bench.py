"""The benchmark: `make bench` prints every figure in one run, on one core.

RLCard is the yardstick.
It steps a simpler game, gin rummy, whose rules are written in Python, so its figure says what a player of
card games in Python may expect; it is no competitor.
"""

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from meldspec.book.library import read_library
from meldspec.book.make_sheet import make_sheet
from meldspec.corpus.search.random_player import Style, choose
from meldspec.engine.acts import act_from_action, action_from_act
from meldspec.engine.deal import random_deal
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.step import step
from meldspec.language.problems import Diagnostic
from meldspec.table.table import Table as Table_

SECONDS = 5.0
"""How long each rate is measured, in seconds."""

SEED = 20


def rlcard_steps() -> float:
    """RLCard's gin rummy under random play, in steps a second.

    Only the time inside `env.step` counts: applying the action, encoding the next state and generating its
    legal actions, all of which RLCard does in that call. Choosing at random among those actions, and
    setting up the next deal with `env.reset`, are left out.
    """
    import rlcard

    env = rlcard.make("gin-rummy", config={"seed": SEED})
    choose = random.Random(SEED).choice
    state, _ = env.reset()
    spent, steps = 0.0, 0
    while spent < SECONDS:
        action = choose(list(state["legal_actions"]))
        begun = time.perf_counter()
        state, _ = env.step(action)
        spent += time.perf_counter() - begun
        steps += 1
        if env.is_over():
            state, _ = env.reset()
    return steps / spent


def rate(work: Callable[[], int]) -> float:
    """How many units of `work` are done in a second.

    `work` does one round (a whole replay, a whole deal of random play) and returns how many units it did
    (verdicts, acts). The first round warms up and is not counted.
    """
    work()
    done, begun = 0, time.perf_counter()
    while (spent := time.perf_counter() - begun) < SECONDS:
        done += work()
    return done / spent


def wall_time(command: Sequence[str], runs: int = 10) -> float:
    """The median wall time of `command` in a process of its own, in milliseconds.

    Raises CalledProcessError where the command fails.
    """
    times = []
    for _ in range(runs):
        begun = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(1000 * (time.perf_counter() - begun))
    return statistics.median(times)


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


Game = tuple[Table_, list[tuple[int, dict[str, Any]]]]
"""The table at the start of a deal, and the acts of the deal: who acts, and the protocol's action."""
STYLE = Style({"ask": 0.05}, plays=2)
"""Random players propose sorts of acts alike, but ask for leave seldom: to ask changes nothing on the table."""


def rulebook_of(name: str) -> Rulebook:
    """The default rulebook of a variant."""
    problems: list[Diagnostic] = []
    sheet = make_sheet(read_library().book(name), problems)
    assert not problems, problems
    return make_rulebook(sheet)


def played(rulebook: Rulebook, deals: int) -> list[Game]:
    """Deals played out at random."""
    chance = random.Random(SEED)
    games = []
    for number in range(deals):
        begun = random_deal(rulebook, chance, number % rulebook.layout.seats)
        cells, acts = begun.cells, []
        while (chosen := choose(rulebook, cells, chance, STYLE)) is not None:
            acts.append((chosen[0].seat, action_from_act(rulebook, chosen[0])))
            cells = chosen[1]
        games.append((begun, acts))
    return games


def replayed(rulebook: Rulebook, games: list[Game]) -> int:
    """Replay deals from the protocol's actions, with full verdicts; how many verdicts were given."""
    verdicts = 0
    for begun, acts in games:
        table = begun
        for seat, action in acts:
            verdict, table = step(rulebook, table, act_from_action(rulebook, seat, action))
            assert verdict.legal
            verdicts += 1
    return verdicts


def figures(name: str) -> tuple[float, float]:
    """Verdicts replayed a second, and acts of random legal play a second, of one variant."""
    rulebook = rulebook_of(name)
    games = played(rulebook, DEALS)
    return rate(lambda: replayed(rulebook, games)), rate(lambda: sum(len(acts) for _, acts in played(rulebook, DEALS)))


def replay_once(name: str) -> None:
    """What the measured process of the memory figure does: play deals and replay them."""
    rulebook = rulebook_of(name)
    replayed(rulebook, played(rulebook, DEALS))


DEALS = 20


def keep_to_one_core() -> None:
    """Bind this process and its children to one core, where the system can; say so where it cannot."""
    if not hasattr(os, "sched_setaffinity"):
        print("bench: this system binds no process to a core; figures may use more than one", file=sys.stderr)
        return
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def main() -> None:
    """Measure, and print one table."""
    keep_to_one_core()
    meldspec = os.path.join(os.path.dirname(sys.executable), "meldspec")
    table = Table(title=f"One core, Python {sys.version.split()[0]}, {SECONDS:g} s for each rate")
    table.add_column("what")
    table.add_column("figure", justify="right")
    table.add_column("unit")
    table.add_row("RLCard 1.2.0, gin rummy, random play, env.step alone", f"{rlcard_steps():,.0f}", "steps/s")
    for name in read_library().names():
        replay, play = figures(name)
        table.add_row(f"{name}: acts replayed, full verdicts", f"{replay:,.0f}", "verdicts/s")
        table.add_row(f"{name}: random legal play", f"{play:,.0f}", "acts/s")
        memory = peak_memory([sys.executable, __file__, name])
        table.add_row(f"{name}: peak memory of playing and replaying {DEALS} deals", f"{memory:,.0f}", "MiB")
    table.add_row("meldspec check, start to exit: all books", f"{wall_time([meldspec, 'check'], 3):,.0f}", "ms")
    table.add_row("meldspec --help, from start to exit", f"{wall_time([meldspec, '--help']):,.0f}", "ms")
    Console().print(table)


if __name__ == "__main__":
    replay_once(sys.argv[1]) if sys.argv[1:] else main()
