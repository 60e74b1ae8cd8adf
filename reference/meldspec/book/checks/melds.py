"""Whether meld kinds speak of their cards alone, and whether plays can be laid on melds at all."""

from __future__ import annotations

from collections.abc import Iterator

from meldspec.book.core import After, Call, Cell, Come, Core, CouldAct, children
from meldspec.book.sheet import Sheet
from meldspec.language.problems import Diagnostic


def check_melds(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Kind lines that look at the table; plays that go onto no place of melds."""
    bodies: dict[str, list[Core]] = {}
    for term in sheet.terms:
        bodies.setdefault(term.name, []).append(term.body)
    for line in sheet.kinds:
        seen = {name for core in (line.require, line.when) if core is not None for name in _of_the_table(core, bodies)}
        if seen:
            found = f"the kind '{line.act}' made to depend on {', '.join(sorted(seen))}"
            mend = "say it in a line under 'to', which judges the act that lays the meld"
            problems.append(Diagnostic("kind-of-table", line.tag.place, found, "lines that speak of 'it', the cards, alone", mend))
    groups = set(sheet.symbols.of_form("groups"))
    for act in sheet.acts:
        for field in act.fields:
            if field.type == "plays" and not groups.intersection(field.onto):
                found = f"the plays of '{act.name}' go onto no melds"
                mend = f"write 'onto' and a place of melds{': ' + ', '.join(sorted(groups)) if groups else ', which is groups'}"
                problems.append(Diagnostic("no-melds", act.tag.place, found, "plays onto a place that is groups", mend))


def _of_the_table(core: Core, bodies: dict[str, list[Core]]) -> Iterator[str]:
    """What an expression reads beside cards: places, memories and words of the table, and looking ahead."""
    match core:
        case Cell(name):
            yield f"'{name}'"
        case After() | Come() | CouldAct():
            yield "what comes after"
        case Call(name):
            for body in bodies.get(name, ()):
                yield from _of_the_table(body, bodies)
        case _:
            pass
    for child in children(core):
        yield from _of_the_table(child, bodies)
