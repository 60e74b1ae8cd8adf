"""Deliberately wrong implementations: each is unmasked for what is wrong with it, and nothing of any of them is left running."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from jsonschema import Draft202012Validator
from tests.conformance.by_hand import cases, shelf
from tests.sampling import first_of_each, sampled

from meldspec.data import folder
from meldspec.protocol.case import Case, load_cases
from meldspec.protocol.comparison import MismatchKind
from meldspec.runner.held_to import HeldTo
from meldspec.runner.outcome import Kind
from meldspec.runner.report import ExitCode, Report
from meldspec.runner.report_files import report_to_json
from meldspec.runner.run import run

MINIATURES = folder("conformance") / "miniatures"
MARK = "MELDSPEC_TEST_RUN"
SILENT, PATIENT = 4, 30
"""Seconds for each answer: of who falls silent, and of all others, however busy the machine is."""

RULES = {
    "allows_everything": ("turn.whose", MismatchKind.ALLOWED),
    "changes_on_refusal": ("turn.order", MismatchKind.REFUSED),
    "forgets_replacements": ("deal.replace-threes", MismatchKind.OBSERVATION),
    "forgets_the_freeze": ("pile.frozen", MismatchKind.ALLOWED),
    "forgets_the_fourth_three": ("score.red-threes", MismatchKind.OBSERVATION),
    "forgets_the_hands": ("score.hands", MismatchKind.OBSERVATION),
    "goes_out_despite_a_no": ("out.no", MismatchKind.ALLOWED),
    "melds_of_one_natural": ("meld.set", MismatchKind.ALLOWED),
    "minimum_off_by_one": ("opening.minimum", MismatchKind.REFUSED),
    "never_ends_the_deal": ("out.goes-out", MismatchKind.OBSERVATION),
    "plays_out_of_turn": ("turn.whose", MismatchKind.ALLOWED),
    "scores_mixed_as_natural": ("score.canastas", MismatchKind.OBSERVATION),
    "takes_only_the_top": ("pile.take", MismatchKind.OBSERVATION),
}
"""Who breaks a rule: a clause that must be named, and how its case goes wrong."""
BOOKED_ELSEWHERE = {
    "changes_on_refusal": "out.discard",
    "forgets_the_freeze": "pile.match",
}
"""Where a finding has another name: it shows in the act after the one that was refused, or in what a line on another act asks of a
frozen pile."""
BREAKS = {
    "answers_late": (Kind.PROTOCOL, "turn.order", "seq"),
    "chatters": (Kind.PROTOCOL, "turn.order", "'Player 0 is at it'"),
    "dies_on_discards": (Kind.CRASH, "turn.order", "exit status 3"),
    "echoes": (Kind.PROTOCOL, "turn.order", "it looks like the request itself"),
    "errs_on_melds": (Kind.ERRORED, "opening.minimum", "a meld of no cards"),
    "floods_its_output": (Kind.OVERSIZED, "turn.order", "a line of more than"),
    "hangs_on_discards": (Kind.TIMEOUT, "turn.order", "no answer within"),
    "knows_no_takes": (Kind.UNSUPPORTED, "pile.take", "nobody takes the pile"),
}
"""Who breaks otherwise: how it is told apart from a broken rule, the clause of a case in which it does, and what is said of it."""
HONEST = {"claims_another_reading", "leaks_a_child"}
"""Whose answers are all right."""


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After every test no process is alive that was started in it."""
    mark = uuid4().hex
    monkeypatch.setenv(MARK, mark)
    yield
    assert [process for process in Path("/proc").glob("[0-9]*") if _started_by(process, mark)] == []


def _started_by(process: Path, mark: str) -> bool:
    """Whether a process has the mark in the environment that it was started with; one that has ended has none."""
    try:
        return f"{MARK}={mark}".encode() in (process / "environ").read_bytes()
    except OSError:
        return False


def about(*subjects: str) -> tuple[Case, ...]:
    """The cases about these clauses or questions, in this order."""
    return tuple(case for subject in subjects for case in cases() if case.subject == subject)


