"""What was written and compiled of the lines of one book, kept from one run to the next (docs/decisions/0038).

This is the only thing in the user's cache folder that is ever run. It is taken under the conditions under which Python takes the
compiled modules beside the code: written by nobody but the user, for just this code, by just this Python.
"""

import marshal
from importlib.util import MAGIC_NUMBER
from types import CodeType
from typing import Any

from meldspec.cache import code, digest, keep_private, recall_private

MOST = 20_000
"""So many parts of one book are kept; beyond that it is begun anew. A ruling in a game with many readings makes some hundreds."""
WRITERS = ("language", "book", "table", "engine")
"""The folders of code that what is kept hangs on."""


class BetweenRuns:
    """Parts by what they are made of. `origin` is the digest of the texts of the book; where there is none nothing is kept."""

    def __init__(self, book: str, origin: str) -> None:
        self._name = f"compiled {book}"
        self._key = digest(origin, code(*WRITERS), MAGIC_NUMBER) if origin else ""
        self._held: dict[str, bytes] = {}
        self._new: dict[str, Any] = {}
        if self._key and (found := recall_private(self._name, self._key)) is not None:
            self._held = marshal.loads(found)

    def __len__(self) -> int:
        """How many parts were kept."""
        return len(self._held)

    def recalled(self, what: str) -> Any:
        """What was kept; none where nothing was."""
        return marshal.loads(self._held[what]) if what in self._held else None

    def note(self, what: str, made: str | bool | list[Any] | tuple[Any, ...] | CodeType) -> None:
        """Note what was made now."""
        if self._key:
            self._new[what] = made

    def keep(self) -> None:
        """Keep what was noted for the next run."""
        if self._new:
            before = self._held if len(self._held) + len(self._new) <= MOST else {}
            self._held = before | {what: marshal.dumps(made) for what, made in self._new.items()}
            self._new = {}
            keep_private(self._name, self._key, marshal.dumps(self._held))
