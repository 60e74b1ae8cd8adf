"""A page of HTML that stands by itself: its style within, nothing fetched, light and dark, and fit to be printed."""

from functools import cache
from pathlib import Path

from meldspec.site import cards
from meldspec.site.markup import element, plain

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""What a browser may do with the page: nothing but to show it, whatever somebody might get into it."""


@cache
def style() -> str:
    """The style sheet of such a page, with that of the cards."""
    return cards.style() + (Path(__file__).parent / "page_alone.css").read_text(encoding="utf-8")


def page_alone(title: str, *parts: str) -> str:
    """A whole page of parts that are HTML already."""
    head = (
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{plain(POLICY)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        element("title", plain(title)),
        f"<style>\n{style()}</style>",
    )
    body = element("main", "\n" + "\n".join(part for part in parts if part) + "\n")
    return f'<!doctype html>\n<html lang="en">\n<head>\n{chr(10).join(head)}\n</head>\n<body>\n{body}\n</body>\n</html>\n'
