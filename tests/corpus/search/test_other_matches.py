"""The games of cases in other deals of a match: what they tell, and which matches are none."""

import pytest
from tests.corpus.picked import CORPUS
from tests.engine.variants import shelf

from meldspec.corpus.corpus import Corpus, open_corpus
from meldspec.corpus.family import Alternative
from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.search.matches import decided_before
from meldspec.corpus.search.other_matches import told_by_match
from meldspec.engine.rulebook import make_rulebook
from meldspec.position.request import table_from_position
from meldspec.protocol.messages import DealRequest, PositionRequest
from meldspec.table.selection import Options, in_order
from meldspec.table.table import DEAL_NUMBER, TOTALS

USUAL = {"manzana": {"players": 2}, "kadner": {"players": 4}}


def opened(game: str) -> tuple[Corpus, Options]:
    """The corpus of a game, as it stands, and the options that are usual there."""
    corpus = open_corpus(shelf().sheet(game), CORPUS / game, again=False)
    return corpus, in_order(corpus.sheet.symbols.defaults() | USUAL[game])


def spoilt(corpus: Corpus, options: Options, name: str) -> list[Alternative]:
    """The rules of a game with a line spoilt."""
    return list(corpus.family(options).mutated(every_mutant(corpus.family(options).rulebook)[name]))


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("manzana", "match.target:2: 5 more than the total (2.)"),
        ("manzana", "match.target:4: equal instead of a bound"),
        ("kadner", "match.target:2: 5 made 6"),
    ],
)
def test_who_wins_is_told_by_other_totals_or_a_later_deal(game: str, name: str) -> None:
    """Whoever mistakes when a match is over is found out by the game of a case, with other totals or in a later deal."""
    corpus, options = opened(game)
    ((goal, script, other),) = told_by_match(corpus, options, spoilt(corpus, options, name))
    assert (goal.purpose, goal.of, str(other.mutant)) == ("effect", "match.target", name)
    begun = [one.match for one in (script.requests[0], *script.witness[:1]) if isinstance(one, DealRequest | PositionRequest)]
    # The deal that leads to the table is the same one of the match.
    assert begun == [begun[0]] * len(begun) and begun[0].deal > 1


def test_a_rule_about_melds_tells_nothing_of_who_wins() -> None:
    """A spoilt line about what a meld is changes no match, and no other totals are tried for it."""
    corpus, options = opened("manzana")
    assert not list(told_by_match(corpus, options, spoilt(corpus, options, "meld.wilds:1: require for mixed left out")))


@pytest.mark.parametrize(
    ("game", "deal", "totals", "over"),
    [
        ("manzana", 2, (9995, 0), False),
        ("manzana", 2, (10000, 0), True),
        ("manzana", 2, (10000, 10000), False),
        ("kadner", 5, (500, 0), False),
        ("kadner", 6, (500, 0), True),
    ],
)
def test_a_match_that_was_over_is_not_played_on(game: str, deal: int, totals: tuple[int, int], over: bool) -> None:
    """Ten thousand end a match of Manzana unless both have as much; five rounds end one of Kadner, and the fifth is played."""
    corpus, options = opened(game)
    rulebook = make_rulebook(corpus.sheet, dict(options))
    cases = (case for case in corpus.ordered() if in_order(case.options) == options)
    position = next(case.requests[0] for case in cases if isinstance(case.requests[0], PositionRequest))
    cells = list(table_from_position(rulebook, position).cells)
    cells[DEAL_NUMBER], cells[TOTALS] = deal, totals
    assert decided_before(rulebook, tuple(cells)) is over
