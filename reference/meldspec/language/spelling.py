"""Expressions as words, with parentheses where reading them back needs them.

In two places they stand for the reader's sake besides: round a list with a `where` that an operator follows,
`(meld in melds where meld is long) is none`, and round a comparison that play could come to.
"""

from __future__ import annotations

from typing import assert_never

from meldspec.language import tree
from meldspec.language.tree import Expr
from meldspec.language.vocabulary import AND, ATOM, CHOOSE, CONDITION, LEVELS, NAME, OR, PRIME, SUM, VOCABULARY, openings

OPERATORS = openings(infix=True, conditions=True) | openings(infix=True, conditions=False) | {"has"}
"""Words behind which what follows a `where` would seem to go on."""


def precedence(expr: Expr) -> int:
    """How tightly the expression binds when it is written without parentheses."""
    match expr:
        case tree.Choose():
            return CHOOSE
        case tree.Any():
            return OR
        case tree.All():
            return AND
        case tree.Phrase(word):
            return VOCABULARY[word].level
        case tree.Attribute() | tree.Filter() | tree.Sum():
            return PRIME
        case tree.Number() | tree.Name():
            return ATOM
        case tree.Quantified() | tree.Not() | tree.Afterwards() | tree.Supposing() | tree.CouldCome() | tree.Could():
            return CONDITION
        case _:
            assert_never(expr)


def captures(expr: Expr, least: int, follow: str) -> bool:
    """Whether the expression, open to the right, would take the word `follow` behind it for its own.

    `no` does so only where a quantity may stand.
    """
    match expr:
        case tree.Filter(where=where):
            return follow == "where" if where is None else follow in OPERATORS
        case tree.Phrase("some" | "every" | "none"):
            return follow == "has"
        case tree.Name(word="no"):
            return follow == NAME and least <= CONDITION
        case _:
            return False


def spell(expr: Expr, least: int = CHOOSE, follow: str = "") -> str:
    """The words of an expression.

    `least` is how tightly it must bind where it stands; `follow` is the word behind it, or NAME, or nothing.
    """
    if precedence(expr) < least or captures(expr, least, follow):
        return f"({unparenthesized(expr, '')})"
    return unparenthesized(expr, follow)


def unparenthesized(expr: Expr, follow: str) -> str:
    """The words of an expression without parentheses round the whole of it."""
    match expr:
        case tree.Number(value):
            return str(value)
        case tree.Name("no"):
            return "no"
        case tree.Name(word, article):
            return the(article) + word
        case tree.Attribute(word, of, article):
            return f"{the(article)}{word} of {spell(of, PRIME, follow)}"
        case tree.Filter(word, source, where):
            if where is None:
                return f"{word} in {spell(source, PRIME, follow)}"
            return f"{word} in {spell(source, PRIME, 'where')} where {spell(where, CONDITION, follow)}"
        case tree.Phrase():
            return the(expr.article) + phrase(expr, follow)
        case tree.Sum(value, word, source, article):
            return f"{the(article)}sum of {spell(value, PRIME, 'for')} for each {word} in {spell(source, PRIME, follow)}"
        case tree.Choose(arms, otherwise):
            return f"choose {', '.join(map(arm, arms))}, otherwise {spell(otherwise, OR, follow)}"
        case _:
            return condition(expr, follow)


def the(article: bool) -> str:
    """The article, where it was written."""
    return "the " if article else ""


def arm(pair: tuple[Expr, Expr]) -> str:
    """One arm of a choice."""
    value, when = pair
    return f"{spell(value, OR, 'when')} when {spell(when, OR, ',')}"


def phrase(expr: tree.Phrase, follow: str) -> str:
    """A word of the vocabulary with its operands; what follows an operand is the next of its fixed words."""
    parts = VOCABULARY[expr.word].parts
    # Behind each part stands the next fixed word or a name; behind the last, what follows the whole.
    behind = [part.split()[0] if isinstance(part, str) else part.rule for part in parts[1:]]
    given = iter(expr.operands)
    said: list[str] = []
    for part, then in zip(parts, [*behind, follow], strict=True):
        if isinstance(part, str):
            said.append(part)
        else:
            operand = next(given)
            said.append(operand if isinstance(operand, str) else spell(operand, LEVELS[part.rule], then))
    return " ".join(said)


def condition(expr: tree.Condition, follow: str) -> str:
    """The words of what is true or false, phrases apart."""
    match expr:
        case tree.Quantified(mode, word, source, body):
            return f"{mode} {word} in {spell(source, PRIME, 'has')} has {spell(body, CONDITION, follow)}"
        case tree.Not(body):
            return f"not {spell(body, CONDITION, follow)}"
        case tree.Afterwards(body):
            return f"afterwards {spell(body, CONDITION, follow)}"
        case tree.Supposing(memory, value, body):
            return f"supposing {spell(memory, PRIME, 'is')} is {spell(value, ATOM)} so {spell(body, CONDITION, follow)}"
        case tree.CouldCome(body, leaving, of):
            by = "" if of is None else f"by laying all but {leaving} of {spell(of, PRIME, 'come')} "
            # `could come to a is b` parses well, but people read it as coming to `a`.
            least = SUM if isinstance(body, tree.Phrase) and VOCABULARY[body.word].comparison else CONDITION
            return f"could {by}come to {spell(body, least, follow)}"
        case tree.Could(act, so_that):
            then = "" if so_that is None else f" so that {spell(so_that, CONDITION, follow)}"
            return f"could {act}{then}"
        case tree.All(parts):
            return " and ".join(spell(part, CONDITION, "and") for part in parts)
        case tree.Any(parts):
            return " or ".join(spell(part, AND, "or") for part in parts)
        case _:
            assert_never(expr)
