"""Lines that do or say the same thing twice: two effects on one target, one score given twice, one duty written twice."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TypeVar

from meldspec.book.core import Cell, Tag
from meldspec.book.flat import Written
from meldspec.book.reach import Reach, reach_of
from meldspec.book.sheet import EffectLine, Sheet, together
from meldspec.language import lines
from meldspec.language.problems import Diagnostic

BREAKS = ("raise", "settle", "end deal")
"""After one of these, what was set before it may have been looked at."""
W = TypeVar("W", bound=Written)
Numbered = Sequence[tuple[Tag, Written]]


def check_twice(sheet: Sheet, problems: list[Diagnostic]) -> None:
    """Every pair of lines that may hold at once, do the same, and do it under the same condition."""
    written = [(tag, node) for tag, node, _ in sheet.book.numbered()]
    by_line = {tag.line: node for tag, node in written}
    groups = [*sheet.effects.values(), *sheet.events.values(), *(list(rule.effects) for rule in sheet.standing)]
    reach = reach_of(sheet)
    found = [problem for group in groups for problem in _effects(reach, group, by_line)]
    found += [*_said_again(written), *_standing(written), *_judged(reach, by_line)]
    # One line may repeat several others: the first of them is named, so the earliest comes last here.
    problems += {(problem.code, problem.place): problem for problem in reversed(found)}.values()


def _again(code: str, tag: Tag, earlier: Tag, found: str, expected: str) -> Diagnostic:
    """A line that does what another does."""
    return Diagnostic(code, tag.place, found, expected, f"the first one stands at {earlier.place}: delete one, or tell them apart")


# ── what happens ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _effects(reach: Reach, group: Sequence[EffectLine], by_line: dict[str, Written]) -> Iterator[Diagnostic]:
    """Effects of one act, event or standing rule, each beside each later one."""
    for first, second in combinations(range(len(group)), 2):
        one, other = group[first], group[second]
        if one.tag.line == other.tag.line or one.verb != other.verb or not together(one.tag, other.tag):
            continue
        a, b = by_line[one.tag.line], by_line[other.tag.line]
        assert isinstance(a, lines.Then) and isinstance(b, lines.Then)
        # Only lines that can stand between the two in some game: readings of one question exclude each other.
        between = [line for line in group[first + 1 : second] if together(line.tag, one.tag) and together(line.tag, other.tag)]
        if one.verb == "becomes":
            yield from _set_twice(reach, (one, a), (other, b), between)
        elif _same_effect(a, b, between) and (one.verb in BREAKS or one.tag.clause != other.tag.clause):
            found = "an effect that another line has under the same condition"
            yield _again("set-twice", other.tag, one.tag, found, "every effect said once")


def _same_effect(a: lines.Then, b: lines.Then, between: Sequence[EffectLine]) -> bool:
    """Whether two lines do the same; of two that end the deal under one condition, the second can only come too late."""
    if a.effect.verb == "end deal":
        return _when(a) == _when(b) and all(line.verb == "end deal" for line in between)
    return a.effect.verb != "settle" and a == b


def _when(node: lines.Then) -> tuple[object, ...]:
    """For what and under which condition something happens."""
    return node.each, node.source, node.when


Set = tuple[EffectLine, lines.Then]


def _set_twice(reach: Reach, one: Set, other: Set, between: Sequence[EffectLine]) -> Iterator[Diagnostic]:
    """A memory that is set, and set again before anything looks at it."""
    (first, a), (second, b) = one, other
    target = first.parts[0]
    if target != second.parts[0] or not isinstance(target, Cell):
        return
    overridden = a.source is None and b.source is None and b.when is None
    alike = _when(a) == _when(b) and (not between or first.tag.clause != second.tag.clause)
    # Two questions may each have a reading that says the same: under both it is said twice, and means one thing.
    harmless = a == b and first.tag.question != second.tag.question
    if (overridden or alike) and not harmless and not any(_looks(reach, line, target.name) for line in (*between, second)):
        found = f"'{target.name}' set again before any line looks at it"
        yield _again("set-twice", second.tag, first.tag, found, "one line that sets it")


def _looks(reach: Reach, line: EffectLine, name: str) -> bool:
    """Whether an effect looks at a memory, or has others look at it."""
    return line.verb in BREAKS or name in reach.looked_at(line).cells


# ── what is declared, stands, scores and is judged ─────────────────────────────────────────────────────────────────────────


def _pairs(written: Numbered, sort: type[W]) -> Iterator[tuple[tuple[Tag, W], tuple[Tag, W]]]:
    """Every two lines of one sort that may hold at once."""
    chosen = [(tag, node) for tag, node in written if isinstance(node, sort)]
    return (pair for pair in combinations(chosen, 2) if together(pair[0][0], pair[1][0]))


def _said_again(written: Numbered) -> Iterator[Diagnostic]:
    """Numbers of sides, and fields of the observation, that are said twice; points that two lines give for the same."""
    for (one, _), (other, _) in _pairs(written, lines.Sides):
        yield _again("set-twice", other, one, "a second number of sides", "one 'sides' line")
    for (one, a), (other, b) in _pairs(written, lines.Show):
        if a.key == b.key:
            yield _again("set-twice", other, one, f"'{b.key}' shown a second time", "one 'show' line for each field")
    for (one, given), (other, again) in _pairs(written, lines.Award):
        if given == again:
            yield _again("set-twice", other, one, "points that another line gives for the same", "every score given once")


def _standing(written: Numbered) -> Iterator[Diagnostic]:
    """Standing rules whose condition is that of an earlier one, which always acts in their place."""
    for (one, a), (other, b) in _pairs(written, lines.Whenever):
        same = (a.each, a.source, a.condition) == (b.each, b.source, b.condition)
        if same and (not one.question or one.question == other.question):
            found = "a standing rule whose condition an earlier one has"
            mend = f"the earlier one stands at {one.place}, and acts in its place: join them, or tell them apart"
            yield Diagnostic("never-applies", other.place, found, "standing rules that can come to act", mend)


def _judged(reach: Reach, by_line: dict[str, Written]) -> Iterator[Diagnostic]:
    """Permissions, duties and bars that another line is already, whenever they hold."""
    for group in (group for (sort, _), group in reach.groups.items() if sort in ("judges", "kind")):
        for one, other in combinations(group, 2):
            a, b = one.tag, other.tag
            always = not a.question or not b.question or (a.question, a.reading) == (b.question, b.reading)
            if a.line != b.line and always and by_line[a.line] == by_line[b.line]:
                yield _again("said-twice", b, a, "a line that says what another says", "every duty, bar and permission said once")
