"""Citations of all books: every one can be followed."""

from __future__ import annotations

from meldspec.book.library import read_library
from meldspec.data import folder
from meldspec.sources.sources import read_sources
from meldspec.sources.traced import check_citations


def test_every_citation_can_be_followed() -> None:
    """What a clause cites is a source that is listed, and a paragraph that it has."""
    assert check_citations(read_library(), read_sources(folder("spec") / "sources.yaml")) == []
