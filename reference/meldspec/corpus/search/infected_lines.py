"""Lines of every sort in a true and an altered rulebook: how often the two come to something different in a turn, how near to it.

A term is asked of every player and side, a line about an act, or an effect, of what is proposed, a standing rule at every table
between an act and the next turn, what scores at the end of a deal, and a kind of what is laid.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import product
from typing import Any

from meldspec.book.core import Const, Core, Op
from meldspec.book.fold import NO, YES
from meldspec.book.sheet import EffectLine, JudgeLine, Line, Standing
from meldspec.corpus.search.branch_distance import FAR, UNKNOWN, PairDistance, happens, passes, somewhere
from meldspec.corpus.search.playout import Turn
from meldspec.corpus.search.tables_ahead import looks_ahead
from meldspec.engine.asked import known_of, taken_by_lines
from meldspec.engine.play import bound, carried_out, misfit
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.table.table import ENDED, SCORES, Act, Bag, Cells

Values = Callable[[Cells], list[Any]]
Pair = tuple[Line | None, Line | None]
"""A line as it is and as it is altered; none where there is no such line."""
OWNERS = ("player", "side")
"""The types of variables whose values are known at any table."""
LOOKS = 100
"""How many acts the look-ahead for a line may try over one playout."""
AHEAD = 3
"""Of so many of the acts proposed at a table a line is asked that looks ahead."""
BEYOND = 2 * FAR
"""How far a turn is in which nobody does anything of the sort."""


class Both:
    """The true and the altered rulebook, with a referee of each for one playout."""

    def __init__(self, true: Rulebook, other: Rulebook) -> None:
        self.rulebooks = true, other
        self.distance = PairDistance(true, other)
        self.anew()

    def anew(self) -> None:
        """Forget what was found out: another playout begins."""
        true, other = self.rulebooks
        self.referees = Referee(true, LOOKS), Referee(other, LOOKS)

    def differ(self, ask: Callable[[Referee, int], Any]) -> bool:
        """Whether the two come to something different, asked with the referee of each; where one comes to nothing they do not."""
        with suppress(*UNKNOWN):
            mine, theirs = (ask(judge, number) for number, judge in enumerate(self.referees))
            return bool(mine != theirs)
        return False

    def there(self, cells: Cells, act: Act) -> bool:
        """Whether what an act names is there."""
        true = self.referees[0]
        return not misfit(true, true.rulebook.acts[act.name], cells, act.seat, act.values)

    def near(self, conditions: Sequence[Core], cells: Cells, env: Mapping[str, Any]) -> float:
        """How far a condition of each is from coming out differently."""
        return self.distance.of(conditions[0], conditions[1], cells, env, self.referees)


class OfTerm:
    """Where a term comes to something else."""

    def __init__(self, both: Both, name: str) -> None:
        self.both = both
        true, other = both.rulebooks
        self.values = [values_of(rulebook, name) for rulebook in (true, other)]
        terms = [rulebook.selection.terms.get(name) for rulebook in (true, other)]
        self.bodies = [NO if term is None else term.body for term in terms]
        self.owners = list(_owners(true, true.sheet.term_free.get(name, {}))) if self.known else []

    @property
    def known(self) -> bool:
        """Whether it can be told: of a term about cards or melds that an act names it cannot, nor of one that once could not be
        told at a table."""
        return None not in self.values

    def at(self, turn: Turn) -> int:
        """Whether it comes to something else at the table of a turn."""
        mine, theirs = self._both(turn.table.cells)
        return int(mine != theirs)

    def near(self, turn: Turn) -> float:
        """How far it is from that, of whichever player or side is nearest to it."""
        judges, cells = self.both.referees, turn.table.cells
        mine, theirs = self.bodies
        return min((self.both.distance.between(mine, theirs, cells, one, judges) for one in self.owners), default=BEYOND)

    def numbers(self, cells: Cells) -> set[int]:
        """The numbers that it comes to at a table where it comes to something else, by the true rules and by the others."""
        mine, theirs = self._both(cells)
        differing = (pair for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1])
        return {value for pair in differing for value in pair if isinstance(value, int) and not isinstance(value, bool)}

    def _both(self, cells: Cells) -> tuple[list[Any], list[Any]]:
        """What it comes to by both rules; nothing where that cannot be told."""
        mine, theirs = self.values
        if mine is None or theirs is None:
            return [], []
        try:
            return mine(cells), theirs(cells)
        except UNKNOWN:
            self.values = [None, None]
            return [], []


def values_of(rulebook: Rulebook, name: str) -> Values | None:
    """What a term comes to at a table, for each player or side that it can be asked of; none where it is about anything else."""
    free, term = rulebook.sheet.term_free.get(name), rulebook.selection.terms.get(name)
    if term is None or free is None or any(kind not in OWNERS for kind in free.values()):
        return None
    names = [one for one in free if one != "player"]
    ask, asked = rulebook.function(term.body, *names), list(_owners(rulebook, free))

    def values(cells: Cells) -> list[Any]:
        return [ask(cells, one.get("player", 0), *(one[name] for name in names)) for one in asked]

    return values


def _owners(rulebook: Rulebook, free: Mapping[str, str]) -> Iterator[dict[str, int]]:
    """Whom a term can be asked of: each player, each side, or each player with each side."""
    number = {"player": rulebook.layout.seats, "side": rulebook.layout.sides}
    for owners in product(*(range(number[kind]) for kind in free.values())):
        yield dict(zip(free, owners, strict=True))


class OfJudge:
    """Where a line about an act says something else of an act that is proposed."""

    def __init__(self, both: Both, pair: Pair) -> None:
        self.both = both
        one = pair[0] or pair[1]
        assert isinstance(one, JudgeLine)
        self.act = one.act
        # Where there is no such line it lets everything pass, or permits nothing.
        self.none = one.mode != "allow"
        each = list(zip(both.rulebooks, pair, strict=True))
        self.told = [rulebook.condition(line) if isinstance(line, JudgeLine) else None for rulebook, line in each]
        self.passes = [passes(line) if isinstance(line, JudgeLine) else Const(self.none, "truth") for line in pair]
        self.lines = {line.tag.line for line in pair if line is not None}
        if one.mode == "allow":
            # Another permission that there is not either refuses nothing.
            act = both.rulebooks[0].acts[one.act]
            self.lines |= {act.judges[number].tag.line for number in act.allows}
        self.most = most_asked(both, pair)

    def _acts(self, turn: Turn) -> list[Act]:
        """What is proposed of that sort."""
        return proposed_of(self.both, turn, (self.act,))[: self.most]

    def at(self, turn: Turn) -> int:
        """Of how many acts it says something else."""
        acts = self._acts(turn)
        return sum(self.both.differ(partial(self._said, turn.table.cells, act)) for act in acts)

    def _said(self, cells: Cells, act: Act, judge: Referee, number: int) -> bool:
        told = self.told[number]
        return self.none if told is None else bool(told(*taken_by_lines(judge, cells, act)))

    def near(self, turn: Turn) -> float:
        """How far the nearest of the acts is from being judged otherwise by it; where one is, how many other lines refuse it."""
        cells, true = turn.table.cells, self.both.referees[0]
        return min(
            (
                self.both.near(self.passes, cells, known_of(true, cells, act)) or masked(self.both, turn, act, self.lines)
                for act in self._acts(turn)
            ),
            default=BEYOND,
        )


def most_asked(both: Both, pair: Pair) -> int | None:
    """Of how many of the acts proposed at a table two lines are asked; none where that is of all."""
    each = zip(both.rulebooks, pair, strict=True)
    return AHEAD if any(line is not None and looks_ahead(rulebook, line) for rulebook, line in each) else None


def proposed_of(both: Both, turn: Turn, names: Collection[str]) -> list[Act]:
    """The acts of some sorts that are proposed at a table and name what is there, the one that is played first."""
    acts = [*([] if turn.act is None else [turn.act]), *(one.act for one in turn.proposals)]
    return [act for act in dict.fromkeys(acts) if act.name in names and both.there(turn.table.cells, act)]


def masked(both: Both, turn: Turn, act: Act, uncounted: Collection[str] = ()) -> float:
    """How far a table is at which a line comes to something else for an act, by how many other lines refuse this all the same, and
    how far each of these is from letting it pass; of lines that permit it one is enough."""
    verdict = next((one.verdict for one in turn.proposals if one.act == act), None)
    if verdict is None or verdict.legal:
        return 0.0
    refuse = {tag.line for tag in verdict.lines}.difference(uncounted)
    true, cells = both.referees[0], turn.table.cells
    known = known_of(true, cells, act)
    far: dict[bool, list[float]] = {True: [], False: []}
    for line in true.rulebook.selection.chosen(true.rulebook.sheet.judges):
        if line.act == act.name and line.tag.line in refuse:
            far[line.mode == "allow"].append(both.distance.met(passes(line), cells, known, true))
    others = len(refuse) + sum(far[False]) + min(far[True], default=0.0)
    return FAR / 2 * others / (others + 1)


class OfActs:
    """Where an act that is proposed would leave something else, by an effect of its own, one at an event that it brings about, or
    another order of these: `acts` are those that may, `pairs` the effects in question.

    What the whole act leaves is compared, since an effect sees what those before it did.
    """

    def __init__(self, both: Both, acts: Collection[str], pairs: Sequence[Pair]) -> None:
        self.both, self.acts = both, acts
        self.happens = [tuple(happens(one) if isinstance(one, EffectLine) else NO for one in pair) for pair in pairs]
        self.most = AHEAD if any(most_asked(both, pair) is not None for pair in pairs) else None

    def _acts(self, turn: Turn) -> list[Act]:
        """What is proposed of that sort, the act that is played first."""
        return proposed_of(self.both, turn, self.acts)[: self.most]

    def at(self, turn: Turn) -> int:
        """Whether something else comes of the act that is played."""
        return int(turn.act is not None and turn.act.name in self.acts and self._otherwise(turn, turn.act))

    def to_play(self, turn: Turn) -> Act | None:
        """A legal act of which something else would come."""
        legal = {one.act for one in turn.proposals if one.verdict is not None and one.verdict.legal}
        return next((act for act in self._acts(turn) if act in legal and self._otherwise(turn, act)), None)

    def _otherwise(self, turn: Turn, act: Act) -> bool:
        cells = turn.table.cells
        return self.both.differ(lambda judge, _: carried_out(judge, cells, act, bound(judge.rulebook, cells, act)))

    def near(self, turn: Turn) -> float:
        """How far the nearest of the acts is from that; where one is, how many lines refuse it."""
        return min((self._far(turn, act) for act in self._acts(turn)), default=BEYOND)

    def _far(self, turn: Turn, act: Act) -> float:
        if self._otherwise(turn, act):
            return masked(self.both, turn, act)
        cells, true = turn.table.cells, self.both.referees[0]
        known = known_of(true, cells, act)
        # The conditions are asked before the act, which leads most of them there; where it does not, it was near all the same.
        return min((self._near(pair, cells, known) for pair in self.happens), default=0.0) or FAR

    def _near(self, pair: Sequence[Core], cells: Cells, known: Mapping[str, Any]) -> float:
        """How far one of the effects is from coming about by one of the two rules alone, or, under the same condition, at all."""
        if pair[0] != pair[1]:
            return self.both.near(pair, cells, known)
        return FAR + self.both.distance.met(pair[0], cells, known, self.both.referees[0])


class OfStanding:
    """Where a standing rule would act at a table and the other would not, or would do something else."""

    def __init__(self, both: Both, pair: Pair) -> None:
        self.both = both
        rules = [line if isinstance(line, Standing) else None for line in pair]
        mine, theirs = ([NO] if rule is None else list(_acts(rule)) for rule in rules)
        every = list(zip(mine, theirs, strict=False))
        # The very same rule speaks of what is altered elsewhere; one with the same conditions does something else when it acts.
        own = every if rules[0] is rules[1] else [both for both in every if both[0] != both[1]]
        self.conditions = own if own and len(mine) == len(theirs) else [(mine[0], NO)]

    def _tables(self, turn: Turn) -> Iterator[Cells]:
        """The table, and those between the act and the next turn, as the true standing rules have them."""
        yield turn.table.cells
        if turn.act is not None:
            judge, cells = self.both.referees[0], list(turn.table.cells)
            act, true = turn.act, judge.rulebook
            with suppress(*UNKNOWN):
                true.acts[act.name].do(judge, cells, act.seat, *bound(true, turn.table.cells, act))
                while cells[ENDED] is None:
                    yield tuple(cells)
                    if true.compiled.step(judge, cells) is None:
                        return

    def _near(self, cells: Cells) -> float:
        return min(self.both.near(conditions, cells, {}) for conditions in self.conditions)

    def at(self, turn: Turn) -> int:
        """At how many of these tables only one of the two would act, or would do something else."""
        return sum(self._near(cells) == 0 for cells in self._tables(turn))

    def near(self, turn: Turn) -> float:
        """How far the nearest of these tables is from that."""
        return min(self._near(cells) for cells in self._tables(turn))


def _acts(rule: Standing) -> Iterator[Core]:
    """The conditions under which a standing rule acts, and under which each of its effects comes about."""
    yield somewhere(rule.loop, rule.condition)
    yield from (somewhere(rule.loop, Op("and", (rule.condition, happens(effect)), "truth")) for effect in rule.effects)


class OfScores:
    """Where a line that scores gives something else at the end of a deal."""

    def __init__(self, both: Both) -> None:
        self.both = both

    def at(self, turn: Turn) -> int:
        """Whether some line gives a side something else."""
        after = turn.after
        if turn.act is None or after.cells[SCORES] is None:
            return 0
        return int(self.both.differ(lambda judge, _: {(one.tag.line, one.side, one.points) for one in judge.points(after)}))

    def near(self, turn: Turn) -> float:
        """Whether the deal is over, which is all that can be told."""
        return FAR if turn.after.over() else BEYOND


class OfKinds:
    """Where cards that are laid are another kind of meld, or none."""

    def __init__(self, both: Both, pairs: Sequence[Pair]) -> None:
        self.both = both
        self.passes = [[passes(line) if isinstance(line, JudgeLine) else YES for line in pair] for pair in pairs]

    def _laid(self, turn: Turn) -> set[Bag]:
        """The melds that there would be."""
        true, cells, found = self.both.rulebooks[0], turn.table.cells, set[Bag]()
        for act in (one.act for one in turn.proposals if self.both.there(cells, one.act)):
            for field, value in zip(true.acts[act.name].fields, bound(true, cells, act), strict=True):
                if field.type == "plays":
                    found |= {tuple(sorted(lying + cards)) for to, cards, lying in value if not isinstance(to, str)}
        return found

    def at(self, turn: Turn) -> int:
        """How many of them are something else."""
        mine, theirs = (rulebook.kind_of for rulebook in self.both.rulebooks)
        return sum(mine(cards) != theirs(cards) for cards in self._laid(turn))

    def near(self, turn: Turn) -> float:
        """How far the nearest of them is from being judged otherwise by one of the lines."""
        laid = sorted(self._laid(turn))
        found = (self.both.near(pair, turn.table.cells, {"it": cards}) for cards in laid for pair in self.passes)
        return min(found, default=BEYOND)


Site = OfJudge | OfActs | OfStanding | OfScores | OfKinds
