"""An implementation of the tiny game with one fault: `faulty.py NAME`.

A fault is in the first act of a deal that asks for trouble, as those of the runner's own tests are; or in its answer to hello or to
bye, or in each of its answers.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "runner" / "fakes"))
engine: Any = import_module("engine")

Reply = dict[str, Any]
Misbehave = Callable[[Reply], str | None]
"""Answers in its own way, or returns what is to be written."""
raw, line_of, changed, answered = engine.raw, engine.line_of, engine.changed, engine.answered
WHO = {"name": "Fake", "version": "1", "language": "Python"}


def for_ever() -> None:
    """Do nothing any more."""
    while True:
        time.sleep(60)


def exits(code: int, last_words: str = "") -> None:
    """End, with last words."""
    sys.stderr.write(last_words)
    sys.exit(code)


def by_signal(number: int) -> None:
    """End by a signal."""
    os.kill(os.getpid(), number)
    for_ever()


def byte_by_byte(text: str, pause: float) -> None:
    """Write slowly."""
    for byte in text:
        raw(byte)
        time.sleep(pause)


def recursion(depth: int) -> int:
    """Run out of stack."""
    return recursion(depth + 1)


def kept_by_children(reply: Reply) -> None:
    """Leave children behind that keep the output open, and go on."""
    for _ in range(20):
        engine.fork_sleeper(own_group=True)
    raw(line_of(reply))


def answered_by_a_child(reply: Reply) -> None:
    """Have a child write the answer, and a bit of its own later on."""
    pid = os.fork()
    if pid == 0:
        raw(line_of(reply))
        time.sleep(0.2)
        raw("debug: drawn\n")
        os._exit(0)
    engine.note(pid)
    os.waitpid(pid, 0)


def in_another_folder(reply: Reply) -> None:
    """Go where nothing is."""
    os.chdir("/")
    raw(line_of(reply))


def without_standard_error(reply: Reply) -> None:
    """Close standard error, and go on."""
    os.close(2)
    raw(line_of(reply))


def all_closed(reply: Reply) -> None:
    """Close everything, and stay."""
    for number in range(3):
        os.close(number)
    for_ever()


def over_standard_error(reply: Reply) -> None:
    """Answer where nobody listens."""
    sys.stderr.write(line_of(reply))
    sys.stderr.flush()
    for_ever()


def floods_both(reply: Reply) -> None:
    """Write without end to both."""
    while True:
        raw("x" * 4096)
        sys.stderr.write("y" * 4096)


def daemon_and_exit(reply: Reply) -> None:
    """Leave a process behind that did everything to get away, and end."""
    engine.TROUBLE["daemon_and_answer"](reply)
    sys.exit(5)


def in_other_bytes(reply: Reply) -> None:
    """Answer in UTF-16."""
    sys.stdout.buffer.write(line_of(reply).encode("utf-16"))
    sys.stdout.flush()


def first(text: Callable[[Reply], str], then: Callable[[], None]) -> Misbehave:
    """Write something, then do something."""

    def misbehave(reply: Reply) -> None:
        raw(text(reply))
        then()

    return misbehave


def pretty(reply: Reply) -> str:
    """The answer over several lines."""
    return json.dumps(reply, indent=1) + "\n"


LINES: dict[str, Misbehave] = {
    **engine.LINES,
    "empty_line": lambda reply: "\n",
    "blank_line": lambda reply: "   \n",
    "carriage_return": lambda reply: line_of(reply).replace("\n", "\r\n"),
    "byte_order_mark": lambda reply: "\ufeff" + line_of(reply),
    "nul": lambda reply: line_of(reply).replace(" ", "\x00"),
    "pretty": pretty,
    "single_quotes": lambda reply: f"{reply}\n",
    "comma_at_the_end": lambda reply: line_of(reply).replace("}\n", ",}\n"),
    "two_objects_a_line": lambda reply: line_of(reply).strip() * 2 + "\n",
    "words_behind": lambda reply: line_of(reply).strip() + " done\n",
    "prompt": lambda reply: "> " + line_of(reply),
    "debug_line": lambda reply: "debug: drawing\n" + line_of(reply),
    "json_null": lambda reply: "null\n",
    "ok_null": lambda reply: line_of({**reply, "ok": None}),
    "ok_list": lambda reply: line_of({**reply, "ok": []}),
    "infinity": lambda reply: changed(reply, stock=float("inf")),
    "too_large_a_float": lambda reply: line_of(reply).replace('"stock": 3', '"stock": 1e400'),
    "long_digits": lambda reply: line_of(reply).replace('"stock": 3', '"stock": ' + "9" * 5000),
    "brackets_within": lambda reply: line_of(reply).replace('"stock": 3', '"stock": ' + "[" * 5000 + "]" * 5000),
    "stock_as_text": lambda reply: changed(reply, stock="3"),
    "stock_true": lambda reply: changed(reply, stock=True),
    "stock_negative": lambda reply: changed(reply, stock=-1),
    "stock_fraction": lambda reply: changed(reply, stock=2.5),
    "stock_null": lambda reply: changed(reply, stock=None),
    "hands_of_others": lambda reply: changed(reply, hands=[["7C"], ["8D"], ["9H"]]),
    "hands_no_list": lambda reply: changed(reply, hands={"0": ["7C"]}),
    "card_lower": lambda reply: changed(reply, hands=[["7c", "8d", "9h"]]),
    "loud_verdict": lambda reply: answered(reply, verdict="LEGAL", observation={}),
    "verdict_true": lambda reply: answered(reply, verdict=True, observation={}),
    "nothing_seen": lambda reply: answered(reply, verdict="legal", observation={}),
    "observation_null": lambda reply: answered(reply, verdict="legal", observation=None),
    "error_text": lambda reply: line_of({"seq": reply["seq"], "error": "boom"}),
    "error_empty": lambda reply: line_of({"seq": reply["seq"], "error": {}}),
    "escapes": lambda reply: answered(reply, verdict="illegal", why="\x1b[2J\x07 \u202e no \ud800"),
    "escapes_in_error": lambda reply: line_of({"seq": reply["seq"], "error": {"message": "\x1b[31mred\x1b[0m\r\n\u202ex"}}),
    "introduces_itself": lambda reply: answered(reply, implementation=WHO, variants=["mini"]),
    "seq_before": lambda reply: line_of({**reply, "seq": str(int(reply["seq"]) - 1)}),
    "seq_null": lambda reply: line_of({**reply, "seq": None}),
}
ACTS: dict[str, Misbehave] = {
    **engine.TROUBLE,
    "exit_0": lambda reply: exits(0),
    "exit_1": lambda reply: exits(1, "Traceback (most recent call last):\nKeyError: 'pile'\n"),
    "exit_255": lambda reply: exits(255),
    "segfault": lambda reply: by_signal(signal.SIGSEGV),
    "abort": lambda reply: by_signal(signal.SIGABRT),
    "recursion": lambda reply: exits(recursion(0)),
    "half_a_line_and_exit": first(lambda reply: line_of(reply)[:20], lambda: exits(0)),
    "no_newline_and_exit": first(lambda reply: line_of(reply).strip(), lambda: exits(0)),
    "no_newline": first(lambda reply: line_of(reply).strip(), for_ever),
    "utf_16": in_other_bytes,
    "slowly": lambda reply: byte_by_byte(line_of(reply), 0.005),
    "too_slowly": lambda reply: byte_by_byte(line_of(reply), 0.2),
    "unflushed": lambda reply: for_ever(),
    "children_that_stay": kept_by_children,
    "answered_by_a_child": answered_by_a_child,
    "in_another_folder": in_another_folder,
    "without_standard_error": without_standard_error,
    "all_closed": all_closed,
    "over_standard_error": over_standard_error,
    "floods_both": floods_both,
    "daemon_and_exit": daemon_and_exit,
}


def introduced(**more: Any) -> Callable[[Reply], str]:
    """The answer to hello with something else in it."""
    return lambda reply: line_of({**reply, "ok": {**reply["ok"], **more}})


HELLOS: dict[str, Misbehave] = {
    "hello_hang": lambda reply: for_ever(),
    "hello_exit_0": lambda reply: exits(0),
    "hello_exit_1": lambda reply: exits(1, "cannot find the cards\n"),
    "hello_by_signal": lambda reply: by_signal(signal.SIGKILL),
    "hello_no_json": lambda reply: "Welcome to Fake 1.0!\n",
    "hello_banner": lambda reply: "Fake 1.0, ready\n" + line_of(reply),
    "hello_error": lambda reply: line_of({"seq": reply["seq"], "error": {"message": "no table free"}}),
    "hello_unsupported": lambda reply: line_of({"seq": reply["seq"], "unsupported": {"why": "protocol 1 only"}}),
    "hello_twice": lambda reply: line_of(reply) * 2,
    "hello_no_variants": introduced(variants=[]),
    "hello_other_variant": introduced(variants=["maxi"]),
    "hello_variants_text": introduced(variants="mini"),
    "hello_nobody": introduced(implementation={}),
    "hello_number_for_a_version": introduced(implementation={**WHO, "version": 1}),
    "hello_huge": introduced(padding="x" * 2_000_000),
    "hello_many_variants": introduced(variants=["mini", *(f"v{number}" for number in range(40_000))]),
    "hello_long_name": introduced(implementation={**WHO, "name": "Fake" * 20_000}),
    "hello_escapes": introduced(implementation={**WHO, "name": "\x1b[2JFake\u202e\n\x07"}),
    "hello_unknown_question": introduced(readings={"mini": {"moon": "full"}}),
    "hello_readings_list": introduced(readings=["draw"]),
    "hello_unknown_feature": introduced(features=["telepathy"]),
    "hello_deep": lambda reply: line_of(reply).replace('"1"', "[" * 3000, 1),
}
BYES: dict[str, Misbehave] = {
    "bye_hang": lambda reply: for_ever(),
    "bye_stays": first(line_of, for_ever),
    "bye_fails": first(line_of, lambda: exits(7)),
    "bye_by_signal": first(line_of, lambda: by_signal(signal.SIGTERM)),
    "bye_silent": lambda reply: exits(0),
    "bye_error": lambda reply: line_of({"seq": reply["seq"], "error": {"message": "never"}}),
    "bye_two_lines": lambda reply: line_of(reply) * 2,
    "bye_last_words": lambda reply: line_of(reply) + "Good night!\n",
    "bye_daemon": lambda reply: engine.TROUBLE["daemon_and_answer"](reply),
    "bye_floods": lambda reply: engine.TROUBLE["flood"](reply),
}
ALWAYS: dict[str, Misbehave] = {
    "always_pretty": pretty,
    "always_a_byte_order_mark": lambda reply: "\ufeff" + line_of(reply),
    "always_an_error": lambda reply: line_of({"seq": reply["seq"], "error": {"message": "not yet written"}}),
    "always_unsupported": lambda reply: line_of({"seq": reply["seq"], "unsupported": {"why": "not yet written"}}),
}


def said(how: Misbehave, reply: Reply) -> None:
    """Answer in some way."""
    text = how(reply)
    if isinstance(text, str):
        raw(text)


def main() -> None:
    """Answer requests until the end."""
    engine.note(os.getpid())
    name, game, bad = sys.argv[1], engine.Game({}), False
    for line in sys.stdin:
        request = json.loads(line)
        reply: Reply = {"seq": request["seq"], "ok": {}}
        how: Misbehave = line_of
        match request["cmd"]:
            case "hello":
                reply["ok"] = {"implementation": WHO, "variants": ["mini"], "readings": {"mini": {}}}
                how = HELLOS.get(name, how)
            case "deal":
                bad = bool(request["options"].get("trouble"))
                reply["ok"] = game.deal(request)
                how = ALWAYS.get(name, how)
            case "bye":
                said(BYES.get(name, how), reply)
                sys.exit(0)
            case _:
                reply["ok"] = game.act(request["action"])
                how = ALWAYS.get(name, how)
                if bad:
                    how = {**LINES, **ACTS}.get(name, how)
                bad = False
        said(how, reply)


if __name__ == "__main__":
    main()
