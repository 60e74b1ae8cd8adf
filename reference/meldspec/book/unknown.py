"""What is said of words that mean nothing where they stand, with what may have been meant."""

from collections.abc import Iterator

from meldspec.book.symbols import PARAMS, Scope, Symbols
from meldspec.book.words import CONSTANTS, ELEMENTS, PACK, SPEAKING, TABLE_WORDS, THINGS, is_sign
from meldspec.language.lines import Define
from meldspec.language.misspeakings import number_words
from meldspec.language.one_condition import Escaped
from meldspec.language.problems import Diagnostic, Place, did_you_mean
from meldspec.language.spelling import format_line
from meldspec.language.tree import Filter


def unknown_word(word: str, scope: Scope, symbols: Symbols, place: Place) -> Diagnostic:
    """A word that stands alone and is no variable there, nothing that the book declares and no word of the language."""
    known = symbols.everything() | set(scope.variables) | set(TABLE_WORDS) | {PACK} | set(CONSTANTS) | set(symbols.field_types())
    if word in number_words():
        mend = f"write the number in digits: {number_words()[word]}"
    elif word in THINGS.values():
        mend = f"it is a {word} where one is bound: 'some {word} in … has …', '{word} in … where …', 'define … of {word}: …'"
    else:
        mend = symbols.mend(word, known, "declare it, or define it as a term")
    return Diagnostic("unknown-word", place, f"the word '{word}'", "a declared or built-in word", mend)


def beyond(found: Escaped, connective: str) -> Diagnostic:
    """A condition that stands behind `has` or `where` and is not reached by it."""
    reach = "where" if isinstance(found.binder, Filter) else "has"
    return Diagnostic(
        "one-condition",
        found.place,
        f"a condition behind '{connective}', which '{found.binder.word} in … {reach}' does not reach",
        f"one condition behind '{reach}'",
        f"put parentheses round all that '{reach}' is to reach: {format_line(found.meant)}",
    )


def wrong_number(word: str, params: tuple[str, ...], place: Place) -> Diagnostic:
    """A term that is asked of more or fewer things than it is defined of."""
    if not params:
        expected, mend = f"'{word}' alone: it is defined without 'of'", "leave 'of …' out, or define it 'of' something"
        return Diagnostic("no-owner", place, f"'{word} of …'", expected, mend)
    of = params[0] if len(params) == 1 else f"({' and '.join(params)})"
    found = f"'{word} of' {'one thing' if len(params) == 2 else 'several things'}"
    return Diagnostic(
        "no-owner", place, found, f"'{word} of' what it is defined of", f"write '{word} of {of}', with what is meant there"
    )


def bad_params(node: Define) -> Iterator[Diagnostic]:
    """What a definition cannot be of."""
    for name in (name for name in (node.param, node.also) if name and name not in PARAMS):
        mend = did_you_mean(name, PARAMS) or "name what it is of by one of these words"
        yield Diagnostic("bad-param", node.place, f"'of {name}'", "of " + ", ".join(PARAMS), mend)
    if node.also and node.also == node.param:
        mend = "call one of them otherwise: a second meld may be 'cards'"
        yield Diagnostic("bad-param", node.place, f"two things of one name, '{node.param}'", "a name for each", mend)


def unpicked(word: str, type_: str, symbols: Symbols, place: Place) -> Diagnostic:
    """What is wrong where a name picks nothing out of things of a type: it is no set, or nothing that is said of such a thing."""
    element = ELEMENTS.get(type_, "card")
    thing, said, of_cards = THINGS[element], symbols.predicates(element), element == "card"
    if param := symbols.predicate(word):
        found, expected = f"'{word}', which is said of a {param}", f"what is said of a {thing}"
        return Diagnostic("wrong-type", place, found, expected, f"ask for what is said of a {thing}, or name a list of the others")
    if (word in symbols.sets or is_sign(word)) and not of_cards:
        mend = f"write '{word} in the cards of …' to speak of cards, or say it of a {thing}: define a {thing} is …"
        return Diagnostic(
            "wrong-type", place, f"'{word}', a set of cards, among {SPEAKING[type_]}", f"what is said of a {thing}", mend
        )
    define = f"define a {thing} is {word}: …"
    if of_cards:
        expected = "a declared set of cards, or what is said of a card"
        mend = symbols.mend(word, [*symbols.sets, "cards", *said], f"declare it: cards {word} are …; or {define}")
        return Diagnostic("unknown-set", place, f"'{word}'", expected, mend)
    expected = f"what is said of a {thing}; of cards, a declared set"
    if word in THINGS.values():
        mend = f"say which of them: {word} in … where …; for all of them leave out '{word} in'"
    else:
        mend = symbols.mend(word, said, f"define it: {define}; or say here of which: {word} in … where …")
    return Diagnostic("unknown-set", place, f"'{word}'", expected, mend)
