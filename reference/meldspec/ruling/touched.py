"""Which other readings may change a judgement, told by the lines that were come upon when it was made.

A reading changes some lines: its own, those of the reading that it takes the place of, and whatever calls a term that either of
them defines. Where none of these is of a group of lines that could be come upon in this judgement, the other reading would have
led through the very same lines to the same end. Where all that are come upon judge the act, they are asked what they say instead,
on the same cells: if the act stays as legal as it was, all else stays too. Where standing rules are changed, they are asked
whether they would act on any of the tables on which such rules were asked; where none would, and none that the change takes away
did, all stays, too. An act that a line refuses which no change touches stays refused. Only else is a position set up and judged
anew.

- Soundness: the groups are told by reach, which names too many and never too few; once the look-ahead is asked, every line counts.
- Cost: microseconds for a reading that is passed over, some hundred for lines that are asked again.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from meldspec.book.reach import SCORED, Name, of_act
from meldspec.book.sheet import Declared, JudgeLine, Line, Sheet, Standing, with_groups
from meldspec.engine.compile.kept import Kept
from meldspec.engine.noting import NotingReferee
from meldspec.engine.play import bound, later, misfit
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.language import lines
from meldspec.position.position import Position
from meldspec.table.faults import RulesFault
from meldspec.table.table import ENDED, Act, Cells

SET_UP = ("declared", "kind", "standing")
"""The groups of lines that it hangs on whether a position can be."""
STANDING: Name = ("standing", "")
"""The group of the standing rules."""
Grouped = tuple[Name, Line]
"""A line and the group that it is come upon with."""
Said = tuple[JudgeLine, bool]
"""A line about an act, and whether it lets it pass; of `allow`, whether it permits it."""


class _ByQuestion:
    """The lines of a sheet that each question decides of, by itself or by terms that they call, with their groups."""

    def __init__(self, sheet: Sheet) -> None:
        kept = sheet.derived(Kept)
        self.lines: dict[str, list[Grouped]] = {name: [] for name in sheet.book.questions()}
        deciding: dict[str, set[str]] = {}
        for term in sheet.terms:
            if term.tag.question:
                deciding.setdefault(term.name, set()).add(term.tag.question)
        for group, line in _grouped(sheet):
            asked = {line.tag.question} if line.tag.question else set()
            for question in asked.union(*(deciding[name] for name in kept.hangs_on(line))):
                self.lines[question].append((group, line))


def _grouped(sheet: Sheet) -> Iterator[Grouped]:
    """All lines but definitions with their groups; the effects of standing rules are lines of theirs."""
    for sort, name, line in with_groups(sheet):
        if sort != "term":
            yield (sort, name), line
            if isinstance(line, Standing):
                yield from (((sort, name), effect) for effect in line.effects)


def _with_rules(sheet: Sheet) -> dict[int, Standing]:
    """The standing rules by their lines: their own, and those of their effects."""
    return {id(line): rule for rule in sheet.standing for line in (rule, *rule.effects)}


class Settled(NamedTuple):
    """The tables on which the standing rules were asked after an act, and the lines of those that acted."""

    tables: list[Cells]
    acted: frozenset[str]


class Touched:
    """What was come upon when an act was judged in a position under the readings in force."""

    def __init__(self, position: Position, act: Act) -> None:
        self.position, self.act = position, act
        self.rulebook, self.cells = position.rulebook, position.table.cells
        self.by_question = self.rulebook.sheet.derived(_ByQuestion).lines
        self.referee, self.line = NotingReferee(self.rulebook), self.rulebook.acts[act.name]
        self.fits = not misfit(self.referee, self.line, self.cells, act.seat, act.values)
        self.values: Sequence[Any] = bound(self.rulebook, self.cells, act) if self.fits else ()
        self.after: Cells | None = None
        self._afterwards = later(self.referee, self.cells, act, self.values)
        self.heard = self.line.judge(self.referee, self.cells, act.seat, *self.values, self.afterwards) if self.fits else None
        if self.heard is not None and _lets_pass(self._said()):
            self.afterwards()

    def afterwards(self) -> Cells:
        """The cells after the act; that they were asked for is noted."""
        self.after = self._afterwards()
        return self.after

    @cached_property
    def groups(self) -> frozenset[Name] | None:
        """The groups of lines that may have been come upon; none where they are all."""
        if self.referee.looked_ahead:
            return None
        reach, name = self.rulebook.selection.reach, self.act.name
        groups = [*reach.always(), ("fields", name)]
        if self.fits:
            groups += of_act(name)
        if any(cells is not None and cells[ENDED] is not None for cells in (self.cells, self.after)):
            groups += SCORED
        return reach.reached(groups, looking_ahead=False)

    def may_turn(self, question: str, reading: str) -> bool:
        """Whether under another reading of a question anything might be judged or done otherwise."""
        changed = self._changed(question, reading)
        if self._refused_anyway(changed):
            # Then the position must be there still, and that is all.
            changed = [(group, line) for group, line in changed if group[0] in SET_UP]
            return bool(changed) and not self._stands_alike(self.rulebook.under(question, reading), changed)
        return bool(changed) and not self._judged_alike(self.rulebook.under(question, reading), changed)

    def _changed(self, question: str, reading: str) -> list[Grouped]:
        """The lines that another reading of a question changes and that may have been come upon."""
        mine = self.rulebook.selection
        found = []
        for group, line in self.by_question[question]:
            if line.tag.question != question:
                changed = mine.holds(line.tag)
            else:
                changed = line.tag.reading in (reading, mine.readings[question])
            if changed and self._counts(question, group, line):
                found.append((group, line))
        return found

    def _refused_anyway(self, changed: Sequence[Grouped]) -> bool:
        """Whether the act is refused for something that changed lines have no part in."""
        again = {id(line) for _, line in changed}
        kinds = any(sort == "kind" for (sort, _), _ in changed)
        if self.heard is None:
            return id(self.line.line) not in again and self._apart(self.line.line, kinds)
        refuse, permit, _ = self.heard
        judges = self.line.judges
        if any(id(judges[number]) not in again and self._apart(judges[number], kinds) for number in refuse):
            return True
        # Who lacks a permission may be given it by a line that is changed, or by one that is there only then.
        allows = [judges[number] for number in self.line.allows]
        another = any(isinstance(line, JudgeLine) and line.mode == "allow" and id(line) in again for _, line in changed)
        return bool(allows) and not permit and not another and all(self._apart(line, kinds) for line in allows)

    def _apart(self, line: Line, kinds: bool) -> bool:
        """Whether a line that is not changed says the same, whatever is: it looks neither ahead nor at changed `kinds` of melds."""
        reads = self.rulebook.selection.reach.looked_at(line)
        return not reads.ahead and not (kinds and {"fits", "kind"} & reads.of("word"))

    def _stands_alike(self, other: Rulebook, changed: Sequence[Grouped]) -> bool:
        """Whether the same table is set up under another rulebook, in which some lines are changed."""
        if all(group == STANDING for group, _ in changed) and self._rests_alike(other, changed, [self.cells], frozenset()):
            return True
        position = self.position.with_the_same_cells(other)
        return position is not None and position.table.cells == self.cells

    def _counts(self, question: str, group: Name, line: Line) -> bool:
        """Whether a line of a group may have been come upon."""
        match group[0]:
            case "declared":
                # What a table shows of memory stands in its declaration, and so counts wherever a reading changes it.
                # A memory that one reading has alone is spoken of by none but the lines that this reading changes besides.
                return not (isinstance(line, Declared) and isinstance(line.node, lines.Keep) and line.tag.question == question)
            case "shows" | "kind":
                # Also a kind of meld that there is only under the other reading: what fits any kind is asked without its name.
                return True
            case "fields" if line.tag.question == question:
                # Where there is another act, lines that ask what could be done say otherwise.
                return True
            case _:
                return self.groups is None or group in self.groups

    def _judged_alike(self, other: Rulebook, changed: Sequence[Grouped]) -> bool:
        """Whether it is certain that the act is judged alike and does the same under another rulebook, in which some lines are
        changed."""
        judges, standing = self._of_group(("judges", self.act.name), changed), self._of_group(STANDING, changed)
        if self.heard is None or self.heard[2] or len(judges) + len(standing) < len(changed) or not self._same_cells(other):
            return False
        # What the judges ask may have the act carried out, and so standing rules be asked: these come last.
        return self._heard_alike(other, judges) and (not standing or self._settled_alike(other, standing))

    def _of_group(self, wanted: Name, changed: Sequence[Grouped]) -> list[Grouped]:
        """Those lines that are of one group."""
        return [(group, line) for group, line in changed if group == wanted]

    def _same_cells(self, other: Rulebook) -> bool:
        """Whether cells and cards mean the same under another rulebook."""
        return other.layout is self.rulebook.layout and other.faces is self.rulebook.faces

    def _heard_alike(self, other: Rulebook, changed: Sequence[Grouped]) -> bool:
        """Whether the act stays as legal as it is where some of the lines that judge it are changed."""
        again = {id(line) for _, line in changed}
        said = [(line, passes) for line, passes in self._said() if id(line) not in again]
        referee = Referee(other)
        try:
            for _, line in changed:
                if isinstance(line, JudgeLine) and other.selection.holds(line.tag):
                    told = other.condition(line)(referee, self.cells, self.act.seat, *self.values, self.afterwards)
                    said.append((line, bool(told)))
        except (Unanswered, RulesFault):
            return False
        return _lets_pass(said) == _lets_pass(self._said())

    def _settled_alike(self, other: Rulebook, changed: Sequence[Grouped]) -> bool:
        """Whether the standing rules do the same under another rulebook, in which some of them are changed."""
        later = self._settled if self.after is not None else Settled([], frozenset())
        if self.referee.looked_ahead or later is None:
            return False
        return self._rests_alike(other, changed, [self.cells, *later.tables], later.acted)

    @cached_property
    def _settled(self) -> Settled | None:
        """What the standing rules did after the act; none where effects let them act amid others, on tables that nobody sees."""
        cells, found, acted = list(self.cells), list[Cells](), set[str]()
        self.line.do(self.referee, cells, self.act.seat, *self.values)
        while cells[ENDED] is None:
            found.append(tuple(cells))
            line = self.rulebook.compiled.step(self.referee, cells)
            if line is None:
                break
            acted.add(line)
        sheet = self.rulebook.sheet
        effects = [
            *sheet.effects.get(self.act.name, ()),
            *(e for rule in sheet.standing if rule.tag.line in acted for e in rule.effects),
        ]
        amid = any(line.verb == "settle" for line in self.rulebook.selection.reach.carried_out(effects))
        return None if amid else Settled(found, frozenset(acted))

    def _rests_alike(self, other: Rulebook, changed: Sequence[Grouped], tables: Sequence[Cells], acted: frozenset[str]) -> bool:
        """Whether no standing rule that is changed would act on some tables under another rulebook, and none of them acted."""
        rules = self.rulebook.sheet.derived(_with_rules)
        referee, asked = Referee(other), {id(rule): rule for rule in (rules[id(line)] for _, line in changed)}.values()
        if self.cells[ENDED] is not None or not self._same_cells(other) or any(rule.tag.line in acted for rule in asked):
            return False
        try:
            held = [other.applies(rule) for rule in asked if other.selection.holds(rule.tag)]
            return not any(applies(referee, cells) for applies in held for cells in tables)
        except (Unanswered, RulesFault):
            return False

    def _said(self) -> list[Said]:
        """What each line about the act said of it."""
        refuse, permit, _ = self.heard or ([], [], [])
        return [
            (line, number in permit if line.mode == "allow" else number not in refuse)
            for number, line in enumerate(self.line.judges)
        ]


def _lets_pass(said: Sequence[Said]) -> bool:
    """Whether an act is legal of which lines say this: no duty refuses it, and it has one of the permissions, if there are any."""
    permits = [passes for line, passes in said if line.mode == "allow"]
    return all(passes for line, passes in said if line.mode != "allow") and (any(permits) or not permits)
