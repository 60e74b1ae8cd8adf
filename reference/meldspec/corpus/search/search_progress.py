"""How far a search for equivalent mutants has come, and which of them count as equivalent by it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from meldspec.corpus.mutation.operators import CONSTANT, TURNED, Mutant
from meldspec.corpus.search.equivalence import OFTEN, Group, Looked, groups
from meldspec.language.problems import counted
from meldspec.sources.searched import Search

DECIDES = 20
"""So often at least the line of a mutant has to have decided before a search for what tells it counts, where it never comes to
something else or nobody can tell whether it does."""
OTHERWISE = 5
"""So often at least it has to have come to something else, where it ever does."""
ANYWHERE = (TURNED, CONSTANT)
"""Operators by which a line decides where the true one does not, so that what tells them says nothing of where that does."""


@dataclass(frozen=True)
class SearchProgress:
    """What is looked for in so many acts: mutants by their names, each with the readings of the rules that it is held against;
    those that a case tells, or of whose line another one is told; and how far the others were looked at by now."""

    mutants: Mapping[str, Mutant]
    acts: int
    read: Mapping[str, Mapping[str, str]]
    told: Collection[str]
    looked: dict[str, Looked] = field(default_factory=dict)

    def groups(self) -> list[Group]:
        """What is looked for together."""
        return groups((self.mutants[name], readings) for name, readings in self.read.items())

    def doubts(self) -> dict[str, str]:
        """Why those looked at do not count as equivalent, an empty text for those that do."""
        told = {*self.told, *(name for name, one in self.looked.items() if one.apart)}
        shown = {self.mutants[name].tag.line for name in told if self.mutants[name].operator not in ANYWHERE}
        return {name: doubt(one, self.acts, self.mutants[name].tag.line in shown) for name, one in self.looked.items()}

    def undetected(self) -> dict[str, Search]:
        """Those that count as equivalent."""
        sure = ((name, self.looked[name]) for name, why in self.doubts().items() if not why)
        return {name: _search(one, self.read[name]) for name, one in sure}


def far_enough(search: Search, acts: int) -> bool:
    """Whether a search for so many acts need not be made again."""
    return search.acts >= acts or search.otherwise >= OFTEN or (search.tables > 0 and not search.otherwise)


def rests_on_others(search: Search) -> bool:
    """Whether a search counted only since another mutant of the line is told."""
    return not search.otherwise and search.decides < DECIDES


def _search(looked: Looked, readings: Mapping[str, str]) -> Search:
    return Search(looked.acts, looked.decides, readings, looked.tables if looked.known else 0, looked.otherwise)


def doubt(looked: Looked, acts: int, shown: bool) -> str:
    """Why a mutant does not count as equivalent after a search; nothing where it does. `shown` tells that another mutant of its
    line is told by some act or case, so that the line is come upon."""
    if looked.apart is not None:
        _, script = looked.apart
        return f"told apart by {counted(len(script.requests) - 1, 'act')}; it wants a case (meldspec corpus --spoilt)"
    if 0 < looked.otherwise < OTHERWISE:
        return f"its line came to something else {counted(looked.otherwise, 'time')} in {looked.acts} acts, too seldom to say"
    # Where it never comes to something else it does not matter what is tried.
    if looked.acts < acts and looked.otherwise < OFTEN and (looked.otherwise or not looked.known):
        after = " where its line comes to something else" if looked.otherwise else ""
        return f"no more than {counted(looked.acts, 'act')} came near it{after}"
    if not looked.otherwise and looked.decides < DECIDES and not shown:
        return f"its line decided {counted(looked.decides, 'time')} in {looked.acts} acts, too seldom to say"
    return ""
