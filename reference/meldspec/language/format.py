"""The canonical text of a tree: reading it again gives an equal tree, and formatting it again the same text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meldspec.language import lines
from meldspec.language.layout import STEP
from meldspec.language.line_words import format_line
from meldspec.language.spelling import spell
from meldspec.language.tree import Expr
from meldspec.language.wrapping import wrap


def format_text(text: lines.Text) -> str:
    """One rules text: the head, then chapters and clauses with one blank line before each."""
    parts = [format_line(text)]
    for chapter in text.chapters:
        parts.append(format_line(chapter))
        parts += (format_clause(clause) for clause in chapter.clauses)
    return "\n\n".join(parts) + "\n"


def format_expr(expr: Expr) -> str:
    """The words of an expression, on one line."""
    return spell(expr)


def format_clause(clause: lines.Clause) -> str:
    """A clause: where it comes from, prose, notes, formal lines, questions; no line end behind the last."""
    return "\n".join((wrap(format_line(clause), 0), *under_clause(clause, STEP)))


def under_clause(clause: lines.Clause, margin: int) -> Iterator[str]:
    """The lines below the head of a clause."""
    yield from (wrap(format_line(cites), margin) for cites in clause.cites)
    yield from id_line("facts", clause.facts, margin)
    yield from (" " * margin + f"| {sentence}".rstrip() for sentence in clause.prose)
    yield from (" " * margin + f'note "{note}"' for note in clause.notes)
    yield from (format_formal(node, margin) for node in clause.body)
    for question in clause.questions:
        yield from question_lines(question, margin)


def id_line(word: str, ids: Iterable[str], margin: int) -> Iterator[str]:
    """`facts …` or `covers …`, where there are any."""
    if ids:
        yield wrap(f"{word} {', '.join(ids)}", margin)


def format_formal(node: lines.Formal, margin: int = 0) -> str:
    """A formal line with the lines under it, indented by `margin` spaces; no line end behind the last."""
    match node:
        case lines.Whenever(body=body):
            # Its condition goes on further in than the effects under it, which would else look like more of it.
            head = wrap(format_line(node), margin, deeper=2 * STEP)
        case lines.To(body=body) | lines.At(body=body) | lines.Kind(body=body):
            head = wrap(format_line(node), margin)
        case _:
            return wrap(format_line(node), margin)
    return "\n".join((head, *(wrap(format_line(line), margin + STEP) for line in body)))


def question_lines(question: lines.Question, margin: int) -> Iterator[str]:
    """A question with what it covers, its default and its readings."""
    yield " " * margin + format_line(question)
    yield from id_line("covers", question.covers, margin + STEP)
    if question.arises:
        answers = " and ".join(f"{asked} is {reading}" for asked, reading in question.arises)
        yield wrap(f"arises where {answers}", margin + STEP)
    if question.default:
        yield " " * (margin + STEP) + f'default {question.default} because "{question.because}"'
    for reading in question.readings:
        yield " " * (margin + STEP) + format_line(reading)
        yield from (format_formal(node, margin + 2 * STEP) for node in reading.body)
        if not reading.body:
            yield " " * (margin + 2 * STEP) + "nothing more"
