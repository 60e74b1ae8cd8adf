"""`meldspec check`: every fault at once, with counts and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result
from tests.cli.quick_snap import QUICK, SNAP, run

UNREAD = "variant  inherited clauses  inherited questions\nquick    1 of 1 unread      -\n"


def test_good_rules_pass_with_their_counts(spec: Path) -> None:
    """Rules without a fault are counted, with exit code 0."""
    result = run("check", "--spec", spec)
    assert (
        result.output
        == "2 books, 6 clauses, 2 questions, 4 readings, 33 lines; 2 facts carried.\n" + UNREAD + "Nothing is wrong.\n"
    )
    assert result.exit_code == 0


def test_a_fault_is_shown_where_it_stands(spec: Path) -> None:
    """A fault is shown with its line, what was expected and a mend, with exit code 1."""
    (spec / "snap.rules").write_text(SNAP.replace("require player is turn", "require player is trn"), encoding="utf-8")
    (spec / "quick.rules").unlink()
    result = run("check", "--spec", spec)
    assert "unknown-word: found the word 'trn'\n  --> rules/snap.rules:28:" in result.output
    assert "28 |     require player is trn\n" in result.output
    assert "did you mean 'turn'?" in result.output
    assert result.output.endswith("1 problem.\n")
    assert result.exit_code == 1


def test_malformed_lines_come_before_meaning(spec: Path) -> None:
    """Where lines are malformed they are told alone, since what the book means is not known."""
    (spec / "snap.rules").write_text(SNAP + "  keep marks as number\n  requier marks\n", encoding="utf-8")
    result = run("check", "--spec", spec)
    assert "requier" in result.output
    assert "unused" not in result.output
    assert result.exit_code == 1


def test_citations_are_followed(spec: Path) -> None:
    """A paragraph that the source does not have is told."""
    (spec / "quick.rules").write_text(QUICK.replace("cites sheet 3", "cites sheet 7"), encoding="utf-8")
    assert "no-paragraph: found paragraph 7 of 'sheet'" in run("check", "--spec", spec).output


def test_sources_may_be_listed_in_a_folder_within(spec: Path) -> None:
    """A list of sources is found beside the rules that cite them and above them; two that disagree on a source are refused."""
    listed = (spec / "sources.yaml").read_text(encoding="utf-8")
    (spec / "deep").mkdir()
    for name in ("sources.yaml", "quick.rules"):
        (spec / name).rename(spec / "deep" / name)
    assert run("check", "--spec", spec).exit_code == 0
    (spec / "sources.yaml").write_text(listed.replace("A sheet", "Another sheet"), encoding="utf-8")
    refused = run("check", "--spec", spec)
    assert refused.exit_code == 1
    assert "sources.yaml: found the source 'sheet', which another sources.yaml of these rules has otherwise" in refused.output
    (spec / "deep" / "sources.yaml").unlink()
    assert "unknown-source" not in run("check", spec / "deep", spec).output


def test_kinds_are_tried_on_cards(spec: Path) -> None:
    """Two meld kinds that share cards are told with an example."""
    melds = """
  place melds of side is groups
  act meld with plays: plays from hand onto melds
  to meld
    require every play in plays has (the result of play fits)
    then lay plays from hand onto melds
  kind pair
    require it share a rank
    require exactly 2 cards in it
  kind few
    require at most 3 cards in it
"""
    (spec / "snap.rules").write_text(SNAP + melds.lstrip("\n"), encoding="utf-8")
    (spec / "quick.rules").unlink()
    result = run("check", "--spec", spec)
    assert "kinds-overlap" in result.output
    assert "which fit both 'pair' and 'few'" in result.output


def test_a_path_tells_which_books_are_meant(spec: Path) -> None:
    """Of a path's books alone the faults are told; what they extend comes from the folder of rules."""
    (spec / "snap.rules").write_text(SNAP + "  define luck: 3\n", encoding="utf-8")
    quick = run("check", "--spec", spec, spec / "quick.rules")
    snap = run("check", "--spec", spec, spec / "snap.rules")
    assert "luck" not in quick.output
    assert quick.output.splitlines()[-4].startswith("1 book, 3 clauses, 2 questions, 4 readings, ")
    assert "the term 'luck', which no line speaks of" in snap.output
    assert (quick.exit_code, snap.exit_code) == (0, 1)


