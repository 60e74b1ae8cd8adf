"""A line that a case cannot have come upon may say what it will: the case goes the same way."""

from random import Random

import pytest
from tests.judge.spoilt import cases_of, held_to
from tests.sampling import sampled

from meldspec.corpus.expect import first_divergence
from meldspec.judge.oracle import DEFAULTS
from meldspec.judge.played import played
from meldspec.protocol.observe import observation

CASES, LINES = 12, 40


@pytest.mark.parametrize("game", sampled(["canasta", "kadner", "manzana", "pennies"], lambda game: game in {"canasta", "manzana"}))
def test_a_line_that_was_not_come_upon_changes_nothing(game: str) -> None:
    """Of twelve cases and forty spoilt lines of a game: wherever a line is said not to have been come upon, the case is answered
    with it as without it; and of some it is said, or nothing would be spared."""
    die, spared = Random(f"played {game}"), 0
    families = held_to(game).families(DEFAULTS)
    assert families is not None
    for case in die.sample(cases_of(game), CASES):
        family = families(case)
        mutants = [mutant for some in family.by_clause.values() for mutant in some]
        true = played(family, case, observation)
        for mutant in die.sample(mutants, LINES):
            if true.may_come_upon(mutant.tag.line, len(case.requests) - 1):
                continue
            for spoilt in family.mutated(mutant):
                spared += 1
                assert first_divergence(spoilt.rulebook, true.trace, spoilt.difference) is None, (case.id, str(mutant))
    assert spared
