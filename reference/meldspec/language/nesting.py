"""Lines with their indentation → clauses, questions, readings and blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any as Anything

from meldspec.language import lines
from meldspec.language.place import Place
from meldspec.language.problems import Diagnostic

UNDER = {
    "text": "a book or variant line, then chapters",
    "chapter": "a clause, replace, drop or read line",
    "clause": "prose, cites, facts, note, question, or a formal line",
    "question": "covers, arises, default or reading",
    "reading": "formal lines, or 'nothing more'",
    "to": "allow, require, forbid or then",
    "at": "then, award or charge",
    "whenever": "then",
    "kind": "require or forbid",
}
"""What may stand under what."""

BELONGS = {
    "book": "at the top of a text, once",
    "variant": "at the top of a text, once",
    "chapter": "at the left edge, below the book or variant line",
    **dict.fromkeys(("clause", "replace", "drop", "read"), "at the left edge, below a chapter line"),
    **dict.fromkeys(("|", "cites", "facts", "note", "question"), "under a clause line"),
    **dict.fromkeys(("covers", "arises", "default", "reading"), "under a question line"),
    "nothing": "under a reading line",
    "allow": "under a 'to' line",
    **dict.fromkeys(("require", "forbid"), "under a 'to' or 'kind' line"),
    "then": "under a 'to', 'at' or 'whenever' line",
    **dict.fromkeys(("award", "charge"), "under an 'at' line"),
}
"""Where a line belongs, by its first word; other lines stand under a clause or a reading."""

DECLARATIONS = (
    lines.Option,
    lines.OptionsNeed,
    lines.Sides,
    lines.Deck,
    lines.Cards,
    lines.Order,
    lines.Worth,
    lines.PlaceLine,
    lines.Keep,
)
FORMAL = (*DECLARATIONS, lines.Phases, lines.Event, lines.Act, lines.Show, lines.Define)
"""Formal lines that take nothing under them."""

PARTS = ("cites", "facts", "notes", "prose", "body", "questions")
"""What stands under a clause, in the order of its node's fields."""

HEADS = (lines.Text, lines.Chapter, lines.Clause)


@dataclass
class Sprout:
    """A parsed line on its way into the tree: node (none where malformed), indentation, place, first word."""

    node: Anything
    indent: int
    place: Place
    word: str
    children: list[Sprout] = field(default_factory=list)


def grow(sprouts: Sequence[Sprout]) -> list[Sprout]:
    """Hang every line under the last line that stands further left; heads never hang under one another."""
    roots: list[Sprout] = []
    open_: list[Sprout] = []
    for sprout in sprouts:
        while open_ and (open_[-1].indent >= sprout.indent or isinstance(sprout.node, HEADS)):
            open_.pop()
        (open_[-1].children if open_ else roots).append(sprout)
        open_.append(sprout)
    return roots


def a_line(word: str) -> str:
    """A kind of line as messages name it."""
    if word == "|":
        return "a line of prose"
    return f"{'an' if word[0] in 'aeiou' else 'a'} '{word}' line"


