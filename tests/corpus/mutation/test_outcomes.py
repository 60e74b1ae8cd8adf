"""How what spoilt lines come to is counted, noted and argued about."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.judge.spoilt import cases_of

from meldspec.corpus.mutation.kept import Notes, notes_of
from meldspec.corpus.mutation.outcomes import Outcome, Result, argued, by, counted_once, out_of_place, row, table

KILLED = Result("pile.take:1: left out", "pile", "left out", Outcome.KILLED, lines="a")
ALIVE = Result("pile.take:2: left out", "pile", "left out", Outcome.ALIVE, lines="b")
PROVED = Result("deal.begin:1: after deal.begin:2", "deal", "order of effects", Outcome.PROVED, lines="c")
STILLBORN = Result("cards.wild:1: left out", "cards", "left out", Outcome.STILLBORN)


def test_the_score_is_of_those_that_a_case_could_kill() -> None:
    """One killed and one alive are half, whatever is equivalent or no book."""
    assert row("toy", [KILLED, ALIVE, PROVED, STILLBORN]) == ["toy", "3", "1", "0", "1", "0", "1", "0", "0", "0", "1", "50.0%"]


def test_mutants_with_the_same_lines_are_counted_once() -> None:
    """Of two spoilt books that say the same the second one does not count."""
    again = replace(KILLED, name="pile.take:1: all of to take left out")
    assert [one.outcome for one in counted_once([KILLED, again, STILLBORN, STILLBORN])] == [
        "killed",
        "equal",
        "stillborn",
        "stillborn",
    ]


def test_groups_stand_in_their_order() -> None:
    """Chapters without a mutant have no row."""
    rows = by([KILLED, PROVED], lambda one: one.chapter, ["deal", "turn", "pile"])
    assert [cells[0] for cells in rows] == ["deal", "pile"]
    assert table("chapter", rows).split("\n")[0].split()[:3] == ["chapter", "mutants", "stillborn"]


def test_an_argument_counts_for_who_is_alive() -> None:
    """One that a case kills is not equivalent, whatever is said of it."""
    reasons = {ALIVE.name: "Nobody can tell.", KILLED.name: "Nobody can tell."}
    found = argued([KILLED, ALIVE], reasons)
    assert [one.outcome for one in found] == [Outcome.KILLED, Outcome.ARGUED]


def test_an_argument_counts_for_who_answers_as_a_reading() -> None:
    """Where nothing can tell a mutant from what another reading says it comes to that reading, which is told before the reason."""
    as_read = replace(ALIVE, outcome=Outcome.UNDETERMINED, answers_as={"match.tie.tie": "another-round"})
    reasons = {as_read.name: "No seven sides play."}
    (found,) = argued([as_read], reasons)
    assert (found.outcome, found.how) == (Outcome.READING, "match.tie.tie = another-round, No seven sides play.")
    assert out_of_place([found], reasons) == []
    assert out_of_place([replace(found, how="learnt so")], reasons) == [f"'{as_read.name}' is reading"]


def test_arguments_out_of_place_are_told() -> None:
    """An argument about a mutant that is killed or that there is not is told, and so are too many of them."""
    reasons = {ALIVE.name: "x", KILLED.name: "x", "pile.take:9: left out": "x"}
    assert out_of_place(argued([KILLED, ALIVE], reasons), reasons) == [
        "there is no mutant 'pile.take:9: left out'",
        "'pile.take:1: left out' is killed",
        "1 of 2 mutants are said to be equivalent, more than 3%",
    ]


def test_notes_go_on_where_they_were(tmp_path: Path) -> None:
    """What was noted of the same rules and cases is known again; a line that was cut off, or of other rules, is not."""
    notes = Notes(tmp_path / "deep" / "toy.jsonl", "these", frozenset({"one", "two"}))
    assert notes.known() == {}
    assert list(notes.note([KILLED])) == [KILLED]
    list(replace(notes, rules="others").note([ALIVE]))
    notes.file.write_text(notes.file.read_text(encoding="utf-8") + '\n{"of": "these", "na', encoding="utf-8")
    list(notes.note([PROVED]))
    assert notes.known() == notes.of_just_these() == {KILLED.name: KILLED, PROVED.name: PROVED}


def test_what_was_killed_remains_so_where_cases_were_added(tmp_path: Path) -> None:
    """Beside more cases a finding remains; what no case told may be told now, and where a case is gone nothing is known."""
    notes = Notes(tmp_path / "toy.jsonl", "these", frozenset({"one", "two"}))
    list(notes.note([KILLED, ALIVE]))
    more, fewer = replace(notes, cases=notes.cases | {"three"}), replace(notes, cases=frozenset({"one", "three"}))
    assert more.known() == {KILLED.name: KILLED}
    assert more.of_just_these() == fewer.known() == {}
    assert more.added() == {ALIVE.name: frozenset({"three"})}
    assert fewer.added() == {}
    list(more.note([told := replace(ALIVE, outcome=Outcome.KILLED)]))
    assert more.known() == {KILLED.name: KILLED, ALIVE.name: told}


def test_what_a_case_is_called_changes_nothing_that_is_known(tmp_path: Path) -> None:
    """With another title of a case all that was noted counts; with an act of it otherwise nothing that a case tells does."""
    case = cases_of("manzana")[0]
    list(notes_of(tmp_path / "toy.jsonl", "these", [case]).note([KILLED]))
    called, other = replace(case, title="Something else."), replace(case, requests=case.requests[:1])
    assert notes_of(tmp_path / "toy.jsonl", "these", [called]).known() == {KILLED.name: KILLED}
    assert notes_of(tmp_path / "toy.jsonl", "these", [other]).known() == {}
