"""How a table is put together at the desk: cards that are tapped, picked and counted, points that are written, tables that stay."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser.desk import KEPT, answered, at, laid_in, link, opened, pick, tap, verdict
from tests.browser.watch import laid_out

from meldspec.site.share import Shared, encode

if not laid_in():
    pytest.skip("the desk is not laid into the site: make desk", allow_module_level=True)


def test_cards_of_two_ranks_are_laid_as_two_melds(phone: Page) -> None:
    """Who taps two kings and three aces one after the other and asks is ruled on with two melds and not told No for a slip; who has
    them laid as one meld is told so, and above all else that as two they may be laid, which a tap asks."""
    opened(phone)
    pick(phone, "pile-edit", "4", "K")
    pick(phone, "hand-0-edit", "K", "K", "A", "A", "A", "7", "9")
    cards = [f"hand-0-{number}" for number in range(5)]
    tap(phone, "act-take", *cards, "may-i")
    assert verdict(phone) == "Yes, unless …"
    assert phone.locator(".play .fan").count() == 2
    tap(phone, "play-0-drop", "play-0-drop", *cards)
    at(phone, "play-to-parts").wait_for()
    assert "two new melds" in at(phone, "play-to-parts").inner_text()
    tap(phone, "play-to-new", "may-i")
    assert verdict(phone) == "No."
    assert "Not as one meld. As two: yes." in at(phone, "instead").inner_text()
    tap(phone, "instead")
    phone.locator(".verdict.yes").wait_for()
    assert verdict(phone) == "Yes, unless …" and phone.locator(".play .fan").count() == 2


def test_a_sequence_is_one_meld_and_added_cards_find_theirs(phone: Page) -> None:
    """Where cards of several ranks make one meld they stay together; where melds lie, the cards of each are offered to go there."""
    table: dict[str, Any] = {"turn": 0, "phase": "play", "feet": [11] * 4, "hands": ["4C 5C 6C KD QD 9H", 11, 11, 11]}
    melds = ["KC KH KS", "QC QH QS"]
    opened(phone, f"desk.html#{encode(Shared('dollars', position={**table, 'sides': [{'melds': melds}, {}]}))}")
    answered(phone)
    tap(phone, "act-meld", "hand-0-0", "hand-0-1", "hand-0-2")
    phone.locator(".laying .fan").wait_for()
    assert phone.locator(".laying .fan").count() == 1 and at(phone, "play-to-parts").count() == 0
    tap(phone, "hand-0-0", "hand-0-1", "hand-0-2", "hand-0-3", "hand-0-4", "play-to-parts", "may-i")
    told = answered(phone).locator(".verdict").get_by_role("img").count()
    assert phone.locator(".play").count() == 2 and told


def test_the_points_are_written(phone: Page) -> None:
    """The points before the deal are written beside the side and, where the verdict turns on them, in the answer; the answer of
    before stays, and is said to be one, until it is asked again."""
    opened(phone, link({**KEPT, "pile": "4H KS", "sides": [{}, {}], "hands": ["KC KD AC AD AH 9C", 11, 11, 11]}))
    answered(phone)
    tap(phone, "act-take", *(f"hand-0-{number}" for number in range(5)), "may-i")
    assert verdict(phone) == "Yes, unless …"
    assert "How many points" in phone.locator(".asked").inner_text()
    field = at(phone, "turns-0-points-0")
    assert field.get_attribute("inputmode") == "numeric"
    field.press_sequentially("3100")
    assert phone.locator(".answer.before .of-before").is_visible() and verdict(phone) == "Yes, unless …"
    tap(phone, "turns-0-ask")
    phone.locator(".answer:not(.before) .verdict.no").wait_for()
    assert "the minimum is 120" in answered(phone).inner_text()
    assert at(phone, "totals-0").input_value() == "3100"
    # A side that stands below zero needs less; the sign has a button, since a phone shows digits alone.
    at(phone, "totals-0").fill("200")
    tap(phone, "totals-0-sign", "may-i")
    phone.locator(".answer:not(.before) .verdict.yes").wait_for()
    assert "the minimum is 15" in answered(phone).inner_text()


def test_the_table_is_there_again(phone: Page) -> None:
    """Who looks something up on another page comes back to the table of before, and a tap begins with an empty one."""
    opened(phone)
    pick(phone, "hand-0-edit", "K")
    phone.goto("index.html")
    opened(phone)
    assert at(phone, "hand-0-0").is_visible() and "table of before" in phone.locator(".note").inner_text()
    tap(phone, "anew-note")
    at(phone, "hand-0-0").wait_for(state="detached")
    assert phone.locator(".note").inner_text() == "" and phone.evaluate("sessionStorage.length") == 0


def test_a_partner_waits_for_an_answer(phone: Page) -> None:
    """Who says that a partner waits for an answer is the one who answers, in the partner's turn; back in another part of the turn
    it is the own turn again."""
    opened(phone)
    pick(phone, "hand-0-edit", "K")
    tap(phone, "phase-answer", "act-yes-true", "may-i")
    assert verdict(phone) == "Yes." and "next: your partner" in answered(phone).inner_text()
    phone.locator("details.others summary").click()
    chosen = [phone.locator(f"[data-key^={name}-][aria-pressed=true]") for name in ("turn", "actor")]
    assert [one.inner_text() for one in chosen] == ["your partner", "you"]
    tap(phone, "phase-play")
    assert chosen[0].inner_text() == "you" and phone.locator(".act [aria-pressed=true]").count() == 0


def test_cards_are_picked_by_the_seven_and_counted_where_any_will_do(phone: Page) -> None:
    """Three canastas take eight taps; of red threes, which are all alike, a tap says how many; the one card of a hand is discarded
    without a tap on it; and the worked questions of the game that is played come first."""
    opened(phone)
    at(phone, "game").select_option("pennies")
    at(phone, "foot-0-lies").wait_for()
    assert phone.locator("h3[id^=worked-]").first.get_attribute("id") == "worked-pennies"
    tap(phone, "meld-0-new", "times-7", "rank-K", "another", "rank-Q", "another", "rank-A", "done")
    lying = phone.locator(".side.own button.meld")
    assert [one.locator(".card").count() for one in lying.all()] == [7, 7, 7]
    tap(phone, "phase-play")
    pick(phone, "hand-0-edit", "5")
    tap(phone, "act-discard", "may-i")
    assert verdict(phone) == "No, unless …" and "discard" in answered(phone).locator(".verdict").inner_text()
    at(phone, "game").select_option("canasta")
    at(phone, "sides[0].red_threes-2").wait_for()
    tap(phone, "sides[0].red_threes-2")
    assert phone.locator(".side.own .choice [aria-pressed=true]").inner_text() == "2"


def test_whether_the_side_has_opened_is_asked(phone: Page) -> None:
    """Three fours do not open, but nobody has said that nothing is opened: that is asked, a tap says that nothing lies there and is
    shown on the table, and with three queens before the side the fours may be laid."""
    table = {
        "turn": 0,
        "phase": "play",
        "totals": [0, 0],
        "hands": ["4H 4D 4S KC 5D", 13, 13, 13],
        "feet": [13] * 4,
        "sides": [{}, {}],
    }
    fours = {"action": {"type": "meld", "plays": [{"to": "new", "cards": "4H 4D 4S"}]}}
    opened(phone, f"desk.html#{encode(Shared('bain', position=table, act=fours))}")
    assert verdict(phone) == "No, unless …"
    asked = "Your side: Has this side opened? No melds are told to lie there."
    assert asked in answered(phone).inner_text()
    tap(phone, "turns-0-none")
    phone.locator(".melds .none").wait_for()
    assert verdict(phone) == "No."
    assert asked not in answered(phone).inner_text()
    phone.go_back()
    answered(phone).get_by_text(asked).wait_for()
    tap(phone, "turns-0-melds", "rank-Q", "rank-Q", "rank-Q", "done", "may-i")
    assert verdict(phone) == "Yes."
    assert laid_out(phone) == ""


def test_what_was_laid_with_another_top_card_is_taken_back(phone: Page) -> None:
    """Two kings are laid with the top king; when a queen lies on it they are chosen again, and a plain word says why, while what
    was laid besides stays; with a king on top once more they take it."""
    opened(phone)
    pick(phone, "pile-edit", "4", "K")
    pick(phone, "hand-0-edit", "K", "K", "A", "A", "A", "5", "6", "9")
    tap(phone, "act-take", "hand-0-0", "hand-0-1", "play-to-new")
    tap(phone, "hand-0-2", "hand-0-3", "hand-0-4", "play-to-new")
    assert phone.locator(".act .play").count() == 2
    pick(phone, "pile-edit", "Q")
    assert phone.locator(".lacks").inner_text().startswith("Another card lies on top now: what was laid is taken back")
    assert phone.locator(".act .play").count() == 1
    assert at(phone, "hand-0-0").get_attribute("aria-pressed") == at(phone, "hand-0-1").get_attribute("aria-pressed") == "true"
    assert at(phone, "pile-top").get_attribute("aria-pressed") == "false"
    assert laid_out(phone) == ""
    tap(phone, "play-0-drop")
    pick(phone, "pile-edit", "K")
    tap(phone, "hand-0-0", "hand-0-1", "play-to-new", "hand-0-2", "hand-0-3", "hand-0-4", "play-to-new", "may-i")
    assert verdict(phone) == "Yes, unless …"


def test_cards_that_are_gone_from_the_hand_are_no_longer_laid(phone: Page) -> None:
    """Three fives are laid, and then one of them is taken out of the hand: the play goes with it, and no answer speaks of a seat
    by its number."""
    opened(phone)
    pick(phone, "hand-0-edit", "5", "5", "5", "9")
    tap(phone, "phase-play", "act-meld", "hand-0-0", "hand-0-1", "hand-0-2", "play-to-new", "hand-0-edit")
    at(phone, "picked-0").click()
    tap(phone, "done")
    assert phone.locator(".act .play").count() == 0
    assert phone.locator(".lacks").inner_text().startswith("The table is another one now: what was laid is taken back")
