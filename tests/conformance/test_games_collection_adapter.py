"""The adapter for the Canasta engine of games-collection, spoken to as the runner speaks to it."""

import json
import subprocess
import sys
from collections import Counter
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

ROOT = Path(__file__).resolve().parents[2]
ADAPTER = ROOT / "conformance" / "adapters" / "games_collection.py"
SCHEMAS = ROOT / "conformance" / "protocol"
WRITTEN_AGAINST = "1.6.1"

Json = dict[str, Any]

PACK = Counter(
    {rank + suit: 2 for rank in "AKQJT98765432" for suit in "CDHS"} | {"JK": 4},
)
KINGS = ["KC", "KD", "KH", "KS", "KC", "KD", "KH"]
HANDS = [
    [*KINGS, "QC", "QD", "QH", "QS"],
    ["4C", "4D", "4H", "5C", "5D", "5H", "9C", "9D", "9H", "2C", "3C"],
    ["JC", "JD", "JH", "JS", "JC", "JD", "JH", "JS", "TC", "TD", "TH"],
    ["AC", "AD", "AH", "AS", "6C", "6D", "6H", "7C", "7D", "7H", "JK"],
]
"""Seat 0 and its partner, seat 2, can each lay their whole hand at once."""


def installed() -> str:
    """The version of the package, or how it is that there is none."""
    try:
        return version("games-collection")
    except PackageNotFoundError:
        return "none"


pytestmark = pytest.mark.skipif(
    installed() != WRITTEN_AGAINST,
    reason=f"needs games-collection {WRITTEN_AGAINST} (extra `adapters`); installed here: {installed()}",
)


# ── how it is spoken to ─────────────────────────────────────────────────────────────────────────────────


