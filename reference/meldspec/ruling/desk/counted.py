"""The score of a deal that has ended, as the sheet that a table would write: side by side, clause by clause, line by line."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from meldspec.book.addresses import Addresses
from meldspec.book.line_index import LineIndex, line_index
from meldspec.engine.referee import Points
from meldspec.position.position import Position
from meldspec.ruling.as_text import taken_words
from meldspec.ruling.counted_cards import counted_cards
from meldspec.ruling.desk.told import PAGE, asked_json
from meldspec.ruling.otherwise_text import not_so, question_title
from meldspec.ruling.page import Manner
from meldspec.ruling.score import Score, ended_table
from meldspec.ruling.told import spans
from meldspec.ruling.traced import Tracing


def sheet_json(position: Position, score: Score, manner: Manner) -> dict[str, Any]:
    """The whole sheet."""
    return {
        "how": score.how,
        "seat": score.seat,
        "sides": [_side(position, score, side, manner) for side in range(len(score.scores))],
        "hanging": list(score.open.clauses) if score.open else [],
        "open": score.open is not None,
        "winner": None if score.winner is None else list(score.winner),
        "readings": [_reading(position, *one, score.unless.get(one[:2])) for one in score.otherwise],
        "turns": [{**asked_json(position, one), "outcome": _points(one.outcome)} for one in score.deciding],
        "taken": list(taken_words(position)),
    }


def _side(position: Position, score: Score, side: int, manner: Manner) -> dict[str, Any]:
    """What one side has."""
    points = [entry for entry in score.points if entry.side == side and any(entry.points)]
    total, had = score.totals[side], score.totals[side] - score.scores[side]
    return {
        "has": list(counted_cards(position, ended_table(position), side, manner.card)),
        "clauses": list(_clauses(position, score, points, manner)),
        "deal": _span(score, side, 0, score.scores[side]),
        "before": had,
        "total": _span(score, side, had, total),
    }


def _span(score: Score, side: int, before: int, points: int) -> str:
    """What a side has, or between what, where cards are open."""
    if score.open is None:
        return str(points)
    bounds = spans(score.open, [before] * len(score.scores))
    return "open" if isinstance(bounds, str) else bounds[side]


def _clauses(position: Position, score: Score, points: Iterable[Points], manner: Manner) -> Iterator[dict[str, Any]]:
    """The rows of one side, those of a clause together."""
    index: LineIndex = line_index(position.rulebook.sheet)
    tracing = Tracing(position, ended_table(position))
    hanging = set(score.open.clauses) if score.open else set[str]()
    # Points come in the order of the book, so those of one clause stand together.
    for clause, group in groupby(points, lambda entry: entry.tag.clause):
        entries = list(group)
        yield {
            "clause": clause,
            "title": index.entries[clause].clause.title,
            "page": Addresses(position.rulebook.sheet.book).clause(clause).href(PAGE),
            "prose": list(index.entries[clause].clause.prose),
            "rows": [_row(tracing, entry, clause in hanging, manner) for entry in entries],
            "sum": "open" if clause in hanging else str(sum(sum(entry.points) for entry in entries)),
        }


def _row(tracing: Tracing, entry: Points, hanging: bool, manner: Manner) -> dict[str, str]:
    """One line with what it counts."""
    return {
        "line": entry.tag.line,
        # Of cards that nobody knows nothing is counted out.
        "words": "" if hanging else tracing.words(entry, manner.card),
        "points": "open" if hanging else str(sum(entry.points)),
    }


def _reading(position: Position, question: str, reading: str, scores: tuple[int, ...] | None, hangs: str | None) -> dict[str, Any]:
    """Another reading and what it makes of the score."""
    rulebook = position.rulebook
    asked = rulebook.questions()[question]
    return {
        "question": question,
        "title": question_title(rulebook, question),
        "page": Addresses(rulebook.sheet.book).clause(question).href(PAGE),
        "here": asked.says(rulebook.readings[question]),
        "reading": reading,
        "says": asked.says(reading),
        "words": "the deal would not have ended so" if scores is None else _points(scores),
        "matters": scores is not None and not hangs,
        "unless": [not_so(rulebook.under(question, reading), hangs)] if hangs else [],
    }


def _points(scores: Iterable[int]) -> str:
    return " : ".join(map(str, scores))
