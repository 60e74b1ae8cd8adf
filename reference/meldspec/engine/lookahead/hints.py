"""What was found out under one rulebook, and need not be looked for again under another one."""

from collections.abc import Hashable
from typing import Any, TypeAlias

from meldspec.book.sheet import ActLine
from meldspec.table.table import Act, Play

KEPT = 20_000
"""So many hints are kept before all are dropped; each holds a position."""
POSITIONS, RULES = 2_048, 16
"""Of so many positions single plays are kept, for each of so many sorts of cells, cards and kinds."""
Hint: TypeAlias = Act | tuple[Play, ...]
"""An act, or the plays with which one of its sort lays a hand."""


class Hints:
    """Remembers of questions that were answered with yes which act was the first on the way there.

    Two rulebooks of a book mostly agree on what could be done, and to find it takes far longer than to see that it can be done. A
    hint is no answer: the act is judged by the rules that are asked, and what follows it, too. So with hints every answer is the
    one without them; but an answer may be found where without them the bounds of the search would have been reached.
    Which single plays there are in a position hangs on its cards, and on what makes a meld, alone: these are kept as they are.
    """

    def __init__(self) -> None:
        self._of: dict[Hashable, tuple[ActLine, Hint]] = {}
        self._plays: dict[object, dict[Any, list[Play]]] = {}
        self._noting = True

    def of(self, question: Hashable) -> tuple[ActLine, Hint] | None:
        """The sort of act that was noted for a question, as the book declares it, and the act or its plays."""
        return self._of.get(question)

    def note(self, question: Hashable, line: ActLine, hint: Hint) -> None:
        """Note what brought it about that a question was answered with yes."""
        if self._noting:
            if len(self._of) > KEPT:
                self._of.clear()
            self._of[question] = line, hint

    def plays(self, looks: object) -> dict[Any, list[Play]]:
        """The single plays of positions that were asked for under rulebooks with the same cells, cards and kinds."""
        if looks not in self._plays and len(self._plays) >= RULES:
            self._plays.clear()
        found = self._plays.setdefault(looks, {})
        if len(found) > POSITIONS:
            found.clear()
        return found

    def read_only(self) -> "Hints":
        """The same for whoever is to come as far whatever others asked before: none of their hints are noted."""
        view = Hints()
        view._of, view._plays, view._noting = self._of, self._plays, False
        return view
