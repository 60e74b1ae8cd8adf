"""Disputes settled at the desk, in a real browser: by taps, by keys, from links, without a network, when something breaks."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser import axe
from tests.browser.conftest import SITE, Opened
from tests.browser.desk import KEPT, TAKE, answered, at, laid_in, link, opened, pick, tap, verdict, worked, worked_verdict
from tests.browser.watch import Watch, laid_out

from meldspec.data import folder
from meldspec.site.desk_files import PRINTING
from meldspec.site.share import Shared, decode, encode
from meldspec.sources.marked_file import read_marked

if not laid_in():
    pytest.skip("the desk is not laid into the site: make desk", allow_module_level=True)


# ── from an empty table ─────────────────────────────────────────────────────────────────────────────────────


def test_a_dispute_is_settled_by_taps(phone: Page) -> None:
    """Two kings of the hand take the top king, but thirty points do not open; with aces laid besides they do."""
    opened(phone)
    pick(phone, "pile-edit", "4", "K")
    pick(phone, "hand-0-edit", "K", "K", "5", "6")
    tap(phone, "act-take", "hand-0-0", "hand-0-1", "play-to-new", "may-i")
    assert verdict(phone) == "No, unless …"
    assert "the minimum is 50" in answered(phone).inner_text()
    assert laid_out(phone) == ""
    # With four aces laid besides it is enough.
    pick(phone, "hand-0-edit", "A", "A", "A")
    tap(phone, "hand-0-4", "hand-0-5", "hand-0-6", "play-to-new", "may-i")
    assert verdict(phone) == "Yes, unless …"


def test_a_dispute_is_settled_by_keys_alone(desktop: Page) -> None:
    """Without a mouse: cards are picked, the act is put together and asked about by Tab, Enter and Space."""
    opened(desktop)

    def go(key: str) -> None:
        for _ in range(200):
            if desktop.evaluate("document.activeElement.dataset.key ?? ''") == key:
                return
            desktop.keyboard.press("Tab")
        raise AssertionError(f"{key} is not come to by Tab")

    for opener, ranks in (("pile-edit", "9"), ("hand-0-edit", "995")):
        go(opener)
        desktop.keyboard.press("Enter")
        for rank in ranks:
            go(f"rank-{rank}")
            desktop.keyboard.press("Space")
        desktop.keyboard.press("Escape")
    for key in ("act-take", "hand-0-0", "hand-0-1", "play-to-new", "may-i"):
        go(key)
        desktop.keyboard.press("Enter")
    assert verdict(desktop) == "No."
    assert desktop.evaluate("document.activeElement.classList.contains('answer')")


def test_what_no_table_shows_is_asked_for(phone: Page) -> None:
    """Whether the foot may be taken up turns on what nobody sees; a tap tells it, and the verdict is another one."""
    melds = ["QC QC QD QD QH QH QS", "KC KC KD KD KH KH KS"]
    position: dict[str, Any] = {
        "turn": 0,
        "phase": "play",
        "hands": ["4H 5D 9S", 13, 13, 13],
        "feet": [13] * 4,
        "sides": [{"melds": melds}, {}],
    }
    shared = Shared("bain", position=position, act={"action": {"type": "draw"}})
    opened(phone, f"desk.html#{encode(shared)}")
    assert verdict(phone) == "No, unless …"
    before = phone.locator(".asked").count()
    assert before
    for _ in range(3):
        if not phone.locator(".asked").count():
            break
        phone.locator(".asked").first.get_by_role("button", name=re.compile("^(yes|you)")).first.click()
        answered(phone)
    assert verdict(phone) == "Yes."
    told = phone.locator(".remembered")
    assert "You: yes" in told.inner_text() and not re.search(r"\d", told.inner_text())
    # An answer that was a slip is mended by a tap, and one that nobody knows is taken back.
    told.get_by_role("button", name="no, after all").first.click()
    answered(phone)
    assert verdict(phone) == "No."
    while phone.locator(".remembered").count():
        told.get_by_role("button", name="take back").first.click()
        answered(phone)
    assert verdict(phone) == "No, unless …"


def test_the_top_card_goes_with_what_is_laid(phone: Page) -> None:
    """Who takes the pile and taps a king and a joker of the hand is ruled on with the top king among them, without tapping it; and
    is not told that two cards are no meld."""
    opened(phone)
    pick(phone, "pile-edit", "K")
    pick(phone, "hand-0-edit", "K", "JK", "5", "9")
    tap(phone, "act-take", "hand-0-0", "hand-0-1", "may-i")
    assert verdict(phone) == "No, unless …"
    told = answered(phone).inner_text()
    assert "With a natural card and a wild one" in told and "are no meld" not in told
    assert "May a side open with a natural card and a wild one?" in phone.locator(".readings-told").inner_text()


def test_what_is_chosen_and_what_is_laid(phone: Page) -> None:
    """Cards that were tapped before the act stay chosen; what is laid cannot be tapped again until it is taken back; where a meld
    lies, it is asked whether cards go there or make a new one; and of a discard, which card: nothing is ruled on before."""
    opened(phone, link(KEPT | {"phase": "play", "hands": ["AC AD AH AS 5C 9D", 11, 11, 11]}))
    held = [at(phone, f"hand-0-{number}") for number in range(4)]
    tap(phone, "hand-0-0", "hand-0-1", "hand-0-2", "act-meld", "may-i")
    assert "Where do the cards go" in phone.locator(".lacks").inner_text()
    tap(phone, "play-to-new")
    assert [one.is_disabled() for one in held] == [True, True, True, False]
    tap(phone, "may-i")
    assert verdict(phone) == "Yes."
    tap(phone, "play-0-drop")
    assert not any(one.is_disabled() for one in held)
    tap(phone, "hand-0-0", "hand-0-1", "act-discard", "may-i")
    assert "choose one of them" in phone.locator(".lacks").inner_text()
    tap(phone, "hand-0-1", "may-i")
    assert "discard" in answered(phone).inner_text() and phone.locator(".lacks").count() == 0


def test_what_is_told_above_is_led_to(phone: Page) -> None:
    """Where a verdict turns on the deal of the match, a tap leads to where that is told, and the verdict follows it."""
    opened(phone)
    at(phone, "game").select_option("kadner")
    at(phone, "foot-0-lies").wait_for()
    tap(phone, "phase-play")
    pick(phone, "hand-0-edit", "8", "8", "8", "J", "J", "JK", "5", "6", "A")
    tap(phone, "act-meld", "hand-0-0", "hand-0-1", "hand-0-2", "play-to-new", "hand-0-3", "hand-0-4", "hand-0-5", "may-i")
    assert verdict(phone) == "Yes, unless …"
    tap(phone, "turns-0-where")
    assert at(phone, "deal1").is_visible()
    tap(phone, "deal1", "deal1", "may-i")
    assert verdict(phone) == "No, unless …"


def test_what_a_list_turns_on_is_answered_by_a_tap(phone: Page) -> None:
    """Below what may be done stands what it turns on, with what else there would be; a tap tells it, and the list is made anew."""
    opened(phone, link(KEPT))
    phone.locator(".told", has_text="What may be done turns on this").wait_for()
    turning = phone.locator(".asked", has_text="refused")
    before = turning.count()
    assert before and "no longer legal: ask" in turning.first.inner_text()
    turning.first.get_by_role("button", name="yes").first.click()
    phone.locator(".remembered").wait_for()
    assert answered(phone).locator(".choices").count() == 1
    assert phone.locator(".asked", has_text="refused").count() < before


PROGRESS = """() => {
  window.progress = [];
  new MutationObserver(() => {
    const told = document.querySelector(".looking")?.textContent ?? "";
    if (told && progress.at(-1) !== told) progress.push(told);
  }).observe(document.querySelector(".desk"), {subtree: true, childList: true, characterData: true});
}"""


def test_how_far_the_other_readings_are_is_told(phone: Page) -> None:
    """While other readings are looked at it is told how many of how many were, and nothing of it is left at the end."""
    opened(phone)
    opened(phone, worked(phone, "pennies-books-minimum"))
    answered(phone)
    phone.evaluate(PROGRESS)
    tap(phone, "may-i")
    phone.wait_for_function("progress.length > 0")
    answered(phone)
    found = [re.search(r"(\d+) of (\d+) were looked at", told) for told in phone.evaluate("progress")]
    numbers = [(int(one[1]), int(one[2])) for one in found if one]
    assert numbers == sorted(numbers) and len({count for _, count in numbers}) <= 1
    assert phone.locator(".looking").count() == 0


def test_what_may_be_done_is_listed_and_can_be_asked_about(phone: Page) -> None:
    """All that may be done is listed, and a tap on one of it rules on that."""
    opened(phone, link(KEPT))
    assert "You may" in answered(phone).inner_text()
    phone.locator(".choices button.line").first.click()
    assert verdict(phone) == "Yes."


def test_a_deal_is_counted_line_by_line(phone: Page) -> None:
    """At the end of a deal each side has a sheet whose rules add up to what the deal brings, all points below each other and all in
    words."""
    opened(phone)
    opened(phone, worked(phone, "pennies-score"))
    sheet = answered(phone).locator("table")
    assert sheet.count() == 2
    for number, brings in enumerate((3900, 1350)):
        points = sheet.nth(number).locator("tr:is(.clause, .row) td:last-child")
        assert sum(map(int, sheet.nth(number).locator("tr.clause td:last-child").all_inner_texts())) == brings
        assert len({round(box["x"] + box["width"]) for one in points.all() if (box := one.bounding_box())}) == 1
        assert not re.search(r"[a-z]\.[a-z-]+:\d", sheet.nth(number).inner_text())
    told = answered(phone).locator(".verdict").inner_text()
    assert "somebody went out (you)" in told and "You 3900, the others 1350" in told


# ── worked questions and links ──────────────────────────────────────────────────────────────────────────────

OF_EACH_GAME = (
    "canasta-match-the-top",
    "pennies-pair-on-five",
    "dollars-joker-last",
    "railroad-second-heap",
    "bain-take-for-garbage",
    "kadner-wild-top",
    "manzana-forced-take",
)


def test_each_game_is_ruled_on_as_the_page_says(phone: Page) -> None:
    """A worked question of each of the seven games gets at the desk the answer that stands on the page."""
    opened(phone)
    for name in OF_EACH_GAME:
        opened(phone, worked(phone, name))
        assert verdict(phone) == worked_verdict(phone, name), name
        # Of the choice of the next game nothing of this one must be left.
        phone.goto("desk.html#")


def test_a_shared_link_opens_in_another_profile(phone: Page, opened: Opened) -> None:
    """Whoever is sent a link sees the same table and the same verdict, in a browser that knows nothing of the first."""
    phone.goto(link(KEPT, TAKE))
    assert verdict(phone) == "Yes."
    tap(phone, "play-0-drop", "hand-0-0", "play-to-new", "may-i")
    mine = verdict(phone), answered(phone).locator(".says").all_inner_texts()
    other = opened()
    other.goto(phone.url)
    assert (verdict(other), answered(other).locator(".says").all_inner_texts()) == mine


def test_a_case_opens_at_the_desk(phone: Page) -> None:
    """From the page of a case its table and its act open at the desk, and the verdict is the one that the case expects."""
    phone.goto("cases/pennies/pile.pair/refuses-1.html")
    phone.get_by_role("link", name="open it in the desk").click()
    assert verdict(phone) == "No."


def test_back_and_forward_lead_through_what_was_asked(phone: Page) -> None:
    """The browser's own steps back and forward lead from one question to another."""
    opened(phone, link(KEPT, TAKE))
    assert verdict(phone) == "Yes."
    tap(phone, "act-draw", "may-i")
    phone.wait_for_url(lambda url: "act" not in url and decode(url.partition("#")[2]).act == {"action": {"type": "draw"}})
    assert "draw" in answered(phone).inner_text()
    phone.go_back()
    phone.locator(".verdict", has_text="take the pile").wait_for()
    phone.go_forward()
    phone.locator(".verdict", has_text="draw from the stock").wait_for()


