"""The site as it was last built by `make docs`."""

import re
from pathlib import Path

import pytest

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
