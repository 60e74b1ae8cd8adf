"""Positions that a game comes to: held against the deal and the acts that lead there."""

from collections.abc import Sequence

from meldspec.corpus.expect import Trace, trace
from meldspec.corpus.family import RulebookFamily
from meldspec.corpus.plan import Script
from meldspec.engine.referee import Referee
from meldspec.engine.verdict import Unanswered
from meldspec.position.request import NoPosition, request_from_table, table_from_position
from meldspec.protocol.case import LONGEST_WITNESS, Witness
from meldspec.protocol.fields import ABSENT, Maybe
from meldspec.protocol.messages import CaseRequest, Dealt, Legal, PositionRequest
from meldspec.table.table import Table


def came_about(family: RulebookFamily, script: Script) -> bool:
    """Whether the witness of a script, where it has one, leads to the position that it begins with."""
    position = script.requests[0]
    if not script.witness or not isinstance(position, PositionRequest):
        return not script.witness
    return leads(_default(family).referee, script.witness, position)


def leads(referee: Referee, witness: Sequence[CaseRequest], position: PositionRequest) -> bool:
    """Whether a deal and legal acts lead to just the table that a position sets out, in all that a position tells: where it tells
    only how many cards there are, as of red threes, nobody minds which they are."""
    if not 0 < len(witness) <= LONGEST_WITNESS:
        return False
    try:
        played, wanted = trace(referee, witness), table_from_position(referee.rulebook, position)
    except (NoPosition, Unanswered, ValueError):
        return False
    last = played[-1].table
    if last is None or not all(isinstance(step.said, Dealt | Legal) for step in played):
        return False
    return last.cells == wanted.cells or _told_alike(referee, last, position)


def _told_alike(referee: Referee, table: Table, position: PositionRequest) -> bool:
    """Whether a position that sets out a table would be this one."""
    try:
        return request_from_table(referee.rulebook, table) == position
    except NoPosition:
        return False


def witness_of(family: RulebookFamily, script: Script) -> Maybe[Witness]:
    """The witness of a script, as its case has it; nothing where it has none."""
    if not script.witness:
        return ABSENT
    family = _default(family)
    return Witness(script.witness, tuple(rests_on(family, trace(family.referee, script.witness))))


def rests_on(family: RulebookFamily, played: Trace) -> list[str]:
    """The questions of which some reading answers a witness otherwise."""
    asked = ((question, other) for (question, _), other in sorted(family.readings.items()))
    return sorted({question for question, other in asked if other.diverges_at(played) is not None})


def _default(family: RulebookFamily) -> RulebookFamily:
    return family.default or family
