"""What canonical text looks like: where long lines break, what stands above what."""

from textwrap import dedent

import pytest

from meldspec.language.format import WIDTH, format_clause, format_text
from meldspec.language.parse import parse

HEAD = 'book toy "Toy"\nchapter 1 one "One"\n'
LONG = "the number of the cards of the meld"


def formatted(lines: str) -> str:
    """The canonical form of lines that stand under a clause, without its head."""
    text = parse(HEAD + 'clause a.b "T"\n' + lines)
    return format_clause(text.chapters[0].clauses[0]).partition("\n")[2]


def laid_out(text: str) -> str:
    """A text block of a test, as it would stand under a clause."""
    return "\n".join("  " + line for line in dedent(text).strip().splitlines())


@pytest.mark.parametrize(
    "canonical",
    [
        "deck (packs times 2) of A K Q J T 9 in C D",
        "deck packs of JK",
        "cards wild are jokers, deuces, 3D 3H A",
        "keep opened of side as truth starting no",
        "act take with plays: plays from (the hand with the top-card) onto melds, capture: play as top",
        "define worth-of-it of cards: choose 15 when cards is none, 50 when the total is below 0, otherwise 120",
        "define a meld is long: at least 7 cards in meld",
    ],
)
def test_a_canonical_line_stays(canonical: str) -> None:
    """A line that is written as it should be is left alone, articles and all."""
    assert formatted(f"  {canonical}") == f"  {canonical}"


def test_parts_stand_in_their_order() -> None:
    """A clause begins with where it comes from and ends with what is doubtful."""
    untidy = (
        '  question q silent "Which?"\n    reading one "This."\n      nothing more\n'
        '    default one because "So."\n    covers X-2\n    covers X-1\n'
        '  event   over-there\n  note "N"\n  |  A sentence. \n  facts X-3\n  facts X-4\n  cites here 12 , 14-15\n'
    )
    assert formatted(untidy) == laid_out("""
        cites here 12, 14-15
        facts X-3, X-4
        | A sentence.
        note "N"
        event over-there
        question q silent "Which?"
          covers X-2, X-1
          default one because "So."
          reading one "This."
            nothing more
    """)


def test_blank_lines_part_chapters_and_clauses() -> None:
    """One blank line stands before each chapter and each clause, and nowhere else."""
    crowded = HEAD + 'clause a.b "T"\n\n\n  event e\n\n  event f\nclause a.c "U"\nchapter 2 two "Two"'
    assert format_text(parse(crowded)) == (
        'book toy "Toy"\n\nchapter 1 one "One"\n\nclause a.b "T"\n  event e\n  event f\n\nclause a.c "U"\n\nchapter 2 two "Two"\n'
    )


def test_a_choice_breaks_behind_its_commas() -> None:
    """The steps of a long choice stand below one another, further in than the first."""
    steps = ", ".join(f"{points} when the total of side is below {points * 100}" for points in (15, 50, 90))
    assert formatted(f"  define minimum of side: choose {steps}, otherwise 120") == laid_out("""
        define minimum of side:
          choose 15 when the total of side is below 1500,
            50 when the total of side is below 5000,
            90 when the total of side is below 9000,
            otherwise 120
    """)


def test_a_condition_breaks_before_its_loosest_words() -> None:
    """A long rule breaks before `when`, then before `or`, and keeps what is in parentheses."""
    rule = f"require {LONG} is at least 3 or (over and not over) when {LONG} is above 2"
    assert formatted(f"  to take\n    {rule}") == laid_out(f"""
        to take
          require {LONG} is at least 3 or over and not over
            when {LONG} is above 2
    """)
    longer = rule.replace("(over and not over)", f"(over or over) and {LONG} is 1")
    assert formatted(f"  to take\n    {longer}") == laid_out(f"""
        to take
          require {LONG} is at least 3
              or (over or over) and {LONG} is 1
            when {LONG} is above 2
    """)


def test_a_standing_rule_breaks_clear_of_its_effects() -> None:
    """The rest of a long `whenever` stands further in than what it does."""
    condition = f"{LONG} is 3 and {LONG} is 4 and {LONG} is 5"
    assert formatted(f"  whenever {condition}\n    then settle") == laid_out(f"""
        whenever {LONG} is 3
            and {LONG} is 4
            and {LONG} is 5
          then settle
    """)


def test_long_lists_are_filled() -> None:
    """As many ids stand on a line as fit, and a text in quotation marks is never broken."""
    ids = ", ".join(f"X-{number}" for number in range(100, 125))
    said = "so and or " * 20
    lines = formatted(f'  note "{said}"\n  facts {ids}').splitlines()
    assert lines[-1] == f'  note "{said}"'
    assert len(lines) == 3
    assert WIDTH - 10 < len(lines[0]) <= WIDTH
