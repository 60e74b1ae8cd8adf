"""What goes wrong in a page while nobody looks: errors of its scripts, files that are not there, questions to other hosts."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError

OWN = ("", "data", "blob", "about", "chrome-extension", "devtools", "file")
"""Addresses of these sorts are asked of nobody else."""


@dataclass
class Watch:
    """Follows all pages of a context; what is expected to go wrong is taken out by whoever expects it."""

    home: str
    wrong: list[str] = field(default_factory=list)
    elsewhere: list[str] = field(default_factory=list)

    def follow(self, context: BrowserContext) -> None:
        """Follow every page of a context, and its workers."""
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("request", self._request)
        context.on("requestfailed", self._failed)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def _error(self, error: WebError) -> None:
        self.wrong.append(f"uncaught: {error.error}")

    def _request(self, request: Request) -> None:
        asked = urlsplit(request.url)
        if asked.scheme not in OWN and f"{asked.scheme}://{asked.netloc}" != self.home:
            self.elsewhere.append(request.url)

    def _failed(self, request: Request) -> None:
        # A page that is left asks no more; that is nobody's fault.
        if request.failure != "net::ERR_ABORTED":
            self.wrong.append(f"{request.failure}: {request.url}")


def laid_out(page: Page) -> str:
    """What sticks out of a page at its side, as on a phone; empty where nothing does."""
    found: str = page.evaluate(
        """() => document.documentElement.scrollWidth <= document.documentElement.clientWidth ? "" :
        [...document.querySelectorAll("body *")].filter(one => one.getBoundingClientRect().right > innerWidth + 1)
        .slice(0, 5).map(one => one.outerHTML.slice(0, 80)).join("\\n") || "something" """
    )
    return found
