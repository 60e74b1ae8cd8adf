"""Cards dealt among places at the least cost, held against every way to deal them."""

from collections import Counter
from itertools import product

from hypothesis import given, settings, strategies as st

from meldspec.ruling.dealt_cheaply import Row, least

FACES = 4
ROWS = st.dictionaries(st.integers(0, FACES - 1), st.integers(-9, 9), min_size=1)
PLACES = st.lists(st.tuples(st.integers(0, 2), ROWS), min_size=1, max_size=3)
CARDS = st.lists(st.integers(0, 2), min_size=FACES, max_size=FACES)


def tried(demands: list[int], rows: list[Row], cards: Counter[int]) -> int | None:
    """The least cost of all ways to deal, each tried; none where no way fills all places."""
    rooms = [row for demand, row in zip(demands, rows, strict=True) for _ in range(demand)]
    ways = (way for way in product(*rooms) if not Counter(way) - cards)
    return min((sum(row[face] for row, face in zip(rooms, way, strict=True)) for way in ways), default=None)


@given(PLACES, CARDS)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_no_other_way_to_deal_the_cards_costs_less(places: list[tuple[int, Row]], counts: list[int]) -> None:
    """Whatever the cards cost in each hand, no other hands would cost less."""
    demands, rows, cards = [demand for demand, _ in places], [row for _, row in places], Counter(dict(enumerate(counts)))
    expected = tried(demands, rows, cards)
    if expected is not None:
        assert least(demands, rows, cards) == expected
