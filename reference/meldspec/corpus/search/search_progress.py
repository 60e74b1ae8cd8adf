"""How far a search for equivalent mutants has come, and which of them count as equivalent by it."""

from collections.abc import Callable, Mapping
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
    """What is looked for in so many acts: all mutants of a book by their names; of those that are looked for the readings of the
    rules that each is held against; `tells`, whether a case tells one of the others; and how far they were looked at by now."""

    mutants: Mapping[str, Mutant]
    acts: int
    read: Mapping[str, Mapping[str, str]]
    tells: Callable[[str], bool]
    looked: dict[str, Looked] = field(default_factory=dict)
    _told: dict[str, bool] = field(default_factory=dict, init=False)

    def groups(self) -> list[Group]:
        """What is looked for together."""
        return groups((self.mutants[name], readings) for name, readings in self.read.items())

    def doubts(self) -> dict[str, str]:
        """Why those looked at do not count as equivalent, an empty text for those that do."""
        # Whether a line is shown is asked only where something hangs on it: mutants may have to be judged for that.
        return {
            name: doubt(one, self.acts, shown=seldom(one) and self.shown(name), judges=self.judges(name))
            for name, one in self.looked.items()
        }

    def judges(self, name: str) -> bool:
        """Whether a mutant alters a line about what acts are legal."""
        spot = self.mutants[name].spot
        return spot is not None and spot.group == "judges"

    def shown(self, name: str) -> bool:
        """Whether another mutant of the very line is told by some act or case, so that it is come upon. Of several lines of one
        number, each about another act, that is the one about the same act."""
        tag, spot = self.mutants[name].tag, self.mutants[name].spot
        beside = (other for other, one in self.mutants.items() if one.tag.line == tag.line and spot in (None, one.spot))
        return any(self._is_told(other) for other in beside if self.mutants[other].operator not in ANYWHERE)

    def _is_told(self, name: str) -> bool:
        """Whether a mutant is told, asked once of each."""
        if name in self.read:
            return name in self.looked and self.looked[name].apart is not None
        if name not in self._told:
            self._told[name] = self.tells(name)
        return self._told[name]

    def undetected(self) -> dict[str, Search]:
        """Those that count as equivalent."""
        sure = ((name, self.looked[name]) for name, why in self.doubts().items() if not why)
        return {name: _search(one, self.read[name]) for name, one in sure}


def far_enough(search: Search, acts: int) -> bool:
    """Whether a search for so many acts need not be made again."""
    return search.acts >= acts or search.otherwise >= OFTEN or (search.tables > 0 and not search.otherwise)


def _search(looked: Looked, readings: Mapping[str, str]) -> Search:
    return Search(looked.acts, looked.decides, readings, looked.tables if looked.known else 0, looked.otherwise)


def seldom(looked: Looked) -> bool:
    """Whether a search shows nothing of a line unless it is shown otherwise that it is come upon."""
    return not looked.otherwise and looked.decides < DECIDES


def doubt(looked: Looked, acts: int, *, shown: bool, judges: bool = False) -> str:
    """Why a mutant does not count as equivalent after a search; nothing where it does. `shown` tells that another mutant of the
    very line, about the same act, is told by some act or case, so that it is come upon; `judges`, that it alters a line about what
    acts are legal."""
    if looked.apart is not None:
        _, script = looked.apart
        return f"told apart by {counted(len(script.requests) - 1, 'act')}; it wants a case (meldspec corpus --add)"
    if 0 < looked.otherwise < OTHERWISE:
        return f"its line came to something else {counted(looked.otherwise, 'time')} in {looked.acts} acts, too seldom to say"
    # Where it never comes to something else it does not matter what is tried.
    if looked.acts < acts and looked.otherwise < OFTEN and (looked.otherwise or not looked.known):
        after = " where its line comes to something else" if looked.otherwise else ""
        return f"no more than {counted(looked.acts, 'act')} came near it{after}"
    if judges and looked.otherwise and not looked.decides:
        # It was asked of acts that others refuse anyway: one that they let pass may not have been met.
        return f"its line came to something else {counted(looked.otherwise, 'time')}, and never decided alone; it wants an argument"
    if seldom(looked) and not shown:
        return f"its line decided {counted(looked.decides, 'time')} in {looked.acts} acts, too seldom to say"
    return ""
