"""Melds that a standing rule always joins by a look of their cards, such as a rank.

`whenever for each side in sides, some M in MELDS has the number of (T in MELDS where X of T is X of M) is at least 2` with the one
effect `join T in MELDS where X of T is X of M for each M in MELDS`. Cards that share a rank with others share it when they lie
together, so in a position at rest no two melds are alike in X, and which cards lie together does not hang on the order of acts.
What could be laid as several melds that are then joined is taken to be layable as one play; only such ways are looked for, and in
them no two melds are ever joined.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from meldspec.book.core import CardSet, Cell, Const, Core, Each, Op, Var
from meldspec.book.sheet import Loop, Standing
from meldspec.engine.lookahead.effects_analysis import YES, Duty, Reader, duty, put_in
from meldspec.engine.rulebook import Rulebook

SIDE = Var("side", "side")


@dataclass(frozen=True)
class Gathering:
    """The melds that are joined, and the look by which they are, as a function that gives something for every meld."""

    groups: str
    look: Duty


def gathering(rulebook: Rulebook, reader: Reader, rule: Standing) -> Gathering | None:
    """What a standing rule gathers, if it is such a rule and no other."""
    match rule:
        case Standing(
            _,
            Loop("side", Cell("sides")),
            Each("some", one, Cell(groups, owner) as place, Op("ge", (Op("number", (alike,)), Const(2)))),
            (effect,),
        ) if owner == SIDE:
            whole = effect.verb == "join" and effect.when is None and effect.parts == (alike, place)
            if whole and effect.loop == Loop(one, place):
                return _by_look(rulebook, reader, groups, place, one, alike)
    return None


def _by_look(rulebook: Rulebook, reader: Reader, groups: str, place: Cell, one: str, alike: Core) -> Gathering | None:
    """The look in which melds are alike."""
    match alike:
        case Each("where", twin, source, Op("eq", (Op("rank" | "suit", (told,)) as look, other))) if source == place:
            plain = told == Var(twin, "cards") or (isinstance(told, Op) and _of_a_set(told, twin))
            if plain and put_in(look, {twin: Var(one, "cards")}) == other:
                return Gathering(groups, _given(duty(rulebook, reader, YES, look, (twin,))))
    return None


def _given(look: Duty) -> Duty:
    """A look that is never nothing: cards without a common rank are alike in that."""

    def told(*values: Any) -> Any:
        return (look.holds(*values),)

    return replace(look, made=lambda: told)


def _of_a_set(told: Op, twin: str) -> bool:
    """`SET in TWIN`"""
    return told.op == "filter" and isinstance(told.args[0], CardSet) and told.args[1] == Var(twin, "cards")
