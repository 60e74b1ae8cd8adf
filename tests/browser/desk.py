"""The desk as its reader works it: opened, tapped, asked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Locator, Page
from tests.browser.conftest import SITE

from meldspec.site.desk_files import PRINTING
from meldspec.site.share import Shared, encode

READY = "[data-key=may-i], [data-key=count]"
"""What is there once the desk can be asked."""
KEPT: dict[str, Any] = {
    "variant": "canasta",
    "turn": 0,
    "phase": "draw",
    "stock": 40,
    "pile": "4H KD 8S",
    "hands": ["KC KH 4D 5S 9C", 11, 11, 11],
    "sides": [{"melds": ["8C 8D 8D"]}, {}],
}
"""A table on which the top eight fits a meld."""
TAKE = {"action": {"type": "take", "plays": [{"to": 0, "cards": "8S"}], "top": 0}}


def laid_in() -> bool:
    """Whether what rules is laid into the site."""
    return (SITE / PRINTING).is_file() and bool(json.loads((SITE / PRINTING).read_text("utf-8"))["runtime"])


def link(position: Mapping[str, object], act: Mapping[str, object] | None = None, digest: str = "") -> str:
    """The link that opens a table of ordinary Canasta."""
    told = {name: value for name, value in position.items() if name != "variant"}
    return f"desk.html#{encode(Shared('canasta', digest=digest, position=told, act=act))}"


def opened(page: Page, address: str = "desk.html") -> Page:
    """The desk, once it can be asked."""
    page.goto(address)
    page.locator(READY).first.wait_for()
    return page


def at(page: Page, key: str) -> Locator:
    """What is found on the page by its key."""
    return page.locator(f'[data-key="{key}"]')


def tap(page: Page, *keys: str) -> None:
    """Tap one thing after the other."""
    for key in keys:
        at(page, key).first.click()


def pick(page: Page, opener: str, *cards: str) -> None:
    """Pick cards by their ranks, or by rank and suit where the suits are told apart: `K` or `KD`."""
    tap(page, opener)
    for card in cards:
        tap(page, f"rank-{'JK' if card == 'JK' else card[0]}")
        if len(card) == 2 and card != "JK":
            tap(page, f"suit-{card}")
    tap(page, "done")


def answered(page: Page) -> Locator:
    """The answer, once it is whole."""
    page.locator('.answer[aria-busy="false"] :is(.verdict, .choices, .score)').first.wait_for()
    return page.locator(".answer")


def verdict(page: Page) -> str:
    """The verdict in its word."""
    return str(answered(page).locator(".verdict b").first.inner_text())


def worked(page: Page, name: str) -> str:
    """The link by which a worked question is opened."""
    return str(page.locator(f"#worked-{name} a.open-at-desk").get_attribute("href"))


def worked_verdict(page: Page, name: str) -> str:
    """What the page says of a worked question without any script."""
    text = str(page.locator(f"#worked-{name}").text_content())
    found = re.search(r"(Yes\.|No\.) You", text)
    return str(found[1]) if found else ""
