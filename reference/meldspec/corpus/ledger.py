"""The ledgers: what became of every paragraph, fact and doubt of a source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml


class LedgerError(ValueError):
    """A ledger that cannot be read; the message names the file and what is wrong."""


@dataclass(frozen=True, slots=True)
class Ledger:
    """One ledger, of a source or a variant.

    `paragraphs` holds by number the ids of the facts stated there, or why none is; `facts` what each fact says;
    `not_rules` why a fact is carried by no clause; `settled` why a doubt does not arise; `unfinished` whether its rules are
    still being written; `everything` the file as it is.
    """

    file: str
    source: str = ""
    variant: str = ""
    paragraphs: Mapping[int, tuple[str, ...] | str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    not_rules: Mapping[str, str] = field(default_factory=dict)
    settled: Mapping[str, str] = field(default_factory=dict)
    unfinished: bool = False
    everything: Any = None

    def strings(self) -> Iterator[str]:
        """Every string in the file, keys included."""
        return _strings(self.everything)


def ledger_from(file: str, text: str) -> Ledger:
    """The ledger in a YAML text; parts that it does not have are empty.

    Raises LedgerError for what is no YAML or no map.
    """
    found = loaded(file, text)
    facts = {id: entry for id, entry in found.get("facts", {}).items() if isinstance(entry, dict)}
    return Ledger(
        file,
        str(found.get("source", "")),
        str(found.get("variant", "")),
        {number: _paragraph(entry) for number, entry in found.get("paragraphs", {}).items()},
        {id: str(entry["says"]) for id, entry in facts.items() if "says" in entry},
        {id: str(entry["not-a-rule"]) for id, entry in facts.items() if "not-a-rule" in entry},
        {id: str(why) for id, why in found.get("settled", {}).items()},
        bool(found.get("unfinished", False)),
        found,
    )


def _paragraph(entry: Any) -> tuple[str, ...] | str:
    """The facts of a paragraph, or why it states none."""
    if isinstance(entry, list):
        return tuple(str(id) for id in entry)
    return str(entry["not-a-rule"]) if isinstance(entry, dict) and "not-a-rule" in entry else str(entry)


def loaded(file: str, text: str) -> dict[Any, Any]:
    """The map in a YAML text.

    Raises LedgerError for what is no YAML or no map.
    """
    try:
        found = yaml.safe_load(text) or {}
    except yaml.YAMLError as error:
        raise LedgerError(f"{file}: found no YAML ({' '.join(str(error).split())}); mend that line") from None
    if not isinstance(found, dict):
        raise LedgerError(f"{file}: found a {type(found).__name__}, expected a map; see spec/README.md")
    return found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(key)
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
