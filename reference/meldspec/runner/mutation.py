"""The mutants of a book judged one after another, in one process or in several side by side."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing import get_context
from time import monotonic

from meldspec.corpus.mutation.outcomes import Result
from meldspec.judge.mutants import MutantJudge

Make = Callable[[], MutantJudge]
"""Makes who judges; where there are several processes it is called in each of them, and must be a function of a module."""
AHEAD = 2
"""So many mutants wait for each process, so that none of them waits."""
_made: list[MutantJudge] = []


def results(make: Make, names: Iterable[str], jobs: int, seconds: float) -> Iterator[Result]:
    """What mutants come to, in the order in which they are done; after so many seconds none is begun."""
    until = monotonic() + seconds
    if jobs == 1:
        judge = make()
        for name in names:
            if monotonic() > until:
                return
            yield judge.result(name)
    else:
        yield from _side_by_side(make, iter(names), jobs, until)


def _side_by_side(make: Make, names: Iterator[str], jobs: int, until: float) -> Iterator[Result]:
    # Begun afresh, not copied: what this process has open is none of theirs.
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (make,)) as pool:
        waiting: set[Future[Result]] = {pool.submit(_result, name) for name in islice(names, AHEAD * jobs)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            if monotonic() <= until:
                waiting |= {pool.submit(_result, name) for name in islice(names, len(done))}
            yield from (one.result() for one in done)


def _begin(make: Make) -> None:
    _made.append(make())


def _result(name: str) -> Result:
    return _made[0].result(name)
