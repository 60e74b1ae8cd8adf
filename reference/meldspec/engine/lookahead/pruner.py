"""The seam of the look-ahead: what a search for ways to lay a hand may leave out.

The one law: a pruner may say *possible* too often, never *impossible* wrongly. So each method may be made weaker, down to what
stands here, and no answer changes; a search only takes longer, or gives up. `tests/bench/ablation.py` does just that.
"""

from collections.abc import Iterable

from meldspec.engine.compile.record import CompiledField
from meldspec.engine.lookahead.exclusion import Laid
from meldspec.table.table import Bag, Play


class Pruner:
    """Rules nothing out; the protocol of all pruners."""

    def may_make(self, to: int, base: Bag, cards: Bag) -> bool:
        """Whether cards may come onto a meld that holds `base`, or begin one, in one play or in several."""
        return True

    def may_last(self, meld: Bag) -> bool:
        """Whether anything can come of it if a meld lies so in the end, whatever lies beside it."""
        return True

    def may_lie(self, one: Laid, other: Laid) -> bool:
        """Whether two melds may lie beside each other in the end."""
        return True

    def may_go(self, field: CompiledField, place: str, cards: Bag, melds: Iterable[Bag]) -> Bag | None:
        """Which cards may go to a place that is no meld, at any time before all is laid; none where any may. `cards` may now, and
        `melds` are all that could lie by then."""
        return None

    def may_be_left(self, left: int) -> bool:
        """Whether cards may be left over; `left` is their classes, packed."""
        return True

    def may_end(self, field: CompiledField, plays: tuple[Play, ...]) -> bool:
        """Whether anything can come of it once just these plays have been made, in whatever acts."""
        return True

    def may_serve(self, meld: Bag, melds: tuple[Bag, ...], lefts: Iterable[int]) -> bool:
        """Whether anything can come of it once a meld has been made and lies in the end beside any of some melds, and no others;
        `lefts` are all that may be left over, told by their classes, packed."""
        return True

    def may_complete(self, melds: tuple[Bag, ...], lefts: Iterable[int]) -> bool:
        """Whether anything can come of it if no other melds than these, but any of them, lie in the end; `lefts` are all that may
        be left over then, told by their classes, packed, none where that is not known."""
        return True
