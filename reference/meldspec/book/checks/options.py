"""Whether the options that nobody chose otherwise go together, and whether they settle what a memory starts as."""

from __future__ import annotations

from collections.abc import Iterator

from meldspec.book.core import Const, Core
from meldspec.book.fold import folded
from meldspec.book.sheet import Sheet
from meldspec.language import lines
from meldspec.language.problems import Diagnostic


def check_options(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """What is wrong with the `options need` lines of a book, and with what its memories start as."""
    options = {name: node.default for name, node in sheet.symbols.options.items()}
    bodies: dict[str, Core] = {term.name: term.body for term in sheet.terms}
    for _, need, condition in sheet.declared_as(lines.OptionsNeed):
        if condition is not None:
            problems += _need(need, folded(condition, options, bodies), options)
    for _, keep, start in sheet.declared_as(lines.Keep):
        # Before a deal nothing has happened, so what a memory starts as cannot hang on anything that happens.
        if start is not None and not isinstance(folded(start, options, bodies), Const):
            found, mend = "a beginning that the options alone do not settle", "set it 'at setup': then … becomes …"
            problems.append(Diagnostic("no-start", keep.place, found, "a value, or a choice by options", mend))


def _need(node: lines.OptionsNeed, needed: Core, options: dict[str, int]) -> Iterator[Diagnostic]:
    """What is wrong with a need that comes to this by default: the defaults do not meet it, or it speaks of more than options."""
    if not isinstance(needed, Const):
        found, mend = "a need that the options alone do not settle", "speak of options and numbers only"
        yield Diagnostic("options-need", node.place, found, "a condition on options", mend)
    elif needed.value is not True:
        found = f"defaults that do not go together: {', '.join(f'{name} {value}' for name, value in options.items())}"
        mend = "let it hold for the defaults, or change an option's 'otherwise'"
        yield Diagnostic("options-need", node.place, found, "defaults that do", mend)
