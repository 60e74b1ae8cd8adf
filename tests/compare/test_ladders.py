"""A number that goes by steps is told step by step; any other in its own words."""

import pytest

from meldspec.compare.ladders import ladder
from meldspec.language import lines
from meldspec.language.parse import parse

BOOK = 'book toy "Toy"\n\nchapter 10 play "Play"\n\nclause play.it "It"\n  | So it is.\n  define it of side: {}\n'


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("choose 15 when the total of side is below 0, otherwise 50", ("total below 0: 15", "otherwise 50")),
        ("choose 50 when deal-number is 1, 90 when deal-number is 2, otherwise 0", ("deal number 1: 50", "2: 90", "otherwise 0")),
        ("choose 5 when the total of side is below 2 times 500, otherwise 7", ("total below 1000: 5", "otherwise 7")),
        ("choose 5 when the total of side is above 9, otherwise 7", ("total above 9: 5", "otherwise 7")),
        ("30", ("30",)),
        (
            "choose 15 when the total of side is below 0, otherwise (choose 50 when the total of side is below 9, otherwise 90)",
            ("total below 0: 15", "below 9: 50", "otherwise 90"),
        ),
        ("choose 15 when the total of side is below 0, 9 when deal-number is 1, otherwise 50", None),
        ("choose 15 when the total of side is below deal-number, otherwise 50", None),
        ("choose 15 when no cards in stock, otherwise 50", None),
    ],
)
def test_steps(said: str, told: tuple[str, ...] | None) -> None:
    """What is compared stands in the first step; where two things are, or a thing with no number, the words of the rules stand."""
    book = parse(BOOK.format(said), "toy")
    [define] = [
        line for chapter in book.chapters for clause in chapter.clauses for line in clause.body if isinstance(line, lines.Define)
    ]
    assert ladder(define.body) == (told or (said.removeprefix("choose "),))
