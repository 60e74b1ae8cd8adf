"""What a page asks of the rules: a game for its controls, a verdict first and then the rest, what is wrong beside its field."""

from typing import Any

import pytest
from tests.ruling.test_examples import FOLDER
from tests.sampling import sampled

from meldspec.engine.rulebook import Library
from meldspec.position.read import position_from_json
from meldspec.ruling.as_json import choices_json, ruling_json, score_json
from meldspec.ruling.choices import choices
from meldspec.ruling.desk.answers import Desk
from meldspec.ruling.ruling import rule
from meldspec.ruling.score import score
from meldspec.sources.marked_file import read_marked

NAMES = sorted(path.stem for path in FOLDER.iterdir())


def fields(name: str) -> dict[str, Any]:
    """The fields of an example."""
    found: dict[str, Any] = read_marked((FOLDER / f"{name}.yaml").read_text("utf-8"), name).value
    return found


def pieces(rules: Library, ask: str, told: dict[str, Any]) -> list[dict[str, Any]]:
    """All pieces of an answer."""
    return [*Desk(rules).pieces(ask, told)]


def few(name: str) -> bool:
    """Whether an example is one of those that `make test` tries: one in nine."""
    return NAMES.index(name) % 9 == 0


# ── a ruling ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", sampled([one for one in NAMES if "act" in fields(one)], few))
def test_the_verdict_comes_first_and_stays(rules: Library, name: str) -> None:
    """The verdict is told before any other reading is tried, and the ruling comes to the same; one example in nine."""
    told = pieces(rules, "rule", fields(name))
    assert [told[0]["part"], told[-1]["part"]] == ["verdict", "whole"]
    assert (told[0]["legal"], told[0]["act"]) == (told[-1]["legal"], told[-1]["act"])


@pytest.mark.parametrize("name", sampled(NAMES, few))
def test_the_page_gets_the_json_of_the_commands(rules: Library, name: str) -> None:
    """A ruling, a list and a score are the same on the page as `--json` prints them; one example in nine is tried."""
    (told,) = pieces(rules, "json", fields(name))
    position = position_from_json(fields(name), rules)
    act = position.act()
    if position.table.over():
        assert told["told"] == score_json(position, score(position))
    else:
        assert told["told"] == (choices_json(position, choices(position)) if act is None else ruling_json(rule(position, act)))


def test_other_readings_come_one_by_one(rules: Library) -> None:
    """Two nines may take the frozen pile onto five nines where a pair always gives it, and that is told before the end."""
    told = pieces(rules, "rule", fields("pennies-pair-on-five"))
    assert not told[0]["legal"]
    turning = [piece for piece in told if piece["part"] == "reading" and piece["matters"] and piece["legal"]]
    assert [(piece["question"], piece["reading"]) for piece in turning] == [("meld.one-a-rank.always", "apart")]


def test_how_far_the_other_readings_are_is_told(rules: Library) -> None:
    """While the other readings are looked at it is told how many of how many are; the number only grows, and of all of them it is
    known from the first on how many there are."""
    name = "pennies-pair-on-five"
    looked = [(piece["number"], piece["count"]) for piece in pieces(rules, "rule", fields(name)) if piece["part"] == "looked"]
    questions = next(iter(pieces(rules, "game", {"variant": "pennies"})))["questions"]
    count = sum(len(one["readings"]) - 1 for one in questions)
    assert looked == sorted(set(looked)) and {of for _, of in looked} == {count} and 1 < len(looked) <= count


def test_cards_that_are_alike_are_listed_once(rules: Library) -> None:
    """With two kings and a red and a black three in hand ordinary Canasta lists the discard of one king and of the black three;
    Dollars, in which suits count, lists both kings."""
    for name, kings in (("canasta", 1), ("dollars", 2)):
        table = {"variant": name, "turn": 0, "phase": "play", "hands": ["KC KD 3S 5H 6H 9C", 11, 11, 11]}
        if name == "dollars":
            table["feet"] = [11] * 4
        (seat,) = pieces(rules, "choices", table)[0]["seats"]
        words = [act["words"] for sort in seat["acts"] if sort["name"] == "discard" for act in sort["acts"]]
        assert sum("K" in one for one in words) == kings and sum("3" in one for one in words) == 1


def test_what_a_list_turns_on_is_asked_for(rules: Library) -> None:
    """What may be done before the draw turns on whether the partner has refused leave to go out; a tap tells it, and it is asked
    no more."""
    told = fields("canasta-what-may-i-do")
    listed, turning = pieces(rules, "choices", told)
    assert (listed["part"], turning["part"]) == ("choices", "turns")
    (refused,) = (one for one in turning["turns"] if one["name"] == "refused")
    assert "legal" in refused["outcome"]
    (cell,) = refused["cells"]
    again = pieces(rules, "choices", {**told, "memory": {cell["memory"]: True}})[-1]
    assert "refused" not in [one["name"] for one in again["turns"]]