def test_a_link_of_another_printing_says_so(phone: Page) -> None:
    """A link that was made under other rules is ruled under these, and that is said."""
    opened(phone, link(KEPT, TAKE, digest="0" * 16))
    assert "another printing" in phone.locator(".note").inner_text()
    assert verdict(phone) == "Yes."


@pytest.mark.parametrize("spoilt", ["v1.AAAA", "v9.AAAA", link(KEPT).partition("#")[2][:-6]])
def test_a_spoilt_link_is_told(phone: Page, spoilt: str) -> None:
    """A link that cannot be read is told to be so, and the desk can be used all the same."""
    opened(phone, f"desk.html#{spoilt}")
    assert "cannot be opened" in phone.locator(".note").inner_text()
    pick(phone, "hand-0-edit", "K")


def test_a_table_that_cannot_be_is_told_beside_its_field(phone: Page) -> None:
    """Nine kings of hearts in a hand, and a meld that is none: each is told where it stands, and nothing is ruled; nor where it is
    the turn of a seat that there is not."""
    broken = KEPT | {"sides": [{"melds": ["8C 8D KD"]}, {}], "hands": ["KH KH KH 4D", 11, 11, 11]}
    opened(phone, link(broken, TAKE))
    phone.locator(".side.own .wrong").wait_for()
    assert phone.locator(".side.own .wrong").get_by_role("img", name="king of diamonds").count()
    assert phone.locator(".hand .wrong").is_visible()
    assert phone.locator(".answer .because").count() == 0
    opened(phone, link(KEPT | {"turn": 9}, TAKE))
    phone.locator(".moment .wrong").wait_for()


