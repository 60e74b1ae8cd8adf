"""What tests that start programs want of the surroundings in which these run."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


def listens_to_signals() -> None:
    """Have a program that is about to start be stopped by Ctrl-C and the like, even where whoever started the tests is not.

    A shell that runs `make test &` in a script has interrupts ignored, and `nohup make test` that a terminal is gone; every program
    below inherits that.
    """
    for stops in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(stops, signal.SIG_DFL)


@contextmanager
def hears_interrupts() -> Iterator[None]:
    """Have this very process hear Ctrl-C for as long, whether or not whoever started the tests has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