ASKING = {
    "variant": "bain",
    "turn": 0,
    "phase": "play",
    "hands": ["4H 5D 9S", 13, 13, 13],
    "feet": [13, 13, 13, 13],
    "sides": [{"melds": ["QC QC QD QD QH QH QS", "KC KC KD KD KH KH KS"]}, {}],
    "act": {"action": {"type": "draw"}},
}


def test_only_what_turns_the_verdict_is_asked_for(rules: Library) -> None:
    """Whether the foot may be taken up turns on who completed a canasta; a tap answers, with its field."""
    whole = pieces(rules, "rule", ASKING)[-1]
    (cell,) = (cell for one in whole["turns"] for cell in one["cells"])
    assert (cell["memory"], cell["number"], cell["count"]) == ("earned", 0, 4)
    assert cell["answers"] == [{"words": "yes", "value": True}, {"words": "no", "value": False}]
    answered = pieces(rules, "rule", {**ASKING, "memory": {"earned": [True, "unknown", "unknown", "unknown"]}})[-1]
    assert (whole["legal"], answered["legal"], answered["turns"]) == (False, True, [])


# ── what cannot be ──────────────────────────────────────────────────────────────────────────────────────────

TABLE = {"variant": "canasta", "turn": 0, "phase": "draw", "pile": "4C KS", "hands": ["KD 5C", 11, 11, 11]}
ACT = {"action": {"type": "draw"}}
WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "no meld": ({"sides": [{}, {"melds": ["8C 8D 8H", "9C KD"]}]}, "sides[1].melds[1]"),
    "no card": ({"hands": ["KD 5X", 11, 11, 11]}, "hands[0]"),
    "too many": ({"hands": ["KD KD KD", 11, 11, 11]}, "hands[0]"),
    "no phase": ({"phase": "tea"}, "phase"),
    "no reading": ({"readings": {"pile.match.hand-card": "maybe"}}, "readings.pile.match.hand-card"),
    "no option": ({"options": {"players": 5}}, "options.players"),
    "not held": ({"act": {"action": {"type": "discard", "card": "AS"}}}, "act"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told_with_its_field(rules: Library, case: str) -> None:
    """A table that cannot be is told by sentences each of which names the field that it stands beside."""
    change, path = WRONG[case]
    (told,) = pieces(rules, "rule", {**TABLE, "act": ACT, **change})
    assert told["part"] == "wrong"
    assert [one["path"] for one in told["problems"] if one["path"].startswith(path)], told["problems"]


def test_a_game_that_there_is_not(rules: Library) -> None:
    """A game that nobody knows is told to be none, with those that there are."""
    (told,) = pieces(rules, "game", {"variant": "whist"})
    assert told["part"] == "wrong" and "whist" in told["problems"][0]["says"]
    (told,) = pieces(rules, "rule", {**TABLE, "variant": "whist", "act": ACT})
    assert told["problems"][0]["path"] == "variant"


def test_a_deal_that_goes_on_is_not_counted(rules: Library) -> None:
    """A deal that has not ended has no score, and that is said."""
    (told,) = pieces(rules, "score", TABLE)
    assert told["part"] == "wrong" and "not ended" in told["problems"][0]["says"]


# ── a game for the controls of a page ───────────────────────────────────────────────────────────────────────


def test_suits_are_asked_for_only_where_they_matter(rules: Library) -> None:
    """In ordinary Canasta a king is a king, but threes are red or black; in Dollars, with its sequences, every suit counts."""
    classes = {}
    for name in ("canasta", "dollars"):
        (game,) = pieces(rules, "game", {"variant": name})
        for rank in ("K", "3"):
            classes[name, rank] = len({card["class"] for card in game["cards"] if card["rank"] == rank})
    assert classes == {("canasta", "K"): 1, ("canasta", "3"): 2, ("dollars", "K"): 4, ("dollars", "3"): 4}


def test_a_game_tells_its_pack_and_its_seats(rules: Library) -> None:
    """Ordinary Canasta has 108 cards; four play it in two sides, and two by themselves."""
    for players, sides in ((4, [[0, 2], [1, 3]]), (2, [[0], [1]])):
        (game,) = pieces(rules, "game", {"variant": "canasta", "options": {"players": players}})
        assert sum(card["count"] for card in game["cards"]) == 108
        assert (game["seats"], game["sides"]) == (players, sides)
        assert game["dealt"]["hands"] == {4: [11] * 4, 2: [15] * 2}[players]
    acts = {act["name"]: act["phases"] for act in game["acts"]}
    assert (acts["take"], acts["discard"]) == (["draw"], ["play"])
