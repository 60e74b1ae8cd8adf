"""A site that was built is finished: its cases have its look, and whoever asks for what is not there is helped."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from meldspec.cli import main
from meldspec.site.case_pages import DESCRIPTION, EMPTY, TITLE, TOLD
from meldspec.site.finish import UnfinishedError, finish
from meldspec.site.not_found import NOT_FOUND, not_found_page
from meldspec.site.site_map import SiteMap

FRAME = (
    f'<html><head><title>{TITLE} - rules</title><meta name="description" content="{DESCRIPTION}">'
    f'<link rel="canonical" href="https://example.org/{EMPTY}.html"></head>'
    f"<body><header>Rules</header><article><p>{TOLD}</p></article></body></html>"
)
HAND = '<meta name="description" content="All the rules"><article><h1>Why</h1><p>Because it is <b>short</b>.</p></article>'
SITEMAP = f"<urlset>\n<url>\n<loc>https://example.org/why.html</loc>\n</url>\n<url>\n<loc>https://example.org/{EMPTY}.html</loc>\n</url>\n</urlset>"
CASE = "cases/slap/snap.calling/refuses-1.html"


@pytest.fixture
def built(tmp_path: Path, files: dict[str, str]) -> Path:
    """A site as a builder leaves it: the pages of cases as they are, one page by hand, and the empty page in its look."""
    made = {CASE: files[CASE], NOT_FOUND: files[NOT_FOUND], f"{EMPTY}.html": FRAME, "why.html": HAND, "sitemap.xml": SITEMAP}
    made["index.html"] = HAND
    for path, text in made.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_case_is_put_into_the_look_of_the_site(built: Path) -> None:
    """The page of a case has what stands on every page, its own title, what it tells, and its own address."""
    finish(built)
    text = (built / CASE).read_text(encoding="utf-8")
    assert "<header>Rules</header>" in text and "Slap: Slapping (snap.calling, refuses-1) - rules</title>" in text
    assert 'content="May this be done?' in text and '<div class="case">' in text
    assert f'href="https://example.org/{CASE}"' in text
    assert not any(mark in text for mark in (TITLE, DESCRIPTION, TOLD, EMPTY))


def test_a_page_by_hand_is_described_by_its_own_words(built: Path) -> None:
    """A page that was described as the whole site is says what it is about itself; the first page keeps the words of the site."""
    finish(built)
    assert 'content="Because it is short.">' in (built / "why.html").read_text(encoding="utf-8")
    assert 'content="All the rules">' in (built / "index.html").read_text(encoding="utf-8")


def test_the_list_of_pages_has_each_case_and_not_the_empty_page(built: Path) -> None:
    """Nobody can come upon the empty page, and no list of pages has it; each case stands there by its address."""
    finish(built)
    assert not (built / "cases" / "empty").exists()
    listed = (built / "sitemap.xml").read_text(encoding="utf-8")
    assert re.findall("<loc>(.*?)</loc>", listed) == ["https://example.org/why.html", f"https://example.org/{CASE}"]


def test_finished_twice_is_told(built: Path) -> None:
    """A folder that is no site that was just built is named, with what to do, and nothing in it is changed."""
    finish(built)
    before = (built / CASE).read_bytes()
    with pytest.raises(UnfinishedError, match="expected a site that was just built: make docs builds it"):
        finish(built)
    result = CliRunner().invoke(main, ["docs", "--finish", str(built)])
    assert result.exit_code == 1 and f"found no {EMPTY}.html" in result.output and "Traceback" not in result.output
    assert (built / CASE).read_bytes() == before


def test_what_is_not_there_is_helped_wherever_it_is_served(built: Path, material: SiteMap) -> None:
    """The page for what is not there has its own style, every game and a search, and finds where the site begins; where that is
    known it is said."""
    finish(built)
    text = (built / "404.html").read_text(encoding="utf-8")
    assert 'href="slap/index.html"' in text and "data-search" in text and "<style>" in text
    assert '"slap"' in text and "location.pathname" in text
    told = not_found_page(material, ["index.md"], "https://example.org/rules/")
    assert '<base href="https://example.org/rules/">' in told and "location.pathname" not in told
