"""What stands above each page for whoever lists it: a title that names its game, and a description, its first sentences."""

import json
import re
from collections.abc import Mapping
from html import unescape

from meldspec.site.site_map import SiteMap

LONGEST = 200
"""Characters of a description."""
HEADING = re.compile(r"^# +(.+?)(?: +\{[^}]*\})? *$", re.MULTILINE)
ORIGIN = re.compile(r'<p class="(?:origin|rests)">.*?</p>', re.DOTALL)
"""Small print: it says where something is from and nothing of what it is."""
ROW = re.compile(r"<dt>(.*?)</dt><dd>(.*?)</dd>")
"""A row of the box above the rules of a game."""
MARKUP = re.compile(r"<[^>]*>|\]\([^)]*\)|[`*\[\]|]")
AFTER_A_GAP = re.compile(r" ([.,;:?!)])")
"""What ends a sentence or a part of it, and stood behind a mark that was taken away."""
MARK = "---\n"


def with_heads(pages: Mapping[str, str], site: SiteMap) -> dict[str, str]:
    """The pages with title and description above them; whatever is no Markdown, or has a title there already, stays as it is."""
    return {path: _with_head(path, text, site) if path.endswith(".md") else text for path, text in pages.items()}


def _with_head(path: str, text: str, site: SiteMap) -> str:
    own, body = "", text
    if text.startswith(MARK):
        own, _, body = text.removeprefix(MARK).partition(f"\n{MARK}\n")
    if "title:" in own:
        return text
    # JSON is YAML, and quotes whatever a title may have in it.
    fields = {"title": title_of_page(path, body, site), "description": described(body)}
    told = "".join(f"{name}: {json.dumps(value, ensure_ascii=False)}\n" for name, value in fields.items() if value)
    return f"{MARK}{told}{own + chr(10) if own else ''}{MARK}\n{body}"


def title_of_page(path: str, text: str, site: SiteMap) -> str:
    """The title of a page: of one of a book, with the title of the book in front, so that no two pages have the same."""
    found = HEADING.search(text)
    title = _plain(found[1]) if found else path.rpartition("/")[2].removesuffix(".md")
    folder = path.partition("/")[0]
    if "/" not in path or folder not in site.books:
        return title
    game = site.title(folder)
    return title if game in title else f"{game}: {title}"


def described(text: str) -> str:
    """The first sentences of a page, as many as go into a description; nothing where it has none."""
    if box := ROW.findall(text.partition('<div class="box">')[2]):
        # A game is described by what whoever sits down to play asks first.
        return _cut(". ".join(f"{_plain(name)}: {_plain(value).rstrip('.')}" for name, value in box) + ".")
    body = ORIGIN.sub("", text)
    paragraphs = (_plain(part) for part in re.split(r"\n\s*\n", body) if not part.lstrip().startswith(("#", "|", "```", "---")))
    first = next((part for part in paragraphs if re.search(r"[a-z]{3}.*[.!?:]$", part)), "")
    return _cut(first)


def _cut(text: str) -> str:
    """The beginning of a text, as much of it as goes into a description."""
    if len(text) <= LONGEST:
        return text
    cut = text[:LONGEST]
    # At the end of a sentence where there is one, else behind a whole word.
    whole = cut.rpartition(". ")[0]
    return f"{whole}." if len(whole) > LONGEST // 3 else f"{cut.rpartition(' ')[0]} …"


def _plain(text: str) -> str:
    """What is to be read of Markdown and HTML, in one line."""
    told = " ".join(unescape(MARKUP.sub(" ", text)).replace("\\", "").split())
    return AFTER_A_GAP.sub(r"\1", told)