def test_the_file_of_a_table_is_read_as_the_same_table(phone: Page) -> None:
    """What the desk shows as a file is what `meldspec rule` reads: the very fields."""
    opened(phone, link(KEPT, TAKE))
    verdict(phone)
    tap(phone, "as-file")
    text = phone.locator(".answer pre").inner_text()
    told = read_marked(text, "copied").value
    assert told == {**KEPT, "options": {}, "readings": {}, "act": TAKE}


# ── files ───────────────────────────────────────────────────────────────────────────────────────────────────


def picked(page: Page, name: str, data: bytes) -> None:
    """Pick a file as a reader does."""
    with page.expect_file_chooser() as chooser:
        tap(page, "open-file")
    chooser.value.set_files({"name": name, "mimeType": "", "buffer": data})


def test_a_file_is_opened_and_ruled_on(phone: Page) -> None:
    """A position file of the examples, picked on the phone, lies on the table and gets its verdict; its link tells the same."""
    opened(phone)
    name = "pennies-pair-on-five"
    picked(phone, f"{name}.yaml", (folder("docs") / "examples" / f"{name}.yaml").read_bytes())
    assert verdict(phone) == worked_verdict(phone, name)
    assert f"{name}.yaml lies on the table" in phone.locator(".note").inner_text()
    phone.wait_for_url("**/desk.html#v1.*")
    assert decode(phone.url.partition("#")[2]).variant == "pennies"


