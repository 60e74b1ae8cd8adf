"""What a book says that no table has between two acts: lines that judge no act, and tell positions that no game comes to."""

from meldspec.book.core import Cell, Come, Core, CouldAct, Op
from meldspec.book.flat import Entry
from meldspec.book.resolve import Resolver
from meldspec.book.sheet import Sheet, below
from meldspec.book.symbols import Scope
from meldspec.book.words import ELEMENTS
from meldspec.language import lines
from meldspec.language.immutable import Immutable
from meldspec.language.problems import Diagnostic


class NeverLine(Immutable):
    """One such line: the clause that it stands in, the question and reading under which it holds (both empty where it always does),
    and what never holds of any element of a list, or of the table where there is none."""

    entry: Entry
    question: str
    reading: str
    node: lines.Never
    source: Core | None
    condition: Core


class Nevers:
    """Those lines of one resolved book, in its order; `problems` is what is wrong with them."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.problems: list[Diagnostic] = []
        # One for all lines, and with keys of its own, so that no look ahead is taken for another one.
        self.resolver = Resolver(sheet.symbols, self.problems, ahead="never")
        # What terms mean is known from the lines of the book, and what is wrong in them was told of there.
        self.resolver.term_free, self.resolver.term_type = sheet.term_free, sheet.term_type
        self.lines = [self._line(entry, *told) for entry in sheet.book.entries for told in _of_clause(entry.clause)]

    def _line(self, entry: Entry, question: str, reading: str, node: lines.Never) -> NeverLine:
        """One line resolved."""
        resolver, scope = self.resolver, Scope({})
        source = None if node.source is None else resolver.expr(node.source, scope)
        if source is not None:
            if source.type not in ELEMENTS and node.source is not None:
                resolver.wants(source, "players", node.source.place)
            scope = scope.with_variable(node.each, ELEMENTS.get(source.type, "any"))
        condition = resolver.truth(node.condition, scope)
        # It is asked of every table that comes up, and must not set a search going where nothing is remembered that calls for it.
        if not _guarded(condition) and any(isinstance(core, Come | CouldAct) for core in below(condition)):
            mend = "say it of what lies on the table and what is remembered, or begin with a memory: 'never MEMORY and not could …'"
            self.problems.append(Diagnostic("looks-ahead", node.place, "a look ahead", "a condition of the table as it is", mend))
        return NeverLine(entry, question, reading, node, source, condition)


def _guarded(condition: Core) -> bool:
    """Whether a condition is of a memory before all else: then the rest is asked of few tables."""
    first = condition
    while isinstance(first, Op) and first.op == "and":
        first = first.args[0]
    return first is not condition and isinstance(first, Cell) and first.type == "truth"


def _of_clause(clause: lines.Clause) -> list[tuple[str, str, lines.Never]]:
    """The lines of a clause, those of its readings with the question and the reading."""
    found = [("", "", node) for node in clause.nevers]
    asked = [(f"{clause.id}.{question.name}", reading) for question in clause.questions for reading in question.readings]
    return found + [(question, reading.name, node) for question, reading in asked for node in reading.nevers]
