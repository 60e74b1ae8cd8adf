"""Which memory, were it otherwise, would have the rules refuse what an implementation refuses wrongly.

What is to be seen on the table agreed up to there. So whoever refuses what is allowed has the law otherwise, or remembers something
otherwise that nobody sees: that a side has opened, say.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from meldspec.book.core import Tag, clause_of_line
from meldspec.corpus.expect import Step, answer
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.judge.booking import Sort
from meldspec.judge.findings import Cause, Finding, merged
from meldspec.language import lines
from meldspec.position.memory import memories, word
from meldspec.position.request import NoPosition
from meldspec.protocol.messages import Illegal
from meldspec.table.faults import RulesFault
from meldspec.table.table import CellRange, Table

BUDGET = 1_000
"""How many acts the look-ahead may try over one act with another memory."""
Otherwise = tuple[str, bool]
"""A memory that is kept, and what it would be."""


def by_memory(found: Sequence[Finding]) -> Sequence[Finding]:
    """Findings, of which wrong refusals that no line explains are one where all of their acts would be refused if one and the same
    memory were otherwise; of acts of one sort alone that says little, for some memory bars most of them."""
    explained: dict[Otherwise, list[Finding]] = {}
    for one in found:
        if one.sort is Sort.REFUSED and one.cause is None:
            for memory in _otherwise(one):
                explained.setdefault(memory, []).append(one)
    most = sorted(explained.items(), key=lambda pair: -len(pair[1]))
    if not most or len(most[0][1]) < 2 or (len(most) > 1 and len(most[1][1]) == len(most[0][1])):
        return found
    (name, value), same = most[0]
    assert same[0].shortest.rulebook is not None
    line = _keeping(same[0].shortest.rulebook, name).line
    what = f"{name} remembered as {word('truth', value)} there"
    whole = merged(same)
    whole = replace(whole, cause=Cause(line, what), clause=clause_of_line(line), lines=(line, *whole.lines))
    return [whole if one is same[0] else one for one in found if one not in same[1:]]


def _otherwise(finding: Finding) -> frozenset[Otherwise]:
    """The memories which, were they otherwise, would have the act refused in every case of a finding."""
    left: frozenset[Otherwise] | None = None
    for one in finding.booked:
        if one.rulebook is None or one.step is None or left == frozenset():
            return frozenset()
        left = _refusing(one.rulebook, one.step, left)
    return left or frozenset()


def _refusing(rulebook: Rulebook, step: Step, among: Iterable[Otherwise] | None = None) -> frozenset[Otherwise]:
    """The memories of yes or no which, were they otherwise, would have the act of a step refused; those of a few alone where these
    are told."""
    return frozenset(one for one in _other_values(rulebook, step, among) if _refused(rulebook, step, one))


def _keeping(rulebook: Rulebook, name: str) -> Tag:
    """The line that keeps a memory."""
    return next(line.tag for node, line in rulebook.selection.declared(lines.Keep) if node.name == name)


def _other_values(rulebook: Rulebook, step: Step, among: Iterable[Otherwise] | None) -> Iterator[Otherwise]:
    if among is not None or step.before is None:
        yield from among or ()
        return
    for range_ in _unseen(rulebook):
        yield from dict.fromkeys((range_.name, not step.before.cells[cell]) for cell in _cells(range_))


def _unseen(rulebook: Rulebook) -> Iterator[CellRange]:
    """The memories of yes or no that are not shown."""
    return (one for one in memories(rulebook) if one.form == "truth" and not one.shown and not one.told)


def _cells(range_: CellRange) -> range:
    return range(range_.first, range_.first + range_.count)


def _refused(rulebook: Rulebook, step: Step, otherwise: Otherwise) -> bool:
    """Whether an act is refused where a memory of anybody is otherwise."""
    assert step.before is not None
    name, value = otherwise
    (range_,) = (one for one in _unseen(rulebook) if one.name == name)
    for cell in _cells(range_):
        cells = step.before.cells
        if cells[cell] is not value:
            table = Table((*cells[:cell], value, *cells[cell + 1 :]))
            try:
                if isinstance(answer(Referee(rulebook, BUDGET), table, step.request).said, Illegal):
                    return True
            except (NoPosition, RulesFault, Unanswered, ValueError):
                continue
    return False
