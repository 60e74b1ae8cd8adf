"""Nodes as words: one line, unindented, without the lines under it; in expressions parentheses where reading them back needs them.

In two places they stand for the reader's sake besides: round a list with a `where` that an operator follows,
`(meld in melds where meld is long) is none`, and round a comparison that play could come to.
"""

from collections.abc import Callable, Iterable
from itertools import chain, pairwise, zip_longest
from typing import Any as Anything

from meldspec.language import lines, tree
from meldspec.language.forms import FORMS, Form, there
from meldspec.language.immutable import kept_with
from meldspec.language.tree import Expr
from meldspec.language.vocabulary import AND, CHOOSE, CONDITION, EFFECTS, LEVELS, NAME, OR, PRIME, SUM, VOCABULARY, Said, openings

OPERATORS = openings(infix=True, conditions=True) | openings(infix=True, conditions=False) | {"has"}
"""Words behind which what follows a `where` would seem to go on."""
CARD = "K"
"""What stands for the sign of any card, where it follows a word."""
VERBS = frozenset(verb.split()[0] for verb in EFFECTS if verb != "becomes")
"""Words that begin an effect."""
PUNCTUATION = (",", ":")
Part = str | tuple[str, Anything]
"""Some fixed words, or an operand: the rule it is written by, and its value."""


@kept_with
def format_line(node: tree.Node) -> str:
    """The one line that the node begins with, unindented and unbroken; of an expression its words."""
    return words_of(node, "")


# ── expressions ────────────────────────────────────────────────────────────────────────────────────────────────────────────


FORMS_OF: dict[type[tree.Node], list[Form]] = {}
"""The forms of each kind of node, in the order in which they are tried."""
for _form in FORMS.values():
    FORMS_OF.setdefault(_form.kind, []).append(_form)


def captures(expr: Expr, least: int, follow: str) -> bool:
    """Whether the expression, open to the right where it must bind as `least`, would take the word `follow` for its own."""
    if isinstance(expr, tree.Filter):
        return follow == "where" if expr.where is None else follow in OPERATORS
    if isinstance(expr, tree.Phrase):
        return follow == "has" and expr.word in ("some", "every", "none")
    if isinstance(expr, tree.Name) and expr.word == "no":
        # `no K` is a condition, which can be meant only where one may stand; `no player in …` is read so anywhere.
        return follow == NAME or (follow == CARD and least <= VOCABULARY["none"].level)
    return False


def spell(expr: Expr, least: int = CHOOSE, follow: str = "") -> str:
    """The words of an expression.

    `least` is how tightly it must bind where it stands; `follow` is the word behind it, or NAME, or CARD, or nothing.
    """
    binds = VOCABULARY[expr.word].level if isinstance(expr, tree.Phrase) else FORMS_OF[type(expr)][0].level
    if binds < least or captures(expr, least, follow):
        return f"({words_of(expr, '')})"
    return words_of(expr, follow)


# ── what is said of any node ───────────────────────────────────────────────────────────────────────────────────────────────


def words_of(node: tree.Node, follow: str) -> str:
    """The words of a node without parentheses round the whole of it, by its entry among the words, the effects or the forms."""
    if isinstance(node, tree.Phrase):
        return said(VOCABULARY[node.word], node.operands, node.article, follow)
    if isinstance(node, lines.Effect):
        parts, verb = iter(node.parts), EFFECTS[node.verb]
        return said(verb, [node.word if operand.rule == NAME else next(parts, None) for operand in verb.operands])
    forms = FORMS_OF[type(node)]
    form = next((form for form in forms if form.fits(node)), forms[-1])
    return said(form, [getattr(node, operand.sort) for operand in form.operands], getattr(node, "article", False), follow)


def said(entry: Said, values: Iterable[Anything], article: bool = False, follow: str = "") -> str:
    """The words of an entry with its operands filled in, what is not there left out."""
    given = iter(values)
    parts: list[Part] = ["the"] if article else []
    for number, group in enumerate(entry.groups):
        filled: list[Part] = [part if isinstance(part, str) else (part.rule, next(given)) for part in group]
        # Groups that may be left out stand between those that may not.
        if number % 2 == 0 or all(isinstance(part, str) or there(*part) for part in filled):
            parts += filled
    words = ""
    for part, then in zip(parts, [*map(beginning, parts[1:]), follow], strict=True):
        more = part.replace(" :", ":") if isinstance(part, str) else written(*part, then)
        words += more if more.startswith(PUNCTUATION) or not words else f" {more}"
    return words


def beginning(part: Part) -> str:
    """The word that a part begins with, or NAME, or CARD: what is in front of it may take that for its own."""
    if isinstance(part, str):
        return part.split()[0]
    rule, value = part
    return CARD if rule == NAME and not str(value)[:1].islower() else rule


def written(rule: str, value: Anything, follow: str) -> str:
    """An operand as its rule has it written."""
    if rule in LEVELS:
        return spell(value, LEVELS[rule], follow)
    return WRITERS[rule](value, follow) if rule in WRITERS else str(value)


def goal(body: Expr, follow: str) -> str:
    """What play could come to."""
    # `could come to a is b` parses well, but people read it as coming to `a`.
    comparison = isinstance(body, tree.Phrase) and VOCABULARY[body.word].comparison
    return spell(body, SUM if comparison else CONDITION, follow)


def target(expr: Expr, follow: str) -> str:
    """What becomes something: it must not begin like another effect."""
    words = spell(expr, PRIME, follow)
    return f"({words})" if words.split(" ", 1)[0] in VERBS else words


def arm(pair: tuple[Expr, Expr]) -> str:
    """One arm of a choice."""
    value, when = pair
    return f"{spell(value, OR, 'when')} when {spell(when, OR, ',')}"


def field_words(field: lines.ActField) -> str:
    """The words of a field of an act."""
    source = "" if field.source is None else f" from {spell(field.source, PRIME)}"
    limits = dict(field.limits)
    targets = (name + (f" from {spell(limits[name], PRIME)}" if name in limits else "") for name in field.onto)
    onto, spelt = " or ".join(targets), field.spelt
    return f"{field.name}: {field.type}{source}{onto and f' onto {onto}'}{spelt and f' as {spelt}'}"


def items(held: lines.CardItems) -> str:
    """Ranks, suits and cards with spaces between, names of sets with commas."""
    commas = (", " if left.islower() or right.islower() else " " for left, right in pairwise(held))
    return "".join(chain.from_iterable(zip_longest(held, commas, fillvalue="")))


def paragraphs(span: tuple[int, int]) -> str:
    """`26-27`, or `45` alone."""
    first, last = span
    return str(first) if first == last else f"{first}-{last}"


def listed(one: Callable[[Anything], str], between: str = ", ") -> Callable[[Anything, str], str]:
    """The writer of several things."""
    return lambda several, follow: between.join(map(one, several))


WRITERS: dict[str, Callable[[Anything, str], str]] = {
    "STRING": lambda text, follow: f'"{text}"',
    "cardset": lambda held, follow: items(held),
    "rank*": lambda held, follow: items(held),
    "effect": words_of,
    "seen": words_of,
    "goal": goal,
    "target": target,
    "NAME*": listed(str),
    "INT*": listed(str),
    "DOTTED*": listed(str),
    "cited*": listed(paragraphs),
    "field*": listed(field_words),
    "arm*": listed(arm),
    "neg*": listed(lambda part: spell(part, CONDITION, "and"), " and "),
    "conj*": listed(lambda part: spell(part, AND, "or"), " or "),
}
"""How operands are written that are neither words nor single expressions."""
