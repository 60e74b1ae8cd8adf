"""What a ruling asks the players: what neither file nor table tells, where the verdict turns on it, and no more than that."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from tests.engine.variants import with_house
from tests.ruling.test_ruling_schema import REGISTRY, SCHEMAS, VALIDATOR

from meldspec.cli import main
from meldspec.cli.position_files import read_position_file
from meldspec.engine.rulebook import Library
from meldspec.position.position import Position
from meldspec.ruling.as_json import choices_json, ruling_json, score_json
from meldspec.ruling.as_text import ruling_text, score_text
from meldspec.ruling.choices import choices
from meldspec.ruling.choices_as_text import choices_text
from meldspec.ruling.ruling import Ruling, rule
from meldspec.ruling.score import score

BOOK = """
book parlour "Parlour"
chapter 1 play "Play"
clause play.game "The whole game"
  | Cards are called by whoever is to play.
  option players from 2 otherwise 2
  sides 2
  deck 1 of A K Q J in C D H S
  place stock is row shown as stock
  place hand of player is bag shown as hands
  phases setup, draw
  keep points as number asking "How many points had your side before this turn?"
  keep caller of side as side asking "Which side called first?"
  keep winked as truth asking "Has anybody winked?"
  keep coughed as truth asking "Has anybody coughed?"
  keep nodded as truth asking "Has anybody nodded?" likely yes when some cards in the stock
  keep sighed as truth asking "Has anybody sighed?"
  never winked and no cards in the stock
  act call
  act boast
  act bet
  act hint
  act double
  act crow
  act knock
  act rap
  act shout
  act pass
  define stake: 70
  programs learn acts call, boast, bet, hint, double, crow, knock, rap, shout
  to call
    require points is below 50
  to boast
    forbid when winked or coughed or sighed
  to bet
    forbid when winked or coughed or sighed or not nodded
  to hint
    forbid when winked and coughed
  to double
    require points is 0 or points is at least 10
  to crow
    require points is above 9 and caller is side
  to knock
    forbid when points is 33
  to rap
    forbid when points is stake
  to shout
    forbid when points is above 100000
  to pass
    require player is turn
    then winked becomes yes
    then coughed becomes yes
    then nodded becomes yes
    then sighed becomes yes
    then caller becomes side
    then points becomes points plus 1
  to call, boast, bet, hint, double, crow, knock, rap, shout
    then draw 1 from stock to hand
  at setup
    then turn becomes the left of dealer
    then phase becomes draw
"""


@pytest.fixture(scope="module")
def parlour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with rules of which every act hangs on something that no table shows."""
    folder = tmp_path_factory.mktemp("parlour")
    (folder / "parlour.rules").write_text(BOOK, encoding="utf-8")
    return folder


def told(folder: Path, act: str, more: str = "") -> Ruling:
    """The ruling on an act of which the file tells nothing but the table, and `more`."""
    text = f"{{variant: parlour, turn: 0, phase: draw, hands: [AC, KC], act: {{action: {{type: {act}}}}}{more}}}"
    position = read_position_file(text, "table.yaml", Library.read(folder))
    asked = position.act()
    assert asked is not None
    return rule(position, asked)


def asked(ruling: Ruling) -> list[str]:
    """What is asked of the players."""
    return [memory.question for memory in ruling.turning]


def test_a_number_is_asked_for_by_the_bound_at_which_it_turns(parlour: Path) -> None:
    """Nobody has to tell how many points there were where it matters only whether there were fifty."""
    ruling = told(parlour, "call")
    assert asked(ruling) == ["How many points had your side before this turn: 50 or more?"]
    assert ruling.verdict == "legal"
    text = "\n".join(ruling_text(ruling))
    assert "LEGAL, unless what is asked below is answered otherwise" in text
    assert "Taken: 0; were it 50 or more: NOT LEGAL" in " ".join(text.split())


def test_a_number_told_is_not_asked_for(parlour: Path) -> None:
    """Who has told the points is asked nothing, and the verdict stands without more ado."""
    ruling = told(parlour, "call", ", memory: {points: 60}")
    assert asked(ruling) == [] and ruling.verdict == "illegal"


def test_a_number_may_turn_it_between_two_bounds(parlour: Path) -> None:
    """Where some numbers in between turn nothing, the first bounds that do are asked for."""
    assert asked(told(parlour, "double")) == ["How many points had your side before this turn: from 1 to 9?"]


