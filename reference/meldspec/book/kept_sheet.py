"""A resolved book as an earlier run left it, so that no text need be read and no line resolved (docs/decisions/0054).

It is kept as `pickle` writes it, in an entry that is believed only where it is the user's own (`cache.recall_private`), and what
reads it makes nodes, lines and sets of this package and nothing else: whatever else such an entry names is refused.
"""

import pickle
from importlib import import_module
from io import BytesIO
from typing import Any

from meldspec.book.named_cards import about_suits, named_signs
from meldspec.book.sheet import Sheet
from meldspec.cache import code, digest, keep_private, recall_private

MODULES = tuple(f"meldspec.{name}" for name in ("book.core", "book.flat", "book.sheet", "book.symbols"))
NODES = tuple(f"meldspec.{name}" for name in ("language.lines", "language.problems", "language.tree"))
"""The modules whose classes a resolved book is made of."""
FACTS = (named_signs, about_suits)
"""What every ruling asks of the whole of a book: it goes with it, since to tell it takes going through every expression."""
WRITERS = ("language", "book")
"""The folders of code that it hangs on."""


class _Reader(pickle.Unpickler):
    """Makes what a resolved book is made of."""

    def find_class(self, module: str, name: str) -> Any:
        """A class of those modules; raises UnpicklingError for everything else that could be named."""
        if module in MODULES + NODES:
            named = vars(import_module(module)).get(name)
            if isinstance(named, type) and named.__module__ == module:
                return named
        raise pickle.UnpicklingError(f"found {module}.{name}, expected what a resolved book is made of")


def sheet_bytes(sheet: Sheet) -> bytes:
    """A resolved book, with what every ruling asks of the whole of it, as `sheet_from_bytes` reads it."""
    return pickle.dumps((sheet, *map(sheet.derived, FACTS)), protocol=5)


def sheet_from_bytes(holds: bytes) -> Sheet:
    """The resolved book in some bytes. Whatever they are, nothing but a resolved book is made of them; what goes wrong raises."""
    sheet, *facts = _Reader(BytesIO(holds)).load()
    if not isinstance(sheet, Sheet):
        raise pickle.UnpicklingError("expected a resolved book")
    for analysis, made in zip(FACTS, facts, strict=True):
        sheet.told(analysis, made)
    return sheet


def recalled_sheet(name: str, origin: str) -> Sheet | None:
    """The resolved book of a name as it was kept for just these texts; none where there is nothing to trust."""
    holds = recall_private(_entry(name), _key(origin)) if origin else None
    if holds is None:
        return None
    try:
        return sheet_from_bytes(holds)
    # An entry that was damaged with its digest may fail in any way that reading can: it is as if it were not there.
    except Exception:
        return None


def keep_sheet(sheet: Sheet) -> None:
    """Keep a resolved book for the next run, where it was made of texts that stand in files."""
    if sheet.origin:
        keep_private(_entry(sheet.book.name), _key(sheet.origin), sheet_bytes(sheet))


def _entry(name: str) -> str:
    return f"sheet {name}"


def _key(origin: str) -> str:
    return digest(origin, code(*WRITERS))
