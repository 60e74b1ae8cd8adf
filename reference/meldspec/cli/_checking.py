"""The work of `meldspec check`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from meldspec.book.checks.every import check_book, new_problems
from meldspec.book.flat import Book, line_count
from meldspec.book.library import Books, File, files_below, library_of, read_file
from meldspec.cli._books import columns
from meldspec.engine.kind_overlap import check_kinds
from meldspec.language import lines
from meldspec.language.problems import Diagnostic, RulesError, counted
from meldspec.language.render import render_all
from meldspec.sources.citations import check_citations
from meldspec.sources.ledger import Ledger, LedgerError, read_ledgers, read_moot
from meldspec.sources.sources import Source, SourcesError, read_sources
from meldspec.sources.traced import Progress, Tracing, misled, missing, progress


@dataclass(frozen=True)
class Reading:
    """The files that a check looks at: all of them by name, and the books whose problems are wanted."""

    files: dict[str, File]
    wanted: frozenset[str]
    sources: dict[str, Source]
    ledgers: list[Ledger]
    moot: dict[str, dict[str, str]]

    @property
    def texts(self) -> list[lines.Text]:
        """The texts that are well formed."""
        return [file.tree for file in self.files.values() if file.tree is not None]

    @property
    def shown(self) -> dict[str, str]:
        """The texts of all files by their names, ledgers too."""
        return {name: file.text for name, file in self.files.items()} | {ledger.file: ledger.text for ledger in self.ledgers}


def checked(paths: Sequence[Path], root: Path, show_open: bool) -> tuple[bool, str]:
    """Whether nothing is wrong, and all that is to be told."""
    reading = _read(paths, root)
    if problems := _malformed(reading):
        return False, "\n".join(_told(reading, problems))
    tracing = Tracing(_flat(reading), reading.sources, reading.ledgers, reading.moot)
    lost, unfinished = _lost(tracing, reading)
    problems = RulesError([*_mistaken(reading), *lost]).problems
    before = [render_all(unfinished, reading.shown)] if show_open and unfinished else []
    rows = [*_progress(tracing, reading)]
    if unfinished:
        rows.append(f"{counted(len(unfinished), 'thing')} still missing in unfinished ledgers: --open tells them.")
    return not problems, "\n".join([*before, *_told(reading, problems, rows)])


def _told(reading: Reading, problems: list[Diagnostic], rows: Sequence[str] = ()) -> Iterable[str]:
    """What is told of what was found."""
    if problems:
        yield render_all(problems, reading.shown)
    yield _counts([text for text in reading.texts if text.book in reading.wanted])
    yield from rows
    yield f"{counted(len(problems), 'problem')}." if problems else "Nothing is wrong."


# ── what is read ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _read(paths: Sequence[Path], root: Path) -> Reading:
    """All files of the folder of rules, and those of the paths; a book that stands outside the folder hides one in it."""
    below = {path.resolve(): name for path, name in files_below(root)}
    given = {file.resolve(): name for path in paths for file, name in _files(path)}
    if not (given or below):
        raise click.UsageError(f"no .rules file in {', '.join(map(str, paths)) or root}: name a folder or a file that has rules")
    outside = [read_file(path, name) for path, name in given.items() if path not in below]
    inside = {path: read_file(path, name) for path, name in below.items()}
    own = {file.tree.book for file in outside if file.tree is not None}
    kept = [file for file in inside.values() if file.tree is None or file.tree.book not in own]
    named = [file for path, file in inside.items() if path in given] + outside if paths else [*inside.values()]
    wanted = frozenset(file.tree.book for file in named if file.tree is not None)
    files = {file.name: file for file in (*kept, *outside)}
    beside = {root, *(path.parent for path in given)}
    return Reading(files, wanted, _sources(sorted(beside)), *_ledgers(root))


def _files(path: Path) -> list[tuple[Path, str]]:
    """The files of rules that a path means."""
    return files_below(path) if path.is_dir() else [(path, str(path))]


def _sources(folders: Iterable[Path]) -> dict[str, Source]:
    """The sources that the lists in some folders name."""
    found: dict[str, Source] = {}
    for folder in folders:
        path = folder / "sources.yaml"
        try:
            found |= read_sources(path) if path.is_file() else {}
        except SourcesError as error:
            raise click.ClickException(str(error)) from None
    return found


def _ledgers(root: Path) -> tuple[list[Ledger], dict[str, dict[str, str]]]:
    """The ledgers of a folder, and the doubts that are moot."""
    try:
        return read_ledgers(root), read_moot(root)
    except LedgerError as error:
        raise click.ClickException(str(error)) from None


# ── what is wrong ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _malformed(reading: Reading) -> list[Diagnostic]:
    """The lines that are no lines of the language; what a book means is looked at when there are none."""
    return [problem for file in reading.files.values() for problem in file.problems]


def _mistaken(reading: Reading) -> list[Diagnostic]:
    """What is wrong with the meaning of the books that are wanted."""
    library = library_of(reading.texts)
    found = {name: _problems(library, name) for name in library.names()}
    others = new_problems(library, {name: problems for name, problems in found.items() if name not in reading.wanted})
    problems = [problem for problem in new_problems(library, found) if problem not in others]
    wanted = library_of([text for text in reading.texts if text.book in reading.wanted])
    return RulesError([*problems, *check_citations(wanted, reading.sources)]).problems


def _problems(library: Books, name: str) -> list[Diagnostic]:
    """What is wrong with one book; its kinds are tried on cards where nothing else is."""
    sheet, problems = check_book(library, name)
    if sheet is not None and not problems:
        check_kinds(sheet, problems)
    return problems


def _flat(reading: Reading) -> dict[str, Book]:
    """The flat books as they stand."""
    library = library_of(reading.texts)
    found = {name: library.as_it_stands(name, []) for name in library.names()}
    return {name: book for name, book in found.items() if book is not None}


def _lost(tracing: Tracing, reading: Reading) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What is not traced in the books that are wanted: what is wrong, and what is unfinished. Nothing without ledgers."""
    if not tracing.ledgers:
        return [], []
    everything = reading.wanted >= tracing.books.keys()
    asked = {ledger.file for ledger in tracing.ledgers if everything or ledger.variant in reading.wanted}
    wrong = [problem for problem in misled(tracing) if problem.place.file in asked or problem.place.file in reading.files]
    unfinished = []
    for ledger, problem in missing(tracing):
        if ledger is not None and ledger.file in asked and ledger.unfinished:
            unfinished.append(problem)
        elif ledger.file in asked if ledger is not None else everything:
            wrong.append(problem)
    return wrong, unfinished


