"""The index of the search: what can be found on the pages, each thing once, with every game in which it is printed.

It is a script, `search/index.js`, which a page loads with the first keystroke and from a folder as well as from a server. What
becomes of it there is said in `docs/assets/search.js`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from typing import Any

from meldspec.book.addresses import CASES, Target
from meldspec.book.flat import Book
from meldspec.language import lines, tree
from meldspec.site.markup import slugged
from meldspec.site.printed import Article
from meldspec.site.site_map import DECISIONS, IDS, SiteMap

INDEX = "search/index.js"
"""The file of the index."""
LONGEST = 600
"""Characters of a part of a page by hand that are looked through: what it is about stands at its beginning."""
HEADING = re.compile(r"^(#{1,3}) +(.+?)(?: +\{ *(?:#(\S+))?[^}]*\})? *$", re.MULTILINE)
FENCE = re.compile(r"^(`{3,}|~{3,}).*?^\1 *$", re.MULTILINE | re.DOTALL)
MARKUP = re.compile(r"<[^>]*>|\]\([^)]*\)|[`*\[\]|]|^[-=:| ]+$", re.MULTILINE)
NOT_HERE = "Not in this game: "


@dataclass(frozen=True)
class Found:
    """One thing that can be found: of what sort it is, its id, its title and its words, the ids of facts and doubts that it
    answers, and where it stands: for each game (or none) the page with the anchor, its printed number, and of a clause what each of
    its lines is."""

    sort: str
    id: str
    title: str
    text: str
    answers: tuple[str, ...] = ()
    stands: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def same(self) -> tuple[Any, ...]:
        """Things of which this is the same are one."""
        return self.sort, self.id, self.title, self.text

    def written(self, games: Mapping[str, int]) -> list[Any]:
        """The entry of the index."""
        stands = [[games.get(game, -1), *where] for game, where in self.stands.items()]
        return [self.sort, self.id, self.title, self.text, list(self.answers), stands]


def search_index(site: SiteMap, pages: Mapping[str, str]) -> str:
    """The script of the index; `pages` are all Markdown pages of the site by path."""
    words = site.search_words
    games = {name: number for number, name in enumerate(site.books)}
    whole = {
        "games": [[name, site.title(name)] for name in games],
        "words": {"forms": words.forms, "names": words.names, "asks": words.asks, "empty": words.empty},
        "found": [one.written(games) for one in _found(site, pages)],
        "ids": _ids(pages),
        "cases": _cases(site),
    }
    return f"var meldspecIndex = {json.dumps(whole, ensure_ascii=False, separators=(',', ':'))};\n"


def _found(site: SiteMap, pages: Mapping[str, str]) -> list[Found]:
    """Everything that can be found, what several games have in common once."""
    merged: dict[tuple[Any, ...], Found] = {}
    for one in (*_of_books(site), *_of_pages(site, pages)):
        merged.setdefault(one.same, one).stands.update(one.stands)
    return list(merged.values())


# ── what the books say ──────────────────────────────────────────────────────────────────────────────────────


def _of_books(site: SiteMap) -> Iterator[Found]:
    """Clauses and questions of every book, and what it says that it does not have."""
    for name, book in site.books.items():
        sorts = _sorts_of_lines(book.book)
        for article in book.articles.values():
            clause = article.clause
            text = " ".join((*clause.prose, *clause.notes))
            stands = {one: (*where, sorts.get(clause.id, "")) for one, where in _stands(site, name, clause.id, article).items()}
            yield Found("clause", clause.id, clause.title, text, tuple(clause.facts), stands)
            for question in clause.questions:
                yield _question(question, article, name, site)
        for dropped in book.book.dropped:
            gone = dropped.clause
            # What the game does without is said; why it does not have it is the less important half.
            text = " ".join((*gone.prose, dropped.why))
            path = site.clause(name, gone.id).path
            yield Found("dropped", gone.id, f"{NOT_HERE}{gone.title}", text, (), {name: (path, "")})


def _sorts_of_lines(book: Book) -> dict[str, str]:
    """What each numbered line of a clause is, a letter each in their order (`lineWords` in `docs/assets/search.js`)."""
    found: dict[str, str] = {}
    for tag, node, block in book.numbered():
        found[tag.clause] = found.get(tag.clause, "") + _sort_of_line(node, block)
    return found


def _sort_of_line(node: tree.Node, block: tree.Node | None) -> str:
    match node:
        case lines.Judge(mode="allow"):
            return "a"
        case lines.Judge():
            return "m" if isinstance(block, lines.Kind) else "r"
        case lines.Define():
            return "d"
        case lines.Then():
            return "e"
        case lines.Award():
            return "s"
        case _:
            return "o"


def _question(question: lines.Question, article: Article, book: str, site: SiteMap) -> Found:
    """A question with all its readings; what it covers finds it."""
    id = f"{article.id}.{question.name}"
    text = " ".join(reading.says for reading in question.readings)
    return Found("question", id, question.asks, text, tuple(question.covers), _stands(site, book, id, article))


def _stands(site: SiteMap, book: str, id: str, article: Article) -> dict[str, tuple[str, ...]]:
    return {book: (site.clause(book, id).path, article.number)}


# ── what other pages say ────────────────────────────────────────────────────────────────────────────────────


def _of_pages(site: SiteMap, pages: Mapping[str, str]) -> Iterator[Found]:
    """The parts of the pages that no book is printed on; of a note on a decision its beginning alone."""
    for path, text in sorted(pages.items()):
        folder, _, _ = path.rpartition("/")
        if not path.endswith(".md") or folder.split("/")[0] in (*site.books, CASES) or path == f"{IDS}.md":
            continue
        parts = list(_parts(text))
        for title, anchor, said in parts[:1] if folder == DECISIONS else parts:
            whole = title if not parts[0][0] or title == parts[0][0] else f"{parts[0][0]}: {title}"
            target = Target(path.removesuffix(".md"), anchor)
            yield Found("decision" if folder == DECISIONS else "page", "", whole, said, (), {"": (target.path, "")})


def _parts(text: str) -> Iterator[tuple[str, str, str]]:
    """The parts of a page under their headings, down to the third: title, anchor (none of the first), what is said there."""
    plain = FENCE.sub("", _body(text))
    heads = list(HEADING.finditer(plain))
    for number, head in enumerate(heads):
        end = heads[number + 1].start() if number + 1 < len(heads) else len(plain)
        title = _words(head[2])
        anchor = "" if len(head[1]) == 1 else head[3] or slugged(title)
        yield title, anchor, _words(plain[head.end() : end])[:LONGEST].rpartition(" ")[0]


def _body(text: str) -> str:
    """A page without what stands above it for the program that builds the site."""
    return text.partition("\n---\n")[2] if text.startswith("---\n") else text


def _words(text: str) -> str:
    """What is to be read of Markdown and HTML."""
    return " ".join(unescape(MARKUP.sub(" ", text)).replace("\\", "").split())


# ── ids ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _ids(pages: Mapping[str, str]) -> list[str]:
    """The ids of facts and doubts that the page of ids tells."""
    return re.findall(r'<span id="([^"]+)">', pages.get(f"{IDS}.md", ""))


def _cases(site: SiteMap) -> dict[str, dict[str, list[str]]]:
    """The cases by game and subject, as the last part of their ids."""
    found: dict[str, dict[str, list[str]]] = {}
    for name, cases in site.cases.items():
        for case in cases:
            subject, _, last = case.id.removeprefix(f"{name}/").rpartition("/")
            found.setdefault(name, {}).setdefault(subject, []).append(last)
    return found
