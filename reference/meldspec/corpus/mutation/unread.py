"""Memories that nothing in force looks at: a mutant that alters only what is noted there is the true rules over again."""

from meldspec.book.core import Cell
from meldspec.book.sheet import EffectLine, Line, Standing
from meldspec.corpus.mutation.footprint import Difference, Footprint
from meldspec.table.selection import Selection


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
    if first.ranges != other.ranges or any(sort not in ("effects", "event") for sort, _ in difference.altered):
        return False
    memories = unread(first.selection) & unread(other.selection)
    return all(_rest(first, group, memories) == _rest(other, group, memories) for group in difference.altered)


def _rest(footprint: Footprint, group: tuple[str, str], memories: frozenset[str]) -> list[Line]:
    """The lines of a group but for those that only set one of some memories."""
    return [line for line in footprint.said(group) if not sets_one(line, memories)]
