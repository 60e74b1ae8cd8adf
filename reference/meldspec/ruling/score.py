"""The score of a deal that has ended: every point by the line that gave it, and what other readings would make of it."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import field, replace
from typing import Any

from meldspec.book.reach import SCORED
from meldspec.engine.referee import Points, Referee
from meldspec.engine.verdict import Unanswered, determined
from meldspec.language.immutable import Immutable
from meldspec.position.marked import PositionError
from meldspec.position.memory import word
from meldspec.position.position import Position
from meldspec.ruling.open_cards import other_fillings
from meldspec.ruling.open_memory import (
    DecidingMemory,
    OpenMemory,
    candidate_values,
    deciding_memory,
    open_memory,
    possible,
    replaced,
    spoken_of,
    untried_memory,
)
from meldspec.ruling.ruling import alternatives, why_unanswered
from meldspec.ruling.score_bounds import OpenScore, open_score
from meldspec.table.faults import RulesFault
from meldspec.table.table import ENDED, MATCH, SCORES, TOTALS, Table


class NotEnded(ValueError):
    """A position whose deal goes on, or whose act is refused; the message says what would end it."""


class Score(Immutable):
    """What each side has from a deal: `points` line by line, `scores` their sums, `totals` of the match with this deal counted
    in, `winner` none while the match goes on, else the side that has won (empty: drawn). `otherwise` are the scores under other
    readings, by question and reading, where they differ; none where the deal has not ended so under that reading. `deciding` is
    memory that was taken for granted and that would change the scores, `open` what cards that the file leaves open may make of
    them. `unless` tells of readings among the others the memory, with a value, with which the scores would be as they are: of that
    memory the file does not speak, so it may be that they change nothing. `failing` tells of those under which there is no score
    why it is not known: the rules fail there, or looking ahead comes to no end. `untried` are cards and melds that the rules
    remember, nobody has told, and lines that score speak of: which they are was not tried."""

    how: str
    seat: int | None
    points: tuple[Points, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]
    winner: tuple[int, ...] | None
    otherwise: tuple[tuple[str, str, tuple[int, ...] | None], ...] = ()
    deciding: tuple[DecidingMemory[tuple[int, ...]], ...] = ()
    open: OpenScore | None = None
    unless: Mapping[tuple[str, str], str] = field(default_factory=dict)
    failing: Mapping[tuple[str, str], str] = field(default_factory=dict)
    untried: tuple[OpenMemory, ...] = ()


def ended_table(position: Position) -> Table:
    """The table of a deal that has ended: as the file has it, or after its act.

    Raises NotEnded where the deal goes on.
    """
    table, act = position.table, position.act()
    if table.over():
        return table
    if act is None:
        raise NotEnded("the deal has not ended; write how it did, as 'ended: {how: out, seat: 0}', or an act that ends it")
    found, after = Referee(position.rulebook).play(table, act)
    verdict = determined(found)
    if not verdict.legal:
        lines = ", ".join(tag.line for tag in verdict.lines)
        raise NotEnded(f"the act is refused ({verdict.why or lines}), so the deal has not ended; see 'meldspec rule'")
    if not after.over():
        raise NotEnded("the deal has not ended after the act; write how it did, as 'ended: {how: out, seat: 0}'")
    return after


def score(position: Position) -> Score:
    """The score of a position whose deal has ended, or ends by the act of its file.

    Raises NotEnded where the deal goes on.
    """
    table = ended_table(position)
    cells = table.cells
    how, seat = cells[ENDED]
    match = cells[MATCH]
    winner = None if match is None else tuple(side for side in match if side is not None)
    points = Referee(position.rulebook).points(table)
    unless: dict[tuple[str, str], str] = {}
    failing: dict[tuple[str, str], str] = {}
    others = tuple(_otherwise(position, cells[SCORES], unless, failing))
    deciding, scores = tuple(_deciding(position, cells[SCORES])), cells[SCORES]
    open_ones = open_score(position, table, scores)
    untried = tuple(untried_memory(position, spoken_of(position.rulebook, SCORED)))
    return Score(how, seat, points, scores, cells[TOTALS], winner, others, deciding, open_ones, unless, failing, untried)


def scores_of(position: Position) -> tuple[int, ...]:
    """The points of each side, added up from the lines that give them."""
    # Not the scores that lie on the table: they were counted with the memory of the file, before another value was put there.
    points = Referee(position.rulebook).points(ended_table(position))
    sides = range(position.rulebook.layout.sides)
    return tuple(sum(sum(entry.points) for entry in points if entry.side == side) for side in sides)


def scores_with_open_cards(position: Position, scores: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Other scores that the sides would have with other cards in the places that the file leaves open, as far as that was tried."""
    found: dict[tuple[int, ...], None] = {}
    for other in other_fillings(position):
        try:
            found[scores_of(other)] = None
        except NotEnded:
            continue
    return tuple(one for one in found if one != scores)


def _deciding(position: Position, scores: tuple[int, ...]) -> Iterator[DecidingMemory[tuple[int, ...]]]:
    """The memory that the file does not speak of and that would change the score."""

    def tried(values: Mapping[int, Any]) -> tuple[int, ...] | None:
        # The act of the file, if there is one, is done again from the other table: it may no longer end the deal.
        other = replace(position, table=replaced(position.table, values))
        # Memory with which the rules fail is none that they know.
        with suppress(NotEnded, RulesFault):
            found = scores_of(other)
            # Whether a game comes to the table is asked last, and of few.
            return found if found != scores and possible(position, other.table.cells) else None
        return None

    # Acts that could still end the deal speak of memory too: only of a deal that has ended is it known what its score asks.
    read = spoken_of(position.rulebook, SCORED) if position.table.over() else None
    return deciding_memory(position, read, tried)


def _otherwise(
    position: Position, scores: tuple[int, ...], unless: dict[tuple[str, str], str], failing: dict[tuple[str, str], str]
) -> Iterator[tuple[str, str, tuple[int, ...] | None]]:
    """The other readings that change the score; of those that may not, `unless` is noted what they hang on, and in `failing` why
    it is not known of some."""
    act = position.act()
    for question, reading in alternatives(position.rulebook, act.name if act else "", True):
        try:
            other = position.under(question, reading)
            found = scores_of(other)
        except (NotEnded, PositionError):
            yield question, reading, None
            continue
        except (RulesFault, Unanswered) as error:
            failing[question, reading] = why_unanswered(error)
            yield question, reading, None
            continue
        if found != scores:
            if same := next(_changing_nothing(position, other, scores), ""):
                unless[question, reading] = same
            yield question, reading, found


def _changing_nothing(position: Position, other: Position, scores: tuple[int, ...]) -> Iterator[str]:
    """Memory that the file does not speak of, with values with which another reading gives the same score as the one in force,
    which it leaves as it is."""
    layout = position.rulebook.layout
    for one in open_memory(other, spoken_of(other.rulebook, SCORED)):
        number = one.owner_number
        for value in candidate_values(other.rulebook, other.table.cells, one.range, number):
            here = {layout[one.range.name].first + number: value} if layout.has(one.range.name) else {}
            if value != other.table.cells[one.cell] and all(
                _scores_with(told, cells) == scores for told, cells in ((other, {one.cell: value}), (position, here))
            ):
                yield f"{one.name} {word(one.range.form, value)}"


def _scores_with(position: Position, values: Mapping[int, Any]) -> tuple[int, ...] | None:
    """The score with other values in some cells of memory; none where the deal does not end so."""
    try:
        return scores_of(replace(position, table=replaced(position.table, values)))
    except (NotEnded, RulesFault):
        return None
