"""What the miniatures share: the reference as a server of ordinary Canasta, in which each of them gets one thing wrong.

Some alter a line of the rules that the reference plays by; the others alter how it answers.
"""

import sys
from collections.abc import Iterator
from typing import Any

from meldspec.book.library import Books, files_below, library_of, read_file
from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.language.parse import parse
from meldspec.runner.serve import Server, serve

VARIANT = "canasta"
Json = dict[str, Any]
Altered = tuple[tuple[str, str], ...]
"""Lines of the rules text, each with the line that stands in its place; nothing stands in place of a line that is left out."""


def library(altered: Altered) -> Books:
    """The book of ordinary Canasta with some lines altered.

    Raises ValueError where the book has not just one such line: the rules were written anew, and the miniature must follow.
    """
    instead, left = dict(altered), dict(altered)
    texts = []
    for path, name in files_below(folder("spec") / VARIANT):
        file = read_file(path, name)
        lines = "\n".join(_altered(file.text.split("\n"), instead, left))
        # What is as it was need not be parsed again, which would take most of the time that it takes to start.
        texts.append(parse(lines, name) if file.tree is None or lines != file.text else file.tree)
    if left:
        raise ValueError(f"the book has no line {' and no line '.join(map(repr, left))}")
    return library_of(texts)


def _altered(lines: list[str], instead: dict[str, str], left: dict[str, str]) -> Iterator[str]:
    """The lines of a file, those altered replaced and crossed off."""
    for line in lines:
        old = line.strip()
        if old not in instead:
            yield line
        elif left.pop(old, None) is None:
            raise ValueError(f"the book has more than one line {old!r}")
        elif instead[old]:
            yield line.replace(old, instead[old])


class Miniature(Server):
    """The reference, for one variant and by the default readings; what goes wrong is overridden."""

    altered: Altered = ()

    def __init__(self) -> None:
        shelf = Library(library(self.altered))
        super().__init__(shelf, {VARIANT: shelf.defaults(VARIANT)})

    def hello(self, request: Any) -> Json:
        """Who this is: named after the program."""
        name = type(self).__name__
        return {**super().hello(request), "implementation": {"name": name, "version": "1", "language": "Python"}}

    def serve(self) -> None:
        """Answer until bye."""
        serve(self, sys.stdin.buffer, sys.stdout.buffer)


def say(text: str) -> None:
    """Write to standard output at once."""
    sys.stdout.write(text)
    sys.stdout.flush()
