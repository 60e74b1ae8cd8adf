"""What a search for ways to lay a hand may ask of the question behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from meldspec.engine.compile.record import CompiledField
from meldspec.table.values import Bag, BasedPlay

Due = tuple[int, Callable[[Bag], bool]]
"""So many melds of a sort, and what tells it."""


class Hope:
    """What is not ruled out beforehand; by itself, nothing is ruled out."""

    def bears(self, play: BasedPlay) -> bool:
        """Whether some act may make a play, by what is asked of each play by itself."""
        return True

    def grows(self, to: int, base: Bag, cards: Bag) -> bool:
        """Whether acts may make a play onto a meld, at once or in several, by what is asked of each play by itself."""
        return True

    def lost(self) -> bool:
        """Whether it is known that nothing comes of it, whatever is laid; asked only where the search is not over soon."""
        return False

    def needs(self) -> tuple[Due, ...]:
        """Sorts of melds that must lie when all is laid, and how many of each besides what lies there; asked as `lost` is."""
        return ()

    def doomed(self, melds: Iterable[Bag]) -> bool:
        """Whether it is known that nothing comes of it once one of some melds has been made; asked as `lost` is."""
        return False

    def may_be_left(self, left: int) -> bool:
        """Whether cards may be left over; `left` is their classes, packed."""
        return True

    def mark(self, base: Bag, cards: Bag) -> object:
        """What no two melds may have in common when all is laid, of a meld that lies, begun or grown by some cards; none where they
        may have anything in common."""
        return None

    def open_places(self, field: CompiledField, melds: Iterable[Bag] = ()) -> dict[str, frozenset[int] | None]:
        """The places besides melds of which it is not known beforehand which cards may go there, with the classes of those that
        ever may, once such melds lie as can be laid; none where any may."""
        return {}
