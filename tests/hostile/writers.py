"""Commands that write, what stands in their folder before, and what may stand there when they were hindered."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from tests.cli.test_ask import DIALOGUES
from tests.cli.test_explore import DRY
from tests.hostile.tiny import ENGINE, tiny_corpus

from meldspec.cache import digest

ROOT = Path(__file__).resolve().parents[2]
DRAFT = ".draft"
Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Writer:
    """A command that writes into a folder, which is `{}` in its words, and what stands there before; what it reads of its standard
    input; its exit codes when nobody hinders it."""

    words: tuple[str, ...]
    prepare: Callable[[Path], None]
    answers: str = ""
    codes: tuple[int, ...] = (0,)
    whole: Callable[[str, bytes], bool] = lambda name, text: False
    """Whether a file that is neither the old nor the new one is whole all the same: two reports of a run differ in their times."""
    keeps: bool = False
    """Whether the folder is the one in which meldspec keeps what it has made for the next run."""


def _untidy(place: Path) -> None:
    """Rules that are to be formatted."""
    for path in (*sorted((ROOT / "tests" / "books" / "well").glob("*.rules")), ROOT / "docs" / "own-variant" / "kitchen.rules"):
        (place / path.name).write_bytes(path.read_bytes().replace(b"\n\n", b"\n\n\n"))


def _reviewed(place: Path) -> None:
    """A folder of rules of one's own that inherits something unread."""
    shutil.copytree(ROOT / "docs" / "own-variant", place, dirs_exist_ok=True)
    (place / "review").mkdir(exist_ok=True)
    (place / "review" / "kitchen.yaml").write_text("# Looked at.\n" * 200, encoding="utf-8")


def _pages(place: Path) -> None:
    """Pages of an earlier day."""
    for name in ("clauses.json", "books.md", "ids.md"):
        (place / name).write_bytes(b"old\n" * 500)


def _corpus(place: Path) -> None:
    """A corpus that other rules would write otherwise."""
    shutil.copytree(ROOT / "conformance" / "corpus" / "manzana", place / "manzana")
    for path in (place / "manzana").glob("*.jsonl"):
        path.write_bytes(path.read_bytes().replace(b'"title":"', b'"title":"Once '))


def _reports(place: Path) -> None:
    """A corpus of a tiny game, and reports of an earlier day."""
    tiny_corpus(place / "corpus")
    (place / "old.json").write_bytes(b"{}")
    (place / "old.xml").write_bytes(b"<testsuites/>")


def _whole_report(name: str, text: bytes) -> bool:
    """Whether a report can be read from its beginning to its end; of a log, whether each line but the last can."""
    with suppress(ValueError, ElementTree.ParseError):
        if name.endswith(".xml"):
            ElementTree.fromstring(text)
            return True
        for line in text.splitlines()[:-1] if name.endswith(".log") else [text]:
            json.loads(line)
        return True
    return False


def _nothing_kept(place: Path) -> None:
    """Nothing that is believed."""
    (place / "damaged.json").write_text("{", encoding="utf-8")


def _whole_entry(name: str, text: bytes) -> bool:
    """Whether an entry holds what its digest says."""
    head, _, holds = text.partition(b"\n")
    return head.endswith(f" {digest(holds)}".encode())


def _dispute(place: Path) -> None:
    """A position that was written down before."""
    (place / "dispute.yaml").write_text("variant: canasta\n", encoding="utf-8")


def _dead_ends(place: Path) -> None:
    """Rules by which a stock runs dry."""
    (place / "dry.rules").write_text(DRY, encoding="utf-8")


def _sheet(place: Path) -> None:
    """A sheet that was printed on an earlier day."""
    (place / "kitchen.html").write_text("<!doctype html>\n" * 500, encoding="utf-8")


_TEST = ("test", "--variant", "mini", "--corpus", "{}/corpus", "--json", "{}/old.json", "--junit", "{}/old.xml")
WRITERS = {
    "format": Writer(("format", "{}"), _untidy),
    "review": Writer(("review", "kitchen", "cards.pack", "--holds", "So it is.", "--spec", "{}"), _reviewed),
    "docs": Writer(("docs", "--spec", "docs/own-variant", "{}"), _pages),
    "corpus": Writer(("corpus", "manzana", "--out", "{}"), _corpus),
    "test": Writer(
        (*_TEST, "--log", "{}/run.log", "--", sys.executable, "-S", "-E", str(ENGINE), "none"), _reports, whole=_whole_report
    ),
    "cache": Writer(("show", "duo", "--spec", "tests/books/well"), _nothing_kept, whole=_whole_entry, keeps=True),
    "ask": Writer(("ask", "canasta", "--write", "{}/dispute.yaml"), _dispute, "\n".join((*DIALOGUES["canasta"], "yes", ""))),
    "print": Writer(("print", "kitchen", "--spec", "docs/own-variant", "--out", "{}/kitchen.html"), _sheet),
    "explore": Writer(("explore", "dry", "--deals", "3", "--spec", "{}", "--out", "{}/found"), _dead_ends, codes=(1,)),
}
"""Every command that writes a file, and what any command keeps between runs."""


def files(place: Path) -> Files:
    """What stands in a folder, drafts left out."""
    found = (path for path in sorted(place.rglob("*")) if path.is_file() and path.suffix != DRAFT)
    return {str(path.relative_to(place)): path.read_bytes() for path in found}


def drafts(place: Path) -> int:
    """How many drafts stand in a folder."""
    return len(list(place.rglob(f"*{DRAFT}")))


def broken(writer: Writer, old: Files, new: Files, now: Files) -> str | None:
    """What of some files is neither as it was nor as it is to be; None where nothing is."""
    for name, text in now.items():
        if text not in (old.get(name), new.get(name)) and not writer.whole(name, text):
            return f"{name} has {len(text)} bytes, part of neither"
    lost = next((name for name in old if name in new and name not in now), None)
    return f"{lost} is gone" if lost else None
