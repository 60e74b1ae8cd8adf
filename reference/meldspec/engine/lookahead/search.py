"""Looking ahead within a turn: which acts are possible now, and what further acts of the same player can bring about."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from meldspec.engine.candidates import EVERY, candidates, with_plays
from meldspec.engine.compile.record import CompiledAct, CompiledField, Condition, Key
from meldspec.engine.lookahead.exact_cover import covers, first_cover
from meldspec.engine.lookahead.fixed_point import UNDECIDED, FixedPointMemo
from meldspec.engine.lookahead.hints import Hint, Hints
from meldspec.engine.lookahead.query import Query
from meldspec.engine.lookahead.reachability import Reachability
from meldspec.engine.play import bound, legal
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import all_in, without
from meldspec.engine.verdict import Unanswered
from meldspec.table.faults import RulesFault
from meldspec.table.table import ENDED, NEW, Act, Bag, Cells, Play

SINGLY = 8
"""Of how many ways to lay a hand the plays are tried one act after another, where they may not be laid in one act."""
PATIENCE = 16_384
"""How many acts are tried at most where a hand cannot be laid in any simple way, though nothing tells that it cannot be laid."""
FAR = 16_384
"""How many acts are tried at most where any further acts at all may bring a condition about."""
PROPOSED = 65_536
"""How many acts are looked at for one question whether there is any of some sort, those included that are not worth trying."""


def _untold(seat: int, cards: int, leaving: int, spent: str) -> str:
    """What is said where it is not found out whether a hand can be laid."""
    asked = f"the rules ask whether seat {seat} could lay all but {leaving} of {cards} cards"
    return f"{asked}, and {spent} without an answer; {UNDECIDED}"


def _unseen(seat: int) -> str:
    """What is said where it is not found out what further acts can bring about."""
    asked = f"the rules ask what seat {seat} could still bring about in this turn"
    return f"{asked}, and {FAR} acts were tried without an answer; {UNDECIDED}"


def _unfound(seat: int) -> str:
    """What is said where it is not found out whether there is an act of some sort."""
    return f"the rules ask what seat {seat} could do now, and {PROPOSED} acts were looked at without an answer; {UNDECIDED}"


class Tally:
    """Counts the acts tried for one question."""

    def __init__(self, most: int, spent: Callable[[], Unanswered]) -> None:
        self.left, self.spent = most, spent

    def count(self) -> None:
        """One act more; raises what `spent` makes where it is one too many."""
        self.left -= 1
        if self.left < 0:
            raise self.spent()


class Bounds:
    """What a question about laying a hand may cost: acts tried, and acts looked at on the way."""

    def __init__(self) -> None:
        self.tried = Tally(PATIENCE, lambda: Unanswered(f"{PATIENCE} acts were tried", complete=False))
        self.looked_at = Tally(PROPOSED, lambda: Unanswered(f"{PROPOSED} acts were looked at", complete=False))


class Search:
    """The look-ahead of one referee: answers what lines ask beyond the present position, and keeps the answers.

    Four things bound it, all counted in acts, so that the same question always comes as far:

    - `FAR` for a question about any further acts, those that it leads to included: the outermost one begins the count (`far`);
    - `PATIENCE` for each question about laying a hand, once simple ways are exhausted, questions within it not included;
    - `PROPOSED` for each question whether there is any act of some sort, and for each about laying a hand, those included that are
      not worth trying, since sets of plays are many and take room while they grow;
    - the `budget`, if there is one, for all that is tried while it lasts. Budgets nest: see `limited`.

    Where a bound is reached, Unanswered unwinds to the referee, and nothing unfinished is remembered.

    Whoever asks the same of many rulebooks may share `hints` between them; none are kept otherwise, since with them it hangs on
    what was asked before how far a question comes.
    """

    def __init__(self, rulebook: Rulebook, budget: int | None = None, hints: Hints | None = None) -> None:
        self.rulebook, self.hints = rulebook, hints
        self.plays: dict[Any, list[Play]] = {} if hints is None else hints.plays(rulebook.looks)
        self.memo = FixedPointMemo()
        self.budget = budget
        self.far: Tally | None = None

    @property
    def reach(self) -> Reachability:
        """What further acts may change; most referees are asked nothing that looks ahead."""
        return self.rulebook.derived(Reachability)

    @contextmanager
    def limited(self, acts: int) -> Iterator[None]:
        """Within it the look-ahead tries so many acts at most, and no more than are left of a budget around it, of which they are
        spent, too."""
        outer = self.budget
        mine = self.budget = acts if outer is None else min(acts, outer)
        try:
            yield
        finally:
            self.budget = None if outer is None else outer - (mine - self.budget)

    def could_come(self, cells: Cells, seat: int, key: Key, condition: Condition) -> bool:
        """Whether further legal acts of a seat (or none) can bring a condition about."""
        cells = tuple(cells)
        return self.memo.answer(
            (cells, seat, key), lambda: bool(condition(cells)) or self._by_any_acts(cells, seat, key, condition)
        )

    def _by_any_acts(self, cells: Cells, seat: int, key: Key, condition: Condition) -> bool:
        """The same by further acts; the outermost question bounds all that is asked on the way."""
        # What is asked on the way spends what is left of the outermost question, so no chain of questions is without a bound.
        if self.far is not None:
            return self._further(cells, seat, key, condition, self.far)
        self.far = Tally(FAR, lambda: Unanswered(_unseen(seat)))
        try:
            return self._further(cells, seat, key, condition, self.far)
        finally:
            self.far = None

    def _further(self, cells: Cells, seat: int, key: Key, condition: Condition, far: Tally) -> bool:
        """Whether some further act leads to a position from which the condition can come about.

        Acts without plays are tried first, then acts of one play, then of several: most answers are near.
        """
        if cells[ENDED] is not None:
            return False
        if self._as_before((cells, seat, key), lambda _, act: self._leads_to(cells, seat, key, condition, act)):
            return True
        plain, laying = self._sorts(cells, seat)
        tried: set[Cells] = set()
        for name, most in [*((n, 1) for n in plain), *((n, 1) for n in laying), *((n, EVERY) for n in laying)]:
            for act in candidates(self, self.rulebook.acts[name], cells, seat, most):
                far.count()
                after = self.tried(cells, act, fits=True)
                if after is not None and after not in tried:
                    tried.add(after)
                    if self.could_come(after, seat, key, condition):
                        self._note((cells, seat, key), name, act)
                        return True
        return False

    def _leads_to(self, cells: Cells, seat: int, key: Key, condition: Condition, act: Hint) -> bool:
        """Whether an act is legal and leads to a position from which the condition can come about."""
        after = self.tried(cells, act) if isinstance(act, Act) else None
        return after is not None and self.could_come(after, seat, key, condition)

    def could_come_laying(self, cells: Cells, seat: int, key: Key, condition: Condition, leaving: int, cards: Bag) -> bool:
        """Whether acts of a seat that lay all but so many of some cards, and acts without plays after them, can bring a condition
        about. The ways to lay the cards are few, and most hands have none."""
        cells = tuple(cells)
        return self.memo.answer(
            (cells, seat, key), lambda: bool(condition(cells)) or self._patiently(cells, seat, key, condition, leaving, cards)
        )

    def _patiently(self, cells: Cells, seat: int, key: Key, condition: Condition, leaving: int, cards: Bag) -> bool:
        """The answer to `could by laying`, with a bound of its own."""
        try:
            return self._by_laying(cells, seat, key, condition, leaving, cards, Bounds())
        except Unanswered as error:
            raise error if error.complete else Unanswered(_untold(seat, len(cards), leaving, str(error))) from None

    def _by_laying(self, cells: Cells, seat: int, key: Key, condition: Condition, leaving: int, cards: Bag, bounds: Bounds) -> bool:
        """The answer to `could by laying`, worked out: in one act or in a few, and where only that remains, by trying all acts."""
        if cells[ENDED] is not None:
            return False
        if len(cards) <= leaving and self._plainly(cells, seat, condition):
            return True
        question = (cells, seat, key, cards)
        if self._as_before(question, lambda name, plays: self._ends_so(name, cells, seat, condition, plays, singly=True)):
            return True
        # Most hands hold cards that nothing can be done with, or are laid in the way that is found first: then it need not be known
        # what may change on the way.
        first = {name: self._first_way(name, cells, seat, cards, leaving) for name in self._sorts(cells, seat)[1]}
        names = [name for name, plays in first.items() if plays is not None]
        for name in names:
            if self._ends_so(name, cells, seat, condition, first[name] or ()):
                self._note(question, name, first[name] or ())
                return True
        query = Query(self, self.reach, cells, seat, key[0], condition, cards) if names else None
        number = 0
        for number, (name, plays) in enumerate(self._ways(query, names, leaving) if query else (), 1):
            for after in laid(self, self.rulebook.acts[name], cells, seat, plays, number <= SINGLY):
                if self._plainly(after, seat, condition):
                    self._note(question, name, plays)
                    return True
        # No way to lay the cards in plays of one act means none in several: the covers count what several plays come to.
        return number > 0 and self._in_any_acts(cells, seat, key, condition, leaving, cards, bounds)

    def _first_way(self, name: str, cells: Cells, seat: int, cards: Bag, leaving: int) -> tuple[Play, ...] | None:
        """The first way to lay the cards by one act of a sort: none where there is none, no plays where that is not found out."""
        try:
            return first_cover(self, self._plays(name), cells, seat, cards, leaving)
        except Unanswered:
            # Of more plays than are listed a pruner may know what comes of them.
            return ()

    def _ends_so(self, name: str, cells: Cells, seat: int, condition: Condition, plays: Hint, singly: bool = False) -> bool:
        """Whether some plays, made in one act of a sort (or, `singly`, in a few), bring a condition about."""
        # Where that is not found out, another way may be.
        with suppress(Unanswered):
            ends = () if isinstance(plays, Act) or not plays else laid(self, self.rulebook.acts[name], cells, seat, plays, singly)
            return any(self._plainly(after, seat, condition) for after in ends)
        return False

    def _plays(self, name: str) -> CompiledField:
        """The plays of an act that lays some."""
        field = self.rulebook.acts[name].plays
        assert field is not None
        return field

    def _ways(self, query: Query, names: Iterable[str], leaving: int) -> Iterator[tuple[str, tuple[Play, ...]]]:
        """The ways to lay the cards by some sorts of acts that nothing rules out beforehand."""
        for name in names:
            found = covers(self, self._plays(name), query.cells, query.seat, query.cards, leaving, query)
            yield from ((name, plays) for plays in found if plays)

    def _in_any_acts(
        self, cells: Cells, seat: int, key: Key, condition: Condition, leaving: int, cards: Bag, bounds: Bounds
    ) -> bool:
        """The same by trying every act that lays some of the cards, and after it again."""
        for name in self._sorts(cells, seat)[1]:
            line = self.rulebook.acts[name]
            for act in candidates(self, line, cells, seat, EVERY):
                some = tuple(c for v, f in zip(act.values, line.fields, strict=True) if f.type == "plays" for p in v for c in p[1])
                bounds.looked_at.count()
                if some and all_in(some, cards):
                    bounds.tried.count()
                    after, left = self.tried(cells, act, fits=True), without(cards, some)
                    if after is not None and self.memo.answer(
                        (after, seat, key, left), partial(self._by_laying, after, seat, key, condition, leaving, left, bounds)
                    ):
                        return True
        return False

    def _plainly(self, cells: Cells, seat: int, condition: Condition) -> bool:
        """Whether a condition holds, or comes to hold by one act without plays."""
        if condition(cells):
            return True
        if cells[ENDED] is not None:
            return False
        for name in self._sorts(cells, seat)[0]:
            for act in candidates(self, self.rulebook.acts[name], cells, seat):
                after = self.tried(cells, act, fits=True)
                if after is not None and condition(after):
                    return True
        return False

    def tried(self, cells: Cells, act: Act, fits: bool = False) -> Cells | None:
        """The cells after an act where it is legal; where there is a budget, each act that is tried uses it up. Of an act that was
        made of what there is in this very position (`fits`) it is not asked again whether it can be."""
        if self.budget is not None:
            if self.budget <= 0:
                raise Unanswered("the look-ahead has used up its budget")
            self.budget -= 1
        return legal(self, cells, act, fits)

    def _sorts(self, cells: Cells, seat: int) -> tuple[list[str], list[str]]:
        """The acts that may be legal now: those without plays, those with."""
        plain: list[str] = []
        laying: list[str] = []
        for name, lays in self.rulebook.laying.items():
            if self.rulebook.early(name)(self, cells, seat):
                (laying if lays else plain).append(name)
        return plain, laying

    def _every(self, line: CompiledAct, cells: Cells, seat: int) -> Iterator[Act]:
        """All acts of one sort that a seat could propose, up to the bound on those that are looked at."""
        looked_at = Tally(PROPOSED, lambda: Unanswered(_unfound(seat)))
        for act in candidates(self, line, cells, seat, EVERY):
            looked_at.count()
            yield act

    def could_act(self, cells: Cells, seat: int, name: str, key: Key, condition: Callable[..., bool] | None) -> bool:
        """Whether a seat has a legal act of one sort, of which the condition holds."""
        cells = tuple(cells)
        return self.memo.answer((cells, seat, key), lambda: self._some(cells, seat, name, key, condition))

    def _some(self, cells: Cells, seat: int, name: str, key: Key, condition: Callable[..., bool] | None) -> bool:
        """The answer to `could`, worked out."""
        if not self.rulebook.early(name)(self, cells, seat):
            return False
        if self._as_before((cells, seat, key), lambda _, act: self._does(cells, act, condition)):
            return True
        for act in self._every(self.rulebook.acts[name], cells, seat):
            wanted = condition is None or condition(cells, *bound(self.rulebook, cells, act))
            if wanted and self.tried(cells, act, fits=True) is not None:
                self._note((cells, seat, key), name, act)
                return True
        return False

    def _does(self, cells: Cells, act: Hint, condition: Callable[..., bool] | None) -> bool:
        """Whether an act that was noted is legal, and the condition holds of it."""
        # Judged first: what it names may not be there under these rules, and then there is nothing to ask the condition of.
        if not isinstance(act, Act) or self.tried(cells, act) is None:
            return False
        return condition is None or condition(cells, *bound(self.rulebook, cells, act))

    def _as_before(self, question: Hashable, holds: Callable[[str, Hint], bool]) -> bool:
        """Whether that which was noted for a question brings it about here as well. Where it does not, nothing was spent."""
        noted = None if self.hints is None else self.hints.of((self.rulebook.looks, question))
        if noted is None:
            return False
        line, hint = noted
        if line.name not in self.rulebook.acts or self.rulebook.acts[line.name].line is not line:
            return False
        budget, far = self.budget, None if self.far is None else self.far.left
        # Under these rules it may be that no end comes of it, or none that is found; something else may be found all the same.
        with suppress(Unanswered, RulesFault):
            if holds(line.name, hint):
                return True
        self.budget = budget
        if self.far is not None and far is not None:
            self.far.left = far
        return False

    def _note(self, question: Hashable, name: str, hint: Hint) -> None:
        """Note what brought it about that a question was answered with yes, if anybody may ask it again."""
        if self.hints is not None:
            self.hints.note((self.rulebook.looks, question), self.rulebook.acts[name].line, hint)


def laid(search: Search, line: CompiledAct, cells: Cells, seat: int, plays: tuple[Play, ...], singly: bool) -> Iterator[Cells]:
    """The positions after plays are laid: in one act where that is legal, else (`singly`) in several; the acts are tried by the
    search, which may have a budget of them."""
    for acts in [[plays], *(_in_acts(plays) if singly else ())]:
        at: Cells | None = cells
        for some in acts:
            acts_of_some = with_plays(search, line, at, seat, some) if at is not None else iter(())
            at = next((f for act in acts_of_some if at and (f := search.tried(at, act)) is not None), None)
        if at is not None:
            yield at
            if acts == [plays]:
                return


def _in_acts(plays: tuple[Play, ...]) -> Iterator[list[tuple[Play, ...]]]:
    """A few ways to make plays in several acts: what goes onto melds that lie before what begins one, then one after another."""
    large = sorted(plays, key=lambda p: -len(p[1]))
    onto, begun = [p for p in large if p[0] != NEW], [p for p in large if p[0] == NEW]
    if onto and begun:
        yield [tuple(onto), tuple(begun)]
    for ordered in ([*onto, *begun], large, large[::-1]):
        yield [(play,) for play in ordered]
