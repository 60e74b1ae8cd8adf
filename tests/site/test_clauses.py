"""`clauses.json` keeps its schema and says what the books say."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from meldspec.data import folder

SCHEMA = json.loads((folder("conformance") / "protocol" / "clauses.schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def clauses(files: dict[str, str]) -> Any:
    """The small site's clauses.json."""
    return json.loads(files["clauses.json"])


def test_small_site_fits_the_schema(clauses: Any) -> None:
    """The clauses of the small site are of the published shape."""
    assert list(Draft202012Validator(SCHEMA).iter_errors(clauses)) == []


def test_schema_and_file_name_the_same_keys(clauses: Any) -> None:
    """Every key that is written stands in the schema, in the same order, and none is missing."""
    book = clauses["books"][1]
    clause = book["chapters"][0]["clauses"][1]
    samples = {
        "book": book,
        "chapter": book["chapters"][0],
        "dropped": book["dropped"][0],
        "clause": clause,
        "line": clause["lines"][0],
        "citation": clause["citations"][0],
        "question": clause["questions"][0],
        "reading": clause["questions"][0]["readings"][0],
    }
    for name, sample in samples.items():
        shape = SCHEMA["$defs"][name]
        assert list(sample) == list(shape["properties"]) == shape["required"], name


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), 2),
        (("books", 0, "name"), "Snap"),
        (("books", 1, "chapters", 0, "clauses", 1, "id"), "calling"),
        (("books", 1, "chapters", 0, "clauses", 1, "number"), "1"),
        (("books", 1, "chapters", 0, "clauses", 1, "lines", 0, "id"), "snap.calling"),
        (("books", 1, "chapters", 0, "clauses", 1, "citations", 0, "paragraphs", 0), [2]),
        (("books", 1, "chapters", 0, "clauses", 1, "questions", 0, "kind"), "odd"),
        (("books", 1, "chapters", 0, "clauses", 1, "questions", 0, "readings"), []),
    ],
)
def test_malformed_does_not_fit(path: tuple[str | int, ...], value: object, clauses: Any) -> None:
    """Clauses with one thing wrong are not of the published shape."""
    *steps, last = path
    inner = clauses
    for step in steps:
        inner = inner[step]
    inner[last] = value
    assert not Draft202012Validator(SCHEMA).is_valid(clauses)


def test_lines_hold_under_their_reading(clauses: Any) -> None:
    """The lines of a reading are told apart from those that always hold."""
    clause = clauses["books"][1]["chapters"][0]["clauses"][1]
    always = [line["id"] for line in clause["lines"]]
    late = {reading["name"]: reading["lines"] for reading in clause["questions"][0]["readings"]}
    assert always == [f"snap.calling:{number}" for number in range(1, 9)]
    assert late["may"] == []
    text = "forbid when no cards in the hand"
    assert late["may-not"] == [{"id": "snap.calling:9", "under": "to snap", "text": text}]
