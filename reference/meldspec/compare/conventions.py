"""Names by which some rows find what they tell of: conventions, which a game by another hand need not follow.

A cell is empty where a game has no such rule. Where a game merely calls it otherwise the cell must not be empty too: it says which
name was looked for.
"""

from collections.abc import Iterable

from meldspec.book.flat import Book
from meldspec.book.sheet import Sheet
from meldspec.compare.cells import Asked, entries_of

ALL_CARDS, ALL_KINDS = "cards", "all"
CALLED = {
    "set": "set",
    "pack": "set",
    "term": "term",
    "steps": "term",
    "kinds": "kind",
    "permits": "act",
    "points": "clause",
    "lines": "clause",
    "titles": "clause",
    "says": "clause",
}
"""What the word of a part of a cell names; parts that are not here are found by what the rules do."""


def unknown_names(parts: Iterable[Asked], sheet: Sheet) -> tuple[str, ...]:
    """The names that parts of a cell look for and a book does not use, as `clause pile.stopped`.

    A name that a book drops with its clause is not among them: the book says itself that it has no such rule.
    """
    return tuple(f"{CALLED[part.source]} {part.word}" for part in parts if part.source in CALLED and not _used(part, sheet))


def _used(part: Asked, sheet: Sheet) -> bool:
    """Whether a book uses the name of a part, or has dropped it."""
    symbols, word = sheet.symbols, part.word
    match CALLED[part.source]:
        case "set":
            known = word in symbols.sets or word == ALL_CARDS
        case "term":
            known = word in symbols.terms
        case "kind":
            known = word in symbols.kinds or word == ALL_KINDS
        case "act":
            known = word in symbols.acts
        case _:
            known = bool(entries_of(word, sheet.book))
    return known or _dropped(word, sheet.book)


def _dropped(word: str, book: Book) -> bool:
    """Whether a book drops a clause of that id, or one that declares that name."""
    stem = word.removesuffix("*")
    if any(id == word or (stem != word and id.startswith(stem)) for id in (dropped.clause.id for dropped in book.dropped)):
        return True
    return word in book.gone and book.gone[word].how == "drops"
