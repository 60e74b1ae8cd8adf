"""What a book has rulings tell players: sentences by the conditions that they stand for, with the values that they name."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeGuard

from meldspec.book.core import Call, Come, Core, CouldAct, Each, Op, Var, free_variables, rebuilt
from meldspec.book.flat import Book, Entry
from meldspec.book.library import language_digest
from meldspec.book.resolve import Resolver
from meldspec.book.sheet import Sheet, below, expressions
from meldspec.book.stored import Plain
from meldspec.book.symbols import PARAMS, Scope
from meldspec.cache import code, digest, keep, recall
from meldspec.language import lines
from meldspec.language.immutable import Immutable, kept_with
from meldspec.language.problems import Diagnostic, Place, RulesError
from meldspec.language.stored import plain_node, rebuilt_node

VALUE = re.compile(r"\{(?:(why|each|most) )?([^{}]*)\}")
"""A value in a sentence, with how it is told where that is not by itself."""
KNOWN = {name: type_ for name, type_ in PARAMS.items() if name not in ("cards", "number")} | {"it": "cards"}
"""What a sentence may speak of besides the fields of acts; `cards` and `number` are words of the language as well."""
ALIKE = Var("side", "side")


class Value(Immutable):
    """A value that a sentence names, and `how` it is told: of a condition `why` it holds or fails; of a sum what `each` of its
    terms comes to and all of them, or what the term of the `most` comes to; by itself where it is empty."""

    core: Core
    how: str = ""


class Saying(Immutable):
    """One sentence: the clause that it stands in, its text and values by turns, its condition, and whether it is told where that
    holds (yes), where it fails (no), or both (none); `besides`, where it is told of what an act does, and of no line; its `number`
    among all that the clause says."""

    clause: str
    parts: tuple[str | Value, ...]
    condition: Core
    holds: bool | None
    besides: bool = False
    number: int = 0

    def place(self, book: Book) -> Place:
        """Where it stands in the texts of its book; nowhere, where these are not at hand."""
        return book.by_id()[self.clause].clause.says[self.number].place

    @property
    def free(self) -> frozenset[str]:
        """The variables that it reads."""
        values = (part.core for part in self.parts if isinstance(part, Value))
        return frozenset(name for core in values for name in free_variables(core))


@kept_with
def alike(core: Core) -> Core:
    """An expression without what tells it from another that says the same: numbers of look-aheads, whose side it is."""
    made = rebuilt(core, alike)
    match made:
        case Come() | CouldAct():
            return replace(made, key="")
        case Op("side", (Var("player"),)):
            return ALIKE
        case _:
            return made


def key_of(condition: Core) -> str | Core:
    """What conditions are compared by: a term by its name, whatever it is asked of; everything else by what it says."""
    return condition.name if isinstance(condition, Call) else alike(condition)


def amends(book: Book, clauses: Iterable[str]) -> list[str]:
    """What becomes of an act that some clauses refuse and that has been done: what they say, where the book has written them
    itself, else what is said of any act."""
    # A remedy of another game is none here, so that of an inherited clause is left out.
    entries = book.by_id()
    own = [_amends(entries[clause], book) for clause in dict.fromkeys(clauses)]
    # What mends the one fault is no mend where there is another besides.
    found = [sentence for said in own for sentence in said] if all(own) else []
    said = (one for entry in book.entries for one in entry.clause.says if isinstance(one, lines.Amends) and one.any)
    return found or [one.sentence for one in said]


def _amends(entry: Entry, book: Book) -> list[str]:
    """What a clause says of an act that it refuses, where the book has written it itself."""
    said = (one for one in entry.clause.says if isinstance(one, lines.Amends) and not one.any)
    return [one.sentence for one in said] if entry.origin == book.name else []


def called(book: Book) -> dict[str, tuple[str, str]]:
    """What a book calls its places, one of them and several, by their names."""
    found = (one for entry in book.entries for one in entry.clause.says if isinstance(one, lines.Called))
    return {one.name: (one.one, one.several) for one in found}


class Sayings:
    """The sentences of one resolved book, `besides` those on what acts do; `problems` is what is wrong with those that the book has
    written itself."""

    def __init__(self, sheet: Sheet, said: Sequence[Saying] = ()) -> None:
        self.problems: list[Diagnostic] = []
        self.told: dict[tuple[str | Core, bool], Saying] = {}
        self.own: dict[tuple[str, str | Core, bool], Saying] = {}
        self.said = said or _held(sheet) or self._read(sheet)
        self.besides = tuple(one for one in self.said if one.besides)
        for saying in (one for one in self.said if not one.besides):
            # A later one stands instead of an earlier one about the same.
            for truth in (True, False) if saying.holds is None else (saying.holds,):
                self.told[key_of(saying.condition), truth] = saying
                self.own[saying.clause, key_of(saying.condition), truth] = saying

    def _read(self, sheet: Sheet) -> list[Saying]:
        """The sentences, kept for the next run where nothing is wrong with any."""
        reader = _Reader(sheet)
        said = list(reader.said())
        self.problems = reader.problems
        if sheet.origin and not self.problems:
            keep(_name(sheet), _key(sheet), PLAIN.plain(tuple(said)))
        return said

    def of(self, condition: Core, truth: bool, clause: str = "") -> Saying | None:
        """The sentence about a condition that holds, or that fails: that of the clause which asks, before one of another clause."""
        key = key_of(condition)
        return self.own.get((clause, key, truth)) or self.told.get((key, truth))


def problems_of(sheet: Sheet) -> list[Diagnostic]:
    """What is wrong with the sentences that the book has written itself, told without going through those that it inherits."""
    reader = _Reader(sheet)
    for _ in reader.said(inherited=False):
        pass
    return reader.problems + list(_no_places(sheet))


def _no_places(sheet: Sheet) -> Iterator[Diagnostic]:
    """Names for places that the book has not."""
    for entry in sheet.book.entries:
        for one in _own(entry, sheet.book.name):
            if isinstance(one, lines.Called) and one.name not in sheet.symbols.places:
                names = ", ".join(sheet.symbols.places)
                yield Diagnostic(
                    "no-place",
                    one.place,
                    f"a name for '{one.name}', which is no place",
                    f"one of {names}",
                    "name a place, or delete the line",
                )


PLAIN = Plain((Value, Saying))
WRITERS = ("language", "book")
"""The folders of code that sentences hang on."""


def _name(sheet: Sheet) -> str:
    """What the sentences of a book are kept under."""
    return f"sayings {sheet.book.name}"


def _key(sheet: Sheet) -> str:
    """What they hang on."""
    return digest(sheet.origin, code(*WRITERS))


def plain_sayings(sheet: Sheet) -> Any:
    """The sentences of a book as plain values, for where they cannot be read from its texts."""
    return PLAIN.plain(tuple(sheet.derived(Sayings).said))


def tell_sayings(sheet: Sheet, told: Any) -> None:
    """Give a book its sentences as they were told in plain values. Raises ValueError for what is none."""
    said = _rebuilt(told)
    if not said:
        raise ValueError(f"expected the sentences of {sheet.book.name}")
    sheet.told(Sayings, Sayings(sheet, said))


def _held(sheet: Sheet) -> tuple[Saying, ...]:
    """The sentences that were read in an earlier run; none where nothing was kept."""
    # To resolve them takes as long as to resolve all lines of the book.
    return _rebuilt(recall(_name(sheet), _key(sheet)) if sheet.origin else None)


def _rebuilt(held: Any) -> tuple[Saying, ...]:
    """The sentences in plain values; none where they are no such values."""
    with suppress(ValueError):
        made = PLAIN.rebuilt(held)
        if isinstance(made, tuple) and all(isinstance(one, Saying) for one in made):
            return made
    return ()


class _Reader:
    """Reads the sentences of one resolved book."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.problems: list[Diagnostic] = []
        self._values = _Values(sheet)

    def said(self, inherited: bool = True) -> Iterator[Saying]:
        """All that can be told, in the order of the book; or only what the book has written itself."""
        asked = _asked(self.sheet)
        for entry in self.sheet.book.entries:
            own = _own(entry, self.sheet.book.name)
            for number, say in enumerate(entry.clause.says):
                if not isinstance(say, lines.Say) or not (inherited or say in own):
                    continue
                found: list[Diagnostic] = []
                saying = self._either(entry.clause.id, say, found)
                if not found and saying is not None and not saying.besides and key_of(saying.condition) not in asked:
                    found.append(_idle(say))
                if not found and saying is not None:
                    yield replace(saying, number=number)
                elif say in own:
                    # An inherited sentence may speak of what a variant has otherwise: it goes, and nobody needs to be told.
                    self.problems += [replace(problem, place=say.place) for problem in found]
        self._values.keep()

    def _either(self, clause: str, say: lines.Say, found: list[Diagnostic]) -> Saying | None:
        """A sentence resolved; what is wrong with it is `found`."""
        # A phase may be called as a thing is, `play`: then it is the phase that is meant, unless that makes no sense.
        phases = {name: type_ for name, type_ in KNOWN.items() if name not in self.sheet.symbols.phases}
        if phases != KNOWN:
            wrong: list[Diagnostic] = []
            saying = self._saying(clause, say, phases, wrong)
            if not wrong:
                return saying
        return self._saying(clause, say, KNOWN, found)

    def _saying(self, clause: str, say: lines.Say, known: dict[str, str], found: list[Diagnostic]) -> Saying | None:
        """The same where some variables are known."""
        resolver = Resolver(self.sheet.symbols, found)
        # What terms mean is known from the lines of the book, and what is wrong in them was told of there.
        resolver.term_free, resolver.term_type = self.sheet.term_free, self.sheet.term_type
        scope = Scope(dict(known), open=True, after=True)
        condition = resolver.truth(say.condition, scope)
        holds = None if say.whether else True
        if not (say.whether or say.besides) and isinstance(condition, Op) and condition.op == "not":
            condition, holds = condition.args[0], False
        parts: list[str | Value] = []
        for text, how, words in _pieces(say.sentence):
            parts.append(text)
            if words:
                value = self._values.of(words, say, found)
                parts += [Value(resolver.expr(value.condition, scope), how)] if value else []
        _looking(parts, say, found)
        _no_sums(parts, say, found)
        return Saying(clause, tuple(parts), condition, holds, say.besides)


