"""Formal rules of the Canasta family: executable, citable, and held against implementations.

The flow, one direction, a folder each; what stands earlier never imports what stands later:

    language     rules text ─ parse ─▶ tree, and back; one Diagnostic for every problem
    book         tree ─ resolve, check ─▶ book: names, variants flattened, readings
    table        what a position is: cards, layout, table, act, and the choice of options and readings
    definition   what the language means: the small reference interpreter, written for clarity alone
    engine       book ─ choose readings, compile ─▶ rulebook; rulebook × table × act ─▶ verdict, next table
    protocol     messages, observations, cases, transcripts: what travels to and from an implementation
    position     a table written down ─▶ table: what is given, what follows, what is assumed
    ruling       position ─ rule, explain ─▶ one act or one score explained, under every reading that matters
    sources      sources, ledgers, what is traced to what
    compare      games side by side; two books clause by clause
    corpus       rulebooks ─ plan, search, mutate, shrink ─▶ cases
    judge        what was recorded × rules ─ learn, hold ─▶ judgement: readings followed, findings
    runner       cases × implementation ─ run ─▶ report: rules broken, readings followed
    site         books + cases + reports ─ print ─▶ pages, clauses.json
    cli          all of it, as commands
    pytest_plugin    the cases as tests of pytest
    data         where the spec, the grammar and the conformance data lie
    cache        what was worked out before, kept between runs

What a program of somebody else may use is named here, as `from meldspec import Library`, and shown in docs/python.md. It is
provisional: the names settle with the work on rulings and on judging implementations. They stand in `__init__.pyi`.
"""

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

HOMES = {
    "book.line_index": "CitedLine",
    "cli.conformance": "Conformance",
    "cli.position_files": "read_position_file",
    "corpus.expect": "expectations first_difference",
    "engine.deal": "random_deal",
    "engine.referee": "Points Referee",
    "engine.rulebook": "Library Rulebook",
    "engine.verdict": "Unanswered Undetermined Verdict determined",
    "language.problems": "RulesError",
    "position.marked": "PositionError",
    "position.position": "Position",
    "position.read": "position_from_json",
    "protocol.actions": "ActError act_from_action action_from_act",
    "protocol.case": "Case CaseProblem load_cases",
    "protocol.fields": "to_json",
    "protocol.messages": "Observation",
    "protocol.observe": "observation",
    "ruling.as_json": "ruling_json score_json",
    "ruling.as_text": "ruling_text score_text",
    "ruling.ruling": "Ruling rule",
    "ruling.score": "NotEnded Score score",
    "ruling.words": "act_words",
    "runner.python_engine": "Engine NotSupported Refused speak",
    "table.selection": "ChoiceError",
    "table.table": "Act Table",
}
"""The names by the module that each comes from; their types stand in `__init__.pyi`."""
_HOME = {name: home for home, names in HOMES.items() for name in names.split()}


# All of them together take half a second to import: longer than most commands, which import what they need by themselves.
def __getattr__(name: str) -> Any:
    """A name of the table, imported when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"No meldspec attribute {name}")
    return getattr(import_module(f"meldspec.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    """The names of the table."""
    return sorted(_HOME)
