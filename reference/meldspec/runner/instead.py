"""What would have been legal where something is let be done that the rules refuse, by the rules as an implementation reads them."""

from meldspec.engine.verdict import Unanswered
from meldspec.judge.booking import Booked, Sort
from meldspec.protocol.actions import act_request
from meldspec.protocol.messages import ActRequest
from meldspec.ruling.nearest import nearest
from meldspec.table.faults import RulesFault


def instead(booked: Booked) -> list[ActRequest] | None:
    """The legal acts that are nearest to one that was let be done, at the table as it was then; none where it was another sort of
    departure, None where the rules cannot be asked."""
    rulebook, step = booked.rulebook, booked.step
    if booked.sort is not Sort.ALLOWED:
        return []
    if rulebook is None or step is None or step.act is None or step.before is None:
        return None
    try:
        return [act_request(rulebook, act) for act in nearest(rulebook, step.before, step.act)]
    except (Unanswered, RulesFault):
        return None
