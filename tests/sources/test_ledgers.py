"""Ledgers: whatever is lost between a source and the rules is found, in both directions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from tests.cli.quick_snap import QUICK, SNAP

from meldspec.book.library import Books, library_of
from meldspec.language.parse import parse
from meldspec.sources.ledger import Ledger, LedgerError, begun, ledger_from, read_ledgers, read_moot
from meldspec.sources.sources import Source
from meldspec.sources.traced import Progress, Tracing, misled, missing, progress

SHEET = Source("sheet", "A sheet", paragraphs=("a" * 64,) * 3)
LEDGER = """\
source: sheet
variant: quick
known:
  facts: {QK-F: 3}
  doubts: {QK-A: 2}

paragraphs:
  1: {not-a-rule: A heading.}
  2: [QK-F01, QK-F02]
  3: [QK-F03]

facts:
  QK-F01: {says: Cards are cards., clauses: [snap.cards]}
  QK-F02: {says: Whoever is quicker takes the heap.}
  QK-F03: {says: It ends with the last card.}
"""
BASE = "variant: snap\nfacts:\n  SN-F01: {says: All of it., clauses: [snap.cards, snap.laying, snap.calling]}\n"


def library(quick: str = QUICK) -> Books:
    """Snap and its quicker variant."""
    return library_of([parse(SNAP, "snap.rules"), parse(quick, "quick.rules")])


def tracing(ledger: str = LEDGER, quick: str = QUICK, moot: Mapping[str, Mapping[str, str]] | None = None) -> Tracing:
    """All that is traced of the two books, with ledgers for both."""
    books = {name: library(quick).book(name) for name in ("snap", "quick")}
    ledgers = [ledger_from("ledger/quick.yaml", ledger), ledger_from("ledger/snap.yaml", BASE)]
    return Tracing(books, {"sheet": SHEET}, ledgers, moot or {})


def wrong(found: Tracing) -> list[str]:
    """The codes and findings of all that is wrong."""
    problems = [*misled(found), *(problem for _, problem in missing(found))]
    return [f"{problem.code}: {problem.found}" for problem in problems]


def test_what_is_traced_is_right() -> None:
    """Rules whose every paragraph, fact, clause and doubt leads somewhere have nothing lost."""
    assert wrong(tracing()) == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("  1: {not-a-rule: A heading.}\n", "", ["paragraph-lost: paragraph 1 of 'sheet' in no ledger"]),
        ("  3: [QK-F03]", "  3: [QK-F03]\n  4: [QK-F03]", ["no-paragraph: paragraph 4 of 'sheet'"]),
        ("3: [QK-F03]", "3: [QK-F13]", ["unknown-fact: the fact 'QK-F13'"]),
        (", clauses: [snap.cards]", "", ["fact-lost: QK-F01, which nothing carries"]),
        ("[snap.cards]", "[snap.crads]", ["no-such-clause: the clause 'snap.crads' for QK-F01"]),
        ("clauses: [snap.cards]", "questions: [snap.none]", ["no-such-question: the question 'snap.none' for QK-F01"]),
        ("QK-F: 3", "QK-F: 4", ["fact-lost: no QK-F4, which is known"]),
        ("QK-A: 2", "QK-A: 3", ["doubt-lost: the doubt QK-A3, of which nothing has become"]),
        (
            "facts:\n  QK-F01",
            "doubts: {QK-A02: snap.none}\nfacts:\n  QK-F01",
            ["no-such-question: the question 'snap.none' for QK-A02"],
        ),
        (
            "facts:\n  QK-F01",
            "settled: {QK-A01: Who knows.}\nfacts:\n  QK-F01",
            ["doubt-twice: QK-A01, which is said to be settled and stands in a question of quick"],
        ),
        (
            "takes the heap.}",
            "takes the heap., not-a-rule: Advice.}",
            ["fact-twice: QK-F02, which is said to be no rule and is carried by snap.calling"],
        ),
        (
            "source: sheet",
            "source: shet",
            [
                "unknown-source: the source 'shet'",
                *(f"no-paragraph: paragraph {n} of 'shet'" for n in (1, 2, 3)),
                *(f"paragraph-lost: paragraph {n} of 'sheet' in no ledger" for n in (1, 2, 3)),
            ],
        ),
        ("variant: quick", "variant: quikc", ["no-such-book: the variant 'quikc'", "no-ledger: no ledger for 'quick'"]),
    ],
)
def test_what_is_lost_in_a_ledger_is_told(old: str, new: str, told: list[str]) -> None:
    """A ledger from which something was taken, or that points at nothing, is told of with just that."""
    assert LEDGER.count(old) == 1
    assert wrong(tracing(LEDGER.replace(old, new))) == told


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "  facts QK-F03\n",
            "",
            ["fact-lost: QK-F03, which nothing carries", "clause-untraced: the clause 'snap.end', which carries no fact"],
        ),
        ("facts QK-F03", "facts QK-F03, QK-F33", ["unknown-fact: the fact 'QK-F33'"]),
        ("    covers QK-A02\n", "", ["doubt-lost: the doubt QK-A2, of which nothing has become"]),
        ("covers QK-A02", "covers QK-A02, QK-A20", ["unknown-doubt: the doubt 'QK-A20'"]),
    ],
)
def test_what_is_lost_in_the_rules_is_told(old: str, new: str, told: list[str]) -> None:
    """A clause without a fact, a fact that nobody has told, and a doubt that no question covers any more are told."""
    assert QUICK.count(old) == 1
    assert wrong(tracing(quick=QUICK.replace(old, new))) == told


def test_a_clause_may_rest_on_a_convention() -> None:
    """A clause without a fact is right where a ledger says which custom it rests on."""
    quick = QUICK.replace("  facts QK-F03\n", "")
    ledger = LEDGER.replace("last card.}", "last card., clauses: [snap.end]}") + "conventions: {snap.end: A custom of the table.}\n"
    assert wrong(tracing(ledger, quick)) == []


def test_a_moot_doubt_is_answered() -> None:
    """A doubt without a question is answered where it is said why no position can decide it."""
    quick = QUICK.replace("    covers QK-A02\n", "")
    assert wrong(tracing(quick=quick, moot={"quick": {"QK-A02": "Nobody can tell."}})) == []


def test_a_doubt_of_an_ancestor_is_not_forgotten() -> None:
    """A doubt that the base book asks about must be asked, settled or moot in the variant that replaced the clause."""
    question = """\
  question loud silent "How loud?"
    covers SN-A01
    default loud because "It must be heard."
    reading loud "Loud."
      nothing more
    reading soft "Softly."
      to snap
        forbid when no cards in heap
