"""A table as it is compared: its observation, what is remembered, and the cards of every place, each made when it is asked for."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.language.immutable import Immutable
from meldspec.position.memory import memories, named, word
from meldspec.protocol.fields import to_json
from meldspec.protocol.observe import observation
from meldspec.table.table import MATCH, Table


class View(Immutable):
    """A table under a rulebook."""

    rulebook: Rulebook
    table: Table

    # To look at a table takes longer than to judge an act on it, and most are only held against others.
    @cached_property
    def seen(self) -> dict[str, Any]:
        """What the protocol shows of it."""
        found: dict[str, Any] = to_json(observation(self.rulebook, self.table))
        return found

    @cached_property
    def memory(self) -> dict[str, str]:
        """What is remembered, by its name in a file."""
        return memory_words(self.rulebook, dict(enumerate(self.table.cells)))

    @cached_property
    def places(self) -> dict[str, tuple[str, ...]]:
        """The cards of every place but melds, by its name in a file."""
        cells = self.table.cells
        places = {n: r for r in self.rulebook.layout.places() if r.form != "groups" for n in r.cells}
        return {name: tuple(self.rulebook.faces.spell(cells[r.first + n])) for r, n, name in named(places.values(), places)}

    def looks_like(self, other: "View") -> bool:
        """Whether it is certain that the same is seen of another table, whatever is remembered."""
        mine, theirs = self.rulebook, other.rulebook
        here, there = self.table.cells, other.table.cells
        return (
            mine.faces is theirs.faces
            and here[: MATCH + 1] == there[: MATCH + 1]
            and self._lying() == other._lying()
            and (mine.layout is theirs.layout or mine.layout.bare_places == theirs.layout.bare_places)
            and (mine is theirs or list(self._kinds()) == list(other._kinds()))
            and determined(Referee(mine).shown(here)) == determined(Referee(theirs).shown(there))
        )

    def _lying(self) -> list[Any]:
        """What lies in every place, wherever its cells are."""
        return [r.values(self.table.cells) for r in self.rulebook.layout.places()]

    def _kinds(self) -> Iterator[str | None]:
        """The kinds of all melds."""
        groups = (r for r in self.rulebook.layout.places() if r.form == "groups")
        return (self.rulebook.kind_of(meld) for r in groups for lying in r.values(self.table.cells) for meld in lying)


def memory_words(rulebook: Rulebook, values: Mapping[int, Any]) -> dict[str, str]:
    """The values of cells, as far as they are memory: by their names in a file, as a file says them."""
    return {name: word(r.form, values[r.first + n]) for r, n, name in named(memories(rulebook), values)}


def ending_otherwise(was: dict[str, Any], here: dict[str, Any], stood: dict[str, Any], there: dict[str, Any]) -> list[str]:
    """The names whose values differ here and there, and that were changed on at least one way."""
    moved = [key for key in dict.fromkeys([*here, *there]) if was.get(key) != here.get(key) or stood.get(key) != there.get(key)]
    return [key for key in moved if here.get(key) != there.get(key)]
