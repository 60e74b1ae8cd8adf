"""Conditions, and the mutants that show of each of their parts that it decides alone, both ways: masking MC/DC.

A part that is false and decides alone is one without which the condition comes out otherwise: in an `and` that is the mutant
without this part. One that is true and decides alone in an `and` is so where the whole `and` is true and decides, and that is the
mutant in which it never is: without it as a part of the `or` that it stands in, or with the whole condition never met. For `or`
it is the same with both turned round. So the mutants without some part, and those with the whole condition always or never met,
are all that there is to show; that a case kills them asks for more than that the parts have had these values, since what they
decide is seen.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from meldspec.book.core import Const, Core, Op
from meldspec.book.sheet import AwardLine, Declared, EffectLine, JudgeLine, Line, Sheet, Standing, TermLine
from meldspec.corpus.mutation.in_lines import Change, Surroundings, at_every_node
from meldspec.corpus.mutation.operators import CONSTANT, LEFT_OUT, PART_OUT, Mutant
from meldspec.corpus.mutation.places import spots

CONDITION = "condition made constant"
"""The operator by the name under which it is reported."""
NEVER = Const(False, "truth")


def made_constant(line: Line, around: Surroundings) -> Iterator[tuple[str, Line]]:
    """A line whose condition is always, or never, met; and without a part of a condition within one, as of which cards are counted.

    What a block does `whenever` something is so would be done without end if that were always so.
    """
    told = f"{line.mode} for {line.act} " if isinstance(line, JudgeLine) else ""
    if isinstance(line, JudgeLine | EffectLine | AwardLine) and line.when is not None:
        yield f"{told}whatever its condition says", replace(line, when=None)
    if isinstance(line, JudgeLine) and line.require is not None:
        yield f"{told}never met", replace(line, require=NEVER)
    if not isinstance(line, Declared):
        yield from at_every_node(line, without_part, around)


def without_part(node: Core, around: Surroundings) -> Iterator[Change]:
    """What `and` or `or` joins, without one of its parts."""
    if isinstance(node, Op) and node.op in ("and", "or"):
        for number in range(len(node.args)):
            rest = (*node.args[:number], *node.args[number + 1 :])
            yield f"without part {number + 1} of an '{node.op}' within", rest[0] if len(rest) == 1 else replace(node, args=rest)


def of_conditions(mutants: Mapping[str, Mutant], sheet: Sheet) -> frozenset[str]:
    """The names of those mutants of a sheet which show that a part of a condition decides, or the whole of one."""
    conditional = {line.tag for line, _ in spots(sheet) if _has_condition(line)}
    whole = (LEFT_OUT, CONSTANT)
    return frozenset(
        name
        for name, one in mutants.items()
        if one.operator in (PART_OUT, CONDITION) or (one.operator in whole and one.tag in conditional)
    )


def _has_condition(line: Line) -> bool:
    match line:
        case JudgeLine(require=require, when=when):
            return require is not None or when is not None
        case EffectLine(when=when) | AwardLine(when=when):
            return when is not None
        case TermLine(body=body):
            return body.type == "truth"
        case Standing():
            return True
        case _:
            return False
