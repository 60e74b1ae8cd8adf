"""A line read by Lark itself, which tells what is wrong with it: the slow way, for lines that the table of the parse does not read.

Here alone, and where faults are told, Lark is imported: to import it and to have it work out its table takes longer than the books
take to be read (docs/decisions/0042).
"""

from typing import Any as Anything

from lark import Token, Tree
from lark.exceptions import UnexpectedInput
from lark.tree import Meta

from meldspec.language.expressions import Nodes, Span
from meldspec.language.extent import CHARACTERS, DIGITS, LEVELS
from meldspec.language.grammar import parser
from meldspec.language.hints import malformed
from meldspec.language.layout import LogicalLine
from meldspec.language.problems import Diagnostic, Place, RulesError


def by_lark(line: LogicalLine, file: str) -> Anything:
    """The node of one logical line. Raises RulesError with a single diagnostic where the line is malformed."""
    try:
        found = parser().parse(line.text)
    except UnexpectedInput:
        raise RulesError([malformed(line, file)]) from None
    if problem := too_large(found, line, file):
        raise RulesError([problem])
    return _node(found, Nodes(file, line.number, line.text))


def too_large(found: Tree[Token], line: LogicalLine, file: str) -> Diagnostic | None:
    """What is said of a line that is too long, nests too deep, or has a number that is too long."""
    place = Place(file, line.number, line.indent + 1, len(line.text.split("\n", 1)[0]) + 1)
    if len(line.text) > CHARACTERS:
        what = f"a line of {len(line.text)} characters"
        return Diagnostic("too-long", place, what, f"at most {CHARACTERS}, lines that go on with it counted", "define parts of it")
    # Not by a function that calls itself: how deep it is, is what is asked.
    waiting: list[tuple[Tree[Token] | Token, int]] = [(found, 1)]
    while waiting:
        node, level = waiting.pop()
        if level > LEVELS:
            expected = f"at most {LEVELS} levels, of which a pair of brackets is two"
            return Diagnostic("too-deep", place, "brackets and joining words that nest too deep", expected, "define parts of it")
        if isinstance(node, Tree):
            waiting += [(child, level + 1) for child in node.children if child is not None]
        elif node.type == "INT" and len(node) > DIGITS:
            return Diagnostic(
                "too-large", place, f"a number of {len(node)} digits", f"at most {DIGITS} digits", "write a smaller one"
            )
    return None


def _node(found: Tree[Token] | Token | None, nodes: Nodes) -> Anything:
    """What a part of the parse makes."""
    if isinstance(found, Tree):
        return nodes.node(str(found.data), _span(found.meta), [_node(child, nodes) for child in found.children])
    return None if found is None else nodes.word(found.type, str(found))


def _span(meta: Meta) -> Span:
    """Where a part of the parse stands."""
    return meta.start_pos, meta.end_pos
