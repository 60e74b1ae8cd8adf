"""Resolved expressions in the words of the language: what a player is told where nobody has written a sentence."""

from collections.abc import Mapping
from typing import assert_never

from meldspec.book.core import After, Call, CardSet, Cell, Come, Const, Core, CouldAct, Each, Op, Suppose, Var
from meldspec.book.words import PACK
from meldspec.language.vocabulary import ATTRIBUTES, VOCABULARY, Operand, Word

SPOKEN: Mapping[str, str] = {
    "not": "not {}",
    "option": "{}",
    "just": "{}",
    "melded": "{}",
    "is_new": "{} is new",
    "in_set": "{} is {}",
    "all_in": "{} is in {}",
    "filter": "{} in {}",
    "only": "only {} in {}",
    "no_cards": "no cards",
    PACK: "the pack",
}
"""Operations that are no phrase of the vocabulary by themselves."""
MODES = {"where": "{} in {} where {}", "sum": "the sum of {2} for each {0} in {1}"}
WORDS: dict[str, Word] = {}
for _name, _word in VOCABULARY.items():
    if not _word.negates and not _word.mend:
        WORDS.setdefault(_word.operation or _name, _word)


def spoken(core: Core) -> str:
    """An expression in the words of the language, near enough to how it was written to be understood."""
    match core:
        case Const(value):
            return {"True": "yes", "False": "no", "None": "none"}.get(str(value), str(value))
        case Var(name) | CardSet(name):
            return name
        case Cell(name, owner):
            return (
                f"the {name}" if owner is None or isinstance(owner, Var) or _of_player(owner) else f"the {name} of {spoken(owner)}"
            )
        case Call(name, _):
            return name.replace("-", " ")
        case Op(op, args):
            return _operation(op, args)
        case Each(mode, var, source, body):
            return MODES.get(mode, f"{mode} {{}} in {{}} has {{}}").format(var, spoken(source), spoken(body))
        case After(body):
            return f"afterwards {spoken(body)}"
        case Suppose(memory, value, body):
            return f"supposing {spoken(memory)} is {spoken(value)}, {spoken(body)}"
        case Come(body):
            return f"it could come to {spoken(body)}"
        case CouldAct(act):
            return f"somebody could {act}"
        case _:
            assert_never(core)


def _of_player(owner: Core) -> bool:
    """Whether an owner is the side of whoever acts, which goes without saying."""
    return isinstance(owner, Op) and owner.op == "side" and isinstance(owner.args[0], Var)


def _operation(op: str, args: tuple[Core, ...]) -> str:
    """An operation with its operands."""
    told = [spoken(arg) for arg in args]
    if op in ("and", "or"):
        return f" {op} ".join(told)
    if op == "choose":
        return f"{told[-1]}, or by a choice"
    if op == "between":
        return _quantity(told)
    if op in SPOKEN:
        return SPOKEN[op].format(*told)
    if op in ATTRIBUTES:
        return f"the {op} of {told[0]}"
    given = iter(told)
    return " ".join(next(given) if isinstance(part, Operand) else part for part in WORDS[op].parts)


def _quantity(told: list[str]) -> str:
    """So many cards of a set among some."""
    chosen, cards, low, high = told
    match low, high:
        case "1", "none":
            count = "some"
        case _, "none":
            count = f"at least {low}"
        case "none", "0":
            count = "no"
        case "none", _:
            count = f"at most {high}"
        case _:
            count = f"exactly {low}" if low == high else f"from {low} to {high}"
    return f"{count} {chosen} in {cards}"
