"""What tests that start programs want of the surroundings in which these run."""

import signal


def listens_to_interrupts() -> None:
    """Have a program that is about to start be interrupted by Ctrl-C, even where whoever started the tests is not.

    A shell that runs `make test &` in a script has interrupts ignored, and every program below it inherits that.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)
