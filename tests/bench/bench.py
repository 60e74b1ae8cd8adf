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

import rlcard
from rich.console import Console
from rich.table import Table

SECONDS = 5.0
"""How long each rate is measured, in seconds."""

SEED = 20


def rlcard_steps() -> float:
    """RLCard's gin rummy under random play, in steps a second.

    Only the time inside `env.step` counts: applying the action, encoding the next state and generating its
    legal actions, all of which RLCard does in that call. Choosing at random among those actions, and
    setting up the next deal with `env.reset`, are left out.
    """
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
    table.add_row("meldspec --help, from start to exit", f"{wall_time([meldspec, '--help']):,.0f}", "ms")
    Console().print(table)


if __name__ == "__main__":
    main()
