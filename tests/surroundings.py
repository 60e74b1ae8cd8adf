"""What tests that start programs want of the surroundings in which these run."""

import signal


def listens_to_signals() -> None:
    """Have a program that is about to start be stopped by Ctrl-C and the like, even where whoever started the tests is not.

    A shell that runs `make test &` in a script has interrupts ignored, and `nohup make test` that a terminal is gone; every program
    below inherits that.
    """
    for stops in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGTERM):
        signal.signal(stops, signal.SIG_DFL)