# ── how much there is ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _counts(texts: Sequence[lines.Text]) -> str:
    """How much the texts hold, each clause counted where it is written."""
    clauses = [clause for text in texts for chapter in text.chapters for clause in chapter.clauses]
    questions = [question for clause in clauses for question in clause.questions]
    readings = [reading for question in questions for reading in question.readings]
    bodies = [clause.body for clause in clauses] + [reading.body for reading in readings]
    facts = {fact for clause in clauses for fact in clause.facts}
    counts = (
        (len({text.book for text in texts}), "book"),
        (len(clauses), "clause"),
        (len(questions), "question"),
        (len(readings), "reading"),
        (sum(line_count(node) for body in bodies for node in body), "line"),
    )
    return ", ".join(counted(number, what) for number, what in counts) + f"; {counted(len(facts), 'fact')} carried."


def _progress(tracing: Tracing, reading: Reading) -> Iterable[str]:
    """How much of each ledger of the books that are wanted is traced; of a book that is not there yet, that it is not."""
    everything = reading.wanted >= tracing.books.keys()
    rows = [_row(one, tracing) for one in progress(tracing) if everything or one.ledger.variant in reading.wanted]
    return columns([("ledger", "source", "paragraphs", "facts traced", "doubts answered", ""), *rows]) if rows else ()


def _row(one: Progress, tracing: Tracing) -> tuple[str, ...]:
    """One ledger's row."""
    state = "no book yet" if one.ledger.variant not in tracing.books else "unfinished" if one.ledger.unfinished else ""
    counts = [f"{done} of {total}" if total else "-" for done, total in (one.paragraphs, one.facts, one.doubts)]
    return (one.ledger.name, one.ledger.source or "-", *counts, state)
