"""Whether an altered line comes to something else at a table: until it does, nothing that hangs on it can come out otherwise.

In the field's words the altered line is reached at every table, and infects those at which it comes to another value; whether that
shows in what is allowed is a further question. A search that never came to such a table has shown little.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

from meldspec.book.reach import Name
from meldspec.book.sheet import Line, expressions
from meldspec.corpus.search.branch_distance import FAR
from meldspec.corpus.search.infected_lines import Both, OfActs, OfJudge, OfKinds, OfScores, OfStanding, OfTerm, Pair, Site
from meldspec.corpus.search.playout import Turn
from meldspec.corpus.search.tables_ahead import TablesAhead
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.table.table import Act, Cells


class Infection:
    """Where a line of an altered rulebook comes to something else than the true one; `groups` are those of the lines that are
    altered. Of an altered term that any table tells this is asked itself, of others the lines that speak of them."""

    def __init__(self, true: Rulebook, other: Rulebook, groups: Iterable[Name]) -> None:
        altered = set(groups)
        names = frozenset(name for sort, name in altered if sort == "term")
        self.both, self.ahead = Both(true, other), TablesAhead((true, other))
        one = OfTerm(self.both, min(names)) if len(altered) == 1 and names else None
        self.term = one if one is not None and one.known else None
        self.sites: list[Site] = [] if self.term is not None else list(self._sites(altered, names))
        self.judged = sorted({site.act for site in self.sites if isinstance(site, OfJudge)})
        """The acts that are judged by an altered line."""
        self.scores = all(isinstance(site, OfScores) for site in self.sites) and self.term is None

    def _sites(self, altered: set[Name], names: frozenset[str]) -> Iterator[Site]:
        true, other = self.both.rulebooks
        done = dict[Name, list[Pair]]()
        for group in sorted({**true.selection.reach.groups, **other.selection.reach.groups}):
            found = list(pairs(true, other, group, names)) if group in altered or names else []
            match group[0]:
                case "judges" if group[1] in true.acts and group[1] in other.acts:
                    yield from (OfJudge(self.both, pair) for pair in found)
                case "effects" | "event" if found or group in altered:
                    done[group] = found
                case "standing":
                    yield from (OfStanding(self.both, pair) for pair in found)
                case "awards" if found:
                    yield OfScores(self.both)
                case "kind" if found:
                    yield OfKinds(self.both, found)
                case _:
                    pass
        if acts := acts_that_reach(true, other, done):
            yield OfActs(self.both, acts, list(chain(*done.values())))

    @property
    def known(self) -> bool:
        """Whether it can be told: of what is done before the first turn and of other cards it cannot, nor of a term that once could
        not be told at a table."""
        return bool(self.sites) if self.term is None else self.term.known

    def at(self, turns: Sequence[Turn]) -> list[int]:
        """How often it comes to something else in each of the turns of a playout; once where it does only in looking ahead."""
        self.both.anew()
        return [self._at(turn) or int(any(map(self._shows, self._ahead(turn)))) for turn in turns]

    def _at(self, turn: Turn) -> int:
        """The same at a table itself."""
        return self.term.at(turn) if self.term is not None else sum(site.at(turn) for site in self.sites)

    def _shows(self, ahead: Turn) -> bool:
        """Whether it does at a table ahead, and so that what is tried there comes out otherwise: nothing else of it is asked."""
        act, cells = ahead.proposals[0].act, ahead.table.cells
        return self._at(ahead) > 0 and self.both.differ(lambda judge, _: determined(judge.after(cells, act)))

    def near(self, turn: Turn) -> float:
        """How far a turn, the only one of its playout, is from one in which it comes to something else that nothing else hides; 0
        where it does."""
        near = min([self._near(turn), *map(self._near_ahead, self._ahead(turn))])
        # What is so of one part of a line may come to nothing in the whole of it.
        return near or (0.0 if any(self.at([turn])) or self.to_play(turn) else FAR)

    def to_play(self, turn: Turn) -> Act | None:
        """A legal act by which something else would happen, which is seen when it is played."""
        effects = (site for site in self.sites if isinstance(site, OfActs))
        return next((act for site in effects if (act := site.to_play(turn)) is not None), None)

    def _near(self, turn: Turn) -> float:
        """How far the nearest of the lines is."""
        return min((site.near(turn) for site in (self.sites if self.term is None else [self.term])), default=FAR)

    def _near_ahead(self, ahead: Turn) -> float:
        """The same at a table ahead; what is otherwise there may not show."""
        return self._near(ahead) or (0.0 if self._shows(ahead) else FAR / 2)

    def _ahead(self, turn: Turn) -> list[Turn]:
        """The tables that are looked at ahead; of what scores nothing is asked there."""
        return [] if self.scores else self.ahead.turns(turn)

    def numbers(self, cells: Cells) -> set[int]:
        """The numbers that an altered term comes to at a table where it comes to something else."""
        return set() if self.term is None else self.term.numbers(cells)


def acts_that_reach(true: Rulebook, other: Rulebook, groups: Collection[Name]) -> frozenset[str]:
    """The acts that both rulebooks have and that by one of them may come upon some groups of effects: by their own effects, by what
    the standing rules do afterwards, or since any act may end the deal."""
    reaches = [rulebook.selection.reach for rulebook in (true, other)]

    def reached(*begun: Name) -> bool:
        return any(not reach.reached(begun, looking_ahead=False).isdisjoint(groups) for reach in reaches)

    anyway = ("event", "judging") in groups or reached(("standing", ""))
    return frozenset(act for act in true.acts if act in other.acts and (anyway or reached(("effects", act))))


def pairs(true: Rulebook, other: Rulebook, group: Name, altered: frozenset[str]) -> Iterator[Pair]:
    """The lines of a group that are altered, and those that speak of an altered term."""
    mine, theirs = (list(rulebook.selection.reach.groups.get(group, ())) for rulebook in (true, other))
    shared = {id(line) for line in mine} & {id(line) for line in theirs}
    yield from ((line, line) for line in mine if id(line) in shared and altered & _terms(true, line))
    left = [line for line in theirs if id(line) not in shared]
    for line in mine:
        if id(line) not in shared:
            same = next((one for one in left if one.tag == line.tag), None)
            left = [one for one in left if one is not same]
            yield line, same
    yield from ((None, line) for line in left)


def _terms(rulebook: Rulebook, line: Line) -> set[str]:
    """The terms that a line speaks of, by itself or through others."""
    return set(rulebook.selection.reach.terms(*expressions(line)))
