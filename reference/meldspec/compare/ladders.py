"""Numbers that go by steps, in few words: `total below 0: 15`, `below 1500: 50`, `otherwise 90`."""

from collections.abc import Iterator

from meldspec.language import tree
from meldspec.language.spelling import spell

STEPS = {"is": "", "lt": "below ", "gt": "above ", "ge": "from ", "le": "up to "}
"""Comparisons by their names in the vocabulary, as a step says them before its number."""
TIMES = "times"


def ladder(expr: tree.Expr) -> tuple[str, ...]:
    """The steps of a number that is chosen by comparing one and the same thing with numbers; else its own words."""
    whole = _unfolded(expr)
    return (
        tuple(_steps(whole)) if isinstance(whole, tree.Choose) and _by_one_thing(whole) else (spell(expr).removeprefix("choose "),)
    )


def _unfolded(expr: tree.Expr) -> tree.Expr:
    """A choice that goes on in its last arm with another one, as one choice."""
    if isinstance(expr, tree.Choose):
        last = _unfolded(expr.otherwise)
        if isinstance(last, tree.Choose):
            return tree.Choose((*expr.arms, *last.arms), last.otherwise)
    return expr


def _by_one_thing(expr: tree.Choose) -> bool:
    """Whether all conditions compare the same thing with a number."""
    conditions = [when for _, when in expr.arms]
    compared = {when.operands[0] for when in conditions if isinstance(when, tree.Phrase) and when.word in STEPS}
    return len(compared) == 1 and all(
        isinstance(when, tree.Phrase) and _number(when.operands[-1]) is not None for when in conditions
    )


def _steps(expr: tree.Choose) -> Iterator[str]:
    """The steps, the first of them with the thing that is compared."""
    subject = ""
    for value, when in expr.arms:
        assert isinstance(when, tree.Phrase)
        thing = "" if subject else f"{_called(when.operands[0])} "
        subject = subject or thing
        yield f"{thing}{STEPS[when.word]}{_number(when.operands[-1])}: {spell(value)}"
    yield f"otherwise {spell(expr.otherwise)}"


def _called(thing: tree.Expr | str) -> str:
    """What is compared, as people call it: whose it is goes without saying, and so does its article."""
    if isinstance(thing, tree.Attribute | tree.Name):
        return thing.word.replace("-", " ")
    return spell(thing) if isinstance(thing, tree.Expr) else thing


def _number(expr: tree.Expr | str) -> int | None:
    """A number, or the product of numbers; None for anything else."""
    if isinstance(expr, tree.Number):
        return expr.value
    if isinstance(expr, tree.Phrase) and expr.word == TIMES:
        factors = [_number(one) for one in expr.operands]
        if len(factors) == 2 and factors[0] is not None and factors[1] is not None:
            return factors[0] * factors[1]
    return None
