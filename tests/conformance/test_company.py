"""Cases of readings that matter only beside others: who reads how is seen, whether both are read otherwise, one, or neither."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from tests.conformance.by_hand import shelf
from tests.conformance.quiet import Quiet
from tests.conformance.test_reference import QUIET
from tests.corpus.picked import cases_where
from tests.sampling import THOROUGH, first_of_each

from meldspec.book.checks.questions import companions
from meldspec.engine.rulebook import Library
from meldspec.protocol.case import Case
from meldspec.runner.held_to import HeldTo
from meldspec.runner.outcome import AGREED, Kind
from meldspec.runner.report import ExitCode, Report
from meldspec.runner.run import run

CASES = cases_where(lambda case: case["purpose"] != "limit" and any(len(world["readings"]) > 1 for world in case["worlds"]))

SOME = first_of_each(CASES, lambda case: case.variant)
"""Of each game `make test` tries one case."""


class InProcess:
    """The reference in the test's own process, which answers as one that was started would; it has nothing to say on the side."""

    left = 0
    """How many processes it has left behind."""

    def __init__(self, command: Sequence[str], household: object) -> None:
        """Under the readings that the command names; there is no household of processes to belong to."""
        variant, readings, claims = command[-3:]
        self.server = Quiet.of(shelf(), variant, readings, claims)

    def exchange(self, line: bytes, timeout: float) -> bytes:
        """The answer to a line, whatever time it takes."""
        return json.dumps(self.server.reply(line)).encode()

    def leave(self, timeout: float) -> int | None:
        """It leaves when it is told to."""
        return 0 if self.server.done else None

    def close(self) -> None:
        """There is no process to end."""

    def stderr_mark(self) -> int:
        """Nothing is on standard error."""
        return 0

    def stderr_since(self, mark: int) -> str:
        """Nothing ever comes."""
        return ""


@pytest.fixture(autouse=True)
def in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """To start it takes longer than a case; `make thorough` starts it nevertheless, and so does test_reference.py."""
    if not THOROUGH:
        monkeypatch.setattr("meldspec.runner.run.Child", InProcess)


def held(case: Case, readings: dict[str, str], rules: Library | None, claims: str = "claims nothing") -> Report:
    """The reference under some readings, of which it says nothing unless told to, held against one case."""
    return run(
        [case],
        [*QUIET, case.variant, json.dumps(readings), claims],
        variant=case.variant,
        timeout=60,
        rules=HeldTo.of(rules, case.variant) if rules else HeldTo(shelf().readings(case.variant)),
    )


def together(case: Case) -> dict[str, str]:
    """The readings that matter only together."""
    return dict(next(world.readings for world in case.worlds if set(case.about.questions) < world.readings.keys()))


def alone(case: Case) -> dict[str, str]:
    """The same without the one that the case is about."""
    return {question: reading for question, reading in together(case).items() if question not in case.about.questions}


@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("case", SOME, ids=lambda case: case.id)
def test_both_are_seen(case: Case, asked: bool) -> None:
    """Who follows a reading together with the one that it needs is seen to, whether or not the rules can be asked for more."""
    report = held(case, together(case), shelf() if asked else None)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.OTHERREAD]
    seen = {seen.question: seen for seen in report.readings}
    # Another reading may answer just so, alone or in company: then this case settles nothing, and rules nothing out.
    assert all(reading in seen[q].admitted for q, reading in together(case).items() if q in seen)


@pytest.mark.parametrize("case", SOME, ids=lambda case: case.id)
def test_the_one_alone_is_seen(case: Case) -> None:
    """Who follows the needed reading alone, and says so or is seen to, is not taken for one who follows both."""
    for claims in ("claims", "claims nothing"):
        report = held(case, alone(case), shelf(), claims)
        assert [outcome.kind for outcome in report.outcomes] in ([Kind.PASSED], [Kind.OTHERREAD])
        assert report.exit_code is ExitCode.CONFORMS
        truth = shelf().defaults(case.variant) | alone(case)
        seen = {seen.question: seen for seen in report.readings}
        assert [q for q in seen if seen[q].admitted and truth[q] not in seen[q].admitted] == []
        if claims == "claims" or report.outcomes[0].kind is Kind.OTHERREAD:
            # Beside a further reading it may be read otherwise and show nothing: then it is not settled.
            assert all(seen[question].followed in (truth[question], None) for question in case.about.questions)


@pytest.mark.parametrize("case", SOME, ids=lambda case: case.id)
def test_neither_is_no_fault(case: Case) -> None:
    """Who reads all as by default passes, whatever becomes of the acts that lead to where the others part."""
    report = held(case, {}, None)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.PASSED]
    assert report.exit_code is ExitCode.CONFORMS


@pytest.mark.parametrize("case", SOME, ids=lambda case: case.id)
def test_with_yet_another_reading(case: Case) -> None:
    """Who follows both and one more that shows in the case is not blamed, either; without the rules at hand he may be, but the run
    goes on to its end."""
    for world in [world for world in case.worlds if not world.readings.items() <= together(case).items()][:3]:
        mixed = {**together(case), **world.readings}
        assert held(case, mixed, shelf()).outcomes[0].kind in AGREED
        assert held(case, mixed, None).outcomes[0].kind in AGREED | {Kind.FAILED, Kind.UNDECIDED}


def test_every_question_that_needs_another_has_such_a_case() -> None:
    """In every book, whatever asks something only under another reading than the default has a case for it."""
    books = {name: shelf().books.book(name) for name in shelf().books.names()}
    asked = {(name, question) for name, book in books.items() for question in book.questions() if companions(book, question)}
    assert asked
    assert {(case.variant, question) for case in CASES for question in case.about.questions} == asked
    assert all(case.purpose == "reading" for case in CASES)
