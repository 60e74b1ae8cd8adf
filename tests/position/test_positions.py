"""Positions written by hand, read as tables."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from jsonschema import Draft202012Validator
from tests.engine.playing import legal_acts

from meldspec.cli.position_files import read_position_file
from meldspec.data import folder
from meldspec.engine.deal import random_deal
from meldspec.engine.rulebook import Library, make_rulebook
from meldspec.position.marked import Marked, PositionError
from meldspec.position.memory import memories, named, word
from meldspec.position.position import Position
from meldspec.position.profiles import Profile, ProfileError
from meldspec.position.read import read_position
from meldspec.position.shape import misfits, schema
from meldspec.position.write import position_of
from meldspec.protocol.fields import to_json
from meldspec.protocol.observe import observation
from meldspec.sources.profile_file import read_profiles
from meldspec.table.selection import ChoiceError
from meldspec.table.table import TURN, Table

Read = Callable[[str], Position]
OPEN = "variant: canasta\nturn: 0\nphase: draw\nhands: [KC KD, 11, 11, 11]\n"


def seen(position: Position) -> dict[str, Any]:
    """What is seen of a position."""
    shown: dict[str, Any] = to_json(observation(position.rulebook, position.table))
    return shown


def followed(position: Position) -> dict[str, str]:
    """What the table shows of memory that is not as at the start of a deal, by its names in a file."""
    ranges = memories(position.rulebook)
    begun = {n: r.start for r in ranges for n in r.cells}
    seen = {cell: value for cell, value in position.follows.items() if value != begun[cell]}
    return {name: word(r.form, seen[r.first + n]) for r, n, name in named(ranges, seen)}


def assumed(position: Position) -> dict[str, str]:
    """What memory is taken to be although nobody tells it and nothing shows it, where that is not its start."""
    return {
        name: word(r.form, position.assumed[r.first + n]) for r, n, name in named(memories(position.rulebook), position.assumed)
    }


def test_a_position_of_snap(read_snap: Read) -> None:
    """A position of a game with nothing of the family in it is read by the same fields."""
    position = read_snap("{variant: snap, turn: 1, phase: playing, stock: 0, pile: KD KC, hands: [AC AD, QC]}")
    assert seen(position)["pile"] == {"cards": ["KD", "KC"]}
    assert (seen(position)["turn"], seen(position)["hands"]) == (1, [["AC", "AD"], ["QC"]])


def test_cards_may_be_a_list_or_a_text(read: Read) -> None:
    """Cards with commas in brackets and cards with spaces between them are the same."""
    listed = read(OPEN.replace("KC KD", "[KC, KD]") + "pile: [4C, 5D]\nsides: [{melds: [[8C, 8D, 8H]]}, {}]")
    text = read(OPEN + "pile: 4C 5D\nsides: [{melds: [8C 8D 8H]}, {}]")
    assert listed.table == text.table


def test_the_pile_is_told_from_the_bottom_and_the_stock_from_the_top(read: Read) -> None:
    """The last card of a pile is its top card, and the first card of a stock is drawn first."""
    position = read(OPEN + "pile: 4C 5D\nstock: 6C 7D")
    layout, cells = position.rulebook.layout, position.table.cells
    names = position.rulebook.faces.names
    assert names[cells[layout["pile"].first][-1]] == "5D"
    assert names[cells[layout["stock"].first][-1]] == "6C"


def test_unknown_cards_are_filled_in(read: Read) -> None:
    """Hands of which only the number is known get so many cards, the same every time, and the rest of the pack is the stock."""
    first, again = read(OPEN + "pile: 4C"), read(OPEN + "pile: 4C")
    assert first.table == again.table
    assert [len(hand) for hand in seen(first)["hands"]] == [2, 11, 11, 11]
    assert seen(first)["stock"] == 108 - 36
    assert sorted(path[0] for path in first.made_up) == ["hands", "hands", "hands", "stock"]


def test_what_is_filled_in_changes_nothing_that_is_seen(read: Read) -> None:
    """Cards filled in below a known top card never freeze the pile, and no hand gets a red three that would be laid at once."""
    position = read(OPEN.replace("11, 11, 11", "15, 15, 15") + "pile: {top: 8S, count: 30}")
    assert seen(position)["frozen"] is False
    assert seen(position)["pile"]["cards"][-1] == "8S" and len(seen(position)["pile"]["cards"]) == 30
    assert not {"3D", "3H"} & {card for hand in seen(position)["hands"] for card in hand}


def test_cards_right_below_the_top_may_be_told(read: Read) -> None:
    """A pile of which only the uppermost cards are known has these uppermost, and a deuce among them freezes it."""
    position = read(OPEN + "pile: {top: 8S, below: 2H 9D, count: 12}")
    pile = seen(position)["pile"]["cards"]
    assert (pile[-3:], len(pile), seen(position)["frozen"]) == (["2H", "9D", "8S"], 12, True)
    assert read(OPEN + "pile: {top: 8S, below: 2H 9D, count: 3}").table == read(OPEN + "pile: 2H 9D 8S").table


def test_more_cards_of_the_pile_than_there_are_are_refused(read: Read) -> None:
    """Who names three cards of a pile has to count three."""
    with pytest.raises(PositionError, match=r"pile\.count: 2") as refused:
        read(OPEN + "pile: {top: 8S, below: [9C, 9D], count: 2}")
    assert [problem.expected for problem in refused.value.problems] == ["at least 3: so many cards are named"]


def test_red_threes_may_be_counted(read: Read) -> None:
    """Two red threes before a side are red threes, whichever of the four they are."""
    position = read(OPEN + "sides: [{red_threes: 2}, {red_threes: 3D 3H}]")
    assert [side["red_threes"] for side in seen(position)["sides"]] == [2, 2]
    laid = position.rulebook.layout["laid-threes"]
    spelt = position.rulebook.faces.spell(position.table.cells[laid.first])
    assert set(spelt) <= {"3D", "3H"}


def test_a_side_with_melds_has_opened(read: Read) -> None:
    """A side with melds has opened, and whoever is in mid-turn has obtained cards; who of the side has melded before is a guess."""
    position = read(OPEN.replace("draw", "play") + "sides: [{melds: [8C 8D 8H]}, {}]")
    assert followed(position) == {"obtained": "yes", "opened[0]": "yes"}
    assert assumed(position) == {"has-melded[0]": "yes", "has-melded[2]": "yes"}
    assert followed(read(OPEN)) == assumed(read(OPEN)) == {}


def test_melds_at_the_beginning_of_a_turn_are_of_earlier_turns(read: Read) -> None:
    """Where everybody plays alone, melds that lie before a player who is still to draw were laid in an earlier turn for certain."""
    text = "variant: manzana\nturn: 0\nphase: {}\nhands: [KC, KD]\nsides: [{{melds: [8C 8D 8H 8S]}}, {{}}]\n"
    assert followed(read(text.format("draw"))) == {"opened[0]": "yes", "has-melded[0]": "yes"}
    assert assumed(read(text.format("play"))) == {"has-melded[0]": "yes"}


def test_whoever_may_lay_has_obtained_cards(read: Read) -> None:
    """Beside an empty stock, and where a draw names its heaps, a player in mid-turn has drawn or taken, whichever it was."""
    for variant in ("canasta", "kadner", "railroad"):
        text = f"variant: {variant}\nturn: 0\nphase: play\nstock: 0\npile: 5C\nhands: [KC KD, 11, 11, 11]\n"
        feet = "" if variant == "canasta" else "feet: [11, 11, 11, 11]\n"
        assert followed(read(text.replace("turn: 0", f"options: {{players: 4}}\n{feet}turn: 0")))["obtained"] == "yes"


def test_who_went_out_is_who_ended_the_deal(read: Read) -> None:
    """A deal that is said to have ended by a seat going out has that seat for its goer; who ended it otherwise has not gone out."""
    position = read("{variant: canasta, ended: {how: out, seat: 1}, hands: [KC, '', 5C, 6C]}")
    assert followed(position)["goer"] == "1"
    assert seen(position)["scores"] == [-15, 95]
    stuck = read(
        "{variant: pennies, ended: {how: stuck, seat: 1}, hands: [KC, 4C, 5C, 6C, 8C, 9C], feet: [11, 11, 11, 11, 11, 11]}"
    )
    assert "goer" not in followed(stuck)


def test_memory_is_set_by_its_names(read: Read) -> None:
    """What the file says of memory comes before what is likely, and must be what the table shows where it shows it."""
    text = OPEN.replace("draw", "play") + "sides: [{melds: [8C 8D 8H]}, {}]\nmemory: {took: yes, has-melded: [yes, no, no, no],"
    position = read(text + " melds-before: [[8C 8D 8H], []]}")
    told = {name: word(r.form, position.table.cells[r.first + n]) for r, n, name in every(position)}
    assert (told["took"], told["has-melded[0]"], told["has-melded[2]"], told["melds-before[0]"]) == ("yes", "yes", "no", "1 meld")
    assert assumed(position) == {}


def test_what_is_unknown_of_a_memory_is_not_told(read: Read) -> None:
    """Whoever knows of one player only whether that player has melded says so of that one, and of the others nothing is told."""
    laid = OPEN.replace("draw", "play") + "sides: [{melds: [8C 8D 8H]}, {}]\n"
    position = read(laid + "memory: {has-melded: [no, unknown, unknown, unknown]}")
    assert {name for _, _, name in named(memories(position.rulebook), position.told)} == {"has-melded[0]"}
    assert assumed(position) == {"has-melded[2]": "yes"}


def test_memory_that_the_table_shows_is_not_told_otherwise(read: Read) -> None:
    """A side with melds that is said not to have opened, and somebody asked while cards are drawn, are errors of the file."""
    with pytest.raises(PositionError) as caught:
        read(OPEN + "sides: [{melds: [8C 8D 8H]}, {}]\nmemory: {opened: [no, no], asked: 2}")
    assert [(p.found, p.expected) for p in caught.value.problems] == [
        ("memory.opened[0]: no, though the table shows otherwise", "opened[0] yes"),
        ("memory.asked: 2, though the table shows otherwise", "asked nobody"),
    ]


def every(position: Position) -> Iterator[Any]:
    """Every memory of a position."""
    ranges = memories(position.rulebook)
    yield from named(ranges, [r.first + n for r in ranges for n in range(r.count)])


def test_memory_of_another_reading_is_no_error(read: Read) -> None:
    """A file may tell a memory that only another reading knows; it counts under that reading."""
    position = read(OPEN + "memory: {turns-over: 9}")
    assert not position.rulebook.layout.has("turns-over")
    other = position.under("turn.first-round.round", "second-round")
    assert other.table.cells[other.rulebook.layout["turns-over"].first] == 9


def test_readings_come_from_profile_file_and_caller(rules: Library) -> None:
    """A reading asked for comes before that of the file, and that of the file before that of its profile."""
    mate, match, wild = "pile.match.hand-card", "pile.match.canasta", "pile.frozen.wild"
    named = Profile("All otherwise", "canasta", {mate: "mate-needed", match: "no-match", wild: "while-on-top"})
    text = OPEN + f"profile: strict\nreadings: {{{match}: matches, {wild}: until-taken}}"
    readings = read_position_file(text, "table.yaml", rules, {wild: "while-on-top"}, "", {"strict": named}).rulebook.readings
    assert (readings[mate], readings[match], readings[wild]) == ("mate-needed", "matches", "while-on-top")


def test_a_reading_asked_for_must_be_one(rules: Library) -> None:
    """A reading or profile that the caller asks for and that there is not is refused with what there is."""
    with pytest.raises(ChoiceError, match="it has top-alone, mate-needed"):
        read_position_file(OPEN, "table.yaml", rules, {"pile.match.hand-card": "maybe"})
    with pytest.raises(ProfileError, match="'bold' is no profile for canasta"):
        read_position_file(OPEN, "table.yaml", rules, profile="bold")


def test_a_profile_may_be_named_with_its_variant_and_a_stroke(rules: Library) -> None:
    """What `meldspec diff` calls canasta/strict is the profile canasta-strict everywhere else, too."""
    match = "pile.match.canasta"
    known = {"canasta-strict": Profile("Strict", "canasta", {match: "no-match"})}
    for name in ("canasta-strict", "canasta/strict"):
        assert read_position_file(OPEN, "table.yaml", rules, profile=name, profiles=known).rulebook.readings[match] == "no-match"


def test_profiles_are_read_from_a_file(tmp_path: Path) -> None:
    """A file of profiles gives them by name, and one of another shape is refused with the place in it."""
    file = tmp_path / "profiles.yaml"
    assert read_profiles(file) == {}
    file.write_text("house:\n  title: Ours\n  variant: canasta\n  readings: {a.b: c}\n", encoding="utf-8")
    assert read_profiles(file)["house"].readings == {"a.b": "c"}
    file.write_text("house:\n  title: Ours\n", encoding="utf-8")
    with pytest.raises(ProfileError, match=r"profiles\.yaml:2:3: wrong-value\n  found: house: "):
        read_profiles(file)


def test_the_published_example_is_a_position(rules: Library) -> None:
    """The example beside the published schema fits it and is a position."""
    text = (folder("conformance") / "protocol" / "examples" / "position-file.json").read_text(encoding="utf-8")
    assert list(misfits(schema(), json.loads(text))) == []
    assert seen(read_position_file(text, "position-file.json", rules))["totals"] == [1450, 800]


ODD: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 0, 1, -1, "", "KD", "legal", [], ["KD"], [""], [[]], {}, {"top": "KD"}, {"how": 1}]
)


@given(st.data())
@settings(max_examples=200, deadline=None)
def test_what_is_misshapen_is_found_as_the_schema_says(data: st.DataObject) -> None:
    """Whatever is changed in a position file, the same is wrong with it by our reading of the schema as by a validator's."""
    whole = json.loads((folder("conformance") / "protocol" / "examples" / "position-file.json").read_text(encoding="utf-8"))
    whole["expect"] = {"verdict": "legal", "by": ["pile.pair"], "otherwise": {"a": "b"}}
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.sampled_from([*whole, "places", "ended", "heaps", "odd"]))
        inner = whole.get(at)
        if isinstance(inner, dict | list) and inner and data.draw(st.booleans()):
            keys: list[Any] = [*inner, "odd"] if isinstance(inner, dict) else list(range(len(inner)))
            inner[data.draw(st.sampled_from(keys))] = deepcopy(data.draw(ODD))
        else:
            # A copy: the next change may be of what was put here.
            whole[at] = deepcopy(data.draw(ODD))
    found = [(one.path, one.keyword, one.value) for one in misfits(schema(), whole)]
    errors = Draft202012Validator(schema()).iter_errors(whole)
    # In no order: of several fields that a schema does not name, the validator tells one or another first, from run to run.
    told = [(tuple(error.absolute_path), error.validator, error.instance) for error in errors]
    # Where several fields are missing the validator tells each, and we tell the place once with all that is missing there.
    once = [one for number, one in enumerate(told) if one[1] != "required" or one not in told[:number]]
    assert sorted(found, key=repr) == sorted(once, key=repr)


