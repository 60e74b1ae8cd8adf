"""The plugin of pytest: what an author sees who has it hold an engine against the cases."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "pytest.md").read_text(encoding="utf-8")
PROGRAM = re.compile(
    r"^```python\n# (?P<file>test_\w+\.py)\n(?P<code>.*?)^```\n\n```text\n(?P<printed>.*?)^```$", re.DOTALL | re.MULTILINE
)
PROGRAMS = {found["file"]: found for found in PROGRAM.finditer(PAGE)}

OF_DEALERS = PROGRAMS["test_dealer.py"]["code"]


def tried(folder: Path, code: str, *words: str, file: str = "test_rules.py") -> tuple[int, str]:
    """The exit code of pytest, and what it prints, of a file of tests in a folder of its own."""
    (folder / file).write_text(code, encoding="utf-8")
    plain = ("-v", "-p", "no:cacheprovider", "-p", "no:xdist", "-rs")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plain, file, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_the_engine_of_the_page_is_tested_as_the_page_shows(tmp_path: Path) -> None:
    """Whoever copies the dealer from the page sees the lines that the page shows, and each clause stands in the JUnit file."""
    code, printed = tried(tmp_path, OF_DEALERS, "--junitxml=all.xml", file="test_dealer.py")
    assert code == 0, printed
    seen = [line.split("  ")[0] for line in re.sub(r" +\[ *\d+%\]", "", printed).splitlines()]
    assert [line for line in PROGRAMS["test_dealer.py"]["printed"].splitlines() if line not in seen] == []
    tests = {one.get("name"): one for one in ElementTree.parse(tmp_path / "all.xml").iter("testcase")}
    told = [(one.get("name"), one.get("value")) for one in tests["deal.begin/effect"].iter("property")]
    assert told == [("clause", "deal.begin"), ("case", "manzana/deal.begin/effect-1: passed")]
    assert "a red three in a hand that was dealt" in printed


def test_a_finding_fails_its_goal_and_is_told_in_words(tmp_path: Path) -> None:
    """An engine that lets the dealer begin fails at who begins, and reads there what was expected and found."""
    wrong = OF_DEALERS.replace('1 - request["dealer"]', 'request["dealer"]')
    code, printed = tried(tmp_path, wrong, "--meldspec-selected", "-k", "deal.begin or deal.upcard")
    assert code == 1
    assert "test_rules.py::test_dealer::deal.begin/effect FAILED" in printed
    assert re.search(r"expected +turn: 0\n +found +turn: 1", printed)
    # One cause is told once.
    assert printed.count("Source: Manzana Canasta") == 1
    assert "✗ deal.begin  leaves another table, which is told in full at deal.begin/effect" in printed
    assert "Traceback" not in printed and "pytest_plugin.py" not in printed.partition("FAILURES")[2].partition("short test")[0]


def test_a_defect_of_an_engine_is_told_with_its_traceback(tmp_path: Path) -> None:
    """An engine that raises what it should not fails, and its author sees the line where it broke."""
    wrong = OF_DEALERS.replace('"turn": 1 - request["dealer"]', '"turn": request["giver"]')
    code, printed = tried(tmp_path, wrong, "--meldspec-selected", "-k", "deal.begin")
    assert code == 1
    assert "KeyError: 'giver'" in printed and 'request["giver"]' in printed


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ('Conformance("manzano", engine=Dealer)', "the corpus has no variant 'manzano'"),
        ('Conformance("manzana", engine=Dealer, upto="dael")', "has no chapter 'dael'"),
        ('Conformance("manzana")', "has a command, as command=['node', 'main.mjs'], or an engine, and not both"),
        ('Conformance("manzana", command="node main.mjs")', "a list of words, as ['node', 'main.mjs']"),
        ('Conformance("manzana", command=["./no-such-engine"], upto="deal")', "no command ./no-such-engine"),
    ],
)
def test_what_cannot_be_played_is_an_error_and_never_green(tmp_path: Path, made: str, told: str) -> None:
    """A misspelt variant, a missing command or an engine that cannot be started is told in a line, and the run is red."""
    wrong = re.sub(r"(?<=test_dealer = ).*", made, OF_DEALERS)
    code, printed = tried(tmp_path, wrong, "-x", "-k", "not process and not claims")
    assert code != 0 and told in printed


def test_every_program_of_the_page_is_known_to_a_test() -> None:
    """No file of tests stands on the page that is not tried here or in test_a_command_is_tested_as_well."""
    assert set(PROGRAMS) == {"test_rules.py", "test_dealer.py"}


def test_a_command_is_tested_as_well(tmp_path: Path) -> None:
    """The first example of the page, with the reference in the place of the author's program, passes and says so goal by goal."""
    code = PROGRAMS["test_rules.py"]["code"]
    mine = code.replace(
        '["node", "main.mjs"]', f'["{sys.executable}", "-m", "meldspec", "serve", "--variant", "manzana"], upto="deal"'
    )
    assert mine != code
    found, printed = tried(tmp_path, mine)
    assert found == 0, printed
    assert "test_rules.py::test_manzana::cards.places/effect PASSED" in printed
    assert "test_rules.py::test_manzana::claims PASSED" in printed


def test_pytest_loads_nothing_of_meldspec_before_it_is_needed() -> None:
    """Whoever has meldspec and pytest installed, and no Conformance, waits for no import of it."""
    code = "import sys, meldspec.pytest_plugin; print([name for name in sys.modules if name.startswith('meldspec.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "['meldspec.pytest_plugin']\n"


def test_nothing_but_the_plugin_imports_pytest() -> None:
    """meldspec needs no pytest: no other module of the package names it."""
    package = ROOT / "reference" / "meldspec"
    found = [
        path.name for path in package.rglob("*.py") if re.search(r"^\s*(import|from) _?pytest\b", path.read_text(), re.MULTILINE)
    ]
    assert found == ["pytest_plugin.py"]
