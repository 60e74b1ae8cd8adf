"""The work of `meldspec check`: texts and ledgers read, what is wrong with them, and how much of them is traced."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from meldspec.book.checks.every import new_problems
from meldspec.book.flat import line_count
from meldspec.book.library import (
    Books,
    File,
    files_below,
    library_of,
    missing as missing_books,
    read_file,
    read_files,
    with_ancestors,
)
from meldspec.book.unseen import ASKS, unseen_acts
from meldspec.cli._shared import columns, rules_files
from meldspec.cli._sound import problems_of
from meldspec.data import folder
from meldspec.language import lines
from meldspec.language.problems import Diagnostic, RulesError, counted
from meldspec.language.render import render_all
from meldspec.sources.ledger import Ledger, read_ledgers, read_moot
from meldspec.sources.profile_file import PROFILES, misread
from meldspec.sources.review import Inherited, Review, inherited, misheld, read_reviews
from meldspec.sources.sources import LIST, Source, read_sources, sources_below
from meldspec.sources.traced import Tracing, check_citations, misled, missing, progress

HEAD = ("ledger", "source", "paragraphs", "facts traced", "doubts answered", "")
"""The columns of what is told of each ledger."""
INHERITED = ("variant", "inherited clauses", "inherited questions", "")
"""The columns of what is told of what each variant inherits."""


@dataclass(frozen=True)
class Checked:
    """The files that a check looks at, all of them by name, the books whose problems are wanted, and what is beside them."""

    files: dict[str, File]
    wanted: frozenset[str]
    sources: dict[str, Source]
    ledgers: list[Ledger]
    moot: dict[str, dict[str, str]]
    reviews: dict[str, Review]
    profiles: list[Path]

    @cached_property
    def texts(self) -> list[lines.Text]:
        """The texts that are well formed."""
        return [file.tree for file in self.files.values() if file.tree is not None]

    @cached_property
    def library(self) -> Books:
        """The books of those texts."""
        return library_of(self.texts)

    @cached_property
    def tracing(self) -> Tracing:
        """All that is traced, by the flat books as they stand: what does not fit in one is told elsewhere."""
        found = {name: self.library.as_it_stands(name, []) for name in self.library.names()}
        return Tracing({name: book for name, book in found.items() if book is not None}, self.sources, self.ledgers, self.moot)

    @property
    def whole(self) -> bool:
        """Whether nothing less than all books is wanted."""
        return self.wanted >= self.tracing.books.keys()


def played(paths: Sequence[Path], root: Path, variant: str) -> tuple[bool, str]:
    """Whether what the books say of tables was so in random play, and all that is to be told; of all books that are wanted, or of
    one of them."""
    # Not imported where nothing is played: most checks are made of texts alone.
    from meldspec.cli._thorough import asked_for, thoroughly

    found = _read(paths, root)
    texts = {name: file.text for name, file in found.files.items()}
    return thoroughly(found.library, asked_for(variant, found.wanted), texts)


def checked(paths: Sequence[Path], root: Path, show_open: bool) -> tuple[bool, str]:
    """Whether nothing is wrong, and all that is to be told."""
    found = _read(paths, root)
    # What a book means can be told only where every line is one of the language.
    if malformed := [problem for file in found.files.values() for problem in file.problems]:
        return False, "\n".join(_told(found, malformed))
    lost, unfinished = _lost(found)
    problems = RulesError([*_mistaken(found), *lost, *_misheld(found), *_misread(found)]).problems
    tables = [(head, rows) for head, rows in ((HEAD, [*_progress(found)]), (INHERITED, [*_unread(found)])) if rows]
    rows = [line for head, body in tables for line in columns([head, *body])]
    rows += _unseen(found)
    if unfinished:
        rows.append(f"{counted(len(unfinished), 'thing')} still missing in unfinished ledgers: --open tells them.")
    before = [_rendered(found, unfinished)] if show_open and unfinished else []
    return not problems, "\n".join([*before, *_told(found, problems, rows)])


def _rendered(found: Checked, problems: list[Diagnostic]) -> str:
    """Problems with the lines that they are about, ledgers too."""
    texts = {name: file.text for name, file in found.files.items()}
    texts |= {ledger.file: ledger.text for ledger in found.ledgers}
    return render_all(problems, texts | {review.file: review.text for review in found.reviews.values()})


def _told(found: Checked, problems: list[Diagnostic], rows: Sequence[str] = ()) -> Iterable[str]:
    """What is told of what was found."""
    if problems:
        yield _rendered(found, problems)
    yield _counts([text for text in found.texts if text.book in found.wanted])
    yield from rows
    yield f"{counted(len(problems), 'problem')}." if problems else "Nothing is wrong."


# ── what is read ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _read(paths: Sequence[Path], root: Path) -> Checked:
    """All files of the folder of rules, and those of the paths; a book that stands outside the folder hides one in it."""
    given = {path.resolve(): name for path, name in rules_files(paths, root)}
    below = {path.resolve(): name for path, name in files_below(root)}
    outside = [file for _, file in read_files((path, name) for path, name in given.items() if path not in below)]
    inside = dict(read_files(below.items()))
    own = {file.tree.book for file in outside if file.tree is not None}
    kept = [file for file in inside.values() if file.tree is None or file.tree.book not in own]
    named = [file for path, file in inside.items() if path in given] + outside if paths else [*inside.values()]
    wanted = frozenset(file.tree.book for file in named if file.tree is not None)
    beside = sorted({root.resolve(), *(path.resolve() for path in paths if path.is_dir()), *(path.parent for path in given)})
    lists = [path for place in beside if (path := place / LIST).is_file()]
    sources = sources_below(root) | {tag: source for path in lists for tag, source in read_sources(path).items()}
    mine = [*kept, *outside]
    reviews = {name: review for place in beside for name, review in read_reviews(place).items()}
    files = {file.name: file for file in (*mine, *_extended(mine))}
    ledgers = [ledger for place in beside for ledger in read_ledgers(place)]
    moot = {variant: why for place in beside for variant, why in read_moot(place).items()}
    return Checked(files, wanted, sources, ledgers, moot, reviews, [place / PROFILES for place in beside])


def _extended(files: Sequence[File]) -> list[File]:
    """The files of books that come with meldspec and that books of these files extend."""
    own = library_of([file.tree for file in files if file.tree is not None])
    if not missing_books(own):
        return []
    theirs = [read_file(path, name) for path, name in files_below(folder("spec"))]
    whole = with_ancestors(own, library_of([file.tree for file in theirs if file.tree is not None]))
    needed = whole.texts.keys() - own.texts.keys()
    return [file for file in theirs if file.tree is not None and file.tree.book in needed]


# ── what is wrong ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _mistaken(found: Checked) -> list[Diagnostic]:
    """What is wrong with the meaning of the books that are wanted."""
    library = found.library
    problems = {name: problems_of(library, name) for name in library.names()}
    # What is wrong in a book that is not wanted is wrong in those that extend it too, and is not told there.
    others = new_problems(library, {name: wrong for name, wrong in problems.items() if name not in found.wanted})
    own = [problem for problem in new_problems(library, problems) if problem not in others]
    wanted = library_of([text for text in found.texts if text.book in found.wanted])
    return [*own, *check_citations(wanted, found.sources)]


def _lost(found: Checked) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What is not traced in the books that are wanted: what is wrong, and what is unfinished. Nothing without ledgers."""
    if not found.ledgers:
        return [], []
    asked = {ledger.file for ledger in found.ledgers if found.whole or ledger.variant in found.wanted}
    wrong = [problem for problem in misled(found.tracing) if problem.place.file in asked or problem.place.file in found.files]
    unfinished: list[Diagnostic] = []
    for ledger, problem in missing(found.tracing):
        if ledger is None:
            wrong += [problem] if found.whole else []
        elif ledger.file in asked:
            (unfinished if ledger.unfinished else wrong).append(problem)
    return wrong, unfinished


