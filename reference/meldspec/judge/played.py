"""Which lines of the rules a case may have come upon: another line may say what it will, and the case goes the same way."""

from dataclasses import dataclass, field

from meldspec.book.reach import SCORED, Name, of_act
from meldspec.book.sheet import Sheet, Standing, with_groups
from meldspec.corpus.expect import Observe, Step, Trace, steps
from meldspec.corpus.family import RulebookFamily
from meldspec.engine.noting import NotingReferee
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.case import Case
from meldspec.protocol.messages import ActRequest, LegalRequest


@dataclass(frozen=True)
class Played:
    """A case played by the true rules, and of each request whether it was looked ahead to answer it."""

    rulebook: Rulebook
    trace: Trace
    looked_ahead: tuple[bool, ...]
    known: dict[tuple[int, int], frozenset[Name] | None] = field(default_factory=dict)

    def may_come_upon(self, line: str, step: int, first: int = 0) -> bool:
        """Whether a line may have been come upon up to a request, or from the `first` one on: else it may say what it will, and the
        case goes the same way."""
        if (first, step) not in self.known:
            self.known[first, step] = self._come_upon(first, step)
        groups = self.known[first, step]
        return groups is None or not groups.isdisjoint(self.rulebook.sheet.derived(_groups_of_lines)[line])

    def _come_upon(self, first: int, step: int) -> frozenset[Name] | None:
        """The groups of lines that may have been come upon in some requests; none where they are all."""
        known = self.trace[first : step + 1]
        # For a list every act is judged.
        if any(self.looked_ahead[first : step + 1]) or any(isinstance(one.request, LegalRequest) for one in known):
            return None
        reach = self.rulebook.selection.reach
        groups = [*reach.always(), *(group for group in reach.groups if group[0] in ("declared", "shows", "event"))]
        groups += [group for one in known if isinstance(one.request, ActRequest) for group in of_act(one.request.action.type)]
        if any(one.table is not None and one.table.over() for one in known):
            groups += SCORED
        return reach.reached(groups, looking_ahead=False)


def _groups_of_lines(sheet: Sheet) -> dict[str, set[Name]]:
    """The groups in which each line of a sheet stands, those of a standing rule's effects included."""
    found: dict[str, set[Name]] = {}
    for sort, name, line in with_groups(sheet):
        for one in (line, *(line.effects if isinstance(line, Standing) else ())):
            found.setdefault(one.tag.line, set()).add((sort, name))
    return found


def played(family: RulebookFamily, case: Case, observe: Observe) -> Played:
    """A case played to its end by the true rules. Raises what `steps` does where these come to none."""
    found, looked, referee = list[Step](), list[bool](), NotingReferee(family.rulebook, hints=family.hints)
    for step in steps(referee, case.requests, observe):
        found.append(step)
        looked.append(referee.looked_ahead)
        referee.looked_ahead = False
    return Played(family.rulebook, tuple(found), tuple(looked))
