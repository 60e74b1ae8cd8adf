"""Cases of the corpus picked by their lines: those that parametrise tests are found without reading all others as cases."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from meldspec.data import folder
from meldspec.protocol.case import Case, case_from_line, lines_of, variants

CORPUS = folder("conformance") / "corpus"


def cases_where(picked: Callable[[dict[str, Any]], bool]) -> list[Case]:
    """The cases, of all games, whose JSON is picked; to read a line as a case takes thirty times as long as to read its JSON."""
    files = [file for variant in variants(CORPUS) for file in sorted((CORPUS / variant).glob("*.jsonl"))]
    lines = [(line, place) for file in files for place, line in lines_of(file)]
    return [case_from_line(line, place) for line, place in lines if picked(json.loads(line))]
