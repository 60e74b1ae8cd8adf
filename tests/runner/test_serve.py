"""`meldspec serve`: the reference answers as the protocol wants, whatever it is sent."""

import io
import json
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.conformance.test_schemas import example, fits
from tests.engine.variants import shelf

from meldspec.cli import main
from meldspec.protocol.replies import LINE_LIMIT
from meldspec.runner.serve import Server, serve

Json = dict[str, Any]
LIBRARY = shelf()
DRAW = {"cmd": "act", "seat": 0, "action": {"type": "draw"}}


def server(**changes: str) -> Server:
    """The reference, with some readings of ordinary Canasta other than the default."""
    readings = {name: LIBRARY.defaults(name) for name in LIBRARY.books.names()}
    readings["canasta"] |= {question.replace("__", ".").replace("_", "-"): reading for question, reading in changes.items()}
    return Server(LIBRARY, readings)


def ask(who: Server, request: Json) -> Json:
    """The answer to one request, which must be as its schema says."""
    reply = who.reply(json.dumps({"seq": "7", **request}).encode())
    assert reply["seq"] == "7"
    kinds = {"unsupported": "unsupported-reply", "error": "error-reply", "ok": f"{request['cmd']}-reply"}
    assert fits(next(kinds[key] for key in kinds if key in reply), reply), reply
    return reply


def without_seq(name: str, **changes: Any) -> Json:
    """A published example of a request, with some fields changed."""
    request = {**example(name), **changes}
    del request["seq"]
    return request


def test_introduces_itself() -> None:
    """It names every variant of the rules, and a reading of every question."""
    ok = ask(server(pile__frozen__black_three="freezes"), {"cmd": "hello", "protocol": 1})["ok"]
    assert ok["implementation"]["name"] == "meldspec"
    assert ok["variants"] == list(LIBRARY.books.names())
    assert ok["features"] == ["enumerate", "positions"]
    assert ok["readings"]["canasta"] == LIBRARY.defaults("canasta") | {"pile.frozen.black-three": "freezes"}


def test_plays_the_examples() -> None:
    """The published deal is dealt, and an act of the seat that is to play is judged."""
    who = server()
    deal = without_seq("deal-request")
    turn = ask(who, deal)["ok"]["observation"]["turn"]
    assert ask(who, DRAW | {"seat": turn})["ok"]["verdict"] == "legal"
    refused = ask(who, DRAW | {"seat": turn})["ok"]
    assert refused["verdict"] == "illegal" and "turn." in refused["why"]


def test_a_reading_is_followed() -> None:
    """A reading that was asked for decides: a black three that freezes the pile shows in the observation of the first upcard."""
    deal = without_seq("deal-request")
    deal["stock"] = ["3S", *deal["stock"]]
    assert not ask(server(), deal)["ok"]["observation"]["frozen"]
    assert ask(server(pile__frozen__black_three="freezes"), deal)["ok"]["observation"]["frozen"]


def test_tells_what_is_legal() -> None:
    """Every action that it lists is one that it then allows, and it lists none for a seat that is not to act."""
    who = server()
    turn = ask(who, without_seq("deal-request"))["ok"]["observation"]["turn"]
    assert {"type": "draw"} in ask(who, {"cmd": "legal", "seat": turn})["ok"]["actions"]
    assert ask(who, DRAW | {"seat": turn})["ok"]["verdict"] == "legal"
    actions = ask(who, {"cmd": "legal", "seat": turn})["ok"]["actions"]
    assert any(action["type"] == "discard" for action in actions)
    assert ask(who, {"cmd": "act", "seat": turn, "action": actions[-1]})["ok"]["verdict"] == "legal"
    assert ask(who, {"cmd": "legal", "seat": turn})["ok"]["actions"] == []
    assert ask(who, {"cmd": "legal", "seat": 9})["ok"]["actions"] == []


