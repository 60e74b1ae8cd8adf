"""The score of a deal that has ended, as the sheet that a table would write: side by side, clause by clause, line by line."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from meldspec.book.addresses import Addresses
from meldspec.book.line_index import LineIndex, line_index
from meldspec.engine.referee import Points
from meldspec.position.position import Position
from meldspec.ruling.as_text import no_score_words, taken_words
from meldspec.ruling.counted_cards import counted_cards
from meldspec.ruling.desk.told import PAGE, asked_json
from meldspec.ruling.dialogue.seats import side_words
from meldspec.ruling.otherwise_text import not_so, question_title
from meldspec.ruling.page import Manner
from meldspec.ruling.score import Score, ended_table
from meldspec.ruling.told import spans
from meldspec.ruling.traced import Tracing
from meldspec.table.table import Layout

OPEN = "not known"
"""What hangs on cards that nobody knows, without any bounds."""


def sheet_json(position: Position, score: Score, you: int, manner: Manner) -> dict[str, Any]:
    """The whole sheet, as the player in a seat would have it."""
    layout = position.rulebook.layout
    return {
        "headline": _headline(score, layout, you),
        "how": score.how,
        "seat": score.seat,
        "sides": [_side(position, score, side, manner) for side in range(len(score.scores))],
        "hanging": list(score.open.counting) if score.open else [],
        "open": score.open is not None,
        "winner": None if score.winner is None else list(score.winner),
        "readings": [_reading(position, score, one, score.unless.get(one[:2])) for one in score.otherwise],
        "turns": [{**asked_json(position, one), "outcome": _points(score, one.outcome)} for one in score.deciding],
        "taken": list(taken_words(position)),
    }


def _headline(score: Score, layout: Layout, you: int) -> str:
    """What each side has from the deal, the side of `you` first."""
    told = [_span(score, side, 0, points) for side, points in enumerate(score.scores)]
    if set(told) == {OPEN}:
        return "What each side has hangs on cards that nobody knows"
    order = sorted(range(layout.sides), key=lambda side: side != layout.side_of(you))
    words = ", ".join(f"{_player(layout, side, you)} {told[side]}" for side in order)
    return f"{words[:1].upper()}{words[1:]}"


def _player(layout: Layout, side: int, you: int) -> str:
    """Whose the points of a side are."""
    if side == layout.side_of(you):
        return "you"
    return "the others" if layout.sides == 2 and len(layout.players_of(side)) > 1 else side_words(layout, side, you)


def _side(position: Position, score: Score, side: int, manner: Manner) -> dict[str, Any]:
    """What one side has."""
    points = [entry for entry in score.points if entry.side == side and any(entry.points)]
    total, had = score.totals[side], score.totals[side] - score.scores[side]
    return {
        "whose": f"Side {side}",
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
    return OPEN if isinstance(bounds, str) else bounds[side]


def _clauses(position: Position, score: Score, points: Iterable[Points], manner: Manner) -> Iterator[dict[str, Any]]:
    """The rows of one side, those of a clause together."""
    index: LineIndex = line_index(position.rulebook.sheet)
    tracing = Tracing(position, ended_table(position))
    hanging = set(score.open.counting) if score.open else set[str]()
    # Points come in the order of the book, so those of one clause stand together.
    for clause, group in groupby(points, lambda entry: entry.tag.clause):
        entries = list(group)
        yield {
            "clause": clause,
            "title": index.entries[clause].clause.title,
            "page": Addresses(position.rulebook.sheet.book).clause(clause).href(PAGE),
            "prose": list(index.entries[clause].clause.prose),
            "rows": [row for entry in entries for row in _rows(tracing, entry, clause in hanging, manner)],
            "sum": OPEN if clause in hanging else str(sum(sum(entry.points) for entry in entries)),
        }


def _rows(tracing: Tracing, entry: Points, hanging: bool, manner: Manner) -> Iterator[dict[str, str]]:
    """One line with what it counts: of melds each, as a table counts them."""
    # Of cards that nobody knows nothing is counted out.
    melds = [] if hanging else tracing.by_meld(entry, manner.card)
    for words, points in melds:
        yield {"line": entry.tag.line, "words": words, "points": str(points)}
    if not melds:
        words = "" if hanging else tracing.words(entry, manner.card)
        yield {"line": entry.tag.line, "words": words, "points": OPEN if hanging else str(sum(entry.points))}


def _reading(position: Position, score: Score, other: tuple[str, str, tuple[int, ...] | None], hangs: str | None) -> dict[str, Any]:
    """Another reading and what it makes of the score."""
    rulebook, (question, reading, scores) = position.rulebook, other
    asked = rulebook.questions()[question]
    return {
        "question": question,
        "title": question_title(rulebook, question),
        "page": Addresses(rulebook.sheet.book).clause(question).href(PAGE),
        "here": asked.says(rulebook.readings[question]),
        "reading": reading,
        "says": asked.says(reading),
        "words": no_score_words(score, (question, reading)) if scores is None else _points(score, scores),
        "matters": (question, reading) in score.failing or (scores is not None and not hangs),
        "unless": [not_so(rulebook.under(question, reading), hangs)] if hangs else [],
    }


def _points(score: Score, others: Sequence[int]) -> str:
    """Other points of the sides. Where cards are open no number is one that anybody knows, and it is told how many more or fewer
    there would be, with those cards as they were filled in."""
    if score.open is None:
        return ", ".join(f"side {side} {points}" for side, points in enumerate(others))
    more = [(side, other - points) for side, (points, other) in enumerate(zip(score.scores, others, strict=True))]
    told = [f"side {side} {abs(by)} {'more' if by > 0 else 'fewer'}" for side, by in more if by]
    sure = all(_span(score, side, 0, 0).lstrip("-").isdigit() for side, by in more if by)
    return (", ".join(told) or "the same") + ("" if sure else " (with the unknown cards as they were filled in)")
