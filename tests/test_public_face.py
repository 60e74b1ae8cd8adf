"""What a program of somebody else may use: it is there, it is typed, and the page about it shows what happens."""

import ast
import re
import subprocess
import sys
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from operator import attrgetter
from pathlib import Path

import pytest

import meldspec

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "python.md"
EXAMPLE = re.compile(
    r"^## (?P<title>.+?)$(?:(?!^## ).)*?^```python\n(?P<code>.*?)^```\n\n```text\n(?P<printed>.*?)^```$", re.DOTALL | re.MULTILINE
)
EXAMPLES = {found["title"]: found for found in EXAMPLE.finditer(PAGE.read_text(encoding="utf-8"))}


def printed_by(code: str) -> str:
    """What a program prints, line by line as a page shows it."""
    out = StringIO()
    with redirect_stdout(out):
        exec(compile(code, str(PAGE), "exec"), {"__name__": "__main__"})
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().splitlines())


@pytest.mark.parametrize("title", EXAMPLES)
def test_an_example_prints_what_the_page_shows(title: str, goldens: bool) -> None:
    """Whoever copies a program from the page sees what the page says."""
    found = EXAMPLES[title]
    said = printed_by(found["code"])
    if goldens:
        text, shown = PAGE.read_text(encoding="utf-8"), f"{found['code']}```\n\n```text\n"
        PAGE.write_text(text.replace(shown + found["printed"], shown + said), encoding="utf-8")
    else:
        assert said == found["printed"]


def test_every_program_of_the_page_is_run() -> None:
    """No program stands on the page without what it prints."""
    assert len(EXAMPLES) == PAGE.read_text(encoding="utf-8").count("```python\n") > 0


def test_the_types_are_those_of_what_is_imported() -> None:
    """What an editor knows of each name is what a program gets."""
    stub = ast.parse(Path(meldspec.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    homes = {one.name: f"meldspec.{node.module}" for node in stub.body if isinstance(node, ast.ImportFrom) for one in node.names}
    assert sorted(homes) == sorted(dir(meldspec))
    assert [name for name, home in homes.items() if getattr(meldspec, name) is not getattr(import_module(home), name)] == []


def test_nothing_is_imported_before_it_is_used() -> None:
    """Naming meldspec costs nothing: neither a program nor a command waits for what it does not use."""
    code = "import meldspec, sys; print([name for name in sys.modules if name.startswith('meldspec.')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


def test_a_name_that_there_is_not_is_refused() -> None:
    """A misspelt name is an error that names it."""
    with pytest.raises(AttributeError, match="No meldspec attribute Libary"):
        attrgetter("Libary")(meldspec)


def test_an_act_without_a_type_is_refused_as_one() -> None:
    """A program that forgets what the act is gets an error of acts, with what it wrote."""
    rulebook = meldspec.Library.read().rulebook("canasta")
    with pytest.raises(meldspec.ActError, match=r"an act is \{'card': 'KD'\}; expected an object with its 'type'"):
        meldspec.act_from_action(rulebook, 0, {"card": "KD"})
