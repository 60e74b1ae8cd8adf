"""Plays by the rules, and leaves a process behind that nobody asked for."""

import subprocess
import sys

from _base import Miniature


class LeaksAChild(Miniature):
    """Starts a child in a process group of its own, which holds on to the output and does not end."""

    def __init__(self) -> None:
        super().__init__()
        self.child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"], process_group=0)


if __name__ == "__main__":
    LeaksAChild().serve()
