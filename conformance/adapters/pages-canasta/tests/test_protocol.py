"""The wire, by way of the examples that come with the protocol, and as a process."""

import json
import subprocess
import sys
import unittest
from pathlib import Path

from ordinary.protocol import Server

ENGINE = Path(__file__).resolve().parent.parent
EXAMPLES = ENGINE.parent.parent / "protocol" / "examples"


def example(name):
    return json.loads((EXAMPLES / f"{name}.json").read_text())


def ordered(observation):
    """An observation with its hands in a fixed order."""
    found = json.loads(json.dumps(observation))
    found["hands"] = [sorted(hand) for hand in found["hands"]]
    return found


class Examples(unittest.TestCase):
    def test_case(self):
        case, server = example("case"), Server()
        for number, (request, want) in enumerate(zip(case["requests"], case["expect"], strict=True)):
            reply = server.reply(json.dumps({"seq": str(number), **request}))
            self.assertEqual(reply["seq"], str(number))
            self.assertEqual(reply["ok"].get("verdict"), want.get("verdict"))
            self.assertEqual(ordered(reply["ok"]["observation"]), ordered(want["observation"]))

    def test_position(self):
        reply = Server().reply(json.dumps(example("position-request")))
        self.assertEqual(reply, example("position-reply"))

    def test_legal(self):
        server = Server()
        for name in ("deal-request", "act-request", "legal-request"):
            reply = server.reply(json.dumps(example(name)))
        self.assertCountEqual(reply["ok"]["actions"], example("legal-reply")["ok"]["actions"])


class Refusals(unittest.TestCase):
    def setUp(self):
        self.server = Server()
        self.deal = example("deal-request")

    def send(self, **request):
        return self.server.reply(json.dumps({"seq": "x", **request}))

    def act(self, seat=0, **action):
        return self.send(cmd="act", seat=seat, action=action)["ok"]["verdict"]

    def test_unsupported(self):
        for change in ({"variant": "bain"}, {"seats": 3}, {"options": {"jokers": 2}}, {"feet": [["4C"], [], [], []]}):
            self.assertIn("unsupported", self.send(**{**self.deal, **change, "seq": "x"}), change)

    def test_acts(self):
        self.assertIn("error", self.send(cmd="act", seat=0, action={"type": "draw"}))
        self.send(**{**self.deal, "seq": "x"})
        self.assertEqual(self.act(type="fetch"), "unsupported")
        self.assertEqual(self.act(seat=9, type="draw"), "illegal")
        self.assertEqual(self.act(type="take", plays=[{"to": "garbage", "cards": ["7H", "7C", "7D"]}], top=0), "illegal")
        self.assertEqual(self.act(type="take", plays=[{"to": "new", "cards": ["7H", "7C", "1X"]}], top=0), "illegal")
        self.assertEqual(self.act(type="take", plays=[], top=0), "illegal")
        self.assertEqual(self.act(type="draw"), "legal")
        self.assertEqual(self.act(type="meld", plays=[]), "illegal")
        self.assertEqual(self.act(type="discard", card="3H"), "illegal")
        self.assertEqual(self.act(type="discard", card="JS"), "legal")

    def test_lines(self):
        self.assertIn("error", self.server.reply("no json"))
        self.assertIn("error", self.server.reply("[]"))


class Process(unittest.TestCase):
    def test_start_and_bye(self):
        lines = [example("hello-request"), example("deal-request"), example("bye-request")]
        done = subprocess.run(
            [sys.executable, str(ENGINE / "main.py")],
            input="".join(json.dumps(line) + "\n" for line in lines).encode(),
            capture_output=True, timeout=30, check=False,
        )  # fmt: skip
        self.assertEqual(done.returncode, 0)
        replies = [json.loads(line) for line in done.stdout.decode().splitlines()]
        self.assertEqual([reply["seq"] for reply in replies], ["1", "2", "6"])
        self.assertEqual(replies[0]["ok"]["variants"], ["canasta"])


if __name__ == "__main__":
    unittest.main()
