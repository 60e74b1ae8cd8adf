"""`meldspec review`: what a game took over from another one, and whether anybody has held that against the game's own source."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from tests.cli.quick_snap import SNAP, run

HEAPS = """
chapter 20 heaps "Big heaps"

clause heap.big "When a heap is big"
  | A heap is big by the number of its cards.
  define big-size: 4
  question pack silent "Is the whole pack a big heap?"
    covers SN-A01
    default big because "It is more than four."
    reading big "Yes."
      define too-big: no
    reading too-big "No."
      define too-big: at least 24 cards in won

clause heap.bonus "The bonus"
  | Whoever has won a big heap has a bonus.
  at scoring
    award 10 when at least big-size cards in won and not too-big
  question kings silent "Is a king worth more?"
    covers SN-A02
    default alike because "A card is a card."
    reading alike "No."
      nothing more
    reading more "One more."
      cards kings are K
      at scoring
        award 1 for each card in won when card is kings
"""
HOUSE = """\
variant house extends snap "Snap at home"

chapter 20 heaps "Big heaps"

change clause heap.big
  cites sheet 2
  | At home a big heap has more cards.
  redefine big-size: 6
"""
ALL = """\
snap.cards       clause    from snap    Cards and places
snap.laying      clause    from snap    Laying in turn
snap.calling     clause    from snap    Calling
heap.big.pack    question  from snap    Is the whole pack a big heap?
heap.bonus       clause    from snap    The bonus
heap.bonus.kings question  from snap    Is a king worth more?
"""
WHY = ("--holds", "The sheet says nothing of a bonus, and plays with one.")


@pytest.fixture
def home(spec: Path) -> Path:
    """A folder with Snap that knows big heaps, and the house's own variant of it."""
    (spec / "quick.rules").unlink()
    (spec / "snap.rules").write_text(SNAP + HEAPS, encoding="utf-8")
    (spec / "house.rules").write_text(HOUSE, encoding="utf-8")
    return spec


def unread(home: Path) -> list[str]:
    """The ids of all that nobody has looked at."""
    result = run("review", "house", "--spec", home)
    assert result.exit_code == 0
    return [line.split()[0] for line in result.output.splitlines()[:-2]]


def altered(home: Path, file: str, old: str, new: str) -> None:
    """Other words in a file of rules."""
    text = (home / file).read_text(encoding="utf-8")
    assert old in text
    (home / file).write_text(text.replace(old, new), encoding="utf-8")


def noted(home: Path, text: str, name: str = "house") -> None:
    """Entries as somebody wrote them by hand."""
    (home / "review").mkdir(exist_ok=True)
    (home / "review" / f"{name}.yaml").write_text(text, encoding="utf-8")


# ── what nobody has looked at ──────────────────────────────────────────────────────────────────────────────────────────────


def test_what_was_taken_over_is_listed(home: Path) -> None:
    """All clauses and questions of the other game are listed; the clause that the house changed is not, but the question in it of
    which the house said nothing is."""
    result = run("review", "house", "--spec", home)
    rows = [line.split() for line in ALL.splitlines()]
    assert [line.split() for line in result.output.splitlines()[: len(rows)]] == rows
    assert result.output.endswith("\nNobody has looked at 4 of 4 inherited clauses and 2 of 2 inherited questions.\n")


def test_a_question_asked_anew_is_the_houses_own(home: Path) -> None:
    """A doubt that the house asks itself, though with the old answers, needs no second look."""
    anew = '  question pack silent "Is all of it big?"\n    covers HO-A01\n    default too-big because "It is too much."\n'
    (home / "house.rules").write_text(HOUSE + anew, encoding="utf-8")
    assert "heap.big.pack" not in unread(home)


def test_another_default_is_the_houses_own(home: Path) -> None:
    """Whoever reads a question otherwise, and says why, has looked at it."""
    (home / "house.rules").write_text(HOUSE + '\nread heap.bonus.kings as more because "We do so."\n', encoding="utf-8")
    assert "heap.bonus.kings" not in unread(home)
    assert "heap.bonus" in unread(home)


