"""Engines that misbehave: each is unmasked for what it does, and the run goes on with the next case."""

import re
import sys
from collections.abc import Callable
from io import StringIO

import pytest
from rich.console import Console

from meldspec.protocol.case import Case
from meldspec.protocol.comparison import MismatchKind
from meldspec.protocol.fields import to_json
from meldspec.runner.outcome import Kind, Outcome
from meldspec.runner.print import print_report
from meldspec.runner.report import ExitCode, FatalKind, Report
from meldspec.runner.run import run

MakeCommand = Callable[..., list[str]]

SILENT = 1.5
"""Seconds that a case with a silent engine costs here."""

BREAKS = [
    ("hang", Kind.TIMEOUT, "no answer within"),
    ("hang_within_a_line", Kind.TIMEOUT, "7 bytes, but no end of line"),
    ("hang_shouting", Kind.TIMEOUT, "no answer within"),
    ("ignore_sigterm", Kind.TIMEOUT, "no answer within"),
    ("die", Kind.CRASH, "exit status 3"),
    ("die_by_signal", Kind.CRASH, "SIGKILL"),
    ("close_output", Kind.CRASH, "closed its standard output and stayed"),
    ("close_input", Kind.CRASH, "closed its standard input, so that it can read no request, and stayed"),
    ("stop", Kind.TIMEOUT, "the process was stopped"),
    ("fork_and_die", Kind.CRASH, "exit status 4 .* a process it had started"),
    ("flood", Kind.PROTOCOL, "has no seq"),
    ("flood_one_line", Kind.OVERSIZED, "more than 1048576 bytes"),
    ("big_line", Kind.OVERSIZED, "more than 1048576 bytes"),
    ("no_json", Kind.PROTOCOL, r"no JSON \(.*column 1\): 'Player 1 draws a card'"),
    ("no_object", Kind.PROTOCOL, "no JSON object"),
    ("no_utf8", Kind.PROTOCOL, "no UTF-8, at byte 8"),
    ("not_a_number", Kind.PROTOCOL, "NaN is no JSON number"),
    ("huge_number", Kind.PROTOCOL, "no plain JSON"),
    ("nested_too_deep", Kind.PROTOCOL, "no plain JSON"),
    ("key_twice", Kind.PROTOCOL, "the key 'seq' stands twice"),
    ("wrong_seq", Kind.PROTOCOL, r"has seq 'one hundred', expected '5'"),
    ("number_seq", Kind.PROTOCOL, r"has seq 5, expected '5'; repeat it as it came, a string"),
    ("no_seq", Kind.PROTOCOL, "has no seq, expected '5'"),
    ("two_lines", Kind.PROTOCOL, "more than one line for one request"),
    ("late_line", Kind.PROTOCOL, "one request"),
    ("ok_and_error", Kind.PROTOCOL, "ok and error, expected one of"),
    ("neither", Kind.PROTOCOL, "only seq, verdict, expected one of"),
    ("no_verdict", Kind.PROTOCOL, "expected a field 'verdict'"),
    ("no_observation", Kind.PROTOCOL, "expected a field 'observation'"),
    ("bad_observation", Kind.PROTOCOL, r"ok\.observation\.hands\[0\]\[0\]: found '10H', expected a card"),
    ("error", Kind.ERRORED, "list index out of range"),
]


def timeout_for(kind: Kind, name: str) -> float:
    """A short time for those who stay silent; plenty for the others, however busy the machine is."""
    return SILENT if kind is Kind.TIMEOUT or name in ("fork_and_die", "close_input") else 30


@pytest.mark.parametrize(("name", "kind", "message"), BREAKS, ids=lambda value: str(value)[:30])
def test_break_is_told_apart(
    name: str, kind: Kind, message: str, good: Case, trouble: Case, again: Case, fake: MakeCommand
) -> None:
    """An engine that breaks in one case is named for how it broke, and started again for the next."""
    cases = [good, trouble, again]
    report = run(cases, fake(name), variant="mini", timeout=timeout_for(kind, name))
    assert [outcome.kind for outcome in report.outcomes] == [Kind.PASSED, kind, Kind.PASSED]
    assert report.outcomes[1].step == 1
    assert re.search(message, report.outcomes[1].message)
    assert report.restarts == 1
    assert report.exit_code is ExitCode.DIFFERS


