"""A departure to the lines of the rules that it is booked on: where the first answer is otherwise, what decides there.

| what departs                       | booked on                                                       |
| legal where the rules refuse       | the lines that refuse                                           |
| refused where the rules allow      | the lines that permit; where there are none, that of the act    |
| cards, melds, pile, phase, turn    | the lines that wrote them; where the rules leave them, the act  |
| what the book shows by words       | the line that shows it, where nothing else differs              |
| points                             | the lines of which one alone would explain them                 |
| the kind of a meld alone           | a line of the kind that it has by the rules                     |
| a list of acts                     | what judges the first act that is too many or is missing        |
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from meldspec.book.core import Tag
from meldspec.corpus.expect import Step, answer, steps
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.judge.evidence import POINTS
from meldspec.judge.judgement import Judged
from meldspec.judge.written import awards_of, moved, scorers, writers
from meldspec.language import lines
from meldspec.protocol.case import Case
from meldspec.protocol.comparison import Difference, MismatchKind
from meldspec.protocol.messages import Action, ActRequest, Legal, LegalRequest, sort_of
from meldspec.table.faults import RulesFault

RulebookOf = Callable[[Case], Rulebook]
"""The rulebook that the answers to a case are held to; the same one for cases of the same options."""
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
    shows; `step` is the request as the rules answer it and `rulebook` those rules, none where they cannot be asked."""

    judged: Judged
    sort: Sort
    tags: tuple[Tag, ...]
    done: str
    fields: tuple[str, ...]
    step: Step | None = field(default=None, compare=False)
    rulebook: Rulebook | None = field(default=None, compare=False)
    named: tuple[str, ...] = ()
    """The lines as the case names them, where the rules cannot be asked."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The ids of the lines that it is booked on."""
        return tuple(tag.line for tag in self.tags) or self.named


@dataclass
class Booker:
    """Books departures, under the rules to which the answers are held; without any, on the lines that the cases name."""

    rulebook_of: RulebookOf | None

    def booked(self, judged: Judged) -> Booked:
        """What a departure is booked on."""
        assert judged.step is not None and judged.mismatch is not None
        case = judged.transcript.case
        request = case.requests[judged.step]
        done = sort_of(request)
        fields = tuple(dict.fromkeys(_field(one.where) for one in judged.mismatch.differences))
        sort = _sort(judged.mismatch.kind, fields)
        if self.rulebook_of is None:
            return Booked(judged, sort, (), done, fields, named=case.because[judged.step])
        try:
            rulebook = self.rulebook_of(case)
            step = tuple(steps(Referee(rulebook), case.requests[: judged.step + 1]))[-1]
            tags = tuple(dict.fromkeys(_lines(rulebook, step, judged, sort)))
        except (Unanswered, RulesFault, ValueError):
            # What comes to no answer where it is looked into has been answered once, or the case names it: it is a departure all
            # the same.
            return Booked(judged, sort, (), done, fields)
        return Booked(judged, sort, tags, done, fields, step, rulebook)


def _lines(rulebook: Rulebook, step: Step, judged: Judged, sort: Sort) -> Sequence[Tag]:
    assert judged.mismatch is not None and judged.step is not None
    declared = () if step.act is None else (rulebook.acts[step.act.name].tag,)
    match sort:
        case Sort.ALLOWED | Sort.REFUSED:
            return (() if step.verdict is None else step.verdict.lines) or declared
        case Sort.LISTED:
            return _of_listed(rulebook, step, judged.mismatch.differences)
        case Sort.POINTS:
            return _of_points(rulebook, step, judged)
        case Sort.LABEL:
            return _of_kinds(rulebook, judged) or declared
        case _:
            return _of_what_is_shown(rulebook, judged) or writers(rulebook, step, judged.mismatch.differences) or declared


def _of_listed(rulebook: Rulebook, step: Step, found: Sequence[Difference]) -> Sequence[Tag]:
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


def _of_what_is_shown(rulebook: Rulebook, judged: Judged) -> Sequence[Tag]:
    """The lines that say what is shown, where nothing else is otherwise than what they show of the table."""
    assert judged.mismatch is not None
    shown = {node.key: line.tag for node, line in rulebook.selection.declared(lines.Show)}
    wheres = [one.where for one in judged.mismatch.differences]
    return [shown[where] for where in wheres] if wheres and all(where in shown for where in wheres) else []


def _of_kinds(rulebook: Rulebook, judged: Judged) -> Sequence[Tag]:
    """The lines of the kind that a meld should be called, those of the clause that the case is about where it has such."""
    assert judged.mismatch is not None
    named = {one.expected for one in judged.mismatch.differences}
    tags = [line.tag for line in rulebook.selection.chosen(rulebook.sheet.kinds) if line.act in named]
    about = judged.transcript.case.about.clauses
    return [tag for tag in tags if tag.clause in about] or tags[:1]


def _of_points(rulebook: Rulebook, step: Step, judged: Judged) -> Sequence[Tag]:
    """The lines of which one alone would explain the points of a deal that has ended; where none does, those that give points and
    that the case is about; where only the end of the match is otherwise, what brings that about."""
    assert judged.mismatch is not None and judged.step is not None
    given = judged.transcript.answers[judged.step]
    if not isinstance(given, Legal) or not isinstance(step.said, Legal) or step.table is None:
        return ()
    for name in ("scores", "totals"):
        expected, found = getattr(step.said.observation, name), getattr(given.observation, name)
        if expected and found and tuple(expected) != tuple(found):
            about = judged.transcript.case.about.clauses
            if to_others := moved(rulebook, step.table, expected, found):
                return [tag for tag in to_others if tag.clause in about] or to_others
            giving = scorers(rulebook, step.table, expected, found)
            named = [tag for tag in giving if tag.clause in about] or list(awards_of(rulebook, about, expected, found))
            awards = (one.tag for one in Referee(rulebook).points(step.table))
            return named or giving or [tag for tag in awards if tag.clause in about]
    return writers(rulebook, step, judged.mismatch.differences)