def test_a_position_needs_no_file(rules: Library) -> None:
    """Plain values are a position as well as a file is; what is wrong with them is told by their names."""
    told = {"variant": "canasta", "turn": 0, "phase": "draw", "hands": ["KC KD", 11, 11, 11]}
    assert read_position(Marked("table", told), rules).table.cells[TURN] == 0
    with pytest.raises(PositionError, match="hands\\[1\\]: -1"):
        read_position(Marked("table", {**told, "hands": ["KC KD", -1, 11, 11]}), rules)


@pytest.mark.parametrize(("variant", "seed"), [("canasta", 1), ("manzana", 3)])
def test_what_was_played_can_be_written_and_read(rules: Library, variant: str, seed: int) -> None:
    """Every table of a game, written as a position and read again, is the same table."""
    rulebook = make_rulebook(rules.sheet(variant))
    random = Random(seed)
    table = random_deal(rulebook, random, 1, 2, (300, -45))
    for _ in range(25):
        position = read_position_file(json.dumps(position_of(rulebook, table, "a game")), "game.json", rules)
        assert position.table == table
        assert not position.follows and not position.made_up
        found = [after for seat in range(rulebook.layout.seats) for _, after in legal_acts(rulebook, table.cells, seat)]
        table = Table(random.choice(found))


def test_an_ended_game_can_be_written_and_read(rules: Library) -> None:
    """A deal that has ended is scored again to the same points when it is read."""
    text = "{variant: manzana, ended: {how: out, seat: 0}, totals: [200, -50], hands: ['', 9C 9D], sides: [{red_threes: 2}, {}]}"
    position = read_position_file(text, "table.yaml", rules)
    again = read_position_file(json.dumps(position_of(position.rulebook, position.table)), "again.json", rules)
    assert seen(again) == seen(position)
    assert seen(again)["totals"] == [200 + 200 - 400, -50 - 20]
