"""What becomes of the last act of a case by rules in which a line is wrong, told in the title of the case."""

from collections.abc import Iterable

from meldspec.corpus.expect import Step, trace
from meldspec.corpus.family import Alternative
from meldspec.corpus.mutation.operators import CONSTANT, DONE, LEFT_OUT, MEMBER, PART_OUT, TURNED, UNDONE
from meldspec.corpus.plan import Script
from meldspec.corpus.titles import let_be, refusal
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.request import NoPosition
from meldspec.protocol.messages import Legal
from meldspec.table.faults import RulesFault

FORGOTTEN = (LEFT_OUT, PART_OUT, UNDONE, DONE, MEMBER, CONSTANT)
"""What is done to a line where something is forgotten, the plainest first. Rules with a number wrong, or with a line turned round,
refuse an act for what no sentence of a book tells."""
TRIED = 12
"""By so many altered lines at most it is looked why they refuse an act."""


def refused_by(altered: Iterable[Alternative], true: Rulebook, last: Step, script: Script, told: str = "") -> str:
    """Why the last act of a script, which the true rules allow, is refused by rules in which a line is wrong: by those with `told`
    done to it, for which the case was made, or else by those that lack it before others. Nothing where none refuses it, or no book
    has a sentence on why."""
    if not isinstance(last.said, Legal):
        return ""
    ranked = [(rank, one) for one in altered if (rank := _rank(one, told)) is not None]
    tried = sorted(ranked, key=lambda pair: pair[0])[:TRIED]
    said = dict.fromkeys(why for _, one in tried if (why := _why(one, script)))
    # What is told as a reason for the act by the true rules is none against it.
    reasons = let_be(true, last) if said else ()
    return next((why for why in said if why not in reasons), "")


def _rank(altered: Alternative, told: str) -> int | None:
    """How early some rules are asked; none where they are not."""
    operator = "" if altered.mutant is None else altered.mutant.operator
    if altered.called(told) and operator != TURNED:
        return -1
    return FORGOTTEN.index(operator) if operator in FORGOTTEN else None


def _why(altered: Alternative, script: Script) -> str:
    """Why one such rulebook refuses the last act; nothing where it breaks on the way, or does not refuse it."""
    try:
        return refusal(altered.rulebook, trace(Referee(altered.rulebook), script.requests)[-1])
    except (NoPosition, RulesFault, Unanswered):
        return ""
