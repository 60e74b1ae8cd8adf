"""The whole put together: looking ahead by trying everything, the beginning of a deal, and what is shown of a position."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from meldspec.book.core import Come, Core, CouldAct, free_variables
from meldspec.definition.acts import Acts, Propose
from meldspec.definition.expressions import World
from meldspec.definition.words import Cards, Cells, bag, less
from meldspec.language import lines
from meldspec.table.cards import Faces
from meldspec.table.selection import Selection
from meldspec.table.table import DEAL_NUMBER, DEALER, PHASE, TOTALS, Act, Layout

Dealt = Mapping[str, Sequence[Cards]]
"""The cards that were dealt, by the name of the place: for each owner in turn the cards that lie there."""


class Interpreter(Acts):
    """The meaning of a book under the options and readings chosen: what the engine must agree with."""

    def __init__(self, selection: Selection, faces: Faces, layout: Layout, propose: Propose | None = None) -> None:
        super().__init__(selection, faces, layout, propose)
        self.asking: list[Any] = []

    # ── looking ahead ──────────────────────────────────────────────────────────────────────────────────────────────────

    def possible(self, core: Come | CouldAct, world: World) -> bool:
        """`could come to COND`, `could by laying …`, `could ACT so that COND`."""
        return self.asked(core, world, lambda: self.come(core, world) if isinstance(core, Come) else self.could(core, world))

    def asked(self, core: Come | CouldAct, world: World, answer: Callable[[], bool]) -> bool:
        """The answer to a question, which may ask itself on the way: whether an act is legal may hang on what further acts allow.

        Where it hangs on the very same question in the same position, no act has been found yet, and the answer there is no: the
        least fixed point. Nothing is remembered once the question is answered, so no provisional answer can be left over.
        """
        question = [core.key, world.cells, *(world.names[name] for name in core.free)]
        if world.afterwards is not None and "afterwards" in free_variables(core):
            question.append(world.afterwards())
        if question in self.asking:
            return False
        self.asking.append(question)
        try:
            return answer()
        finally:
            self.asking.remove(question)

    def could(self, core: CouldAct, world: World) -> bool:
        """`could ACT so that COND`: whether the player has such a legal act now; one that is not in force is never legal."""
        if core.act not in self.acts:
            return False
        return any(self.wanted(core.body, world, act) for act in self.propose(core.act, world.cells, world.names["player"]))

    def wanted(self, body: Core | None, world: World, act: Act) -> bool:
        """Whether a condition holds of an act, and the act is legal."""
        named = world.knowing(**self.bound(world.cells, act))
        return bool(body is None or self.value(body, named)) and self.legal(world.cells, act)

    def come(self, core: Come, world: World) -> bool:
        """`could come to COND` and its kin."""
        if self.value(core.body, world):
            return True
        if core.of is not None:
            return self.come_laying(core, world, self.value(core.of, world))
        return any(self.value(core, world.at(then)) for _, then in self.further(world))

    def come_laying(self, core: Come, world: World, left: Cards) -> bool:
        """`could by laying all but N of CARDS come to COND`: by acts that lay all the cards left but N, and by none or one act that
        lays nothing."""
        steps = list(self.further(world))
        if len(left) <= core.leaving:
            ends = (world.at(then) for act, then in steps if not self.played(act))
            if self.value(core.body, world) or any(self.value(core.body, end) for end in ends):
                return True
        laid = ((self.played(act), world.at(then)) for act, then in steps)
        return any(
            cards and Counter(cards) <= Counter(left) and self.come_laying(core, at, less(left, cards)) for cards, at in laid
        )

    def played(self, act: Act) -> Cards:
        """All cards that an act plays."""
        fields = zip(self.acts[act.name].fields, act.values, strict=True)
        return bag(card for field, value in fields if field.type == "plays" for _, cards in value for card in cards)

    def further(self, world: World) -> Iterator[tuple[Act, Cells]]:
        """The next legal acts of the player, and the position that each leads to."""
        for name in self.acts:
            for act in self.propose(name, world.cells, world.names["player"]):
                if self.legal(world.cells, act):
                    yield act, self.carry_out(world.cells, act)

    # ── the beginning, and what is shown ───────────────────────────────────────────────────────────────────────────────

    def begin(self, dealt: Dealt, dealer: int = 0, deal_number: int = 1, totals: Sequence[int] = ()) -> Cells:
        """The position when the first turn begins, from the cards as they were dealt, by place."""
        cells = self.layout.blank()
        cells[DEALER], cells[DEAL_NUMBER] = dealer, deal_number
        cells[TOTALS] = tuple(totals) or (0,) * self.layout.sides
        cells[PHASE] = next(iter(self.sheet.symbols.phases), None)
        for name, all_cards in dealt.items():
            for number, cards in enumerate(all_cards):
                cells[self.layout[name].first + number] = tuple(cards) if self.layout[name].form == "row" else bag(cards)
        done = self.befall(self.sheet.events.get("setup", []), self.world(tuple(cells)))
        return self.closed(self.settled(done))

    def passed(self, cells: Cells) -> Cells:
        """A deal that has ended, with what befalls before another one begins."""
        return self.befall(self.sheet.events.get("passing", []), self.world(cells))

    def shown(self, cells: Cells) -> dict[str, Any]:
        """What is shown of a position besides its places."""
        shows = ((node.key, line.value) for node, line in self.selection.declared(lines.Show))
        return {key: self.value(value, self.world(cells)) for key, value in shows if value is not None}
