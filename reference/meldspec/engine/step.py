"""(rulebook, table, act) → verdict and next table. Every act reads: who, may, does, next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from meldspec.book.core import Tag
from meldspec.engine.acts import misfit
from meldspec.engine.play import bound, carried_out, later
from meldspec.engine.readings_relied_on import reading_tags
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import TooFar
from meldspec.table.act import Act
from meldspec.table.layout import SCORES, TOTALS
from meldspec.table.table import Cells, Table


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the rules say of an act. `lines` are all lines that refuse it, or, where it is legal, the lines that permit it;
    `readings` the readings it rests on; `why` tells what is wrong where the act could not even be tried."""

    legal: bool
    lines: tuple[Tag, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    why: str = ""


def judged(rulebook: Rulebook, cells: Cells, act: Act) -> Verdict:
    """The verdict on an act, with every line that refuses it; a line whose look ahead comes to no answer is left out where others
    refuse, and raises TooFar where they do not."""
    line = rulebook.acts[act.name]
    if why := misfit(rulebook, line, cells, act.seat, act.values):
        return Verdict(False, (line.tag,), (), why)
    values = bound(rulebook, cells, act)
    afterwards = later(rulebook, cells, act, values)
    content = line.judge(rulebook.search, cells, act.seat, *values, afterwards)
    found = [(line, *_content(one)) for line, one in zip(line.judges, content, strict=True)]
    permits = [line.tag for line, ok, _ in found if line.mode == "allow" and ok]
    refusals = [line.tag for line, ok, _ in found if line.mode != "allow" and ok is False]
    allows = [line.tag for line, ok, _ in found if line.mode == "allow" and ok is False]
    unknown = [error for line, _, error in found if error is not None and not (line.mode == "allow" and permits)]
    if unknown and not refusals:
        raise unknown[0]
    if allows and not permits and not unknown:
        refusals += allows
    refusals += _kind_lines(rulebook, cells, act) if refusals else []
    tags = tuple(refusals or permits)
    return Verdict(not refusals, tags, reading_tags(rulebook, tags))


def _content(line: bool | Callable[[], bool]) -> tuple[bool | None, TooFar | None]:
    """Whether a line is content; where looking ahead comes to no answer, why."""
    try:
        return bool(line() if callable(line) else line), None
    except TooFar as error:
        return None, error


def _kind_lines(rulebook: Rulebook, cells: Cells, act: Act) -> list[Tag]:
    """Where a play makes no meld, the lines of the kinds that it comes nearest to."""
    tags: list[Tag] = []
    for field, value in zip(rulebook.acts[act.name].fields, act.values, strict=True):
        if field.type == "plays" and field.melds:
            melds = cells[field.melds_cell(act.seat)]
            for to, cards in value:
                laid = tuple(sorted((melds[to] if isinstance(to, int) and to >= 0 else ()) + cards))
                if not isinstance(to, str) and rulebook.kind_of(laid) is None:
                    tags += [tag for tag in rulebook.compiled.kinds.refusals(laid) if tag not in tags]
    return tags


def step(rulebook: Rulebook, table: Table, act: Act) -> tuple[Verdict, Table]:
    """The verdict on an act, and the next table; after a refusal the table is the same."""
    verdict = judged(rulebook, table.cells, act)
    if not verdict.legal:
        return verdict, table
    return verdict, Table(carried_out(rulebook, table.cells, act, bound(rulebook, table.cells, act)))


@dataclass(frozen=True, slots=True)
class Points:
    """Points that one line gave a side, once for each thing it counts."""

    tag: Tag
    side: int
    points: tuple[int, ...]


def explain_scores(rulebook: Rulebook, table: Table) -> tuple[Points, ...]:
    """Every line that gave points in a deal that has ended, for each side."""
    cells = list(table.cells)
    if cells[SCORES] is not None:
        cells[TOTALS] = tuple(total - score for total, score in zip(cells[TOTALS], cells[SCORES], strict=True))
        cells[SCORES] = None
    found = []
    for side in range(rulebook.layout.sides):
        for award in rulebook.compiled.awards:
            points = tuple(award.points(rulebook.search, cells, side))
            if points:
                found.append(Points(award.line.tag, side, points))
    return tuple(found)
