"""The numbers that plain English names."""

import pytest

from meldspec.language.number_words import numbers_named


@pytest.mark.parametrize(
    ("sentence", "numbers"),
    [
        ("Seven cards or more are a canasta.", [7]),
        ("It needs a hundred and fifty points, or 1,500.", [150, 1500]),
        ("Twenty-five cards, and two and three are five.", [25, 2, 3, 5]),
        ("The match is to five thousand two hundred and one.", [5201]),
        ("One hundred, a thousand, and ninety.", [100, 1000, 90]),
        ("Hundreds of cards lie on both sides, the first on the second.", []),
        ("The match is to " + "9" * 5000 + ".", [10**18 - 1]),
        ("A five-card meld and a two-handed game.", [5, 2]),
    ],
)
def test_numbers_are_read_in_words_and_in_figures(sentence: str, numbers: list[int]) -> None:
    """A sentence may write its numbers in words, in figures, or put together of several words."""
    assert [named.value for named in numbers_named(sentence)] == numbers


def test_a_number_is_told_with_the_word_before_it() -> None:
    """The words of a number stand as they are written, the one before it in lower case."""
    (named,) = numbers_named("Take The Twenty-Five Cards")
    assert (named.words, named.before) == ("Twenty-Five", "the")