def test_a_single_number_that_turns_it_is_asked_for(parlour: Path) -> None:
    """Who has just thirty-three points may not knock, and whoever has more or fewer may: so it is asked whether it is that many."""
    assert asked(told(parlour, "knock")) == ["How many points had your side before this turn: 33?"]
    assert told(parlour, "knock", ", memory: {points: 33}").verdict == "illegal"


def test_a_number_of_a_term_that_turns_it_is_asked_for(parlour: Path) -> None:
    """Where the stake is seventy points, and whoever has just so many may not rap, it is asked whether it is seventy."""
    assert asked(told(parlour, "rap")) == ["How many points had your side before this turn: 70?"]


def test_a_number_beyond_all_that_is_usual_is_asked_for(parlour: Path) -> None:
    """Nobody has a hundred thousand points in a deal, but where the rules speak of so many it is asked."""
    assert asked(told(parlour, "shout")) == ["How many points had your side before this turn: 100001 or more?"]


def test_three_questions_are_asked(parlour: Path) -> None:
    """A verdict that turns on three things has three questions, and stands as long as none is answered otherwise."""
    ruling = told(parlour, "boast")
    assert asked(ruling) == ["Has anybody winked?", "Has anybody coughed?", "Has anybody sighed?"]
    assert ruling.verdict == "legal"


def test_what_takes_more_than_three_questions_is_undetermined(parlour: Path) -> None:
    """A verdict that turns on four things is none: it is said because of what, in the players' words."""
    ruling = told(parlour, "bet")
    assert ruling.verdict == "undetermined"
    text = "\n".join(ruling_text(ruling))
    assert "UNDETERMINED\n\nThe verdict turns on 4 things, too many to ask for" in text
    assert "Has anybody nodded? Taken: yes; were it no: NOT LEGAL" in text
    assert "With all of this as it is taken to be:\n\nLEGAL\n" in text


def test_telling_some_of_it_is_enough(parlour: Path) -> None:
    """As soon as the file tells one of the four things, the other three can be asked for."""
    assert told(parlour, "bet", ", memory: {sighed: no}").verdict == "legal"
    assert told(parlour, "bet", ", memory: {sighed: yes}").verdict == "illegal"


def test_two_things_that_turn_it_together_are_both_asked_for(parlour: Path) -> None:
    """Where neither a wink nor a cough alone is against the rules, both are asked for."""
    ruling = told(parlour, "hint")
    assert asked(ruling) == ["Has anybody winked? Has anybody coughed?"]
    assert ruling.unanswered == 2


def test_two_things_of_any_sort_that_turn_it_together_are_both_asked_for(parlour: Path) -> None:
    """Who crows must have more than nine points, and be of the side that called first: neither by itself would allow it, so
    both are asked for, and whoever has told one of them is asked for the other alone."""
    ruling = told(parlour, "crow")
    assert asked(ruling) == ["How many points had your side before this turn? Side 0: Which side called first?"]
    text = " ".join("\n".join(ruling_text(ruling)).split())
    assert "NOT LEGAL, unless" in text
    assert "Taken: 0 and nobody; were it 10 and side 0: LEGAL." in text
    assert asked(told(parlour, "crow", ", memory: {points: 12}")) == ["Side 0: Which side called first?"]
    assert told(parlour, "crow", ", memory: {points: 12, caller: [0, 0]}").verdict == "legal"


def test_what_no_game_comes_to_is_not_asked_for(parlour: Path) -> None:
    """Nobody winks once the stock is gone, so it is not asked whether anybody did."""
    assert asked(told(parlour, "boast", ", stock: 0")) == ["Has anybody coughed?", "Has anybody sighed?"]
    assert asked(told(parlour, "hint", ", stock: 0")) == []


def test_what_turns_only_the_outcome_is_told_apart(parlour: Path) -> None:
    """A program is told which memory turns the verdict; what is as it was, whatever is remembered, is not spoken of."""
    for act, verdict in (("call", "legal"), ("bet", "undetermined"), ("pass", "legal")):
        found = json.loads(json.dumps(ruling_json(told(parlour, act))))
        VALIDATOR.validate(found)
        assert (found["verdict"], found["as_taken"]) == (verdict, "legal")
        assert all(one["turns_verdict"] for one in found["turns_on"])


