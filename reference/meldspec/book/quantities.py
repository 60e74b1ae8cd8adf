"""Quantities: so many of what is picked, of the cards of a set or of the things of a list of which something is said."""

from meldspec.book.core import Const, Core, Each, Op

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
