"""Each case has a page of its own: what is asked, the table, the act, the answer with its clause, and how it comes there."""

import json
import re
from dataclasses import replace

import pytest

from meldspec.engine.rulebook import Library
from meldspec.protocol.case import Case, case_from_json
from meldspec.site.case_pages import case_files, cases_index
from meldspec.site.case_rulings import case_rulings
from meldspec.site.heads import described
from meldspec.site.share import decode
from meldspec.site.site_map import SiteMap

from .test_cards import words

REFUSED = "cases/slap/snap.calling/refuses-1"


@pytest.fixture
def page(files: dict[str, str]) -> str:
    """The page of a case in which a slap is refused."""
    return files[f"{REFUSED}.html"]


def ruled(site: SiteMap, case: Case) -> SiteMap:
    """A site with this one case, and what the rules say of it."""
    few = replace(site, cases={case.variant: [case]})
    return replace(few, rulings=case_rulings(few.cases, Library.read()))


def part(page: str, id: str) -> str:
    """What is to be read of a part of the page."""
    return words(page.partition(f'<h2 id="{id}">')[2].partition("<h2")[0].partition("<details")[0])


def test_a_case_is_asked_shown_and_answered(page: str) -> None:
    """First stands what is asked, then the table before the act, the act, and the answer with the line that refuses."""
    assert re.findall('<h2 id="([a-z]+)"', page)[:4] == ["asked", "table", "act", "answer"]
    assert part(page, "asked").startswith("May this be done? 1.2 Slapping snap.calling :")
    assert part(page, "table") == "The table To act seat 0 Seat 0 Q♦ Pile Q♣ A♥ 2 cards"
    assert part(page, "act") == "The act Seat 0 does 'snap'."
    assert part(page, "answer").startswith("The answer Not allowed by snap.calling:4")


def test_how_it_comes_there_is_folded(page: str) -> None:
    """All requests from the deal on stand at the end, folded, the cards spelt as they are sent, the decisive one marked."""
    way = page.partition('<details class="way">')[2]
    assert words(way).startswith("How it comes there, act by act: a deal and")
    assert "seat 0: QC QD" in way and way.count("This is what the case leads to.") == 1


def test_a_case_lies_beside_its_page_as_json(files: dict[str, str], material: SiteMap) -> None:
    """The JSON beside the page is the case, as an implementation is sent it."""
    case = case_from_json(json.loads(files[f"{REFUSED}.json"]))
    assert case in material.cases["slap"]


def test_every_case_has_its_page_and_is_listed(files: dict[str, str], material: SiteMap) -> None:
    """No case of the corpus is without its page, and the list of its game leads to each."""
    listed = dict(cases_index(material))["cases/slap/index"]
    for case in material.cases["slap"]:
        assert f"cases/{case.id}.html" in files
        assert f'href="{case.id.removeprefix("slap/")}.html"' in listed


def test_another_reading_is_told_in_words(files: dict[str, str]) -> None:
    """What another reading makes of the act is told with what it asks and what it says."""
    told = part(files["cases/slap/snap.calling.late/reading-1.html"], "otherwise")
    assert told.startswith("Under other readings Not allowed: ") and told.endswith("No. ( snap.calling.late=may-not )")


def test_the_desk_is_offered_where_there_is_one(whole: SiteMap) -> None:
    """Where the site has a desk a case opens in it, with its table and its act; where it has none nothing leads there."""
    case = next(one for one in whole.cases["manzana"] if one.id == "manzana/pile.pair/allows-1")
    told = ruled(whole, case)
    page = dict(case_files(told, True))[f"cases/{case.id}.html"]
    link = re.search('href="../../../desk.html#([^"]+)"', page)
    assert link is not None
    shared = decode(link[1])
    assert shared.variant == "manzana" and shared.act is not None and shared.act["action"]["type"] == "take"
    assert shared.position is not None and shared.position["phase"] == "draw"
    assert "desk.html" not in dict(case_files(told, False))[f"cases/{case.id}.html"]


def test_reasons_stand_with_the_verdict(whole: SiteMap) -> None:
    """A refused take says why each way is closed, the clause beside it, as `meldspec case` does."""
    case = next(one for one in whole.cases["canasta"] if one.id == "canasta/pile.pair/refuses-1")
    page = dict(case_files(ruled(whole, case), False))[f"cases/{case.id}.html"]
    assert "One of these ways would have to be open, and none is:" in page
    assert "The pile is frozen: a wild card lies in it ( 2♠ )." in part(page, "answer")


def test_a_list_is_asked_for_and_other_lists_are_told(whole: SiteMap) -> None:
    """Of a list the page says how many plays an act of it has at most, and what another reading adds to it or leaves out."""
    case = next(one for one in whole.cases["canasta"] if one.id == "canasta/pile.wild/lists-1")
    page = dict(case_files(ruled(whole, case), False))[f"cases/{case.id}.html"]
    assert part(page, "act").startswith("What is asked there What may seat")
    assert part(page, "act").endswith("do, with one play at most?")
    assert "Another list:" in part(page, "otherwise")


# ── descriptions ────────────────────────────────────────────────────────────────────────────────────────────


def test_a_description_is_the_first_sentences() -> None:
    """A page is described by what it says first, without marks, and by whole sentences where they are many."""
    assert (
        described("# Title\n\n<p class=\"origin\"><a href='x'>Game, of course.</a></p>\n\nA *pile* is [taken](x.md).\n")
        == "A pile is taken."
    )
    long = "Whoever takes the pile lays its top card in the same act, as it is told here. " * 4
    assert described(long) == "Whoever takes the pile lays its top card in the same act, as it is told here. " + (
        "Whoever takes the pile lays its top card in the same act, as it is told here."
    )
    assert described("# Nothing\n\n- a list\n") == ""
