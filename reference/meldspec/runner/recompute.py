"""What the rules themselves expect of a case: the reference asked again, under any readings."""

from collections.abc import Sequence
from dataclasses import dataclass

from meldspec.corpus.expect import expectations
from meldspec.engine.library import Library
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.profiles import readings_in
from meldspec.protocol.case import Case, Readings
from meldspec.protocol.messages import Expected
from meldspec.table.faults import RulesFault
from meldspec.table.selection import ChoiceError

BUDGET = 3_000
"""How many acts the look-ahead may try in one case; where that is not enough, nothing is said of the case."""


@dataclass(frozen=True)
class Recompute:
    """Answers for the rules of a library."""

    library: Library

    def defaults(self, variant: str) -> dict[str, str]:
        """The default reading of every question of a variant; none where the library has no such variant."""
        return self.library.defaults(variant) if variant in self.library.books.texts else {}

    def rulebook(self, case: Case, readings: Readings) -> Rulebook:
        """The rulebook that a case is played under. Raises ChoiceError for options or readings that there are not."""
        return self.library.rulebook(case.variant, case.options, readings)

    def expectations(self, case: Case, readings: Readings) -> Sequence[Expected] | None:
        """What the rules expect, request by request, of one who follows these readings and else the defaults.

        A reading that there is not says nothing. None where nothing can be said: there is no such variant or option, or it
        would take too long.
        """
        if case.variant not in self.library.books.texts:
            return None
        known = readings_in(self.library.books.book(case.variant), readings)
        try:
            return expectations(Referee(self.rulebook(case, known), BUDGET), case.requests)
        except (ChoiceError, Unanswered, RulesFault, ValueError):
            # Asked under readings that the case was not made for: then there may be no such position, or no end to looking ahead.
            return None
