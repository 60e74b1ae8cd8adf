"""Whether the sentences of a clause name the numbers of its lines (docs/decisions/0024)."""

from collections.abc import Iterator, Sequence

from meldspec.book import sayings
from meldspec.book.checks.idle import unknown
from meldspec.book.flat import Entry
from meldspec.book.nevers import Nevers
from meldspec.book.numbers import LineNumbers, Numbers
from meldspec.book.sheet import Sheet, all_lines, expressions
from meldspec.language import lines
from meldspec.language.immutable import kept_with
from meldspec.language.misspeakings import number_words
from meldspec.language.number_words import ARTICLES, Named, numbers_named
from meldspec.language.problems import Diagnostic, did_you_mean

PRONOUN = "one"
"""The number word that most often counts nothing: the one, one of them, one another."""
LOOKED = (
    "a number that stands in its lines, in a term or an option that they use, is worked out of these, or counts cards named there"
)
MEND = 'write one of them, say it without a number, or except it by a line under the prose: number {} because "…"'
NONE: Numbers = frozenset()


def check_prose(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Numbers in the prose of a clause that none of its lines has, and exceptions to this that are none."""
    numbers = LineNumbers(sheet)
    cards = [name.split("-") for name in sheet.symbols.sets]
    # Of lines that could not be resolved nobody can tell which numbers they have; they are told of already.
    lost = {line.tag.clause for line in all_lines(sheet) if any(map(unknown, expressions(line)))}
    for entry in sheet.book.entries:
        if entry.clause.id not in lost:
            problems += _clause(entry, sheet.book.name, numbers, cards)


def check_nevers(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Lines of what no table has that speak of what there is not."""
    if not problems:
        problems += sheet.derived(Nevers).problems


def check_sayings(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Sentences for rulings that speak of what there is not, or that no line could have told."""
    # Of what was told already it is not said once more that a sentence speaks of it.
    if not problems:
        problems += sayings.problems_of(sheet)


def _clause(entry: Entry, book: str, numbers: LineNumbers, cards: Sequence[list[str]]) -> Iterator[Diagnostic]:
    """What is wrong with the numbers in the prose of one clause."""
    clause = entry.clause
    counting = list(_counting(clause, cards))
    # Most clauses name no number, and to tell those of their lines takes going through all that they lead to.
    held = numbers.of_clause(clause.id) if counting else NONE
    missing = [named for named in counting if named.value not in held]
    excepted = {_value(number) for number in clause.numbers}
    for named in missing:
        if named.value not in excepted:
            found = f"'{named.words}' in the prose of '{clause.id}', a number that none of its lines has"
            expected = f"{LOOKED}: {', '.join(map(str, sorted(held))) or 'there is none'}"
            yield Diagnostic("prose-number", clause.place, found, expected, MEND.format(named.words.lower().replace(" ", "-")))
    # What an ancestor excepts may be needed no more here, and could not be deleted.
    own = (entry.changes[-1][1] if entry.changes else clause).numbers if entry.origin == book else ()
    for number in own:
        yield from _exception(number, {named.value for named in missing})


def _exception(number: lines.StatedNumber, missing: set[int]) -> Iterator[Diagnostic]:
    """What is wrong with one exception, `missing` being the numbers of the prose that no line has."""
    value, words = _value(number), number.word or str(number.figure)
    if value is None:
        mend = did_you_mean(words, number_words()) or "write it as a word, such as four, or in figures"
        yield Diagnostic("no-number", number.place, f"'{words}', which is no number", "a number that the prose names", mend)
    elif value not in missing:
        found, expected = f"the exception of '{words}', which nothing needs", "a number that the prose names and no line has"
        yield Diagnostic("idle-number", number.place, found, expected, "delete the line")
    elif not number.because.strip():
        found = f"the exception of '{words}' without a reason"
        yield Diagnostic("no-because", number.place, found, "why no line has the number", 'write it as because "…"')


def _value(number: lines.StatedNumber) -> int | None:
    """The number that an exception is about."""
    if number.figure is not None:
        return number.figure
    named = list(numbers_named(number.word))
    return named[0].value if len(named) == 1 and len(named[0].words) == len(number.word) else None


def _counting(clause: lines.Clause, cards: Sequence[list[str]]) -> Iterator[Named]:
    """The numbers in the prose of a clause but for those that count nothing: pronouns, and the names of cards."""
    for named in _named(clause):
        word = named.words.lower()
        # `a seven` is a card, and so is the `red three` of a set that is called `red-threes`.
        card = named.before in ARTICLES or any([named.before, word] == [*name[-2:-1], name[-1].removesuffix("s")] for name in cards)
        if word != PRONOUN and not card:
            yield named


# Most clauses are inherited, by several books.
@kept_with
def _named(clause: lines.Clause) -> tuple[Named, ...]:
    """All numbers in the prose of a clause."""
    return tuple([named for sentence in clause.prose for named in numbers_named(sentence)])
