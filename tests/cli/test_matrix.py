"""`meldspec matrix`: implementations side by side, on a terminal, as a page and as Markdown; the reports that the site shows."""

from __future__ import annotations

import json
import shutil
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.cli.quick_snap import run
from tests.conformance.stored_runs import RUNS, listed, stored

from meldspec.data import folder

SCHEMA = json.loads((folder("conformance") / "protocol" / "report.schema.json").read_text(encoding="utf-8"))
FORBIDDEN = {"script", "img", "iframe", "object", "embed", "link", "form"}


class Tags(HTMLParser):
    """The elements of a page, and the texts between them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.leads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element, and where it leads."""
        self.tags.append(tag)
        self.leads += [value for name, value in attrs if name in ("href", "src") and value]

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.texts.append(data)


def report(name: str) -> Any:
    """One of the reports that the site shows."""
    return json.loads((RUNS / f"{name}.json").read_text(encoding="utf-8"))


def rows(printed: str, first: str) -> list[str]:
    """The lines of a printed table that begin with a word."""
    return [line for line in printed.splitlines() if line.strip().startswith(first)]


def test_what_is_not_in_common_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two engines of Canasta the clause is printed that one breaks, and the question that they read otherwise; no other."""
    monkeypatch.setenv("COLUMNS", "140")
    printed = run("matrix", RUNS / "pages-canasta.json", RUNS / "games-collection.json").output
    assert [line.split() for line in rows(printed, "pile.frozen ")] == [["pile.frozen", "✓", "right", "✗", "broken"]]
    assert [line.split() for line in rows(printed, "pile.frozen.black-three")] == [
        ["pile.frozen.black-three", "stops-only", "freezes"]
    ]
    assert rows(printed, "cards.wild") == []
    whole = run("matrix", "-v", RUNS / "pages-canasta.json", RUNS / "games-collection.json").output
    assert [line.split() for line in rows(whole, "cards.wild ")] == [["cards.wild", "✓", "right", "✓", "right"]]


def test_games_stand_below_each_other(tmp_path: Path) -> None:
    """Reports of two games come to two tables in the order in which they are named, in every form."""
    files = (RUNS / "example-js.json", RUNS / "pages-kadner.json")
    done = run("matrix", *files, "--html", tmp_path / "all.html", "--markdown", tmp_path / "all.md")
    assert done.exit_code == 0
    page, markdown = (tmp_path / "all.html").read_text(encoding="utf-8"), (tmp_path / "all.md").read_text(encoding="utf-8")
    for text in (done.output, page, markdown):
        assert 0 < text.index("manzana-example") < text.index("kadner")
    assert "| pile.wild | ✓ right |" in markdown


def test_what_an_engine_calls_itself_steers_nothing(tmp_path: Path) -> None:
    """A name with markup, control characters or a pipe stands there as it is, and the page fetches nothing."""
    hostile = report("example-js")
    nasty = '</title><script>alert(1)</script>[red]|\x1b]0;x\x07"onload="'
    hostile["implementation"]["name"] = hostile["implementation"]["language"] = nasty
    hostile["command"] = [nasty, "--", "`rm`"]
    hostile["readings"][0]["followed"] = nasty
    hostile["unsupported"] = [report("games-collection")["unsupported"][0] | {"what": nasty}]
    file = tmp_path / "hostile.json"
    file.write_text(json.dumps(hostile), encoding="utf-8")
    done = run("matrix", file, "-v", "--html", tmp_path / "all.html", "--markdown", tmp_path / "all.md")
    assert done.exit_code == 0 and "\x1b" not in done.output and "[red]" in done.output.replace("\n", "")
    page = Tags((tmp_path / "all.html").read_text(encoding="utf-8"))
    assert FORBIDDEN.isdisjoint(page.tags) and page.leads == []
    assert any("<script>alert(1)</script>" in text for text in page.texts)
    assert "<script>" not in (tmp_path / "all.md").read_text(encoding="utf-8")


def test_what_is_no_report_is_refused(tmp_path: Path) -> None:
    """A file that is no report is named, and nothing is written."""
    file = tmp_path / "no.json"
    file.write_text('{"format": 2}')
    done = run("matrix", RUNS / "example-js.json", file, "--html", tmp_path / "all.html")
    assert done.exit_code == 2 and f"{file}: expected a report" in done.output and not (tmp_path / "all.html").exists()


@pytest.mark.parametrize("entry", listed(), ids=lambda entry: entry["name"])
def test_a_stored_report_is_of_the_command_that_is_listed(entry: dict[str, str]) -> None:
    """Each report that the site shows fits its schema, names the command that made it and the day, and is stored as it is made."""
    found = report(entry["name"])
    Draft202012Validator(SCHEMA).validate(found)
    assert (found["command"], found["variant"]) == (entry["command"].split(), entry["variant"])
    assert found["date"] and found["suite"] and found["stopped"] is None and found["fatal"] is None
    assert (RUNS / f"{entry['name']}.json").read_text(encoding="utf-8") == stored(found)
    assert (
        shutil.which(entry["command"].split()[0]) is None or (folder("conformance").parent / entry["command"].split()[1]).is_file()
    )


def test_no_other_report_is_stored() -> None:
    """What the site shows is listed, so that anybody can make it again."""
    assert {path.stem for path in RUNS.glob("*.json")} == {entry["name"] for entry in listed()}
