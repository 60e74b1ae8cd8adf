"""`meldspec docs`: what it writes and what it refuses."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import meldspec.cli.docs as under_test
from meldspec.cli import main
from meldspec.data import folder
from meldspec.site.browser import find_browser
from meldspec.site.site_map import SiteMap

from .conftest import HAND

ASSETS = folder("spec").parent / "docs" / "assets"


@pytest.fixture
def site(tmp_path: Path, material: SiteMap, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with pages written by hand, where the small site is to be written."""
    monkeypatch.setattr(under_test, "everything", lambda *_: material)
    monkeypatch.setattr(under_test, "desk_of", lambda *_: {})
    for path, text in HAND.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def docs(site: Path) -> Result:
    """The command's result."""
    return CliRunner().invoke(main, ["docs", str(site)])


def lying(site: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def test_pages_are_written_beside_those_by_hand(site: Path) -> None:
    """The pages are written into the folder, and what was written by hand is left as it was."""
    result = docs(site)
    assert (result.exit_code, result.output) == (0, "")
    found = lying(site)
    assert {"nav.yml", "clauses.json", "snap/index.md", "slap/10-snap.md", "corpus/slap/snap.jsonl"} <= found.keys()
    assert {path: found[path].decode() for path in HAND} == HAND


def test_written_twice_is_the_same(site: Path) -> None:
    """Writing the pages again where they are already changes nothing."""
    docs(site)
    first = lying(site)
    assert docs(site).exit_code == 0
    assert lying(site) == first


def test_broken_link_writes_nothing(site: Path) -> None:
    """A page by hand that leads nowhere is named, and nothing is written."""
    (site / "index.md").write_text("[a](slap/pile.md)\n", encoding="utf-8")
    before = lying(site)
    result = docs(site)
    assert result.exit_code == 1
    assert "index.md: the link slap/pile.md leads nowhere" in result.output
    assert lying(site) == before


def test_page_left_over_is_told(site: Path) -> None:
    """A chapter left over from an earlier printing is told with what to do."""
    docs(site)
    (site / "slap" / "05-old.md").write_bytes((site / "slap" / "20-hurry.md").read_bytes())
    result = docs(site)
    assert result.exit_code == 1
    assert "hurry.lay is printed 2 times, expected once; write the pages again into an empty folder" in result.output


def test_own_style_fetches_nothing() -> None:
    """The site's own style names no font, picture or style of another host."""
    styles = [path.read_text(encoding="utf-8") for path in ASSETS.glob("*.css")]
    assert styles and not any(re.search(r"@import|url\(|//", style) for style in styles)


def test_rules_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    """Rules with a malformed line are refused with the place of the line, and nothing is written."""
    (tmp_path / "odd.rules").write_text('book odd "Odd"\n\nchaptre 10 one "One"\n', encoding="utf-8")
    result = CliRunner().invoke(main, ["docs", str(tmp_path / "site"), "--spec", str(tmp_path)])
    assert result.exit_code == 1
    assert "odd.rules:3:1" in result.output
    assert not (tmp_path / "site").exists()


def test_without_a_browser_the_pages_are_written_and_it_is_said(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no Chromium is found the site has no PDF, no page leads to one, and whoever builds it reads that."""
    monkeypatch.setenv("MELDSPEC_BROWSER", "")
    result = CliRunner().invoke(main, ["docs", "--pdf", str(site)])
    assert result.exit_code == 0
    assert "No Chromium was found" in result.stderr and "MELDSPEC_BROWSER" in result.stderr
    found = lying(site)
    assert "slap/sheet.html" in found and not any(path.endswith(".pdf") for path in found)
    assert b".pdf" not in found["slap/index.md"]


def test_with_a_browser_each_game_has_its_pdf(site: Path) -> None:
    """Sheet and card lie beside the pages of each game, which lead to them."""
    if find_browser() is None:
        pytest.skip("no Chromium was found on this machine: nothing was printed")
    result = CliRunner().invoke(main, ["docs", "--pdf", str(site)])
    assert (result.exit_code, result.output) == (0, "")
    found = lying(site)
    assert all(found[f"{game}/{what}.pdf"].startswith(b"%PDF-") for game in ("snap", "slap") for what in ("sheet", "card"))
    assert b'href="sheet.pdf"' in found["slap/index.md"]
