"""Start of the engine: ``python main.py`` speaks the protocol on stdin and stdout."""

import sys

from ordinary.protocol import serve

if __name__ == "__main__":
    sys.exit(serve(sys.stdin.buffer, sys.stdout.buffer))
