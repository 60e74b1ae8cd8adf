"""Books that go where nobody reads rules text, as into a page: each resolved and in a file of its own, made when it is asked for.

What reads them needs neither the texts nor the parser (docs/decisions/0066).
"""

import json
from collections.abc import Iterator
from pathlib import Path

from meldspec.book.kept_sheet import sheet_bytes, sheet_from_bytes
from meldspec.book.library import Books, Stored, Texts
from meldspec.book.sayings import plain_sayings, tell_sayings
from meldspec.book.sheet import Sheet
from meldspec.engine.rulebook import Library
from meldspec.language import lines
from meldspec.language.immutable import mutable

INDEX = "books.json"
"""Which books there are, and what each extends."""
SHEET, SAYINGS = "sheet", "sayings.json"


@mutable
class Shipped(Library):
    """A library whose books lie resolved in a folder."""

    folder: Path

    def sheet(self, name: str) -> Sheet:
        """The resolved book of that name; raises RulesError where there is none."""
        if name not in self.sheets and name in self.books.texts:
            sheet = self.sheets[name] = sheet_from_bytes(_file(self.folder, name).read_bytes())
            # There are no files here that it was made of, and so nothing to keep anything of it by.
            sheet.origin = ""
            tell_sayings(sheet, json.loads(_file(self.folder, name, SAYINGS).read_bytes()))
        return super().sheet(name)


def shipped_files(library: Library) -> Iterator[tuple[str, bytes]]:
    """The files that a library is shipped as, each with its name."""
    names = library.books.names()
    index = {name: library.books.extends(name) for name in names}
    yield INDEX, json.dumps(index, separators=(",", ":")).encode("ascii")
    for name in names:
        sheet = library.sheet(name)
        yield _file(Path(), name).name, sheet_bytes(sheet)
        yield _file(Path(), name, SAYINGS).name, json.dumps(plain_sayings(sheet), separators=(",", ":")).encode("ascii")


def shipped_library(folder: Path) -> Shipped:
    """The library that was shipped into a folder."""
    index: dict[str, str] = json.loads((folder / INDEX).read_bytes())
    return Shipped(Books(Texts(Stored(name, extends, "", _no_text) for name, extends in index.items())), folder)


def _file(folder: Path, name: str, what: str = SHEET) -> Path:
    """Where a book lies, and where its sentences do."""
    return folder / f"{name}.{what}"


def _no_text() -> lines.Text:
    """Nothing that rulings, choices and scores need asks for the text of a book."""
    raise FileNotFoundError("books were shipped without their texts; what reads texts needs the folder of rules")
