"""Cards dealt among places so that they come to the least sum, each card having its cost in each place: a transport problem.

Solved by shortest augmenting paths, which gives the very least; places and faces are a few dozen, so nothing quicker is needed.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

Row = Mapping[int, int]
"""What each card costs that may lie in a place."""


def least(demands: Sequence[int], rows: Sequence[Row], cards: Mapping[int, int]) -> int:
    """The least cost of dealing to each place as many cards as it takes, of so many of each face as there are; where they do not
    suffice for all places, of as many as can be dealt."""
    left, wanted = Counter(cards), list(demands)
    dealt = [Counter[int]() for _ in rows]
    while (path := _cheapest(wanted, rows, left, dealt)) is not None:
        (first, _), (_, last) = path[0], path[-1]
        # Along a path every place gives back a card of the face that the next one takes.
        back = [dealt[place][face] for (_, face), (place, _) in pairwise(path)]
        count = min(wanted[first], left[last], *back)
        for number, (place, face) in enumerate(path):
            dealt[place][face] += count
            if number:
                dealt[place][path[number - 1][1]] -= count
        wanted[first] -= count
        left[last] -= count
    return sum(rows[place][face] * count for place, some in enumerate(dealt) for face, count in some.items())


def _cheapest(
    wanted: Sequence[int], rows: Sequence[Row], left: Counter[int], dealt: Sequence[Counter[int]]
) -> list[tuple[int, int]] | None:
    """The cheapest way to deal one card more, as places and the faces that they take in turn, each giving back the face that the
    place before it takes; none where there is no such way."""
    cost: dict[int, int] = {place: 0 for place, count in enumerate(wanted) if count}
    before: dict[int, tuple[int, int]] = {}
    reached: dict[int, tuple[int, int]] = {}
    waiting = list(cost)
    while waiting:
        place = waiting.pop(0)
        for face, worth in rows[place].items():
            found = cost[place] + worth
            if face in reached and reached[face][0] <= found:
                continue
            reached[face] = found, place
            for other, some in enumerate(dealt):
                if some[face] and other != place and found - rows[other][face] < cost.get(other, found - rows[other][face] + 1):
                    cost[other], before[other] = found - rows[other][face], (place, face)
                    waiting.append(other)
    ends = [(found, face) for face, (found, _) in reached.items() if left[face]]
    if not ends:
        return None
    _, face = min(ends)
    path = [(reached[face][1], face)]
    while (place := path[0][0]) in before:
        path.insert(0, before[place])
    return path
