"""The site opens in a browser: nothing goes wrong in it, nothing is asked of others, and nothing sticks out of a phone's screen."""

import pytest
from playwright.sync_api import Page
from tests.browser.watch import laid_out

PAGES = ("index.html", "compare.html", "canasta/50-pile.html", "positions.html")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_opens_on_a_phone(path: str, phone: Page) -> None:
    """A page opens on a phone without an error, and need not be pushed sideways."""
    phone.goto(path)
    assert phone.locator("h1").first.is_visible()
    assert laid_out(phone) == ""
