"""The page of the desk before it rules: worked questions with their answers, and links that open them."""

import json
import os
import re
import subprocess
import sys
from html import unescape
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml
from tests.ruling.test_examples import FOLDER

from meldspec.cli.docs import worked_questions
from meldspec.engine.rulebook import Library
from meldspec.site.desk_files import NOT_TAKEN, core_archive, needed_modules, page_files, printing
from meldspec.site.desk_page import desk_page
from meldspec.site.pyodide import RUNTIME, VERSION, NotFetched, check_digest, fetched
from meldspec.site.share import decode
from meldspec.site.site_map import SiteMap, books_of
from meldspec.sources.marked_file import read_marked

NAMES = ("canasta-match-the-top", "canasta-score", "canasta-what-may-i-do")


@pytest.fixture(scope="module")
def page(rules: Library, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page with three questions."""
    folder = tmp_path_factory.mktemp("examples")
    for name in NAMES:
        (folder / f"{name}.yaml").write_text((FOLDER / f"{name}.yaml").read_text("utf-8"), "utf-8")
    return desk_page([*worked_questions(rules, {}, folder)], SiteMap(books=books_of(rules.books)))


def test_what_stands_above_the_page_is_whole(page: str) -> None:
    """Title and description above the page can be read by whatever builds the site, a colon in them included."""
    head = yaml.safe_load(page.removeprefix("---\n").partition("\n---\n")[0])
    assert head["title"] == "The ruling desk" and ":" in head["description"] and head["hide"] == ["navigation", "toc"]


def test_a_worked_question_stands_with_its_answer(page: str) -> None:
    """The question is asked in the players' words, and answered without any script; so are a list and a score."""
    text = unescape(re.sub(r"<[^>]+>", " ", page))
    assert "May I put the top eight on our meld of eights and take the pile" in text
    assert re.search(r"Yes\.\s+You may take the pile", text)
    assert "Taking the top card for a meld" in text or "pile.match" in page
    assert "You may do" in text
    assert re.search(r"You -?\d+, the others -?\d+", text) and re.search(r"The other side: .*with what was there before", text)


def test_a_worked_question_opens_at_the_desk(page: str) -> None:
    """The link of each question holds the table and the act as the file has them."""
    links = re.findall(r'desk\.html#(v1\.[\w-]+)"', page)
    assert len(links) == len(NAMES)
    shared = decode(links[0])
    fields = read_marked((FOLDER / f"{NAMES[0]}.yaml").read_text("utf-8"), NAMES[0]).value
    assert shared.position is not None and shared.act == fields["act"]
    assert {"variant": shared.variant, **shared.position, "act": shared.act} == fields
    assert re.fullmatch("[0-9a-f]{16}", shared.digest)


def test_the_page_says_why_it_may_not_run(page: str) -> None:
    """Where nothing runs, the page says what it would need, and is no empty place."""
    assert "needs JavaScript" in page and "from a web server" in page


def test_without_what_is_fetched_the_page_knows_that_it_cannot_rule(rules: Library) -> None:
    """The pages alone say that nothing is there to rule with, and name each book with its digest."""
    told = json.loads(printing(rules))
    assert told["runtime"] is None
    assert [book["name"] for book in told["books"]] == list(rules.books.names())
    assert {"assets/desk/app.mjs", "assets/desk/printing.json", "desk-offline.js"} <= dict(page_files(rules)).keys()


# ── what rules in a browser ─────────────────────────────────────────────────────────────────────────────────

ALONE = """
import json, sys
for name in ("attr", "click", "jsonschema", "lark", "rich", "yaml"):
    sys.modules[name] = None
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from meldspec.engine.shipped import shipped_library
from meldspec.ruling.desk.answers import Desk
desk = Desk(shipped_library(Path(sys.argv[1]) / "books"))
desk.ask(sys.stdin.read())
print("\\n".join(iter(desk.next, "")))
"""


def test_the_archive_rules_by_itself(rules: Library, tmp_path: Path) -> None:
    """What a page is given rules with Python alone: no parser, no YAML, no validator, and no other file of meldspec."""
    with ZipFile(BytesIO(core_archive(rules, {}, {}))) as files:
        files.extractall(tmp_path)
    fields = read_marked((FOLDER / "canasta-match-the-top.yaml").read_text("utf-8"), "example").value
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ALONE, str(tmp_path)],
        input=json.dumps({"ask": "rule", "fields": fields}),
        env={**os.environ, "MELDSPEC_CACHE": "off"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert run.stderr == ""
    told = [json.loads(line) for line in run.stdout.splitlines()]
    assert (told[0]["part"], told[0]["legal"], told[-1]["part"]) == ("verdict", True, "whole")


def test_the_same_rules_make_the_same_archive(rules: Library) -> None:
    """Who builds the site twice gets the same file, and whoever keeps it fetches nothing anew."""
    assert core_archive(rules, {}, {}) == core_archive(rules, {}, {})


def test_no_command_and_no_parser_goes_to_the_page() -> None:
    """Of meldspec only what a ruling may import goes to the page."""
    names = {".".join(path.with_suffix("").parts[-2:]) for path in needed_modules()}
    assert "desk.answers" in names
    assert not [path for path in needed_modules() if {"cli", "site", "runner", "corpus"} & set(path.parts[-3:])]
    assert not names & {name.removeprefix("meldspec.") for name in NOT_TAKEN}


def test_an_archive_of_another_digest_is_not_taken(tmp_path: Path) -> None:
    """What npm gives and is not the very archive that is meant is refused, and not kept."""
    archive = tmp_path / "pyodide.tgz"
    archive.write_bytes(b"something else")
    with pytest.raises(NotFetched, match="expected sha512-"):
        check_digest(archive)
    assert not archive.exists()


def test_without_npm_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no npm it is said, unless what it would fetch is there already."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotFetched, match=r"install Node\.js"):
        fetched(tmp_path)
    folder = tmp_path / VERSION / "package"
    folder.mkdir(parents=True)
    for name in RUNTIME:
        (folder / name).touch()
    assert fetched(tmp_path) == folder
