"""Cheap equivalence of two rulebooks of one book: which acts are certainly judged and carried out alike by both.

Most mutants, and most other readings, alter a line or two. What an act can come upon is compared as resolved lines with the
options filled in (`Selection.specialised`), so an act that comes upon no altered line need not be tried under both rulebooks.
"""

import re
from collections.abc import Iterable
from dataclasses import replace

from meldspec.book.core import Tag
from meldspec.book.reach import SCORED, Name, reach_of
from meldspec.book.sheet import Line, Sheet, Standing
from meldspec.cache import digest
from meldspec.engine.rulebook import Rulebook
from meldspec.language.problems import Place

NO_ACTS = ("kind", "standing", "event", "awards", "shows")
"""Sorts of groups that do not belong to single acts."""


class Footprint:
    """The lines of one rulebook in groups that are looked at together, as they are written and as the options leave them."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.selection = rulebook.selection
        self.acts, self.faces, self.ranges = tuple(rulebook.laying), rulebook.faces, rulebook.layout.ranges
        self.groups = self.selection.reach.groups
        self._said: dict[Name, list[Line]] = {}
        self._reached: dict[tuple[bool, tuple[Name, ...]], frozenset[Name]] = {}

    def said(self, group: Name) -> list[Line]:
        """What the lines of a group say, wherever they stand."""
        if group not in self._said:
            self._said[group] = self.selection.specialiser.lines(self.groups.get(group, []))
        return self._said[group]

    def reached(self, *groups: Name, looking_ahead: bool = True) -> frozenset[Name]:
        """All groups that some lead to."""
        known = looking_ahead, groups
        if known not in self._reached:
            self._reached[known] = self.selection.specialised.reached(groups, looking_ahead=looking_ahead)
        return self._reached[known]


class UntaggedFootprint(Footprint):
    """The same of what lines say alone, wherever and under whatever reading they stand."""

    def said(self, group: Name) -> list[Line]:
        """What the lines of a group say."""
        return [untagged(line) for line in super().said(group)]


NOWHERE = Tag("", Place("", 0, 0))


def untagged(line: Line) -> Line:
    """A line without where it stands."""
    if isinstance(line, Standing):
        return replace(line, tag=NOWHERE, effects=tuple([replace(effect, tag=NOWHERE) for effect in line.effects]))
    return replace(line, tag=NOWHERE)


NUMBERED = re.compile(r"key='[a-z]+\d+'")
"""How a look ahead is told from the others of its book: by a number, which is another one where any reading has one more."""


def digest_of(rulebook: Rulebook) -> str:
    """A digest of all lines in force, wherever they stand: it is another one as soon as a rule is, and stays the same where only
    lines of readings that are not in force are others."""
    groups = rulebook.selection.reach.groups
    return _unnumbered([(group, [untagged(line) for line in groups[group]]) for group in sorted(groups)])


def digest_of_all(sheet: Sheet) -> str:
    """A digest of all lines, those of readings included, and of how questions are read by default: what mutants come to hangs on
    these and on their names, and on no file or path, nor on a word for people."""
    groups = reach_of(sheet).groups
    said = [
        (group, [(one.tag.line, one.tag.question, one.tag.reading, untagged(one)) for one in groups[group]])
        for group in sorted(groups)
    ]
    asked = [
        (name, one.default, [reading.name for reading in one.readings]) for name, one in sorted(sheet.book.questions().items())
    ]
    return _unnumbered((said, asked))


def _unnumbered(said: object) -> str:
    """The digest of what is said, however the looks ahead in it are numbered."""
    return digest(NUMBERED.sub("", repr(said)))


class Difference:
    """What another rulebook may do otherwise than a first one: the acts it judges otherwise, those even without looking ahead, and
    whether it keeps the same table, has the same kinds of melds and scores alike.

    Sound, since what leads to no group with an altered line leads to the same groups in both rulebooks. `judges_otherwise` is so
    only where the table is the same: kinds, standing rules and effects, which every judgement may come upon, are told there.
    Costs a comparison for each group and no walk through the other rulebook: lines that a mutant shares with the true rules are
    the same objects. Whole footprints compared for every act took three times as long as making the mutants.
    """

    def __init__(self, first: Footprint, other: Footprint) -> None:
        self.first, self.other = first, other
        groups = first.groups.keys() | other.groups.keys()
        # Under the same choice, lines that are equal as written say the same, and most are the same objects: nothing is folded.
        same_choice = (first.selection.options, first.selection.settled) == (other.selection.options, other.selection.settled)
        self.altered = {
            group
            for group in groups
            if not (same_choice and first.groups.get(group) == other.groups.get(group)) and first.said(group) != other.said(group)
        }
        acts = {*first.acts, *other.acts}
        same_cards = first.faces == other.faces
        self.same_kinds = self.alike(group for group in groups if group[0] == "kind")
        self.same_scores = same_cards and self.alike(SCORED)
        self.same_table = (
            same_cards
            and first.ranges == other.ranges
            and self.alike(group for group in groups if group[0] in NO_ACTS)
            and self.alike(("effects", act) for act in acts)
        )
        judging = {act: (("fields", act), ("judges", act)) for act in acts}
        self.judges_otherwise = frozenset(act for act in acts if not (same_cards and self.alike(judging[act])))
        self.judges_itself = frozenset(act for act in acts if not (same_cards and self.alike(judging[act], looking_ahead=False)))

    def alike(self, groups: Iterable[Name], *, looking_ahead: bool = True) -> bool:
        """Whether nothing that some groups lead to is altered."""
        return self.altered.isdisjoint(self.first.reached(*sorted(groups), looking_ahead=looking_ahead))

    @property
    def nothing(self) -> bool:
        """Whether the two are certainly the same rules over again."""
        return self.same_table and not self.judges_otherwise
