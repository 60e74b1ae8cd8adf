"""A case that went wrong, told so that it can be followed at a table."""

import unicodedata
from collections.abc import Iterator

from rich.text import Text

from meldspec.runner.case import Case
from meldspec.runner.compare import MismatchKind
from meldspec.runner.outcome import Kind, Outcome
from meldspec.runner.words import (
    say_action,
    say_answer,
    say_difference,
    say_expected,
    say_readings,
    say_request,
)

STDERR_LINES = 12
"""How many of the last lines of standard error are shown."""

_WIDTH = 10


def transcript(outcome: Outcome) -> Iterator[Text]:
    """What was sent up to the request that decided the case, then what was expected and found there."""
    for step in range(outcome.length):
        yield from _request(outcome.case, step)
    yield from _verdict(outcome)
    for line in last_lines(outcome.stderr):
        yield _labelled("stderr", line, "dim")


def last_lines(stderr: str) -> list[str]:
    """The last lines of standard error, fit to be shown."""
    return [printable(line) for line in stderr.splitlines()[-STDERR_LINES:]]


def printable(text: str) -> str:
    """The text without what could steer a terminal: control characters are written as escapes."""
    return "".join(char if _harmless(char) else repr(char)[1:-1] for char in text)


def _harmless(char: str) -> bool:
    return char == "\n" or unicodedata.category(char) not in ("Cc", "Cs", "Cf", "Co")


def _request(case: Case, step: int) -> Iterator[Text]:
    first, *more = say_request(case.requests[step])
    yield Text(printable(f"{step + 1:3}  {first}"))
    for line in more:
        yield Text(printable(f"       {line}"), style="dim")


def _verdict(outcome: Outcome) -> Iterator[Text]:
    if outcome.kind is Kind.FAILED:
        yield from _mismatch(outcome)
    else:
        yield _labelled("found", f"{outcome.kind}: {outcome.message}", "magenta")
    if outcome.under:
        yield _labelled("under", say_readings(outcome.under))


def _mismatch(outcome: Outcome) -> Iterator[Text]:
    assert outcome.step is not None and outcome.mismatch is not None and outcome.expected is not None
    case, step, mismatch = outcome.case, outcome.step, outcome.mismatch
    if mismatch.differences:
        for difference in mismatch.differences:
            expected, found = say_difference(difference)
            yield _labelled("expected", f"{difference.where}: {expected}", "green")
            yield _labelled("found", f"{difference.where}: {found}", "red")
    else:
        yield _labelled("expected", say_expected(outcome.expected), "green")
        yield _labelled("found", say_answer(outcome.answers[step]), "red")
    if case.because[step]:
        yield _labelled("because", " · ".join(case.because[step]))
    if mismatch.kind is MismatchKind.ALLOWED and case.allowed.get(step):
        instead = (f"seat {case.requests[step].get('seat')} {say_action(act)}" for act in case.allowed[step])
        yield _labelled("allowed", f"instead: {'; or '.join(instead)}")


def _labelled(label: str, text: str, style: str = "") -> Text:
    return Text.assemble(f"     {label:{_WIDTH}}", (printable(text), style))
