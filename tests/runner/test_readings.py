"""Which readings an engine is seen to follow, and where it contradicts itself or its claim."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from meldspec.judge.oracle import Expectations
from meldspec.protocol.case import Case
from meldspec.protocol.messages import ActRequest, Dealt, Expected, Illegal, Legal, Observation
from meldspec.runner.held_to import HeldTo
from meldspec.runner.outcome import Kind
from meldspec.runner.readings import DEFAULT
from meldspec.runner.report import ExitCode, Report
from meldspec.runner.run import run

MakeCommand = Callable[..., list[str]]
Json = Mapping[str, Any]


def hold(
    cases: Sequence[Case],
    command: list[str],
    questions: Mapping[str, Sequence[str]] | None = None,
    expectations: Expectations | None = None,
) -> Report:
    """A run of the mini game, whose rules are known so far."""
    return run(cases, command, variant="mini", timeout=30, rules=HeldTo(questions or {}, expectations))


def followed(report: Report) -> dict[str, str | None]:
    """What is followed, question by question."""
    return {seen.question: seen.followed for seen in report.readings}


def test_default_readings(draw_reading: Case, pass_reading: Case, fake: MakeCommand) -> None:
    """An engine that reads as the book does by default passes, and is seen to."""
    report = hold([draw_reading, pass_reading], fake(), questions={"draw": ("one", "two")})
    assert [outcome.kind for outcome in report.outcomes] == [Kind.PASSED, Kind.PASSED]
    assert followed(report) == {"draw": "one", "pass": DEFAULT}
    assert report.readings[0].evidence == {"one": ("mini/draw/reading-1",)}
    assert report.exit_code is ExitCode.CONFORMS


def test_other_reading_is_no_failure(draw_reading: Case, pass_reading: Case, fake: MakeCommand) -> None:
    """An engine that draws two cards, which is a reading, conforms."""
    report = hold([draw_reading, pass_reading], fake(read={"draw": "two"}))
    assert [outcome.kind for outcome in report.outcomes] == [Kind.OTHERREAD, Kind.PASSED]
    assert report.outcomes[0].under == {"draw": "two"}
    assert followed(report) == {"draw": "two", "pass": DEFAULT}
    assert report.exit_code is ExitCode.CONFORMS


def test_case_is_left_where_its_world_ends(make_case: Callable[..., Case], fake: MakeCommand) -> None:
    """After a world's last expectation nothing more is asked of who follows it."""
    discard = {"type": "discard", "card": "TS"}
    drawn = {"verdict": "legal", "observation": {"stock": 3}}
    worlds = [{"readings": {"draw": "two"}, "from": 1, "expect": [{"verdict": "legal", "observation": {"stock": 2}}]}]
    expect = [{"observation": {}}, drawn, {"verdict": "illegal"}]
    case = make_case("x/effect-1", [{"type": "draw"}, discard], expect, worlds=worlds)
    assert hold([case], fake(read={"draw": "two"})).outcomes[0].kind is Kind.OTHERREAD


def by_the_rules(case: Case, readings: Mapping[str, str]) -> list[Expected]:
    """What the mini game's rules expect under any readings, as far as the stock tells."""
    stock = 4
    expect: list[Expected] = [Dealt(Observation(stock=stock))]
    for request in case.requests[1:]:
        draws = isinstance(request, ActRequest) and request.action.type == "draw"
        stock -= (2 if readings.get("draw") == "two" else 1) if draws else 0
        if draws or readings.get("pass") == "yes":
            expect.append(Legal(Observation(stock=stock)))
        else:
            expect.append(Illegal())
    return expect


def test_no_world_matches(both_readings: Case, fake: MakeCommand) -> None:
    """Two readings at once, of which the corpus does not know, are a failure when nobody can say more."""
    outcome = hold([both_readings], fake(read={"draw": "two", "pass": "yes"})).outcomes[0]
    assert (outcome.kind, outcome.step, outcome.under) == (Kind.FAILED, 2, {"draw": "two"})


def test_two_readings_at_once(both_readings: Case, draw_reading: Case, pass_reading: Case, fake: MakeCommand) -> None:
    """What the cases about readings show explains a case where two meet."""
    cases = [both_readings, draw_reading, pass_reading]
    report = hold(cases, fake(read={"draw": "two", "pass": "yes"}), expectations=by_the_rules)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.OTHERREAD] * 3
    assert followed(report) == {"draw": "two", "pass": "yes"}
    assert report.exit_code is ExitCode.CONFORMS


def test_two_readings_claimed(both_readings: Case, fake: MakeCommand) -> None:
    """Where no case shows them, the readings an engine claims are tried before it is said to fail."""
    readings = {"draw": "two", "pass": "yes"}
    report = hold([both_readings], fake(read=readings, claim=readings), expectations=by_the_rules)
    assert report.outcomes[0].kind is Kind.OTHERREAD
    assert followed(report) == readings


def test_reading_case_is_tried_again(both_readings: Case, draw_reading: Case, fake: MakeCommand) -> None:
    """A case about readings that came too early is played again when the others have shown more."""
    readings = {"draw": "two", "pass": "yes"}
    report = hold([both_readings, draw_reading], fake(read=readings, claim={"pass": "yes"}), expectations=by_the_rules)
    assert [outcome.kind for outcome in report.outcomes] == [Kind.OTHERREAD] * 2