def test_what_is_cited_from_the_houses_sheet_was_read_there(home: Path) -> None:
    """Whoever says where the house's own sheet has a rule that was taken over has held it against the sheet."""
    (home / "house.rules").write_text(HOUSE + "\nchange clause heap.bonus\n  cites sheet 3\n", encoding="utf-8")
    assert "heap.bonus" not in unread(home)
    assert "heap.bonus.kings" in unread(home)


@pytest.mark.parametrize(
    ("about", "looked"),
    [
        ("clauses: [heap.bonus]", {"heap.bonus"}),
        ("questions: [heap.bonus.kings]", {"heap.bonus.kings"}),
        ("clauses: [heap.bonus, snap.cards]", {"heap.bonus", "snap.cards"}),
    ],
)
def test_a_fact_of_the_houses_sheet_stands_by_it(home: Path, about: str, looked: set[str]) -> None:
    """What the ledger of the house names for a fact of its own sheet is looked at: just that, and not what stands beside it."""
    before = set(unread(home))
    (home / "ledger").mkdir()
    (home / "ledger" / "house.yaml").write_text(
        f"variant: house\nunfinished: true\nfacts:\n  HO-F01: {{says: A bonus., {about}}}\n", encoding="utf-8"
    )
    assert before - set(unread(home)) == looked


def test_a_fact_of_the_other_games_sheet_does_not(home: Path) -> None:
    """What the source of Snap says is nothing that the house's own sheet says."""
    (home / "ledger").mkdir()
    ledger = "variant: snap\nunfinished: true\nfacts:\n  SN-F01: {says: A bonus., clauses: [heap.bonus]}\n"
    (home / "ledger" / "snap.yaml").write_text(ledger, encoding="utf-8")
    assert "heap.bonus" in unread(home)


def test_a_doubt_of_the_houses_sheet_stands_in_the_question(home: Path) -> None:
    """A question is looked at in which the ledger has a doubt of the house stand."""
    (home / "ledger").mkdir()
    ledger = "variant: house\nunfinished: true\nfacts: {}\ndoubts: {HO-A01: heap.bonus.kings}\n"
    (home / "ledger" / "house.yaml").write_text(ledger, encoding="utf-8")
    assert "heap.bonus.kings" not in unread(home)


def test_a_game_that_extends_none_has_nothing_to_read(home: Path) -> None:
    """Snap has taken nothing over."""
    assert run("review", "snap", "--spec", home).output == "snap inherits nothing.\n"


def test_check_counts_what_nobody_has_looked_at(home: Path) -> None:
    """`check` says how much it is, and finds nothing wrong for all that."""
    run("review", "house", "heap.bonus", *WHY, "--spec", home)
    result = run("check", "--spec", home)
    assert "variant  inherited clauses  inherited questions\nhouse    3 of 4 unread      2 of 2 unread\nNothing" in result.output
    assert result.exit_code == 0


def test_check_of_the_houses_file_alone_knows_the_entries_beside_it(home: Path) -> None:
    """Who checks one file of rules is told of it as it stands in its folder."""
    run("review", "house", "heap.bonus", *WHY, "--spec", home)
    (home / "snap.rules").rename(home.parent / "snap.rules")
    assert "house    3 of 4 unread" in run("check", "--spec", home.parent, home / "house.rules").output


# ── an entry ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_clause_is_held_with_its_reason(home: Path) -> None:
    """An entry says why and where, is for one clause alone, and is printed with it from then on."""
    told = run("review", "house", "heap.bonus", *WHY, "--cites", "sheet 1, 3", "--spec", home)
    assert told.output == "heap.bonus is held, in review/house.yaml.\n"
    assert unread(home) == ["snap.cards", "snap.laying", "snap.calling", "heap.big.pack", "heap.bonus.kings"]
    shown = run("review", "house", "heap.bonus", "--spec", home).output
    assert 'clause heap.bonus "The bonus"\n' in shown
    assert 'note "Inherited from snap."' in shown
    assert shown.endswith("\nIt holds: The sheet says nothing of a bonus, and plays with one. (sheet 1, 3)\n")