def _asked(sheet: Sheet) -> set[str | Core]:
    """Every condition that a ruling may come upon, as conditions are compared."""
    judged = [core for line in (*sheet.judges, *sheet.kinds) for core in expressions(line)]
    whole = [*judged, *(line.body for line in sheet.terms)]
    return {key_of(core) for held in whole for core in below(held) if core.type == "truth"} | sheet.symbols.terms.keys()


def _idle(say: lines.Say) -> Diagnostic:
    """A sentence that no ruling tells."""
    found, expected = "a sentence for a condition that no line asks", "a term, or a condition in the words of a line"
    return Diagnostic(
        "idle-sentence", say.place, found, expected, "write the condition as it stands in the line, or delete the sentence"
    )


def _own(entry: Entry, book: str) -> tuple[lines.Say | lines.Amends | lines.Called, ...]:
    """The sentences of a clause that the book has written itself."""
    if entry.origin != book:
        return ()
    return (entry.changes[-1][1] if entry.changes else entry.clause).says


def _pieces(sentence: str) -> Iterator[tuple[str, str, str]]:
    """The text of a sentence up to each value, how that is told, and its words; behind the last value the rest alone."""
    at = 0
    for value in VALUE.finditer(sentence):
        yield sentence[at : value.start()], value.group(1) or "", value.group(2)
        at = value.end()
    yield sentence[at:], "", ""


