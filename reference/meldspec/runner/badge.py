"""A badge of a claim, as an SVG that stands for itself: the game on the left, on the right that it conforms to which suite."""

from collections.abc import Mapping
from html import escape
from typing import Any

from meldspec.protocol.manifest import FULL, SIZES
from meldspec.runner.words import printable

HEIGHT, PADDING, SIZE = 20, 7, 11
"""Pixels: of the badge, beside each text, and of its letters."""
NARROW, WIDE = set("ijl.,:;|!'·()[] "), set("mwMW@")
WIDTHS = {"narrow": 4.0, "usual": 6.7, "wide": 9.7}
"""Pixels of a letter, about; the text is stretched to what they come to, whatever font shows it."""


def badge(claim: Mapping[str, Any]) -> str:
    """The badge of a claim."""
    left, right = printable(f"meldspec · {claim['variant']}"), printable(_says(claim))
    wide, all_ = _width(left), _width(left) + _width(right)
    who = claim["implementation"]
    title = escape(printable(f"{who['name']} {who['version']}: {left}, {right}"))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{all_}" height="{HEIGHT}" role="img" aria-label="{title}">\n'
        f"<title>{title}</title>\n"
        f'<rect width="{all_}" height="{HEIGHT}" rx="3" fill="#00695c"/>\n'
        f'<path d="M3 0h{wide - 3}v{HEIGHT}H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z" fill="#454545"/>\n'
        f'<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="{SIZE}">\n'
        f"{_text(left, PADDING)}\n{_text(right, wide + PADDING)}\n</g>\n</svg>\n"
    )


def _says(claim: Mapping[str, Any]) -> str:
    """What a claim comes to, in a few words."""
    upto = f" up to {claim['upto']}" if claim["upto"] else ""
    size = f" ({claim['size']} run)" if claim.get("size", FULL) == SIZES[0] else ""
    return f"conforms{upto}{size} · {claim['suite']['meldspec']}"


def _text(text: str, left: int) -> str:
    return f'<text x="{left}" y="14" textLength="{_width(text) - 2 * PADDING}">{escape(text)}</text>'


def _width(text: str) -> int:
    """Pixels that a text takes with its padding."""
    sorts = ("narrow" if one in NARROW else "wide" if one in WIDE else "usual" for one in text)
    return round(sum(WIDTHS[sort] for sort in sorts)) + 2 * PADDING
