"""A line read by the table of the parse: the quick way, by which well-formed lines are read.

It makes what Lark would make, without a tree in between; a test holds the two against each other. What it does not read, for
whatever reason, is left to Lark.
"""

from collections.abc import Iterator
from typing import Any as Anything, Final

from meldspec.language.expressions import Nodes
from meldspec.language.extent import CHARACTERS, DIGITS, LEVELS
from meldspec.language.parse_table import END, NOWHERE, Rule, Scanner, Table

UNREAD: Final = object()
"""What is given where a line is not read."""

# A plain tuple, since some seventy thousand are made of the books: one with names for its fields takes five times as long.
Part = tuple[Anything, int, int, int, bool]
"""What has been read: what it makes (of a rule that is `loose` its parts), where in the text it begins and ends, how many levels it
has, and whether it is a rule's, and no word or gap."""

GAP: Part = (None, 0, 0, 0, False)
"""What was left out."""


def by_table(text: str, nodes: Nodes, table: Table) -> Anything:
    """The node of the text of one logical line; `UNREAD` where it is none, or larger than a line may be."""
    if len(text) > CHARACTERS:
        return UNREAD
    moves, rules, states, parts = table.moves, table.rules, [0], list[Part]()
    for terminal, begin, end in _words(text, table, states):
        # What the rules that end here have made; what remains is the state that goes on with the word.
        while (move := moves[states[-1]].get(terminal, NOWHERE)) < 0:
            if move == NOWHERE:
                return UNREAD
            rule = rules[-1 - move]
            if rule.same:
                states[-1] = table.handed_on(states[-2], states[-1], terminal)
                continue
            size = rule.size
            parts[-size:] = (_made(rule, parts[-size:], nodes),)
            states[-size:] = (moves[states[-size - 1]][rule.origin],)
            if terminal == END and states[-1] == table.end:
                made, _, _, levels, _ = parts[0]
                return made if levels <= LEVELS else UNREAD
        if terminal == "INT" and end - begin > DIGITS:
            return UNREAD
        states.append(move)
        parts.append((nodes.word(terminal, text[begin:end]), begin, end, 1, False))
    return UNREAD


def _words(text: str, table: Table, states: list[int]) -> Iterator[tuple[str, int, int]]:
    """The words of a text, each by its terminal and where it begins and ends, as the state reads them that the parse is in by then;
    at last its end, unless something is no word."""
    at, length, ignored, scanner = 0, len(text), table.ignored, table.scanner
    while at < length:
        # No word begins with a space.
        if text[at] == " ":
            at += 1
            continue
        terminal, end = _next(scanner(states[-1]), text, at)
        if not terminal:
            return
        if terminal not in ignored:
            yield terminal, at, end
        at = end
    yield END, at, at


def _next(scanner: Scanner, text: str, at: int) -> tuple[str, int]:
    """The terminal that is read next, and where it ends; no terminal where none fits."""
    for name, pattern in scanner.patterns:
        if (found := pattern.match(text, at)) is not None:
            terminal = name or str(found.lastgroup)
            words = scanner.words.get(terminal)
            return terminal if words is None else words.get(found.group(), terminal), found.end()
    return "", at


def _made(rule: Rule, parts: list[Part], nodes: Nodes) -> Part:
    """What a rule makes of its parts, of which there is always one at least."""
    kept = _kept(rule, parts) if rule.numbers is None else [parts[number] for number in rule.numbers]
    begin, end = parts[0][1], parts[-1][2]
    if rule.passes and len(kept) == 1:
        # What stood around it and falls away belongs to a rule that is handed on, but not to a word.
        only = kept[0]
        makes, _, _, levels, of_rule = only
        return (makes, begin, end, levels, True) if of_rule else only
    if rule.loose:
        return kept, begin, end, 0, True
    levels = 1 + max([part[3] for part in kept], default=0)
    return nodes.node(rule.made, (begin, end), [part[0] for part in kept]), begin, end, levels, True


def _kept(rule: Rule, parts: list[Part]) -> list[Part]:
    """The parts that stay, those of the loose ones put in where these stood, and gaps for what was left out."""
    kept: list[Part] = []
    for number, put_in, gaps in rule.kept:
        kept += [GAP] * gaps
        kept += parts[number][0] if put_in else (parts[number],)
    return kept + [GAP] * rule.gaps