def test_a_folder_without_rules_is_refused(tmp_path: Path) -> None:
    """A folder without rules is a mistake in the command line, not a good book."""
    result = run("check", "--spec", tmp_path)
    assert result.exit_code == 2
    assert "no .rules file" in result.output


LEDGERS = {
    "quick": """\
source: sheet
variant: quick
paragraphs:
  1: {not-a-rule: A heading.}
  2: [QK-F02]
  3: [QK-F03, QK-F04]
facts:
  QK-F02: {says: Quick.}
  QK-F03: {says: An end.}
  QK-F04: {says: More.}
""",
    "snap": "variant: snap\nfacts:\n  SN-F01: {says: All., clauses: [snap.cards, snap.laying, snap.calling]}\n",
}


def with_ledgers(spec: Path, quick: str = LEDGERS["quick"]) -> Path:
    """The folder of rules with a ledger for each of its books; the variant's has a fact that nothing carries."""
    (spec / "ledger").mkdir()
    for name, text in (LEDGERS | {"quick": quick}).items():
        (spec / "ledger" / f"{name}.yaml").write_text(text, encoding="utf-8")
    return spec


def test_a_fact_that_nothing_carries_is_a_fault(spec: Path) -> None:
    """A fact of a ledger that no clause carries is told with its line, and counted."""
    result = run("check", "--spec", with_ledgers(spec))
    assert "fact-lost: found QK-F04, which nothing carries\n  --> rules/ledger/quick.yaml:10:3" in result.output
    assert "quick   sheet   3 of 3      2 of 3" in result.output
    assert result.output.endswith("1 problem.\n")
    assert result.exit_code == 1


def test_a_folder_beside_the_rules_has_facts_and_ledgers_of_its_own(spec: Path, tmp_path: Path) -> None:
    """A folder that is checked against other rules may number its facts as it likes; where it has a ledger, that knows them all."""
    house = tmp_path / "house"
    (house / "ledger").mkdir(parents=True)
    text = 'variant house extends snap "House"\n\nchange clause snap.calling\n  cites kitchen\n  facts HS-F01\n'
    (house / "house.rules").write_text(text, encoding="utf-8")
    (house / "sources.yaml").write_text("kitchen:\n  title: What we agreed on\n", encoding="utf-8")
    with_ledgers(spec)
    free = run("check", "--no-cache", "--spec", spec, house)
    assert "unknown-fact" not in free.output
    assert free.exit_code == 0
    ledger = house / "ledger" / "house.yaml"
    ledger.write_text("variant: house\nunfinished: true\nfacts:\n  HS-F02: {says: Calling.}\n", encoding="utf-8")
    held = run("check", "--no-cache", "--spec", spec, house)
    assert "unknown-fact: found the fact 'HS-F01'" in held.output
    ledger.write_text(ledger.read_text(encoding="utf-8").replace("F02", "F01"), encoding="utf-8")
    assert run("check", "--no-cache", "--spec", spec, house).exit_code == 0


def test_a_ledger_that_is_unfinished_lacks_things_without_fault(spec: Path) -> None:
    """What is missing while rules are being written is counted, and told when asked for."""
    with_ledgers(spec, "unfinished: true\n" + LEDGERS["quick"])
    quiet, told = run("check", "--spec", spec), run("check", "--spec", spec, "--open")
    assert "1 thing still missing in unfinished ledgers" in quiet.output
    assert "fact-lost" not in quiet.output
    assert "fact-lost: found QK-F04" in told.output
    assert (quiet.exit_code, told.exit_code) == (0, 0)


