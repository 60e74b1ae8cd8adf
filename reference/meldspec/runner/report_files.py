"""The report as a file: as JUnit, for whatever collects test results, or whole as JSON, for tools and to compare two runs."""

import json
from collections.abc import Callable, Collection, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from meldspec.files import write_whole
from meldspec.judge.findings import Finding
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import Introduction
from meldspec.ruling.because import Because
from meldspec.runner.held_to import HeldTo
from meldspec.runner.instead import instead
from meldspec.runner.known import KnownFailure, Status
from meldspec.runner.known_file import write_known
from meldspec.runner.outcome import Kind, Outcome, Share
from meldspec.runner.reached import Chapter
from meldspec.runner.readings import Seen, Witnesses
from meldspec.runner.report import Report
from meldspec.runner.told_finding import because_of
from meldspec.runner.unsupported import Lack
from meldspec.runner.walk_case import save_found
from meldspec.runner.words import last_lines, printable, say_readings, transcript

JSON_FORMAT = 2
"""The number of the JSON that is written: fields may be added to a format."""

# ── JUnit ───────────────────────────────────────────────────────────────────────────────────────────────────


def write_junit(report: Report, file: Path) -> None:
    """Write the report: a suite for the cases, one for the readings, one for the process itself."""
    found = {case: finding for finding in report.findings for case in finding.cases}
    known = frozenset(case for finding in report.findings if report.is_known(finding) for case in finding.cases)
    suites = (
        _suite(report, "cases", [_case(outcome, found, known) for outcome in report.outcomes]),
        _suite(report, "readings", [_reading(seen) for seen in report.readings]),
        _suite(report, "process", [_process(report)]),
    )
    xml = JUnitXml()
    # One by one: before its version 5 junitparser adds no more at once.
    for suite in suites:
        xml.add_testsuite(suite)
    with BytesIO() as text:
        xml.write(text, pretty=True)
        write_whole(file, text.getvalue())


def _suite(report: Report, name: str, tests: list[TestCase]) -> TestSuite:
    suite = TestSuite(f"meldspec {report.variant} {name}")
    suite.add_testcases(tests)
    return suite


def _case(outcome: Outcome, found: Mapping[str, Finding], known: Collection[str]) -> TestCase:
    test = TestCase(outcome.case.id, classname=f"{outcome.case.variant}.{outcome.case.subject}")
    match outcome.kind:
        case Kind.PASSED:
            pass
        case Kind.OTHERREAD:
            # Who follows another reading has passed: a failure would make a pipeline red for a lawful choice.
            test.system_out = printable(f"follows {say_readings(outcome.under)}")
        case Kind.FAILED if outcome.case.id in known:
            finding = found[outcome.case.id]
            test.result = [Skipped(f"known: {finding.clause} {finding.sort}")]
        case Kind.FAILED:
            finding = found[outcome.case.id]
            test.result = [_filled(Failure(finding.sort, finding.clause), _told(outcome))]
        case Kind.UNDECIDED:
            test.result = [Skipped(f"not judged, since {outcome.undecided_since}")]
        case Kind.ELSEWHERE:
            test.result = [Skipped("what it is about does not arise as the questions are read")]
        case Kind.UNREACHED:
            test.result = [Skipped("it goes another way before the table is come to that it is about")]
        case Kind.UNSUPPORTED | Kind.NOT_RUN:
            test.result = [Skipped(printable(f"{outcome.kind}: {outcome.message}".removesuffix(": ")))]
        case _:
            test.result = [_filled(Error(printable(outcome.message), outcome.kind), _told(outcome))]
    return test


def _told(outcome: Outcome) -> str:
    return "\n".join(f"{row.label:>10}  {row.text}" for row in transcript(outcome))


def _reading(seen: Seen) -> TestCase:
    test = TestCase(seen.question, classname="readings")
    rows = [f"{reading}: {', '.join(cases)}" for reading, cases in seen.evidence.items()]
    if seen.failed:
        message = f"it claims {seen.claim}, cases say not"
        test.result = [_filled(Failure(printable(message), "reading"), printable("\n".join(rows)))]
    elif seen.followed is not None:
        test.system_out = printable(f"follows {seen.followed}")
    return test


def _process(report: Report) -> TestCase:
    test = TestCase("start and leave", classname="process")
    if report.fatal is not None:
        error = Error(printable(report.fatal.message), report.fatal.kind)
        test.result = [_filled(error, printable("\n".join(last_lines(report.fatal.stderr))))]
    elif report.stopped is not None:
        test.result = [Error(f"stopped by {report.stopped.by}", "stopped")]
    elif report.farewell is not None:
        test.result = [Error(printable(report.farewell), "bye")]
    return test


def _filled(result: Failure | Error, text: str) -> Failure | Error:
    result.text = text
    return result


# ── JSON ────────────────────────────────────────────────────────────────────────────────────────────────────


def write_json(report: Report, file: Path) -> None:
    """Write the report as one indented JSON object."""
    # ASCII alone: what an implementation wrote to its standard error may hold halves of characters, which no UTF-8 has.
    write_whole(file, json.dumps(report_to_json(report), indent=1, ensure_ascii=True) + "\n")


