"""Whether a case that an implementation answers as the rules have it shows what it is about.

Read as the implementation reads the open questions, a case may go another way before it comes to that; and what it is about may lie
in fields that the implementation does not tell. Neither is anything right or wrong.
"""

import re
from typing import Any

from meldspec.judge.oracle import Assignment, Oracle, Transcript
from meldspec.protocol.case import LIMIT, Case, deciding
from meldspec.protocol.comparison import VERDICT, verdict
from meldspec.protocol.fields import ABSENT, to_json
from meldspec.protocol.messages import Answer, Dealt, Expected, Legal

STEP = re.compile(r"[^.\[\]]+")
"""One name or number of the place of a field, as `sides[0].melds`."""


def arises(oracle: Oracle, case: Case, assignment: Assignment) -> bool:
    """Whether a case comes to what it is about where the questions are read so.

    A case about a clause does where every act up to the deciding one is as legal as by default, and the deal over just where it is
    then; one about a question where another reading of it is answered otherwise by then; one about a limit where the reading is
    followed and no act before is refused.
    """
    course, last = oracle.course(case, assignment), deciding(case)
    if course is None:
        return False
    if case.purpose == LIMIT:
        (question,) = case.about.questions
        followed = question not in oracle.readings or oracle.reading(assignment, question) == case.about.reading
        return followed and all(_goes_on(course[step]) for step in range(last))
    if case.purpose == "reading":
        known = [question for question in case.about.questions if question in oracle.readings]
        return not known or any(True for _ in oracle.bearing(case, assignment, last, known))
    return all(_same_way(course[step], case.expect[step]) for step in range(last + 1))


def untold(transcript: Transcript) -> tuple[str, ...]:
    """The fields in which what a case is about would show, where none of them is told; none where one is, or where it shows in a
    verdict."""
    cells, last = transcript.case.about.cells, deciding(transcript.case)
    if cells is ABSENT or len(transcript.answers) <= last or any(_told(cell, transcript.answers[last]) for cell in cells):
        return ()
    return tuple(dict.fromkeys(STEP.findall(cell)[0] for cell in cells))


def _same_way(said: Expected | None, by_default: Expected) -> bool:
    """Whether an answer is of the same sort as the default one, and the deal over after both or neither; so far as any is known."""
    return said is None or (verdict(said), _over(said)) == (verdict(by_default), _over(by_default))


def _goes_on(said: Expected | None) -> bool:
    """Whether the game goes on after an answer as it was meant to."""
    return said is None or isinstance(said, Dealt | Legal)


def _over(said: Expected) -> bool:
    """Whether the deal is over after an answer."""
    return isinstance(said, Dealt | Legal) and bool(said.observation.ended)


def _told(cell: str, answer: Answer) -> bool:
    """Whether an answer tells a field."""
    if cell == VERDICT or not isinstance(answer, Dealt | Legal):
        return True
    found: Any = to_json(answer.observation)
    for step in STEP.findall(cell):
        if isinstance(found, dict):
            if step not in found:
                # Of the pile the top card says as much as all of its cards, or their number.
                return cell.startswith("pile.") and "pile" in to_json(answer.observation)
            found = found[step]
        elif isinstance(found, list):
            # A list that is too short tells by that.
            if not int(step) < len(found):
                return True
            found = found[int(step)]
        else:
            return True
    return True
