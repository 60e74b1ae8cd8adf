"""What a page asks of the rules: a game for its controls, a verdict first and then the rest, what is wrong beside its field."""

import re
from typing import Any

import pytest
from tests.ruling.test_examples import FOLDER
from tests.sampling import sampled

from meldspec.engine.rulebook import Library, make_rulebook
from meldspec.position.read import position_from_json
from meldspec.ruling.as_json import choices_json, ruling_json, score_json
from meldspec.ruling.choices import choices
from meldspec.ruling.desk.answers import Desk
from meldspec.ruling.desk.people import sentence
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


TAKE = {
    "variant": "canasta",
    "turn": 0,
    "phase": "draw",
    "pile": "4C KS",
    "hands": ["KC KD AC AD AH 2C 9D", 11, 11, 11],
    "sides": [{}, {}],
}


@pytest.mark.parametrize(
    ("laid", "before", "plays"),
    [
        (["KS KC KD AC AD AH"], 1, {"new KC KD KS", "new AC AD AH"}),
        (["KS KC KD 2C", "AC AD AH"], 2, None),
        (["KS KC KD AC", "AD AH 2C"], 2, {"new AC AD AH 2C", "new KC KD KS"}),
    ],
)
def test_the_same_cards_laid_otherwise_are_told(rules: Library, laid: list[str], before: int, plays: set[str] | None) -> None:
    """Kings and aces that are laid as one meld are refused, and it is told that as two they may be laid; and so where an ace lies
    with the kings; of what may be done nothing is told."""
    action = {"type": "take", "plays": [{"to": "new", "cards": cards} for cards in laid], "top": 0}
    told = pieces(rules, "rule", {**TAKE, "act": {"action": action}})
    found = [piece for piece in told if piece["part"] == "instead"]
    assert told[0]["legal"] == (plays is None) == (not found)
    for one in found:
        assert plays == {f"{play['to']} {' '.join(sorted_as(play['cards']))}" for play in one["action"]["plays"]}
        assert (one["before"], one["plays"]) == (before, 2)
        again = {**TAKE, "act": {"action": one["action"]}}
        assert pieces(rules, "rule", again)[0]["legal"]


def sorted_as(cards: str | list[str]) -> list[str]:
    """Cards in the order of their names, wild ones last."""
    return sorted(cards.split() if isinstance(cards, str) else cards, key=lambda card: (card[0] == "2", card))


@pytest.mark.parametrize(
    ("variant", "cards", "melds", "plays"),
    [
        ("canasta", "KS KC KD AC AD AH", "", "new KS KC KD; new AC AD AH"),
        ("canasta", "KS KC 2D AC AD AH", "", "new KS KC 2D; new AC AD AH"),
        ("canasta", "KS AC KD AD KH AH", "", "new KS KD KH; new AC AD AH"),
        ("canasta", "KS KC AC AD", "", "new KS KC AC AD"),
        ("canasta", "KS QC QD", "KC KD KH; QH QS QS", "0 KS; 1 QC QD"),
        ("canasta", "KS AC AD AH", "KC KD KH", "0 KS; new AC AD AH"),
        ("canasta", "KS KX", "", "new KS KX"),
        ("dollars", "4C 5C 6C 7C", "", "new 4C 5C 6C 7C"),
        ("dollars", "4C 5C 6C 9C 9D 9H", "", "new 4C 5C 6C; new 9C 9D 9H"),
    ],
)
def test_chosen_cards_are_parted_into_melds(rules: Library, variant: str, cards: str, melds: str, plays: str) -> None:
    """Cards that were tapped one after the other stay together where they make a meld, as a sequence does in Dollars; where they
    make none, they are parted into as few as there may be, onto melds that lie among them, wild cards staying where they were
    tapped; and where that cannot be, they stay together, to be ruled on."""
    lying = [meld.split() for meld in melds.split("; ") if meld]
    (told,) = pieces(rules, "parts", {"variant": variant, "cards": cards.split(), "melds": lying})
    found = [f"{play['to']} {' '.join(cards.split()[at] for at in play['cards'])}" for play in told["plays"]]
    assert "; ".join(found) == plays


def texts(told: Any) -> list[str]:
    """All texts of an answer, but the words of the rules, names, addresses and the act as a program writes it."""
    if isinstance(told, str):
        return [told]
    if isinstance(told, dict):
        return [text for name, value in told.items() if name not in ("prose", "action") for text in texts(value)]
    return [text for one in told for text in texts(one)] if isinstance(told, list | tuple) else []


