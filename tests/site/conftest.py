"""A small site: Snap, the variant Slap, and what goes with them."""

from dataclasses import replace
from pathlib import Path

import pytest

from meldspec.book.library import library_of
from meldspec.cli._shared import Rules
from meldspec.cli.docs import everything
from meldspec.language.parse import parse
from meldspec.position.profiles import Profile
from meldspec.protocol.case import load_cases
from meldspec.site.pages import site_files
from meldspec.site.site_map import SiteMap, books_of, texts
from meldspec.sources.ledger import ledger_from
from meldspec.sources.sources import Source

HERE = Path(__file__).resolve().parent
BOOKS = HERE.parent / "books"

LEDGER = """
source: sheet
variant: slap
paragraphs: {1: [SL-F01], 2: [SL-F02], 3: {not-a-rule: A heading.}}
facts:
  SL-F01: {says: Alike means of one rank., clauses: [snap.calling]}
  SL-F02: {says: Slapping hurts., not-a-rule: It is not about cards.}
settled: {SN-A01: Nobody lays in turn.}
"""

HAND = {"index.md": "# Start\n\nSee [the books](books.md).\n", "decisions/0001-why.md": "# Why\n\nBecause it is short.\n"}
"""Pages written by hand."""


@pytest.fixture(scope="session")
def material() -> SiteMap:
    """All that the small site is made of."""
    library = library_of([parse((BOOKS / f"{name}.rules").read_text("utf-8"), name) for name in ("snap", "slap")])
    return SiteMap(
        books=books_of(library),
        sources={
            "sheet": Source("sheet", "A sheet of rules", paragraphs=("0" * 64,) * 5),
            "elsewhere": Source("elsewhere", "Another page", "Nobody", "https://example.org/slap"),
        },
        cases={"slap": load_cases(HERE / "corpus", "slap")},
        profiles={"strict": Profile("Strict", "slap", {"snap.calling.late": "may-not"})},
        ledgers=[ledger_from("ledger/sheet.yaml", LEDGER)],
        moot={"slap": {"SL-A02": "Nobody could tell."}},
        language="# The language\n\nIt has lines.\n",
        grammar={"rules.lark": "line: word+\n"},
        schemas={"card.schema.json": '{"title": "Card", "description": "one card"}\n'},
        examples={"card.json": '"7H"\n'},
        corpus=texts(HERE / "corpus", "*/*.jsonl"),
    )


@pytest.fixture(scope="session")
def small_files(material: SiteMap) -> dict[str, str]:
    """All generated files of the small site."""
    return site_files(material, HAND)


@pytest.fixture
def files(small_files: dict[str, str]) -> dict[str, str]:
    """All files of the small site, those written by hand included; a test may spoil them."""
    return HAND | small_files


@pytest.fixture
def without_cases(material: SiteMap) -> SiteMap:
    """The same without a corpus."""
    return replace(material, cases={}, corpus={})


@pytest.fixture(scope="session")
def whole() -> SiteMap:
    """All that the project's own site is made of."""
    return everything(Rules())


@pytest.fixture(scope="session")
def whole_files(whole: SiteMap) -> dict[str, str]:
    """All generated files of the project's own site."""
    return site_files(whole, {})
