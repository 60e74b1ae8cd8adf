"""Syntax trees of single lines → the clause tree: clauses, questions, readings and blocks, by the indentation of the lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any as Anything

from meldspec.language import lines
from meldspec.language.problems import Diagnostic, Place

UNDER = {
    "text": "a book or variant line, then chapters",
    "chapter": "a clause, replace, drop or read line",
    "clause": "prose, cites, facts, note, question, or a formal line",
    "question": "covers, arises, default or reading",
    "reading": "'witness program', formal lines, or 'nothing more'",
    "change": "prose, cites, facts, note, question, a formal line, or what is otherwise: redefine, leave out, instead of, before, "
    "after, settle, prose stands",
    **dict.fromkeys(("instead", "before", "after"), "the lines that stand there"),
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
    **dict.fromkeys(("clause", "replace", "change", "drop", "read"), "at the left edge, below a chapter line"),
    **dict.fromkeys(("|", "cites", "facts", "note", "number", "say", "amends", "call", "question"), "under a clause line"),
    "never": "under a clause or a reading line (what no act may do is 'forbid when …' under 'to')",
    **dict.fromkeys(("covers", "arises", "default", "reading"), "under a question line"),
    **dict.fromkeys(("nothing", "witness"), "under a reading line"),
    **dict.fromkeys(("redefine", "leave", "instead", "before", "after"), "under a 'change' line, or a reading of its questions"),
    **dict.fromkeys(("settle", "prose"), "under a 'change' line"),
    "same": "under a reading of a question below a 'change' line",
    "allow": "under a 'to' line",
    **dict.fromkeys(("require", "forbid"), "under a 'to' or 'kind' line"),
    "then": "under a 'to', 'at' or 'whenever' line",
    **dict.fromkeys(("award", "charge"), "under an 'at' line"),
}
"""Where a line belongs, by its first word; other lines stand under a clause or a reading."""

BLOCKS = {
    "to": ("allow", "require", "forbid", "then"),
    "at": ("then", "award", "charge"),
    "whenever": ("then",),
    # What a meld is cannot be allowed or not: a kind has duties and bars alone.
    "kind": ("require", "forbid"),
}
"""The lines that a block takes, all by their first words."""

PARTS = {
    "clause": ("cites", "facts", "notes", "prose", "numbers", "says", "nevers", "body", "questions"),
    "change": ("cites", "facts", "notes", "prose", "numbers", "says", "nevers", "changes", "questions"),
    **dict.fromkeys(("question", "changed question"), ("covers", "arises", "no_full_pack", "default", "readings")),
    "reading": ("witness", "nothing", "nevers", "body"),
    "changed reading": ("witness", "nothing", "nevers", "changes"),
}
"""What stands under what, as the fields of its node are named, `default` and `nothing more` besides."""

LEAVES = {
    lines.Cites: "cites",
    lines.StatedNumber: "numbers",
    lines.Never: "nevers",
    **dict.fromkeys((lines.Say, lines.Amends, lines.Called), "says"),
}
"""Lines of a clause or a reading that take nothing under them, by the fields that they belong to."""

CHANGES = {
    "change": (lines.Redefine, lines.RedefineOption, lines.LeaveOut, lines.LeaveOutQuestion, lines.Settle, lines.ProseStands),
    "changed reading": (lines.Redefine, lines.LeaveOut, lines.SameLines),
}
"""What may be otherwise in an inherited clause and in an inherited reading, lines put somewhere besides."""

NOTHING_MORE = ("nothing", ())
"""What `nothing more` is before it has its place."""

WITNESS = ("witness", ("program",))
"""What `witness program` is before it has its place."""

HEADS = (lines.Text, lines.Chapter, lines.Clause)


@dataclass
class ParsedLine:
    """One line before it has its place in the tree: node (none where malformed), indentation, place, first word, lines under it."""

    node: Anything
    indent: int
    place: Place
    word: str
    children: list[ParsedLine] = field(default_factory=list)


def by_indentation(parsed: Sequence[ParsedLine]) -> list[ParsedLine]:
    """Put every line under the last line that stands further left, and give those that stand under none.

    Heads never stand under one another, however they are indented: one slip would else carry a whole chapter with it.
    """
    roots: list[ParsedLine] = []
    open_: list[ParsedLine] = []
    for line in parsed:
        while open_ and (open_[-1].indent >= line.indent or isinstance(line.node, HEADS)):
            open_.pop()
        (open_[-1].children if open_ else roots).append(line)
        open_.append(line)
    return roots


def a_line(word: str) -> str:
    """A kind of line as messages name it."""
    if word == "|":
        return "a line of prose"
    return f"{'an' if word[0] in 'aeiou' else 'a'} '{word}' line"


def _same_lines(line: ParsedLine) -> bool:
    """Whether a line is a head under which the lines of another head stand."""
    return isinstance(line.node, lines.Block) and [child.node for child in line.children] == [lines.SameLines("")]


class TreeBuilder:
    """Builds clauses and blocks out of lines; every misplaced line becomes a diagnostic, and is added to `problems`."""

    def __init__(self, file: str, problems: list[Diagnostic]) -> None:
        self.file, self.problems = file, problems

    def report(self, code: str, place: Place, found: str, expected: str, mend: str) -> None:
        """Add one diagnostic."""
        self.problems.append(Diagnostic(code, place, found, expected, mend))

    def misplaced(self, line: ParsedLine, parent: str) -> None:
        """Report a line that may not stand here, unless it was malformed and is reported already."""
        if line.node is not None:
            under = parent.removeprefix("changed ")
            found = f"{a_line(line.word)} {'here' if parent == 'text' else f'under {a_line(under)}'}"
            belongs = BELONGS.get(line.word, "under a clause or a reading line")
            mend = f"such a line belongs {belongs}"
            if belongs.startswith("under"):
                mend += ", two spaces further in"
            self.report("misplaced-line", line.place, found, UNDER[under], mend)

    def leaf(self, line: ParsedLine) -> None:
        """Report whatever stands under a line that takes nothing under it."""
        for child in line.children:
            found = f"{a_line(child.word)} under {a_line(line.word)}"
            expected = f"nothing under {a_line(line.word)}"
            mend = "indent it less; a line goes on below only with a joining word: and, or, when, otherwise …"
            self.report("misplaced-line", child.place, found, expected, mend)

    def block(self, line: ParsedLine) -> Anything:
        """A head with its lines."""
        body = []
        for child in line.children:
            if child.node is not None and child.word in BLOCKS[line.word]:
                self.leaf(child)
                body.append(child.node)
            else:
                self.misplaced(child, line.word)
        if not line.children:
            found = f"{a_line(line.word)} with nothing under it"
            mend = "indent its lines under it, two spaces further in, or delete it"
            self.report("empty-block", line.place, found, UNDER[line.word], mend)
        return line.node.with_other({"body": tuple(body)})

    def formal(self, line: ParsedLine, parent: str) -> list[Anything]:
        """A formal line or block of a clause or reading; nothing where it may not stand there."""
        if isinstance(line.node, lines.Block):
            return [self.block(line)]
        if isinstance(line.node, lines.Declaration):
            self.leaf(line)
            return [line.node]
        self.misplaced(line, parent)
        return []

    def changes(self, line: ParsedLine, parent: str) -> list[Anything]:
        """A line of a changed clause or reading: a formal line, or what is otherwise in an inherited one."""
        if isinstance(line.node, lines.Put):
            return [self.put(line)]
        if isinstance(line.node, lines.LineChange) and isinstance(line.node, CHANGES[parent]):
            self.leaf(line)
            return [line.node]
        return self.formal(line, parent)

    def put(self, line: ParsedLine) -> lines.Put:
        """Lines that stand at an inherited one, of whatever sort; whether they may stand there is seen when it is looked for."""
        body: list[Anything] = []
        put: lines.Put = line.node
        for child in line.children:
            if _same_lines(child) and put.where == "instead of" and len(line.children) == 1:
                return put.with_other({"body": (child.node,), "head_only": True})
            if isinstance(child.node, lines.Judge | lines.Then | lines.Award):
                self.leaf(child)
                body.append(child.node)
            else:
                body += self.formal(child, line.word)
        if not line.children:
            found, mend = f"{a_line(line.word)} with nothing under it", "indent the new lines under it, two spaces further in"
            self.report("empty-block", line.place, found, UNDER[line.word], mend)
        return put.with_other({"body": tuple(body)})

    def parts(self, line: ParsedLine, parent: str) -> dict[str, Anything]:
        """What stands under a clause, a question or a reading, by the field that it becomes."""
        parts: dict[str, list[Anything]] = {name: [] for name in PARTS[parent]}
        for child in line.children:
            match child.node:
                case (str(name), more) if name in parts:
                    self.leaf(child)
                    parts[name] += more
                case plain if (name := LEAVES.get(type(plain), "")) in parts:
                    self.leaf(child)
                    parts[name].append(plain)
                case lines.Question() if "questions" in parts:
                    parts["questions"].append(self.question(child, parent == "change"))
                case lines.Reading() if "readings" in parts:
                    parts["readings"].append(self.reading(child, parent == "changed question"))
                case _ if "changes" in parts:
                    parts["changes"] += self.changes(child, parent)
                case _ if "body" in parts:
                    parts["body"] += self.formal(child, parent)
                case _:
                    self.misplaced(child, parent)
        return {name: tuple(found) for name, found in parts.items()}

    def reading(self, line: ParsedLine, changed: bool) -> lines.Reading:
        """A reading with its formal lines; `nothing more` says that it has none. In a changed clause it may have inherited ones."""
        reading: lines.Reading = line.node
        told = [child for child in line.children if child.node != WITNESS]
        for child in told if len(told) > 1 else ():
            if child.node == NOTHING_MORE:
                found, mend = "'nothing more' beside other lines", "keep one or the other"
                self.report("nothing-and-more", child.place, found, UNDER["reading"], mend)
        if not told:
            # A reading that was left unfinished would else look like one that adds nothing.
            found = f"the reading '{reading.name}' with nothing under it"
            mend = "write 'nothing more' under a reading that adds no line"
            self.report("empty-block", line.place, found, UNDER["reading"], mend)
        held = self.parts(line, "changed reading" if changed else "reading")
        reading = reading.with_other({"witness": held["witness"][0] if held["witness"] else "", "nevers": held["nevers"]})
        if not changed:
            return reading.with_other({"body": held["body"]})
        otherwise = any(isinstance(change, lines.LineChange) for change in held["changes"])
        return reading.with_other({"changes" if otherwise else "body": held["changes"]})

    def question(self, line: ParsedLine, changed: bool) -> lines.Question:
        """A question with what it covers, its default and its readings."""
        question: lines.Question = line.node
        parts = self.parts(line, "changed question" if changed else "question")
        defaults = parts.pop("default")
        if len(defaults) > 1:
            found = f"{len(defaults)} default lines in the question '{question.name}'"
            self.report("default-count", line.place, found, "one default line", "keep one of them")
        default, because = defaults[0] if defaults else ("", "")
        never = bool(parts.pop("no_full_pack"))
        return question.with_other({"default": default, "because": because, "no_full_pack": never, **parts})

    def text(self, parsed: Sequence[ParsedLine]) -> lines.Text | None:
        """The whole text, or none where it has no head.

        A malformed or misplaced line may be the head or chapter that is missed: that is not reported again.
        """
        head: lines.Text | None = None
        chapters: list[tuple[lines.Chapter, list[lines.Clause]]] = []
        # Whether a line was met that may have been meant as the head or chapter that is missed later.
        broken = False
        for root in by_indentation(parsed):
            match root.node:
                case None:
                    broken = True
                case lines.Text() if head is None and not chapters:
                    head = root.node
                    self.leaf(root)
                case lines.Chapter():
                    chapters.append((root.node, []))
                    self.leaf(root)
                case lines.Clause() if chapters or broken or (head is not None and root.node.how != "clause"):
                    if not chapters and not broken:
                        # What becomes of an inherited clause needs no chapter: it stands where the clause stood.
                        chapters.append((lines.Chapter(0, "", "", place=root.place), []))
                    clause = root.node.with_other(self.parts(root, "change" if root.node.how == "change" else "clause"))
                    # No chapter where its line is malformed: the clause is looked at for its own faults and goes nowhere.
                    for _, clauses in chapters[-1:]:
                        clauses.append(clause)
                case _:
                    broken = True
                    self.misplaced(root, "chapter" if chapters else "text")
        if head is None and not broken:
            expected = 'a first line such as: book NAME "Title", or: variant NAME extends BOOK "Title"'
            self.report("no-head", Place(self.file, 1), "no book or variant line", expected, "begin the text with that line")
        whole = (node.with_other({"clauses": tuple(clauses)}) for node, clauses in chapters)
        return head and head.with_other({"chapters": tuple(whole)})