def test_begins_in_the_middle() -> None:
    """The published position is the table that it then shows; cards that the pack has not are a position it cannot express."""
    who = server()
    shown = ask(who, without_seq("position-request"))["ok"]["observation"]
    told = example("position-reply")["ok"]["observation"]
    assert (shown["turn"], shown["stock"], shown["pile"]) == (told["turn"], told["stock"], told["pile"])
    assert [side["red_threes"] for side in shown["sides"]] == [side["red_threes"] for side in told["sides"]]
    assert ask(who, DRAW)["ok"]["verdict"] == "legal"
    reply = ask(who, without_seq("position-request", pile=["7H", "7H", "7H"]))
    assert "once more than there are" in reply["unsupported"]["why"]


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        ({"cmd": "hello", "protocol": 2}, "speaks version 1"),
        (without_seq("deal-request", variant="whist"), "'whist' is not played"),
        (without_seq("deal-request", options={"players": 5}), "players 5 is not offered"),
        (without_seq("deal-request", options={"jokers": 9}), "'jokers' is no option"),
        (without_seq("deal-request", seats=9, options={}), "players 9 is not offered"),
        (without_seq("position-request", seats=2, options={}), "one for each player"),
    ],
)
def test_what_it_cannot_express(request_: Json, why: str) -> None:
    """A variant, an option, a number of seats or a version that it does not know is unsupported, and it says why."""
    assert why in ask(server(), request_)["unsupported"]["why"]


def test_an_unknown_act() -> None:
    """An act that no rule knows is unsupported; a card that is not in the hand is illegal."""
    who = server()
    ask(who, without_seq("deal-request"))
    assert ask(who, DRAW | {"action": {"type": "knock"}})["ok"]["verdict"] == "unsupported"
    assert ask(who, DRAW | {"action": {"type": "discard", "card": "ZZ"}})["ok"]["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"\n", "no JSON"),
        (b"take the pile!\n", "no JSON"),
        (b"\xff\n", "no UTF-8"),
        (b"[]\n", "no JSON object"),
        (b"[" * 100_000, "brackets within brackets"),
        (b'{"seq":"1","cmd":"bye","x":NaN}', "no JSON number"),
        (b'"' + b"x" * LINE_LIMIT + b'"', "a line of more than"),
        (b'{"cmd":"bye"}', "seq is None"),
        (b'{"seq":1,"cmd":"bye"}', "seq is 1"),
        (b'{"seq":"1"}', "cmd: found null"),
        (b'{"seq":"1","cmd":"knock"}', "cmd: found 'knock'"),
        (b'{"seq":"1","cmd":"deal"}', "a field 'variant'"),
        (b'{"seq":"1","cmd":"act","seat":0,"action":{"type":"draw"}}', "before any deal"),
        (b'{"seq":"1","cmd":"legal","seat":-1}', "0 or more"),
        (json.dumps(example("deal-request") | {"stock": ["10H"]}).encode(), "expected a card"),
        (json.dumps(example("deal-request") | {"hands": [[]]}).encode(), "hands is"),
        (json.dumps(example("deal-request") | {"dealer": 4}).encode(), "dealer is 4"),
        (json.dumps(example("deal-request") | {"seats": 2}).encode(), "seats is 2"),
    ],
    ids=lambda value: str(value[:30]),
)
def test_nonsense_is_answered(line: bytes, message: str) -> None:
    """What makes no sense is answered with an error that says what was found, and the next request is answered as ever."""
    who = server()
    reply = who.reply(line)
    assert fits("error-reply", reply) and message in reply["error"]["message"]
    assert "ok" in ask(who, {"cmd": "hello", "protocol": 1})