def draws_then_passes(make_case: Callable[..., Case]) -> Case:
    """A case with a world for each reading, up to the first answer that differs."""
    worlds = [
        {"readings": {"draw": "two"}, "from": 1, "expect": [{"verdict": "legal", "observation": {"stock": 2}}]},
        {"readings": {"pass": "yes"}, "from": 2, "expect": [{"verdict": "legal", "observation": {"stock": 3}}]},
    ]
    drawn = {"verdict": "legal", "observation": {"stock": 3}}
    expect = [{"observation": {"stock": 4}}, drawn, {"verdict": "illegal"}]
    return make_case("longer/reading-1", [{"type": "draw"}, {"type": "pass"}], expect, worlds=worlds, purpose="reading")


def test_case_goes_on_under_another_reading(make_case: Callable[..., Case], fake: MakeCommand) -> None:
    """Where the rules can be asked, a case is played to its end with who follows a world that says nothing of it."""
    case = draws_then_passes(make_case)
    report = hold([case], fake(read={"draw": "two"}), expectations=by_the_rules)
    assert report.outcomes[0].kind is Kind.OTHERREAD
    assert followed(report) == {"draw": "two", "pass": DEFAULT}


def test_two_readings_found_out_together(make_case: Callable[..., Case], fake: MakeCommand) -> None:
    """Two readings that only a case shows in which they meet are found out, although nobody claims them."""
    report = hold([draws_then_passes(make_case)], fake(read={"draw": "two", "pass": "yes"}), expectations=by_the_rules)
    assert report.outcomes[0].under == {"draw": "two", "pass": "yes"}
    assert followed(report) == {"draw": "two", "pass": "yes"}
    assert report.exit_code is ExitCode.CONFORMS


def test_a_rule_broken_under_another_reading(make_case: Callable[..., Case], fake: MakeCommand) -> None:
    """Who follows another reading and then breaks a rule fails, if the rules can be asked what comes after."""
    case = draws_then_passes(make_case)
    case = Case(**{**vars(case), "worlds": case.worlds[:1]})
    command = fake(read={"draw": "two", "pass": "yes"})
    assert hold([case], command).outcomes[0].kind is Kind.OTHERREAD
    outcome = hold([case], command, expectations=by_the_rules).outcomes[0]
    assert (outcome.kind, outcome.step, outcome.under) == (Kind.FAILED, 2, {"draw": "two"})


def test_a_reading_hidden_by_another(make_case: Callable[..., Case], draw_reading: Case, fake: MakeCommand) -> None:
    """A case that rules a reading out only for who reads another question by default says nothing of who does not."""
    worlds = [{"readings": {"pass": "yes"}, "from": 0, "expect": [{"observation": {"stock": 3}}]}]
    masked = make_case("masked/effect-1", [], [{"observation": {"stock": 4}}], worlds=worlds)
    command = fake(read={"draw": "two", "pass": "yes"}, claim={"draw": "two", "pass": "yes"})
    assert [seen.question for seen in hold([draw_reading, masked], command).failed_readings] == ["pass"]
    report = hold([draw_reading, masked], command, expectations=by_the_rules)
    assert report.exit_code is ExitCode.CONFORMS
    assert followed(report) == {"draw": "two", "pass": None}


def test_false_claim(draw_reading: Case, fake: MakeCommand) -> None:
    """An engine that says it draws two cards, and draws one, does not conform."""
    report = hold([draw_reading], fake(claim={"draw": "two"}))
    assert report.outcomes[0].kind is Kind.PASSED
    (seen,) = report.failed_readings
    assert (seen.question, seen.claim, seen.followed) == ("draw", "two", DEFAULT)
    assert list(seen.belying) == ["mini/draw/reading-1"]
    assert report.exit_code is ExitCode.DIFFERS


def test_false_claim_of_the_default(draw_reading: Case, fake: MakeCommand) -> None:
    """An engine that claims the default reading and follows another is found out, with or without its name."""
    command = fake(read={"draw": "two"}, claim={"draw": "one"})
    assert hold([draw_reading], command).failed_readings
    assert hold([draw_reading], command, questions={"draw": ("one", "two")}).failed_readings


def test_true_claim(draw_reading: Case, fake: MakeCommand) -> None:
    """A claim that is borne out is no failure, nor is one of which no case can tell."""
    claim = {"draw": "two", "knock": "twice"}
    report = hold([draw_reading], fake(read={"draw": "two"}, claim=claim))
    assert report.exit_code is ExitCode.CONFORMS
    assert {seen.question: seen.claim_known for seen in report.readings} == {"draw": True, "knock": False}


def test_misnamed_claim(draw_reading: Case, fake: MakeCommand) -> None:
    """A claimed reading which the question does not have is said to be unknown, not false."""
    report = hold([draw_reading], fake(claim={"draw": "three"}), questions={"draw": ("one", "two")})
    assert [(seen.claim_known, seen.failed) for seen in report.readings] == [(False, False)]
