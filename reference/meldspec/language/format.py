"""The canonical text of a tree: reading it again gives an equal tree, and formatting it again the same text."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from meldspec.language import lines
from meldspec.language.layout import OPEN_ENDS, STEP
from meldspec.language.spelling import format_line
from meldspec.language.vocabulary import JOINING, LOOSENESS


def format_text(text: lines.Text) -> str:
    """One rules text: the head, then chapters and clauses with one blank line before each."""
    parts = [format_line(text)]
    for chapter in text.chapters:
        if chapter.name:
            parts.append(format_line(chapter))
        parts += (format_clause(clause) for clause in chapter.clauses)
    return "\n\n".join(parts) + "\n"


def format_clause(clause: lines.Clause) -> str:
    """A clause: where it comes from, prose, notes, formal lines, questions; no line end behind the last."""
    return "\n".join((wrap(format_line(clause), 0), *under_clause(clause, STEP)))


def under_clause(clause: lines.Clause, margin: int) -> Iterator[str]:
    """The lines below the head of a clause."""
    yield from (wrap(format_line(cites), margin) for cites in clause.cites)
    yield from id_line("facts", clause.facts, margin)
    yield from (" " * margin + f"| {sentence}".rstrip() for sentence in clause.prose)
    yield from (" " * margin + format_line(number) for number in clause.numbers)
    yield from (" " * margin + f'note "{note}"' for note in clause.notes)
    yield from (format_formal(node, margin) for node in (*clause.body, *clause.changes))
    yield from (wrap(format_line(line), margin) for line in (*clause.says, *clause.nevers))
    for question in clause.questions:
        yield from question_lines(question, margin)


def id_line(word: str, ids: Iterable[str], margin: int) -> Iterator[str]:
    """`facts …` or `covers …`, where there are any."""
    if ids:
        yield wrap(f"{word} {', '.join(ids)}", margin)


def format_formal(node: lines.Change | lines.Judge | lines.Then | lines.Award, margin: int = 0) -> str:
    """A formal line, or a line that says what is otherwise, with the lines under it, indented by `margin` spaces; no line end
    behind the last."""
    # The condition of a standing rule goes on further in than the effects under it, which would else look like more of it.
    head = wrap(format_line(node), margin, 2 * STEP if isinstance(node, lines.Whenever) else STEP)
    body = node.body if isinstance(node, lines.Block | lines.Put) else ()
    same = [" " * (margin + 2 * STEP) + format_line(SAME)] if isinstance(node, lines.Put) and node.head_only else []
    return "\n".join((head, *(format_formal(line, margin + STEP) for line in body), *same))


def question_lines(question: lines.Question, margin: int) -> Iterator[str]:
    """A question with what it covers, its default and its readings."""
    yield " " * margin + format_line(question)
    yield from id_line("covers", question.covers, margin + STEP)
    if question.arises:
        answers = " and ".join(f"{asked} is {reading}" for asked, reading in question.arises)
        yield wrap(f"arises where {answers}", margin + STEP)
    if question.no_full_pack:
        yield " " * (margin + STEP) + "arises with no full pack"
    if question.default:
        yield " " * (margin + STEP) + f'default {question.default} because "{question.because}"'
    for reading in question.readings:
        yield " " * (margin + STEP) + format_line(reading)
        if reading.witness:
            yield " " * (margin + 2 * STEP) + f"witness {reading.witness}"
        held = (*reading.body, *reading.changes)
        yield from (format_formal(node, margin + 2 * STEP) for node in held)
        yield from (wrap(format_line(never), margin + 2 * STEP) for never in reading.nevers)
        if not held and not reading.nevers:
            yield " " * (margin + 2 * STEP) + "nothing more"


SAME = lines.SameLines("")


# ── long lines broken, at the loosest words first ───────────────────────────────────────────────────────────────────────────────

WIDTH = 110
"""Columns of a line of rules text."""

LISTS = frozenset(("cites", "facts", "covers", "cards", "worth", "deck", "phases", "programs", "to"))
"""Lines whose commas part short things: as many as go on a line."""

TOKEN = re.compile(r'"[^"\n]*"|[()]|[^\s()"]+')


def wrap(line: str, indent: int, deeper: int = STEP) -> str:
    """The line, indented, on as many physical lines as it needs, those below `deeper` spaces further in."""
    pieces = broken(line, indent, indent + deeper)
    return "\n".join(" " * margin + piece for margin, piece in pieces)


def broken(line: str, indent: int, below: int) -> list[tuple[int, str]]:
    """The pieces of a line with their indentations: the first at `indent`, the others at `below`."""
    cuts = [] if indent + len(line) <= WIDTH else best_cuts(line)
    if not cuts:
        return [(indent, line)]
    # The cuts stand on spaces.
    first, *others = [line[start:end].strip(" ") for start, end in pairwise((0, *cuts, len(line)))]
    if line.split(" ", 1)[0] in LISTS:
        first, *others = filled([first, *others], below)
    pieces = broken(first, indent, below + STEP)
    for piece in others:
        pieces += broken(piece, below, below + STEP)
    return pieces


def best_cuts(line: str) -> list[int]:
    """Where to cut: all the places of the loosest kind within the fewest parentheses."""
    found = list(places(line))
    loosest = min((kind for kind, _ in found), default=None)
    return [position for kind, position in found if kind == loosest]


def places(line: str) -> Iterator[tuple[tuple[int, int], int]]:
    """Every place to cut: of which kind (how deep within parentheses, how loose, 0 being loosest), and the position."""
    depth = 0
    tokens = list(TOKEN.finditer(line))
    for index, token in enumerate(tokens):
        depth += {"(": 1, ")": -1}.get(token.group(), 0)
        if token.group().endswith(OPEN_ENDS) and token.end() < len(line):
            yield (depth, loose(token.group()[-1])), token.end()
        # Not in front of the second word: the first alone would say nothing.
        elif index > 1 and token.group() in JOINING and line[token.start() - 1] == " ":
            yield (depth, loose(token.group())), token.start() - 1


def loose(word: str) -> int:
    """How loosely a word joins; 0 is loosest."""
    return next(rank for rank, words in enumerate(LOOSENESS) if word in words)


def filled(pieces: Sequence[str], indent: int) -> list[str]:
    """The pieces again, as many on a line as fit."""
    lines = [pieces[0]]
    for piece in pieces[1:]:
        if indent + len(lines[-1]) + 1 + len(piece) <= WIDTH:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines
