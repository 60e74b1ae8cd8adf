"""The site as it was last built by `make docs`."""

import re
from pathlib import Path

import pytest

from meldspec.site.browser import find_browser, pages_of, print_all
from meldspec.site.sheet_html import SIDES

SITE = Path(__file__).resolve().parent.parent / "build" / "site"

# A page says where it is published itself, where somebody has said it; that fetches nothing.
FETCHED = re.compile(
    r"<(?:link|script|img|iframe|source)\b(?![^>]*\brel=\"canonical\")[^>]*?\b(?:src|href)\s*=\s*[\"']?((?:https?:)?//[^\"'\s>]+)"
)
IN_STYLE = re.compile(r"(?:@import\s*|url\(\s*)[\"']?((?:https?:)?//[^\"')\s]+)")


def fetched(suffix: str, pattern: re.Pattern[str]) -> list[str]:
    """Every address on another host that a browser would fetch by itself, with the file that asks for it."""
    return [
        f"{path.relative_to(SITE)}: {address}"
        for path in sorted(SITE.rglob(f"*{suffix}"))
        for address in pattern.findall(path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("suffix", "pattern"), [(".html", FETCHED), (".css", IN_STYLE), (".html", IN_STYLE)])
def test_reading_tells_nobody(suffix: str, pattern: re.Pattern[str]) -> None:
    """Reading the site asks no other host for a font, a script, a picture or a style."""
    if not (SITE / "index.html").exists():
        pytest.skip("the site is not built: run make docs first")
    assert fetched(suffix, pattern) == []


GAMES = sorted(path.parent for path in SITE.glob("*/sheet.html"))
"""The folders of the games."""


def test_every_game_is_on_two_sides_and_a_card() -> None:
    """The PDF of each game has two sides of A4 at most, with the answer in force to each doubt, and its card is one."""
    if not any(SITE.glob("*/sheet.pdf")):
        pytest.skip("the site has no PDF: make docs found no Chromium on this machine")
    counted = {game.name: [pages_of((game / f"{what}.pdf").read_bytes()) for what in ("sheet", "card")] for game in GAMES}
    assert {name: pages for name, pages in counted.items() if pages[0] not in (1, SIDES) or pages[1] != 1} == {}


def test_a_front_page_prints_on_two_sides() -> None:
    """Whoever prints the page that is read has two sides, too, with nothing of what stands around it."""
    if (browser := find_browser()) is None or not GAMES:
        pytest.skip("no Chromium was found on this machine, or the site is not built: nothing was printed")
    pages = {game.name: whole(game / "index.html") for game in GAMES}
    assert {name: pages_of(pdf) for name, pdf in print_all(pages, browser).items()} == dict.fromkeys(pages, SIDES)


def whole(page: Path) -> str:
    """A page with its styles in it and without its scripts, as it would be printed."""
    html = re.sub(
        r'<link rel="stylesheet" href="([^":]+)">',
        lambda hit: f"<style>{(page.parent / hit[1]).resolve().read_text(encoding='utf-8')}</style>",
        page.read_text(encoding="utf-8"),
    )
    return re.sub(r"<script\b.*?</script>", "", html, flags=re.DOTALL)