@pytest.mark.parametrize("name", sampled(NAMES, few))
def test_nobody_is_called_by_a_number(rules: Library, name: str) -> None:
    """In no answer of the desk is anybody called seat or side with a number, and of no file is anything said that nobody opened;
    one example in nine is tried."""
    told = fields(name)
    ask = "score" if "ended" in told else "rule" if "act" in told else "choices"
    wrong = [text for text in texts(pieces(rules, ask, told)) if re.search(r"\b[Ss](eat|ide)s? \d\b(?!\d)|the file ", text)]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "you", "words"),
    [
        ("next: seat 0 goes on with the turn", 0, "next: you go on with the turn"),
        ("next: seat 0 goes on with the turn", 2, "next: your partner goes on with the turn"),
        ("Seat 2 is in the foot, and has laid nothing", 2, "You are in the foot, and have laid nothing"),
        ("hand of seat 1: 4 → 3 cards", 2, "hand of the player on your right: 4 → 3 cards"),
        ("The hand of seat 1 is full", 1, "Your hand is full"),
        ("for the hands of seats 1, 2 and 3 and the stock", 0, "for the hands of the others and the stock"),
        ("the feet of seats 0, 1, 2 and 3", 0, "the feet of everybody"),
        ("Going out takes 2 canastas; side 0 has 1", 0, "Going out takes 2 canastas; your side has 1"),
        ("it costs any other side 100", 0, "it costs any other side 100"),
        ("Who has gone out? Seat 0.", 0, "Who has gone out? You."),
    ],
)
def test_players_are_called_as_the_asker_calls_them(rules: Library, text: str, you: int, words: str) -> None:
    """Whoever acts is `you`, with the words that go with it, and the others sit to the left, to the right and opposite."""
    assert sentence(text, make_rulebook(rules.sheet("canasta")).layout, you) == words


def test_no_number_is_exact_that_nobody_knows(rules: Library) -> None:
    """A side with unknown hands has between what and what, and what would be otherwise had it melded before is told as so many
    more, never as one number; melds of other worth are counted one by one."""
    ended = {
        "variant": "canasta",
        "ended": {"how": "out", "seat": 0},
        "pile": "4C",
        "hands": ["", 5, "KD", 7],
        "sides": [{"melds": ["KC KC KH KS KH KS KD", "AC AD AH AS", "7C 7D 7S"], "red_threes": "3D"}, {"melds": ["9C 9D 9H"]}],
    }
    (sheet,) = pieces(rules, "score", ended)
    assert re.fullmatch(r"You -?\d+, the others -?\d+ to -?\d+", sheet["headline"])
    (turning,) = (one for one in sheet["turns"] if "earlier turn" in one["asks"] and one["asks"].startswith("You"))
    assert re.fullmatch(r"your side \d+ (more|fewer)", turning["outcome"])
    (melded,) = (one for one in sheet["sides"][0]["clauses"] if one["clause"] == "score.melds")
    assert [(row["words"], row["points"]) for row in melded["rows"]] == [("kings", "70"), ("aces", "80"), ("7s", "15")]


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


PARTNERS = {"variant": "canasta", "turn": 2, "phase": "draw", "pile": "4H KD 8S", "hands": [11, 11, "KC KH 4D 5S 9C", 11]}
LEAVE = {**PARTNERS, "turn": 0, "phase": "answer", "hands": ["4D 5H", 11, "9D", 11]}
SAYS_NO = {"seat": 2, "action": {"type": "answer", "yes": False}}
TAKES = {"action": {"type": "take", "plays": [{"to": "new", "cards": "8S QC QD"}], "top": 0}}


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({**PARTNERS, "act": TAKES}, "QC, which you do not hold; expected: cards that are there: your hand is KC KH 9C 5S 4D"),
        ({**PARTNERS, "hands": [11, "KX", 11, 11]}, "The hand of the player on your right: "),
        ({**PARTNERS, "turn": 9}, "a seat that there is not; expected: one of those who play"),
        (
            {**LEAVE, "memory": {"asked": 1}, "act": SAYS_NO},
            "the player on your right, though the table shows otherwise; expected: you",
        ),
        (
            {**PARTNERS, "memory": {"opened": ["unknown", True]}, "act": {"action": {"type": "draw"}}},
            "“Has this side opened?” (the other side): yes, though the table shows otherwise; expected: no",
        ),
    ],
)
def test_no_error_calls_anybody_by_a_number(rules: Library, told: dict[str, Any], words: str) -> None:
    """What is wrong is said as whoever acts would say it, from whatever seat: you, your partner, the player on your right."""
    (wrong,) = pieces(rules, "rule", told)
    assert words in " ".join(one["says"] for one in wrong["problems"])
    assert not re.search(r"\b[Ss](eat|ide)s? \d", " ".join(one["says"] for one in wrong["problems"]))


def test_who_was_asked_is_no_number(rules: Library) -> None:
    """A partner's no ends the waiting for it, and whoever was asked is called so; an ace that lies beside the hand is the
    player's."""
    whole = pieces(rules, "rule", {**LEAVE, "memory": {"asked": 2}, "act": SAYS_NO})[-1]
    assert "asked: you → nobody" in whole["does"]
    layout = make_rulebook(rules.sheet("dollars")).layout
    assert sentence("resting 0: none → AH", layout, 0) == "your resting: none → AH"
    assert sentence("resting 2: none → AH", layout, 0) == "resting of your partner: none → AH"