class Nester:
    """Builds blocks out of sprouts; every misplaced line becomes a diagnostic."""

    def __init__(self, file: str, problems: list[Diagnostic]) -> None:
        self.file, self.problems = file, problems

    def report(self, code: str, place: Place, found: str, expected: str, mend: str) -> None:
        """Add one diagnostic."""
        self.problems.append(Diagnostic(code, place, found, expected, mend))

    def misplaced(self, sprout: Sprout, parent: str) -> None:
        """Report a line that may not stand here, unless it was malformed and is reported already."""
        if sprout.node is not None:
            found = f"{a_line(sprout.word)} {'here' if parent == 'text' else f'under {a_line(parent)}'}"
            belongs = BELONGS.get(sprout.word, "under a clause or a reading line")
            mend = f"such a line belongs {belongs}"
            if belongs.startswith("under"):
                mend += ", two spaces further in"
            self.report("misplaced-line", sprout.place, found, UNDER[parent], mend)

    def leaf(self, sprout: Sprout) -> None:
        """Report whatever stands under a line that takes nothing under it."""
        for child in sprout.children:
            found = f"{a_line(child.word)} under {a_line(sprout.word)}"
            expected = f"nothing under {a_line(sprout.word)}"
            mend = "indent it less; a line goes on below only with a joining word: and, or, when, otherwise …"
            self.report("misplaced-line", child.place, found, expected, mend)

    def block(self, sprout: Sprout, parent: str, allowed: tuple[type, ...]) -> Anything:
        """A header with its lines."""
        body = []
        for child in sprout.children:
            permission = isinstance(child.node, lines.Judge) and child.node.mode == "allow"
            if isinstance(child.node, allowed) and not (parent == "kind" and permission):
                self.leaf(child)
                body.append(child.node)
            else:
                self.misplaced(child, parent)
        if not sprout.children:
            found = f"{a_line(sprout.word)} with nothing under it"
            mend = "indent its lines under it, two spaces further in, or delete it"
            self.report("empty-block", sprout.place, found, UNDER[parent], mend)
        return replace(sprout.node, body=tuple(body))

    def formal(self, sprout: Sprout, parent: str) -> Anything:
        """A formal line or block of a clause or reading; none where it may not stand there."""
        match sprout.node:
            case lines.To():
                return self.block(sprout, "to", (lines.Judge, lines.Then))
            case lines.At():
                return self.block(sprout, "at", (lines.Then, lines.Award))
            case lines.Whenever():
                return self.block(sprout, "whenever", (lines.Then,))
            case lines.Kind():
                return self.block(sprout, "kind", (lines.Judge,))
            case node if isinstance(node, FORMAL):
                self.leaf(sprout)
                return node
            case _:
                self.misplaced(sprout, parent)
                return None

    def reading(self, sprout: Sprout) -> lines.Reading:
        """A reading with its formal lines; `nothing more` says that it has none."""
        reading: lines.Reading = sprout.node
        body: list[Anything] = []
        for child in sprout.children:
            if child.node == ("nothing",):
                self.leaf(child)
                if len(sprout.children) > 1:
                    found, mend = "'nothing more' beside other lines", "keep one or the other"
                    self.report("nothing-and-more", child.place, found, UNDER["reading"], mend)
            elif (node := self.formal(child, "reading")) is not None:
                body.append(node)
        if not sprout.children:
            found = f"the reading '{reading.name}' with nothing under it"
            mend = "write 'nothing more' under a reading that adds no line"
            self.report("empty-block", sprout.place, found, UNDER["reading"], mend)
        return replace(reading, body=tuple(body))

    def question(self, sprout: Sprout) -> lines.Question:
        """A question with what it covers, its default and its readings."""
        question: lines.Question = sprout.node
        covers: tuple[str, ...] = ()
        arises: tuple[tuple[str, str], ...] = ()
        defaults: list[tuple[str, str]] = []
        readings: list[lines.Reading] = []
        for child in sprout.children:
            match child.node:
                case ("covers", ids):
                    self.leaf(child)
                    covers += ids
                case ("arises", answers):
                    self.leaf(child)
                    arises += answers
                case ("default", name, why):
                    self.leaf(child)
                    defaults.append((name, why))
                case lines.Reading():
                    readings.append(self.reading(child))
                case _:
                    self.misplaced(child, "question")
        if len(defaults) > 1:
            found = f"{len(defaults)} default lines in the question '{question.name}'"
            self.report("default-count", sprout.place, found, "one default line", "keep one of them")
        name, why = (defaults or [("", "")])[0]
        return replace(question, covers=covers, arises=arises, default=name, because=why, readings=tuple(readings))

    def clause(self, sprout: Sprout) -> lines.Clause:
        """A clause with all that stands under it."""
        clause: lines.Clause = sprout.node
        parts: dict[str, list[Anything]] = {name: [] for name in PARTS}
        for child in sprout.children:
            match child.node:
                case lines.Cites():
                    self.leaf(child)
                    parts["cites"].append(child.node)
                case (("facts" | "notes" | "prose") as name, more):
                    self.leaf(child)
                    parts[name] += more
                case lines.Question():
                    parts["questions"].append(self.question(child))
                case _:
                    if (node := self.formal(child, "clause")) is not None:
                        parts["body"].append(node)
        cites, facts, notes, prose, body, questions = (tuple(parts[name]) for name in PARTS)
        return lines.Clause(
            clause.how,
            clause.id,
            clause.title,
            cites,
            facts,
            notes,
            prose,
            body,
            questions,
            clause.reading,
            place=clause.place,
        )

    def text(self, roots: list[Sprout]) -> lines.Text | None:
        """The whole text, or none where it has no head.

        A malformed or misplaced line may be the head or chapter that is missed: that is not reported again.
        """
        head: lines.Text | None = None
        chapters: list[tuple[lines.Chapter, list[lines.Clause]]] = []
        spoilt = False
        for root in roots:
            match root.node:
                case None:
                    spoilt = True
                case lines.Text() if head is None and not chapters:
                    head = root.node
                    self.leaf(root)
                case lines.Chapter():
                    chapters.append((root.node, []))
                    self.leaf(root)
                case lines.Clause() if chapters or spoilt:
                    clause = self.clause(root)
                    for _, clauses in chapters[-1:]:
                        clauses.append(clause)
                case _:
                    spoilt = True
                    self.misplaced(root, "chapter" if chapters else "text")
        if head is None and not spoilt:
            self.headless()
        whole = (replace(node, clauses=tuple(clauses)) for node, clauses in chapters)
        return head and replace(head, chapters=tuple(whole))

    def headless(self) -> None:
        """Report that the text belongs to no book."""
        expected = 'a first line such as: book NAME "Title", or: variant NAME extends BOOK "Title"'
        found = "no book or variant line"
        self.report("no-head", Place(self.file, 1), found, expected, "begin the text with that line")


def nest(sprouts: Sequence[Sprout], file: str, problems: list[Diagnostic]) -> lines.Text | None:
    """The tree of all lines; problems found on the way are added to `problems`."""
    return Nester(file, problems).text(grow(sprouts))
