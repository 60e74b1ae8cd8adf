"""The pages about the rules as readers use them: searched, read in words or whole, on paper, in the dark, by keyboard."""

import json
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect
from tests.browser import axe
from tests.browser.conftest import DESKTOP, PHONE, SITE, Opened
from tests.browser.serve import served
from tests.browser.watch import Watch, laid_out
from tests.site.questions import ASKED

KINDS = (
    "index.html", "books.html", "pennies/index.html", "pennies/50-pile.html", "pennies/contents.html", "pennies/questions.html",
    "pennies/words.html", "compare.html", "sources.html", "ids.html", "profiles.html", "border.html", "messages.html",
    "language.html", "protocol.html", "positions.html", "terms.html", "statistics.html", "printings.html", "implementations.html",
    "decisions/index.html", "cases/index.html", "cases/bain/index.html", "cases/canasta/pile.pair/refuses-1.html", "404.html",
    "pennies/sheet.html",
)  # fmt: skip
"""A page of each kind."""
PILE = "pennies/50-pile.html"
CASE = "cases/canasta/pile.pair/refuses-1.html"
LINK = re.compile(r'<a\b[^>]*?\bhref="([^"]+)"')
PLACE = re.compile(r'\b(?:id|name)="([^"]+)"')
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//")
EVERY = 25
"""One case in so many is followed: their pages are all made by the same code."""


# ── links ───────────────────────────────────────────────────────────────────────────────────────────────────


@cache
def places(path: Path) -> frozenset[str]:
    """The places of a page that an address can lead to."""
    return frozenset(unescape(one) for one in PLACE.findall(path.read_text(encoding="utf-8")))


def broken(path: Path) -> Iterator[str]:
    """The links of a page that lead to no file, or to no place of it."""
    for href in dict.fromkeys(unescape(one) for one in LINK.findall(path.read_text(encoding="utf-8"))):
        file, _, anchor = href.partition("#")
        if ELSEWHERE.match(href):
            continue
        there = (path.parent / unquote(file)).resolve() if file else path
        # The desk reads what stands behind its address itself.
        if not there.is_file() or (anchor and there.name != "desk.html" and unquote(anchor) not in {*places(there), "__top"}):
            yield f"{path.relative_to(SITE)}: {href}"


def test_every_link_leads_somewhere(site: str) -> None:
    """No link of a built page leads to a file or a place that is not there."""
    pages = [path for path in sorted(SITE.rglob("*.html")) if path.name != "404.html" and path.name != "not-found.html"]
    cases = [path for path in pages if len(path.relative_to(SITE).parts) > 3]
    followed = [*(path for path in pages if path not in {*cases}), *cases[::EVERY]]
    assert len(followed) > 150
    assert [one for path in followed for one in broken(path)] == []


# ── search ──────────────────────────────────────────────────────────────────────────────────────────────────


def first_found(page: Page, query: str) -> str:
    """The address, from the site's first folder on, of what comes first for a question."""
    field = page.get_by_role("searchbox", name="Search the rules")
    field.fill("")
    expect(page.locator(".search-window .found li")).to_have_count(0)
    field.fill(query)
    page.locator(".search-window .found li").first.wait_for()
    href = page.locator(".search-window .found li > a").first.get_attribute("href")
    assert href is not None
    return unquote(href)


@pytest.mark.parametrize("game", sorted({game for _, game, _ in ASKED}), ids=lambda game: game or "no game")
def test_a_question_is_answered_by_the_first_that_is_found(game: str, desktop: Page, site: str) -> None:
    """What readers ask comes first on the built site, each in the game that it is asked from."""
    desktop.goto(f"{game}/index.html" if game else "index.html")
    desktop.keyboard.press("/")
    found = {query: first_found(desktop, query) for query, where, _ in ASKED if where == game}
    assert found == {query: f"{site}/{path}" for query, where, path in ASKED if where == game}


def test_nothing_of_the_search_is_loaded_before_somebody_writes(desktop: Page) -> None:
    """A view of a page does not load the index; the first keystroke in the field does, once."""
    asked: list[str] = []
    desktop.on("request", lambda request: asked.append(request.url))
    desktop.goto(PILE)
    desktop.get_by_role("button", name="Search").click()
    assert not any("minisearch" in url or "search/index" in url for url in asked)
    desktop.keyboard.type("frozen")
    desktop.locator(".search-window .found li").first.wait_for()
    assert sum("search/index.js" in url for url in asked) == 1


def test_the_search_works_from_a_folder(opened: Opened) -> None:
    """Opened from a folder, without a server, the pages are searched as well."""
    page = opened(viewport=DESKTOP)
    page.goto((SITE / PILE).as_uri())
    page.keyboard.press("/")
    assert first_found(page, "frozen pile").endswith(f"/{PILE}#pile.frozen")


