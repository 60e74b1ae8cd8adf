"""Every line of a rules text as words: one line, unindented, without the lines under it."""

from __future__ import annotations

from itertools import chain, pairwise, zip_longest
from typing import assert_never

from meldspec.language import lines
from meldspec.language.spelling import spell
from meldspec.language.tree import Expr
from meldspec.language.vocabulary import ATOM, EFFECTS, OR, PRIME

Rule = lines.To | lines.At | lines.Whenever | lines.Kind | lines.Judge | lines.Then | lines.Award
Head = lines.Text | lines.Chapter | lines.Clause | lines.Cites | lines.Question | lines.Reading


def format_line(node: Head | lines.Declaration | Rule) -> str:
    """The one line that the node begins with, unindented and unbroken."""
    if isinstance(node, Head):
        return head_words(node)
    if isinstance(node, lines.Declaration):
        return declaration_words(node)
    return rule_words(node)


def head_words(node: Head) -> str:
    """The line of a head."""
    match node:
        case lines.Text(book, title, ""):
            return f'book {book} "{title}"'
        case lines.Text(book, title, extends):
            return f'variant {book} extends {extends} "{title}"'
        case lines.Chapter(number, name, title):
            return f'chapter {number} {name} "{title}"'
        case lines.Clause("read", id, title, reading=reading):
            return f'read {id} as {reading} because "{title}"'
        case lines.Clause(how, id, title):
            return f'{"" if how == "clause" else how + " "}clause {id} "{title}"'
        case lines.Cites(source, ranges):
            return " ".join(("cites", source, ", ".join(map(paragraphs, ranges)))).rstrip()
        case lines.Question(name, kind, asks):
            return f'question {name} {kind} "{asks}"'
        case lines.Reading(name, says):
            return f'reading {name} "{says}"'
        case _:
            assert_never(node)


def declaration_words(node: lines.Declaration) -> str:
    """The line of something there is."""
    match node:
        case lines.Option(name, values, default):
            return f"option {name} from {', '.join(map(str, values))} otherwise {default}"
        case lines.OptionsNeed(condition):
            return f"options need {spell(condition, OR)}"
        case lines.Sides(count):
            return f"sides {spell(count)}"
        case lines.Deck(count, ranks, suits):
            return f"deck {spell(count, ATOM)} of {items(ranks)}{optional(' in ', items(suits))}"
        case lines.Cards(name, held):
            return f"cards {name} are {items(held)}"
        case lines.Order(ranks):
            return f"order {items(ranks)}"
        case lines.Worth(points, held):
            return f"worth {points} for {items(held)}"
        case lines.PlaceLine(name, owner, form, shown, low, high):
            numbered = "" if high is None else f" from {low} to {spell(high, ATOM)}"
            return f"place {name}{optional(' of ', owner)}{numbered} is {form}{optional(' shown as ', shown)}"
        case lines.Keep(name, owner, type, starting):
            start = "" if starting is None else f" starting {spell(starting)}"
            return f"keep {name}{optional(' of ', owner)} as {type}{start}"
        case lines.Phases(names):
            return f"phases {', '.join(names)}"
        case lines.Event(name):
            return f"event {name}"
        case lines.Act(name, fields):
            return f"act {name}{optional(' with ', ', '.join(map(field_words, fields)))}"
        case lines.Show(key, value):
            return f"show {key} as {spell(value, OR)}"
        case lines.Define(name, param, body, predicate):
            term = f"a {param} is {name}" if predicate else f"{name}{optional(' of ', param)}"
            return f"define {term}: {spell(body)}"
        case _:
            assert_never(node)


def rule_words(node: Rule) -> str:
    """The line of what is judged, done or scored, and when."""
    match node:
        case lines.To(acts):
            return f"to {', '.join(acts)}"
        case lines.At(event):
            return f"at {event}"
        case lines.Whenever(each, source, condition):
            return f"whenever {loop(each, source, after=', ')}{spell(condition, OR)}"
        case lines.Kind(name):
            return f"kind {name}"
        case lines.Judge(mode, required, when):
            duty = "" if required is None else f" {spell(required, OR, 'when')}"
            return f"{mode}{duty}{only_when(when)}"
        case lines.Then(effect, each, source, when):
            return f"then {effect_words(effect)}{loop(each, source, before=' ')}{only_when(when)}"
        case lines.Award(sign, points, each, source, when):
            verb = "award" if sign > 0 else "charge"
            return f"{verb} {spell(points, follow='for')}{loop(each, source, before=' ')}{only_when(when)}"
        case _:
            assert_never(node)


VERBS = frozenset(verb.split()[0] for verb in EFFECTS if verb != "becomes")
"""Words that begin an effect."""


def effect_words(effect: lines.Effect) -> str:
    """The words of an effect."""
    start = {
        "raise": f"raise {effect.word}",
        "settle": "settle",
        "end deal": f"end the deal by {effect.word}",
        "end match": "end the match",
    }.get(effect.verb, "")
    between = EFFECTS[effect.verb].said
    parts = zip(between, effect.parts, [*between[1:], ""], strict=False)
    return start + "".join(before + part(expr, effect.verb, follow) for before, expr, follow in parts)


def part(expr: Expr, verb: str, follow: str) -> str:
    """A part of an effect: what it becomes may be a choice; what becomes so must not begin like an effect."""
    if verb != "becomes":
        return spell(expr, PRIME, follow.strip())
    if not follow:
        return spell(expr)
    words = spell(expr, PRIME, follow.strip())
    return f"({words})" if words.split(" ", 1)[0] in VERBS else words


def field_words(field: lines.ActField) -> str:
    """The words of a field of an act."""
    source = "" if field.source is None else f" from {spell(field.source, PRIME)}"
    limits = dict(field.limits)
    targets = (name + (f" from {spell(limits[name], PRIME)}" if name in limits else "") for name in field.onto)
    onto, spelt = optional(" onto ", " or ".join(targets)), optional(" as ", field.spelt)
    return f"{field.name}: {field.type}{source}{onto}{spelt}"


def loop(each: str, source: Expr | None, before: str = "", after: str = "") -> str:
    """`for each X in LIST`, or nothing."""
    return "" if source is None else f"{before}for each {each} in {spell(source, PRIME)}{after}"


def only_when(when: Expr | None) -> str:
    """` when …`, or nothing."""
    return "" if when is None else f" when {spell(when, OR)}"


def optional(before: str, word: str) -> str:
    """The word with what stands before it, or nothing."""
    return before + word if word else ""


def items(held: lines.CardItems) -> str:
    """Ranks, suits and cards with spaces between, names of sets with commas."""
    commas = (", " if left.islower() or right.islower() else " " for left, right in pairwise(held))
    return "".join(chain.from_iterable(zip_longest(held, commas, fillvalue="")))


def paragraphs(span: tuple[int, int]) -> str:
    """`26-27`, or `45` alone."""
    first, last = span
    return str(first) if first == last else f"{first}-{last}"
