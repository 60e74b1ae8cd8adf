"""What is worked out of a thing that no longer changes, kept with it for as long as it is kept itself."""

from collections.abc import Callable
from functools import cached_property
from typing import Any, Self, TypeVar

T = TypeVar("T")


class Derived:
    """Keeps what analyses made of it. Ask it only of what no longer changes; what is kept holds for it alone."""

    @cached_property
    def _derived(self) -> dict[Any, Any]:
        return {}

    def __getstate__(self) -> dict[str, Any]:
        # Analyses are told by their functions, and made again where they are asked for.
        return {name: value for name, value in self.__dict__.items() if name != "_derived"}

    def derived(self, analysis: Callable[[Self], T]) -> T:
        """What an analysis makes of this, made when first asked for."""
        if analysis not in self._derived:
            self._derived[analysis] = analysis(self)
        made: T = self._derived[analysis]
        return made

    def told(self, analysis: Callable[[Self], T], made: T) -> None:
        """Note what an analysis made of the same thing in an earlier run."""
        self._derived[analysis] = made
