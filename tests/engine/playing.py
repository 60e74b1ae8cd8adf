"""What a referee answers, where a test knows that there is an answer: Unanswered is raised where there is none."""

from __future__ import annotations

from collections.abc import Iterator

from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Verdict, determined
from meldspec.table.table import Act, Cells, Table


def referee(rulebook: Rulebook) -> Referee:
    """One referee for each rulebook, which remembers as long as the rulebook is used."""
    return rulebook.derived(Referee)


def step(rulebook: Rulebook, table: Table, act: Act) -> tuple[Verdict, Table]:
    """The verdict on an act, and the next table."""
    verdict, after = referee(rulebook).play(table, act)
    return determined(verdict), after


def allowed(rulebook: Rulebook, cells: Cells, act: Act) -> bool:
    """Whether an act is legal, by the quick way."""
    return determined(referee(rulebook).after(cells, act)) is not None


def legal_acts(rulebook: Rulebook, cells: Cells, seat: int, plays: int = 1, looks: bool = True) -> Iterator[tuple[Act, Cells]]:
    """Every legal act of a seat, and the cells after it."""
    return ((act, determined(after)) for act, after in referee(rulebook).legal_acts(cells, seat, plays, looks))
