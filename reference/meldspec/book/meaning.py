"""What a clause or a question of a flat book says and rests on, as a digest.

Who has held one against a source can tell by it whether it is still what it was then (decision 22).
"""

from meldspec.book.core import Tag
from meldspec.book.flat import Book, tagged
from meldspec.cache import digest
from meldspec.language import lines
from meldspec.language.tree import Node

LENGTH = 16
"""How many hexadecimal digits of a digest are kept: it is to tell changes, and nobody gains by forging one."""


class Meanings:
    """The meanings of one flat book.

    Terms and sets count by what they mean and not by their names, where the book has them as it reads its questions by default;
    memories, places, acts and kinds count by their names, and what brings them about does not.
    """

    def __init__(self, book: Book) -> None:
        self._entries = book.by_id()
        self._defaults = {id: question.default for id, question in book.questions().items()}
        self._defined: dict[str, list[lines.Define | lines.Cards]] = {}
        self._known: dict[str, str] = {}
        for tag, node in book.formal():
            if isinstance(node, lines.Define | lines.Cards) and self._holds(tag):
                self._defined.setdefault(node.name, []).append(node)

    def clause(self, id: str) -> str:
        """The digest of a clause: its title, prose and notes, and its lines that hold by default. KeyError where there is none."""
        entry = self._entries[id]
        held = (node for tag, node in tagged(entry) if self._holds(tag))
        clause = entry.clause
        return digest(clause.title, *clause.prose, "notes", *clause.notes, "lines", *map(self._said, held))[:LENGTH]

    def question(self, id: str) -> str:
        """The digest of a question: what it asks, its default with the reason, and all its readings with their lines. KeyError
        where there is none."""
        clause_id, name = id.rsplit(".", 1)
        asked = {question.name: question for question in self._entries[clause_id].clause.questions}[name]
        readings = (self._said((reading.name, reading.says, *reading.body)) for reading in asked.readings)
        arises = (word for pair in asked.arises for word in pair)
        return digest(asked.kind, asked.asks, asked.default, asked.because, *arises, "readings", *readings)[:LENGTH]

    def whole(self) -> str:
        """The digest of the book: of all its clauses and questions in their order."""
        clauses = (part for id in self._entries for part in (id, self.clause(id)))
        questions = (part for id in self._defaults for part in (id, self.question(id)))
        return digest(*clauses, "questions", *questions)[:LENGTH]

    def _holds(self, tag: Tag) -> bool:
        """Whether a line holds where every question is read by its default."""
        return not tag.question or self._defaults[tag.question] == tag.reading

    def _said(self, node: object, within: tuple[str, ...] = ()) -> str:
        """A node in full, every term and set in it by what it means."""
        if isinstance(node, str):
            return self._word(node, within)
        if isinstance(node, tuple):
            return f"({' '.join([self._said(one, within) for one in node])})"
        if isinstance(node, Node):
            return type(node).__name__ + self._said(tuple([getattr(node, name) for name in node.compared]), within)
        return repr(node)

    def _word(self, word: str, within: tuple[str, ...]) -> str:
        """A word: of a term or a set the digest of its meaning."""
        # A term that leads to itself is told of by `check`; here it only has to come to an end.
        if word not in self._defined or word in within:
            return repr(word)
        if word not in self._known:
            self._known[word] = digest(*(self._meaning(node, (*within, word)) for node in self._defined[word]))
        return self._known[word]

    def _meaning(self, node: lines.Define | lines.Cards, within: tuple[str, ...]) -> str:
        """What a term or a set means, its name left out."""
        return self._said(tuple([getattr(node, name) for name in node.compared if name != "name"]), within)
