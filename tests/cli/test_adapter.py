"""`meldspec adapter new`: a template works at once, has tests that pass, and is never written over anything."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from tests.cli.quick_snap import QUICK, SNAP, run

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "conformance" / "adapters" / "example-js"
TOOLS = {"python": "python3", "javascript": "node", "java": "javac", "go": "go"}


def made(folder: Path, language: str) -> tuple[Path, list[str]]:
    """A new adapter of Manzana in a language, with the lines that the command prints."""
    place = folder / "my-engine"
    done = run("adapter", "new", "--language", language, "--variant", "manzana", place)
    assert done.exit_code == 0, done.output
    return place, done.output.splitlines()


def in_shell(place: Path, line: str) -> subprocess.CompletedProcess[str]:
    """A line of a README, as its reader types it."""
    return subprocess.run(line, cwd=place, shell=True, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("language", TOOLS)
def test_a_template_passes_its_own_tests_and_supports_nothing_yet(tmp_path: Path, language: str) -> None:
    """Whoever begins an adapter, makes it and tests it as the command says, sees its tests pass and each deal unsupported."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"the template in {language} is not tried: there is no command `{TOOLS[language]}`")
    place, (_, test, hold) = made(tmp_path, language)
    tested = in_shell(place, test.strip().partition(" && ")[2].replace("python ", "python3 "))
    assert tested.returncode == 0, tested.stdout + tested.stderr
    start = hold.partition(" -- ")[2].replace("python ", "python3 ").split()
    asked = '{"seq":"1","cmd":"hello","protocol":1}\n{"seq":"2","cmd":"deal","variant":"manzana","seats":2,"dealer":0,"options":{},'
    asked += '"match":{"deal":1,"totals":[0,0]},"hands":[["4C"],["4D"]],"feet":[[],[]],"stock":["5C"]}\n{"seq":"3","cmd":"bye"}\n'
    answered = subprocess.run(start, cwd=place, input=asked, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [key for key in ('"name":"my-engine"', '"variants":["manzana"]') if key not in answered[0]] == []
    assert "no deal of manzana can be begun yet" in answered[1] and "unsupported" in answered[1]


@pytest.mark.parametrize("language", TOOLS)
def test_a_template_is_filled_in(tmp_path: Path, language: str) -> None:
    """No word of a template is left to fill in by hand, and its README says how it is run, tested and filled in."""
    place, printed = made(tmp_path, language)
    files = {path.relative_to(place).as_posix(): path.read_text(encoding="utf-8") for path in place.rglob("*") if path.is_file()}
    assert [
        name for name, text in files.items() for word in ("@NAME@", "@VARIANT@", "@FILL@", "@FIRST@", "@MODULE@") if word in text
    ] == []
    # To Go a name without a dot is one of its own library, whatever the folder is called.
    assert files.get("go.mod", "module example.com/my-engine\n").startswith("module example.com/my-engine\n")
    readme, sheet = files["README.md"], files["GAME.md"]
    assert printed[2].strip() in readme and "## What to fill in first" in readme
    assert [file for file in files if file not in ("README.md", "GAME.md", "go.mod", "package.json", "tests/__init__.py")
            and file.rpartition("/")[0] == "" and f"`{file}`" not in readme] == []  # fmt: skip
    # What the game says to programs is its own: two play it, its melds are of two kinds, and its acts are five.
    assert "- `players`: 2;" in sheet and "meld kinds: `natural`, `mixed`" in sheet
    assert [line.split("`")[1] for line in sheet.partition("## Acts")[2].partition("##")[0].split("\n- ")[1:]] == [
        "draw", "meld", "take", "discard", "pass",
    ]  # fmt: skip


def test_the_example_follows_the_template() -> None:
    """The whole engine in JavaScript has the files of the template, and those that need no filling in are the same."""
    template = ROOT / "conformance" / "templates" / "javascript"
    names = {path.relative_to(template).as_posix() for path in template.rglob("*") if path.is_file()}
    assert [name for name in sorted(names) if not (EXAMPLE / name).is_file()] == []
    for name in ("main.mjs", "errors.mjs"):
        assert (template / name).read_bytes() == (EXAMPLE / name).read_bytes()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    """A folder with something in it is refused and stays as it is; an empty one is taken."""
    place = tmp_path / "mine"
    place.mkdir()
    (place / "main.py").write_text("mine")
    done = run("adapter", "new", "--language", "python", "--variant", "manzana", place)
    assert done.exit_code == 2 and "is there already, and nothing in it is written over" in done.output
    assert [path.name for path in place.iterdir()] == ["main.py"] and (place / "main.py").read_text() == "mine"
    (place / "main.py").unlink()
    assert run("adapter", "new", "--language", "python", "--variant", "manzana", place).exit_code == 0
    assert (place / "main.py").is_file()
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--language", "cobol", "x"), "'cobol' is not one of"),
        (("--language", "go", "--variant", "manzano", "x"), "no variant 'manzano'"),
        (("--language", "go", "no/such/x"), "make it first"),
        (("--language", "go", 'a "quoted" name'), "goes into the template"),
    ],
)
def test_what_cannot_be_made_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], told: str) -> None:
    """A language or a game that there is not, and a folder that cannot be made, are told in a line; nothing is left."""
    monkeypatch.chdir(tmp_path)
    done = run("adapter", "new", *words)
    assert done.exit_code == 2 and told in done.output and list(tmp_path.iterdir()) == []


def test_a_game_of_ones_own_has_a_template(tmp_path: Path) -> None:
    """Rules of one's own get a template for their first book, and what it says to programs stands beside it."""
    rules = tmp_path / "rules"
    rules.mkdir()
    (rules / "snap.rules").write_text(SNAP)
    (rules / "quick.rules").write_text(QUICK)
    done = run("adapter", "new", "--language", "javascript", "--spec", rules, tmp_path / "engine")
    assert done.exit_code == 0, done.output
    assert '"snap"' in (tmp_path / "engine" / "protocol.mjs").read_text()
    assert "`lay`" in (tmp_path / "engine" / "GAME.md").read_text()
