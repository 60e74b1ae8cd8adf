"""The conversation: requests and answers, good and bad, in this process and through the pipes of another."""

import json
import subprocess
import sys
import unittest
from pathlib import Path
from typing import Any

from protocol import Session

MAIN = Path(__file__).parent.parent / "main.py"
DEAL: dict[str, Any] = {
    "cmd": "deal",
    "variant": "@VARIANT@",
    "seats": 2,
    "dealer": 1,
    "options": {},
    "match": {"deal": 1, "totals": [0, 0]},
    "hands": [["9C"], ["9D"]],
    "feet": [[], []],
    "stock": ["9H", "AC"],
}


class TestProtocol(unittest.TestCase):
    """A conversation with a new session."""

    def setUp(self) -> None:
        """Begin one."""
        self.session = Session()
        self.count = 0

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request, which is checked to repeat its seq."""
        self.count += 1
        seq = f"q{self.count}"
        answer = self.session.answer(json.dumps({"seq": seq, **request}).encode())
        self.assertEqual(answer.pop("seq"), seq)
        return answer

    def test_who_it_is(self) -> None:
        """The engine says who it is and what it plays."""
        ok = self.ask({"cmd": "hello", "protocol": 1})["ok"]
        self.assertTrue(ok["implementation"]["name"] and ok["implementation"]["version"])
        self.assertIn("@VARIANT@", ok["variants"])

    def test_what_it_does_not_know(self) -> None:
        """What this engine does not know is not supported."""
        for request in ({"cmd": "hello", "protocol": 2}, {"cmd": "shuffle"}, {**DEAL, "variant": "no such game"}):
            self.assertIn("unsupported", self.ask(request))

    def test_a_deal(self) -> None:
        """A deal is answered, if only by saying that it cannot be played yet."""
        # Once deals can be begun this is to be a test of what lies on the table then.
        answer = self.ask(DEAL)
        self.assertTrue("observation" in answer.get("ok", {}) or answer["unsupported"]["why"])

    def test_what_makes_no_sense(self) -> None:
        """What makes no sense is an error, and the conversation goes on."""
        self.assertIn("'10H' is no card", self.ask({**DEAL, "stock": ["10H"]})["error"]["message"])
        self.assertIn("expected 2 hands", self.ask({**DEAL, "hands": []})["error"]["message"])
        self.assertIn("no deal", self.ask({"cmd": "act", "seat": 0, "action": {"type": "draw"}})["error"]["message"])
        for line in (b"", b"no JSON", b"[]", b"null", b'{"cmd":"hello"}', b"\xff"):
            self.assertTrue(self.session.answer(line)["error"]["message"], line)
        self.assertIn("ok", self.ask({"cmd": "hello", "protocol": 1}))

    def test_a_process(self) -> None:
        """A process answers line by line, and leaves when it is told to."""
        # A line separator may stand inside a text, and is no end of a line.
        lines = '{"seq":"1","cmd":"hello","protocol":1,"note":"\u2028"}\n{"seq":"2","cmd":"bye"}\n'
        done = subprocess.run([sys.executable, str(MAIN)], input=lines.encode(), capture_output=True, timeout=60, check=True)
        self.assertEqual([json.loads(line)["seq"] for line in done.stdout.splitlines()], ["1", "2"])


if __name__ == "__main__":
    unittest.main()
