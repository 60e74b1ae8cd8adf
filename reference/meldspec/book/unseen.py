"""Acts that a variant adds and that `could by laying …` does not see where they come between two acts of laying."""

from meldspec.book.flat import Book
from meldspec.language import lines
from meldspec.language.spelling import format_line

ASKS = "could by laying"
ENDING = ("then turn becomes", "then raise", "then end the")
"""How effects begin after which the player lays no more, as a rule: such an act comes last, and is seen there."""


def unseen_acts(book: Book, parent: Book) -> tuple[list[str], list[str]]:
    """The acts of that sort which a book has and its parent has not, and the clauses that ask so, but for those of such acts."""
    known = {node.name for _, node in parent.formal() if isinstance(node, lines.Act)}
    added = [(tag.clause, node) for tag, node in book.formal() if isinstance(node, lines.Act) and node.name not in known]
    found = {
        act.name: clause
        for clause, act in added
        if all(field.type != "plays" for field in act.fields) and not _ends(book, act.name)
    }
    # What looks ahead so was written by somebody who knew the other acts; these may come in between unnoticed.
    asking = (tag.clause for tag, line, _ in book.numbered() if found and ASKS in format_line(line))
    return [*found], [clause for clause in dict.fromkeys(asking) if clause not in found.values()]


def _ends(book: Book, act: str) -> bool:
    """Whether an act hands the turn on."""
    about = (line for _, line, head in book.numbered() if isinstance(head, lines.To) and act in head.acts)
    return any(format_line(line).startswith(ENDING) for line in about)
