"""Where on the site a clause, a question, a line and a case are printed: the form of these addresses stands here alone."""

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from meldspec.book.flat import Book, Entry

CASES = "cases"
"""The folder of the pages of cases."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place on the site: a page, as its path without suffix (`canasta/50-pile`), and an anchor on it or nothing."""

    page: str
    anchor: str = ""

    @property
    def path(self) -> str:
        """The address of this place from the first folder of the site on: `canasta/50-pile.html#pile.take`."""
        return f"{self.page}.html" + (f"#{self.anchor}" if self.anchor else "")

    def at(self, site: str) -> str:
        """The whole address of this place on the site that begins with an address; on any site, where that is not said."""
        return f"{site.rstrip('/')}/{self.path}" if site else self.path

    def href(self, page: str) -> str:
        """The address of this place as a link on `page` writes it."""
        # Relative, so that the site may lie in any folder of a host.
        path = posixpath.relpath(f"{self.page}.html", posixpath.dirname(page) or ".")
        tail = f"#{self.anchor}" if self.anchor else ""
        return tail if tail and self.page == page else path + tail


def chapter_page(chapter: tuple[int, str, str]) -> str:
    """The name of the page of a chapter, told by its place in the rules text, its name and its title: `50-pile`."""
    place, name, _ = chapter
    # By the place in the rules text and not the number in print, so that a page keeps its address when a chapter comes before it.
    return f"{place:02}-{name}"


def case_page(id: str) -> Target:
    """The page on which a case is told, by its id."""
    return Target(f"{CASES}/{id}")


class Addresses:
    """Where everything of one book is on the site."""

    def __init__(self, book: Book) -> None:
        self.book = book

    @cached_property
    def _entries(self) -> Mapping[str, Entry]:
        return self.book.by_id()

    def clause(self, id: str) -> Target:
        """Where a clause is printed, or a line or question of it by its own id, or, of a dropped one, that it is dropped."""
        page = self._page(id)
        return Target(page, id) if page else Target(f"{self.book.name}/index", f"dropped-{id}")

    def case(self, id: str, subject: str) -> Target:
        """Where a case is printed, whose subject is this clause or question: beside that, under its id without the variant."""
        page = self._page(subject)
        return Target(page, id.removeprefix(f"{self.book.name}/")) if page else Target(f"{self.book.name}/index")

    def _page(self, id: str) -> str:
        """The page on which a clause, a line or a question of it is printed; nothing where the book has none of that id."""
        clause = id.split(":", 1)[0]
        # A line is named by its clause and a number, a question by its clause and one word more.
        entry = self._entries.get(clause) or self._entries.get(clause.rsplit(".", 1)[0])
        return f"{self.book.name}/{chapter_page(entry.chapter)}" if entry else ""
