"""Quantities: so many of what is picked, of the cards of a set or of the things of a list of which something is said."""

from meldspec.book.core import Const, Core, Each, Op
from meldspec.book.symbols import Symbols
from meldspec.book.words import ELEMENTS, SPEAKING, THINGS
from meldspec.language.problems import Diagnostic, Place, did_you_mean

NOUGHT, ONE = Const(0, "number"), Const(1, "number")
UNBOUND = Const(None, "any")
"""A bound that is not there; `some` and `no` set the other two."""
ASKED = {"some": "some", "none": "no", "only": "every"}
"""Quantities of a list that are asked thing by thing, without counting."""


def quantity(word: str, numbers: list[Core], picked: Core) -> Core:
    """Whether there are so many: `picked` are those of a list of which a predicate is said, or the cards of a set."""
    if isinstance(picked, Each):
        return of_a_list(word, numbers, picked)
    assert isinstance(picked, Op)
    if word == "only":
        return Op("only", picked.args, "truth")
    return Op("between", (*picked.args, *bounds(word, numbers)), "truth")


def bounds(word: str, numbers: list[Core]) -> tuple[Core, Core]:
    """The least and the most that there may be."""
    match word:
        case "some":
            return ONE, UNBOUND
        case "none":
            return UNBOUND, NOUGHT
        case "at_least":
            return numbers[0], UNBOUND
        case "at_most":
            return UNBOUND, numbers[0]
        case _:
            return numbers[0], numbers[-1]


def of_a_list(word: str, numbers: list[Core], picked: Each) -> Core:
    """The same as is said at length: `some NAME in LIST has …`, or the number of `NAME in LIST where …` compared."""
    if word in ASKED:
        return Each(ASKED[word], picked.var, picked.source, picked.body, "truth")
    count = Op("number", (picked,), "number")
    if word == "exactly":
        return Op("eq", (count, numbers[0]), "truth")
    least, most = bounds(word, numbers)
    compared = [Op(op, (count, bound), "truth") for op, bound in (("ge", least), ("le", most)) if bound != UNBOUND]
    return compared[0] if len(compared) == 1 else Op("and", tuple(compared), "truth")


def unpicked(word: str, type_: str, symbols: Symbols, place: Place) -> Diagnostic:
    """What is wrong where a name picks nothing out of things of a type: it is no set, or nothing that is said of such a thing."""
    element = ELEMENTS.get(type_, "card")
    thing, said, of_cards = THINGS[element], symbols.predicates(element), element == "card"
    if param := symbols.predicate(word):
        found, expected = f"'{word}', which is said of a {param}", f"what is said of a {thing}"
        return Diagnostic("wrong-type", place, found, expected, f"ask for what is said of a {thing}, or name a list of the others")
    if word in symbols.sets and not of_cards:
        mend = f"write '{word} in the cards of …' to speak of cards, or say it of a {thing}: define a {thing} is …"
        return Diagnostic(
            "wrong-type", place, f"'{word}', a set of cards, among {SPEAKING[type_]}", f"what is said of a {thing}", mend
        )
    define = f"define a {thing} is {word}: …"
    if of_cards:
        expected = "a declared set of cards, or what is said of a card"
        mend = did_you_mean(word, [*symbols.sets, "cards", *said]) or f"declare it: cards {word} are …; or {define}"
        return Diagnostic("unknown-set", place, f"'{word}'", expected, mend)
    expected = f"what is said of a {thing}; of cards, a declared set"
    if word in THINGS.values():
        mend = f"say which of them: {word} in … where …; for all of them leave out '{word} in'"
    else:
        mend = did_you_mean(word, said) or f"define it: {define}; or say here of which: {word} in … where …"
    return Diagnostic("unknown-set", place, f"'{word}'", expected, mend)