def test_ledgers_of_other_books_are_left_alone(spec: Path) -> None:
    """Of a path's books alone the ledgers are looked at."""
    result = run("check", "--spec", with_ledgers(spec), spec / "snap.rules")
    assert "fact-lost" not in result.output
    assert "snap    -       -           1 of 1" in result.output
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("readings: {snap.calling.kings: more}", "Nothing is wrong."),
        ("readings: {snap.calling.king: more}", "no-such-question: found fast.readings.snap.calling.king: more"),
        ("readings: {snap.calling.kings: mroe}", "no-such-reading: found fast.readings.snap.calling.kings: mroe"),
        ("readings: [snap.calling.kings]", "wrong-value\n  found: fast.readings: ['snap.calling.kings'] is not a map"),
        ("readings: {a.b: c, a.b: d}", "key-twice\n  found: a second 'fast.readings.a.b'"),
    ],
)
def test_a_profile_reads_what_its_variant_asks(spec: Path, text: str, told: str) -> None:
    """Whoever misspells a question or a reading in a profile is told, instead of playing by another reading than was meant."""
    (spec / "profiles.yaml").write_text(f"fast:\n  title: As we play it\n  variant: quick\n  {text}\n", encoding="utf-8")
    result = run("check", "--spec", spec)
    assert told in result.output
    assert result.exit_code == (0 if told.startswith("Nothing") else 1)


def test_a_ledger_that_cannot_be_read_is_refused(spec: Path) -> None:
    """A ledger that is no YAML ends the check with its file."""
    result = run("check", "--spec", with_ledgers(spec, "facts: [\n"))
    assert "rules/ledger/quick.yaml:2:1: no-yaml" in result.output
    assert result.exit_code == 1


COUNTED = """
book count "Counting"
chapter 1 play "Play"
clause play.game "The whole game"
  | Cards are drawn in turn until there is none.
  option players from 2 otherwise 2
  sides 2
  deck 1 of A K Q J in C D H S
  place stock is row shown as stock
  place hand of player is bag shown as hands
  phases setup, draw
  keep drawn as number asking "How many cards have been drawn?" as seen {seen}
  never "The last card has been drawn." {never}
  act draw
  to draw
    require player is turn
    require drawn is below 16
    then draw 1 from stock to hand
    then drawn becomes drawn plus 1
    then turn becomes the left of player
    then end the deal by stock when no cards in the stock
  at setup
    then turn becomes the left of dealer
    then phase becomes draw
"""


def thorough(folder: Path, seen: str, never: str, *more: str) -> Result:
    """What a check with play says of rules that tell a number of the table, and what no table has."""
    (folder / "count.rules").write_text(COUNTED.format(seen=seen, never=never), encoding="utf-8")
    return run("check", "--spec", folder, "--thorough", *more)


def test_what_a_table_is_wrongly_said_to_show_is_found_by_play(tmp_path: Path) -> None:
    """A memory that is read off the table wrongly is told with its line and the table, and the check fails."""
    result = thorough(tmp_path, "0 when the phase is draw", "drawn is above 16")
    assert result.exit_code == 1
    assert "seen-otherwise: found 'drawn', which the table shows to be 0 and which was 1\n" in result.output
    assert "12 |   keep drawn as number asking" in result.output
    (table,) = [json.loads(line) for line in result.output.splitlines() if line.startswith("{")]
    assert table["memory"] == {"drawn": 1} and sum(map(len, table["hands"])) == 1
    assert result.output.endswith("1 line untrue.\n")


def test_what_no_table_is_wrongly_said_to_have_is_found_by_play(tmp_path: Path) -> None:
    """A line `never` that held on a table of play is told with the table."""
    result = thorough(tmp_path, "0 when the number of the stock is 16", "drawn is 3")
    assert result.exit_code == 1
    assert "never-held: found a 'never' line that held after an act\n" in result.output and "after 3 acts" in result.output


def test_true_lines_stand_every_reading(tmp_path: Path) -> None:
    """What is right is told with how much was played; a book that there is not is none to play."""
    right = ("0 when the number of the stock is 16, 1 when the number of the stock is 15", "drawn is above 16")
    result = thorough(tmp_path, *right, "count")
    assert result.exit_code == 0, result.output
    assert "count: 1 rulebook (the defaults, and every other reading by itself), 2 deals each of at most 150 acts" in result.output
    assert result.output.endswith("every line held.\n")
    assert thorough(tmp_path, *right, "snap").exit_code == 2
