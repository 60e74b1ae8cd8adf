"""What of the inherited was held against the sources of the six games."""

from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.sources.review import misheld, read_reviews
from meldspec.sources.sources import read_sources


def test_every_entry_is_about_something_inherited(rules: Library) -> None:
    """No entry is about what a game has of its own, and no paragraph is cited that there is not."""
    spec = folder("spec")
    books = {name: rules.books.book(name) for name in rules.books.names()}
    assert list(misheld(read_reviews(spec), books, read_sources(spec / "sources.yaml"))) == []


def test_every_entry_says_where_it_was_looked_up() -> None:
    """Also of a silent source it is said which paragraphs were read."""
    reviews = read_reviews(folder("spec"))
    assert len(reviews) == 6
    assert [f"{name} {id}" for name, review in reviews.items() for id, held in review.entries.items() if not held.cites] == []
