"""What is wrong with pages, or with the ids that data speak of, is found and named."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from meldspec.position.profiles import Profile
from meldspec.protocol.case import About
from meldspec.site.checks import broken_links, printed_once, unknown_ids, wrong_pages
from meldspec.site.markup import slugged
from meldspec.site.site_map import SiteMap
from meldspec.sources.ledger import LedgerError, ledger_from

PAGE = "slap/10-snap.md"
HEADING = "## 1.2 Slapping { #snap.calling .clause .replaced }"
LINE = '<p class="under" id="snap.calling:4">'


def test_pages_as_written_are_right(material: SiteMap, files: dict[str, str]) -> None:
    """Pages that nobody has touched print everything once and lead everywhere."""
    assert list(wrong_pages(material, files)) == []


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (HEADING, "## 1.2 Slapping", "the clause snap.calling is printed never"),
        (HEADING, f"{HEADING}\n\n{HEADING}", "the clause snap.calling is printed 2 times"),
        (HEADING, f"{HEADING}\n\n## 9 New {{ #snap.new .clause }}", "the clause snap.new, which the book does not have"),
        (LINE, "<p>", "the line snap.calling:4 is printed never"),
        (LINE, f"{LINE}</p>{LINE}", "the line snap.calling:4 is printed 2 times"),
    ],
)
def test_doctored_page_is_told(before: str, after: str, told: str, material: SiteMap, files: dict[str, str]) -> None:
    """A clause or line that a page lacks, has twice or has made up is named."""
    assert files[PAGE].count(before) == 1
    files[PAGE] = files[PAGE].replace(before, after)
    found = list(printed_once(material.books["slap"], files))
    assert any(told in line for line in found), found


def test_clause_on_two_pages_is_told(material: SiteMap, files: dict[str, str]) -> None:
    """A page left over from an earlier printing makes its clauses printed twice."""
    files["slap/09-old.md"] = files[PAGE]
    found = list(printed_once(material.books["slap"], files))
    assert "slap: the clause snap.cards is printed 2 times" in found[0]


@pytest.mark.parametrize(
    ("link", "told"),
    [
        ("[a](nowhere.md)", "there is no nowhere.md"),
        ("[a](snap/10-snap.md#snap.none)", "snap/10-snap.md has no anchor snap.none"),
        ('<a href="slap/10-snap.html#none">a</a>', "slap/10-snap.md has no anchor none"),
        ("[a](#none)", "index.md has no anchor none"),
    ],
)
def test_link_that_leads_nowhere_is_told(link: str, told: str, files: dict[str, str]) -> None:
    """A link to a page or a place on it that does not exist is named with its page."""
    files["index.md"] += f"\n{link}\n"
    (found,) = broken_links(files)
    assert found.startswith("index.md: the link ") and told in found


@pytest.mark.parametrize("link", ["[a](clauses.json)", "[a](#start)", "[a](https://example.org/x)", "`[a](none.md)`"])
def test_link_that_leads_somewhere_is_let_be(link: str, files: dict[str, str]) -> None:
    """A link to a file, to a heading or to another host is right, and what stands in code is no link."""
    files["index.md"] += f"\n{link}\n"
    assert list(broken_links(files)) == []


def test_anchors_of_headings() -> None:
    """A heading without a name of its own gets the anchor that the site's builder gives it."""
    assert slugged("What's *differs*: 2nd — time") == "whats-differs-2nd-time"


def test_known_ids_are_right(material: SiteMap) -> None:
    """Everything that the small site's data speak of exists."""
    assert list(unknown_ids(material)) == []


def spoilt(**fields: Any) -> Callable[[SiteMap], SiteMap]:
    """The material with its first case changed."""
    return lambda material: replace(material, cases={"slap": [replace(material.cases["slap"][0], **fields)]})


def with_profile(variant: str, question: str, reading: str) -> Callable[[SiteMap], SiteMap]:
    """The material with one profile."""
    return lambda material: replace(material, profiles={"odd": Profile("Odd", variant, {question: reading})})


def with_ledger(text: str) -> Callable[[SiteMap], SiteMap]:
    """The material with one ledger."""
    return lambda material: replace(material, ledgers=[ledger_from("ledger/odd.yaml", text)])


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (spoilt(about=About(("snap.laying",), ())), "slap has no clause snap.laying"),
        (spoilt(about=About((), ("snap.calling.early",))), "slap has no question snap.calling.early"),
        (spoilt(because=((), (), (), ("snap.calling:12",))), "slap has no line snap.calling:12"),
        (with_profile("slap", "snap.calling.late", "maybe"), "has no reading maybe, expected one of: may, may-not"),
        (with_profile("slap", "snap.late", "may"), "profiles.yaml: odd: slap has no question snap.late"),
        (with_profile("slop", "snap.calling.late", "may"), "there is no book slop"),
        (
            with_ledger("{source: sheet, variant: slap, facts: {SL-F01: {says: So., clauses: [snap.slapping]}}}"),
            "no clause or question snap.slapping",
        ),
        (with_ledger("{source: paper, variant: slap, facts: {}}"), "there is no source paper"),
        (lambda material: replace(material, moot={"slop": {}}), "moot.yaml: there is no book slop"),
    ],
)
def test_id_of_nothing_is_told(spoil: Callable[[SiteMap], SiteMap], told: str, material: SiteMap) -> None:
    """An id in a case, a profile or a ledger that stands for nothing is named with its place."""
    found = list(unknown_ids(spoil(material)))
    assert any(told in line for line in found), found


@pytest.mark.parametrize(("text", "told"), [("a: [", "no-yaml"), ("- a", r"wrong-value\n  found: \['a'\] is not a map")])
def test_ledger_that_is_none_is_told(text: str, told: str) -> None:
    """A ledger that is no map is refused with its name."""
    with pytest.raises(LedgerError, match=rf"odd\.yaml:1:\d: {told}"):
        ledger_from("odd.yaml", text)
