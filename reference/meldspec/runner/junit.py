"""The report as a JUnit file, for whatever collects test results."""

from pathlib import Path

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from meldspec.runner.outcome import Kind, Outcome
from meldspec.runner.readings import Seen
from meldspec.runner.report import Report
from meldspec.runner.transcript import Row, last_lines, printable, transcript
from meldspec.runner.words import say_readings


def write_junit(report: Report, file: Path) -> None:
    """Write the report: a suite for the cases, one for the readings, one for the process itself."""
    suites = (
        _suite(report, "cases", [_case(outcome) for outcome in report.outcomes]),
        _suite(report, "readings", [_reading(seen) for seen in report.readings]),
        _suite(report, "process", [_process(report)]),
    )
    xml = JUnitXml()
    xml += suites
    xml.write(str(file), pretty=True)


def _suite(report: Report, name: str, tests: list[TestCase]) -> TestSuite:
    suite = TestSuite(f"meldspec {report.variant} {name}")
    suite.add_testcases(tests)
    return suite


def _case(outcome: Outcome) -> TestCase:
    test = TestCase(outcome.case.id, classname=f"{outcome.case.variant}.{outcome.case.subject}")
    told = "\n".join(f"{row.label:>10}  {row.text}" for row in _told(outcome))
    match outcome.kind:
        case Kind.PASSED:
            pass
        case Kind.OTHERREAD:
            # Who follows another reading has passed: a failure would make a pipeline red for a lawful choice.
            test.system_out = printable(f"follows {say_readings(outcome.alive[0])}")
        case Kind.FAILED:
            assert outcome.mismatch is not None
            test.result = [_filled(Failure(outcome.mismatch.kind, outcome.case.subject), told)]
        case Kind.UNSUPPORTED | Kind.NOT_RUN:
            test.result = [Skipped(printable(f"{outcome.kind}: {outcome.message}".removesuffix(": ")))]
        case _:
            test.result = [_filled(Error(printable(outcome.message), outcome.kind), told)]
    return test


def _told(outcome: Outcome) -> list[Row]:
    return [] if outcome.agreed or outcome.kind is Kind.NOT_RUN else list(transcript(outcome))


def _reading(seen: Seen) -> TestCase:
    test = TestCase(seen.question, classname="readings")
    rows = [f"{reading}: {', '.join(cases)}" for reading, cases in seen.evidence.items()]
    if seen.failed:
        message = "cases contradict each other" if seen.contradicting else f"it claims {seen.claim}, cases say not"
        test.result = [_filled(Failure(printable(message), "reading"), printable("\n".join(rows)))]
    elif seen.followed is not None:
        test.system_out = printable(f"follows {seen.followed}")
    return test


def _process(report: Report) -> TestCase:
    test = TestCase("start and leave", classname="process")
    if report.fatal is not None:
        error = Error(printable(report.fatal.message), report.fatal.kind)
        test.result = [_filled(error, printable("\n".join(last_lines(report.fatal.stderr))))]
    elif report.farewell is not None:
        test.result = [Error(printable(report.farewell), "bye")]
    return test


def _filled(result: Failure | Error, text: str) -> Failure | Error:
    result.text = text
    return result
