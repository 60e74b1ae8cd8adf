"""The table of the parse as Lark works it out, in the form in which it is kept beside the grammar."""

import json
import re
from typing import Any

from lark.lexer import PatternStr
from lark.parse_tree_builder import maybe_create_child_filter
from lark.parsers.lalr_analysis import Shift

from meldspec.data import folder
from meldspec.language.grammar import parser
from meldspec.language.parse_table import grammar_digest


def worked_out() -> str:
    """The text of the file of the table, a line for each state and each rule."""
    lark: Any = parser()
    table = lark.parser.parser._parse_table
    lexer: Any = lark.parser.lexer.lexer
    states = table.states
    rules = {rule: number for number, rule in enumerate(lark.rules)}
    symbols = sorted({symbol for moves in states.values() for symbol in moves})
    numbers = {symbol: number for number, symbol in enumerate(symbols)}
    scanners: dict[str, int] = {}
    kept = []
    named = _in_order(states, table.start_states["line"])
    for state in named:
        scanner = scanners.setdefault(json.dumps(_scanner(lexer.lexers[state])), len(scanners))
        moves = [(numbers[symbol], named[to] if what is Shift else -1 - rules[to]) for symbol, (what, to) in states[state].items()]
        kept.append([scanner, *(number for move in sorted(moves) for number in move)])
    assert not any(re.match(terminal.pattern.to_regexp(), " ") for terminal in lark.terminals if terminal.name != "WS")
    terminals = {t.name: [t.pattern.to_regexp(), isinstance(t.pattern, PatternStr)] for t in lark.terminals}
    told = {
        "of": grammar_digest(folder("grammar")),
        "end": named[table.end_states["line"]],
        "ignored": sorted(lexer.root_lexer.ignore_types),
        "symbols": symbols,
        "terminals": terminals,
        "scanners": [json.loads(one) for one in scanners],
        "rules": [_rule(rule) for rule in lark.rules],
        "states": kept,
    }
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {_lines(value)}" for name, value in told.items()) + "\n}\n"


def _in_order(states: Any, start: int) -> dict[int, int]:
    """The states numbered as they are come upon, since Lark's own numbers are others in every run."""
    found, waiting = {start: 0}, [start]
    for state in waiting:
        for _, (what, to) in sorted(states[state].items(), key=lambda move: str(move[0])):
            if what is Shift and to not in found:
                found[to] = len(found)
                waiting.append(to)
    return found


def _lines(value: Any) -> str:
    """A value as JSON, what a list or a mapping holds on lines of their own."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        return "[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in value) + "\n]"
    return json.dumps(value)


def _scanner(lexer: Any) -> list[Any]:
    """The terminals that are read from a state, in the order in which they are tried, and words that are terminals of their own."""
    scanner = lexer.scanner
    words = {name: {one.pattern.value: one.name for one in known.scanner.terminals} for name, known in lexer.callback.items()}
    return [[terminal.name for terminal in scanner.terminals], words]


def _rule(rule: Any) -> list[Any]:
    """What is done once the parts of a rule have been read."""
    options, loose = rule.options, rule.origin.name.startswith("_")
    assert not (loose and (rule.alias or options.expand1))
    # What has no part stands nowhere; no rule of the grammar is so.
    assert rule.expansion
    chosen = maybe_create_child_filter(rule.expansion, options.keep_all_tokens, False, options.empty_indices)
    if chosen is None:
        kept, gaps = [(number, False, 0) for number in range(len(rule.expansion))], 0
    else:
        first, *rest = chosen.args
        kept, gaps = [(*one, 0) if len(one) == 2 else one for one in first], rest[0] if rest else 0
    made = rule.alias or options.template_source or rule.origin.name
    return [rule.origin.name, len(rule.expansion), made, bool(options.expand1 and not rule.alias), loose, kept, gaps]
