"""The same done to many things, one after another in this process or in several processes side by side."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from time import monotonic
from typing import Any, TypeVar

Worker = TypeVar("Worker")
Thing = TypeVar("Thing")
Done = TypeVar("Done")

AHEAD = 2
"""So many things wait for each process, so that none of them waits."""
_made: list[Any] = []


def each_done(
    make: Callable[[], Worker],
    do: Callable[[Worker, Thing], Done],
    things: Iterable[Thing],
    jobs: int,
    seconds: float = float("inf"),
) -> Iterator[Done]:
    """What whoever `make` makes does to some things, in the order in which they are done; after so many seconds none is begun.

    Where there are several processes `make` is called in each of them, and both must be functions of a module.
    """
    until = monotonic() + seconds
    if jobs == 1:
        worker = make()
        for thing in things:
            if monotonic() > until:
                return
            yield do(worker, thing)
    else:
        yield from _side_by_side(make, do, iter(things), jobs, until)


def _side_by_side(
    make: Callable[[], Worker], do: Callable[[Worker, Thing], Done], things: Iterator[Thing], jobs: int, until: float
) -> Iterator[Done]:
    # Begun afresh, not copied: what this process has open is none of theirs.
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (make,)) as pool:
        waiting: set[Future[Done]] = {pool.submit(_do, do, thing) for thing in islice(things, AHEAD * jobs)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            if monotonic() <= until:
                waiting |= {pool.submit(_do, do, thing) for thing in islice(things, len(done))}
            yield from (one.result() for one in done)


def _begin(make: Callable[[], Any]) -> None:
    _made.append(make())


def _do(do: Callable[[Any, Any], Any], thing: object) -> Any:
    return do(_made[0], thing)
