"""Books that are shipped resolved rule as those that are read from their texts, and are made of nothing else."""

import json
import pickle
from pathlib import Path

import pytest
from tests.ruling.test_examples import FOLDER

from meldspec.book.kept_sheet import sheet_from_bytes
from meldspec.book.sayings import tell_sayings
from meldspec.engine.rulebook import Library
from meldspec.engine.shipped import shipped_files, shipped_library
from meldspec.language.problems import RulesError
from meldspec.position.read import position_from_json
from meldspec.ruling.as_json import ruling_json
from meldspec.ruling.ruling import rule
from meldspec.sources.marked_file import read_marked


@pytest.fixture(scope="module")
def shipped(rules: Library, tmp_path_factory: pytest.TempPathFactory) -> Library:
    """All books, shipped into a folder that has no text."""
    folder = tmp_path_factory.mktemp("shipped")
    for name, data in shipped_files(rules):
        (folder / name).write_bytes(data)
    return shipped_library(folder)


@pytest.mark.parametrize("name", ["canasta-match-the-top", "kadner-wild-tucker"])
def test_a_shipped_book_rules_as_the_texts_do(rules: Library, shipped: Library, name: str) -> None:
    """A ruling is the same, word for word, whether the book was read or shipped."""
    fields = read_marked((FOLDER / f"{name}.yaml").read_text("utf-8"), name).value
    told = []
    for library in (rules, shipped):
        position = position_from_json(fields, library)
        act = position.act()
        assert act is not None
        told.append(json.dumps(ruling_json(rule(position, act))))
    assert told[0] == told[1]


def test_shipped_books_are_those_there_are(rules: Library, shipped: Library) -> None:
    """All books are shipped, in their order, with what each extends; of another one it is said that there is none."""
    assert shipped.books.names() == rules.books.names()
    assert [shipped.books.extends(name) for name in shipped.books.names()] == [rules.books.extends(n) for n in rules.books.names()]
    with pytest.raises(RulesError, match="whist"):
        shipped.sheet("whist")


def test_nothing_else_is_made_of_shipped_bytes() -> None:
    """Bytes that would make or call anything else than a book are refused."""
    for value in (Path("here"), [1, 2]):
        with pytest.raises((pickle.UnpicklingError, TypeError)):
            sheet_from_bytes(pickle.dumps(([value],)))


def test_sentences_that_are_none_are_refused(rules: Library) -> None:
    """What is no list of sentences is not taken for one."""
    with pytest.raises(ValueError, match="the sentences of canasta"):
        tell_sayings(rules.sheet("canasta"), {"spoilt": 1})
