"""Lines with their indentation → clauses, questions, readings and blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any as Anything

from meldspec.language import lines
from meldspec.language.place import Place
from meldspec.language.problems import Diagnostic

UNDER = {
    "file": "a book, variant or chapter line",
    "chapter": "a clause, replace or drop line",
    "clause": "prose, cites, facts, note, question, or a formal line",
    "question": "covers, default or reading",
    "reading": "formal lines, or 'nothing more'",
    "to": "allow, require, forbid or then",
    "at": "then, award or charge",
    "whenever": "then",
    "kind": "require or forbid",
}
"""What may stand under what."""

FORMAL = (lines.Option, lines.Sides, lines.Deck, lines.Cards, lines.Worth, lines.PlaceLine, lines.Keep, lines.Phases, lines.Event)
BLOCKS = (lines.Act, lines.Show, lines.Define, lines.To, lines.At, lines.Whenever, lines.Kind)
HEADS = (lines.Text, lines.Chapter, lines.Clause)


@dataclass
class Sprout:
    """A parsed line on its way into the tree: its node (none where malformed), indentation, place and first word."""

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


class Nester:
    """Builds blocks out of sprouts; every misplaced line becomes a diagnostic."""

    def __init__(self, file: str, problems: list[Diagnostic]) -> None:
        self.file, self.problems = file, problems

    def misplaced(self, sprout: Sprout, parent: str) -> None:
        """Report a line that may not stand here, unless it was malformed and is reported already."""
        if sprout.node is not None:
            found = f"a '{sprout.word}' line under a {parent}" if parent != "file" else f"a '{sprout.word}' line outside a clause"
            mend = "indent it under the line it belongs to, by two spaces more than that line"
            self.problems.append(Diagnostic("misplaced-line", sprout.place, found, UNDER[parent], mend))

    def leaf(self, sprout: Sprout) -> None:
        """Report whatever stands under a line that takes nothing under it."""
        for child in sprout.children:
            found, expected = f"a '{child.word}' line under a '{sprout.word}' line", "nothing is indented under such a line"
            mend = "a line goes on below only with a joining word: and, or, when, otherwise …"
            self.problems.append(Diagnostic("misplaced-line", child.place, found, expected, mend))

    def block(self, sprout: Sprout, parent: str, allowed: tuple[type, ...]) -> Anything:
        """A header with its lines."""
        body = []
        for child in sprout.children:
            if isinstance(child.node, allowed) and not (parent == "kind" and child.node.mode == "allow"):
                self.leaf(child)
                body.append(child.node)
            else:
                self.misplaced(child, parent)
        if not body and not any(child.node is None for child in sprout.children):
            found = f"a '{sprout.word}' line with nothing under it"
            mend = "indent its lines under it, by two spaces, or delete it"
            self.problems.append(Diagnostic("empty-block", sprout.place, found, UNDER[parent], mend))
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
            case node if isinstance(node, FORMAL + BLOCKS):
                self.leaf(sprout)
                return node
            case _:
                self.misplaced(sprout, parent)
                return None

    def reading(self, sprout: Sprout) -> lines.Reading:
        """A reading with its formal lines; `nothing more` says that it has none."""
        body: list[Anything] = []
        for child in sprout.children:
            if child.node == ("nothing",):
                self.leaf(child)
            elif (node := self.formal(child, "reading")) is not None:
                body.append(node)
        if not sprout.children:
            found, expected = f"the reading '{sprout.node.name}' with nothing under it", UNDER["reading"]
            mend = "write 'nothing more' under a reading that adds no line"
            self.problems.append(Diagnostic("empty-block", sprout.place, found, expected, mend))
        return replace(sprout.node, body=tuple(body))

    def question(self, sprout: Sprout) -> lines.Question:
        """A question with what it covers, its default and its readings."""
        covers: tuple[str, ...] = ()
        default = [("", "")]
        readings: list[lines.Reading] = []
        for child in sprout.children:
            match child.node:
                case ("covers", ids):
                    covers += ids
                case ("default", name, why):
                    default.append((name, why))
                case lines.Reading():
                    readings.append(self.reading(child))
                case _:
                    self.misplaced(child, "question")
        if len(default) > 2:
            found, expected = f"{len(default) - 1} default lines", "exactly one default reading"
            self.problems.append(Diagnostic("default-count", sprout.place, found, expected, "keep one default line"))
        name, why = default[-1]
        return replace(sprout.node, covers=covers, default=name, because=why, readings=tuple(readings))

    def clause(self, sprout: Sprout) -> lines.Clause:
        """A clause with all that stands under it."""
        parts: dict[str, list[Anything]] = {k: [] for k in ("cites", "facts", "notes", "prose", "body", "questions")}
        for child in sprout.children:
            match child.node:
                case lines.Cites():
                    parts["cites"].append(child.node)
                case ("facts", ids):
                    parts["facts"] += ids
                case ("note", text):
                    parts["notes"].append(text)
                case ("prose", text):
                    parts["prose"].append(text)
                case lines.Question():
                    parts["questions"].append(self.question(child))
                case _:
                    if (node := self.formal(child, "clause")) is not None:
                        parts["body"].append(node)
        return replace(sprout.node, **{k: tuple(v) for k, v in parts.items()})

    def text(self, roots: list[Sprout]) -> lines.Text | None:
        """The whole text, or none where it has no head."""
        head: lines.Text | None = None
        chapters: list[lines.Chapter] = []
        for root in roots:
            match root.node:
                case lines.Text() if head is None:
                    head = root.node
                    self.leaf(root)
                case lines.Chapter():
                    chapters.append(root.node)
                    self.leaf(root)
                case lines.Clause() if chapters:
                    chapters[-1] = replace(chapters[-1], clauses=(*chapters[-1].clauses, self.clause(root)))
                case _:
                    self.misplaced(root, "chapter" if head else "file")
        if head is None and not any(root.node is None for root in roots):
            expected = 'a first line such as: book NAME "Title", or: variant NAME extends BOOK "Title"'
            found = "no book or variant line"
            self.problems.append(Diagnostic("no-head", Place(self.file, 1), found, expected, "begin the text with that line"))
        return head and replace(head, chapters=tuple(chapters))


def nest(sprouts: Sequence[Sprout], file: str, problems: list[Diagnostic]) -> lines.Text | None:
    """The tree of all lines; problems found on the way are added to `problems`."""
    return Nester(file, problems).text(grow(sprouts))
