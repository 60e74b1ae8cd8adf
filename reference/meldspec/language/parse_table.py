"""The table of the parse, worked out beforehand and kept beside the grammar (`grammar/table.json`).

Lark takes longer to work it out than all books take to be read by it. It is believed only where it was made of just the two files
of the grammar; who edits them reads by Lark until it is made again, by `pytest tests/language/test_parse_table.py --goldens`.
What follows from it is that of Lark: its states, its choice of terminals in each, what its rules keep of their parts.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any as Anything, Final, NamedTuple

from meldspec.cache import digest
from meldspec.data import folder

FILES = ("rules.lark", "words.lark")
"""The files of the grammar, in the order in which they are read as one."""
NAME = "table.json"
END = "$END"
NOWHERE: Final = -1_000_000
"""No move, where moves are looked up."""


class Rule(NamedTuple):
    """What is done once the parts of a rule have been read: `size` parts become one of `origin`, which is made by the name `made`.

    `kept` are the parts that stay, each by its number, whether it is put in by its own parts, and how many gaps stand before it;
    `gaps` stand behind them all. Of what is to `pass` a single part is handed on as it is; what is `loose` has its parts put in
    where it stands. It is the `same` where a single part is all that there is. `numbers` are those of the parts that stay where
    there is nothing more to it, as with most rules.
    """

    origin: str
    size: int
    made: str
    passes: bool
    loose: bool
    kept: tuple[tuple[int, bool, int], ...]
    gaps: int
    same: bool
    numbers: tuple[int, ...] | None


class Scanner(NamedTuple):
    """Reads the next word in some states: patterns tried one after another (each that of one terminal, or without a name those of
    several), and the words that are terminals of their own though a pattern fits them."""

    patterns: tuple[tuple[str, re.Pattern[str]], ...]
    words: Mapping[str, Mapping[str, str]]


class Table:
    """The states of the parse, of which the first is the one to begin in: what each does with the next word, or with what a rule
    has made (`moves`: the next state, or below nought the rule that ends there), and which scanner reads on from it."""

    def __init__(self, told: Mapping[str, Anything]) -> None:
        symbols = told["symbols"]
        self.moves = [{symbols[one]: move for one, move in zip(of[1::2], of[2::2], strict=True)} for of in told["states"]]
        self.rules = [_rule(*one) for one in told["rules"]]
        self.end = told["end"]
        self.ignored = frozenset(told["ignored"])
        self._reads = [of[0] for of in told["states"]]
        self._terminals: dict[str, list[Anything]] = told["terminals"]
        self._scanners: list[Anything] = told["scanners"]
        self._by_number: dict[int, Scanner] = {}
        self._by_state: list[Scanner | None] = [None] * len(self.moves)
        self._handed_on: dict[tuple[int, int, str], int] = {}

    def handed_on(self, below: int, state: int, terminal: str) -> int:
        """The state that one comes to, above another, before a terminal, by rules that make nothing of the single part that they
        have: an atom is a product, a sum and a condition. Kept, since half of all that is done is this."""
        known = below, state, terminal
        if known not in self._handed_on:
            while NOWHERE < (move := self.moves[state].get(terminal, NOWHERE)) < 0 and (rule := self.rules[-1 - move]).same:
                state = self.moves[below][rule.origin]
            self._handed_on[known] = state
        return self._handed_on[known]

    def scanner(self, state: int) -> Scanner:
        """What reads on from a state, made when it is first asked for."""
        return self._by_state[state] or self._scanner(state)

    def _scanner(self, state: int) -> Scanner:
        number = self._reads[state]
        if number not in self._by_number:
            names, words = self._scanners[number]
            self._by_number[number] = Scanner(tuple(self._patterns(names)), words)
        made = self._by_state[state] = self._by_number[number]
        return made

    def _patterns(self, names: Iterable[str]) -> Iterable[tuple[str, re.Pattern[str]]]:
        """The patterns of terminals in their order: those that are just a word together, those of any other by itself, since nearly
        all states know it and it takes long to be compiled."""
        literal: list[str] = []
        for name in names:
            pattern, plain = self._terminals[name]
            if plain:
                literal.append(f"(?P<{name}>{pattern})")
                continue
            if literal:
                yield "", _compiled("|".join(literal))
                literal = []
            yield name, _compiled(pattern)
        if literal:
            yield "", _compiled("|".join(literal))


def _rule(origin: str, size: int, made: str, passes: bool, loose: bool, parts: list[list[Anything]], gaps: int) -> Rule:
    """A rule as the table tells it."""
    kept = tuple([(number, put_in, before) for number, put_in, before in parts])
    plain = not gaps and not any(put_in or before for _, put_in, before in kept)
    numbers = tuple([number for number, _, _ in kept]) if plain else None
    return Rule(origin, size, made, passes, loose, kept, gaps, passes and size == 1 and numbers == (0,), numbers)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled once for all scanners."""
    return re.compile(pattern)


def grammar_digest(where: Path) -> str:
    """The digest of the grammar."""
    return digest(*((where / name).read_bytes() for name in FILES))


@cache
def table() -> Table | None:
    """The table of the grammar, or none where it was not made of just this one."""
    where = folder("grammar")
    path = where / NAME
    if not path.is_file():
        return None
    told = json.loads(path.read_text(encoding="utf-8"))
    return Table(told) if told["of"] == grammar_digest(where) else None
