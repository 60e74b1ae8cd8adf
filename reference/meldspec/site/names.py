"""What a book declares, and the words of formal lines linked to where they are declared."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from meldspec.book.addresses import Target
from meldspec.book.flat import Written
from meldspec.language import lines
from meldspec.language.format import wrap
from meldspec.language.layout import STEP
from meldspec.language.vocabulary import CONNECTIVES
from meldspec.site.markup import anchor, element, plain
from meldspec.site.printed import Article, Line, PrintedBook, lines_of

SORTS: dict[str, type[Written]] = {
    "options": lines.Option,
    "phases": lines.Phases,
    "sets of cards": lines.Cards,
    "places": lines.PlaceLine,
    "what is remembered": lines.Keep,
    "acts": lines.Act,
    "events": lines.Event,
    "kinds of meld": lines.Kind,
    "terms": lines.Define,
}
"""The sorts of names, in the order of the glossary, and the lines that declare them."""

TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*|\n *|[^A-Za-z0-9"\n]+|"')


@dataclass(frozen=True, slots=True)
class Declared:
    """One declaration of a name: what declares it, its line, where it stands, and the reading it holds under (or nothing)."""

    name: str
    by: type[Written]
    line: Line
    article: Article
    question: str = ""
    reading: str = ""

    @property
    def by_default(self) -> bool:
        """Whether it holds unless another reading is chosen."""
        asked = {question.name: question.default for question in self.article.clause.questions}
        return not self.question or asked[self.question] == self.reading

    def target(self, book: str) -> Target:
        """Its place on the site."""
        return Target(f"{book}/{self.article.file}", self.line.id)


def declared_by(node: Written | None) -> tuple[str, ...]:
    """The names that a formal line declares."""
    if node is None or isinstance(node, lines.Nameless | lines.Judge | lines.Then | lines.Award):
        return ()
    return node.names if isinstance(node, lines.Phases) else (node.name,)


def declarations(book: PrintedBook) -> tuple[Declared, ...]:
    """Everything that a book declares, in the order of the book; a kind once for each clause that speaks of it."""
    return tuple(one for article in book.articles.values() for one in _declared_in(article))


def _declared_in(article: Article) -> Iterator[Declared]:
    kinds: set[str] = set()
    for (question, reading), formal in lines_of(article.entry).items():
        for line in formal:
            node = line.head if isinstance(line.head, lines.Kind) else line.node
            for name in declared_by(node):
                # Every line of a kind is under its head, which declares it once in a clause.
                if not (isinstance(node, lines.Kind) and name in kinds):
                    kinds.add(name)
                    yield Declared(name, type(node), line, article, question, reading)


class Words:
    """The names of one book, and its lines written with them: every name is a link to its declaration."""

    def __init__(self, book: PrintedBook) -> None:
        self.acts: dict[str, Target] = {}
        self.options: dict[str, Target] = {}
        self.kinds: dict[str, Target] = {}
        self.names: dict[str, Target] = {}
        groups = {lines.Act: self.acts, lines.Option: self.options, lines.Kind: self.kinds}
        # What holds by default comes first and stays: a name leads to the meaning that it has unless somebody chooses another.
        for one in sorted(declarations(book), key=lambda one: not one.by_default):
            # Phases are called as acts are (`draw`), and it is the act that a reader looks up.
            if one.by is not lines.Phases:
                groups.get(one.by, self.names).setdefault(one.name, one.target(book.name))

    def line(self, text: str, page: str, own: tuple[str, ...] = ()) -> str:
        """One canonical line as HTML, for a page; `own` are the names that it declares itself."""
        return "".join(self._tokens(wrap(text, 0), page, own))

    def leads(self, text: str, own: tuple[str, ...] = ()) -> Iterator[Target]:
        """The declarations that the words of one canonical line lead to."""
        yield from (target for _, target, _ in self._words(text, own) if target is not None)

    def _tokens(self, text: str, page: str, own: tuple[str, ...]) -> Iterator[str]:
        for token, target, declared in self._words(text, own):
            if not token[0].isalnum():
                yield _gap(token)
            elif declared:
                yield element(declared, token)
            elif target is not None:
                yield anchor(target.href(page), token)
            else:
                yield element("i", token) if token in CONNECTIVES else token

    def _words(self, text: str, own: tuple[str, ...]) -> Iterator[tuple[str, Target | None, str]]:
        """The tokens of a line, each with the declaration that it leads to, or the element that it is: `b` for the first word and
        `dfn` for a name that is declared here."""
        tokens = TOKEN.findall(text)
        words = [token for token in tokens if token[0].isalnum()]
        beside = zip(["", *words], [*words[1:], ""], strict=False)
        for token in tokens:
            if not token[0].isalnum():
                yield token, None, ""
                continue
            before, after = next(beside)
            if not before:
                yield token, None, "b"
            elif token in own:
                own = tuple(name for name in own if name != token)
                yield token, None, "dfn"
            else:
                yield token, self._target(token, before, after, words[0]), ""

    def _target(self, word: str, before: str, after: str, first: str) -> Target | None:
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
    found: dict[type[Written], dict[str, list[Declared]]] = {by: {} for by in SORTS.values()}
    for one in sorted(declarations(book), key=lambda one: one.name):
        found[one.by].setdefault(one.name, []).append(one)
    return {sort: found[by] for sort, by in SORTS.items()}
