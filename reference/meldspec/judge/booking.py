"""A departure to the lines of the rules that it is booked on: where the first answer is otherwise, what decides there.

| what departs                       | booked on                                                       |
| legal where the rules refuse       | the lines that refuse                                           |
| refused where the rules allow      | the lines that permit; where there are none, that of the act    |
| cards, melds, pile, phase, turn    | the lines that wrote them; where the rules leave them, the act  |
| points                             | the lines of which one alone would explain them                 |
| the kind of a meld alone           | the line that names the kind                                    |
| a list of acts                     | what judges the first act that is too many or is missing        |
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from meldspec.book.core import Tag
from meldspec.corpus.expect import Step, answer, steps
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.judge.judgement import Judged
from meldspec.judge.written import scorers, writers
from meldspec.protocol.case import Case
from meldspec.protocol.comparison import Difference, MismatchKind
from meldspec.protocol.messages import Action, ActRequest, Expected, Legal, LegalRequest
from meldspec.table.faults import RulesFault

RulebookOf = Callable[[Case], Rulebook]
"""The rulebook that the answers to a case are held to."""
POINTS = ("scores", "totals", "match")
"""The fields of an observation that follow from the points of a deal."""
LABEL = ".kind"
"""How the place of the kind of a meld ends."""


class Sort(StrEnum):
    """In which way an implementation departs from the rules."""

    ALLOWED = "allows what the rules refuse"
    REFUSED = "refuses what the rules allow"
    TABLE = "leaves another table"
    POINTS = "counts other points"
    LABEL = "calls a meld otherwise"
    LISTED = "lists other acts"


@dataclass(frozen=True)
class Booked:
    """A departure, the lines that it is booked on (none where no line is known to decide it), what was done, and in which fields it
    shows; `step` is the request as the rules answer it, none where they cannot be asked."""

    judged: Judged
    sort: Sort
    lines: tuple[Tag, ...]
    done: str
    fields: tuple[str, ...]
    step: Step | None = field(default=None, compare=False)


@dataclass
class Booker:
    """Books departures, under the rules to which the answers are held."""

    rulebook_of: RulebookOf

    def booked(self, judged: Judged) -> Booked:
        """What a departure is booked on."""
        assert judged.step is not None and judged.mismatch is not None
        case = judged.transcript.case
        request = case.requests[judged.step]
        done = request.action.type if isinstance(request, ActRequest) else request.cmd
        fields = tuple(dict.fromkeys(_field(one.where) for one in judged.mismatch.differences))
        step = self._step(case, judged.step)
        sort = _sort(judged.mismatch.kind, fields)
        try:
            lines = () if step is None else tuple(self._lines(case, step, judged, sort))
        except (Unanswered, RulesFault, ValueError):
            # What comes to no answer where it is looked into has been answered once: it is a departure all the same.
            lines = ()
        return Booked(judged, sort, lines, done, fields, step)

    def _step(self, case: Case, number: int) -> Step | None:
        """A request of a case as the rules answer it."""
        try:
            return tuple(steps(Referee(self.rulebook_of(case)), case.requests[: number + 1]))[-1]
        except (Unanswered, RulesFault, ValueError):
            return None

    def _lines(self, case: Case, step: Step, judged: Judged, sort: Sort) -> Sequence[Tag]:
        rulebook, mismatch = self.rulebook_of(case), judged.mismatch
        assert mismatch is not None and judged.step is not None
        declared = () if step.act is None else (rulebook.acts[step.act.name].tag,)
        judging = () if step.verdict is None else step.verdict.lines
        match sort:
            case Sort.ALLOWED | Sort.REFUSED:
                return judging or declared
            case Sort.LISTED:
                return self._of_listed(rulebook, step, mismatch.differences)
            case Sort.POINTS:
                given = judged.transcript.answers[judged.step]
                return tuple(_scoring(rulebook, step, given)) or declared
            case _:
                return writers(rulebook, step, mismatch.differences) or declared

    def _of_listed(self, rulebook: Rulebook, step: Step, found: Sequence[Difference]) -> Sequence[Tag]:
        """What judges the first act that is in one list alone."""
        acts = (one for difference in found for one in (difference.expected, difference.found))
        action = next((one for one in acts if isinstance(one, Action)), None)
        if action is None or not isinstance(step.request, LegalRequest):
            return ()
        judged = answer(Referee(rulebook), step.before, ActRequest(seat=step.request.seat, action=action))
        if judged.verdict is not None and judged.verdict.lines:
            return judged.verdict.lines
        return () if judged.act is None else (rulebook.acts[judged.act.name].tag,)


def _sort(kind: MismatchKind, fields: Sequence[str]) -> Sort:
    match kind:
        case MismatchKind.ALLOWED:
            return Sort.ALLOWED
        case MismatchKind.REFUSED:
            return Sort.REFUSED
        case MismatchKind.ACTIONS:
            return Sort.LISTED
        case _ if all(one.endswith(LABEL) for one in fields):
            return Sort.LABEL
        case _:
            return Sort.POINTS if set(fields) <= set(POINTS) else Sort.TABLE


def _field(where: str) -> str:
    """The place of an observation without the numbers of seats, sides and melds: `sides[0].melds` as `sides.melds`."""
    plain, inside = [], False
    for char in where:
        inside = char == "[" or (inside and char != "]")
        if not inside and char != "]":
            plain.append(char)
    return "".join(plain)


def _scoring(rulebook: Rulebook, step: Step, given: Expected | object) -> Iterator[Tag]:
    """The lines of which one alone would explain the points of a deal that has ended."""
    if not isinstance(given, Legal) or not isinstance(step.said, Legal) or step.table is None:
        return
    mine, other = step.said.observation, given.observation
    for name in ("scores", "totals"):
        expected, found = getattr(mine, name), getattr(other, name)
        if expected and found and tuple(expected) != tuple(found):
            yield from scorers(rulebook, step.table, expected, found)
            return