def alone(name: str, fake: MakeCommand, *cases: Case) -> Outcome:
    """The outcome of the last of some cases."""
    return run(cases, fake(name), variant="mini", timeout=30).outcomes[-1]


def test_one_answer_only(trouble: Case, fake: MakeCommand) -> None:
    """An engine that answers once and exits is told to go on reading."""
    outcome = alone("answer_and_die", fake, trouble)
    assert (outcome.kind, outcome.step) == (Kind.CRASH, 2)
    assert "must answer every request, `bye` the last of them, before it ends" in outcome.message


def test_surplus_line_belongs_to_the_case_before(make_case: Callable[..., Case], fake: MakeCommand) -> None:
    """A second line after a case's last answer is that case's fault, not the next one's."""
    last = make_case(
        "last/allows-1", [{"type": "draw"}], [{"observation": {}}, {"verdict": "legal", "observation": {}}], trouble=True
    )
    following = make_case("following/allows-1", [], [{"observation": {"turn": 0}}])
    report = run([last, following], fake("two_lines"), variant="mini", timeout=30)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.PROTOCOL, Kind.PASSED]
    assert report.outcomes[0].step == 1
    assert run([last], fake("two_lines"), variant="mini", timeout=30).outcomes[0].kind is Kind.PROTOCOL


def test_last_words_are_kept(trouble: Case, fake: MakeCommand) -> None:
    """What an engine wrote to standard error stands beside its failure."""
    assert alone("die", fake, trouble).stderr == "the last words\n"
    assert "the whole story" in alone("error", fake, trouble).stderr


def test_flood_of_standard_error(good: Case, trouble: Case, fake: MakeCommand) -> None:
    """An engine may write megabytes to standard error: it is never blocked, and 64 KiB are kept."""
    assert alone("shout_and_answer", fake, good, trouble).kind is Kind.PASSED
    shouting = run([trouble], fake("hang_shouting"), variant="mini", timeout=SILENT).outcomes[0]
    assert len(shouting.stderr) == 64 * 1024


def test_forked_child_with_its_own_group(trouble: Case, again: Case, fake: MakeCommand) -> None:
    """A child that an engine leaves behind, in a process group of its own, is ended with the run."""
    report = run([trouble, again], fake("fork_own_group_and_answer"), variant="mini", timeout=30)
    assert report.exit_code is ExitCode.CONFORMS


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nobody is told of such a process")
def test_daemon(trouble: Case, again: Case, fake: MakeCommand) -> None:
    """A process that forked twice and began a session of its own does not get away, and is told of."""
    report = run([trouble, again], fake("daemon_and_answer"), variant="mini", timeout=30)
    assert (report.exit_code, report.left_running) == (ExitCode.CONFORMS, 1)


