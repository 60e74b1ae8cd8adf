"""A book has one digest for all that it says, which a sheet and a link name."""

from pathlib import Path

from meldspec.book.library import library_of
from meldspec.book.meaning import Meanings
from meldspec.language.parse import parse

BOOKS = Path(__file__).resolve().parent.parent / "books"


def whole(slap: str) -> str:
    """The digest of Slap, which extends Snap."""
    snap = (BOOKS / "snap.rules").read_text("utf-8")
    return Meanings(library_of([parse(snap, "snap"), parse(slap, "slap")]).book("slap")).whole()


def test_the_digest_of_a_book_changes_with_what_it_says() -> None:
    """A word of the prose, a number, a default or a clause less make another book; how a file is laid out does not."""
    slap = (BOOKS / "slap.rules").read_text("utf-8")
    others = [
        slap.replace("It counts two", "It is worth two"),
        slap.replace("award 2 for", "award 3 for"),
        slap.replace("default may because", "default may-not because"),
        slap.replace('reading may-not "No."', 'reading may-not "Never."'),
        slap[: slap.index("drop clause")],
    ]
    assert len({whole(slap), *map(whole, others)}) == 6
    assert whole(slap.replace("\n\n", "\n\n\n")) == whole(slap)
