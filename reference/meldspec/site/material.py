"""All that is printed, read once: books, sources, cases, profiles, ledgers, the language, the protocol's schemas."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from meldspec.book.library import Books
from meldspec.compare.games import Table, make_table, read_rows
from meldspec.data import folder
from meldspec.engine.library import Library
from meldspec.position.profiles import Profile
from meldspec.protocol.case import Case, load_cases
from meldspec.site.printed import PrintedBook, printed
from meldspec.sources.ledger import Ledger, ledger_from, read_moot
from meldspec.sources.profile_file import read_profiles
from meldspec.sources.sources import Source


@dataclass(frozen=True)
class Material:
    """What the pages are made of; whatever is not there yet is empty.

    `cases` are by variant; `moot` tells by variant why a doubt has no question; `grammar`, `schemas`, `examples` and
    `corpus` are the texts of files by their names, those of the corpus with the variant in front (`canasta/pile.jsonl`);
    `table` holds all games side by side.
    """

    books: Mapping[str, PrintedBook]
    sources: Mapping[str, Source] = field(default_factory=dict)
    cases: Mapping[str, Sequence[Case]] = field(default_factory=dict)
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    ledgers: Sequence[Ledger] = ()
    moot: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    language: str = ""
    grammar: Mapping[str, str] = field(default_factory=dict)
    schemas: Mapping[str, str] = field(default_factory=dict)
    examples: Mapping[str, str] = field(default_factory=dict)
    corpus: Mapping[str, str] = field(default_factory=dict)
    table: Table | None = None


def books_of(library: Books) -> dict[str, PrintedBook]:
    """All books of a library in print, base books first.

    Raises RulesError where one of them cannot be flattened.
    """
    return {name: printed(library.book(name)) for name in library.names()}


def read_material(library: Books, sources: Mapping[str, Source]) -> Material:
    """Everything that comes with meldspec, beside the library and the sources.

    Raises RulesError for books that cannot be flattened, ProfileError, LedgerError, TableError and CaseProblem for the data
    beside them.
    """
    spec, grammar, conformance = folder("spec"), folder("grammar"), folder("conformance")
    corpus = conformance / "corpus"
    books = books_of(library)
    return Material(
        books=books,
        sources=sources,
        cases={name: load_cases(corpus, name) for name in books},
        profiles=read_profiles(spec / "profiles.yaml"),
        ledgers=[ledger_from(f"ledger/{file}", text) for file, text in texts(spec / "ledger", "*.yaml").items()],
        moot=read_moot(spec),
        language=(grammar / "README.md").read_text(encoding="utf-8"),
        grammar=texts(grammar, "*.lark"),
        schemas=texts(conformance / "protocol", "*.schema.json"),
        examples=texts(conformance / "protocol" / "examples", "*.json"),
        corpus=texts(corpus, "*/*.jsonl"),
        table=_table_of(library, spec / "compare.yaml"),
    )


def _table_of(library: Books, path: Path) -> Table | None:
    """All games of a library side by side, where there is a file that says by which rows.

    Raises TableError for rows that cannot be made, RulesError for books that cannot be resolved.
    """
    resolved = Library(library)
    return make_table(read_rows(path), {name: resolved.sheet(name) for name in library.names()}) if path.is_file() else None


def texts(root: Path, pattern: str) -> dict[str, str]:
    """The files of a folder as texts, by their path below it, in alphabetical order; none where there is no folder."""
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in sorted(root.glob(pattern))}
