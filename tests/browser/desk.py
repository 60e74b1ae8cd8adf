"""The desk as its reader works it: opened, tapped, asked."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page

READY = "[data-key=may-i], [data-key=count]"
"""What is there once the desk can be asked."""


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
    found = re.search(r"(Yes\.|No\.) Seat", text)
    return str(found[1]) if found else ""