DROP = """([name, text]) => {
  const told = new DataTransfer();
  told.items.add(new File([text], name));
  document.querySelector(".desk").dispatchEvent(new DragEvent("drop", {dataTransfer: told, bubbles: true, cancelable: true}));
}"""


def test_a_file_is_dropped(desktop: Page) -> None:
    """A file that is dropped on the desk is opened like one that was picked, and what the desk gives as a file opens again."""
    opened(desktop, link(KEPT, TAKE))
    assert verdict(desktop) == "Yes."
    tap(desktop, "as-file")
    text = desktop.locator(".answer pre").inner_text()
    desktop.goto("desk.html#")
    tap(desktop, "act-draw")
    desktop.evaluate(DROP, ["mine.yaml", text])
    desktop.locator(".note", has_text="mine.yaml lies on the table").wait_for()
    assert verdict(desktop) == "Yes." and "take the pile" in answered(desktop).inner_text()


BAD_FILES: dict[str, tuple[bytes, str]] = {
    "a picture": (b"\x89PNG\r\n\x1a\n\xff\xd8", "no text"),
    "a film": (b"0" * 300_000, "300000 bytes"),
    "a list": (b"- KC\n- KD\n", "Line 1"),
    "no game": (b"turn: 0\n", "variant"),
    "no card": (b"variant: canasta\nturn: 0\nphase: draw\npile: 9X\nhands: [KC, 11, 11, 11]\n", "Line 4"),
}


