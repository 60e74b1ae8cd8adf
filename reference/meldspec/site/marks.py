"""HTML and Markdown in small pieces, escaped; nothing here knows what is printed."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

SPECIAL = re.compile(r"([\\`*_{}\[\]#|~^$])")
"""What Markdown, or an extension of it, would take for more than a character."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the site: a page, as its path without suffix (`canasta/50-pile`), and an anchor on it or nothing."""

    page: str
    anchor: str = ""

    def href(self, page: str, suffix: str = ".html") -> str:
        """The address of this spot as a link on `page` writes it; `.md` for links that are Markdown."""
        path = posixpath.relpath(self.page + suffix, posixpath.dirname(page) or ".")
        tail = f"#{self.anchor}" if self.anchor else ""
        return tail if tail and self.page == page else path + tail


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


def anchor(href: str, inside: str, css: str = "", title: str = "") -> str:
    """A link in HTML."""
    attributes = (f' class="{css}"' if css else "") + (f' title="{plain(title)}"' if title else "")
    return f'<a{attributes} href="{plain(href)}">{inside}</a>'


def table(head: Iterable[str], rows: Iterable[Iterable[str]], css: str = "") -> str:
    """A table in HTML, within a block of the class `css`; cells are HTML already."""
    top = element("tr", "".join(element("th", cell) for cell in head))
    body = "\n".join(element("tr", "".join(element("td", cell) for cell in row)) for row in rows)
    whole = element("table", f"\n{element('thead', top)}\n<tbody>\n{body}\n</tbody>\n")
    return element("div", f"\n{whole}\n", css)


def folded(summary: str, inside: str, css: str = "") -> str:
    """A part that is opened by a click."""
    return element("details", f"\n{element('summary', summary)}\n{inside}\n", css)


def page(*parts: str) -> str:
    """A whole page: its parts with a blank line between them, and one line end."""
    return "\n\n".join(part for part in parts if part) + "\n"


def several(number: int, one: str, more: str = "") -> str:
    """`1 case`, `3 cases`"""
    return f"{number} {one if number == 1 else more or one + 's'}"
