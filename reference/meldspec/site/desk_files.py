"""The files that rule in a reader's browser: Python for it, what of meldspec a ruling takes, the books resolved, the sources.

Nothing is in them that a ruling does not take: no command, no validator, no parser of rules (docs/decisions/0066). What reads YAML
is for the files that a reader opens, and is imported with the first of them.
"""

import ast
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from hashlib import sha256
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import meldspec
from meldspec.book.meaning import Meanings
from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.engine.shipped import shipped_files
from meldspec.position.profiles import Profile
from meldspec.ruling.page import Source
from meldspec.site.pyodide import LOADER, RUNTIME, STDLIB, VERSION

PACKAGE = Path(meldspec.__file__).parent
ENTRY = "meldspec.ruling.desk.answers"
"""The module by which a page asks."""
ALSO = ("meldspec.engine.shipped", "meldspec.sources.opened_file")
NOT_TAKEN = ("meldspec.language.by_lark", "meldspec.language.faults", "meldspec.language.grammar")
"""What reads rules text: books come resolved."""
COMPILED = "cyaml.py"
"""The part of PyYAML that stands for its part in C, which no browser has."""
SCHEMAS = ("position-file", "action")
"""The published schemas that positions are held against."""
HOME = "assets/desk"
# By names that tell one printing from the next: whoever keeps the one is not given a part of the other.
RUNTIME_HOME = f"{HOME}/pyodide-{VERSION}"
PRINTING = f"{HOME}/printing.json"
KEEPER = "desk-offline.js"
UNUSED = {
    "_pyrepl", "bdb", "doctest", "ftplib", "imaplib", "mailbox", "multiprocessing", "optparse", "pdb", "poplib", "pydoc",
    "smtplib", "turtle", "unittest", "wsgiref", "xml", "xmlrpc",
}  # fmt: skip
"""Modules of Python that talk to people who program, to other machines, or in XML."""
CODECS = {
    "__init__", "aliases", "ascii", "charmap", "cp437", "idna", "latin_1", "punycode", "raw_unicode_escape", "unicode_escape",
    "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_8", "utf_8_sig",
}  # fmt: skip
"""The encodings that are kept: all that is read here is UTF-8; the names in an archive may be of `cp437`."""
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive, so that the same files make the same archive."""


def page_files(library: Library) -> Iterator[tuple[str, str]]:
    """What the page is made of before anything is fetched, by its path; what keeps it for use without a network lies at the top of
    the site, since it may answer only for what lies below it."""
    for path in sorted((Path(__file__).parent / "desk").iterdir()):
        yield f"{'' if path.name == KEEPER else f'{HOME}/'}{path.name}", path.read_text(encoding="utf-8")
    yield PRINTING, printing(library)


def printing(library: Library, runtime: Mapping[str, Any] | None = None) -> str:
    """What a page has to know before anything else is fetched: the version, each book with its digest, and whether, and from which
    files, it can rule."""
    books = [library.book(name) for name in library.books.names()]
    told = [{"name": book.name, "title": book.title, "digest": Meanings(book).whole()} for book in books]
    return json.dumps({"version": meldspec.__version__, "books": told, "runtime": runtime}, indent=1) + "\n"


def desk_files(
    library: Library, sources: Mapping[str, Source], profiles: Mapping[str, Profile], pyodide: Path
) -> Iterator[tuple[str, bytes]]:
    """Every file that is laid into the site, by its path, the one that says that the others are there last."""
    core = core_archive(library, sources, profiles)
    mine = f"{HOME}/core-{sha256(core).hexdigest()[:16]}.zip"
    files = {mine: core, **{f"{RUNTIME_HOME}/{name}": (pyodide / name).read_bytes() for name in RUNTIME}}
    library_path = f"{RUNTIME_HOME}/{STDLIB}"
    files[library_path] = without_unused(files[library_path])
    # The line that names its map for debugging would have a browser with its tools open ask for a file that is not there.
    loader = f"{RUNTIME_HOME}/{LOADER}"
    files[loader] = b"\n".join(line for line in files[loader].split(b"\n") if not line.startswith(b"//# sourceMappingURL"))
    yield from files.items()
    told = sha256()
    for path, data in files.items():
        told.update(f"{path} {len(data)}\n".encode("ascii") + data)
    listed = [{"path": path, "size": len(data)} for path, data in files.items()]
    runtime = {"home": RUNTIME_HOME, "core": mine, "digest": told.hexdigest()[:16], "files": listed}
    yield PRINTING, printing(library, runtime).encode("utf-8")


def core_archive(library: Library, sources: Mapping[str, Source], profiles: Mapping[str, Profile]) -> bytes:
    """All that is not Python's own, in one archive: modules, schemas, resolved books, sources, profiles."""
    archive = BytesIO()
    with ZipFile(archive, "w") as files:
        for name, data in sorted(_of_core(library, sources, profiles)):
            entry = ZipInfo(name, LONG_AGO)
            entry.compress_type = ZIP_DEFLATED
            files.writestr(entry, data, compresslevel=9)
    return archive.getvalue()