def test_a_hit_is_reached_by_keyboard(desktop: Page) -> None:
    """With nothing but the keyboard the search is opened, asked, walked through, followed and closed."""
    desktop.goto("index.html")
    desktop.keyboard.press("/")
    desktop.keyboard.type("pile.match:1")
    desktop.locator(".search-window .found li").first.wait_for()
    desktop.keyboard.press("ArrowDown")
    expect(desktop.locator(".search-window .found li > a").first).to_be_focused()
    desktop.keyboard.press("ArrowUp")
    expect(desktop.get_by_role("searchbox")).to_be_focused()
    desktop.keyboard.press("Escape")
    expect(desktop.get_by_role("dialog")).to_have_count(0)
    desktop.keyboard.press("/")
    desktop.keyboard.type("pile.match:1")
    desktop.locator(".search-window .found li").first.wait_for()
    desktop.keyboard.press("Enter")
    desktop.wait_for_url("**/canasta/50-pile.html#pile.match:1")
    expect(desktop.locator('[id="pile.match:1"]')).to_be_visible()


# ── how much of a clause is shown ───────────────────────────────────────────────────────────────────────────


def test_a_chapter_is_read_in_words_until_somebody_wants_more(desktop: Page) -> None:
    """A chapter shows words only; who wants lines, or all, chooses it, and the next page knows it."""
    desktop.goto(PILE)
    line, cases = desktop.locator('[id="pile.take:1"]'), desktop.locator("details.cases").first
    expect(line).to_be_hidden()
    desktop.get_by_label("with lines").check()
    expect(line).to_be_visible()
    expect(cases).to_be_hidden()
    desktop.get_by_label("all", exact=True).check()
    expect(cases).to_be_visible()
    desktop.goto("canasta/40-melds.html")
    expect(desktop.get_by_label("all", exact=True)).to_be_checked()
    expect(desktop.locator("details.cases").first).to_be_visible()


@pytest.mark.parametrize("place", ["pile.take:1", "pile.take.others/reading-next-turn-1"])
def test_an_address_shows_what_it_leads_to(place: str, desktop: Page) -> None:
    """The address of a line or of a case shows it, though nobody has asked for lines or cases."""
    desktop.goto(f"canasta/50-pile.html#{place}")
    found = desktop.locator(f'[id="{place}"]')
    expect(found).to_be_visible()
    expect(found).to_be_in_viewport()


def test_an_address_is_led_to_where_all_is_shown(phone: Page) -> None:
    """Who has chosen to see all comes from an address to the very line, be it far down the page and of a second reading, and is
    told there what a refusal by a line that permits means."""
    phone.goto(PILE)
    phone.get_by_label("all", exact=True).check()
    # A page that was open already is not loaded again for another place on it.
    phone.goto("about:blank")
    phone.goto(f"{PILE}#pile.match:2")
    line = phone.locator('[id="pile.match:2"]')
    expect(line).to_be_in_viewport()
    phone.goto(f"{PILE}#pile.match:1")
    expect(phone.locator('[id="pile.match:1"] .want')).to_be_visible()
    expect(line.locator(".want")).to_have_count(0)


def test_a_word_of_the_table_is_explained_by_keyboard(desktop: Page) -> None:
    """A word that is reached by keyboard is explained beside it, and leads to the page of words."""
    desktop.goto(PILE)
    word = desktop.locator("a.term").first
    desktop.keyboard.press("Tab")
    word.focus()
    expect(desktop.locator(".md-tooltip2--active, .md-tooltip--active").first).to_be_visible()
    word.click()
    desktop.wait_for_url("**/terms.html#*")


