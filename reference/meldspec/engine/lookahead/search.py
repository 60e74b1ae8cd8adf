"""Looking ahead within a turn: which acts are possible now, and what further acts of the same player can bring about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from meldspec.engine.candidates import EVERY, candidates, early
from meldspec.engine.lookahead.hand_covers import covers, laid
from meldspec.engine.lookahead.query import Prospect
from meldspec.engine.lookahead.reachability import Outlook
from meldspec.engine.play import bound, legal
from meldspec.engine.runtime import TooFar, all_in, without
from meldspec.table.faults import EngineDefect
from meldspec.table.layout import ENDED
from meldspec.table.table import Cells
from meldspec.table.values import Bag, Play

if TYPE_CHECKING:
    from meldspec.engine.rulebook import Rulebook
    from meldspec.table.act import Act

MEMO_LIMIT = 50_000
SINGLY = 1 << 3
"""Of how many ways to lay a hand the plays are tried one act after another, where they may not be laid in one act."""
PATIENCE = 1 << 14
"""How many acts are tried at most where a hand cannot be laid in any simple way, though nothing tells that it cannot be laid."""
FAR = 1 << 14
"""How many acts are tried at most where any further acts at all may bring a condition about."""
Condition = Callable[[Cells], bool]


class OutOfBudget(EngineDefect):
    """The look-ahead was given a budget, and it is spent."""


def _untold(seat: int, cards: int, leaving: int, spent: str) -> str:
    """What is said where it is not found out whether a hand can be laid."""
    return (
        f"the rules ask whether seat {seat} could lay all but {leaving} of {cards} cards, and {spent} without an answer; "
        "nothing is decided and nothing has changed: ask about a smaller hand, or report the position"
    )


def _unseen(seat: int) -> str:
    """What is said where it is not found out what further acts can bring about."""
    return (
        f"the rules ask what seat {seat} could still bring about in this turn, and {FAR} acts were tried without an answer; "
        "nothing is decided and nothing has changed: ask about a smaller hand, or report the position"
    )


class Search:
    """The look-ahead of one rulebook; what was found out once is kept."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.come_memo: dict[Any, bool] = {}
        self.could_memo: dict[Any, bool] = {}
        self.open: set[Any] = set()
        self.budget: int | None = None
        self.leaning = False
        self.tries = 0
        self.steps: int | None = None
        self.outlook = Outlook(rulebook)

    def forget(self) -> None:
        """Drop what was found out so far."""
        self.come_memo.clear()
        self.could_memo.clear()

    def asked(self, known: Any, memo: dict[Any, bool], work: Callable[[], bool]) -> bool:
        """The answer to a question, worked out where it is not remembered.

        The legality of an act may itself ask this very question of the same position; there the answer is no, since no act has
        been found yet (the least fixed point). An answer that leans on such a no is not kept, but for the outermost one.
        """
        answer = memo.get(known)
        if answer is not None:
            return answer
        if known in self.open:
            self.leaning = True
            return False
        outer, self.leaning = self.leaning, False
        self.open.add(known)
        try:
            answer = work()
        except EngineDefect:
            self.leaning = outer
            raise
        finally:
            self.open.discard(known)
        if not self.leaning or not self.open:
            if len(memo) > MEMO_LIMIT:
                memo.clear()
            memo[known] = answer
        self.leaning = outer or (self.leaning and bool(self.open))
        return answer

    def come(self, cells: Cells, seat: int, key: tuple[Any, ...], condition: Condition) -> bool:
        """Whether further legal acts of a seat (or none) can bring a condition about."""
        cells = tuple(cells)
        known = (cells, seat, key)
        return self.asked(known, self.come_memo, lambda: bool(condition(cells)) or self._by_any_acts(cells, seat, key, condition))

    def _by_any_acts(self, cells: Cells, seat: int, key: tuple[Any, ...], condition: Condition) -> bool:
        """The same by further acts, with a patience for all that is asked on the way."""
        if self.steps is not None:
            return self._further(cells, seat, key, condition)
        self.steps = 0
        try:
            return self._further(cells, seat, key, condition)
        finally:
            self.steps = None

    def _further(self, cells: Cells, seat: int, key: tuple[Any, ...], condition: Condition) -> bool:
        """Whether some further act leads to a position from which the condition can come about.

        Acts without plays are tried first, then acts of one play, then of several: most answers are near.
        """
        if cells[ENDED] is not None:
            return False
        plain, laying = self._sorts(cells, seat)
        tried: set[Cells] = set()
        for name, most in [
            *((n, 1) for n in plain),
            *((n, 1) for n in laying),
            *((n, EVERY) for n in laying),
        ]:
            for act in candidates(self.rulebook, self.rulebook.acts[name], cells, seat, most):
                self._spend(seat)
                after = self.tried(cells, act)
                if after is not None and after not in tried:
                    tried.add(after)
                    if self.come(after, seat, key, condition):
                        return True
        return False

    def _spend(self, seat: int) -> None:
        """Count an act that is tried; raises TooFar where there are too many."""
        self.steps = (self.steps or 0) + 1
        if self.steps > FAR:
            raise TooFar(_unseen(seat), told=True)

    def come_laying(self, cells: Cells, seat: int, key: tuple[Any, ...], condition: Condition, leaving: int, cards: Bag) -> bool:
        """Whether acts of a seat that lay all but so many of some cards, and acts without plays after them, can bring a condition
        about. The ways to lay the cards are few, and most hands have none."""
        cells = tuple(cells)
        known = (cells, seat, key)
        return self.asked(
            known, self.could_memo, lambda: bool(condition(cells)) or self._patiently(cells, seat, key, condition, leaving, cards)
        )

    def _patiently(self, cells: Cells, seat: int, key: tuple[Any, ...], condition: Condition, leaving: int, cards: Bag) -> bool:
        """The answer to `could by laying`, with a patience of its own."""
        outer, self.tries = self.tries, 0
        try:
            return self._by_laying(cells, seat, key, condition, leaving, cards)
        except TooFar as error:
            raise error if error.told else TooFar(_untold(seat, len(cards), leaving, str(error)), told=True) from None
        finally:
            self.tries = outer

    def _by_laying(self, cells: Cells, seat: int, key: tuple[Any, ...], condition: Condition, leaving: int, cards: Bag) -> bool:
        """The answer to `could by laying`, worked out: in one act or in a few, and where only that remains, by trying all acts."""
        if cells[ENDED] is not None:
            return False
        if len(cards) <= leaving and self._plainly(cells, seat, condition):
            return True
        prospect = Prospect(self.outlook, cells, seat, key[0], condition, cards)
        hope: list[tuple[str, tuple[Play, ...]]] = []
        for name, plays in self._ways(prospect, leaving):
            hope.append((name, plays))
            for after in laid(self.rulebook, self.rulebook.acts[name], cells, seat, plays, len(hope) <= SINGLY):
                if self._plainly(after, seat, condition):
                    return True
        return bool(hope) and not prospect.lost() and self._in_any_acts(cells, seat, key, condition, leaving, cards)

    def _ways(self, prospect: Prospect, leaving: int) -> Iterator[tuple[str, tuple[Play, ...]]]:
        """The ways to lay the cards that nothing rules out beforehand."""
        cells, seat, cards = prospect.cells, prospect.seat, prospect.cards
        for name in self._sorts(cells, seat)[1]:
            field = self.rulebook.acts[name].plays
            assert field is not None
            for plays in covers(self.rulebook, field, cells, seat, cards, leaving, prospect):
                if plays and prospect.may_end(name, plays):
                    yield name, plays

    def _in_any_acts(self, cells: Cells, seat: int, key: tuple[Any, ...], condition: Condition, leaving: int, cards: Bag) -> bool:
        """The same by trying every act that lays some of the cards, and after it again."""
        for name in self._sorts(cells, seat)[1]:
            line = self.rulebook.acts[name]
            for act in candidates(self.rulebook, line, cells, seat, EVERY):
                some = tuple(c for v, f in zip(act.values, line.fields, strict=True) if f.type == "plays" for p in v for c in p[1])
                if some and all_in(some, cards):
                    self.tries += 1
                    if self.tries > PATIENCE:
                        raise TooFar(f"{PATIENCE} acts were tried")
                    after = self.tried(cells, act)
                    left = without(cards, some)
                    if after is not None and self.asked(
                        (after, seat, key, left),
                        self.could_memo,
                        partial(self._by_laying, after, seat, key, condition, leaving, left),
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
            for act in candidates(self.rulebook, self.rulebook.acts[name], cells, seat):
                after = self.tried(cells, act)
                if after is not None and condition(after):
                    return True
        return False

    def tried(self, cells: Cells, act: Act) -> Cells | None:
        """The cells after an act where it is legal. Where the look-ahead has a budget, each act that is tried uses it up.

        Raises OutOfBudget when the budget is spent; a rulebook that is played by has none.
        """
        if self.budget is not None:
            self.budget -= 1
            if self.budget < 0:
                raise OutOfBudget("the look-ahead has used up its budget")
        return legal(self.rulebook, cells, act)

    def _sorts(self, cells: Cells, seat: int) -> tuple[list[str], list[str]]:
        """The acts that may be legal now: those without plays, those with."""
        plain: list[str] = []
        laying: list[str] = []
        for name, line in self.rulebook.acts.items():
            if early(self.rulebook, name, cells, seat):
                (plain if line.plays is None else laying).append(name)
        return plain, laying

    def could(self, cells: Cells, seat: int, name: str, key: tuple[Any, ...], condition: Callable[..., bool] | None) -> bool:
        """Whether a seat has a legal act of one sort, of which the condition holds."""
        cells = tuple(cells)
        return self.asked((cells, seat, key), self.could_memo, lambda: self._some(cells, seat, name, condition))

    def _some(self, cells: Cells, seat: int, name: str, condition: Callable[..., bool] | None) -> bool:
        """The answer to `could`, worked out."""
        if not early(self.rulebook, name, cells, seat):
            return False
        for act in candidates(self.rulebook, self.rulebook.acts[name], cells, seat, EVERY):
            wanted = condition is None or condition(cells, *bound(self.rulebook, cells, act))
            if wanted and self.tried(cells, act) is not None:
                return True
        return False
