"""`meldspec check`: every error in the rules text at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from meldspec.book.check import check_book, new_problems
from meldspec.book.flat import line_count
from meldspec.book.library import File, Library, files_below, library_of, read_file
from meldspec.cli._books import counted, spec_folder, spec_option
from meldspec.corpus.citations import check_citations
from meldspec.corpus.sources import Source, SourcesError, read_sources
from meldspec.engine.check_kinds import check_kinds
from meldspec.language import lines
from meldspec.language.problems import Diagnostic, RulesError
from meldspec.language.render import render_all


@dataclass(frozen=True)
class Reading:
    """The files that a check looks at: all of them by name, and the books whose problems are wanted."""

    files: dict[str, File]
    wanted: frozenset[str]
    sources: dict[str, Source]

    @property
    def texts(self) -> list[lines.Text]:
        """The texts that are well formed."""
        return [file.tree for file in self.files.values() if file.tree is not None]


@click.command("check", short_help="Find every error in the rules text at once.")
@click.argument("paths", nargs=-1, metavar="[PATHS]...", type=click.Path(exists=True, path_type=Path))
@spec_option
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], spec: Path | None) -> None:
    """Find every error in the rules text at once.

    PATHS are files of rules, or folders of such: only the books that they belong to are checked.
    A book that they extend may come from the folder of rules, which is checked as a whole where no path is given.

    Exit code 0: nothing is wrong; 1: something is.
    """
    reading = _read(paths, spec_folder(spec))
    problems = _malformed(reading) or _mistaken(reading)
    if problems:
        click.echo(render_all(problems, {name: file.text for name, file in reading.files.items()}))
    click.echo(_counts([text for text in reading.texts if text.book in reading.wanted]))
    click.echo(f"{counted(len(problems), 'problem')}." if problems else "Nothing is wrong.")
    ctx.exit(1 if problems else 0)


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
    return Reading(files, wanted, _sources(sorted(beside)))


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


def _problems(library: Library, name: str) -> list[Diagnostic]:
    """What is wrong with one book; its kinds are tried on cards where nothing else is."""
    sheet, problems = check_book(library, name)
    if sheet is not None and not problems:
        check_kinds(sheet, problems)
    return problems


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