def report_of(name: str, played: tuple[Case, ...]) -> Report:
    """Hold a miniature against some cases."""
    rules = shelf()
    return run(
        played,
        [sys.executable, str(MINIATURES / f"{name}.py")],
        variant="canasta",
        timeout=SILENT if name.startswith("hangs") else PATIENT,
        rules=HeldTo.of(rules, "canasta"),
    )


def test_every_miniature_is_named() -> None:
    """Each program is told of here and in the README."""
    programs = {path.stem for path in MINIATURES.glob("[a-z]*.py")}
    assert programs == {*RULES, *BREAKS, *HONEST}
    readme = (MINIATURES / "README.md").read_text(encoding="utf-8")
    assert [name for name in sorted(programs) if f"`{name}.py`" not in readme] == []


@pytest.mark.parametrize("name", first_of_each(list(RULES), lambda name: (RULES[name][1], name in BOOKED_ELSEWHERE)))
def test_who_breaks_a_rule(name: str) -> None:
    """Who breaks a rule fails the case about that clause, in the way expected; all cases are played to the end."""
    clause, mismatch = RULES[name]
    report = report_of(name, cases())
    failed = {outcome.case.subject: outcome for outcome in report.outcomes if outcome.kind is Kind.FAILED}
    assert clause in failed
    found = failed[clause].mismatch
    assert found is not None and found.kind is mismatch
    (finding,) = (one for one in report.findings if failed[clause].case.id in one.cases)
    assert BOOKED_ELSEWHERE.get(name, clause) in (finding.clause, finding.cause and finding.cause.clause)
    assert {outcome.kind for outcome in report.outcomes} == {Kind.FAILED, Kind.PASSED}
    schema = json.loads((folder("conformance") / "protocol" / "report.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator(schema).validate(json.loads(json.dumps(report_to_json(report))))
    assert report.exit_code is ExitCode.DIFFERS
    assert report.restarts == 0


@pytest.mark.parametrize("whole", sampled([True, False], lambda whole: not whole))
@pytest.mark.parametrize("name", sampled(list(RULES), lambda name: name in {"forgets_the_freeze", "takes_only_the_top"}))
def test_the_corpus_unmasks(name: str, whole: bool) -> None:
    """The corpus alone unmasks who breaks a rule, and so do those cases alone of the chapter whose clause is broken, or that touch
    it."""
    clause, chapter = RULES[name][0], RULES[name][0].partition(".")[0]
    corpus = load_cases(folder("conformance") / "corpus", "canasta")
    chosen = [case for case in corpus if whole or case.subject.startswith(f"{chapter}.") or clause in case.touches]
    report = report_of(name, tuple(chosen))
    assert report.counts[Kind.FAILED] >= 1
    assert report.exit_code is ExitCode.DIFFERS


@pytest.mark.parametrize("name", BREAKS)
def test_who_breaks_otherwise(name: str) -> None:
    """Who breaks has broken no rule, is told apart for how it broke, and is started again for the case that follows."""
    kind, clause, message = BREAKS[name]
    report = report_of(name, about("pile.frozen.black-three", clause, "deal.replace-threes"))
    assert [outcome.kind for outcome in report.outcomes] == [Kind.PASSED, kind, Kind.PASSED]
    assert message in report.outcomes[1].message
    assert report.restarts == (0 if kind is Kind.UNSUPPORTED else 1)
    assert report.findings == ()


def test_who_claims_what_is_not_so() -> None:
    """A claim that the answers belie fails the run, although no rule is broken."""
    report = report_of("claims_another_reading", cases())
    assert {outcome.kind for outcome in report.outcomes} == {Kind.PASSED}
    (wrong,) = (seen for seen in report.readings if seen.failed)
    assert (wrong.question, wrong.claim, wrong.followed) == ("pile.frozen.black-three", "freezes", "stops-only")
    assert list(wrong.belying) == ["canasta/pile.frozen.black-three/effect-by-hand"]
    assert report.exit_code is ExitCode.DIFFERS


def test_who_leaves_something_behind() -> None:
    """Who answers rightly conforms, whatever else it starts; the run ends all of it."""
    report = report_of("leaks_a_child", cases())
    assert {outcome.kind for outcome in report.outcomes} == {Kind.PASSED}
    assert report.exit_code is ExitCode.CONFORMS
