"""Requests in on standard input, answers out on standard output, one JSON object a line.

Run: python main.py
"""

import json
import sys

from protocol import Session


def main() -> None:
    """Answer line after line until `bye` is said or the input ends."""
    session = Session()
    # As bytes: lines end at the line feed alone, since other line separators may stand inside a text.
    for line in sys.stdin.buffer:
        answer = json.dumps(session.answer(line), separators=(",", ":"))
        sys.stdout.buffer.write(answer.encode() + b"\n")
        sys.stdout.buffer.flush()
        if session.done:
            break


if __name__ == "__main__":
    main()
