"""The lines of a book by their ids: their words, the clause that they stand in, and what it cites."""

from collections.abc import Iterable, Iterator, Mapping

from meldspec.book.core import Tag, clause_of_line
from meldspec.book.flat import Entry
from meldspec.book.sheet import Sheet
from meldspec.language import lines, tree
from meldspec.language.immutable import Immutable
from meldspec.language.spelling import format_line


class _Words(Mapping[str, str]):
    """The words of lines, written when they are first asked for: of a whole book a ruling tells a dozen."""

    def __init__(self, nodes: Mapping[str, tuple[tree.Node, tree.Node | None]]) -> None:
        self._nodes = nodes
        self._written: dict[str, str] = {}

    def __getitem__(self, line: str) -> str:
        if line not in self._written:
            node, block = self._nodes[line]
            self._written[line] = format_line(node) if block is None else f"{format_line(block)}: {format_line(node)}"
        return self._written[line]

    def __iter__(self) -> Iterator[str]:
        return iter(self._nodes)

    def __len__(self) -> int:
        return len(self._nodes)


class LineIndex:
    """Every numbered line of one resolved book; `words` are its rules text behind the head of its block, `modes` is allow, require
    or forbid where a line judges, and kind where it says what a meld is."""

    def __init__(self, sheet: Sheet) -> None:
        self.entries = sheet.book.by_id()
        self.words: Mapping[str, str] = _Words({tag.line: (node, block) for tag, node, block in sheet.book.numbered()})
        self.modes: dict[str, str] = {}
        for tag, node, block in sheet.book.numbered():
            if isinstance(node, lines.Judge):
                self.modes[tag.line] = "kind" if isinstance(block, lines.Kind) else node.mode

    def entry(self, line: str) -> Entry:
        """The entry of the clause of a line."""
        return self.entries[clause_of_line(line)]


def line_index(sheet: Sheet) -> LineIndex:
    """The index of a resolved book, made once."""
    return sheet.derived(LineIndex)


class ClauseLines(Immutable):
    """Some lines of one clause."""

    entry: Entry
    tags: tuple[Tag, ...]

    @property
    def cites(self) -> list[str]:
        """What the clause cites: `manzana 26-27, 45`."""
        return [format_line(cites).removeprefix("cites ") for cites in self.entry.clause.cites]


def by_clause(index: LineIndex, tags: Iterable[Tag]) -> list[ClauseLines]:
    """Lines gathered by their clauses, in the order in which the clauses first come."""
    found: dict[str, list[Tag]] = {}
    for tag in tags:
        found.setdefault(tag.clause, []).append(tag)
    return [ClauseLines(index.entries[clause], tuple(group)) for clause, group in found.items()]


class CitedLine(Immutable):
    """A line with all that stands around it: its words, its place in the text, the question and reading that it is of, and the
    title, the prose and the citations of its clause."""

    line: str
    words: str
    at: str
    question: str | None
    reading: str | None
    clause: str
    title: str
    prose: tuple[str, ...]
    cites: tuple[str, ...]


def cited(index: LineIndex, tags: Iterable[Tag]) -> tuple[CitedLine, ...]:
    """Some lines with all that stands around them, those of one clause together."""
    return tuple(
        CitedLine(
            line=tag.line,
            words=index.words[tag.line],
            at=str(tag.place),
            question=tag.question or None,
            reading=tag.reading or None,
            clause=tag.clause,
            title=group.entry.clause.title,
            prose=group.entry.clause.prose,
            cites=tuple(group.cites),
        )
        for group in by_clause(index, tags)
        for tag in group.tags
    )
