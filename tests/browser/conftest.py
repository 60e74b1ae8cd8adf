"""A browser, a site that is served to it, and a watch over what goes wrong: for everything that is tried as a reader tries it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.browser import found
from tests.browser.serve import served

if not found.playwright():
    pytest.skip("playwright is not installed: make test-browser", allow_module_level=True)

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.watch import Watch

SITE = Path(__file__).resolve().parents[2] / "build" / "site"
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
PATIENCE = 30_000
"""Milliseconds that a test waits for what is to come; the machine may be busy."""
Opened = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser that is there, without a window."""
    path = found.browser()
    if path is None:
        pytest.skip("; ".join(found.missing()))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=found.arguments())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """The address of the site as it was last built."""
    if not (SITE / "index.html").is_file():
        pytest.skip("the site is not built: run make docs first")
    with served(SITE) as address:
        yield address


@pytest.fixture
def watch(site: str) -> Watch:
    """What goes wrong in the pages of a test; it must be nothing when the test ends."""
    return Watch(site)


@pytest.fixture
def opened(browser: Browser, watch: Watch) -> Iterator[Opened]:
    """Opens a page in a profile of its own, which knows nothing of any other: on a phone, unless told otherwise."""
    with ExitStack() as opened:

        def new(**settings: Any) -> Page:
            context = browser.new_context(**{"viewport": PHONE, "base_url": watch.home, **settings})
            opened.callback(context.close)
            context.set_default_timeout(PATIENCE)
            watch.follow(context)
            return context.new_page()

        yield new
    assert watch.wrong == []
    assert watch.elsewhere == []


@pytest.fixture
def phone(opened: Opened) -> Page:
    """A page on a phone."""
    return opened(has_touch=True, is_mobile=True)


@pytest.fixture
def desktop(opened: Opened) -> Page:
    """A page on a desk's screen."""
    return opened(viewport=DESKTOP)