def report_to_json(report: Report) -> dict[str, Any]:
    """The report as plain values."""
    return {
        "format": JSON_FORMAT,
        "variant": report.variant,
        "command": list(report.command),
        "suite": report.suite and vars(report.suite),
        "date": report.date or None,
        "upto": report.upto,
        "left_out": report.left_out,
        "size": report.size,
        "beyond": report.beyond,
        "implementation": _introduction(report.introduction) if report.introduction else None,
        "exit_code": int(report.exit_code),
        "fatal": vars(report.fatal) if report.fatal else None,
        "stopped": report.stopped and report.stopped.by,
        "farewell": report.farewell,
        "restarts": report.restarts,
        "left_running": report.left_running,
        "seconds": round(report.seconds, 3),
        "counts": dict(sorted(report.counts.items())),
        "fields": _share(report.share),
        "asked": [vars(one) for one in report.asked],
        "chapters": [_chapter(chapter) for chapter in report.chapters],
        "findings": [{**_finding(finding, report.rules), "known": report.is_known(finding)} for finding in report.findings],
        "walk": report.walk and vars(report.walk) | {"reached": [*report.walk.reached], "found": [*report.walk.found]},
        "known": [_known(one, status) for one, status in report.known_now],
        "unsupported": [_lack(lack) for lack in report.lacks],
        "readings": [_seen(seen) for seen in report.readings],
        "cases": [_outcome(outcome) for outcome in report.outcomes],
    }


def _introduction(introduction: Introduction) -> dict[str, Any]:
    who = introduction.implementation
    return {
        "name": who.name,
        "version": who.version,
        "language": who.language,
        "homepage": who.homepage or None,
        "variants": list(introduction.variants),
        "features": sorted(set(introduction.features or ())),
    }


def _chapter(chapter: Chapter) -> dict[str, Any]:
    lists = {"right": list(chapter.right), "broken": list(chapter.broken)}
    return {"title": chapter.title, **lists, "not_reached": dict(chapter.not_reached)}


def _finding(finding: Finding, rules: HeldTo) -> dict[str, Any]:
    page = rules.manner.page
    cause = finding.cause
    return {
        "clause": finding.clause,
        "lines": list(finding.lines),
        "what": finding.sort,
        "certainty": finding.certainty.name.lower().replace("_", " "),
        "rests_on": dict(finding.rests_on),
        "as_if": cause and {"line": cause.line, "what": cause.what},
        "rule": [_rule(one, page) for one in because_of(finding)],
        "instead": [{"seat": one.seat, "action": to_json(one.action)} for one in instead(finding.shortest) or ()],
        "cases": list(finding.cases),
        "page": rules.case_page(finding.shortest.judged.transcript.case) or None,
    }


def _lack(lack: Lack) -> dict[str, Any]:
    return {"what": lack.what, "cases": list(lack.cases), "clauses": list(lack.clauses), "says": dict(lack.says)}


def _known(one: KnownFailure, status: Status) -> dict[str, Any]:
    return {"at": one.at, "what": one.what, "why": one.why or None, "case": one.case or None, "status": status}


def _rule(one: Because, page: Callable[[str], str] | None) -> dict[str, Any]:
    """A clause in its own words, what it comes to where it is broken, and where it is from."""
    return {
        "clause": one.clause,
        "title": one.title,
        "prose": list(one.prose),
        "here": [reason.sentence for reason in one.says],
        "sources": [dict(vars(citation)) for citation in one.sources],
        "inherited": one.inherited or None,
        "page": page and page(one.clause),
    }


def _share(share: Share) -> dict[str, Any]:
    counts = {name: dict(sorted(found.items())) for name, found in vars(share).items()}
    return {"share": round(share.whole, 4), **counts}


def _seen(seen: Seen) -> dict[str, Any]:
    return {
        "question": seen.question,
        "followed": seen.followed,
        "admitted": sorted(seen.admitted),
        "taken": seen.taken or None,
        "claim": seen.claim,
        "evidence": {reading: list(cases) for reading, cases in seen.evidence.items()},
        "contradicting": _witnesses(seen.contradicting),
        "belying": _witnesses(seen.belying),
    }


def _witnesses(witnesses: Witnesses) -> list[dict[str, Any]]:
    return [{"case": case, "admits": sorted(admits)} for case, admits in witnesses.items()]


def _outcome(outcome: Outcome) -> dict[str, Any]:
    shown: dict[str, Any] = {"case": outcome.case.id, "outcome": outcome.kind}
    if outcome.step is not None:
        shown |= {"step": outcome.step, "request": to_json(outcome.case.requests[outcome.step])}
    if outcome.mismatch is not None and outcome.step is not None:
        shown |= {
            "mismatch": outcome.mismatch.kind,
            "expected": to_json(outcome.expected),
            "under": dict(outcome.under),
            "found": outcome.found,
            "differences": [dict(vars(difference)) for difference in outcome.mismatch.differences],
            "because": list(outcome.case.because[outcome.step]),
        }
    optional: dict[str, Any] = {
        "message": outcome.message,
        "stderr": outcome.stderr,
        "open_questions": list(outcome.questions),
    }
    followed = [dict(outcome.under)] if outcome.kind is Kind.OTHERREAD else []
    return shown | {key: text for key, text in optional.items() if text} | ({"follows": followed} if followed else {})


class Format(NamedTuple):
    """One format: what it is called in the help, and what writes it."""

    title: str
    write: Callable[[Report, Path], None]


FORMATS = {
    "junit": Format("JUnit XML", write_junit),
    "json": Format("JSON", write_json),
    "write_known": Format("a list of known failures, for --known", write_known),
    "save": Format("the cases that --walk found, one a line", save_found),
}
"""The formats in which a report can be written to a file: each is an option of `meldspec test` by its name."""
