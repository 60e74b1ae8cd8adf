"""The work of `meldspec check --thorough`: what the books say of tables, held against tables of random play under every reading."""

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from meldspec.book.library import Books
from meldspec.book.nevers import NeverLine
from meldspec.cli.explore import others_of
from meldspec.corpus.search.explore import Exploration, Witness, explore
from meldspec.engine.never import unreached
from meldspec.engine.rulebook import Library, Rulebook
from meldspec.language import lines
from meldspec.language.problems import Diagnostic, counted
from meldspec.language.render import render
from meldspec.position.memory import memories, named, word
from meldspec.position.seen_memory import wrongly_seen
from meldspec.position.write import position_of
from meldspec.table.selection import select

DEALS = 2
"""So many deals are played under each rulebook, the same ones each time."""
ACTS = 150
"""After so many acts a deal is broken off: what is about a turn comes up in the first of them, and most readings are many."""


@dataclass(frozen=True)
class Misread:
    """A line of the rules that says of a table what was not so there: what is wrong with it, and the table."""

    problem: Diagnostic
    rulebook: Rulebook
    witness: Witness


def thoroughly(books: Books, names: Sequence[str], texts: dict[str, str]) -> tuple[bool, str]:
    """Whether every line of some books that speaks of tables was true in random play, and all that is to be told; `texts` are those
    of the files, to show the lines."""
    library, told, right = Library(books), list[str](), True
    for name in names:
        rulebooks, acts, given_up, found = 0, 0, 0, dict[str, Misread]()
        for rulebook in _rulebooks(library, name):
            explored = explore(rulebook, [f"{name}:{seed}" for seed in range(1, DEALS + 1)], ACTS)
            rulebooks, acts, given_up = rulebooks + 1, acts + explored.acts, given_up + explored.given_up
            for misread in _misread(rulebook, explored):
                # Under many readings the same line is wrong in the same way: the first table is enough to mend it.
                found.setdefault(str(misread.problem.place), misread)
        for misread in found.values():
            told += _told(misread, texts)
        bound = f"{counted(rulebooks, 'rulebook')} (the defaults, and every other reading by itself), {counted(DEALS, 'deal')} each"
        lost = f", {counted(given_up, 'deal')} given up" if given_up else ""
        wrong = f"{counted(len(found), 'line')} untrue" if found else "every line held"
        told.append(f"{name}: {bound} of at most {ACTS} acts, {counted(acts, 'act')} in all{lost}: {wrong}.")
        right &= not found
    return right, "\n".join(told)


def _rulebooks(library: Library, name: str) -> Iterator[Rulebook]:
    """The rulebooks of a book: by its defaults, and under every other reading of every question, one at a time."""
    sheet = library.sheet(name)
    defaults = {asked: question.default for asked, question in sheet.book.questions().items()}
    for world in ({}, *others_of(sheet.book, defaults)):
        yield Rulebook(select(sheet, None, defaults | world))


def _misread(rulebook: Rulebook, found: Exploration) -> Iterator[Misread]:
    """The lines that were untrue, each with the first table on which it was."""
    keeps = {node.name: node for node, _ in rulebook.selection.declared(lines.Keep) if isinstance(node, lines.Keep)}
    for name, witness in found.missaid.items():
        yield Misread(_misseen(rulebook, keeps[name], witness), rulebook, witness)
    for witness in found.broken.values():
        for line, _ in unreached(rulebook, witness.table.cells):
            yield Misread(_unheld(line), rulebook, witness)


def _misseen(rulebook: Rulebook, keep: lines.Keep, witness: Witness) -> Diagnostic:
    """What a memory is said to be, and was not."""
    cells = witness.table.cells
    shown = wrongly_seen(rulebook, cells)
    told = [
        f"'{name}', which the table shows to be {word(range_.form, shown[range_.first + n])}"
        f" and which was {word(range_.form, cells[range_.first + n])}"
        for range_, n, name in named(memories(rulebook), shown)
        if range_.name == keep.name
    ]
    expected, mend = "'as seen' of what is so at every table of every deal", "say in which case it is not so, or leave it out"
    return Diagnostic("seen-otherwise", keep.place, told[0], expected, mend)


def _unheld(line: NeverLine) -> Diagnostic:
    """What no table has, and one had."""
    expected, mend = "what no table has between two acts", "say in which case one has it, or leave the line out"
    return Diagnostic("never-held", line.node.place, "a 'never' line that held after an act", expected, mend)


def _told(misread: Misread, texts: dict[str, str]) -> Iterator[str]:
    """A line with the table on which it was untrue, as a position file."""
    rulebook, witness = misread.rulebook, misread.witness
    defaults = {name: question.default for name, question in rulebook.questions().items()}
    other = [f"{name}={reading}" for name, reading in rulebook.readings.items() if reading != defaults[name]]
    yield render(misread.problem, texts.get(misread.problem.place.file, ""))
    yield f"deal {witness.seed}, after {counted(witness.acts, 'act')}, under {', '.join(other) or 'the defaults'}:"
    yield json.dumps(position_of(rulebook, witness.table))
    yield ""


def asked_for(wanted: str, names: Collection[str]) -> list[str]:
    """The books that are to be played: all of those that are checked, or the one of this name. Raises KeyError for another."""
    if wanted and wanted not in names:
        raise KeyError(wanted)
    return [wanted] if wanted else sorted(names)
