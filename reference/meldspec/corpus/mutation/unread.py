"""What nothing in force looks at: a mutant that alters only what is noted there is the true rules over again.

That is memories, and how many packs there are: every deal and every position tells its cards one by one, so the number of a card in
the pack decides nothing where no line asks for it.
"""

from dataclasses import replace

from meldspec.book.core import Cell
from meldspec.book.reach import Name, mentioned
from meldspec.book.sheet import Declared, EffectLine, Line, Standing
from meldspec.book.words import PACK
from meldspec.corpus.mutation.footprint import Difference, Footprint
from meldspec.language import lines
from meldspec.table.selection import Selection

DECLARED: Name = ("declared", "")
PARTNERS: Name = ("word", "partners")
CARRYING_OUT = ("effects", "event", "standing")
"""The sorts of lines that carry something out."""


def unread(selection: Selection) -> frozenset[str]:
    """The memories that no line in force looks at, but to set one of them."""
    reach = selection.specialised
    every = [line for group in reach.groups.values() for line in group]
    every += [effect for line in every if isinstance(line, Standing) for effect in line.effects if selection.holds(effect.tag)]
    left = frozenset(selection.sheet.symbols.keeps)
    while True:
        looked = frozenset().union(*(reach.looked_at(line).cells for line in every if not sets_one(line, left)))
        if left.isdisjoint(looked):
            return left
        left -= looked


def sets_one(line: Line, memories: frozenset[str]) -> bool:
    """Whether all that a line does is to set one of some memories."""
    if not isinstance(line, EffectLine) or line.verb != "becomes":
        return False
    target = line.parts[0]
    return isinstance(target, Cell) and target.name in memories


def same_but_for_unread(difference: Difference) -> bool:
    """Whether two rulebooks differ in nothing but what they note where neither of them ever looks."""
    first, other = difference.first, difference.other
    if first.ranges != other.ranges or any(sort not in CARRYING_OUT for sort, _ in difference.altered):
        return False
    memories = unread(first.selection) & unread(other.selection)
    return all(_rest(first, group, memories) == _rest(other, group, memories) for group in difference.altered)


def same_but_for_packs(difference: Difference) -> bool:
    """Whether two rulebooks differ in nothing but how many of each card there are, where no line of either asks for that."""
    first, other = difference.first, difference.other
    if first.ranges != other.ranges or first.faces != replace(other.faces, counts=first.faces.counts):
        return False
    terms = difference.altered - {DECLARED}
    if any(sort != "term" for sort, _ in terms) or _but_decks(first) != _but_decks(other):
        return False
    return not any(_asks(one, {("word", PACK), *terms}) for one in (first, other))


def _but_decks(footprint: Footprint) -> list[Line]:
    """What is declared, but for the decks."""
    return [line for line in footprint.said(DECLARED) if not _is_deck(line)]


def _is_deck(line: Line) -> bool:
    return isinstance(line, Declared) and isinstance(line.node, lines.Deck)


def _asks(footprint: Footprint, names: set[Name]) -> bool:
    """Whether any line but that of a deck, or of one of the terms among some names, speaks of one of these."""
    groups = footprint.selection.specialised.groups.items()
    speaking = [line for name, group in groups if name not in names for line in group if not _is_deck(line)]
    speaking += [effect for line in speaking if isinstance(line, Standing) for effect in line.effects]
    return any(names & mentioned(line) for line in speaking)


def _rest(footprint: Footprint, group: tuple[str, str], memories: frozenset[str]) -> list[Line]:
    """The lines of a group but for those that only set one of some memories, by themselves or within a standing rule; those stay
    that break where a player has no partner."""

    def idle(line: Line) -> bool:
        return sets_one(line, memories) and PARTNERS not in mentioned(line)

    def rest(line: Line) -> Line:
        if not isinstance(line, Standing):
            return line
        return replace(line, effects=tuple(effect for effect in line.effects if not idle(effect)))

    return [rest(line) for line in footprint.said(group) if not idle(line)]
