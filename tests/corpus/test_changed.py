"""Between two versions of the cases it is told which are others, by rule, and why."""

from __future__ import annotations

from dataclasses import replace

from tests.corpus.picked import CORPUS

from meldspec.corpus.changed import Changed, changed, changes_told
from meldspec.protocol.case import Case, load_cases
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import Illegal, Legal


def cases() -> list[Case]:
    """Some cases of Manzana that begin with a deal, the last act of each allowed."""
    return [case for case in load_cases(CORPUS, "manzana") if isinstance(case.expect[-1], Legal) and case.witness is ABSENT][:4]


def test_nothing_is_told_of_cases_that_are_only_told_in_other_words() -> None:
    """Another title and other reasons make no other case."""
    assert changed(cases(), [replace(case, title="In other words.") for case in cases()]) == []


def test_new_and_gone_cases_are_told() -> None:
    """A case that was not there, and one that is there no more."""
    first, second, *_ = cases()
    assert changed([first], [second]) == sorted(
        [Changed(first.id, first.subject, "gone"), Changed(second.id, second.subject, "new")],
        key=lambda one: (one.subject, one.case),
    )


def test_a_verdict_that_is_another_is_told_with_its_line() -> None:
    """What was allowed and is refused now is named by the request and the line that refuses."""
    case = next(one for one in cases() if len(one.requests) > 1)
    last = len(case.requests) - 1
    other = replace(case, expect=(*case.expect[:-1], Illegal()), because=(*case.because[:-1], ("pile.pair:1",)))
    (told,) = changed([case], [other])
    assert told.why == f"request {last + 1} was allowed and is refused (pile.pair:1)"
    assert list(changes_told("manzana", [told])) == [
        "manzana: 0 cases new, 0 gone, 1 changed",
        f"  {case.subject}",
        f"    {case.id}: {told.why}",
    ]


def test_other_requests_are_told_before_what_follows_from_them() -> None:
    """Where another game is played all answers are others, and only that is told."""
    case = next(one for one in cases() if len(one.requests) > 1)
    shorter = replace(case, requests=case.requests[:-1], expect=case.expect[:-1], because=case.because[:-1], worlds=(), allowed={})
    (told,) = changed([case], [shorter])
    assert told.why.startswith("other acts follow, 1 request fewer")