def test_a_file_that_is_none_is_refused_in_words(phone: Page) -> None:
    """What is no position file is refused with what is wrong and where, and the table stays as it was."""
    opened(phone)
    pick(phone, "hand-0-edit", "K")
    for sort, (data, words) in BAD_FILES.items():
        picked(phone, f"{sort}.yaml", data)
        phone.locator(".files", has_text=f"{sort}.yaml cannot be opened").wait_for()
        assert words in phone.locator(".files .wrong").inner_text(), sort
        assert at(phone, "hand-0-0").is_visible()


# ── when something is not there ─────────────────────────────────────────────────────────────────────────────

NOTED = "window.Worker = class extends Worker { constructor(...told) { super(...told); window.lastWorker = this; } };"


def test_a_worker_that_was_ended_is_begun_again(phone: Page) -> None:
    """Where what rules was ended, as on a phone that ran out of memory, the desk says so, begins again and answers."""
    phone.add_init_script(NOTED)
    opened(phone, link(KEPT, TAKE))
    assert verdict(phone) == "Yes."
    phone.evaluate("lastWorker.terminate()")
    tap(phone, "act-draw", "may-i")
    phone.locator(".status", has_text="begun again").wait_for()
    phone.locator(".verdict", has_text="draw from the stock").wait_for()


SPOILT = """async () => {
  const told = () => new Response(new Blob(["spoilt".repeat(1000)]).stream().pipeThrough(new CompressionStream("gzip")));
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const kept of await cache.keys()) {
      if (kept.url.includes("/memory-")) await cache.put(kept, told());
    }
  }
}"""


def test_the_desk_rules_without_a_network(phone: Page, watch: Watch) -> None:
    """Once its reader has had it kept, and not before, the desk rules without any network, and begins from the memory that the
    device keeps, or where that is spoilt as if there were none."""
    opened(phone)
    assert phone.evaluate("caches.keys()") == []
    tap(phone, "keep")
    phone.locator(".kept", has_text="rules without a network").wait_for()
    phone.wait_for_function("navigator.serviceWorker.controller !== null")
    phone.context.set_offline(True)
    for remembered in ("yes", "no"):
        opened(phone, "desk.html")
        phone.goto(link(KEPT, TAKE))
        assert verdict(phone) == "Yes."
        assert phone.locator("#desk").get_attribute("data-remembered") == remembered
        phone.evaluate(SPOILT)
    watch.wrong[:] = [told for told in watch.wrong if "INTERNET_DISCONNECTED" not in told]


def test_a_site_without_the_desk_says_so(phone: Page) -> None:
    """Where the pages were published without what rules, the page says so, and answers the worked questions."""
    told = json.loads((SITE / PRINTING).read_text("utf-8"))
    phone.route(f"**/{PRINTING}", lambda route: route.fulfill(json={**told, "runtime": None}))
    phone.goto("desk.html")
    phone.locator(".why", has_text="left out").wait_for()
    phone.locator("#worked-canasta-match-the-top summary").click()
    assert phone.locator("#worked-canasta-match-the-top", has_text="Yes.").is_visible()


