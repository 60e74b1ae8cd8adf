"""How many acts did not tell a mutant from the rules: `searched.yaml` beside the rules, written by `meldspec mutation --search`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from meldspec.files import write_whole
from meldspec.language.problems import DataError
from meldspec.sources.shaped_yaml import NAME, TEXT, map_of, record, shaped, text_of

FILE = "searched.yaml"
_TIMES = {"type": "integer", "minimum": 0}
_MUTANT = record("acts", "decides", acts=_TIMES, decides=_TIMES, readings=map_of(TEXT), tables=_TIMES, otherwise=_TIMES)
SHAPE = map_of(record("rules", "mutants", rules=TEXT, mutants=map_of(_MUTANT)), NAME)
EXPECTED = "variants, each with the digest of its rules and a map of mutants; `meldspec mutation VARIANT --search N` writes it"
_HEAD = """\
# Spoilt lines that so many acts, judged by them and by the true lines, did not tell from these (or from these with some questions
# read otherwise): they count as equivalent, for these very rules alone. `meldspec mutation VARIANT --search N` writes this file.
# `decides`: how often the line decided. `tables`: at how many tables it was looked whether the spoilt line comes to something else
# than the true one; `otherwise`: how often it did, on the way of these acts; never, where it does not say.
"""


class SearchedError(DataError):
    """A file that cannot be read; the message names it and what is wrong, a line for each thing."""


@dataclass(frozen=True)
class Search:
    """A mutant that was looked for in so many acts, in so many of which its line decided, alone or with others; the readings,
    beside the defaults, of the rules it was held against; at how many tables it was looked whether its line comes to something
    else, and how often it did: acts that came before do not count. No tables were looked at where nobody can tell."""

    acts: int
    decides: int
    readings: Mapping[str, str] = field(default_factory=dict)
    tables: int = 0
    otherwise: int = 0


@dataclass(frozen=True)
class Searches:
    """The mutants of a book that no act told from its rules, and the digest of the rules that this was so for."""

    rules: str = ""
    mutants: Mapping[str, Search] = field(default_factory=dict)


def read_searched(spec: Path) -> dict[str, Searches]:
    """By variant what was looked for in vain; empty where a folder of rules has no such file.

    Raises SearchedError for what is no such file.
    """
    path = spec / FILE
    if not path.exists():
        return {}
    name = f"{spec.name}/{FILE}"
    told = shaped(name, text_of(path, name, SearchedError), SHAPE, EXPECTED, SearchedError)
    return {variant: _searches(value) for variant, value in told.items()}


def _searches(told: Mapping[str, Any]) -> Searches:
    return Searches(told["rules"], {name: Search(**one) for name, one in told["mutants"].items()})


def write_searched(spec: Path, searched: Mapping[str, Searches]) -> None:
    """Write the file beside some rules; raises OSError where it cannot be written."""
    told = {
        variant: {
            "rules": one.rules,
            "mutants": {name: _told(search) for name, search in sorted(one.mutants.items())},
        }
        for variant, one in sorted(searched.items())
        if one.mutants
    }
    write_whole(spec / FILE, _HEAD + yaml.safe_dump(told, sort_keys=False, allow_unicode=True, width=128))


def _told(search: Search) -> dict[str, Any]:
    told: dict[str, Any] = {"acts": search.acts, "decides": search.decides}
    # What is nothing, or there is not, needs no line.
    told |= {name: number for name, number in (("tables", search.tables), ("otherwise", search.otherwise)) if number}
    return told | ({"readings": dict(search.readings)} if search.readings else {})
