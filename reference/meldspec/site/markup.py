"""HTML and Markdown in small pieces, escaped; nothing here knows what is printed."""

import re
import unicodedata
from collections.abc import Iterable
from html import escape

SPECIAL = re.compile(r"([\\`*_{}\[\]#|~^$])")
"""What Markdown, or an extension of it, would take for more than a character."""


def plain(text: str) -> str:
    """Text for HTML."""
    return escape(text)


def markdown(text: str) -> str:
    """Text for Markdown, with nothing in it that Markdown would act on."""
    return SPECIAL.sub(r"\\\1", escape(text, quote=False))


def element(name: str, inside: str, css: str = "", id: str = "") -> str:
    """An HTML element with what stands in it."""
    attributes = (f' class="{css}"' if css else "") + (f' id="{plain(id)}"' if id else "")
    return f"<{name}{attributes}>{inside}</{name}>"


def block(name: str, parts: Iterable[str], css: str = "", id: str = "") -> str:
    """An HTML element whose parts stand on lines of their own; empty parts are left out."""
    # No blank line may stand between them: Markdown would take what follows it for text of its own.
    return element(name, "\n" + "\n".join(part for part in parts if part) + "\n", css, id)


def anchor(href: str, inside: str, css: str = "", title: str = "") -> str:
    """A link in HTML."""
    attributes = (f' class="{css}"' if css else "") + (f' title="{plain(title)}"' if title else "")
    return f'<a{attributes} href="{plain(href)}">{inside}</a>'


def table(head: Iterable[str], rows: Iterable[Iterable[str]], css: str = "") -> str:
    """A table in HTML, within a block of the class `css`; cells are HTML already."""
    top = element("tr", "".join(element("th" if cell else "td", cell) for cell in head))
    body = "\n".join(element("tr", "".join(element("td", cell) for cell in row)) for row in rows)
    # A table without rows keeps its empty line: the pages are held to the byte.
    whole = element("table", f"\n{element('thead', top)}\n<tbody>\n{body}\n</tbody>\n")
    return block("div", [whole], css)


def document(*parts: str) -> str:
    """A whole page: its parts with a blank line between them, and one line end."""
    return "\n\n".join(part for part in parts if part) + "\n"


def slugged(title: str) -> str:
    """A heading as mkdocs makes an anchor of it."""
    # These anchors are nowhere in the Markdown: the same is done here as mkdocs will do.
    ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_only).strip().lower())
