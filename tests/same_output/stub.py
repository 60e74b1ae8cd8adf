"""A program that answers from a recording, and the one that makes such a recording.

`stub.py tee FILE COMMAND...` stands between the runner and an implementation and appends to FILE what it answers to what.
`stub.py pack FILE PACKED` makes one small file of it; `stub.py replay PACKED` then answers as the implementation did.
What is asked is known by everything that was said since the deal began, so the order of the cases means nothing.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

BEGINNINGS = ("hello", "deal", "position", "bye")
"""Requests before which everything is forgotten."""


class Context:
    """What was said since the deal began, as a digest."""

    def __init__(self) -> None:
        self.digest = ""

    def key(self, request: dict[str, Any]) -> str:
        """The key of the next request; its seq means nothing."""
        said = json.dumps({name: value for name, value in request.items() if name != "seq"}, sort_keys=True)
        before = "" if request.get("cmd") in BEGINNINGS else self.digest
        self.digest = sha256(f"{before}\n{said}".encode()).hexdigest()[:20]
        return self.digest


def requests() -> Iterator[dict[str, Any]]:
    """The requests on standard input."""
    for line in sys.stdin.buffer:
        yield json.loads(line)


def replay(packed: Path) -> None:
    """Answer from a recording; what was never asked is an error of the implementation."""
    with gzip.open(packed, "rt", encoding="utf-8") as file:
        known = dict(json.loads(line) for line in file)
    context = Context()
    for request in requests():
        answer = known.get(context.key(request), {"error": {"message": "this was not asked when it was recorded"}})
        print(json.dumps({"seq": request["seq"], **answer}), flush=True)
        if request["cmd"] == "bye":
            return


def tee(file: Path, words: list[str]) -> None:
    """Pass requests and answers on, and write down what is answered."""
    context = Context()
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other, file.open("a", encoding="utf-8") as out:
        assert other.stdin is not None and other.stdout is not None
        for request in requests():
            other.stdin.write(json.dumps(request).encode() + b"\n")
            other.stdin.flush()
            answer = json.loads(other.stdout.readline())
            kept = {name: value for name, value in answer.items() if name != "seq"}
            out.write(json.dumps([context.key(request), kept], separators=(",", ":")) + "\n")
            out.flush()
            print(json.dumps(answer), flush=True)


def pack(file: Path, packed: Path) -> None:
    """One line for each thing that was asked, compressed, always the same bytes for the same recording."""
    lines = sorted(set(file.read_text(encoding="utf-8").splitlines()))
    packed.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode(), mtime=0))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["replay", name]:
            replay(Path(name))
        case ["tee", name, *rest]:
            tee(Path(name), rest)
        case ["pack", name, target]:
            pack(Path(name), Path(target))
        case _:
            sys.exit(__doc__)