def test_system_that_does_not_tell(good: Case, fake: MakeCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system does not tell what is left running, the report says so instead of saying that nothing is."""
    monkeypatch.setattr("meldspec.runner.family._prctl", None)
    report = run([good], fake(), variant="mini", timeout=30)
    assert (report.exit_code, report.left_running) == (ExitCode.CONFORMS, None)
    assert "does not tell what an implementation leaves running" in shown(report)


@pytest.mark.parametrize("name", ["unsupported", "unsupported_verdict"])
def test_unsupported(name: str, good: Case, trouble: Case, fake: MakeCommand) -> None:
    """A case that an engine cannot express is neither passed nor failed, and needs no restart."""
    report = run([trouble, good], fake(name), variant="mini", timeout=30)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.UNSUPPORTED, Kind.PASSED]
    assert (report.restarts, report.exit_code) == (0, ExitCode.CONFORMS)
    assert report.outcomes[0].message in ("no such pack here", "cannot say that")


def test_nothing_checked_does_not_conform(trouble: Case, fake: MakeCommand) -> None:
    """An engine that calls every case unsupported does not conform."""
    report = run([trouble], fake("unsupported"), variant="mini", timeout=30)
    assert report.exit_code is ExitCode.DIFFERS


def test_feature_not_claimed(make_case: Callable[..., Case], fake: MakeCommand) -> None:
    """A list of legal actions is asked only of an engine that says it can give one."""
    case = make_case("legal/allows-1", [], [{"observation": {}}])
    asks = make_case(
        "legal/allows-2",
        [],
        [{"observation": {}}, {"actions": []}],
        requests=[*to_json(case.requests), {"cmd": "legal", "seat": 0}],
    )
    outcome = run([asks], fake(), variant="mini", timeout=30).outcomes[0]
    assert (outcome.kind, outcome.step) == (Kind.UNSUPPORTED, 1)
    assert "enumerate" in outcome.message


def test_refusal_of_a_legal_act(trouble: Case, fake: MakeCommand) -> None:
    """An engine that calls a legal act illegal fails the case there, and is not restarted."""
    outcome = alone("illegal", fake, trouble)
    assert (outcome.kind, outcome.step) == (Kind.FAILED, 1)
    assert outcome.mismatch is not None and outcome.mismatch.kind is MismatchKind.REFUSED


def test_wrong_observation(trouble: Case, fake: MakeCommand) -> None:
    """An engine that counts the stock wrong fails, and the field is named."""
    mismatch = alone("wrong_stock", fake, trouble).mismatch
    assert mismatch is not None and mismatch.kind is MismatchKind.OBSERVATION
    assert [(d.where, d.expected, d.found) for d in mismatch.differences] == [("stock", 3, 99)]


@pytest.mark.parametrize(
    ("name", "said"), [("waver", "first stock 99, then 3"), ("waver_and_die", "crash (ended without an answer")]
)
def test_unsteady(name: str, said: str, trouble: Case, again: Case, fake: MakeCommand) -> None:
    """Who answers otherwise when the same is sent again is told to be unsteady, and to break no clause."""
    report = run([trouble, again], fake(name), variant="mini", timeout=30)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.UNSTEADY, Kind.PASSED]
    assert "request 2 was answered otherwise" in report.outcomes[0].message and said in report.outcomes[0].message
    assert (report.findings, report.exit_code) == ((), ExitCode.DIFFERS)
    assert "It does not conform: 1 case answered otherwise when played again" in shown(report)


def test_unsteady_reading(draw_reading: Case, again: Case, make_case: Callable[..., Case], fake: MakeCommand) -> None:
    """Who seems to follow two readings at once, but answers otherwise when asked again, contradicts nothing: it is unsteady."""
    plain = to_json(draw_reading)
    expect, worlds = plain["expect"], plain["worlds"]
    other = make_case("draw/reading-2", [{"type": "draw"}], expect, worlds=worlds, purpose="reading", trouble=True)
    report = run([draw_reading, other, again], fake("waver_between_readings"), variant="mini", timeout=30)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.PASSED, Kind.UNSTEADY, Kind.PASSED]
    assert (report.failed_readings, report.exit_code) == ((), ExitCode.DIFFERS)
    assert "first stock 2, then 3" in shown(report)


def test_unsteady_at_times(make_case: Callable[..., Case], fake: MakeCommand) -> None:
    """Who was unsteady in one case is asked oftener in the others: one that went wrong twice is no broken clause either."""
    expect = [{"observation": {}}, {"verdict": "legal", "observation": {"stock": 3}}]
    cases = [make_case(f"x/allows-{n}", [{"type": "draw"}], expect, trouble=True) for n in (1, 2)]
    # Wrong in both cases, right in the first when it is played again, wrong in the second, and right in it at last.
    report = run(cases, fake("waver_rarely"), variant="mini", timeout=30)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.UNSTEADY, Kind.UNSTEADY]


def test_who_keeps_something_from_one_deal_to_the_next(make_case: Callable[..., Case], fake: MakeCommand) -> None:
    """Who is right in the first deal of a process, and wrong in every other one, breaks no clause: it answers otherwise anew."""
    expect = [{"observation": {}}, {"verdict": "legal", "observation": {"stock": 3}}]
    cases = [make_case(f"x/allows-{n}", [{"type": "draw"}], expect, trouble=True) for n in range(8)]
    report = run(cases, fake("remember_deals"), variant="mini", timeout=30)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.PASSED, *[Kind.UNSTEADY] * 7]
    assert "when it was played again in a process started anew, which knows of no other deal" in report.outcomes[5].message
    assert report.findings == ()


def test_steady(trouble: Case, again: Case, fake: MakeCommand) -> None:
    """Who breaks a clause breaks it when the case is played again, too, and is told of the clause."""
    report = run([trouble, again], fake("wrong_stock"), variant="mini", timeout=30)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.FAILED, Kind.PASSED]
    assert "1 rule broken in 1 case" in shown(report)


def shown(report: Report) -> str:
    """The report as it is printed."""
    paper = StringIO()
    print_report(report, Console(file=paper, width=160))
    return paper.getvalue()


def test_permission_of_an_illegal_act(make_case: Callable[..., Case], fake: MakeCommand) -> None:
    """An engine that lets an illegal act pass fails the case."""
    case = make_case("x/refuses-1", [{"type": "draw"}], [{"observation": {}}, {"verdict": "illegal"}])
    mismatch = alone("none", fake, case).mismatch
    assert mismatch is not None and mismatch.kind is MismatchKind.ALLOWED


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("echo", "it looks like the request itself, sent back"),
        ("die_at_once", "exit status 1"),
        ("hello_error", "answered hello with an error: no table free"),
        ("hello_two_lines", "one request"),
    ],
)
def test_no_valid_hello(name: str, message: str, good: Case, fake: MakeCommand) -> None:
    """An engine that does not introduce itself is played no further."""
    report = run([good], fake(name), variant="mini", timeout=30)
    assert report.fatal is not None and report.fatal.kind is FatalKind.UNUSABLE
    assert message in report.fatal.message
    assert [outcome.kind for outcome in report.outcomes] == [Kind.NOT_RUN]
    assert report.exit_code is ExitCode.BROKE


def test_last_words_of_a_start(good: Case, fake: MakeCommand) -> None:
    """What an engine wrote to standard error when it would not start is reported."""
    report = run([good], fake("die_at_once"), variant="mini", timeout=30)
    assert report.fatal is not None and report.fatal.stderr == "I would rather not\n"


@pytest.mark.parametrize(
    ("name", "message"),
    [("bye_stays", "still running"), ("bye_fails", "exit status 7"), ("bye_two_lines", "more than one line")],
)
def test_bad_farewell(name: str, message: str, good: Case, fake: MakeCommand) -> None:
    """An engine that passes every case but does not leave when told to does not keep the protocol."""
    report = run([good], fake(name), variant="mini", timeout=SILENT)
    assert report.farewell is not None and message in report.farewell
    assert report.exit_code is ExitCode.DIFFERS


def test_variant_not_played(good: Case, fake: MakeCommand) -> None:
    """An engine is not tried at a variant that it does not play."""
    report = run([good], fake(), variant="maxi", timeout=30)
    assert report.fatal is not None and report.fatal.kind is FatalKind.VARIANT
    assert "Fake does not play maxi" in report.fatal.message and "mini" in report.fatal.message
    assert report.exit_code is ExitCode.USAGE


def test_restarts_are_limited(make_case: Callable[..., Case], again: Case, fake: MakeCommand) -> None:
    """An engine that breaks again and again is given up, and the cases left are not run."""
    expect = [{"observation": {}}, {"verdict": "legal", "observation": {}}]
    cases = [make_case(f"x-{n}/allows-1", [{"type": "draw"}], expect, trouble=True) for n in range(1, 4)]
    report = run([*cases, again], fake("die"), variant="mini", timeout=30, restarts=2)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.CRASH] * 3 + [Kind.NOT_RUN]
    assert report.fatal is not None and report.fatal.kind is FatalKind.RESTARTS
    assert "--restarts" in report.fatal.message
    assert (report.restarts, report.exit_code) == (2, ExitCode.BROKE)


def test_only_broke(trouble: Case, fake: MakeCommand) -> None:
    """Of an engine that broke in every case nothing is said about the rules."""
    assert run([trouble], fake("die"), variant="mini", timeout=30).exit_code is ExitCode.BROKE


def test_who_says_twice_that_something_is_not_supported(good: Case, trouble: Case, again: Case, fake: MakeCommand) -> None:
    """The surplus line is put down to the request that it answers, and what was answered well before it is kept."""
    report = run([good, trouble, again], fake("unsupported_twice"), variant="mini", timeout=30)
    assert [(one.kind, one.step) for one in report.outcomes][1] == (Kind.PROTOCOL, 1)