# ── the first page ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_player_finds_every_game_and_the_desk_on_the_first_page(phone: Page) -> None:
    """From the first page each game, its paper, and the desk are a touch or two away, without the menu and without a terminal."""
    phone.goto("index.html")
    links = phone.locator("article a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    games = {path.parent.name for path in SITE.glob("*/sheet.html")}
    assert games and {f"{game}/index.html" for game in games} | {"desk.html"} <= set(links)
    phone.get_by_role("link", name="Pennies from Heaven").first.click()
    for way in ("Settle a dispute", "Print it: two sides of A4", "Print a card for the table"):
        expect(phone.locator("article").get_by_role("link", name=way)).to_be_visible()
    word = phone.locator("a.term").first
    word.focus()
    expect(phone.locator(".md-tooltip2--active, .md-tooltip--active").first).to_be_visible()


# ── cases ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_case_is_seen_before_it_is_unfolded(phone: Page) -> None:
    """On a phone a case shows its table, the act and the answer; the hands of others and the way there are unfolded by a touch."""
    phone.goto(CASE)
    whole = json.loads((SITE / CASE.replace(".html", ".json")).read_text(encoding="utf-8"))["title"]
    assert phone.title() == "Ordinary Canasta: With a natural pair (pile.pair, refuses-1) - meldspec"
    expect(phone.get_by_role("heading", level=1)).to_have_text(whole)
    expect(phone.get_by_role("img", name="king of diamonds").first).to_be_visible()
    expect(phone.get_by_text("Not allowed").first).to_be_visible()
    way = phone.locator("details.way")
    expect(way.locator("ol")).to_be_hidden()
    way.locator("summary").click()
    expect(way.locator("ol")).to_be_visible()
    answer = phone.request.get(phone.get_by_role("link", name="the case as JSON").evaluate("link => link.href"))
    assert answer.json()["case"] == "canasta/pile.pair/refuses-1"


# ── paper, phone, readers that speak ────────────────────────────────────────────────────────────────────────


def test_a_chapter_is_short_on_paper(desktop: Page) -> None:
    """In words a chapter prints on a few pages, without what belongs to a screen; lines make it longer."""
    desktop.goto(PILE)
    words = desktop.pdf(format="A4").count(b"/Type /Page\n")
    desktop.emulate_media(media="print")
    expect(desktop.locator(".how-much")).to_be_hidden()
    expect(desktop.locator(".search-button")).to_be_hidden()
    desktop.emulate_media(media="screen")
    desktop.get_by_label("with lines").check()
    assert 1 <= words <= 7 and words < desktop.pdf(format="A4").count(b"/Type /Page\n")


def test_nothing_sticks_out_on_a_phone(phone: Page) -> None:
    """No kind of page has to be pushed sideways on a phone."""
    found = {}
    for path in KINDS:
        phone.goto(path)
        if told := laid_out(phone):
            found[path] = told
    assert found == {}


@pytest.mark.parametrize(
    "settings",
    [
        {"viewport": DESKTOP, "color_scheme": "light"},
        {"viewport": DESKTOP, "color_scheme": "dark"},
        {"viewport": PHONE, "color_scheme": "light"},
    ],
    ids=["light", "dark", "phone"],
)
def test_axe_finds_nothing(settings: dict[str, object], opened: Opened) -> None:
    """No kind of page has anything that axe knows to keep people from reading it; with all of each clause shown."""
    script = axe.script()
    if script is None:
        pytest.skip(f"axe-core {axe.VERSION} is not to be had by npm")
    page = opened(**settings)
    page.add_init_script("localStorage.setItem('meldspec.show', 'all')")
    found = {}
    for path in KINDS:
        page.goto(path)
        if told := axe.violations(page, script):
            found[path] = told
    assert found == {}


def test_axe_finds_nothing_in_the_search(desktop: Page) -> None:
    """The window of the search has a name, and nothing in it keeps anybody from using it."""
    script = axe.script()
    if script is None:
        pytest.skip(f"axe-core {axe.VERSION} is not to be had by npm")
    desktop.goto("index.html")
    desktop.keyboard.press("/")
    first_found(desktop, "frozen pile")
    assert axe.violations(desktop, script) == []


def test_the_first_column_stays_where_games_are_compared(phone: Page) -> None:
    """However far the table of all games is pushed, what a row is about stays at its left."""
    phone.goto("compare.html")
    table, title = phone.locator(".compared"), phone.locator(".compared tbody th").nth(1)
    before = title.bounding_box()
    table.evaluate("table => table.scrollTo(500, 0)")
    after = title.bounding_box()
    assert before is not None and after is not None and abs(before["x"] - after["x"]) < 2


# ── what is not there ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("where", ["site/nothing.html", "site/pennies/nothing.html", "site/cases/canasta/no.such/case-1.html"])
def test_an_address_without_a_page_leads_on(where: str, opened: Opened, watch: Watch) -> None:
    """Wherever the site lies on a host, an address at which there is nothing leads to every game, and can be searched from."""
    with served(SITE.parent) as home:
        watch.home = home
        page = opened(viewport=DESKTOP)
        page.route(f"{home}/{where}", lambda route: route.fulfill(path=SITE / "404.html", content_type="text/html"))
        page.goto(f"{home}/{where}")
        page.get_by_role("searchbox").fill("frozen pile")
        page.locator(".found li").first.wait_for()
        page.locator("main > ul").get_by_role("link", name="Pennies from Heaven").click()
        page.wait_for_url(f"{home}/site/pennies/index.html")
        assert "Pennies from Heaven" in page.title()
        # The page is gone before the host is, and asks for no picture that nobody answers.
        page.close()
