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
    problems += _defaults(sheet)
    problems += _starts(sheet)


def _starts(sheet: Sheet) -> Iterator[Diagnostic]:
    """Memories whose beginning hangs on what happens: before a deal nothing has happened."""
    options = {name: node.default for name, node in sheet.symbols.options.items()}
    bodies: dict[str, Core] = {term.name: term.body for term in sheet.terms}
    for line in sheet.declared:
        given = None if line.value is None else folded(line.value, options, bodies)
        if isinstance(line.node, lines.Keep) and given is not None and not isinstance(given, Const):
            found, mend = "a beginning that the options alone do not settle", "set it 'at setup': then … becomes …"
            yield Diagnostic("no-start", line.node.place, found, "a value, or a choice by options", mend)


def _defaults(sheet: Sheet) -> Iterator[Diagnostic]:
    """Lines that the defaults do not meet, and lines that speak of more than options."""
    options = {name: node.default for name, node in sheet.symbols.options.items()}
    bodies: dict[str, Core] = {term.name: term.body for term in sheet.terms}
    for line in sheet.declared:
        if not isinstance(line.node, lines.OptionsNeed) or line.value is None:
            continue
        needed = folded(line.value, options, bodies)
        if not isinstance(needed, Const):
            found, mend = "a need that the options alone do not settle", "speak of options and numbers only"
            yield Diagnostic("options-need", line.node.place, found, "a condition on options", mend)
        elif needed.value is not True:
            chosen = ", ".join(f"{name} {value}" for name, value in options.items())
            mend = "let it hold for the defaults, or change an option's 'otherwise'"
            found = f"defaults that do not go together: {chosen}"
            yield Diagnostic("options-need", line.node.place, found, "defaults that do", mend)