def _misheld(found: Checked) -> list[Diagnostic]:
    """What is wrong in the entries of the books that are wanted, and of books that there are none of."""
    books = found.tracing.books
    asked = {name: review for name, review in found.reviews.items() if name in found.wanted or (found.whole and name not in books)}
    return [*misheld(asked, books, found.sources)]


def _misread(found: Checked) -> Iterator[Diagnostic]:
    """What is wrong in the profiles of the books that are wanted."""
    books = {name: book for name, book in found.tracing.books.items() if name in found.wanted}
    for path in found.profiles:
        yield from misread(path, books)


# ── how much there is ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _counts(texts: Sequence[lines.Text]) -> str:
    """How much the texts hold, each clause counted where it is written."""
    clauses = [clause for text in texts for chapter in text.chapters for clause in chapter.clauses]
    questions = [question for clause in clauses for question in clause.questions]
    readings = [reading for question in questions for reading in question.readings]
    bodies = [(*clause.body, *clause.changes) for clause in clauses] + [(*reading.body, *reading.changes) for reading in readings]
    facts = {fact for clause in clauses for fact in clause.facts}
    counts = (
        (len({text.book for text in texts}), "book"),
        (len(clauses), "clause"),
        (len(questions), "question"),
        (len(readings), "reading"),
        (sum(_line_count(node) for body in bodies for node in body), "line"),
    )
    return ", ".join(counted(number, what) for number, what in counts) + f"; {counted(len(facts), 'fact')} carried."