def test_a_question_is_shown_with_its_readings_alone(home: Path) -> None:
    """Whoever reads a question sees the clause that it is about, and no other question."""
    shown = run("review", "house", "heap.big.pack", "--spec", home).output
    assert "define big-size: 6" in shown
    assert 'reading too-big "No."' in shown
    assert shown.endswith("\nNobody has looked at it.\n")


def test_entries_stand_in_the_order_of_the_book(home: Path) -> None:
    """Whichever was written first, the file reads as the book does, and what somebody remarked at its head stays."""
    noted(home, "# Read aloud at the kitchen table.\n")
    for id in ("heap.bonus.kings", "snap.laying", "heap.bonus"):
        assert run("review", "house", id, *WHY, "--spec", home).exit_code == 0
    text = (home / "review" / "house.yaml").read_text(encoding="utf-8")
    assert text.startswith("# Read aloud at the kitchen table.\n\nsnap.laying:\n")
    assert list(yaml.safe_load(text)) == ["snap.laying", "heap.bonus", "heap.bonus.kings"]


# ── an entry lapses ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("snap.rules", "has a bonus", "has a bonus for it"),
        ("snap.rules", "award 10 when", "award 20 when"),
        ("house.rules", "redefine big-size: 6", "redefine big-size: 8"),
        ("snap.rules", "default big because", "default too-big because"),
    ],
    ids=["its words", "its line", "a term in it", "a term that hangs on a default"],
)
def test_an_entry_lapses_when_the_clause_says_something_else(home: Path, file: str, old: str, new: str) -> None:
    """Other words, another line, or another meaning of a term in it, wherever that stands: the clause is to be read again."""
    run("review", "house", "heap.bonus", *WHY, "--spec", home)
    altered(home, file, old, new)
    assert "heap.bonus" in unread(home)
    assert (
        "heap.bonus        clause    from snap  changed since it was held  The bonus\n"
        in run("review", "house", "--spec", home).output
    )
    shown = run("review", "house", "heap.bonus", "--spec", home).output
    assert shown.endswith(
        "It was held to be right, and has changed since: The sheet says nothing of a bonus, and plays with one.\n"
    )
    told = run("check", "--spec", home)
    assert "house    4 of 4 unread      2 of 2 unread        1 changed since\n" in told.output
    assert told.exit_code == 0
    assert "is held again" in run("review", "house", "heap.bonus", *WHY, "--spec", home).output
    assert "heap.bonus" not in unread(home)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("house.rules", "has more cards", "has some more cards"),
        ("snap.rules", "big-size", "size-of-big"),
        ("snap.rules", "at least 24 cards", "at least 20 cards"),
        ("snap.rules", '"Is a king worth more?"', '"Is a king more?"'),
        ("snap.rules", "Players lay a card", "All lay a card"),
    ],
    ids=["another clause", "a name", "another reading", "a question", "a clause far off"],
)
def test_an_entry_outlives_other_words_elsewhere(home: Path, file: str, old: str, new: str) -> None:
    """What other clauses and questions are told in, how a term is called, and a reading that is not the default change nothing."""
    run("review", "house", "heap.bonus", *WHY, "--spec", home)
    altered(home, file, old, new)
    if old == "big-size":
        altered(home, "house.rules", old, new)
    assert "heap.bonus" not in unread(home)


