"""Cases that ask for the list of what may be done, made from those about acts: no game is played for them.

The table at which an act is refused is the best for a list: what may be done there, and what may not, is seen at once.
"""

from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice

from meldspec.corpus.corpus import Corpus
from meldspec.corpus.make_case import make_case, shows
from meldspec.corpus.plan import Goal, Planned, Script, acts_by_clause, clause_of, missing_in, script_of
from meldspec.corpus.sizes import plainness
from meldspec.engine.verdict import Unanswered
from meldspec.protocol.case import ALLOWS, LISTS, Case
from meldspec.protocol.messages import ActRequest, Enumerated, LegalRequest
from meldspec.table.selection import Options

TRIED = 60
"""So many tables at most are looked at for one list."""
COMPARED = 6
"""So many lists are made for one goal; that is taken which has several things in it and hangs on the fewest open questions."""


@dataclass
class ListMaker:
    """Makes lists for a corpus from its cases under some options; the clauses `used` refuse something at the table of a list."""

    corpus: Corpus
    options: Options
    used: set[str] = field(default_factory=set)

    def add_missing(self, only: Collection[str] = ()) -> int:
        """Add a case for every goal that has none, or those of some clauses alone, as far as some table gives one; how many were
        added."""
        missing = missing_in(self.corpus.sheet, self.corpus.planned.values())
        return sum(self._add(goal) for goal in missing if goal.purpose == LISTS and (not only or goal.of in only))

    def _add(self, goal: Goal) -> bool:
        found = list(islice(self._found(goal), COMPARED))
        if not found:
            return False
        source, made = min(found, key=lambda one: (_single(one[1]), len(one[1].worlds)))
        if source.purpose == "refuses":
            self.used.add(clause_of(source))
        self.corpus.add(goal, self.options, self.corpus.planned[source.id].seed, script_of(made))
        return True

    def _found(self, goal: Goal) -> Iterator[tuple[Case, Case]]:
        """The lists that show a goal and that no case asks for yet, each behind the case of its table."""
        asked = [script_of(case).requests for case in self.corpus.cases.values() if case.purpose == LISTS]
        family = self.corpus.family(self.options)
        for source in islice(self._sources(goal), TRIED):
            script = _asked_instead(source)
            # To list what may be done may ask for more looking ahead than any one act.
            with suppress(Unanswered):
                if script.requests not in asked and shows(family, goal, script):
                    yield source, make_case(family, Planned("", goal, self.options, 0), script)

    def _sources(self, goal: Goal) -> Iterator[Case]:
        """The cases of a clause that end with an act such as should be listed: those in which it is refused by a clause that has no
        list yet before the others, and then the plainest."""
        family = self.corpus.family(self.options)
        acts = acts_by_clause(family.rulebook.selection)[goal.of]

        def order(case: Case) -> tuple[object, ...]:
            refused = case.purpose == "refuses"
            return not refused or clause_of(case) in self.used, not refused, plainness(case)

        for case in sorted(self.corpus.cases.values(), key=order):
            last = script_of(case).requests[-1]
            fits = case.purpose in (ALLOWS, "refuses") and self.corpus.planned[case.id].options == self.options
            if fits and isinstance(last, ActRequest) and last.action.type in acts:
                yield case


def _single(case: Case) -> bool:
    """Whether one thing alone is in the list of a case."""
    said = case.expect[-1]
    return isinstance(said, Enumerated) and len(said.actions) == 1


def _asked_instead(case: Case) -> Script:
    """The requests of a case with the list asked for in place of its act."""
    script = script_of(case)
    last = script.requests[-1]
    assert isinstance(last, ActRequest), "it ends with an act"
    return replace(script, requests=(*script.requests[:-1], LegalRequest(seat=last.seat)))
