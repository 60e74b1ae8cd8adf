"""`meldspec test --html`: one page that stands by itself, whatever an implementation says, and leads to the desk."""

from __future__ import annotations

import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.cli.quick_snap import run

from meldspec.site.share import decode

ROOT = Path(__file__).resolve().parents[2]
DEALER = (ROOT / "docs" / "pytest.md").read_text(encoding="utf-8").partition("# test_dealer.py\n")[2].partition("test_dealer = ")[0]
SPEAKS = "from meldspec import speak\nspeak(Dealer())\n"
NASTY = "</title></style><script>alert(1)</script><img src=x onerror=alert(1)>\x1b[31m"
SITE = "https://example.org/rules/"
LETS_ANYBODY_DISCARD = """
from meldspec.cli import main
from meldspec.protocol.fields import to_json
from meldspec.protocol.observe import observation
from meldspec.runner.serve import Server

lawful = Server.go_on

def go_on(self, request):
    found = lawful(self, request)
    if found.get("verdict") == "illegal" and request.action.type == "discard":
        return {"verdict": "legal", "observation": to_json(observation(self.referee.rulebook, self.table))}
    return found

Server.go_on = go_on
main(["serve", "--variant", "manzana"], standalone_mode=False)
"""


class Page(HTMLParser):
    """A page: its elements, where they lead, its texts; those of an element are kept by its tag."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.leads: list[str] = []
        self.attributes: set[str] = set()
        self.ids: list[str] = []
        self.open: list[str] = []
        self.told: dict[str, list[str]] = {}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.tags.append(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)
            self.told.setdefault(tag, []).append("")
        self.attributes |= {name for name, _ in attrs}
        self.leads += [value for name, value in attrs if name in ("href", "src") and value]
        self.ids += [value for name, value in attrs if name == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        """Elements close in the order in which they were opened."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note a text, for every element that it stands in."""
        for tag in dict.fromkeys(self.open):
            self.told[tag][-1] += data


def page_of(folder: Path, code: str, *words: str) -> tuple[Page, str]:
    """The page about an engine in Python, and all of its text."""
    (folder / "engine.py").write_text(code, encoding="utf-8")
    file = folder / "report.html"
    done = run("test", "--variant", "manzana", *words, "--html", file, "--", sys.executable, folder / "engine.py")
    assert done.exit_code in (0, 1), done.output
    text = file.read_text(encoding="utf-8")
    return Page(text), text


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> tuple[Page, str]:
    """The page about a dealer who lets the dealer begin, and says nasty things wherever it may say something."""
    code = DEALER.replace('1 - request["dealer"]', 'request["dealer"]').replace('"phase": "draw"', f'"phase": {NASTY!r}')
    code = code.replace('"name": "dealer"', f'"name": {NASTY!r}').replace('"a red three in a hand that was dealt"', repr(NASTY))
    return page_of(tmp_path_factory.mktemp("wrong"), code + SPEAKS, "--upto", "deal", "--site", SITE)


def test_what_is_right_comes_first_then_what_was_found(wrong: tuple[Page, str]) -> None:
    """The page begins with what is right; a finding has its game, the clause with its source, and both answers."""
    page, text = wrong
    heads = page.told["h2"]
    assert heads == ["What is right", "What was found", "What it does not support", "How it reads the open questions"]
    assert page.told["h3"] == ["1. Who begins deal.begin: leaves another table"]
    (rule,) = page.told["aside"]
    assert "Whoever did not deal has the first turn." in rule and "Manzana Canasta (manzana), paragraph 9" in rule
    answers = dict(zip(page.told["dt"], page.told["dd"], strict=True))
    assert page.told["dd"][:2] == ["whose turn it is: 0", "whose turn it is: 1"] and set(answers) == {"expected", "found"}
    # Seat 0 holds seven cards, which are drawn, and read aloud.
    assert 'aria-label="jack of diamonds">J♦' in text


def test_nothing_is_fetched_and_nothing_acts(wrong: tuple[Page, str]) -> None:
    """Whatever an implementation says of itself stands there as text; the page has no script and asks nobody for anything."""
    page, text = wrong
    assert {"script", "img", "link", "iframe", "object", "embed", "form"}.isdisjoint(page.tags)
    assert [name for name in page.attributes if name.startswith("on")] == [] and "\x1b" not in text
    assert all(lead.startswith(("#", SITE)) for lead in page.leads)
    assert {lead[1:] for lead in page.leads if lead.startswith("#")} <= set(page.ids)
    assert page.told["title"][0].startswith("</title></style><script>alert(1)</script>")
    assert "default-src &#x27;none&#x27;" in text and "url(" not in text and "@import" not in text
    assert "prefers-color-scheme: dark" in text and "@media print" in text
    assert page.open == []


def test_the_desk_and_the_file_have_the_table_of_the_finding(tmp_path: Path) -> None:
    """Of an engine that lets anybody discard the page has the table, for the desk and as a file that is ruled on as it says."""
    page, _ = page_of(
        tmp_path,
        LETS_ANYBODY_DISCARD,
        "--case",
        "manzana/turn.order",
        "--case",
        "manzana/turn.draw",
        "--site",
        SITE,
        "--no-localise",
    )
    (desk,) = [lead for lead in page.leads if "/desk.html#" in lead][:1]
    fields = json.loads(page.told["pre"][0])
    shared = decode(desk.partition("#")[2])
    assert (shared.variant, shared.act) == ("manzana", fields["act"]) and shared.digest
    assert shared.position == {name: value for name, value in fields.items() if name in (shared.position or {})}
    assert {"hands", "pile", "turn", "phase"} <= (shared.position or {}).keys()
    table = tmp_path / "table.json"
    table.write_text(page.told["pre"][0], encoding="utf-8")
    ruled = run("rule", table)
    assert ruled.exit_code == 0 and "NOT LEGAL" in ruled.output
    assert re.search(r"What would have been legal instead.*seat \d draws", " ".join(page.told["section"]), re.DOTALL)


def test_who_conforms_has_a_page_without_findings(tmp_path: Path) -> None:
    """Of an engine that conforms the page says so, and how it reads the questions; without a site nothing leads anywhere."""
    page, _ = page_of(tmp_path, DEALER + SPEAKS, "--upto", "deal")
    assert "It conforms in every case that was checked" in page.told["p"][0]
    assert "What was found" not in page.told["h2"] and page.leads == []
    (read,) = [cell for cell in page.told["td"] if "Is a black three that is turned up first covered too?" in cell]
    assert read.endswith("deal.covers.black-three")


def test_who_cannot_be_started_has_a_page_all_the_same(tmp_path: Path) -> None:
    """A command that there is not comes to a page that says so, and to nothing that looks right."""
    file = tmp_path / "report.html"
    assert run("test", "--variant", "manzana", "--html", file, "--", "./no-such-engine").exit_code == 3
    page = Page(file.read_text(encoding="utf-8"))
    assert "no command ./no-such-engine" in page.told["p"][0] and "Nothing was judged." in page.told["p"]
