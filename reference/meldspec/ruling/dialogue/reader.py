"""The answers so far, held against the rules: fields of a position file, read as one, and what is wrong told in players' words."""

import json
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any

from meldspec.book.line_index import line_index
from meldspec.engine.deal import dealt_by_rules, shuffled
from meldspec.engine.rulebook import Library, Rulebook, make_rulebook
from meldspec.language import lines
from meldspec.language.problems import Diagnostic
from meldspec.position.cards import spelt_otherwise
from meldspec.position.marked import Marked, Path, PositionError, spelt, value_at
from meldspec.position.memory import UNKNOWN, memories
from meldspec.position.position import Position
from meldspec.position.profiles import Profile
from meldspec.position.read import read_position
from meldspec.protocol.observe import shown_ranges
from meldspec.ruling.dialogue.question import EMPTY, NOBODY_KNOWS, Dialogue, NotUnderstood, Question
from meldspec.ruling.dialogue.seats import YOU, called, seat_words, side_words
from meldspec.ruling.ruling import judge
from meldspec.ruling.words import whom

Fields = dict[str, Any]
"""The fields of a position file, none of which is ever changed: an answer makes others."""


class Told(Marked):
    """A position that is being told: its values are called as the player in the seat of `you` calls them, and what is wrong is
    noted with its path."""

    rulebook: Rulebook | None = None
    you: int = YOU
    noted: list[tuple[str, Path]] = field(default_factory=list)

    def called(self, path: Path) -> str:
        """What a player calls the value at a path."""
        if self.rulebook is None:
            return super().called(path)
        return self.memory_words(self.rulebook, path) if path[:1] == ("memory",) else called(self.rulebook.layout, path, self.you)

    def memory_words(self, rulebook: Rulebook, path: Path) -> str:
        """A memory in the words of the book, with whose it is."""
        _, name, number = (*path, None, None)[:3]
        declared = {node.name: node for node, _ in rulebook.selection.declared(lines.Keep)}
        range_ = rulebook.layout[str(name)] if name in declared and rulebook.layout.has(str(name)) else None
        if range_ is None or not declared[str(name)].asking:
            return spelt(path)
        about = {"player": seat_words, "side": side_words}.get(range_.owner)
        whose = f" ({about(rulebook.layout, number, self.you)})" if about and isinstance(number, int) else ""
        return f"“{declared[str(name)].asking}”{whose}"

    def problem(self, code: str, path: Path, found: str, expected: str, mend: str = "") -> Diagnostic:
        """Something wrong with the value at a path."""
        self.noted.append((code, path))
        # In a file these end with the formal lines, of which a player at a table knows nothing.
        match code:
            case "no-meld" if self.rulebook is not None:
                expected = self.what_melds_are(self.rulebook, value_at(self.value, path))
            case "not-at-rest":
                expected = expected.partition(" (")[0]
            case "wrong-memory" if self.rulebook is not None:
                # Which memory it is has been said in the words of the book, and not by its name.
                form = next((r.form for r in memories(self.rulebook) if r.name == path[1]), "")
                expected = whom(form, expected.partition(" ")[2])
                value, comma, rest = found.partition(",")
                found = f"{whom(form, value)}{comma}{rest}"
            case "no-seat":
                found, expected = "a seat that there is not", "one of those who play"
        return super().problem(code, path, found, expected, mend)

    def what_melds_are(self, rulebook: Rulebook, meld: Any) -> str:
        """What the clauses say that keep cards, in whatever way they are told, from being a meld."""
        told = meld["cards"] if isinstance(meld, dict) else meld
        cards = told.split() if isinstance(told, str) else told
        refusing = rulebook.compiled.kinds.refusals(tuple(sorted(rulebook.faces.read(cards))))
        entries = line_index(rulebook.sheet).entries
        clauses = dict.fromkeys(entries[tag.clause].clause for tag in refusing)
        return " ".join(f"{' '.join(clause.prose)} ({clause.title}, {clause.id})" for clause in clauses)


