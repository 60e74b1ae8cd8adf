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
    runner       cases × implementation ─ run ─▶ report: rules broken, readings followed
    site         books + cases + reports ─ print ─▶ pages, clauses.json
    cli          all of it, as commands
    data         where the spec, the grammar and the conformance data lie
    cache        what was worked out before, kept between runs

What a program of somebody else may use is named here, as `from meldspec import Library`, and shown in docs/python.md. It is
provisional: the names settle with the work on rulings and on judging implementations. Their types stand in `__init__.pyi`.
"""

from functools import cache
from importlib import import_module

__version__ = "0.1.0"

HOMES = {
    "language.problems": ("RulesError",),
    "book.line_index": ("CitedLine",),
    "table.table": ("Act", "Table"),
    "table.selection": ("ChoiceError",),
    "engine.library": ("Library",),
    "engine.rulebook": ("Rulebook",),
    "engine.referee": ("Points", "Referee"),
    "engine.verdict": ("Unanswered", "Undetermined", "Verdict", "determined"),
    "engine.deal": ("random_deal",),
    "protocol.observe": ("observation",),
    "protocol.fields": ("to_json",),
    "protocol.messages": ("Observation",),
    "protocol.actions": ("ActError", "act_from_action", "action_from_act"),
    "protocol.case": ("Case", "CaseProblem", "load_cases"),
    "position.marked": ("PositionError",),
    "position.position": ("Position",),
    "ruling.ruling": ("Ruling", "rule"),
    "ruling.score": ("NotEnded", "Score", "score"),
    "ruling.as_text": ("ruling_text", "score_text"),
    "ruling.words": ("act_words",),
    "corpus.expect": ("expectations", "first_difference"),
    "cli.position_files": ("read_position_file",),
}
"""Public names by the modules that they come from; a new one is entered in `__init__.pyi` too, and shown in docs/python.md."""
_HOME = {name: home for home, names in HOMES.items() for name in names}
__all__ = sorted(_HOME)


@cache
def __getattr__(name: str) -> object:
    """A public name, imported when it is first asked for."""
    # All of them together take half a second to import: longer than most commands, which import what they need by themselves.
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return found


def __dir__() -> list[str]:
    """What an interactive session completes."""
    return [*__all__, "__version__"]
