"""What the rules expect of cases under very many readings: a request is answered once for all that answer it alike.

What an act comes upon is told by reach: lines about the act, standing rules, kinds of melds, and scores where the deal ends; where
it is looked ahead, those about every further act, too. Rulebooks that have the same of these lines in force, and are asked at the
same table, give the same answer.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from meldspec.book.reach import SCORED, Name, of_act, reach_of
from meldspec.book.sheet import Declared, Line, Sheet
from meldspec.corpus.expect import Step, quick_answer, set_out
from meldspec.engine.lookahead.hints import Hints
from meldspec.engine.noting import NotingReferee
from meldspec.engine.rulebook import Library, Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.language.lines import Keep
from meldspec.position.profiles import readings_in
from meldspec.position.request import TablesFromPositions
from meldspec.protocol.case import LOOKED_AHEAD, Case, Readings
from meldspec.protocol.messages import (
    ActRequest,
    CaseRequest,
    DealRequest,
    Dealt,
    Expected,
    Legal,
    LegalRequest,
    Observation,
    PositionRequest,
)
from meldspec.protocol.observe import Observer
from meldspec.table.faults import RulesFault
from meldspec.table.selection import ChoiceError
from meldspec.table.table import Table

RULEBOOKS = 256
"""So many rulebooks are at hand; they are asked for many times in a row."""
ANSWERS = 60_000
"""So many answers are kept before all are forgotten, each with its table: some 20 KB. A run comes to half as many where every
question is read by chance; whoever judges thousands of spoilt lines comes to far more, and seldom to one that was there before."""
ALWAYS = ("declared", "shows", "kind", "standing")
"""The sorts of lines that any request may come upon."""
DEAL, POSITION = "a deal", "a position"
"""What stands in the place of the name of an act for the two requests that set up a table."""
SETUP: Name = ("event", "setup")


def counts(line: Line, act: str) -> bool:
    """Whether a line may decide a request that it is come upon with. That there is something to be remembered decides only through
    the lines that set it or look at it, but for a position, which may name it, and for a deal where it starts as something."""
    if not (isinstance(line, Declared) and isinstance(line.node, Keep)):
        return True
    return act == POSITION or (act == DEAL and line.value is not None)


Deciding = Mapping[str, frozenset[str]]
"""Questions, each with its readings that have a line which may be come upon; without one they say alike."""


class Questions:
    """The questions that have a line which may be come upon where a request is answered."""

    def __init__(self, sheet: Sheet) -> None:
        self._reach = reach_of(sheet)
        self._always = [group for group in self._reach.groups if group[0] in ALWAYS]
        self._of: dict[tuple[str, bool, bool], Deciding] = {}

    def of(self, act: str, ended: bool, ahead: bool) -> Deciding:
        """Those of an act (or of what sets up a table), where the deal is `ended` after it, and where it is looked `ahead`."""
        key = act, ended, ahead
        if key not in self._of:
            own = (SETUP,) if act in (DEAL, POSITION) else of_act(act)
            groups = [*self._always, *own, *(SCORED if ended else ())]
            self._of[key] = self._found(groups, ahead, act)
        return self._of[key]

    def _found(self, groups: Iterable[Name], ahead: bool, act: str) -> Deciding:
        reached = self._reach.reached(groups, looking_ahead=ahead)
        lines = (line for group in reached for line in self._reach.groups.get(group, ()))
        found: dict[str, set[str]] = {}
        for line in lines:
            if line.tag.question and counts(line, act):
                found.setdefault(line.tag.question, set()).add(line.tag.reading)
        return {question: frozenset(readings) for question, readings in sorted(found.items())}


@dataclass
class _Asked:
    """What is asked about: the rules with some options and readings, `key` tells which, and what is left of the budget."""

    case: Case
    readings: Readings
    key: Hashable
    left: int = LOOKED_AHEAD


def _asked(case: Case, readings: Readings) -> _Asked:
    """The rules of a case with some readings, none of the budget spent."""
    # Options are told as they came, whatever a case has there.
    return _Asked(case, readings, (case.variant, repr(sorted(case.options.items())), frozenset(readings.items())))


class Recomputed:
    """The rules asked request by request what they expect of one who follows some readings and else the defaults.

    A reading that there is not says nothing. It ends where nothing more can be said: there is no such variant, option or position,
    or it would take too long.
    """

    def __init__(self, library: Library) -> None:
        self.library = library
        self._observe, self._tables_of = Observer(), TablesFromPositions()
        self._at_hand: dict[Hashable, Rulebook] = {}
        self._read: dict[Hashable, int] = {}
        self._numbers: dict[Hashable, int] = {}
        self._steps: dict[Hashable, Step | None] = {}
        self._tables: dict[int, tuple[Observation, Table]] = {}
        self._hints = Hints()

    def __call__(self, case: Case, readings: Readings) -> Iterator[Expected]:
        """What is expected of each request of a case."""
        if case.variant not in self.library.books.texts:
            return
        asked = _asked(case, readings)
        table: Table | None = None
        # Asked under readings that the case was not made for there may be no such position, or no end to looking ahead.
        with suppress(ChoiceError, Unanswered, RulesFault, ValueError):
            for request in case.requests:
                step = self._step(asked, table, request)
                table = step.table
                yield step.said

    def stands(self, case: Case, readings: Readings) -> bool:
        """Whether all melds of the position that a case begins with are melds for one who follows some readings."""
        first = case.requests[0]
        if not isinstance(first, PositionRequest):
            return True
        with suppress(ChoiceError):
            rulebook = self._rulebook(_asked(case, readings))
            faces = rulebook.faces.by_name
            melds = (meld.cards for side in first.sides for meld in side.melds)
            known = (tuple(sorted(faces[card] for card in cards)) for cards in melds if faces.keys() >= set(cards))
            return all(rulebook.kind_of(cards) is not None for cards in known)
        return True

    def _rulebook(self, asked: _Asked) -> Rulebook:
        """The rules that are asked. Raises ChoiceError where the options of a case are none.

        Most courses are left somewhere on the way: what keeps a rulebook with each of them keeps thousands.
        """
        if asked.key not in self._at_hand:
            known = readings_in(self.library.books.book(asked.case.variant), asked.readings)
            self._at_hand[asked.key] = self.library.rulebook(asked.case.variant, asked.case.options, known)
            if len(self._at_hand) > RULEBOOKS:
                del self._at_hand[next(iter(self._at_hand))]
        return self._at_hand[asked.key]

    def _step(self, asked: _Asked, table: Table | None, request: CaseRequest) -> Step:
        """The answer to a request at a table, as another rulebook gave it that says the same there. Raises what `answer` does."""
        if isinstance(request, LegalRequest):
            return self._answered(asked, table, request)[0]
        act = request.action.type if isinstance(request, ActRequest) else DEAL if isinstance(request, DealRequest) else POSITION
        # By identity, which is theirs for as long as the step is kept that has both.
        for ahead in (False, True):
            key = id(table), id(request), self._number(asked, act, False, ahead)
            if key in self._steps:
                # Where the deal ends it is not known before how many questions count.
                step = self._steps[key] or self._steps.get((key, self._number(asked, act, True, ahead)))
                if step is not None:
                    return step
        step, ahead = self._answered(asked, table, request)
        step = self._at_known_table(step)
        key = id(table), id(request), self._number(asked, act, False, ahead)
        self._keep(key, step, lambda: self._number(asked, act, True, ahead))
        return step

    def _answered(self, asked: _Asked, table: Table | None, request: CaseRequest) -> tuple[Step, bool]:
        """The answer to a request, and whether it was looked ahead for it."""
        rulebook = self._rulebook(asked)
        if isinstance(request, PositionRequest):
            return set_out(rulebook, table, request, self._tables_of(rulebook, request), self._observe), False
        referee = NotingReferee(rulebook, asked.left, self._hints)
        step = quick_answer(referee, table, request, self._observe)
        asked.left = referee.budget or 0
        return step, referee.looked_ahead

    def _at_known_table(self, step: Step) -> Step:
        """The same step with the table of another one that left the same, so that what follows it is found."""
        if step.table is None or not isinstance(step.said, Dealt | Legal):
            return step
        seen = step.said.observation
        # Tables of the same cells are shown by one observation, which is kept here with its table.
        _, table = self._tables.setdefault(id(seen), (seen, step.table))
        return step if table is step.table or table.cells != step.table.cells else replace(step, table=table)

    def _keep(self, key: Hashable, step: Step, ended: Callable[[], int]) -> None:
        if len(self._steps) > ANSWERS:
            self._steps.clear()
            self._tables.clear()
        if step.table is not None and step.table.over():
            self._steps[key] = None
            self._steps[key, ended()] = step
        else:
            self._steps[key] = step

    def _number(self, asked: _Asked, act: str, ended: bool, ahead: bool) -> int:
        """The same for all rulebooks with the same cells and cards that read alike all questions which a request comes upon."""
        key = asked.key, act, ended, ahead
        if key not in self._read:
            rulebook = self._rulebook(asked)
            deciding = rulebook.sheet.derived(Questions).of(act, ended, ahead)
            # A reading without a line there says what any other without one says.
            readings = tuple([one if (one := rulebook.readings[question]) in told else "" for question, told in deciding.items()])
            alike = rulebook.name, rulebook.looks, act, ended, ahead, readings
            self._read[key] = self._numbers.setdefault(alike, len(self._numbers))
        return self._read[key]