def _line_count(node: lines.Change | lines.Judge | lines.Then | lines.Award) -> int:
    """How many lines are written: those that a change puts somewhere, and one for whatever else it says."""
    if isinstance(node, lines.Put):
        return sum(map(_line_count, node.body)) or 1
    if isinstance(node, lines.LineChange | lines.Judge | lines.Then | lines.Award):
        return 0 if isinstance(node, lines.ProseStands) else 1
    return line_count(node)


def _progress(found: Checked) -> Iterable[tuple[str, ...]]:
    """A row for each ledger of the books that are wanted: how much of it is traced, or that there is no book yet."""
    for one in progress(found.tracing):
        if found.whole or one.ledger.variant in found.wanted:
            counts = (f"{done} of {total}" if total else "-" for done, total in (one.paragraphs, one.facts, one.doubts))
            begun = one.ledger.variant in found.tracing.books
            state = "" if begun and not one.ledger.unfinished else "unfinished" if begun else "no book yet"
            yield (one.ledger.name, one.ledger.source or "-", *counts, state)


def _unread(found: Checked) -> Iterable[tuple[str, ...]]:
    """A row for each variant that is wanted: how much of what it inherits nobody has looked at."""
    for name, book in found.tracing.books.items():
        if name in found.wanted and (all_of_it := inherited(book, found.ledgers, found.reviews.get(name))):
            lapsed = sum(one.lapsed for one in all_of_it)
            shares = (_share([one for one in all_of_it if one.what == what]) for what in ("clause", "question"))
            yield (name, *shares, f"{lapsed} changed since" if lapsed else "")


def _unseen(found: Checked) -> Iterable[str]:
    """A line for each variant that is wanted and that adds acts which some line, looking ahead, does not see."""
    books = found.tracing.books
    for name, book in books.items():
        parent = books.get(book.ancestors[0]) if book.ancestors and name in found.wanted else None
        acts, clauses = unseen_acts(book, parent) if parent is not None else ([], [])
        if clauses:
            told = f"{name}: '{ASKS} …' sees the act {' and '.join(map(repr, acts))} only behind all that is laid"
            yield f"{told}; where it may come before write 'could come to …' instead: {', '.join(clauses)}."


def _share(found: Sequence[Inherited]) -> str:
    """`3 of 40 unread`"""
    return f"{sum(one.open for one in found)} of {len(found)} unread" if found else "-"