@pytest.mark.parametrize(
    ("old", "new", "lapses"),
    [
        ('"Is a king worth more?"', '"Is a king more?"', True),
        ("A card is a card.", "Nobody said so.", True),
        ("when card is kings", "", True),
        ("cards kings are K", "cards kings are K, Q", True),
        ("Whoever has won", "Who has won", False),
    ],
)
def test_the_entry_of_a_question_lapses_with_any_of_its_readings(home: Path, old: str, new: str, lapses: bool) -> None:
    """A question is read with its answers and the reason for the default; the clause that it stands in is another matter."""
    run("review", "house", "heap.bonus.kings", *WHY, "--spec", home)
    altered(home, "snap.rules", old, new)
    assert ("heap.bonus.kings" in unread(home)) == lapses


def test_terms_that_lead_to_each_other_end_nothing(home: Path) -> None:
    """Where two terms say nothing but each other, that is told, and the entry has lapsed."""
    run("review", "house", "heap.bonus", *WHY, "--spec", home)
    altered(home, "house.rules", "redefine big-size: 6", "redefine big-size: bigger\n  define bigger: big-size")
    told = run("check", "--spec", home)
    assert "circular-term" in told.output
    assert "1 changed since" in told.output
    assert told.exit_code == 1


# ── ill input ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("heap.bonsu", *WHY), "found 'heap.bonsu', which is nothing in 'house'; expected a clause or a question that 'house'"),
        (("heap.bonsu",), "did you mean 'heap.bonus'?"),
        (("nothing.at-all",), "'meldspec review house' lists them"),
        (("heap.big", *WHY), "found 'heap.big', which is house's own; expected a clause or a question that is inherited"),
        (WHY, "--holds is about one clause or question: name its ID"),
        (("heap.bonus", "--holds", "  "), "--holds is empty: say what the source says of it, or that it is silent"),
        (("heap.bonus", "--cites", "sheet 1"), "--cites goes with --holds"),
        (("heap.bonus", *WHY, "--cites", "sheet 9"), "found paragraph 9 of 'sheet'; expected paragraphs from 1 to 3"),
        (("heap.bonus", *WHY, "--cites", "sheeet 1"), "found the source 'sheeet'; expected one of: sheet; did you mean 'sheet'?"),
        (("heap.bonus", *WHY, "--cites", "sheet, page 1"), "found 'sheet, page 1', expected a source and perhaps paragraphs of it"),
    ],
)
def test_what_cannot_be_noted_is_said(home: Path, words: tuple[str, ...], told: str) -> None:
    """An id of nothing, a clause of the house's own, no reason, no such paragraph: it is said, and nothing is written."""
    result = run("review", "house", *words, "--spec", home)
    assert told in result.output
    assert result.exit_code in (1, 2)
    assert not (home / "review").exists()


def test_a_dropped_clause_is_not_held(home: Path) -> None:
    """Of a clause that the house does without it is told why it does."""
    (home / "house.rules").write_text(HOUSE + '\ndrop clause heap.bonus "Nobody counts."\n', encoding="utf-8")
    assert "house drops it (Nobody counts.)" in run("review", "house", "heap.bonus", *WHY, "--spec", home).output


