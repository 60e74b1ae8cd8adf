"""What a cell of the table of games may be made of: sizes that come of dealing, terms and points in the book's words, titles."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from meldspec.book.flat import Book, Entry, Written, tagged
from meldspec.compare.inline_terms import NO, YES, inlined
from meldspec.compare.ladders import ladder
from meldspec.engine.deal import dealt_by_rules, shuffled
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.language import lines
from meldspec.language.spelling import format_line, items
from meldspec.protocol.observe import key_of
from meldspec.table.selection import Selection, every_choice, seats_and_sides, select

PLAYERS = "players"
LONG = 160
"""A line with more characters is told by its own words alone."""


Choices = Sequence[Mapping[str, int]]
"""The options under which sizes are told; none where all that may be chosen are meant."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a part of a cell is made of: one of the sources below, and the word that it is asked by."""

    source: str
    word: str

    def __str__(self) -> str:
        return f"{self.source} {self.word}"


@dataclass(frozen=True, slots=True)
class Said:
    """What a book says: some texts, and the clauses that they come from."""

    texts: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()


# ── sizes, by the number of players ────────────────────────────────────────────────────────────────────────────────────────


def _choices(selection: Selection) -> Choices:
    """For every number of players the options that are nearest to the defaults."""

    def far(options: dict[str, int]) -> int:
        return sum(options[name] != value for name, value in selection.options.items())

    best: dict[int, dict[str, int]] = {}
    # A size hangs on how many play; whatever else may be chosen stays as near to the defaults as goes together with that.
    for options in sorted(every_choice(selection.sheet), key=far):
        best.setdefault(options.get(PLAYERS, 0), options)
    return [best[seats] for seats in sorted(best)]


def _by_players(selection: Selection, choices: Choices, size: Callable[[Rulebook], int | None]) -> tuple[str, ...]:
    """A size for every number of players: once where it is the same for all, nothing where there is none."""
    found: dict[int, list[int]] = {}
    for options in choices or _choices(selection):
        value = size(make_rulebook(selection.sheet, options, selection.readings))
        if value is not None:
            found.setdefault(value, []).append(options.get(PLAYERS, 0))
    if len(found) < 2:
        return tuple(str(value) for value in found)
    return tuple(f"{value} ({_listed(seats)} players)" for value, seats in found.items())


def _listed(numbers: list[int]) -> str:
    """`2, 4 or 6`; `2 to 8` where none is left out."""
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join(filter(None, (", ".join(map(str, numbers[:-1])), str(numbers[-1]))))


def _seats(word: str, selection: Selection, choices: Choices) -> Said:
    """How many players there may be, and on how many sides."""
    found: dict[str, set[int]] = {}
    for options in choices or every_choice(selection.sheet):
        seats, sides = seats_and_sides(select(selection.sheet, options, selection.readings))
        found.setdefault("each alone" if seats == sides else f"on {sides} sides", set()).add(seats)
    return Said(tuple(f"{_listed(sorted(seats))} {how}" for how, seats in found.items()), _declaring(selection, lines.Sides))


def _declaring(selection: Selection, sort: type) -> tuple[str, ...]:
    """The clauses that declare something of a sort."""
    return tuple(dict.fromkeys(line.tag.clause for _, line in selection.declared(sort)))


def _pack(word: str, selection: Selection, choices: Choices) -> Said:
    """How many cards of a set the pack has."""

    def size(rulebook: Rulebook) -> int | None:
        wanted = rulebook.faces.sets.get(word)
        # Any shuffle will do: only how many cards there are is asked.
        pack = shuffled(rulebook, Random(0))
        return len(pack) if word == "cards" else None if wanted is None else sum(card in wanted for card in pack)

    return Said(_by_players(selection, choices, size), _declaring(selection, lines.Deck))


def _dealt(word: str, selection: Selection, choices: Choices) -> Said:
    """How many cards of a place each player is dealt."""

    def size(rulebook: Rulebook) -> int | None:
        dealt = dealt_by_rules(rulebook, shuffled(rulebook, Random(0)))
        # Several places of a book may be one field of the protocol, and are told as one.
        sizes = [len(bags[0]) for name, bags in dealt.items() if key_of(rulebook.layout[name]) == word and any(bags)]
        return sum(sizes) if sizes else None

    return Said(_by_players(selection, choices, size))


# ── lines in force ─────────────────────────────────────────────────────────────────────────────────────────────────────────


N = TypeVar("N", bound=Written)


def entries_of(word: str, book: Book) -> list[Entry]:
    """The clause of an id, or all whose id begins with the word where it ends in a star."""
    star = word.endswith("*")
    return [e for e in book.entries if (e.clause.id.startswith(word[:-1]) if star else e.clause.id == word)]


def _in_force(selection: Selection, sort: type[N], word: str = "*") -> Iterator[tuple[Entry, N]]:
    """Every line in force of one sort with its clause, those in blocks too, each behind its head; of such clauses only."""
    for entry in entries_of(word, selection.sheet.book):
        for tag, node in tagged(entry):
            inner = node.body if isinstance(node, lines.Block) else ()
            if selection.holds(tag):
                yield from ((entry, line) for line in (node, *inner) if isinstance(line, sort))


