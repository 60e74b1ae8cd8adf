"""What a book declares, and the words of formal lines linked to where they are declared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import assert_never

from meldspec.book.traverse import Written
from meldspec.language import lines
from meldspec.language.format import wrap
from meldspec.language.layout import STEP
from meldspec.language.vocabulary import CONNECTIVES
from meldspec.site.marks import Spot, anchor, element, plain
from meldspec.site.printed import Article, Line, PrintedBook, lines_of

SORTS = (
    "options",
    "phases",
    "sets of cards",
    "places",
    "what is remembered",
    "acts",
    "events",
    "kinds of meld",
    "terms",
)
"""The sorts of names, in the order of the glossary."""

TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*|\n *|[^A-Za-z0-9"\n]+|"')


@dataclass(frozen=True, slots=True)
class Declared:
    """One declaration of a name: its sort, its line, where it stands, and the reading it holds under (or nothing)."""

    name: str
    sort: str
    line: Line
    article: Article
    question: str = ""
    reading: str = ""

    @property
    def by_default(self) -> bool:
        """Whether it holds unless another reading is chosen."""
        asked = {question.name: question.default for question in self.article.clause.questions}
        return not self.question or asked[self.question] == self.reading

    def spot(self, book: str) -> Spot:
        """Its place on the site."""
        return Spot(f"{book}/{self.article.file}", self.line.id)


def declared_by(node: Written | None) -> tuple[str, tuple[str, ...]]:
    """The names that a formal line declares, after their sort."""
    match node:
        case lines.Phases(names):
            return "phases", names
        case lines.Option(name):
            return "options", (name,)
        case lines.Cards(name):
            return "sets of cards", (name,)
        case lines.PlaceLine(name):
            return "places", (name,)
        case lines.Keep(name):
            return "what is remembered", (name,)
        case lines.Act(name):
            return "acts", (name,)
        case lines.Event(name):
            return "events", (name,)
        case lines.Kind(name):
            return "kinds of meld", (name,)
        case lines.Define(name):
            return "terms", (name,)
        case lines.OptionsNeed() | lines.Sides() | lines.Deck() | lines.Order() | lines.Worth() | lines.Show() | None:
            return "", ()
        case lines.To() | lines.At() | lines.Whenever() | lines.Judge() | lines.Then() | lines.Award():
            return "", ()
        case _:
            assert_never(node)


def declarations(book: PrintedBook) -> tuple[Declared, ...]:
    """Everything that a book declares, in the order of the book; a kind once for each clause that speaks of it."""
    return tuple(one for article in book.articles.values() for one in _declared_in(article))


def _declared_in(article: Article) -> Iterator[Declared]:
    kinds: set[str] = set()
    for (question, reading), block in lines_of(article.entry).items():
        for line in block:
            sort, names = declared_by(line.head if isinstance(line.head, lines.Kind) else line.node)
            for name in names:
                if sort == "kinds of meld" and name in kinds:
                    continue
                kinds.add(name)
                yield Declared(name, sort, line, article, question, reading)


class Words:
    """The names of one book, and its lines written with them: every name is a link to its declaration."""

    def __init__(self, book: PrintedBook) -> None:
        self.acts: dict[str, Spot] = {}
        self.options: dict[str, Spot] = {}
        self.kinds: dict[str, Spot] = {}
        self.names: dict[str, Spot] = {}
        for one in sorted(declarations(book), key=lambda one: not one.by_default):
            if one.sort != "phases":
                groups = {"acts": self.acts, "options": self.options, "kinds of meld": self.kinds}
                group = groups.get(one.sort, self.names)
                group.setdefault(one.name, one.spot(book.name))

    def line(self, text: str, page: str, own: tuple[str, ...] = ()) -> str:
        """One canonical line as HTML, for a page; `own` are the names that it declares itself."""
        first, *others = wrap(text, 0).split("\n")
        rows = [first, *(f"\n{row}" for row in others)]
        return "".join(self._tokens("".join(rows), page, own))

    def _tokens(self, text: str, page: str, own: tuple[str, ...]) -> Iterator[str]:
        tokens = TOKEN.findall(text)
        words = [token for token in tokens if token[0].isalnum()]
        at = -1
        for token in tokens:
            if not token[0].isalnum():
                yield _gap(token)
                continue
            at += 1
            before = words[at - 1] if at else ""
            after = words[at + 1] if at + 1 < len(words) else ""
            if at == 0:
                yield element("b", token)
            elif token in own:
                own = tuple(name for name in own if name != token)
                yield element("dfn", token)
            elif spot := self._spot(token, before, after, words[0]):
                yield anchor(spot.href(page), token)
            else:
                yield element("i", token) if token in CONNECTIVES else token

    def _spot(self, word: str, before: str, after: str, first: str) -> Spot | None:
        """Where a word is declared, if it is one of the book's names here and not a word of the language."""
        if first == "to" or before == "could":
            return self.acts.get(word)
        if before == "as" and first != "show":
            return None
        if word in self.options and after != "of":
            return self.options[word]
        return self.names.get(word) or (self.kinds.get(word) if before in ("is", "not") else None)


def _gap(token: str) -> str:
    """What stands between words; a line end begins a new row, further in by as much as it is in the text."""
    if not token.startswith("\n"):
        return plain(token)
    return " <br>" + "&emsp;" * max(len(token.lstrip("\n")) // STEP - 1, 0)


def names_by_sort(book: PrintedBook) -> Mapping[str, dict[str, list[Declared]]]:
    """The declarations of a book by sort and name, names in alphabetical order."""
    found: dict[str, dict[str, list[Declared]]] = {sort: {} for sort in SORTS}
    for one in sorted(declarations(book), key=lambda one: one.name):
        found[one.sort].setdefault(one.name, []).append(one)
    return found
