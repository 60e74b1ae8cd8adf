"""What is JSON and still refused: what programs would read in different ways, or not come out of."""

import pytest

from meldspec.protocol.plain_json import DEPTH, DIGITS, plain_json


@pytest.mark.parametrize("number", ["1e30", "-1e18", "1" * 19, "NaN", "1e999"])
def test_a_number_without_end(number: str) -> None:
    """A number of more digits than can be written again in full is refused, however it is written."""
    with pytest.raises(ValueError):
        plain_json(f'{{"stock": {number}}}'.encode())


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_brackets_within_brackets(opening: str, closing: str) -> None:
    """Brackets as deep as anybody needs are read, and deeper ones are refused."""
    deepest = opening * DEPTH + "1" + closing * DEPTH
    assert plain_json(deepest.encode()) is not None
    with pytest.raises(RecursionError):
        plain_json((opening + deepest + closing).encode())


def test_many_brackets_beside_one_another() -> None:
    """However many of them stand beside one another, they are read."""
    assert plain_json(f"[{','.join(['[]'] * 1000)}]".encode()) == [[]] * 1000


def test_the_longest_number_may_be_below_zero() -> None:
    """A sign is no digit."""
    longest = "9" * DIGITS
    assert plain_json(f"[{longest}, -{longest}]".encode()) == [int(longest), -int(longest)]


def test_a_key_that_stands_twice_among_very_many() -> None:
    """It is named, and to find it takes no longer than to read the line: a million comparisons of each with each took a minute."""
    many = ", ".join(f'"{number}": 0' for number in range(60_000))
    with pytest.raises(ValueError, match="'59999' stands twice"):
        plain_json(f'{{{many}, "59999": 1}}'.encode())