@lru_cache(maxsize=4096)
def _value(words: str, file: str, line: int) -> lines.Say | RulesError:
    """A value of a sentence, parsed as the condition of a sentence is, or what is wrong with it; books inherit most of theirs."""
    # Imported here, since sentences were parsed before nearly always, and to make the parser takes longer than a ruling.
    from meldspec.language.layout import LogicalLine
    from meldspec.language.parse import parse_line

    try:
        node = parse_line(LogicalLine(f'say "" whether {words}', line, 0), file)
    except RulesError as error:
        return error
    assert isinstance(node, lines.Say)
    return node


class _Values:
    """The words of values as expressions, kept from the last time that the same sentences were read by the same code."""

    def __init__(self, sheet: Sheet) -> None:
        says = (say for entry in sheet.book.entries for say in entry.clause.says if not isinstance(say, lines.Called))
        self.what = f"sentences {sheet.book.name}"
        self.key = digest(language_digest(), *(f"{say.place.file}:{say.place.line} {say.sentence}" for say in says))
        found = recall(self.what, self.key)
        self.parsed: dict[str, Any] = found if isinstance(found, dict) else {}
        self.more = False

    def of(self, words: str, say: lines.Say, found: list[Diagnostic]) -> lines.Say | None:
        """A value of a sentence, parsed as the condition of a sentence is; what is wrong with it is `found`."""
        file, line = say.place.file, say.place.line
        where = f"{file}:{line} {words}"
        if where not in self.parsed:
            node = _value(words, file, line)
            if isinstance(node, RulesError):
                found += node.problems
                return None
            self.parsed[where], self.more = plain_node(node, file), True
        value = rebuilt_node(self.parsed[where], file)
        assert isinstance(value, lines.Say)
        return value

    def keep(self) -> None:
        """Keep what was parsed now for the next time."""
        if self.more:
            keep(self.what, self.key, self.parsed)


def _looking(parts: list[str | Value], say: lines.Say, found: list[Diagnostic]) -> None:
    """Report values that look ahead: what a sentence names is there to be seen."""
    for part in parts:
        if isinstance(part, Value) and any(isinstance(core, Come | CouldAct) for core in below(part.core)):
            mend = "name it in a condition, and write a sentence for that"
            found.append(Diagnostic("looks-ahead", say.place, "a value that looks ahead", "a value of the table as it is", mend))


def _no_sums(parts: list[str | Value], say: lines.Say, found: list[Diagnostic]) -> None:
    """Report what is to be told term by term and is no sum."""
    for part in parts:
        # What could not be resolved was reported already.
        if isinstance(part, Value) and part.how in ("each", "most") and part.core.type != "any" and not is_sum(part.core):
            expected, mend = "the sum of a number for each thing of a list", "write '{each the sum of … for each one in …}'"
            found.append(Diagnostic("no-sum", say.place, f"'{part.how}' before what has no terms", expected, mend))


def is_sum(core: Core) -> TypeGuard[Each]:
    """Whether an expression adds up a number for each thing of a list."""
    return isinstance(core, Each) and core.mode == "sum"
