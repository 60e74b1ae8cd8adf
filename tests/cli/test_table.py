"""The table of commands and what it promises: a quick start, and no defect that looks like an answer."""

import re
import subprocess
import sys
from typing import Any

import click
import pytest
from click.testing import CliRunner

from meldspec.cli import COMMANDS, DEFECT, LazyGroup, main

HEAVY = {"jsonschema", "junitparser", "lark", "rich", "yaml"}


def listed() -> list[str]:
    """The commands that are there."""
    return main.list_commands(click.Context(main))


@pytest.mark.parametrize("name", listed())
def test_the_table_says_what_the_command_says(name: str) -> None:
    """The line that the list of commands shows is the first line of the command's own help."""
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert (command.help or "").splitlines()[:1] == [COMMANDS[name]]


def test_help_imports_nothing_heavy() -> None:
    """Asking what meldspec can do starts none of its machinery."""
    ask = "from meldspec.cli import main; main(['--help'], standalone_mode=False)"
    told = "import sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", f"{ask}; {told}"], check=True, capture_output=True, text=True)
    assert "Usage" in done.stdout
    assert HEAVY & set(done.stdout.split()) == set()


def test_an_unknown_command_is_named() -> None:
    """A mistyped command is refused with what was typed and where help is."""
    result = CliRunner().invoke(main, ["melt"])
    assert result.exit_code == 2
    assert "melt" in result.output
    # Older versions of click name the short option.
    assert re.search("Try 'main (--help|-h)' for help", result.output)


def test_a_defect_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure nobody foresaw is never taken for an implementation that breaks a rule."""

    def broken(*_: Any) -> click.Command:
        return click.Command("broken", callback=lambda: [][0])

    monkeypatch.setattr(LazyGroup, "get_command", broken)
    result = CliRunner().invoke(main, ["broken"])
    assert result.exit_code == DEFECT
    assert "IndexError" in result.output
    assert "defect of meldspec" in result.output
