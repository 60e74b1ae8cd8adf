"""Cases of the corpus picked by their lines: those that parametrise tests are found without reading all others as cases."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from meldspec.data import folder
from meldspec.protocol.case import Case, case_from_line, lines_in, variants

CORPUS = folder("conformance") / "corpus"


def cases_where(picked: Callable[[dict[str, Any]], bool]) -> list[Case]:
    """The cases, of all games, whose JSON is picked; to read a line as a case takes thirty times as long as to read its JSON."""
    lines = [told for variant in variants(CORPUS) for told in lines_in(CORPUS, variant)]
    return [case_from_line(line, place) for place, line in lines if picked(json.loads(line))]
