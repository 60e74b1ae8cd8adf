"""Citations of all books: every one can be followed."""

from __future__ import annotations

import pytest

from meldspec.book.library import read_library
from meldspec.corpus.sources import read_sources
from meldspec.data import folder


@pytest.mark.parametrize("name", read_library().names())
def test_every_citation_can_be_followed(name: str) -> None:
    """What a clause cites is a source that is listed, and a paragraph that it has."""
    known = read_sources(folder("spec") / "sources.yaml")
    book = read_library().book(name)
    for clause in [*(entry.clause for entry in book.entries), *(dropped.drop for dropped in book.dropped)]:
        for cites in clause.cites:
            assert cites.source in known, (clause.id, cites.source)
            last = max((last for _, last in cites.ranges), default=0)
            assert last <= len(known[cites.source].paragraphs), (clause.id, cites.source, last)
