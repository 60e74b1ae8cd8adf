"""What it costs that something is not supported: which option, feature or act it is, and what is judged in no case because of it.

In what words an implementation says so is its own affair, and often it says nothing; what its cases have that no case has which it
takes can be told without.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from meldspec.protocol.messages import FEATURE_NEEDED
from meldspec.runner.outcome import Kind, Outcome
from meldspec.runner.traits import asked_for, begun_with

NO_REASON = "no reason given"
OTHERWISE = "deals that seem to be like others that it takes"


@dataclass(frozen=True)
class Lack:
    """Something that is not supported, its cases, and those clauses which are judged in no other; `says` is what the implementation
    says of it, with how often."""

    what: str
    cases: tuple[str, ...]
    clauses: tuple[str, ...]
    says: tuple[tuple[str, int], ...]


def lacks(outcomes: Sequence[Outcome], features: Collection[str]) -> tuple[Lack, ...]:
    """What is not supported, that of the most cases first; `features` are those which are claimed."""
    unsupported = [outcome for outcome in outcomes if outcome.kind is Kind.UNSUPPORTED]
    groups: dict[str, list[Outcome]] = {}
    refused = []
    for outcome in unsupported:
        what = _asked(outcome, features)
        if what is None:
            refused.append(outcome)
        else:
            groups.setdefault(what, []).append(outcome)
    taken = frozenset(trait for outcome in outcomes if _begun(outcome) for trait in begun_with(outcome.case))
    groups.update(_by_trait(refused, taken))
    judged = frozenset(clause for one in outcomes if one.agreed or one.kind is Kind.FAILED for clause in one.case.about.clauses)
    found = (_lack(what, group, judged) for what, group in groups.items())
    return tuple(sorted(found, key=lambda lack: (-len(lack.cases), lack.what)))


def _lack(what: str, group: Sequence[Outcome], judged: frozenset[str]) -> Lack:
    clauses = dict.fromkeys(clause for one in group for clause in one.case.about.clauses if clause not in judged)
    says = Counter(one.message or NO_REASON for one in group)
    return Lack(what, tuple(one.case.id for one in group), tuple(clauses), tuple(says.most_common()))


def _begun(outcome: Outcome) -> bool:
    """Whether the implementation took the request with which a case begins."""
    refused = outcome.step == 0 and (outcome.kind is Kind.UNSUPPORTED or outcome.needs_restart)
    return outcome.kind is not Kind.NOT_RUN and not refused


def _asked(outcome: Outcome, features: Collection[str]) -> str | None:
    """What it is that a request asks for, and that is not supported; none where that is something in how the case begins."""
    assert outcome.step is not None
    if outcome.fields:
        return f"the fields in which it would show ({', '.join(outcome.fields)})"
    request = outcome.case.requests[outcome.step]
    feature = FEATURE_NEEDED.get(request.cmd)
    if feature is not None and feature not in features:
        return f"the feature {feature}, which it does not claim"
    return asked_for(request)


def _by_trait(refused: Sequence[Outcome], taken: frozenset[str]) -> Iterator[tuple[str, list[Outcome]]]:
    """Cases that are not even begun, by what no case has that is begun: what most of them have comes first, and where two things
    always go together it may be either."""
    left = list(refused)
    while left:
        having: dict[str, list[Outcome]] = {}
        for outcome in left:
            for trait in begun_with(outcome.case):
                having.setdefault(trait, []).append(outcome)
        blamed = {trait: cases for trait, cases in having.items() if trait not in taken}
        if not blamed:
            yield OTHERWISE, left
            return
        most = max(blamed.values(), key=len)
        yield " or ".join(trait for trait, cases in blamed.items() if cases == most), most
        left = [outcome for outcome in left if outcome not in most]
