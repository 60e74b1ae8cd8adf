"""The table of a `position` request that is asked about under many readings is the one that each of them sets out."""

from collections.abc import Callable
from random import Random

import pytest
from tests.judge.spoilt import cases_of, rules

from meldspec.engine.rulebook import Rulebook
from meldspec.position.request import NoPosition, TablesFromPositions, table_from_position
from meldspec.protocol.messages import PositionRequest
from meldspec.table.table import Table


@pytest.mark.parametrize("game", ("bain", "kadner", "pennies"))
def test_a_position_that_was_read_is_the_same_under_other_readings(game: str) -> None:
    """What was read under some readings gives, under others drawn by chance, the table that is set up anew, and is refused where
    that is."""
    die, library = Random(f"positions {game}"), rules()
    requests = [case.requests[0] for case in cases_of(game)]
    positions = die.sample([one for one in requests if isinstance(one, PositionRequest)], 12)
    known, tables = library.readings(game), TablesFromPositions()

    def told(table_of: Callable[[Rulebook, PositionRequest], Table], request: PositionRequest) -> Table | str:
        try:
            return table_of(library.rulebook(game, request.options, drawn), request)
        except NoPosition as error:
            return str(error)

    for _ in range(8):
        drawn = {question: die.choice(list(known[question])) for question in known if die.random() < 0.1}
        assert [told(tables, one) for one in positions] == [told(table_from_position, one) for one in positions]
