"""The addresses of clauses and cases, each of which leads to its place on the pages, and the titles by which pages are found."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from meldspec.book.addresses import Addresses, Target, case_page
from meldspec.site.checks import printed_once
from meldspec.site.heads import title_of_page
from meldspec.site.printed import line_ids
from meldspec.site.site_map import SiteMap

from .conftest import HAND

ANCHOR = re.compile(r'\bid="([^"]+)"|\{ #(\S+)')


@pytest.fixture(scope="module")
def anchors(whole_files: dict[str, str]) -> set[str]:
    """Every place of the project's own site, as its address begins from the first folder on."""
    pages = {path.removesuffix(".md"): text for path, text in whole_files.items() if path.endswith(".md")}
    found = ((page, unescape(first or second)) for page, text in pages.items() for first, second in ANCHOR.findall(text))
    return {Target(page, anchor).path for page, anchor in found}


def test_the_form_of_an_address(whole: SiteMap) -> None:
    """A clause, a line, a question and a case have the addresses that they have always had, below whatever the site's own is."""
    addresses = Addresses(whole.books["canasta"].book)
    assert addresses.clause("pile.take").path == "canasta/50-pile.html#pile.take"
    assert addresses.clause("pile.take:3").path == "canasta/50-pile.html#pile.take:3"
    assert addresses.clause("pile.take.others").path == "canasta/50-pile.html#pile.take.others"
    case = addresses.case("canasta/pile.take.others/reading-next-turn-1", "pile.take.others")
    assert case.path == "canasta/50-pile.html#pile.take.others/reading-next-turn-1"
    assert case.at("https://example.org/rules/") == f"https://example.org/rules/{case.path}"
    assert case.at("") == case.path
    assert (
        case_page("canasta/pile.take.others/reading-next-turn-1").path == "cases/canasta/pile.take.others/reading-next-turn-1.html"
    )
    assert Addresses(whole.books["manzana"].book).clause("pile.take").path.startswith("manzana/")


def test_every_clause_and_line_and_question_has_its_place(whole: SiteMap, anchors: set[str]) -> None:
    """Whatever of a book is named by an id is found at its address."""
    for book in whole.books.values():
        lines = [id for article in book.articles.values() for id in line_ids(article.entry)]
        named = [*book.articles, *book.book.questions(), *lines, *(dropped.clause.id for dropped in book.book.dropped)]
        assert [id for id in named if book.addresses.clause(id).path not in anchors] == []


def test_every_case_has_its_place(whole: SiteMap, anchors: set[str]) -> None:
    """Every case of the corpus is found at its address."""
    cases = [case for cases in whole.cases.values() for case in cases]
    assert len(cases) > 1000
    assert [case.id for case in cases if whole.case(case.variant, case).path not in anchors] == []


def test_a_title_names_the_game(whole: SiteMap, whole_files: dict[str, str]) -> None:
    """No two pages have the same title, since those of a game begin with its own."""
    # Those aside in whose place there is one written by hand.
    pages = {path: text for path, text in whole_files.items() if path.endswith(".md") and path not in HAND}
    titles = [json.loads(title) for text in pages.values() for title in re.findall(r'\A---\ntitle: (".*")', text)]
    assert len(titles) > 100 and len({*titles}) == len(titles)
    assert "Pennies from Heaven: 6. The discard pile" in titles
    assert title_of_page("protocol.md", "# The protocol\n", whole) == "The protocol"


def test_a_case_without_its_place_is_told(material: SiteMap, files: dict[str, str]) -> None:
    """A page that lost the anchor of a case is not published."""
    case = material.cases["slap"][0]
    anchor = f' id="{material.case("slap", case).anchor}"'
    lost = {path: text.replace(anchor, "") for path, text in files.items()}
    assert lost != files
    told = list(printed_once(material.books["slap"], lost, material.cases["slap"]))
    assert any(f"the case {case.id.removeprefix('slap/')} is printed never" in line for line in told), told
