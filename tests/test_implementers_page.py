"""The page for authors says what is so: its commands are there, and its finding is what is printed."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from tests.cli.quick_snap import run

from meldspec.cli import main
from meldspec.protocol.fields import record
from meldspec.protocol.messages import ACTIONS, Observation, listed_action

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "implementers.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
TYPED = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines()]
COMMANDS = [line.partition("  #")[0] for line in TYPED if line.startswith("meldspec")]
COMMANDS += re.findall(r"`(meldspec [^`]+)`", PAGE)
DEALER = (ROOT / "docs" / "pytest.md").read_text(encoding="utf-8").partition("# test_dealer.py\n")[2].partition("test_dealer = ")[0]


@pytest.mark.parametrize("line", COMMANDS)
def test_every_command_of_the_page_is_one(line: str) -> None:
    """Whoever types a command from the page is never told that there is no such command or option."""
    words = line.removeprefix("meldspec ").split(" -- ")[0].split(" > ")[0].split(" | ")[0].split()
    command: click.Command | None = main
    context = click.Context(main)
    while isinstance(command, click.Group) and words:
        command = command.get_command(context, words.pop(0))
    assert command is not None, line
    known = {option for parameter in command.params for option in parameter.opts}
    assert [word for word in words if word.startswith("-") and word not in known] == []


def test_the_acts_and_the_tables_are_such() -> None:
    """What the page shows of acts and of tables fits the schemas that are published for them."""
    (acts,) = [text for kind, text in BLOCKS if kind == "text" and text.startswith('{"type"')]
    (tables,) = [text for kind, text in BLOCKS if kind == "text" and text.startswith('{"turn"')]
    shown = [part for line in acts.splitlines() for part in re.findall(r"\{.*?\}(?= |$)", line)]
    assert len(shown) == 8 and {json.loads(part)["type"] for part in shown} == {*ACTIONS}
    for part in shown:
        listed_action(json.loads(part), "the page")
    for table in re.sub(r"\n ", "", tables).splitlines():
        record(Observation)(json.loads(table), "the page")


def test_the_finding_is_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The finding that the page explains is word for word that of the dealer who begins himself."""
    monkeypatch.setenv("COLUMNS", "100")
    wrong = DEALER.replace('1 - request["dealer"]', 'request["dealer"]') + "from meldspec import speak\nspeak(Dealer())\n"
    (tmp_path / "dealer.py").write_text(wrong, encoding="utf-8")
    printed = run("test", "--variant", "manzana", "--upto", "deal", "--", sys.executable, tmp_path / "dealer.py").output
    (shown,) = [text for kind, text in BLOCKS if kind == "text" and text.startswith("✗")]
    lines = [line.rstrip() for line in printed.splitlines()]
    start = lines.index(shown.splitlines()[0])
    assert lines[start : start + len(shown.splitlines())] == shown.splitlines()


def test_the_conversation_is_one(tmp_path: Path) -> None:
    """The requests of the page are answered by the reference with what the page shows, field by field."""
    (talk,) = [text for kind, text in BLOCKS if kind == "text" and text.startswith("→")]
    lines = re.sub(r"\n {3}", "", talk).splitlines()
    asked = [json.loads(line[2:]) for line in lines if line.startswith("→")]
    shown = [json.loads(line[2:]) for line in lines if line.startswith("←")]
    sent = "".join(json.dumps(one) + "\n" for one in asked)
    done = CliRunner().invoke(main, ["serve", "--variant", "manzana"], input=sent.encode())
    found = [json.loads(line) for line in done.output.splitlines()]
    for mine, its in zip(shown[1:], found[1:], strict=True):
        assert _within(mine, its), (mine, its)


def _within(shown: object, found: object) -> bool:
    """Whether all that is shown is found, the reason of a refusal aside."""
    if isinstance(shown, dict) and isinstance(found, dict):
        return all(name == "why" or (name in found and _within(value, found[name])) for name, value in shown.items())
    if isinstance(shown, list) and isinstance(found, list):
        return len(shown) == len(found) and all(map(_within, shown, found))
    return shown == found
