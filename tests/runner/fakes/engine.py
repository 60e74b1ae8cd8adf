"""A tiny game behind the implementation protocol, which misbehaves on demand.

Run: engine.py [MISBEHAVIOUR] [--read QUESTION=READING]… [--claim QUESTION=READING]…

The game: one seat holds cards. `draw` takes a card of the stock, or two where draw=two is read; `discard`
wants a card of the hand; `pass` is illegal, or legal where pass=yes is read. A deal whose options have
"trouble" makes it misbehave at the first act of that deal; some misbehave at their start or end instead.
Every process it is made of is noted in the file that FAKE_PIDS names.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import Any

Reply = dict[str, Any]
Misbehave = Callable[[Reply], None]


def note(pid: int) -> None:
    """Write a process id to the file in which the test looks for what was left behind."""
    if "FAKE_PIDS" in os.environ:
        with open(os.environ["FAKE_PIDS"], "a") as pids:
            pids.write(f"{pid}\n")


def line_of(reply: Reply) -> str:
    """The reply as a line."""
    return json.dumps(reply) + "\n"


def say(reply: Reply) -> None:
    """Write one line at once."""
    raw(line_of(reply))


def raw(text: str) -> None:
    """Write text at once."""
    sys.stdout.buffer.write(text.encode(errors="surrogateescape"))
    sys.stdout.flush()


class Game:
    """The honest game."""

    def __init__(self, readings: dict[str, str]) -> None:
        self.readings = readings

    def deal(self, request: Reply) -> Reply:
        """Begin a deal."""
        self.hand, self.stock = list(request["hands"][0]), list(request["stock"])
        return {"observation": self.seen()}

    def act(self, action: Reply) -> Reply:
        """Do an action, or refuse it."""
        if not self.done(action):
            return {"verdict": "illegal", "why": "so I was taught"}
        return {"verdict": "legal", "observation": self.seen()}

    def done(self, action: Reply) -> bool:
        """Whether the action could be done."""
        match action["type"]:
            case "draw":
                count = 2 if self.readings.get("draw") == "two" else 1
                self.hand += self.stock[:count]
                self.stock = self.stock[count:]
                return True
            case "discard" if action["card"] in self.hand:
                self.hand.remove(action["card"])
                return True
        return action["type"] == "pass" and self.readings.get("pass") == "yes"

    def seen(self) -> Reply:
        """What can be seen."""
        return {"turn": 0, "stock": len(self.stock), "hands": [self.hand[::-1]]}


# ── misbehaviours: each gets the right reply and answers otherwise ──────────────────────────────────────────


TROUBLE: dict[str, Misbehave] = {}


def trouble(function: Misbehave) -> Misbehave:
    """Enter a misbehaviour under its name."""
    TROUBLE[function.__name__] = function
    return function


WAVERED = False
"""Whether the last answer of one who wavers was the wrong one."""
WAVERED_TIMES = 0
"""How often one who wavers was asked."""


def sleep_for_ever() -> None:
    while True:
        time.sleep(60)


def shout(times: int) -> None:
    for _ in range(times):
        sys.stderr.write("x" * 5000 + "\n")


@trouble
def hang(reply: Reply) -> None:
    sleep_for_ever()


@trouble
def hang_within_a_line(reply: Reply) -> None:
    raw('{"seq":')
    sleep_for_ever()


@trouble
def hang_shouting(reply: Reply) -> None:
    shout(10**9)


@trouble
def ignore_sigterm(reply: Reply) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sleep_for_ever()


@trouble
def die(reply: Reply) -> None:
    sys.stderr.write("the last words\n")
    sys.exit(3)


@trouble
def die_by_signal(reply: Reply) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@trouble
def answer_and_die(reply: Reply) -> None:
    say(reply)
    sys.exit(0)


@trouble
def close_output(reply: Reply) -> None:
    os.close(1)
    sleep_for_ever()


@trouble
def close_input(reply: Reply) -> None:
    os.close(0)
    sleep_for_ever()


@trouble
def stop(reply: Reply) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


@trouble
def waver(reply: Reply) -> None:
    global WAVERED
    WAVERED = not WAVERED
    raw(LINES["wrong_stock" if WAVERED else "none"](reply))


@trouble
def waver_rarely(reply: Reply) -> None:
    global WAVERED_TIMES
    WAVERED_TIMES += 1
    raw(LINES["wrong_stock" if WAVERED_TIMES in (1, 2, 4) else "none"](reply))


@trouble
def remember_deals(reply: Reply) -> None:
    global WAVERED_TIMES
    WAVERED_TIMES += 1
    raw(LINES["wrong_stock" if WAVERED_TIMES > 1 else "none"](reply))


@trouble
def waver_between_readings(reply: Reply) -> None:
    global WAVERED
    WAVERED = not WAVERED
    raw(changed(reply, stock=2, hands=[["7C", "8D", "9H", "TS"]]) if WAVERED else line_of(reply))


@trouble
def waver_and_die(reply: Reply) -> None:
    global WAVERED
    WAVERED = not WAVERED
    if WAVERED:
        raw(LINES["wrong_stock"](reply))
    else:
        die(reply)


@trouble
def flood(reply: Reply) -> None:
    while True:
        raw('{"more":"and more"}\n')


@trouble
def flood_one_line(reply: Reply) -> None:
    while True:
        raw("x" * 65536)


@trouble
def big_line(reply: Reply) -> None:
    say({**reply, "padding": "x" * 2 * 1024 * 1024})


@trouble
def shout_and_answer(reply: Reply) -> None:
    shout(300)
    say(reply)


@trouble
def late_line(reply: Reply) -> None:
    say(reply)
    time.sleep(0.2)
    say(reply)


@trouble
def unsupported_twice(reply: Reply) -> None:
    say({"seq": reply["seq"], "unsupported": {"why": "no such pack here"}})
    time.sleep(0.2)
    say({"seq": reply["seq"], "unsupported": {"why": "no such pack here"}})


@trouble
def repeat_late(reply: Reply) -> None:
    say(reply)
    sys.stdin.readline()
    say(reply)


@trouble
def error(reply: Reply) -> None:
    sys.stderr.write("Traceback: the whole story\n")
    say({"seq": reply["seq"], "error": {"message": "list index out of range"}})


@trouble
def fork_and_die(reply: Reply) -> None:
    fork_sleeper()
    sys.exit(4)


@trouble
def fork_own_group_and_answer(reply: Reply) -> None:
    fork_sleeper(own_group=True)
    say(reply)


@trouble
def daemon_and_answer(reply: Reply) -> None:
    read, write = os.pipe()
    if os.fork() == 0:
        os.setsid()
        pid = os.fork()
        if pid:
            os.write(write, str(pid).encode())
            os._exit(0)
        os.dup2(os.open(os.devnull, os.O_RDWR), 0)
        for pipe in (1, 2):
            os.dup2(0, pipe)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sleep_for_ever()
    note(int(os.read(read, 20)))
    os.wait()
    say(reply)


@trouble
def daemon_and_hang(reply: Reply) -> None:
    daemon_and_answer(reply)
    sleep_for_ever()


def fork_sleeper(own_group: bool = False) -> None:
    pid = os.fork()
    if pid == 0:
        if own_group:
            os.setpgid(0, 0)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sleep_for_ever()
    note(pid)


def answered(reply: Reply, **ok: Any) -> str:
    """The line of an answer with this instead of what was done."""
    return line_of({"seq": reply["seq"], "ok": ok})


def changed(reply: Reply, **fields: Any) -> str:
    """The line of the right answer, but for some fields of its observation."""
    return line_of({**reply, "ok": {**reply["ok"], "observation": {**reply["ok"]["observation"], **fields}}})


PADDING = 900_000
"""Bytes with which an answer is padded, so that its line is just let pass."""

LINES: dict[str, Callable[[Reply], str]] = {
    "none": lambda reply: line_of(reply),
    "no_json": lambda reply: "Player 1 draws a card\n",
    "no_object": lambda reply: "[1, 2]\n",
    "no_utf8": lambda reply: '{"seq":"\udcff"}\n',
    "not_a_number": lambda reply: changed(reply, stock=float("nan")),
    "huge_number": lambda reply: '{"seq":' + "9" * 5000 + "}\n",
    "nested_too_deep": lambda reply: "[" * 200_000 + "\n",
    "key_twice": lambda reply: line_of(reply).replace("}\n", ',"seq":"1"}\n'),
    "wrong_seq": lambda reply: line_of({**reply, "seq": "one hundred"}),
    "number_seq": lambda reply: line_of({**reply, "seq": int(reply["seq"])}),
    "no_seq": lambda reply: line_of({"ok": reply["ok"]}),
    "two_lines": lambda reply: line_of(reply) * 2,
    "ok_and_error": lambda reply: line_of({**reply, "error": {"message": "both"}}),
    "neither": lambda reply: line_of({"seq": reply["seq"], "verdict": "legal"}),
    "no_verdict": lambda reply: answered(reply, observation={}),
    "no_observation": lambda reply: answered(reply, verdict="legal"),
    "bad_observation": lambda reply: changed(reply, hands=[["10H"]]),
    "unsupported": lambda reply: line_of({"seq": reply["seq"], "unsupported": {"why": "no such pack here"}}),
    "unsupported_verdict": lambda reply: answered(reply, verdict="unsupported", why="cannot say that"),
    "illegal": lambda reply: answered(reply, verdict="illegal", why="I do not like it"),
    "wrong_stock": lambda reply: changed(reply, stock=99),
    "pad": lambda reply: changed(reply, padding="x" * PADDING),
    "make_names_up": lambda reply: changed(reply, **{f"{reply['seq']}-{n}": n for n in range(PADDING // 20)}),
    "pad_a_place": lambda reply: changed(reply, places={f"{reply['seq']}-{n}": [] for n in range(PADDING // 20)}),
    "many_cards": lambda reply: changed(reply, hands=[["7C"] * (PADDING // 6)]),
    "long_reason": lambda reply: line_of({"seq": reply["seq"], "unsupported": {"why": "x" * PADDING}}),
    "says_little": lambda reply: answered(reply, verdict="legal", observation={"turn": 0, "hand": ["JK"]}),
}
"""Misbehaviours which are one line of output instead of the right one."""


def main() -> None:
    """Answer requests until the end."""
    note(os.getpid())
    words = sys.argv[1:]
    pairs: dict[str, dict[str, str]] = {"--read": {}, "--claim": {}}
    while len(words) > 1:
        question, _, reading = words.pop().partition("=")
        pairs[words.pop()][question] = reading
    misbehaviour = words[0] if words else ""
    if misbehaviour == "die_at_once":
        sys.exit("I would rather not")
    game, bad = Game(pairs["--read"]), False
    for line in sys.stdin:
        request = json.loads(line)
        if misbehaviour == "echo":
            raw(line)
            continue
        match request["cmd"]:
            case "hello":
                hello(request, pairs["--claim"], misbehaviour)
            case "deal":
                bad = bool(request["options"].get("trouble"))
                say({"seq": request["seq"], "ok": game.deal(request)})
            case "bye":
                bye(request, misbehaviour)
            case _:
                reply = {"seq": request["seq"], "ok": game.act(request["action"])}
                name, bad = (misbehaviour if bad else ""), False
                if name in LINES:
                    raw(LINES[name](reply))
                else:
                    TROUBLE.get(name, say)(reply)


def hello(request: Reply, claims: dict[str, str], misbehaviour: str) -> None:
    """Introduce oneself."""
    if misbehaviour == "hello_error":
        say({"seq": request["seq"], "error": {"message": "no table free"}})
        return
    who = {"name": "Fake", "version": "1", "language": "Python"}
    ok = {"implementation": who, "variants": ["mini"], "readings": {"mini": claims}}
    reply = {"seq": request["seq"], "ok": ok}
    say(reply)
    if misbehaviour == "hello_two_lines":
        say(reply)


def bye(request: Reply, misbehaviour: str) -> None:
    """Take one's leave."""
    say({"seq": request["seq"], "ok": {}})
    if misbehaviour == "bye_two_lines":
        say({"seq": request["seq"], "ok": {}})
    if misbehaviour == "bye_stays":
        sleep_for_ever()
    sys.exit(7 if misbehaviour == "bye_fails" else 0)


if __name__ == "__main__":
    main()
