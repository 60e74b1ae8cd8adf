"""Formal rules of the Canasta family: executable, citable, and held against implementations.

The flow, one direction, a module each; what stands earlier never imports what stands later:

    language   rules text ─ parse ─▶ tree, and back; one Diagnostic for every problem
    book       tree ─ resolve, check ─▶ book: names, variants flattened, readings
    engine     book ─ choose readings ─▶ rulebook; rulebook × table × act ─ step ─▶ verdict, next table
    corpus     rulebooks ─ plan, search, mutate, shrink ─▶ corpus of transcripts
    runner     corpus × implementation ─ run ─▶ report: rules broken, readings followed
    site       book + corpus + reports ─ print ─▶ pages, diagrams, clauses.json
    cli        all of it, as commands
    data       where the spec, the grammar and the conformance data lie
"""

__version__ = "0.1.0"
