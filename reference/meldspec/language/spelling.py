"""Expressions as words, with parentheses where reading them back needs them.

In two places they stand for the reader's sake besides: round a list with a `where` that an operator follows,
`(meld in melds where meld is long) is none`, and round a comparison that play could come to.
"""

from __future__ import annotations

from typing import assert_never

from meldspec.language import tree
from meldspec.language.tree import Expr

CHOOSE, OR, AND, CONDITION, SUM, PRODUCT, PRIME = range(7)
"""How tightly an expression binds, loosest first, as in `words.lark`."""

OPERATORS = frozenset(("plus", "minus", "with", "without", "times", "divided", "down", "is", "fits", "share", "differ", "has"))
"""Words behind which what follows a `where` would seem to go on."""


def binding(expr: Expr) -> int:
    """How tightly the expression binds when it is written without parentheses."""
    match expr:
        case tree.Choose():
            return CHOOSE
        case tree.Any():
            return OR
        case tree.All():
            return AND
        case tree.Binary(op="times" | "divided by"):
            return PRODUCT
        case tree.Binary() | tree.DownTo():
            return SUM
        case tree.Number() | tree.Name() | tree.Attribute() | tree.Filter() | tree.Uppermost() | tree.Numbers() | tree.Sum():
            return PRIME
        case _:
            return CONDITION


def swallows(expr: Expr, least: int, follow: str) -> bool:
    """Whether the expression, open to the right, would take the word `follow` behind it for its own.

    `no` does so only where a quantity may stand.
    """
    match expr:
        case tree.Filter(where=where):
            return follow == "where" if where is None else follow in OPERATORS
        case tree.Quantity(mode="some" | "every" | "no"):
            return follow == "has"
        case tree.Name(word="no"):
            return follow == "NAME" and least <= CONDITION
        case _:
            return False


def spell(expr: Expr, least: int = CHOOSE, follow: str = "") -> str:
    """The words of an expression.

    `least` is how tightly it must bind where it stands; `follow` is the word behind it, or NAME, or nothing.
    """
    if binding(expr) < least or swallows(expr, least, follow):
        return f"({bare(expr, '')})"
    return bare(expr, follow)


def bare(expr: Expr, follow: str) -> str:
    """The words of an expression without parentheses round the whole of it."""
    match expr:
        case tree.Number(value):
            return str(value)
        case tree.Name("no"):
            return "no"
        case tree.Name(word, article):
            return f"the {word}" if article else word
        case tree.Attribute(word, of, article):
            return f"{'the ' if article else ''}{word} of {spell(of, PRIME, follow)}"
        case tree.Filter(word, source, where):
            if where is None:
                return f"{word} in {spell(source, PRIME, follow)}"
            return f"{word} in {spell(source, PRIME, 'where')} where {spell(where, CONDITION, follow)}"
        case tree.Uppermost(count, row, article):
            return f"{'the ' if article else ''}uppermost {atom(count)} of {spell(row, PRIME, follow)}"
        case tree.Numbers(low, high):
            return f"numbers from {atom(low)} to {atom(high)}"
        case tree.Sum(value, word, source, article):
            spelt = f"sum of {spell(value, PRIME, 'for')} for each {word} in {spell(source, PRIME, follow)}"
            return f"the {spelt}" if article else spelt
        case tree.DownTo(row, word):
            return f"{spell(row, SUM, 'down')} down to {word}"
        case tree.Binary(op, left, right):
            tight = binding(expr)
            return f"{spell(left, tight, op.split()[0])} {op} {spell(right, tight + 1, follow)}"
        case tree.Choose(arms, otherwise):
            return f"choose {', '.join(map(arm, arms))}, otherwise {spell(otherwise, OR, follow)}"
        case _:
            return condition(expr, follow)


def atom(expr: Expr) -> str:
    """A number or a name; anything else in parentheses."""
    return bare(expr, "") if isinstance(expr, tree.Number | tree.Name) else f"({bare(expr, '')})"


def arm(pair: tuple[Expr, Expr]) -> str:
    """One arm of a choice."""
    value, when = pair
    return f"{spell(value, OR, 'when')} when {spell(when, OR, ',')}"


def condition(expr: tree.Condition, follow: str) -> str:
    """The words of what is true or false."""
    match expr:
        case tree.Compare(op, left, right):
            return f"{spell(left, SUM, 'is')} {op} {spell(right, SUM, follow)}"
        case tree.Quantity():
            return quantity(expr, follow)
        case tree.Quantified(mode, word, source, body):
            return f"{mode} {word} in {spell(source, PRIME, 'has')} has {spell(body, CONDITION, follow)}"
        case tree.Fits(subject):
            return f"{spell(subject, SUM, 'fits')} fits"
        case tree.Share(subject, what):
            return f"{spell(subject, SUM, 'share')} share a {what}"
        case tree.Differ(subject, what):
            return f"{spell(subject, SUM, 'differ')} differ in {what}"
        case tree.IsOnto(subject, where, negated):
            return f"{spell(subject, SUM, 'is')} is {'not ' if negated else ''}onto {where}"
        case tree.Not(body):
            return f"not {spell(body, CONDITION, follow)}"
        case tree.Afterwards(body):
            return f"afterwards {spell(body, CONDITION, follow)}"
        case tree.Supposing(memory, value, body):
            return f"supposing {spell(memory, PRIME, 'is')} is {atom(value)} so {spell(body, CONDITION, follow)}"
        case tree.CouldCome(body, leaving, of):
            by = "" if of is None else f"by laying all but {leaving} of {spell(of, PRIME, 'come')} "
            least = SUM if isinstance(body, tree.Compare) else CONDITION
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


def quantity(expr: tree.Quantity, follow: str) -> str:
    """The words of `at least 2 natural in it` and its kin."""
    among = f"{expr.word} in {spell(expr.source, PRIME, follow)}"
    if expr.low is None:
        return f"{expr.mode} {among}"
    if expr.high is None:
        return f"{expr.mode} {spell(expr.low, PRIME, 'NAME')} {among}"
    return f"{expr.mode} {spell(expr.low, PRIME, 'to')} to {spell(expr.high, PRIME, 'NAME')} {among}"
