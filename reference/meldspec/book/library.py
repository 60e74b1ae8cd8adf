"""The books of a folder: which there are, and any one of them loaded and flattened."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache, cached_property, partial
from pathlib import Path

from meldspec.book.flat import Book
from meldspec.book.flatten import flatten, put_together
from meldspec.cache import code_and, digest, keep, recall
from meldspec.data import folder
from meldspec.language import lines
from meldspec.language.extent import PROBLEMS, enough
from meldspec.language.files import read_text
from meldspec.language.immutable import Immutable
from meldspec.language.problems import Diagnostic, Place, RulesError, did_you_mean
from meldspec.language.stored import plain, rebuilt

GENERATIONS = 50
"""How many books may descend from each other in one line."""


class Texts(Mapping[str, tuple[lines.Text, ...]]):
    """Texts by the name of the book they belong to, those of a book made when it is first asked for; what each extends is known
    before. Most commands are about one book, and to make the trees of all takes longer than they do."""

    def __init__(self, files: Iterable[Stored]) -> None:
        self._made: dict[str, tuple[lines.Text, ...]] = {}
        self._files: dict[str, list[Stored]] = {}
        for file in files:
            self._files.setdefault(file.book, []).append(file)

    def extends(self, name: str) -> str:
        """The book that another one extends; empty for a base book."""
        return self._files[name][0].extends

    def origin(self, name: str) -> str:
        """The digest of the texts of a book."""
        return digest(*(file.key for file in self._files[name]))

    def __getitem__(self, name: str) -> tuple[lines.Text, ...]:
        if name not in self._made:
            self._made[name] = tuple([file.tree() for file in self._files[name]])
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def __repr__(self) -> str:
        return repr(dict(self))


class Books(Immutable):
    """The parsed texts of a folder, by the name of the book they belong to."""

    texts: Mapping[str, tuple[lines.Text, ...]]

    def extends(self, name: str) -> str:
        """The book that another one extends; empty for a base book."""
        return self.texts.extends(name) if isinstance(self.texts, Texts) else self.texts[name][0].extends

    @cached_property
    def _flat(self) -> dict[str, Book]:
        """The books in which nothing is wrong: those that others descend from are asked for with each of these."""
        return {}

    def origin(self, name: str) -> str:
        """The digest of the texts of a book and of all that it descends from; empty where they came from no files."""
        if not isinstance(self.texts, Texts):
            return ""
        return digest(*(self.texts.origin(one) for one in self.line(name) if one in self.texts))

    def line(self, name: str) -> list[str]:
        """A book and those that it descends from, nearest first, the last perhaps one that is not there; no more than one further
        than `GENERATIONS`, and a circle ends where it closes."""
        line = [name]
        while len(line) <= GENERATIONS and line[-1] in self.texts and self.extends(line[-1]) not in ("", *line):
            line.append(self.extends(line[-1]))
        return line

    def names(self) -> tuple[str, ...]:
        """The names of all books: base books first, then variants, each in alphabetical order."""
        return tuple(sorted(self.texts, key=lambda name: (bool(self.extends(name)), name)))

    def book(self, name: str) -> Book:
        """The flat book of that name.

        Raises RulesError where there is none, where it extends none, or where its differences do not fit.
        """
        problems: list[Diagnostic] = []
        book = self.as_it_stands(name, problems)
        if problems or book is None:
            raise RulesError(problems)
        return book

    def as_it_stands(self, name: str, problems: list[Diagnostic]) -> Book | None:
        """The flat book of that name without the clauses that do not fit, which are told of in `problems`.

        None where the book, or one that it descends from, is not there.
        """
        return self._book(name, Place(name, 1), problems, ())

    def _book(self, name: str, asked: Place, problems: list[Diagnostic], below: tuple[str, ...]) -> Book | None:
        if name not in self._flat:
            found: list[Diagnostic] = []
            book = self._made(name, asked, found, below)
            problems += found
            if found or book is None:
                return book
            self._flat[name] = book
        return self._flat[name]

    def _made(self, name: str, asked: Place, problems: list[Diagnostic], below: tuple[str, ...]) -> Book | None:
        if name in below:
            found, mend = f"'{name}' extends itself by way of {', '.join(below)}", "let one of them extend another book"
            problems.append(Diagnostic("circle", self.texts[name][0].place, found, "books that descend from a base book", mend))
            return None
        if name not in self.texts:
            mend = did_you_mean(name, self.texts) or "name one of them, or add the texts of the book"
            expected = "one of: " + ", ".join(self.names())
            problems.append(Diagnostic("no-such-book", asked, f"the book '{name}'", expected, mend))
            return None
        # Told before any of them is made: a book of which too many descend from each other is made by none of these.
        if len(below) >= GENERATIONS or len(self.line(name)) > GENERATIONS:
            found, mend = f"a book with more than {GENERATIONS} that descend from it, one from the other", "extend a nearer one"
            problems.append(Diagnostic("too-deep", self.texts[name][0].place, found, f"at most {GENERATIONS} generations", mend))
            return None
        mine = put_together(self.texts[name], problems)
        parent = self.texts[name][0].extends
        if not parent:
            problems += [_not_a_difference(e.clause) for e in mine.entries if e.clause.how != "clause"]
            # The lines that do not fit are told of; the rest of the book can still be checked.
            return replace(mine, entries=tuple(e for e in mine.entries if e.clause.how != "read"))
        base = self._book(parent, mine.place, problems, (*below, name))
        return None if base is None else flatten(base, mine, problems)


def _not_a_difference(clause: lines.Clause) -> Diagnostic:
    if clause.how == "read":
        found, mend = f"another default of '{clause.id}' in a base book", "write the default under the question itself"
        return Diagnostic("no-such-question", clause.place, found, "questions of the book's own", mend)
    found, mend = f"'{clause.how} clause {clause.id}' in a base book", "only a variant replaces, changes or drops clauses"
    return Diagnostic("no-such-clause", clause.place, found, "clauses of the book's own", mend)


def library_of(texts: list[lines.Text]) -> Books:
    """A library of texts already parsed."""
    by_name: dict[str, list[lines.Text]] = {}
    for text in texts:
        by_name.setdefault(text.book, []).append(text)
    return Books({name: tuple(group) for name, group in by_name.items()})


def missing(library: Books) -> frozenset[str]:
    """The books that others of a library extend and that it does not have."""
    return frozenset(extends for name in library.texts if (extends := library.extends(name))) - library.texts.keys()


def with_ancestors(library: Books, others: Books) -> Books:
    """A library with those books of another one that its own descend from."""
    while found := {name: others.texts[name] for name in missing(library) if name in others.texts}:
        library = Books({**library.texts, **found})
    return library


def read_library(root: Path | None = None) -> Books:
    """All `.rules` texts below a folder (the project's own `spec` by default).

    Raises RulesError with the malformed lines of all files, or of the first in which there are more than enough.
    """
    root = folder("spec") if root is None else root
    read: list[Stored] = []
    problems: list[Diagnostic] = []
    for path, name in files_below(root):
        if len(problems) > PROBLEMS:
            break
        try:
            read.append(_stored(path, name, read_text(path, name)))
        except RulesError as error:
            problems += error.problems
    if problems:
        raise RulesError(problems)
    return Books(Texts(read))


class File(Immutable):
    """One file as messages name it: its text (empty where it cannot be read), its tree (none where it is malformed), and what
    is wrong with its lines."""

    name: str
    text: str
    tree: lines.Text | None
    problems: tuple[Diagnostic, ...] = ()


def read_file(path: Path, name: str) -> File:
    """A file of rules text, well formed or not."""
    text = ""
    try:
        text = read_text(path, name)
        return File(name, text, _tree(path, name, text))
    except RulesError as error:
        return File(name, text, None, tuple(error.problems))


def read_files(found: Iterable[tuple[Path, str]]) -> Iterator[tuple[Path, File]]:
    """Files of rules text by path and name, one after the other; where too much is wrong with the first of them the others are not
    read, which is said in place of the next."""
    problems = 0
    for path, name in found:
        if problems > PROBLEMS:
            yield path, File(name, "", None, (enough(name, 1),))
            return
        file = read_file(path, name)
        problems += len(file.problems)
        yield path, file


class Stored(Immutable):
    """One well-formed file: the book that it belongs to, what that extends, what makes its tree, and the digest of its text and of
    the code that reads it."""

    book: str
    extends: str
    key: str
    tree: Callable[[], lines.Text]


def _tree(path: Path, name: str, text: str) -> lines.Text:
    """The tree of a text; raises RulesError where it is malformed."""
    return _stored(path, name, text).tree()


def _stored(path: Path, name: str, text: str) -> Stored:
    """A file, parsed unless the same text was parsed before by the same code.

    Raises RulesError where it is malformed.
    """
    entry, key = f"tree {os.path.abspath(path)}", digest(language_digest(), name, text)
    match recall(f"head of {entry}", key):
        case [str(book), str(extends)]:
            return Stored(book, extends, key, partial(_tree_kept, entry, key, name, text))
    tree = _parsed(text, name)
    keep(f"head of {entry}", key, [tree.book, tree.extends])
    keep(entry, key, plain(tree))
    return Stored(tree.book, tree.extends, key, lambda: tree)


def _tree_kept(entry: str, key: str, name: str, text: str) -> lines.Text:
    """The tree that was kept. One that cannot be rebuilt was not kept, for whatever reason: it is parsed again (decision 7)."""
    try:
        return rebuilt(recall(entry, key))
    except (ValueError, RecursionError):
        tree = _parsed(text, name)
        keep(entry, key, plain(tree))
        return tree


def _parsed(text: str, name: str) -> lines.Text:
    """The tree of a text; raises RulesError where it is malformed."""
    # Imported here, since texts were parsed before nearly always, and the parser takes as long to import as they to be read.
    from meldspec.language.parse import parse

    return parse(text, name)


@cache
def language_digest() -> str:
    """The digest of what a tree hangs on beside its text."""
    return code_and(sorted(folder("grammar").iterdir()), "language")


def files_below(root: Path) -> list[tuple[Path, str]]:
    """The `.rules` files below a folder in their order, each with its name in messages: from the name of the folder on."""
    return [(path, str(Path(root.name) / path.relative_to(root))) for path in sorted(root.rglob("*.rules"))]