def test_from_a_folder_the_page_says_why_it_cannot_rule(phone: Page) -> None:
    """Opened from a folder, the page says that it needs a web server, and answers the worked questions."""
    phone.goto(Path(SITE / "desk.html").as_uri())
    phone.locator(".why", has_text="opened from a folder").wait_for()
    phone.locator("#worked-canasta-match-the-top summary").click()
    assert phone.locator("#worked-canasta-match-the-top", has_text="Yes.").is_visible()


# ── for every reader ────────────────────────────────────────────────────────────────────────────────────────

SMALL = """() => [...document.querySelectorAll(".desk button, .desk select, .desk summary")]
    .filter(one => one.checkVisibility() && Math.min(one.offsetWidth, one.offsetHeight) < 44)
    .map(one => `${one.dataset.key} ${one.offsetWidth}x${one.offsetHeight}`)"""
NAMELESS = """() => [...document.querySelectorAll(".desk button")].filter(one =>
    !(one.getAttribute("aria-label") || one.innerText.trim() || one.querySelector("[aria-label]"))).map(one => one.outerHTML)"""
FAINT = """() => {
  const parts = colour => colour.match(/[\\d.]+/g).map(Number);
  const light = colour => parts(colour).slice(0, 3).map(x => x / 255)
    .map(x => x <= .03928 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4)
    .reduce((sum, x, n) => sum + x * [.2126, .7152, .0722][n], 0);
  const over = (top, below) => {
    const [r, g, b, a = 1] = parts(top), under = parts(below);
    return `rgb(${[r, g, b].map((x, n) => x * a + under[n] * (1 - a)).join(",")})`;
  };
  const back = one => {
    const above = [];
    for (let at = one; at; at = at.parentElement) above.unshift(getComputedStyle(at).backgroundColor);
    return above.reduce((below, colour) => over(colour, below), "rgb(255,255,255)");
  };
  const told = one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  return [...document.querySelectorAll(".desk *, .worked *")]
    .filter(one => one.checkVisibility() && !one.closest("[disabled]") && told(one))
    .map(one => {
      const [a, b] = [light(over(getComputedStyle(one).color, back(one))), light(back(one))].sort((x, y) => y - x);
      return [(a + .05) / (b + .05), one.outerHTML.slice(0, 90)];
    })
    .filter(([ratio]) => ratio < 4.5).map(String);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_can_be_read_and_tapped(opened: Opened, scheme: str) -> None:
    """In light and in dark every word stands out, and every button has a name and is as large as a thumb wants it."""
    page = opened(has_touch=True, is_mobile=True, color_scheme=scheme)
    look = axe.script()
    assert look is not None, "axe is fetched by npm, which is there where this is run"
    page.goto(link(KEPT, TAKE))
    verdict(page)
    page.locator("details.others summary").click()
    page.locator("details.readings summary").click()
    assert page.evaluate("document.body.dataset.mdColorScheme") == {"light": "default", "dark": "slate"}[scheme]
    assert (page.evaluate(SMALL), page.evaluate(NAMELESS), page.evaluate(FAINT)) == ([], [], [])
    assert laid_out(page) == ""
    assert axe.violations(page, look) == []
    # An answer of before is quiet, and can be read all the same.
    tap(page, "hand-0-0")
    page.locator(".answer.before").wait_for()
    assert page.evaluate(FAINT) == []
    tap(page, "hand-0-edit")
    tap(page, "rank-3")
    assert axe.violations(page, look) == []
    assert (page.evaluate(SMALL), page.evaluate(NAMELESS), page.evaluate(FAINT)) == ([], [], [])


def test_all_worked_questions_are_answered_without_a_script(opened: Opened) -> None:
    """Without JavaScript every example is asked in words and answered, and each opens the desk by a link."""
    page = opened(java_script_enabled=False)
    page.goto("desk.html")
    names = [path.stem for path in sorted((folder("docs") / "examples").glob("*.yaml"))]
    assert [one.get_attribute("id") for one in page.locator("details.worked").all()] == [f"worked-{name}" for name in names]
    for text in page.locator("details.worked").all():
        told = text.text_content() or ""
        assert "?" in told and len(told) > 80
