"""Looking ahead by trying: what a player could do now, and what further acts of the same player could come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from meldspec.book.core import Come, Core, CouldAct, free_variables
from meldspec.definition.acts import bound
from meldspec.definition.words import Cards, Cells, bag, less
from meldspec.table.act import Act

if TYPE_CHECKING:
    from meldspec.definition.interpreter import Walk, World

Step = tuple[Act, Cells]
"""A legal act, and the position it leads to."""


def asked(walk: Walk, core: Come | CouldAct, world: World, answer: Callable[[], bool]) -> bool:
    """The answer to a question; where it hangs on the very same question in the same position, nothing has come of that yet."""
    question = [core.key, world.cells, *(world.names[name] for name in core.free)]
    if world.afterwards is not None and "afterwards" in free_variables(core):
        question.append(world.afterwards())
    if question in walk.asking:
        return False
    walk.asking.append(question)
    try:
        return answer()
    finally:
        walk.asking.remove(question)


def could(walk: Walk, core: CouldAct, world: World) -> bool:
    """`could ACT so that COND`: whether the player has such a legal act now; one that is not in force is never legal."""
    if core.act not in walk.acts:
        return False
    return any(wanted(walk, core.body, world, act) for act in walk.propose(core.act, world.cells, world.names["player"]))


def wanted(walk: Walk, body: Core | None, world: World, act: Act) -> bool:
    """Whether a condition holds of an act, and the act is legal."""
    named = world.knowing(**bound(walk, world.cells, act))
    return bool(body is None or walk.value(body, named)) and walk.legal(world.cells, act)


def come(walk: Walk, core: Come, world: World) -> bool:
    """`could come to COND` and its kin."""
    if walk.value(core.body, world):
        return True
    if core.of is not None:
        return come_laying(walk, core, world, walk.value(core.of, world))
    return any(walk.value(core, world.at(then)) for _, then in further(walk, world))


def come_laying(walk: Walk, core: Come, world: World, left: Cards) -> bool:
    """`could by laying all but N of CARDS come to COND`: by acts that lay the cards left but so many, and none or one that lays
    nothing."""
    steps = list(further(walk, world))
    if len(left) <= core.leaving:
        ends = (world.at(then) for act, then in steps if not played(walk, act))
        if walk.value(core.body, world) or any(walk.value(core.body, end) for end in ends):
            return True
    laid = ((played(walk, act), world.at(then)) for act, then in steps)
    return any(cards and Counter(cards) <= Counter(left) and come_laying(walk, core, at, less(left, cards)) for cards, at in laid)


def played(walk: Walk, act: Act) -> Cards:
    """All cards that an act plays."""
    fields = zip(walk.acts[act.name].fields, act.values, strict=True)
    return bag(card for field, value in fields if field.type == "plays" for _, cards in value for card in cards)


def further(walk: Walk, world: World) -> Iterator[Step]:
    """The next legal acts of the player."""
    for name in walk.acts:
        for act in walk.propose(name, world.cells, world.names["player"]):
            if walk.legal(world.cells, act):
                yield act, walk.carry_out(world.cells, act)