def converse(*lines: str) -> list[Json]:
    """Send lines as they are and then `bye`: the replies but the last. One line each, and exit status 0."""
    farewell = json.dumps({"seq": "bye", "cmd": "bye"})
    done = subprocess.run(
        [sys.executable, str(ADAPTER)],
        input="".join(f"{line}\n" for line in (*lines, farewell)),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    replies: list[Json] = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(replies) == len(lines) + 1, done.stderr
    assert replies.pop() == {"seq": "bye", "ok": {}}
    return replies


def ask(*requests: Json) -> list[Json]:
    """Send requests: their replies, each with the right seq and as its schema says."""
    numbered = [{"seq": f"n{number}", **request} for number, request in enumerate(requests)]
    replies = converse(*map(json.dumps, numbered))
    for request, reply in zip(numbered, replies, strict=True):
        assert reply["seq"] == request["seq"]
        assert not list(validator(reply, request["cmd"]).iter_errors(reply))
    return replies


def validator(reply: Json, cmd: str) -> Draft202012Validator:
    """The published schema for a reply."""
    kind = next((kind for kind in ("unsupported", "error") if kind in reply), cmd)
    files = sorted(SCHEMAS.glob("*.schema.json"))
    contents = {file.name: json.loads(file.read_text(encoding="utf-8")) for file in files}
    resources = [(name, Resource[Any].from_contents(content)) for name, content in contents.items()]
    registry: Registry[Any] = Registry().with_resources(resources)
    return Draft202012Validator(contents[f"{kind}-reply.schema.json"], registry=registry)


def deal(upcard: str = "8C", **changes: Any) -> Json:
    """A deal of two whole packs: HANDS, the upcard, and the other cards in the order of the pack."""
    hands = changes.get("hands", HANDS)
    rest = PACK - Counter(card for hand in hands for card in hand) - Counter([upcard])
    request = {
        "cmd": "deal",
        "variant": "canasta",
        "seats": len(hands),
        "dealer": len(hands) - 1,
        "options": {"players": len(hands)},
        "match": {"deal": 1, "totals": [0, 0]},
        "hands": hands,
        "feet": [[] for _ in hands],
        "stock": [upcard, *rest.elements()],
    }
    return request | changes


def act(seat: int, kind: str, /, **fields: Any) -> Json:
    """An act of a seat."""
    return {"cmd": "act", "seat": seat, "action": {"type": kind, **fields}}


def play(*cards: str, to: int | str = "new") -> Json:
    """One play of cards."""
    return {"to": to, "cards": list(cards)}


def seen(reply: Json) -> Json:
    """The observation of a reply that must have one."""
    observation: Json = reply["ok"]["observation"]
    return observation


def verdicts(replies: list[Json]) -> list[str]:
    """What was said of the acts that follow a deal."""
    return [reply["ok"]["verdict"] for reply in replies[1:]]


# ── the conversation ────────────────────────────────────────────────────────────────────────────────────


def test_hello_says_who_is_there() -> None:
    """The engine gives its name and version and plays ordinary Canasta alone."""
    (reply,) = ask({"cmd": "hello", "protocol": 1})
    assert reply["ok"]["implementation"]["version"] == WRITTEN_AGAINST
    assert reply["ok"]["variants"] == ["canasta"]


@pytest.mark.parametrize("line", ["{", "[1]", "", '{"seq":"7","cmd":"act"}', '{"seq":"7","cmd":"act",'])
def test_a_malformed_line_is_an_error_and_the_talk_goes_on(line: str) -> None:
    """A line that says nothing is answered with an error, and the next deal is dealt all the same."""
    broken, dealt = converse(line, json.dumps({"seq": "after", **deal()}))
    assert broken["seq"] == ("7" if '"7"' in line else "?")
    assert broken["error"]["message"]
    assert dealt["seq"] == "after" and "ok" in dealt


@pytest.mark.parametrize(
    "request_",
    [
        deal(variant="samba"),
        deal(options={"players": 4, "target": 3000}),
        deal(feet=[["4S"], [], [], []]),
        deal(hands=[HANDS[0] + HANDS[1][:4], HANDS[3] + HANDS[1][4:8]]),
        deal(hands=HANDS[:3], match={"deal": 1, "totals": [0, 0, 0]}),
        {"cmd": "legal", "seat": 0},
    ],
    ids=["variant", "option", "feet", "fifteen cards", "three sides", "enumerate"],
)
def test_what_no_move_could_express_is_unsupported(request_: Json) -> None:
    """Another game, another number of cards or of sides is nothing this engine can be blamed for."""
    (reply,) = ask(request_)
    assert reply["unsupported"]["why"]


def test_an_act_without_a_deal_is_an_error() -> None:
    """Nobody can draw before the cards are dealt."""
    (reply,) = ask(act(0, "draw"))
    assert "deal" in reply["error"]["message"]


# ── the deal ────────────────────────────────────────────────────────────────────────────────────────────


def test_the_deal_is_the_one_that_was_asked_for() -> None:
    """Each seat holds the cards it was dealt, and one card of the stock is turned up."""
    (reply,) = ask(deal())
    table = seen(reply)
    assert table["hands"] == HANDS
    assert (table["stock"], table["pile"], table["turn"]) == (63, {"cards": ["8C"]}, 0)
    assert table["frozen"] is False and table["ended"] is None


@pytest.mark.parametrize("dealer", range(4))
def test_the_player_at_the_dealers_left_begins(dealer: int) -> None:
    """Whoever deals, the next seat has the turn and draws the first card of the stock."""
    request = deal(dealer=dealer)
    first = (dealer + 1) % 4
    dealt, drawn = ask(request, act(first, "draw"))
    assert seen(dealt)["turn"] == first and seen(dealt)["hands"] == HANDS
    assert seen(drawn)["hands"][first] == HANDS[first] + [request["stock"][1]]


def test_the_total_sets_the_opening_minimum() -> None:
    """Three aces, worth sixty, open for a side with nothing and not for one with fifteen hundred."""
    aces = act(3, "meld", plays=[play("AC", "AD", "AH")])
    assert verdicts(ask(deal(), aces)) == ["legal"]
    assert verdicts(ask(deal(match={"deal": 5, "totals": [0, 1500]}), aces)) == ["illegal"]


# ── the acts ────────────────────────────────────────────────────────────────────────────────────────────


def test_melds_keep_the_numbers_of_the_order_in_which_they_were_listed() -> None:
    """Three sixes, too little to open alone, are meld 0, though the aces had to be laid before them."""
    plays = [play("6C", "6D", "6H"), play("AC", "AD", "AH")]
    _, laid, longer = ask(deal(), act(3, "meld", plays=plays), act(3, "meld", plays=[play("AS", to=1), play("JK", to=0)]))
    melds = [sorted(meld["cards"]) for meld in seen(laid)["sides"][1]["melds"]]
    assert melds == [["6C", "6D", "6H"], ["AC", "AD", "AH"]]
    assert [meld["kind"] for meld in seen(longer)["sides"][1]["melds"]] == ["mixed", "natural"]
    assert len(seen(longer)["sides"][1]["melds"][1]["cards"]) == 4


@pytest.mark.parametrize(
    "plays",
    [
        [play("AC", "AD", "AH"), play("7C", "7D", "6C")],
        [play("AC", "AD", "AH"), play("7C", "7D", "7S")],
        [play("AC", "AD", "AH"), play("AS", to=0)],
        [play("AC", "AC", "AC")],
    ],
    ids=["a bad meld", "a card not in the hand", "a meld not yet there", "one card three times"],
)
def test_a_refused_action_changes_nothing(plays: list[Json]) -> None:
    """Where one play is refused the others are not laid either, and the side has not opened."""
    requests = [deal(), act(3, "meld", plays=plays), act(3, "meld", plays=[play("6C", "6D", "6H")])]
    replies = ask(*requests, act(3, "draw"))
    assert verdicts(replies) == ["illegal", "illegal", "legal"]
    assert seen(replies[3])["sides"] == [{"melds": []}, {"melds": []}]
    assert seen(replies[3])["hands"][3][:11] == HANDS[3]


def test_a_take_brings_the_pile_and_lays_its_plays() -> None:
    """A pair of aces and the top card are laid in the breath in which the pile is taken."""
    taken = act(3, "take", plays=[play("AC", "AD", "AD")], top=0)
    _, reply = ask(deal("AD"), taken)
    table = seen(reply)
    assert sorted(table["sides"][1]["melds"][0]["cards"]) == ["AC", "AD", "AD"]
    assert table["pile"] == {"cards": []} and len(table["hands"][3]) == 9


def test_a_frozen_pile_is_refused_as_the_engine_refuses_it() -> None:
    """A wild card turned up freezes the pile, and nobody takes it."""
    replies = ask(deal("JK"), act(0, "take", plays=[play("KC", "KD", "JK")], top=0), act(0, "draw"))
    assert seen(replies[0])["frozen"] is True
    assert verdicts(replies) == ["illegal", "legal"]
    assert seen(replies[2])["pile"] == {"cards": ["JK"]}


def test_an_empty_stock_has_nothing_to_draw() -> None:
    """With the stock gone the engine knows no draw, and no end of the deal."""
    replies = ask(deal(stock=["8C", "8D"]), act(0, "draw"), act(0, "draw"))
    assert verdicts(replies) == ["legal", "illegal"]


def test_who_and_what_is_not_there_is_illegal() -> None:
    """A seat beyond the table, a card not held and a meld not laid are refused."""
    absent = [act(4, "draw"), act(0, "discard", card="4S"), act(0, "meld", plays=[play("KC", to=0)])]
    assert verdicts(ask(deal(), *absent)) == ["illegal"] * 3


def test_leave_cannot_be_asked() -> None:
    """The engine has no words for asking one's partner."""
    replies = ask(deal(), act(0, "ask", seat=2), act(2, "answer", yes=True))
    assert verdicts(replies) == ["unsupported"] * 2


# ── the engine's own rules, which the adapter does not mend ─────────────────────────────────────────────


def test_what_the_engine_allows_is_legal() -> None:
    """Two draws in a turn, a draw out of turn, a take of which nothing is laid: the engine allows them."""
    replies = ask(deal(), act(0, "draw"), act(0, "draw"), act(2, "draw"), act(0, "take", plays=[]))
    assert verdicts(replies) == ["legal"] * 4


def test_the_deal_ends_when_the_engine_says_so() -> None:
    """The last discard of one partner ends nothing; that of the other, with both hands empty, goes out."""
    out = [act(0, "draw"), act(0, "meld", plays=[play(*KINGS), play(*HANDS[0][7:])])]
    _, *replies = ask(
        request := deal(),
        *out,
        act(0, "discard", card=request["stock"][1]),
        act(1, "pass"),
        act(2, "draw"),
        act(2, "meld", plays=[play(*HANDS[2][:8]), play(*HANDS[2][8:])]),
        act(2, "discard", card=request["stock"][2]),
    )
    first, last = seen(replies[2]), seen(replies[-1])
    assert first["hands"][0] == [] and first["ended"] is None and first["turn"] == 1
    assert last["ended"] == {"how": "out", "seat": 2} and last["phase"] == "over"
    laid, canastas, bonus = 7 * 10 + 4 * 10 + 8 * 10 + 3 * 10, 2 * 500, 100
    held = 2 * (3 * 5) + 3 * 10 + 20 + 5 + 4 * 20 + 2 * (3 * 5) + 50
    assert last["scores"] == last["totals"] == [laid + canastas + bonus, -held]
