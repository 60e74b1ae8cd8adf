"""A case that went wrong, told so that it can be followed at a table."""

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from meldspec.protocol.case import Case
from meldspec.protocol.comparison import MismatchKind
from meldspec.protocol.messages import ActRequest
from meldspec.runner.outcome import Kind, Outcome
from meldspec.runner.words import say_action, say_answer, say_difference, say_readings, say_request

STDERR_LINES = 12
"""How many of the last lines of standard error are shown."""
STDERR_WIDTH = 200
"""How many characters of each of them."""


class Row(NamedTuple):
    """A line of a transcript: what it is (the number of a request, `expected`, …) and its text."""

    label: str
    text: str
    style: str = ""


def transcript(outcome: Outcome) -> Iterator[Row]:
    """What was sent up to the request that decided the case, then what was expected and found there."""
    for step in range(outcome.length):
        yield from _request(outcome.case, step)
    for row in _verdict(outcome):
        yield row._replace(text=printable(row.text))
    for line in last_lines(outcome.stderr):
        yield Row("stderr", line, "dim")


def last_lines(stderr: str) -> list[str]:
    """The last lines of standard error, fit to be shown."""
    return [_cut(printable(line)) for line in stderr.splitlines()[-STDERR_LINES:]]


def _cut(line: str) -> str:
    return line if len(line) <= STDERR_WIDTH else line[:STDERR_WIDTH] + "…"


def printable(text: str) -> str:
    """The text without what could steer a terminal: control characters are written as escapes."""
    return "".join(char if _harmless(char) else repr(char)[1:-1] for char in text)


def _harmless(char: str) -> bool:
    # An engine's name or error may hold escape sequences, which a terminal would obey.
    return char == "\n" or unicodedata.category(char) not in ("Cc", "Cs", "Cf", "Co", "Cn")


def _request(case: Case, step: int) -> Iterator[Row]:
    first, *more = say_request(case.requests[step])
    yield Row(str(step + 1), printable(first))
    for line in more:
        yield Row("", f"  {printable(line)}", "dim")


def _verdict(outcome: Outcome) -> Iterator[Row]:
    if outcome.kind is Kind.FAILED:
        yield from _mismatch(outcome)
    else:
        yield Row("found", f"{outcome.kind}: {outcome.message}", "magenta")
    if outcome.under:
        yield Row("under", say_readings(outcome.under))


def _mismatch(outcome: Outcome) -> Iterator[Row]:
    assert outcome.step is not None and outcome.mismatch is not None and outcome.expected is not None
    case, step, mismatch = outcome.case, outcome.step, outcome.mismatch
    if not mismatch.differences:
        yield Row("expected", say_answer(outcome.expected), "green")
        yield Row("found", say_answer(outcome.answers[step]), "red")
    for difference in mismatch.differences:
        expected, found = say_difference(difference)
        yield Row("expected", f"{difference.where}: {expected}", "green")
        yield Row("found", f"{difference.where}: {found}", "red")
    if case.because[step]:
        yield Row("because", " · ".join(case.because[step]))
    request = case.requests[step]
    if mismatch.kind is MismatchKind.ALLOWED and case.allowed.get(step) and isinstance(request, ActRequest):
        instead = (f"seat {request.seat} {say_action(act)}" for act in case.allowed[step])
        yield Row("allowed", f"instead: {'; or '.join(instead)}")