@dataclass
class Reader:
    """Reads what has been told under the rules of a library; the same is read once, since going back tells it again.

    `usable` raises where a variant is none that can be used.
    """

    library: Library
    profiles: Mapping[str, Profile]
    usable: Callable[[str], None] = lambda name: None
    known: dict[str, Position] = field(default_factory=dict)
    verdicts: dict[str, tuple[bool, bool]] = field(default_factory=dict)

    def rulebook(self, fields: Fields) -> Rulebook:
        """The rulebook of the variant and the options that are told, under the default readings: what is dealt, and to how many."""
        return make_rulebook(self.library.sheet(fields["variant"]), fields.get("options", {}), {})

    def position(self, fields: Fields) -> Position:
        """The position that is told. Raises NotUnderstood with all that is wrong with it."""
        key = json.dumps(fields, sort_keys=True)
        if key not in self.known:
            self.known[key] = self._read(Told("answers", fields, rulebook=self.rulebook(fields)))
        return self.known[key]

    def _read(self, told: Told) -> Position:
        try:
            return read_position(told, self.library, None, "", self.profiles)
        except PositionError as error:
            raise NotUnderstood(*map(problem_words, error.problems)) from None

    def verdict(self, fields: Fields) -> tuple[bool, bool]:
        """Whether the act that is told is legal, and whether it ends the deal. Raises NotUnderstood where it is no position."""
        key = json.dumps(fields, sort_keys=True)
        if key not in self.verdicts:
            position = self.position(fields)
            act = position.act()
            assert act is not None
            found = judge(position.rulebook, position.table, act)
            self.verdicts[key] = found.legal, found.ended is not None and found.ended.over()
        return self.verdicts[key]

    def telling(self, fields: Fields, path: Path, parse: Callable[[str], Any]) -> Callable[[str], Fields]:
        """Reads an answer that gives the value at a path: what is told with it, which is a position that can be."""
        return lambda text: self.checked(put(fields, path, parse(text)), path)

    def checked(self, fields: Fields, path: Path) -> Fields:
        """What is told, where it is a position; what a standing rule would write at once of the owner of what was told last is told
        with it, for it has been written. Raises NotUnderstood."""
        told = Told("answers", fields, rulebook=self.rulebook(fields))
        try:
            self.known[json.dumps(fields, sort_keys=True)] = self._read(told)
        except NotUnderstood:
            owner = next((step for step in path if isinstance(step, int)), None)
            names = {str(where[1]) for code, where in told.noted if code == "not-at-rest" and where[:1] == ("memory",)}
            if owner is None or len(names) != len(told.noted):
                raise
            more = self._written(fields, names, owner)
            self.position(more)
            return more
        return fields

    def _written(self, fields: Fields, names: set[str], owner: int) -> Fields:
        """The fields with the other value of some yes-or-no memories of one owner."""
        ranges = [r for r in memories(self.rulebook(fields)) if r.name in names and r.owner and r.form == "truth"]
        for range_ in ranges:
            entries = list(fields.get("memory", {}).get(range_.name, [UNKNOWN] * range_.count))
            entries[owner] = not range_.start
            fields = put(fields, ("memory", range_.name), entries)
        return fields

    def dealt(self, fields: Fields, key: str) -> list[int]:
        """How many cards each player is dealt into hand or foot; nothing where there is no such place."""
        rulebook = self.rulebook(fields)
        dealt = dealt_by_rules(rulebook, shuffled(rulebook, Random(0)))
        place = next((r.name for r in shown_ranges(rulebook, key) if r.owner == "player"), None)
        return [] if place is None else [len(bag) for bag in dealt[place]]

    # ── cards ───────────────────────────────────────────────────────────────────────────────────────────────

    def cards(self, fields: Fields, text: str) -> list[str]:
        """The cards of an answer, each as the pack spells it where people spell it otherwise; others stay as they are."""
        known = self.rulebook(fields).faces.by_name
        words = text.replace(",", " ").split()
        return [] if text.lower() in EMPTY else [spelt_otherwise(word, known) or word for word in words]

    def cards_or_count(self, fields: Fields, text: str) -> str | int:
        """Cards, or how many there are."""
        return int(text) if text.isdecimal() and len(text) < 4 else " ".join(self.cards(fields, text))

    def melds(self, fields: Fields, text: str) -> list[str]:
        """Melds with commas between them."""
        groups = [] if text.lower() in EMPTY else text.replace(";", ",").split(",")
        return [" ".join(self.cards(fields, group.strip())) for group in groups if group.strip()]


def answered(question: Question) -> Dialogue[Fields]:
    """The fields that an answer gives."""
    fields: Fields = yield question
    return fields


def unless_unknown(fields: Fields, read: Callable[[str], Fields], text: str) -> Fields:
    """What is told by an answer; the same as before where it says that nobody knows."""
    return fields if text == NOBODY_KNOWS else read(text)


def put(fields: Fields, path: Path, value: Any) -> Fields:
    """The fields with another value at a path; maps on the way are made where there are none."""
    new = deepcopy(fields)
    holder: Any = new
    for step in path[:-1]:
        if isinstance(holder, dict):
            holder.setdefault(step, {})
        holder = holder[step]
    holder[path[-1]] = value
    return new


def problem_words(problem: Diagnostic) -> str:
    """What is wrong, as it is said to a player: without a file and a line, for there is none."""
    mend = f" ({problem.mend})" if problem.mend else ""
    return f"{problem.found[:1].upper()}{problem.found[1:]}; expected: {problem.expected.removesuffix('.')}{mend}."


def listed(words: Sequence[str]) -> str:
    """`a, b or c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