def _of_core(library: Library, sources: Mapping[str, Source], profiles: Mapping[str, Profile]) -> Iterator[tuple[str, bytes]]:
    """The files of that archive."""
    for path in needed_modules():
        yield f"meldspec/{path.relative_to(PACKAGE).as_posix()}", path.read_bytes()
    for name in SCHEMAS:
        file = f"{name}.schema.json"
        yield f"meldspec/_data/conformance/protocol/{file}", (folder("conformance") / "protocol" / file).read_bytes()
    yield from ((f"books/{name}", data) for name, data in shipped_files(library))
    for module in resources.files("yaml").iterdir():
        if module.name.endswith(".py") and module.name != COMPILED:
            yield f"yaml/{module.name}", module.read_bytes()
    for name, entries in (("sources", sources), ("profiles", profiles)):
        told = {tag: asdict(entry) for tag, entry in entries.items()}
        yield f"{name}.json", json.dumps(told, ensure_ascii=False).encode("utf-8")


def without_unused(archive: bytes) -> bytes:
    """Python's own library without what no ruling comes upon, which is a tenth of all that is fetched."""
    kept = BytesIO()
    with ZipFile(BytesIO(archive)) as whole, ZipFile(kept, "w") as files:
        for entry in whole.infolist():
            top, _, rest = entry.filename.partition("/")
            unused = rest.removesuffix(".py") not in CODECS if top == "encodings" and rest else top.removesuffix(".py") in UNUSED
            if not unused and not entry.is_dir():
                same = ZipInfo(entry.filename, entry.date_time)
                same.compress_type = ZIP_DEFLATED
                files.writestr(same, whole.read(entry), compresslevel=9)
    return kept.getvalue()


# ── which modules ───────────────────────────────────────────────────────────────────────────────────────────


def needed_modules() -> Sequence[Path]:
    """The files of all modules that a ruling may import, wherever in a file it says so."""
    found: dict[Path, None] = {}
    waiting = [ENTRY, *ALSO]
    while waiting:
        for path in _files(waiting.pop()):
            if path not in found:
                found[path] = None
                waiting += _imported(path)
    return sorted(found)


def _files(module: str) -> Iterator[Path]:
    """The file of a module and of the packages that it lies in; nothing for a name within a module."""
    parts = module.split(".")[1:]
    if module.startswith(NOT_TAKEN):
        return
    for end in range(len(parts) + 1):
        path = PACKAGE.joinpath(*parts[:end])
        if (path / "__init__.py").is_file():
            yield path / "__init__.py"
        elif path.with_suffix(".py").is_file() and end:
            yield path.with_suffix(".py")


@cache
def _imported(path: Path) -> tuple[str, ...]:
    """The modules of the package that a file names in its imports; the package's own list of names imports nothing by itself."""
    if path == PACKAGE / "__init__.py":
        return ()
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(name for name in found if name.split(".")[0] == "meldspec")