def test_the_command_says_that_it_does_not_know(parlour: Path, tmp_path: Path) -> None:
    """An undetermined act has an exit code of its own, unless the file expects just that."""
    table = "{variant: parlour, turn: 0, phase: draw, hands: [AC, KC], act: {action: {type: bet}}"
    codes = []
    for more in ("}", ", expect: {verdict: undetermined}}", ", expect: {verdict: legal}}"):
        file = tmp_path / "table.yaml"
        file.write_text(table + more, encoding="utf-8")
        codes.append(CliRunner().invoke(main, ["rule", str(file), "--spec", str(parlour)]).exit_code)
    assert codes == [4, 0, 3]


# ── cards and melds that the rules remember ─────────────────────────────────────────────────────────────────────────────────

SEEN = """variant house extends canasta "House"

chapter 60 out "The discard and going out"

clause out.seen "What was seen"
  cites home
  | What was seen counts.
  keep seen as cards asking "Which cards were seen?"
  to discard
    forbid when LINE
    then seen becomes the pile
  at scoring
    award 5 when some K in seen
"""
AT_HOME = "variant: house, stock: 40, pile: 4H KD, hands: [KC KH 4D, KS KD, AC AD, JK 2C]"
NOT_TRIED = "Which cards were seen? Taken: none; what it would be with any was not tried. (In a file: seen.)"


def at_home(line: str, more: str) -> Position:
    """A position in a house where the pile is remembered, and discards hang on a line."""
    library = Library(with_house(SEEN.replace("LINE", line)))
    return read_position_file(f"{{{AT_HOME}, {more}}}", "table.yaml", library)


def discarded(line: str, more: str = "") -> Ruling:
    """The ruling on a discard there."""
    position = at_home(line, f"turn: 0, phase: play, act: {{action: {{type: discard, card: 4D}}}}{more}")
    act = position.act()
    assert act is not None
    return rule(position, act)


@pytest.mark.parametrize("line", ["some K in seen", "the number of seen is above 2"])
def test_cards_that_the_rules_remember_are_asked_for_where_the_verdict_may_hang_on_them(line: str) -> None:
    """Whoever has seen a king may not discard: nobody has told what was seen, so the verdict is not said to stand in any case."""
    ruling = discarded(line)
    text = " ".join("\n".join(ruling_text(ruling)).split())
    assert "LEGAL, unless what is asked below is answered otherwise" in text
    assert f"What the verdict may turn on, and neither file nor table says it {NOT_TRIED}" in text
    shown = json.loads(json.dumps(ruling_json(ruling)))
    VALIDATOR.validate(shown)
    assert shown["untried"] == [{"memory_name": "seen", "asks": "Which cards were seen?"}]


def test_cards_that_the_rules_remember_are_not_asked_for_where_they_change_nothing() -> None:
    """Where no discard is legal whatever was seen, or it is told what was, or nothing ever is seen, it is not asked."""
    assert discarded("some K in seen or player is turn").untried == ()
    assert discarded("some K in seen", ", memory: {seen: 4H KS}").untried == ()
    never = Library(with_house(SEEN.replace("LINE", "some K in seen").replace("becomes the pile", "becomes no cards")))
    text = f"{{{AT_HOME}, turn: 0, phase: play, act: {{action: {{type: discard, card: 4D}}}}}}"
    position = read_position_file(text, "table.yaml", never)
    act = position.act()
    assert act is not None and rule(position, act).untried == ()


def test_a_list_and_a_score_tell_of_cards_that_the_rules_remember() -> None:
    """What may be done, and what a deal brings, may hang on what was seen, and both say so."""
    listed = at_home("some K in seen", "turn: 0, phase: play")
    assert NOT_TRIED in " ".join("\n".join(choices_text(listed, str)).split())
    ended = at_home("some K in seen", "ended: {how: stock}")
    found = score(ended)
    assert NOT_TRIED in " ".join("\n".join(score_text(ended, found, explain=True)).split())
    for told, schema in ((choices_json(listed, choices(listed)), "choices"), (score_json(ended, found), "score")):
        shown = json.loads(json.dumps(told))
        Draft202012Validator(SCHEMAS[f"{schema}.schema.json"], registry=REGISTRY).validate(shown)
        assert [one["memory_name"] for one in shown["untried"]] == ["seen"]
