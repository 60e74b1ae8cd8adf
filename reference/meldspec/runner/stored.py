"""Reports and claims as JSON files: read, held against their published schema, or refused with all that is wrong."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from meldspec.data import folder
from meldspec.language.problems import DataError, briefly
from meldspec.protocol.plain_json import plain_json

LONGEST = 64 * 1024 * 1024
"""Bytes of the longest file that is read; the report of a run of 2,000 cases that all fail has a tenth of it."""
MOST = 10
"""So many things that are wrong are told."""
MADE_BY = {"report": "meldspec test --json FILE", "claim": "meldspec claim new REPORT"}
"""What makes a file of each sort."""


class StoredProblem(DataError):
    """A file that is no report or claim; the message says where, and what was expected."""


def read_stored(path: Path, sort: str) -> dict[str, Any]:
    """The report or claim in a file. Raises StoredProblem, and OSError where the file cannot be read."""
    expected = f"expected a {sort}, as `{MADE_BY[sort]}` makes it"
    if path.stat().st_size > LONGEST:
        raise StoredProblem(f"{path}: found more than {LONGEST} bytes, {expected}")
    try:
        value = plain_json(path.read_bytes())
    except (ValueError, RecursionError) as problem:
        raise StoredProblem(f"{path}: found no plain JSON ({briefly(str(problem))}), {expected}") from None
    if problems := list(_misfits(value, sort)):
        more = [f"{path}: and more"] if len(problems) > MOST else []
        raise StoredProblem(*(f"{path}: {one}" for one in problems[:MOST]), *more, f"{path}: {expected}")
    found: dict[str, Any] = value
    return found


def _misfits(value: Any, sort: str) -> Iterator[str]:
    """What of a file does not fit its schema."""
    # It takes longer to import than most files to be read.
    from jsonschema import Draft202012Validator

    schema = json.loads((folder("conformance") / "protocol" / f"{sort}.schema.json").read_text(encoding="utf-8"))
    for error in Draft202012Validator(schema).iter_errors(value):
        where = ".".join(map(str, error.absolute_path)) or "the whole"
        yield f"{where}: {briefly(error.message)}"
