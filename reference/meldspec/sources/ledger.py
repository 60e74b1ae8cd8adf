"""The ledgers: what became of every paragraph, fact and doubt of a source; read, and begun for a book that cites one."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from meldspec.book.flat import Book
from meldspec.language import lines
from meldspec.language.immutable import Immutable
from meldspec.language.problems import DataError, Place
from meldspec.sources.shaped_yaml import NAME, TEXT, list_of, map_of, record, shaped, spelt, text_of
from meldspec.sources.sources import Source

IDS = list_of(TEXT)
HIGHEST = 1999
"""The highest number of a fact or a doubt: what is known of a source is written out, id by id."""
NUMBER = "(1[0-9]{3}|[1-9][0-9]{0,2})"
SPANS = f"^{NUMBER}(-{NUMBER})?(, {NUMBER}(-{NUMBER})?){{0,99}}$"
SPAN = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": HIGHEST},
        spelt(SPANS, f"a number up to {HIGHEST}, or several such as '1-10' or '1, 5'"),
    ]
}
KNOWN = map_of(SPAN, spelt("^[A-Z]{1,9}-[A-Z]?$", "what ids begin with, such as P-F or X-"))
PARAGRAPH = {"anyOf": [IDS, record("not-a-rule", not_a_rule=TEXT)]}
SHAPE = record(
    "variant",
    "facts",
    source=TEXT,
    variant=TEXT,
    unfinished={"type": "boolean"},
    known=record(facts=KNOWN, doubts=KNOWN),
    paragraphs=map_of(PARAGRAPH, spelt("^[1-9][0-9]{0,5}$", "the number of a paragraph")),
    facts=map_of(record("says", says=TEXT, clauses=IDS, questions=IDS, not_a_rule=TEXT)),
    doubts=map_of(TEXT),
    settled=map_of(TEXT),
    conventions=map_of(TEXT),
)
"""A ledger: `known` says how many ids there are that begin alike (`P-F: 114`, or of which numbers, `X-: 1-10` or `N-: 1, 5`)."""
MOOT = map_of(map_of(TEXT), NAME)
"""By variant, what need not be there and why."""
SEE = "what spec/README.md says"


KEY = re.compile(r"\s*([A-Za-z0-9.-]+):")
SORT = re.compile(r"([A-Z]+-[A-Z]?)0*([1-9][0-9]*)")
"""An id: what those of one sort begin with, and its number."""


class LedgerError(DataError):
    """A ledger that cannot be read; the message names the file and what is wrong, a line for each thing."""


class Ledger(Immutable):
    """One ledger, of a source or a variant.

    `paragraphs` holds by number the ids of the facts stated there, or why none is; `facts` what each fact says; `carried` the
    clauses and `asked` the questions that carry it, where the ledger names them; `not_rules` why a fact is carried by no clause;
    `doubts` the question in which a doubt stands; `settled` why a doubt does not arise; `conventions` why a clause needs no
    fact; `known` how many facts and doubts there are; `unfinished` whether its rules are still being written; `everything` the
    file as it is, `text` as it is written.
    """

    file: str
    source: str = ""
    variant: str = ""
    paragraphs: Mapping[int, tuple[str, ...] | str] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    carried: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    asked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    not_rules: Mapping[str, str] = field(default_factory=dict)
    doubts: Mapping[str, str] = field(default_factory=dict)
    settled: Mapping[str, str] = field(default_factory=dict)
    conventions: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    unfinished: bool = False
    everything: Any = None
    text: str = ""

    @property
    def name(self) -> str:
        """`pennies-blog`, of `ledger/pennies-blog.yaml`."""
        return Path(self.file).stem

    def strings(self) -> Iterator[str]:
        """Every string in the file, keys included."""
        return _strings(self.everything)

    def place(self, key: str | int = "") -> Place:
        """Where an entry begins; the head of the file where it is not found."""
        return key_place(self.file, self.text, str(key))


def key_place(file: str, text: str, key: str) -> Place:
    """Where an entry of a YAML file begins; the head of the file where it is not found."""
    return Place(file, *_keys(text).get(key, (1, 1, 1)))


# YAML keeps no places, and nodes that have them take seconds to make for long ledgers: lines are looked through instead.
@cache
def _keys(text: str) -> dict[str, tuple[int, int, int]]:
    """Where each key of a ledger first stands: its line, its column, and the column behind the line."""
    found: dict[str, tuple[int, int, int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if hit := KEY.match(line):
            found.setdefault(hit[1], (number, hit.start(1) + 1, len(line) + 1))
    return found


def read_ledgers(spec: Path) -> list[Ledger]:
    """The ledgers of a folder of rules, in the order of their files.

    Raises LedgerError, with what is wrong in all of them.
    """
    found: list[Ledger] = []
    problems: list[str] = []
    for path in sorted((spec / "ledger").glob("*.yaml")):
        file = f"{spec.name}/ledger/{path.name}"
        try:
            found.append(ledger_from(file, text_of(path, file, LedgerError)))
        except LedgerError as error:
            problems += error.problems
    if problems:
        raise LedgerError(*problems)
    return found


def read_moot(spec: Path) -> dict[str, dict[str, str]]:
    """By variant, what need not be there, each with why: in a folder of rules doubts without a question, in a corpus goals without
    a case. Empty where the folder has no `moot.yaml`.

    Raises LedgerError for what is no map of such maps.
    """
    path = spec / "moot.yaml"
    if not path.exists():
        return {}
    file = f"{spec.name}/moot.yaml"
    expected = "variants, each a map of what is moot and why"
    return shaped(file, text_of(path, file, LedgerError), MOOT, expected, LedgerError)


def ledger_from(file: str, text: str) -> Ledger:
    """The ledger in a YAML text; parts that it does not have are empty.

    Raises LedgerError for what is no YAML or not of the shape, with everything that is wrong.
    """
    found = shaped(file, text, SHAPE, SEE, LedgerError)
    facts = {id: entry for id, entry in _part(found, "facts").items() if isinstance(entry, dict)}
    return Ledger(
        file,
        str(found.get("source", "")),
        str(found.get("variant", "")),
        {int(number): _paragraph(entry) for number, entry in _part(found, "paragraphs").items()},
        {id: str(entry["says"]) for id, entry in facts.items() if "says" in entry},
        {id: tuple(entry["clauses"]) for id, entry in facts.items() if "clauses" in entry},
        {id: tuple(entry["questions"]) for id, entry in facts.items() if "questions" in entry},
        {id: str(entry["not-a-rule"]) for id, entry in facts.items() if "not-a-rule" in entry},
        {id: str(question) for id, question in _part(found, "doubts").items()},
        {id: str(why) for id, why in _part(found, "settled").items()},
        {id: str(why) for id, why in _part(found, "conventions").items()},
        {kind: tuple(_known(spans)) for kind, spans in _part(found, "known").items() if isinstance(spans, dict)},
        bool(found.get("unfinished", False)),
        found,
        text,
    )


def _part(found: Mapping[str, Any], name: str) -> dict[Any, Any]:
    """A part of a ledger, empty where it is not there or is no map."""
    part = found.get(name)
    return part if isinstance(part, dict) else {}


def _known(spans: Mapping[str, Any]) -> Iterator[str]:
    """The ids that spans stand for: the number of each is written with as many digits as it needs, `P-F: 114` being `P-F1` on."""
    for prefix, span in spans.items():
        for part in str(span if isinstance(span, str) else f"1-{span}").split(", "):
            first, _, last = part.partition("-")
            yield from (f"{prefix}{number}" for number in range(int(first), int(last or first) + 1))


def bare(id: str) -> str:
    """An id without the zeros in front of its number, as `known` counts them: `P-F7` for `P-F007`."""
    return re.sub(r"(?<=\D)0+(?=\d)", "", id)


def _paragraph(entry: Any) -> tuple[str, ...] | str:
    """The facts of a paragraph, or why it states none."""
    if isinstance(entry, list):
        return tuple(str(id) for id in entry)
    return str(entry["not-a-rule"]) if isinstance(entry, dict) and "not-a-rule" in entry else str(entry)


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


# ── a ledger begun ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def begun(book: Book, source: Source) -> str:
    """The ledger of a source as far as a book's own clauses tell it; it says itself that it is unfinished.

    A fact says what the first clause that carries it says, and is to be put more exactly by hand.
    """
    own = [entry.clause for entry in book.entries if book.name in (entry.origin, entry.cited)]
    said: dict[str, str] = {}
    for clause in own:
        for fact in clause.facts:
            # Several clauses may carry a fact; it is put more exactly by hand anyway.
            said.setdefault(fact, " ".join(clause.prose) or clause.title)
    doubts = [doubt for clause in own for question in clause.questions for doubt in question.covers]
    rows = [f"source: {source.tag}", f"variant: {book.name}", "unfinished: true", *_known_rows(said, doubts)]
    rows += ["", "paragraphs:" if _stated_by(own, source) else "paragraphs: {}"]
    rows += [f"  {number}: [{', '.join(facts)}]" for number, facts in sorted(_stated_by(own, source).items())]
    rows += ["", "facts:" if said else "facts: {}"]
    rows += [row for fact in sorted(said) for row in (f"  {fact}:", f"    says: {json.dumps(said[fact], ensure_ascii=False)}")]
    return "\n".join(rows) + "\n"


def _stated_by(own: Iterable[lines.Clause], source: Source) -> dict[int, list[str]]:
    """By paragraph, the facts of the clauses that cite it."""
    found: dict[int, dict[str, None]] = {}
    for clause in own:
        for cites in clause.cites:
            for first, last in cites.ranges if cites.source == source.tag else ():
                for number in range(first, last + 1):
                    found.setdefault(number, {}).update(dict.fromkeys(clause.facts))
    return {number: list(facts) for number, facts in found.items() if facts}


def _known_rows(facts: Iterable[str], doubts: Iterable[str]) -> Iterator[str]:
    """The highest number of each sort of id, as the parts of `known`."""
    counted = [(kind, _highest(ids)) for kind, ids in (("facts", facts), ("doubts", doubts))]
    if any(spans for _, spans in counted):
        yield "known:"
        yield from (f"  {kind}: {{{spans}}}" for kind, spans in counted if spans)


def _highest(ids: Iterable[str]) -> str:
    """`P-A: 50, X-: 3-7`"""
    parts = sorted((hit[1], int(hit[2])) for id in ids if (hit := SORT.match(id)))
    found = []
    for prefix, group in groupby(parts, key=lambda part: part[0]):
        numbers = [number for _, number in group]
        found.append(f"{prefix}: {numbers[-1]}" if numbers[0] == 1 else f"{prefix}: {numbers[0]}-{numbers[-1]}")
    return ", ".join(found)
