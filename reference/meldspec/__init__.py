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
provisional: the names settle with the work on rulings and on judging implementations. They stand in `__init__.pyi`.
"""

import lazy_loader

__version__ = "0.1.0"

# All of them together take half a second to import: longer than most commands, which import what they need by themselves.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