def _told(found: list[tuple[Entry, str]]) -> Said:
    """Texts with their clauses."""
    return Said(tuple(dict.fromkeys(text for _, text in found)), tuple(dict.fromkeys(entry.clause.id for entry, _ in found)))


def _lines(word: str, selection: Selection) -> Said:
    """The effects of a clause, in the words of its lines."""
    return _told([(e, format_line(n).removeprefix("then ")) for e, n in _in_force(selection, lines.Then, word)])


def _points(word: str, selection: Selection) -> Said:
    """What a clause awards and charges."""
    terms = _terms(selection)
    return _told([(e, _signed(n, terms)) for e, n in _in_force(selection, lines.Award, word)])


def _signed(award: lines.Award, terms: Mapping[str, lines.Define]) -> str:
    """`+500 for each meld …`, `− the worth of the hand …`; nothing where it never comes to pass.

    Terms are told by what they mean unless that makes it too long to read.
    """
    when = None if award.when is None else inlined(award.when, terms)
    if when == NO:
        return ""
    told = replace(award, points=inlined(award.points, terms), when=None if when == YES else when)
    # Among those that can be read the one that says what its terms mean is better than the book's own words.
    words = min((format_line(told), format_line(award)), key=lambda line: (len(line) > LONG, line == format_line(award)))
    words = words.split(" ", 1)[1]
    sign = "+" if award.sign > 0 else "−"
    return sign + words if words[0].isdigit() else f"{sign} {words}"


def _kinds(word: str, selection: Selection) -> Said:
    """The names of the meld kinds, or the lines of one."""
    found = _in_force(selection, lines.Kind)
    if word == "all":
        return _told([(e, n.name) for e, n in found])
    return _told([(e, format_line(line).removeprefix("require ")) for e, n in found if n.name == word for line in n.body])


def _set(word: str, selection: Selection) -> Said:
    """What a set of cards is made of."""
    return _told([(e, items(n.items)) for e, n in _in_force(selection, lines.Cards) if n.name == word])


def _endings(word: str, selection: Selection) -> Said:
    """How the deal may end, or the match (`deal`, `match`): the words that the effects say, with the clauses that say so."""
    ends = [(e, n.effect) for e, n in _in_force(selection, lines.Then) if n.effect.verb == f"end {word}"]
    return _told([(e, f"{effect.word} ({e.clause.title})".strip()) for e, effect in ends])


def _permits(word: str, selection: Selection) -> Said:
    """The titles of the clauses that permit an act."""
    judges = selection.chosen(selection.sheet.judges)
    clauses = {line.tag.clause for line in judges if line.act == word and line.mode == "allow"}
    return _told([(e, e.clause.title) for e in selection.sheet.book.entries if e.clause.id in clauses])


def _titles(word: str, selection: Selection) -> Said:
    """The titles of a clause, or of several."""
    return _told([(e, e.clause.title) for e in entries_of(word, selection.sheet.book)])


def _says(word: str, selection: Selection) -> Said:
    """The prose of a clause."""
    return _told([(e, " ".join(e.clause.prose)) for e in entries_of(word, selection.sheet.book)])


def _term(word: str, selection: Selection) -> Said:
    """What a term means; terms within it are told by what they mean too."""
    found = ((e, n.body) for e, n in _in_force(selection, lines.Define) if n.name == word)
    terms = _terms(selection)
    return _told([(e, format_line(inlined(body, terms)).removeprefix("choose ")) for e, body in found])


def _steps(word: str, selection: Selection) -> Said:
    """What a term comes to, step by step where it goes by one number: `total below 0: 15`, `below 1500: 50`, `otherwise 90`."""
    terms = _terms(selection)
    found = [(e, inlined(n.body, terms)) for e, n in _in_force(selection, lines.Define) if n.name == word]
    return _told([(e, step) for e, body in found for step in ladder(body)])


def _terms(selection: Selection) -> dict[str, lines.Define]:
    """The terms in force by name; predicates aside, which read well as they are."""
    return {n.name: n for _, n in _in_force(selection, lines.Define) if not n.predicate}


SIZES: Mapping[str, Callable[[str, Selection, Choices], Said]] = {"seats": _seats, "pack": _pack, "dealt": _dealt}
WORDS: Mapping[str, Callable[[str, Selection], Said]] = {
    "set": _set,
    "kinds": _kinds,
    "term": _term,
    "steps": _steps,
    "points": _points,
    "lines": _lines,
    "permits": _permits,
    "endings": _endings,
    "titles": _titles,
    "says": _says,
}
ASKED = (*SIZES, *WORDS)
"""What a part of a cell may be made of; nothing is said where a book has nothing of the kind."""


def said(asked: Asked, selection: Selection, choices: Choices = ()) -> Said:
    """What a book says to one part of a cell, its sizes under some options only, where these are named."""
    if asked.source in SIZES:
        return SIZES[asked.source](asked.word, selection, choices)
    return WORDS[asked.source](asked.word, selection)
