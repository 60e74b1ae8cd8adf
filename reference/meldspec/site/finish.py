"""The last step, on the built site: pages of cases are put into its look, and the page for what is not there where hosts look.

Nothing of it depends on the program that has built the site: it takes the empty page as that has made it.
"""

import gzip
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from meldspec.book.addresses import CASES
from meldspec.files import write_whole
from meldspec.language.problems import DataError
from meldspec.site.case_pages import BEGINNING, DESCRIPTION, EMPTY, END, TITLE, TOLD
from meldspec.site.heads import described
from meldspec.site.not_found import NOT_FOUND

PARTS = re.compile(r'<title>(.*?)</title>\n<meta name="description" content="([^"]*)">')
URL = re.compile(r"\s*<url>(?:(?!</url>).)*?/" + re.escape(EMPTY) + r"\.html</loc>.*?</url>", re.DOTALL)
"""Where the list of pages has the empty page."""
TELLS = re.compile(r'(<meta (?:name|property)="(?:og:)?description" content=")([^"]*)(">)')
ARTICLE = re.compile(r"<article[^>]*>(.*?)</article>", re.DOTALL)
PARAGRAPH = re.compile(r"<p(?: [^>]*)?>(.*?)</p>", re.DOTALL)


class UnfinishedError(DataError):
    """A folder that is no site that was just built; the message says what is missing there."""


def finish(site: Path) -> None:
    """Finish a site that was just built.

    Raises UnfinishedError where it is none, or was finished already.
    """
    empty, missing = site / f"{EMPTY}.html", site / NOT_FOUND
    for path in (empty, missing):
        if not path.is_file():
            raise UnfinishedError(
                f"{site}: found no {path.relative_to(site)}, expected a site that was just built: make docs builds it"
            )
    frame = empty.read_text(encoding="utf-8")
    for path in sorted((site / CASES).glob("*/*/*.html")):
        if path != empty:
            write_whole(path, framed(path.read_text(encoding="utf-8"), frame, path.relative_to(site).as_posix()))
    start = site / "index.html"
    usual = TELLS.search(start.read_text(encoding="utf-8")) if start.is_file() else None
    for path in _by_hand(site) if usual else ():
        text = path.read_text(encoding="utf-8")
        if usual and path != start and (told := with_description(text, usual[2])) != text:
            write_whole(path, told)
    write_whole(site / "404.html", missing.read_text(encoding="utf-8"))
    _forget_the_empty(site)


def framed(text: str, frame: str, path: str) -> str:
    """The page of a case in the look of the site; as it is, where it has that already."""
    found = PARTS.search(text)
    if found is None or BEGINNING not in text:
        return text
    told = text.partition(BEGINNING)[2].partition(END)[0]
    whole = frame.replace(f"<p>{TOLD}</p>", f'<div class="case">{told}</div>').replace(f"{EMPTY}.html", path)
    return whole.replace(TITLE, found[1]).replace(DESCRIPTION, found[2])


def _by_hand(site: Path) -> Iterator[Path]:
    """The pages that may have no description of their own: all but those of cases."""
    yield from (path for path in sorted(site.glob("**/*.html")) if path.relative_to(site).parts[0] != CASES)


def with_description(text: str, usual: str) -> str:
    """A page that is described by the `usual` words of the site, as any other, described by its own first sentences."""
    article = ARTICLE.search(text)
    said = (described(part) for part in PARAGRAPH.findall(article[1])) if article else iter(())
    first = next((one for one in said if one), "")
    return TELLS.sub(lambda hit: hit[1] + escape(first) + hit[3] if first and hit[2] == usual else hit[0], text)


def _forget_the_empty(site: Path) -> None:
    """Take away the empty page; in the list of pages the cases take its place."""
    (site / f"{EMPTY}.html").unlink()
    for folder in (site / EMPTY).parents[:2]:
        folder.rmdir()
    cases = [path.relative_to(site).with_suffix("").as_posix() for path in sorted((site / CASES).glob("*/*/*.html"))]
    listed = site / "sitemap.xml"
    if listed.is_file():
        told = listed.read_text(encoding="utf-8")
        text = URL.sub(lambda hit: "".join(hit[0].replace(EMPTY, case) for case in cases), told)
        write_whole(listed, text)
        packed = site / "sitemap.xml.gz"
        if packed.is_file():
            write_whole(packed, gzip.compress(text.encode("utf-8"), mtime=0))
