"""A line read by the table of the parse: the quick way, by which well-formed lines are read.

It makes what Lark would make, without a tree in between; a test holds the two against each other. What it does not read, for
whatever reason, is left to Lark.
"""

from collections.abc import Iterator
from typing import Any as Anything, Final, NamedTuple

from meldspec.language.expressions import Nodes, Span
from meldspec.language.extent import CHARACTERS, DIGITS, LEVELS
from meldspec.language.parse_table import END, Rule, Scanner, Table

NOWHERE: Final = -1_000_000
"""No move, where moves are looked up."""
UNREAD: Final = object()
"""What is given where a line is not read."""


class Part(NamedTuple):
    """What has been read: what it makes (of a rule that is `loose` its parts), where it stands (nowhere: none), how many levels it
    has, and whether it is a rule's, and no word or gap."""

    makes: Anything
    span: Span
    levels: int
    of_rule: bool


GAP = Part(None, None, 0, False)
"""What was left out."""


def by_table(text: str, nodes: Nodes, table: Table) -> Anything:
    """The node of the text of one logical line; `UNREAD` where it is none, or larger than a line may be."""
    if len(text) > CHARACTERS:
        return UNREAD
    moves, rules, states, parts = table.moves, table.rules, [0], list[Part]()
    for terminal, word, span in _words(text, table, states):
        # What the rules that end here have made; what remains is the state that goes on with the word.
        while (move := moves[states[-1]].get(terminal, NOWHERE)) < 0:
            if move == NOWHERE:
                return UNREAD
            rule = rules[-1 - move]
            if rule.same:
                states.pop()
            else:
                made = _made(rule, parts[len(parts) - rule.size :], nodes)
                if rule.size:
                    del states[-rule.size :], parts[-rule.size :]
                parts.append(made)
            states.append(moves[states[-1]][rule.origin])
            if terminal == END and states[-1] == table.end:
                return parts[0].makes if parts[0].levels <= LEVELS else UNREAD
        if terminal == "INT" and len(word) > DIGITS:
            return UNREAD
        states.append(move)
        parts.append(Part(nodes.word(terminal, word), span, 1, False))
    return UNREAD


def _words(text: str, table: Table, states: list[int]) -> Iterator[tuple[str, str, Span]]:
    """The words of a text with their terminals, as the state reads them that the parse is in by then; at last its end, unless
    something is no word."""
    at, line, column, length, ignored = 0, 1, 1, len(text), table.ignored
    while at < length:
        # No word begins with a space.
        if text[at] == " ":
            at, column = at + 1, column + 1
            continue
        terminal, end = _next(table.scanner(states[-1]), text, at)
        if not terminal:
            return
        word, at, from_line, from_column = text[at:end], end, line, column
        if "\n" in word:
            line, column = line + word.count("\n"), len(word) - word.rfind("\n")
        else:
            column += len(word)
        if terminal not in ignored:
            yield terminal, word, (from_line, from_column, line, column)
    yield END, "", None


def _next(scanner: Scanner, text: str, at: int) -> tuple[str, int]:
    """The terminal that is read next, and where it ends; no terminal where none fits."""
    for name, pattern in scanner.patterns:
        if (found := pattern.match(text, at)) is not None:
            terminal = name or str(found.lastgroup)
            words = scanner.words.get(terminal)
            return terminal if words is None else words.get(found.group(), terminal), found.end()
    return "", at


def _made(rule: Rule, parts: list[Part], nodes: Nodes) -> Part:
    """What a rule makes of its parts."""
    kept: list[Part] = []
    for number, put_in, gaps in rule.kept:
        if gaps:
            kept += [GAP] * gaps
        if put_in:
            kept += parts[number].makes
        else:
            kept.append(parts[number])
    if rule.gaps:
        kept += [GAP] * rule.gaps
    span = _span(parts)
    if rule.passes and len(kept) == 1:
        # What stood around it and falls away belongs to a rule that is handed on, but not to a word.
        only = kept[0]
        return Part(only.makes, span, only.levels, True) if only.of_rule else only
    if rule.loose:
        return Part(kept, span, 0, True)
    levels = 1 + max([part.levels for part in kept], default=0)
    return Part(nodes.node(rule.made, span, [part.makes for part in kept]), span, levels, True)


def _span(parts: list[Part]) -> Span:
    """From where the first part begins to where the last one ends."""
    found = [part.span for part in parts if part.span is not None]
    return (*found[0][:2], *found[-1][2:]) if found else None
