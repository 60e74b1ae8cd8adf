"""The page of the printings of the rules: those that are kept beside the site, and what has changed from each to the next."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from meldspec.book.addresses import Target
from meldspec.language.problems import counted
from meldspec.site.changes import BookChanges, Change, Json, PrintingError, changes, read_clauses
from meldspec.site.markup import anchor, block, document, element, plain
from meldspec.site.site_map import PRINTINGS, PageContext, SiteMap

NOW = "these pages"
CLAUSES = "clauses.json"


def read_printings(folder: Path) -> dict[str, Json]:
    """The printings in a folder, each a site in a folder of its own, the oldest first by their names.

    Raises PrintingError for a folder without any, and as `read_clauses` does.
    """
    found = {path.parent.name: read_clauses(path) for path in sorted(folder.glob(f"*/{CLAUSES}"))}
    if not found:
        raise PrintingError(f"{folder}: found no printing; expected folders named as 2026-11, each a site with its {CLAUSES}")
    return found


def printings_page(site: SiteMap, printings: Mapping[str, Json], now: Json) -> str:
    """The page, the newest changes first."""
    here = PageContext(site, PRINTINGS)
    intro = (
        "A printing is these pages as they were at some time, under an address that stays.\n"
        "Who cites a rule names the printing and the id: the id never means anything else, and the printing never changes.\n"
        "The digest at the foot of every page tells whether two copies have the same rules."
    )
    names = [*printings, NOW]
    steps = [*pairwise(zip(names, (*printings.values(), now), strict=True))]
    rows = (element("li", anchor(f"{name}/index.html", plain(name))) for name in reversed([*printings]))
    listed = block("ul", rows) if printings else "No printing is kept beside these pages yet."
    parts = (_step(old, new, changes(before, after), here) for (old, before), (new, after) in reversed(steps))
    return document("# Printings and changes", intro, listed, *parts)


def _step(old: str, new: str, found: Sequence[BookChanges], here: PageContext) -> str:
    """What has changed from one printing to the next."""
    head = f"## From {old} to {new} {{ #{old} }}"
    if not found:
        return f"{head}\n\nNo rule has changed."
    return "\n\n".join((head, *(_book(one, here if new == NOW else None) for one in found)))


def _book(found: BookChanges, here: PageContext | None) -> str:
    whole = {"added": "A new book.", "gone": "No longer there."}.get(found.what, "")
    numbers = {what: sum(one.what == what for one in found.changes) for what in ("added", "changed", "gone")}
    kinds = (f"{counted(number, 'clause')} {what}" for what, number in numbers.items() if number)
    head = element("p", f"<b>{plain(found.title)}</b>: {whole or ', '.join(kinds)}")
    return head + (block("ul", (_change(one, found.name, here) for one in found.changes), "changes") if found.changes else "")


def _change(change: Change, book: str, here: PageContext | None) -> str:
    """One clause, linked where it stands on these pages."""
    name = f"{element('code', plain(change.id))} {plain(change.title)}"
    known = here is not None and book in here.site.books and change.id in here.site.books[book].articles
    where = here.link(here.site.clause(book, change.id), name) if here is not None and known else name
    return element("li", f"{change.what} {where}" + "".join(_detail(*one) for one in change.details))


def _detail(called: str, gone: Sequence[str], come: Sequence[str]) -> str:
    rows = [*_marked("del", "was", gone), *_marked("ins", "is", come)]
    return block("details", (element("summary", plain(called)), *rows))


def _marked(name: str, said: str, texts: Sequence[str]) -> Iterator[str]:
    """Texts that were there, or are there now; said in a word, too."""
    yield from (element("p", f"{said}: {element(name, plain(text))}") for text in texts)


def targets(printings: Mapping[str, Json]) -> dict[str, str]:
    """The pages of other printings that the site leads to: they lie beside it and are not made with it."""
    return {Target(f"{name}/index").path: "" for name in printings}
