"""`meldspec corpus`: one variant at a time, what is missing, what is held fast, and a search that ends in time."""

from __future__ import annotations

import json
from pathlib import Path
from shutil import copy

import pytest
from click.testing import CliRunner, Result
from tests.engine.tried import BOOKS
from tests.engine.variants import sheet_of

from meldspec.cli import main
from meldspec.corpus.corpus import open_corpus
from meldspec.corpus.plan import read_plan, write_plan
from meldspec.data import folder
from meldspec.language.problems import counted

CORPUS = folder("conformance") / "corpus"


def asked(*words: str) -> Result:
    """What the command says."""
    return CliRunner().invoke(main, ["corpus", *words])


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The corpus of Manzana, cut down to the cases of one chapter."""
    return cut_down("end", tmp_path)


def cut_down(chapter: str, tmp_path: Path) -> Path:
    """A corpus of Manzana that has the cases of one chapter."""
    (tmp_path / "manzana").mkdir()
    file = tmp_path / "manzana" / f"{chapter}.jsonl"
    copy(CORPUS / "manzana" / file.name, file)
    kept = {json.loads(row)["case"] for row in file.read_text(encoding="utf-8").splitlines()}
    planned = [one for one in read_plan(CORPUS / "manzana" / "plan.json")[0] if one.case in kept]
    write_plan(tmp_path / "manzana" / "plan.json", planned)
    # The manifest is written with it.
    open_corpus(sheet_of("manzana"), tmp_path / "manzana", again=False).write(tmp_path / "manzana")
    return tmp_path


@pytest.mark.thorough
def test_a_corpus_that_is_as_it_would_be_written_is_let_be() -> None:
    """Checking the corpus of one variant says nothing where all is well."""
    result = asked("manzana", "--check")
    assert (result.exit_code, result.output) == (0, "")


@pytest.mark.thorough
def test_what_cases_tell_is_counted(small: Path) -> None:
    """How many spoilt lines each case is the first to tell is kept in the plan, and the cases stay as they are."""
    before = {file: file.read_bytes() for file in (small / "manzana").glob("*.jsonl")}
    result = asked("manzana", "--kills", "--out", str(small))
    kills = [one.kills for one in read_plan(small / "manzana" / "plan.json")[0]]
    cases = counted(sum(map(bool, kills)), "case")
    assert (result.exit_code, result.output) == (0, f"manzana: {sum(kills)} spoilt lines told, by {cases}\n")
    assert sum(kills) > 20
    assert {file: file.read_bytes() for file in before} == before


def test_a_case_that_was_altered_is_told(small: Path) -> None:
    """A corpus is let be where all is well; one with an altered case is not as it would be written, and writing it mends it."""
    result = asked("manzana", "--check", "--out", str(small))
    assert (result.exit_code, result.output) == (0, "")
    file = small / "manzana" / "end.jsonl"
    true = file.read_text(encoding="utf-8")
    file.write_text(true.replace('"title":"', '"title":"So: ', 1), encoding="utf-8")
    result = asked("manzana", "--check", "--out", str(small))
    assert (result.exit_code, result.output) == (1, "manzana/end.jsonl is not as it would be written\n")
    assert asked("manzana", "--out", str(small)).exit_code == 0
    assert file.read_text(encoding="utf-8") == true


@pytest.mark.parametrize("spoil", ["no plan", "without a case", "a file more"])
@pytest.mark.parametrize("words", [(), ("--check",), ("--search", "1")], ids=["write", "check", "search"])
def test_cases_that_no_plan_names_are_not_taken_away(small: Path, spoil: str, words: tuple[str, ...]) -> None:
    """Where the plan was lost, or where somebody laid cases of his own, the corpus is refused and every file stays as it was."""
    place = small / "manzana"
    if spoil == "no plan":
        (place / "plan.json").unlink()
    elif spoil == "without a case":
        write_plan(place / "plan.json", read_plan(place / "plan.json")[0][1:])
    else:
        walked = (place / "end.jsonl").read_text(encoding="utf-8").splitlines()[0].replace('-1"', '-99"', 1)
        (place / "walk.jsonl").write_text(walked + "\n", encoding="utf-8")
    before = {file.name: file.read_bytes() for file in place.iterdir()}
    result = asked("manzana", *words, "--out", str(small))
    assert result.exit_code == 1
    assert "manzana/plan.json:1:1: no-entry\n  found: no entry of manzana/end." in result.output
    assert "mend: take it from the version before, or put those cases in a folder of their own" in result.output
    assert {file.name: file.read_bytes() for file in place.iterdir()} == before


def test_what_no_case_shows_is_told() -> None:
    """Every goal of Manzana has a case, or a reason why it can have none."""
    result = asked("manzana", "--missing")
    assert result.exit_code == 0
    assert "of 114 goals have a case, 2 can have none" in result.output


def test_a_variant_that_there_is_not_is_refused() -> None:
    """Whoever misspells a variant is told which there are."""
    result = asked("manzanna")
    assert result.exit_code == 2
    assert "there is no variant manzanna; there is canasta" in result.output


def test_an_option_that_there_is_not_is_refused(tmp_path: Path) -> None:
    """Whoever searches under an unknown option is told."""
    result = asked("manzana", "--search", "1", "--option", "seats=2", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert "manzana has no option seats" in result.output
    result = asked("manzana", "--search", "1", "--option", "players=4", "--out", str(tmp_path))
    assert result.exit_code == 2
    assert "players 4 is not offered by manzana; it offers 2" in result.output


@pytest.mark.thorough
def test_a_search_makes_the_first_cases_of_a_variant(tmp_path: Path) -> None:
    """In a folder without cases a short search finds some, and what it writes is as it would be written again."""
    result = asked("manzana", "--search", "1", "--out", str(tmp_path))
    assert result.exit_code == 0
    assert list((tmp_path / "manzana").glob("*.jsonl"))
    assert asked("manzana", "--check", "--out", str(tmp_path)).exit_code == 0


EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "manzana-wild-on-a-natural-canasta.yaml"


def test_a_search_begins_with_a_position_set_out_by_hand(tmp_path: Path) -> None:
    """Whoever can think of a table on which a reading shows itself sets it out, here a deuce for a natural canasta."""
    words = ("--minutes", "1", "--begin", str(EXAMPLE), "--of", "meld.spoiled-canasta.wild-joins")
    result = asked("manzana", "--search", "6", *words, "--out", str(tmp_path))
    assert result.exit_code == 0
    cases = [json.loads(row) for file in (tmp_path / "manzana").glob("*.jsonl") for row in file.read_text("utf-8").splitlines()]
    never = next(case for case in cases if case["case"] == "manzana/meld.spoiled-canasta.wild-joins/reading-never-1")
    assert [request["cmd"] for request in never["requests"]] == ["position", "act"]
    assert never["requests"][0]["sides"][0]["melds"] == [{"cards": ["9C", "9D", "9H", "9S"]}]
    assert never["requests"][1]["action"] == {"type": "meld", "plays": [{"to": 0, "cards": ["2C"]}]}
    assert never["expect"][1]["verdict"] == "legal"


def test_a_second_search_goes_on_behind_the_first(tmp_path: Path) -> None:
    """Each search says which games it plays: the next begins behind them, whatever was found, and --from begins anywhere."""
    words = ("manzana", "--out", str(tmp_path), "--positions", "--of", "turn.forced-take.hopeless", "--search")
    first, second, again = asked(*words, "2").output, asked(*words, "3").output, asked(*words, "1", "--from", "1").output
    assert "  games 0 to 1: " in first
    assert "  games 2 to 4: " in second
    assert "  games 1 to 1: " in again
    assert read_plan(tmp_path / "manzana" / "plan.json")[1] == 5


def test_a_search_tells_what_it_has_written(tmp_path: Path) -> None:
    """Files that were written while the search went on are counted at its end, and so are the cases that are new."""
    words = ("manzana", "--out", str(tmp_path), "--positions", "--of", "opening.minimum", "--search")
    told = asked(*words, "3").output.splitlines()[-1]
    cases = sum(len(file.read_text(encoding="utf-8").splitlines()) for file in (tmp_path / "manzana").glob("*.jsonl"))
    assert cases
    assert told.startswith(f"manzana: {counted(cases, 'case')}, {cases} of them new, in 1 file; 1 file written")
    assert asked("manzana", "--out", str(tmp_path)).output == f"manzana: {counted(cases, 'case')} in 1 file; 0 files written\n"


def test_a_game_of_ones_own_has_corpus_and_pages(tmp_path: Path) -> None:
    """A game that extends none, in a folder of nothing else, gets a corpus; its pages tell of the cases wherever these are."""
    own, pages = tmp_path / "own", tmp_path / "pages"
    own.mkdir()
    copy(BOOKS / "well" / "pot.rules", own)
    words = ("--spec", str(own), "--out", str(tmp_path / "cases"))
    told = asked(*words, "--positions", "--search", "5", "--option", "players=2", "--of", "pot.taken").output
    assert (tmp_path / "cases" / "pot" / "plan.json").is_file() and "  games 0 to " in told
    assert "  nothing is missing\n" in asked(*words, "--positions", "--search", "1", "--of", "pot.taken").output
    written = ["docs", "--spec", str(own), "--corpus", str(tmp_path / "cases"), str(pages)]
    assert CliRunner().invoke(main, written).exit_code == 0
    assert "pot/pot.taken/" in "".join(page.read_text(encoding="utf-8") for page in (pages / "pot").glob("*.md"))


RESTLESS = """\
variant restless extends snap "Restless"