def test_there_is_no_entry_for_all(home: Path) -> None:
    """Several at once are refused: each has a reason of its own."""
    assert run("review", "house", "heap.bonus", "snap.cards", *WHY, "--spec", home).exit_code == 2
    assert run("review", "house", "--all", *WHY, "--spec", home).exit_code == 2
    assert run("review", "house", "heap", *WHY, "--spec", home).exit_code == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("heap.bonus: [\n", "rules/review/house.yaml:2:1: no-yaml"),
        ("- heap.bonus\n", "is not a map\n  expected: ids, each with holds, digest and perhaps cites"),
        (
            "heap.bonus: It holds.\n",
            "rules/review/house.yaml:1:13: wrong-value\n  found: heap.bonus: 'It holds.' is not a map",
        ),
        ("heap.bonus: {holds: So.}\n", "'digest' is a required property"),
        ("heap.bonus: {digest: a1}\n", "'holds' is a required property"),
        ("heap.bonus: {holds: So., digest: a1, by: me}\n", "Additional properties are not allowed ('by' was unexpected)"),
        ("heap.bonus: {holds: So., digest: a1, cites: ['page one']}\n", "'page one' is not a source and its paragraphs, such as"),
        ("All: {holds: So., digest: a1}\n", "All: 'All' is not the id of a clause or a question, such as pile.pair"),
    ],
)
@pytest.mark.parametrize(
    "words", [("check",), ("review", "house"), ("review", "house", "heap.bonus", *WHY)], ids=lambda w: str(len(w))
)
def test_a_file_that_is_not_of_the_shape_is_refused(home: Path, text: str, told: str, words: tuple[str, ...]) -> None:
    """A file that somebody wrote by hand and got wrong is told of with its place, and is left as it is."""
    noted(home, text)
    result = run(*words, "--spec", home)
    assert told in result.output
    assert result.exit_code == 1
    assert (home / "review" / "house.yaml").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        (
            "house",
            "heap.big:\n  {holds: So., digest: a1}\n",
            "not-inherited: found 'heap.big', which is house's own\n --> rules/review/house.yaml:1:1\n",
        ),
        ("house", "heap.bigger:\n  {holds: So., digest: a1}\n", "nothing-inherited: found 'heap.bigger'"),
        ("house", "heap.bonus:\n  {holds: So., digest: a1, cites: [sheet 9]}\n", "no-paragraph: found paragraph 9 of 'sheet'"),
        ("horse", "heap.bonus:\n  {holds: So., digest: a1}\n", "no-such-book: found entries for the variant 'horse'"),
        ("snap", "snap.cards:\n  {holds: So., digest: a1}\n", "not-inherited: found 'snap.cards', which is snap's own"),
    ],
)
def test_check_refuses_entries_about_nothing(home: Path, name: str, text: str, told: str) -> None:
    """An entry for what is the game's own, for an id of nothing, or with a paragraph that is not there is a fault."""
    noted(home, text, name)
    result = run("check", "--spec", home)
    assert told in result.output
    assert result.exit_code == 1


def test_an_entry_of_what_has_become_the_houses_own_is_told(home: Path) -> None:
    """When the house changes a clause that was held, the entry is to be taken away."""
    run("review", "house", "heap.bonus", *WHY, "--spec", home)
    (home / "house.rules").write_text(HOUSE + '\nchange clause heap.bonus "Our bonus"\n  cites sheet 3\n', encoding="utf-8")
    assert "not-inherited: found 'heap.bonus', which is house's own" in run("check", "--spec", home).output


# ── the rules that come with meldspec ──────────────────────────────────────────────────────────────────────────────────────


def test_the_pages_mark_what_nobody_has_looked_at(home: Path, tmp_path: Path) -> None:
    """A reader of the pages sees of a clause that it was only taken over, and of one that was held why it holds, and where."""
    run("review", "house", "heap.bonus", *WHY, "--cites", "sheet 2-3", "--spec", home)
    assert run("docs", tmp_path / "pages", "--spec", home).exit_code == 0
    page = (tmp_path / "pages" / "house" / "20-heaps.md").read_text(encoding="utf-8")
    marked = [line for line in page.splitlines() if "not yet held against the source of this game" in line]
    assert [
        id for id in ("heap.big", "heap.big.pack", "heap.bonus", "heap.bonus.kings") if any(f">{id}<" in row for row in marked)
    ] == [
        "heap.big.pack",
        "heap.bonus.kings",
    ]
    assert "<b>Holds here</b> The sheet says nothing of a bonus, and plays with one. (<a" in page
    altered(home, "snap.rules", "award 10 when", "award 20 when")
    assert run("docs", tmp_path / "pages", "--spec", home).exit_code == 0
    assert "Holds here" not in (tmp_path / "pages" / "house" / "20-heaps.md").read_text(encoding="utf-8")
