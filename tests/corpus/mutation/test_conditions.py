"""What it takes to show that each part of a condition decides alone, both ways: masking MC/DC by mutants."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given, strategies as st
from tests.book.toys import sheet

from meldspec.book.core import Const, Core, Op, Tag, Var
from meldspec.book.sheet import TermLine
from meldspec.corpus.mutation.conditions import CONDITION, of_conditions
from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.mutation.operators import mutations
from meldspec.engine.rulebook import Rulebook
from meldspec.language.problems import NOWHERE
from meldspec.table.selection import select

LINES = """
place heap is row shown as pile
act take
act pass
to take
  require at least 2 cards in heap when the number of the hand is above 4 and (no cards in hand or at least 3 cards in heap)
  forbid when no cards in heap
  then draw 3 from heap to hand
to pass
  then turn becomes the left of player when the number of the hand is at least 1
at scoring
  award 7 when no cards in heap
"""
LEAVES = "abcdef"


@st.composite
def conditions(draw: st.DrawFn) -> tuple[Core, list[str]]:
    """A condition of `and`, `or` and `not`, in which every part stands once, with its parts."""
    left = list(LEAVES[: draw(st.integers(2, len(LEAVES)))])
    names = list(left)

    def joined(parts: list[Core]) -> Core:
        if len(parts) == 1:
            return Op("not", (parts[0],), "truth") if draw(st.booleans()) else parts[0]
        at = draw(st.integers(1, len(parts) - 1))
        return Op(draw(st.sampled_from(("and", "or"))), (joined(parts[:at]), joined(parts[at:])), "truth")

    return joined([Var(name, "truth") for name in left]), names


def holds(core: Core, values: Mapping[str, bool]) -> bool:
    """Whether a condition is met with these values of its parts."""
    match core:
        case Var(name, _):
            return values[name]
        case Const(value, _):
            return bool(value)
        case Op("not", (part,), _):
            return not holds(part, values)
        case Op("and", parts, _):
            return all(holds(part, values) for part in parts)
        case Op("or", parts, _):
            return any(holds(part, values) for part in parts)
        case _:
            raise AssertionError(core)


def decide(core: Core, names: list[str], tables: list[dict[str, bool]]) -> bool:
    """Whether on some of the tables each part decides alone while it is so, and on some while it is not so."""

    def decides(name: str, value: bool) -> bool:
        mine = (one for one in tables if one[name] == value)
        return any(holds(core, one) != holds(core, one | {name: not value}) for one in mine)

    return all(decides(name, value) for name in names for value in (True, False))


@given(conditions(), st.lists(st.fixed_dictionaries({name: st.booleans() for name in LEAVES}), max_size=12))
def test_all_spoilt_conditions_are_told_just_where_each_part_decides_both_ways(
    condition: tuple[Core, list[str]], tables: list[dict[str, bool]]
) -> None:
    """Some tables tell every spoilt form of a condition from it if, and only if, each of its parts decides alone on some of them
    while it is so and on some while it is not."""
    core, names = condition
    line = TermLine(Tag("snap.slap:1", NOWHERE), "so", "", core)
    spoilt = [changed.body for _, _, changed in mutations(line, 5, {}) if isinstance(changed, TermLine)]
    assert len(spoilt) > len(names)
    told = all(any(holds(core, one) != holds(other, one) for one in tables) for other in spoilt)
    assert told == decide(core, names, tables)


def test_each_condition_of_a_line_has_what_shows_its_parts() -> None:
    """Of a line with two conditions, of an effect, of what bars and of points: each part left out, and each condition always met
    and never; a line without any condition has nothing of the kind."""
    rules, problems = sheet(LINES)
    assert not problems
    rulebook = Rulebook(select(rules))
    every = every_mutant(rulebook)
    wanted = of_conditions(every, rules)
    told = {name.partition(":")[2].partition(": ")[2] for name in wanted}
    assert told >= {
        "require for take without part 1 of its 'and'",
        "require for take without part 2 of its 'and'",
        "require for take without part 1 of its 'or'",
        "require for take without part 2 of its 'or'",
        "require for take left out",
        "require for take always",
        "require for take never met",
        "forbid for take left out",
        "forbid for take whatever its condition says",
        "whatever its condition says",
        "left out",
    }
    assert {one.operator for name, one in every.items() if name in wanted} >= {CONDITION}
    assert not any("draw 3" in name or "3 made" in name for name in wanted)