change clause snap.calling
  | When the two uppermost cards are alike in rank, a player may take the heap, which counts one for each card.
  question whose silent "Who may take it?"
    default either because "Nothing else is said."
    reading either "Either player."
      nothing more
    reading laid-last "The one who laid the upper card."
      to snap
        forbid when player is turn
    reading nobody "Nobody, whose turn it then is for ever."
      whenever some cards in the heap
        then turn becomes nobody
"""


def test_a_reading_that_nobody_can_play_has_no_case(tmp_path: Path) -> None:
    """A reading whose rules never come to rest is told of where questions without a case are, and the others get their cases."""
    own = tmp_path / "own"
    own.mkdir()
    copy(BOOKS / "snap.rules", own)
    (own / "restless.rules").write_text(RESTLESS, encoding="utf-8")
    words = ("restless", "--spec", str(own))
    assert asked(*words, "--search", "4").exit_code == 0
    missing, evidence = asked(*words, "--missing").output, asked(*words, "--evidence").output
    restless = "; nobody can play so: the standing rules never come to rest: snap.calling:6 "
    assert f"  snap.calling.whose/reading-nobody{restless}" in missing
    assert "reading-laid-last" not in missing
    assert f"  snap.calling.whose=nobody: no case shows it{restless}" in evidence


def test_a_plan_without_a_note_goes_on_behind_its_cases(small: Path) -> None:
    """The plans that come with meldspec do not say what was searched: their last case does; and they stay as they are."""
    plan = small / "manzana" / "plan.json"
    before, last = plan.read_text(encoding="utf-8"), max(one.seed for one in read_plan(plan)[0])
    asked("manzana", "--out", str(small))
    assert plan.read_text(encoding="utf-8") == before
    told = asked("manzana", "--out", str(small), "--positions", "--search", "1", "--of", "pile.take").output
    assert f"  games {last + 1} to {last + 1}: " in told


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("turn: 0\nphase: play", "ended: {how: stock}", "no game can begin with it: the deal is over"),
        ("stock: 14", "readings: {meld.spoiled-canasta.wild-joins: never}", "readings are named; cases are about the default"),
    ],
    ids=["over", "another-reading"],
)
def test_a_position_that_no_case_can_begin_with_is_refused(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """A deal that is over, or other readings than the defaults, are told with the file they are in."""
    text = EXAMPLE.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "position.yaml"
    file.write_text(text.replace(old, new).split("act:")[0], encoding="utf-8")
    result = asked("manzana", "--search", "1", "--begin", str(file), "--out", str(tmp_path / "corpus"))
    assert result.exit_code == 2
    assert "position.yaml" in result.output and expected in " ".join(result.output.split())


def test_a_case_that_was_lost_is_missing(small: Path) -> None:
    """The plan keeps the id of a case that no longer shows anything; what it showed is told as missing all the same."""
    before = asked("manzana", "--missing", "--out", str(small)).output
    file = small / "manzana" / "end.jsonl"
    lost = json.loads(file.read_text(encoding="utf-8").splitlines()[0])["case"]
    file.write_text("".join(file.read_text(encoding="utf-8").splitlines(keepends=True)[1:]), encoding="utf-8")
    after = asked("manzana", "--missing", "--out", str(small)).output
    (planned,) = (one for one in read_plan(small / "manzana" / "plan.json")[0] if one.case == lost)
    assert f"  {planned.goal}\n" in after
    assert f"  {planned.goal}\n" not in before


def test_an_id_is_kept_though_its_case_is_lost(small: Path) -> None:
    """Of the ids in a plan that have no case it is told why: those of which another case shows the same, and of what the rules no
    longer have, are kept and nothing is amiss; what no case shows is to be searched for, and the exit code says so."""
    plan, folder = small / "manzana" / "plan.json", small / "manzana"
    planned = json.loads(plan.read_text(encoding="utf-8"))
    gone = {"case": "manzana/meld.gone/allows-1", "goal": ["allows", "meld.gone", ""], "options": {"players": 2}, "seed": 1}
    twin = {**planned["cases"][0], "case": "manzana/cards.twin/effect-7"}
    plan.write_text(json.dumps({**planned, "cases": [*planned["cases"], gone, twin]}), encoding="utf-8")
    kept = asked("manzana", "--check", "--out", str(small))
    assert "1 id kept of what the rules no longer leave to be shown: manzana/meld.gone/allows-1" in kept.output
    assert "1 id kept of cases in whose place others show the same: manzana/cards.twin/effect-7" in kept.output
    assert "there is no case" not in kept.output
    goals = {one["case"]: tuple(one["goal"]) for one in planned["cases"]}
    alone = next(case for case, goal in goals.items() if list(goals.values()).count(goal) == 1 and goal[0] != "limit")
    for file in folder.glob("*.jsonl"):
        rows = file.read_text(encoding="utf-8").splitlines(keepends=True)
        file.write_text("".join(row for row in rows if json.loads(row)["case"] != alone), encoding="utf-8")
    missed = asked("manzana", "--check", "--out", str(small))
    assert f"{alone}: there is no case that shows this" in missed.output and missed.exit_code == 1


@pytest.mark.parametrize("line", ["no line at all", "turn.forced-take.duty = forced: no line", "no.question = forced: no line"])
def test_a_spoilt_line_that_there_is_not_is_told(line: str) -> None:
    """Who misspells a line of the rules, a reading or its line is told where lines are listed, and nothing is looked for."""
    result = asked("manzana", "--search", "1", "--spoilt", line)
    assert result.exit_code == 2 and f"manzana has no such line: {line}" in " ".join(result.output.split())


def test_a_limit_that_no_case_shows_any_more_is_amiss(tmp_path: Path) -> None:
    """A case ends where the line of a reading is missed that bars something; where no line of the clause is spoilt as the plan
    says, nobody would know that an implementation may do without it."""
    folder = cut_down("turn", tmp_path) / "manzana"
    plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    lost = next(one for one in plan["cases"] if one.get("told") == "turn.forced-take:3: always so")
    lost["told"] = "turn.forced-take:3: 3 made 4"
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    rows = (folder / "turn.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    # These show it by the way.
    besides = ("manzana/turn.forced-take/allows-3", "manzana/turn.forced-take/allows-4")
    (folder / "turn.jsonl").write_text("".join(row for row in rows if json.loads(row)["case"] not in besides), encoding="utf-8")
    result = asked("manzana", "--check", "--out", str(tmp_path))
    said = " ".join(result.output.split())
    assert result.exit_code == 1 and f"{lost['case']}: it does not show what is missed without the line" in said
    assert "no case shows what is missed without 'turn.forced-take:3: always so'" in said
    assert "`meldspec corpus manzana --search N --evidence --of turn.forced-take.duty` looks for one" in said


TWO_PLAY = "variant: manzana\nturn: 0\nphase: play\nstock: 30\npile: QD\nhands: [4C 4D 4H, 7C]\nsides: [{melds: [8C 8D 8H]}, {}]\n"
"""A table at which somebody has drawn, and holds three fours."""


def test_a_case_set_out_by_hand(small: Path, tmp_path: Path) -> None:
    """Whoever knows a table on which a mistake shows makes a case of it, for the clause that is named; what shows nothing of that
    clause is refused, and so is a clause that there is not."""
    table = tmp_path / "table.yaml"
    table.write_text(f"title: I have drawn. May I draw again?\n{TWO_PLAY}act: {{action: {{type: draw}}}}\n", encoding="utf-8")
    words = ("manzana", "--add", str(table), "--out", str(small), "--of")
    result = asked(*words, "turn.order")
    assert result.exit_code == 0 and result.output.startswith("manzana/turn.order/refuses-")
    assert "1 of them new" in result.output
    assert "shows nothing of match.target" in asked(*words, "match.target").output
    assert "did you mean" in asked(*words, "out.able-to-ende").output
    assert "name it with --of" in asked("manzana", "--add", str(table), "--out", str(small)).output


def test_what_belongs_to_a_case_set_out_needs_one(small: Path, tmp_path: Path) -> None:
    """A mistake, or how many of the last acts count, says nothing without a case that is set out, and a position has one act."""
    for words, told in ((("--mistake", "draws again"), "--mistake"), (("--last", "2"), "--last")):
        result = asked("manzana", "--out", str(small), *words)
        assert result.exit_code == 2 and f"{told} is about a case that is set out" in " ".join(result.output.split())
    table = tmp_path / "table.yaml"
    table.write_text(f"title: May I draw again?\n{TWO_PLAY}act: {{action: {{type: draw}}}}\n", encoding="utf-8")
    result = asked("manzana", "--add", str(table), "--out", str(small), "--of", "turn.order", "--last", "2")
    assert result.exit_code == 2 and "a position has one act" in " ".join(result.output.split())


def test_a_table_that_no_game_comes_to_makes_no_case(small: Path, tmp_path: Path) -> None:
    """Whoever holds three cards alone may not lay them all; in a game there are more in the hand, and then it is allowed: a case of
    that would be about a refusal, and nothing would be refused."""
    table = tmp_path / "table.yaml"
    act = "act: {action: {type: meld, plays: [{to: new, cards: 4C 4D 4H}]}}\n"
    table.write_text(f"title: We have no canasta. May I lay all that I hold?\n{TWO_PLAY}{act}", encoding="utf-8")
    result = asked("manzana", "--add", str(table), "--out", str(small), "--of", "out.able-to-end")
    assert result.exit_code == 2 and "no game was found that comes to such a position" in result.output


def test_a_case_set_out_as_it_is_sent(small: Path, tmp_path: Path) -> None:
    """What `meldspec case --lines` prints can be altered and added; what begins with no deal and no position is refused, and so is
    a game that there is not."""
    lines = CliRunner().invoke(main, ["case", "manzana/out.discard/effect-1", "--lines"]).output
    file = tmp_path / "sent.jsonl"
    words = ("manzana", "--add", str(file), "--out", str(small), "--of", "out.discard")
    file.write_text(lines, encoding="utf-8")
    assert asked(*words).output.startswith("manzana/out.discard/effect-1\n")
    for altered, told in (('"cmd":"bye"', "begins with no deal"), ('"variant":"whist"', "there is no variant whist")):
        old = '"cmd":"deal"' if "cmd" in altered else '"variant":"manzana"'
        file.write_text(lines.replace(old, altered), encoding="utf-8")
        assert told in asked(*words).output


def test_a_case_that_is_not_sound_is_refused(small: Path, tmp_path: Path) -> None:
    """A deal in which somebody has a card too few is none that the game deals: it is refused, and no file is written."""
    rows = CliRunner().invoke(main, ["case", "manzana/out.discard/effect-1", "--lines"]).output.splitlines()
    sent = [json.loads(row) for row in rows]
    actor = next(request["seat"] for request in sent if request["cmd"] == "act")
    sent[1]["hands"][1 - actor].pop()
    file = tmp_path / "sent.jsonl"
    file.write_text("".join(json.dumps(request) + "\n" for request in sent), encoding="utf-8")
    before = {path: path.read_bytes() for path in small.rglob("*") if path.is_file()}
    result = asked("manzana", "--add", str(file), "--out", str(small), "--of", "out.discard")
    assert result.exit_code == 2 and "it is no sound case (pack: hands of" in " ".join(result.output.split())
    assert {path: path.read_bytes() for path in small.rglob("*") if path.is_file()} == before


def test_a_card_that_nobody_holds(small: Path, tmp_path: Path) -> None:
    """A discard that is not in the hand is a case of the clause that says where the card comes from; of a clause that has no say in
    it there is none."""
    rows = CliRunner().invoke(main, ["case", "manzana/out.discard/effect-1", "--lines"]).output.splitlines()
    sent = [json.loads(row) for row in rows]
    discard = max(number for number, request in enumerate(sent) if request.get("action", {}).get("type") == "discard")
    hand, *_ = (hand for seat, hand in enumerate(sent[1]["hands"]) if seat == sent[discard]["seat"])
    stranger = next(card for card in ("AC", "AD", "AH", "AS", "KC") if card not in [*hand, *sent[1]["stock"][:8]])
    sent[discard]["action"]["card"] = stranger
    file = tmp_path / "sent.jsonl"
    file.write_text("".join(json.dumps(request) + "\n" for request in sent[: discard + 1]), encoding="utf-8")
    words = ("manzana", "--add", str(file), "--out", str(small), "--of")
    assert "shows nothing of turn.whose" in asked(*words, "turn.whose").output
    assert asked(*words, "out.discard").output.startswith("manzana/out.discard/refuses-")


def test_a_case_for_a_mistake_is_kept_as_it_was_set_out(small: Path, tmp_path: Path) -> None:
    """Whoever knows a mistake that no spoilt line is names it, and how many of the last acts the case is to have: what leads to
    these is the witness, and what is taken for the rule stands in the plan and in the title."""
    rows = CliRunner().invoke(main, ["case", "manzana/out.discard/effect-1", "--lines"]).output.splitlines()
    sent = [request for row in rows if (request := json.loads(row))["cmd"] in ("deal", "act")]
    leading, again = len(sent), {"cmd": "act", "seat": 1 - sent[-1]["seat"], "action": {"type": "draw"}}
    file = tmp_path / "sent.jsonl"
    file.write_text("".join(json.dumps(request) + "\n" for request in (*sent, again, again)), encoding="utf-8")
    mistake = "whoever draws a red three may draw again"
    words = ("manzana", "--add", str(file), "--out", str(small), "--of", "turn.order", "--last", "2", "--mistake", mistake)
    result = asked(*words)
    assert result.exit_code == 0, result.output
    name = result.output.split("\n")[0]
    (case,) = (
        one
        for row in (small / "manzana" / "turn.jsonl").read_text("utf-8").splitlines()
        if (one := json.loads(row))["case"] == name
    )
    # The table, the draws, and an act that shows whether the refused one has changed anything.
    assert (len(case["requests"]), len(case["witness"]["requests"])) == (1 + 2 + 1, leading)
    plan = json.loads((small / "manzana" / "plan.json").read_text("utf-8"))
    assert [one["mistake"] for one in plan["cases"] if one["case"] == name] == [mistake]
    assert case["title"].endswith(f" It is allowed by whoever takes it that {mistake}.")
