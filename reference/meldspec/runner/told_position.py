"""The table before the act to which a case leads, as a position file that is ruled on as the case expects.

A case may begin with a deal that no game has, since what has no bearing on it was left out: as a rule nobody has a foot there. Who
writes a position is told that no game comes to such a table; so what was left out is put in, as far as that leaves the verdict and
what it rests on as they are.
"""

from collections.abc import Collection, Iterator
from typing import Any

from meldspec.corpus.expect import Step
from meldspec.engine.rulebook import Library, Rulebook
from meldspec.position.marked import PositionError
from meldspec.position.memory import memories
from meldspec.position.read import position_from_json
from meldspec.position.seen_memory import seen_memory
from meldspec.position.write import position_of
from meldspec.protocol.case import Case, CaseProblem
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import ActRequest
from meldspec.ruling.ruling import judge
from meldspec.runner.told import Played
from meldspec.table.table import Table

FEET = "feet"
FOOT = 11
"""So many cards are put into a foot that a case does not deal; how many there are decides nothing."""
LEFT_OUT = "The case deals feet without a card; here they have some, which nobody knows"
Fields = dict[str, Any]


def position_before(game: Played, library: Library) -> tuple[Fields, str]:
    """The table before the act to which a case leads, as `position_at` has it."""
    return position_at(game.rulebook, game.steps[game.decisive], game.case, library)


def position_at(rulebook: Rulebook, step: Step, case: Case, library: Library) -> tuple[Fields, str]:
    """The fields of the file of the table before a request, and what is otherwise in it than in the case, in a sentence; an empty
    one where nothing is.

    Where the request is no act, the file asks what is legal. Raises CaseProblem where no such file is ruled on as the case is.
    """
    if not isinstance(step.request, ActRequest):
        assert step.table is not None
        asked, table = {}, step.table
    else:
        if step.act is None or step.before is None or step.verdict is None or step.verdict.why:
            why = f" ({step.verdict.why})" if step.verdict is not None else ""
            raise _none(case, f"no position file asks for such an act{why}")
        expect = {"verdict": "legal" if step.verdict.legal else "illegal"} | ({"by": [*step.lines]} if step.lines else {})
        asked = {"act": {"seat": step.request.seat, "action": to_json(step.request.action)}, "expect": expect}
        table = step.before
    why = ""
    for told, note in _told(rulebook, table, case.title):
        why = _unfit(told | asked, library)
        if not why:
            return told | asked, note
    raise _none(case, why)


def _none(case: Case, why: str) -> CaseProblem:
    """The error for a case without a position file."""
    return CaseProblem(f"case {case.id} cannot be told as a position: {why}; --lines has it as it is sent")


def _told(rulebook: Rulebook, table: Table, title: str) -> Iterator[tuple[Fields, str]]:
    """The table as a file, first as it is, then with what a game would have besides; each with what is otherwise in it."""
    fields = position_of(rulebook, table, title)
    yield fields, ""
    seen = seen_memory(rulebook, table.cells)
    otherwise = {cell for cell, value in seen.items() if table.cells[cell] != value}
    shown = {range_.name for range_ in memories(rulebook) if not seen.keys().isdisjoint(range_.cells)}
    bare = fields | {"memory": {name: value for name, value in fields["memory"].items() if name not in shown}}
    if feet := fields.get(FEET):
        # Who is said not to have taken up a foot, and has none lying there, was dealt none.
        mine = [range_ for range_ in memories(rulebook) if range_.owner == "player"]
        lacking = {number for range_ in mine for number, cell in enumerate(range_.cells) if cell in otherwise}
        yield fields | {FEET: _filled(feet, lacking)}, f"{LEFT_OUT}."
        everybody = _filled(feet, set(range(len(feet))))
        yield fields | {FEET: everybody}, f"{LEFT_OUT}."
        yield bare | {FEET: everybody}, f"{LEFT_OUT}; what the table shows is not told."
    yield bare, "What the table shows is not told, and so is taken to be as it shows it."


def _filled(feet: list[Any], seats: Collection[int]) -> list[Any]:
    """The feet, with cards in those of some seats that have none."""
    return [FOOT if seat in seats and not foot else foot for seat, foot in enumerate(feet)]


def _unfit(fields: Fields, library: Library) -> str:
    """Why a file is refused, or is ruled on otherwise than it expects; nothing where it is not."""
    try:
        position = position_from_json(fields, library)
    except PositionError as error:
        return f"{error.problems[0].found}, expected {error.problems[0].expected}"
    act = position.act()
    if act is None:
        return ""
    found, expect = judge(position.rulebook, position.table, act), fields["expect"]
    if (found.verdict, {tag.line for tag in found.lines}) == (expect["verdict"], {*expect.get("by", ())}):
        return ""
    return "what a game would have besides decides the act"