def test_a_defect_is_owned_up_to(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the reference itself breaks it says so, tells the rest on standard error, and goes on."""

    def broken(*args: object) -> None:
        raise KeyError("nobody foresaw this")

    who = server()
    with monkeypatch.context() as patched:
        patched.setattr("meldspec.runner.serve.answer", broken)
        assert "a defect of meldspec" in ask(who, without_seq("deal-request"))["error"]["message"]
    assert "nobody foresaw this" in capsys.readouterr().err
    assert "ok" in ask(who, without_seq("deal-request"))


def test_one_answer_a_line_until_bye() -> None:
    """Each line is answered with one line, an endless one too; after bye nothing more is read."""
    lines = [b"x" * (2 * LINE_LIMIT), b"", b'{"seq":"1","cmd":"bye"}', b"never read"]
    answers = io.BytesIO()
    serve(server(), io.BytesIO(b"\n".join(lines)), answers)
    assert [sorted(json.loads(line)) for line in answers.getvalue().splitlines()] == [
        ["error", "seq"],
        ["error", "seq"],
        ["ok", "seq"],
    ]


# ── on the command line ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_as_a_process() -> None:
    """`meldspec serve` is started, asked and sent off as any implementation is."""
    words = [sys.executable, "-c", "from meldspec.cli import main; main()", "serve", "--variant", "manzana"]
    asked = '{"seq":"1","cmd":"hello","protocol":1}\n{"seq":"2","cmd":"bye"}\n'
    done = subprocess.run(words, input=asked, capture_output=True, text=True, check=True)
    hello, bye = map(json.loads, done.stdout.splitlines())
    assert hello["ok"]["variants"] == ["manzana"]
    assert bye == {"seq": "2", "ok": {}}


def command(*words: str) -> Result:
    """Run the command and say hello."""
    return CliRunner().invoke(main, ["serve", *words], input='{"seq":"1","cmd":"hello","protocol":1}\n')


def test_readings_and_profile() -> None:
    """Readings come before those of a profile, and each holds in those variants that have it."""
    result = command("--profile", "canasta-bicycle", "--readings", "pile.frozen.black-three=stops-only")
    readings = json.loads(result.output)["ok"]["readings"]
    assert result.exit_code == 0
    assert readings["canasta"]["deal.covers.black-three"] == "covered"
    assert readings["canasta"]["pile.frozen.black-three"] == "stops-only"
    assert readings["manzana"]["pile.frozen.black-three"] == "freezes"
    assert readings["manzana"].keys() == LIBRARY.defaults("manzana").keys()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--variant", "manzanna"], "did you mean 'manzana'?"),
        (["--readings", "pile.frozen.black-three"], "expected QUESTION=READING"),
        (["--readings", "pile.frozen.blakc-three=freezes"], "did you mean 'pile.frozen.black-three'?"),
        (["--readings", "pile.frozen.black-three=frezes"], "did you mean 'freezes'?"),
        (["--profile", "canasta-bycicle"], "did you mean 'canasta-bicycle'?"),
        (["--variant", "manzana", "--profile", "bridge"], "no profile for manzana; there is canasta-pagat"),
    ],
)
def test_what_is_not_there(words: list[str], message: str) -> None:
    """A variant, a question, a reading or a profile that is not there is named, with the one that was meant."""
    result = command(*words)
    assert result.exit_code == 2
    assert message in result.output


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"hands": [["JK"] * 20, [], [], []]}, "the deal has 21 JK, 17 more than the pack of canasta"),
        ({"hands": [[], [], [], []], "stock": []}, "nobody is dealt a card"),
        ({"match": {"deal": 10**9, "totals": [0, 0]}}, "match.deal is 1000000000; expected at most 10000"),
        ({"match": {"deal": 1, "totals": []}}, "match.totals has 0 numbers; expected 2, one for each side"),
        ({"match": {"deal": 1, "totals": [10**12, 0]}}, "match.totals has a number beyond"),
        ({"match": {"deal": 1, "totals": [0, 0], "scores": []}}, "match has a field 'scores' that nobody knows"),
        ({"hnds": []}, "a field 'hnds' that nobody knows"),
    ],
)
def test_a_strict_server_refuses_what_no_pack_gives(changes: Json, told: str) -> None:
    """Asked to be strict, it refuses deals that no pack gives, matches that nobody plays and fields that nobody knows."""
    who = server()
    who.strict = True
    assert told in ask(who, without_seq("deal-request", **changes))["error"]["message"]
    assert who.table is None
    assert "ok" in ask(who, without_seq("deal-request"))
    assert "a field 'seta' that nobody knows" in ask(who, {**DRAW, "seta": 0})["error"]["message"]


def test_nobody_waits_for_twenty_thousand_kings() -> None:
    """Strict or not, a deal of more cards than the pack has is refused, and so is a list of what a huge hand may do."""
    who = server()
    deal = without_seq("deal-request", hands=[["KC"] * 20_000, [], [], []])
    assert "the deal has 20" in ask(who, deal)["unsupported"]["why"]
    deal = without_seq("deal-request", hands=[["KC"] * 90, ["5C"], ["5C"], ["5C"]], stock=["5C"])
    assert "ok" in ask(who, deal)
    assert ask(who, {"cmd": "legal", "seat": 0})["unsupported"]["why"] == "seat 0 holds 90 cards; acts are listed for at most 80"
    assert ask(who, {"cmd": "legal", "seat": 1})["ok"] == {"actions": []}


def test_a_key_twice_is_refused() -> None:
    """A request with two answers to one question is none, as an answer with two would be."""
    assert "the key 'cmd' stands twice" in server().reply(b'{"seq":"1","cmd":"hello","cmd":"bye"}')["error"]["message"]
