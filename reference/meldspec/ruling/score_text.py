"""A score as plain text: side by side, clause by clause, and with every line where it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from meldspec.book.line_index import LineIndex, by_clause, line_index
from meldspec.engine.step import Points
from meldspec.position.position import Position
from meldspec.ruling.as_text import heading, para, unsaid
from meldspec.ruling.score import Score

COLUMN = 60
"""Where the numbers begin."""


def scored(position: Position, score: Score, explain: bool) -> Iterator[str]:
    """The whole score, line by line."""
    index = line_index(position.rulebook.sheet.book)
    yield from heading(position)
    yield "The deal ended: " + score.how + (f", by seat {score.seat}." if score.seat is not None else ".")
    for side, points in enumerate(score.scores):
        yield from ("", _side(position, side))
        mine = [entry for entry in score.points if entry.side == side and any(entry.points)]
        yield from (_lines(mine, index) if explain else _clauses(mine, index))
        yield _row("this deal", points)
        yield _row("before", score.totals[side] - points)
        yield _row("total", score.totals[side])
    if score.winner is not None:
        yield from ("", f"The match is won by side {score.winner[0]}." if score.winner else "The match is drawn.")
    yield from _otherwise(position, score, explain)
    yield from unsaid(position)
    if score.hinges:
        yield from ("", "What the score turns on, and the file does not say (fields of memory)")
    for name, taken, value, scores in score.hinges:
        yield from para(f"{name} was taken to be {taken}; were it {value}: {_scores(scores)}", 2, 2)


def _scores(points: tuple[int, ...]) -> str:
    return " : ".join(map(str, points))


def _side(position: Position, side: int) -> str:
    """A side with its seats."""
    layout = position.rulebook.layout
    seats = [str(seat) for seat in range(side, layout.seats, layout.sides)]
    return f"Side {side} (seat{'s' if len(seats) > 1 else ''} {', '.join(seats)})"


def _row(text: str, points: int) -> str:
    return f"  {text.ljust(COLUMN)}{points:>8}"


def _clauses(points: list[Points], index: LineIndex) -> Iterator[str]:
    """One row a clause."""
    for clause, group in groupby(points, lambda entry: entry.tag.clause):
        title = index.entries[clause].clause.title
        yield _row(f"{title} [{clause}]", sum(sum(entry.points) for entry in group))


def _lines(points: list[Points], index: LineIndex) -> Iterator[str]:
    """One row a line, under its clause with prose and citations."""
    for group in by_clause(index, [entry.tag for entry in points]):
        clause = group.entry.clause
        yield f"  {clause.title} [{clause.id}]"
        for sentence in clause.prose:
            yield from para(sentence, 4)
        for entry in (p for p in points if p.tag in group.tags):
            reading = f" ({entry.tag.question}={entry.tag.reading})" if entry.tag.question else ""
            yield from para(f"{entry.tag.line}{reading}  {index.words[entry.tag.line]}", 4, 4)
            yield _row(f"    {_sum(entry.points)}", sum(entry.points))
        if group.cites:
            yield from para("after " + "; ".join(group.cites), 4, 2)


def _sum(points: tuple[int, ...]) -> str:
    """`500 + 2 × 300`, how the points of one line add up; nothing where there is one."""
    parts = [(len(list(group)), value) for value, group in groupby(sorted(points, reverse=True))]
    if len(points) == 1:
        return ""
    return " + ".join(f"{count} × {value}" if count > 1 else str(value) for count, value in parts)


def _otherwise(position: Position, score: Score, explain: bool) -> Iterator[str]:
    """What other readings would make of it."""
    if not score.otherwise:
        return
    if not explain:
        count = len({question for question, _, _ in score.otherwise})
        many = "one question changes" if count == 1 else f"{count} questions change"
        yield from ("", f"Another reading of {many} this; see --explain.")
        return
    yield from ("", "Under other readings")
    questions = position.rulebook.sheet.book.questions()
    for name, reading, scores in score.otherwise:
        says = next(r.says for r in questions[name].readings if r.name == reading)
        told = _scores(scores) if scores is not None else "the deal would not have ended so"
        yield from para(f"{questions[name].asks} [{name}]", 2, 2)
        yield from para(f"{reading}: “{says}” {told}", 4, 2)