"""
    at = SNAP.index("clause snap.calling")
    end = SNAP.find("\nclause ", at)
    snap = SNAP[:end].rstrip("\n") + "\n" + question + SNAP[end:] if end > 0 else SNAP.rstrip("\n") + "\n" + question
    found = tracing()
    books = library_of([parse(snap, "snap.rules"), parse(QUICK, "quick.rules")])
    knowing = ledger_from("ledger/snap.yaml", BASE + "known: {doubts: {SN-A: 1}}\n")
    flat = {name: books.book(name) for name in ("snap", "quick")}
    found = replace(found, books=flat, ledgers=[found.ledgers[0], knowing])
    assert wrong(found) == ["doubt-lost: the doubt SN-A01, which 'snap' asks in snap.calling.loud"]
    settled = ledger_from("ledger/quick.yaml", LEDGER + "settled: {SN-A01: Quickness decides.}\n")
    assert wrong(replace(found, ledgers=[settled, found.ledgers[1]])) == []


def test_one_source_may_serve_two_ledgers() -> None:
    """A paragraph that stands in the ledger of another game of the same page is not lost."""
    mine = LEDGER.replace("  1: {not-a-rule: A heading.}\n", "")
    other = "source: sheet\n" + BASE + "paragraphs:\n  1: [SN-F01]\n"
    found = tracing(mine)
    ledgers = [found.ledgers[0], ledger_from("ledger/snap.yaml", other)]
    assert wrong(replace(found, ledgers=ledgers)) == []


def test_progress_counts_what_is_done() -> None:
    """Of two facts and a doubt that are lost the counts say so."""
    found = tracing(LEDGER.replace(", clauses: [snap.cards]", "").replace("QK-A: 2", "QK-A: 3").replace("QK-F: 3", "QK-F: 4"))
    (quick, snap) = progress(found)
    assert quick == Progress(found.ledgers[0], (3, 3), (2, 4), (2, 3))
    assert (snap.paragraphs, snap.facts, snap.doubts) == ((0, 0), (1, 1), (0, 0))


def test_a_problem_is_told_where_its_entry_stands() -> None:
    """What is wrong with a fact is told with the line of that fact."""
    found = tracing(LEDGER.replace(", clauses: [snap.cards]", ""))
    ((ledger, problem),) = missing(found)
    assert ledger is found.ledgers[0]
    assert LEDGER.splitlines()[problem.place.line - 1].startswith("  QK-F01:")


@pytest.mark.parametrize(
    ("line", "other", "told"),
    [
        (
            "QK-F: 3",
            "QK-F: 999999999",
            "4:17: known.facts.QK-F: 999999999 is greater than the maximum of 1999",
        ),
        (
            "QK-F: 3",
            "QK-F: three",
            "4:17: known.facts.QK-F: 'three' is not a number up to 1999, or several such as '1-10' or '1, 5'",
        ),
        ("QK-F: 3", "QK: 3", "4:15: known.facts.QK: 'QK' is not what ids begin with, such as P-F or X-"),
        ("QK-F: 3", "QK-F: yes", "4:17: known.facts.QK-F: yes is not a whole number or a text"),
        ("[QK-F03]", "[QK-F03, 4]", "10:15: paragraphs.3[1]: 4 is not a text"),
        ("[QK-F03]", "QK-F03", "10:6: paragraphs.3: 'QK-F03' is not a list or a map"),
        ("[QK-F03]", "{not-a-rule: 3}", "10:19: paragraphs.3.not-a-rule: 3 is not a text"),
        ("[snap.cards]", "1", "13:45: facts.QK-F01.clauses: 1 is not a list"),
    ],
)
def test_what_may_be_one_of_several_things_is_told_by_the_one_that_is_meant(line: str, other: str, told: str) -> None:
    """Of a number that is too large its limit is told, of a list the thing in it that is wrong, and not that nothing fits."""
    with pytest.raises(LedgerError) as refused:
        ledger_from("quick.yaml", LEDGER.replace(line, other))
    place, _, found = told.partition(": ")
    assert f"quick.yaml:{place}: wrong-value\n  found: {found}\n" in str(refused.value)


def test_ledgers_that_are_misshapen_are_refused_all_at_once(tmp_path: Path) -> None:
    """Two ledgers with faults are refused with both faults, each with its file and place."""
    (tmp_path / "ledger").mkdir()
    (tmp_path / "ledger" / "a.yaml").write_text("variant: quick\nfacts: {QK-F01: {say: x}}\n", encoding="utf-8")
    (tmp_path / "ledger" / "b.yaml").write_text("variant: [\n", encoding="utf-8")
    with pytest.raises(LedgerError) as refused:
        read_ledgers(tmp_path)
    assert "ledger/a.yaml:2:17: wrong-value\n  found: facts.QK-F01: Additional" in str(refused.value)
    assert "ledger/b.yaml:2:1: no-yaml" in str(refused.value)


def test_moot_doubts_are_by_variant(tmp_path: Path) -> None:
    """A list of moot doubts that names no variant is refused; where there is none, nothing is moot."""
    assert read_moot(tmp_path) == {}
    (tmp_path / "moot.yaml").write_text("QK-A01: Nobody can tell.\n", encoding="utf-8")
    with pytest.raises(LedgerError, match="QK-A01"):
        read_moot(tmp_path)


def test_a_ledger_is_named_after_its_file() -> None:
    """The name of a ledger is that of its file without the ending."""
    assert Ledger("spec/ledger/blog.yaml").name == "blog"


def test_a_ledger_is_begun_from_the_clauses() -> None:
    """A ledger begun for a book points at nothing that is not there, and lacks just what no clause tells."""
    book = library().book("quick")
    text = begun(book, SHEET)
    ledger = ledger_from("ledger/quick.yaml", text)
    assert ledger.unfinished
    assert ledger.paragraphs == {2: ("QK-F02",), 3: ("QK-F03",)}
    assert ledger.facts["QK-F02"] == "Whoever is quicker takes the heap."
    assert ledger.known == {"facts": ("QK-F2", "QK-F3"), "doubts": ("QK-A1", "QK-A2")}
    found = replace(tracing(), ledgers=[ledger, ledger_from("ledger/snap.yaml", BASE)])
    assert wrong(found) == ["paragraph-lost: paragraph 1 of 'sheet' in no ledger"]
