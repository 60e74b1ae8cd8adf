"""What each game says to programs, printed from its book."""

import re
from dataclasses import replace
from html import unescape

from tests.engine.tried import BOOKS
from tests.engine.variants import shelf

from meldspec.book.library import library_of
from meldspec.language.parse import parse
from meldspec.site.border_page import border_page
from meldspec.site.game_sheet import game_sheet
from meldspec.site.site_map import SiteMap, books_of

MORE = """
chapter 40 more "More"

clause more.told "What else is remembered"
  | Who swapped, how often, and what lay there.
  keep swapped of player as truth
  keep swaps of side as number starting 0 minus 1
  keep last as player asking "Who swapped last?" as seen nobody when the phase is draw
  keep seen as cards
  to swap
    then swapped becomes yes
    then swaps becomes swaps plus 1
    then last becomes player
    then seen becomes the market
"""


def rows(material: SiteMap) -> list[list[str]]:
    """The rows of all tables of the game with pots, their cells as a reader sees them."""
    text = (BOOKS / "well" / "pot.rules").read_text(encoding="utf-8") + MORE
    site = replace(material, books=books_of(library_of([parse(text, "pot.rules")])))
    found = re.findall("<tr>(<td>.*?)</tr>", border_page(site))
    return [[unescape(re.sub("<.*?>", "", cell)) for cell in re.findall("<td>(.*?)</td>", row)] for row in found]


def test_a_program_reads_what_a_game_says(material: SiteMap) -> None:
    """Options, acts with their fields, phases, meld kinds, endings, places by name: as the book has them, what is new marked."""
    assert rows(material)[:11] == [
        ["players", "2, 4", "2"],
        ["draw", "", ""],
        ["meld", "plays: plays", ""],
        ["discard", "card: a card", ""],
        ["swap", "card: a card", "to be learnt"],
        ["phases", "draw, play, swapping (to be learnt), and over once the deal has ended"],
        ["meld kinds", "alike"],
        ["endings", "stock, out, knock (where pot.taken.knock is empty) (to be learnt)"],
        ["pot", "count", "for each side"],
        ["market", "row", "one"],
        ["aside", "cards", "for each side"],
    ]


def test_a_program_reads_what_is_remembered(material: SiteMap) -> None:
    """Each mark is told with its question, its shape, how it begins, what a table shows of it, and the clause that it stands in."""
    assert rows(material)[11:-1] == [
        ["swapped", "", "true or false", "for each seat", "false", "", "4.1 What else is remembered"],
        ["swaps", "", "a number", "for each side", "0 minus 1", "", "4.1 What else is remembered"],
        [
            "last",
            "Who swapped last?",
            "a seat, or null",
            "one",
            "null",
            "nobody when the phase is draw",
            "4.1 What else is remembered",
        ],
        ["seen", "", "a list of cards", "one", "[]", "", "4.1 What else is remembered"],
    ]


def test_a_program_reads_the_questions_that_it_may_claim_to_read(material: SiteMap) -> None:
    """Every question stands there by its id, with what each of its readings answers, the default first."""
    assert rows(material)[-1] == [
        "pot.taken.knock",
        "May a deal be ended by knocking on the table?",
        "never: No.empty: Yes, where the market is empty.",
    ]


def test_what_several_readings_say_is_told_of_all_of_them() -> None:
    """In Bain's game black threes are a meld by two of three readings, and play is stuck however sevens at its end are read."""
    sheet = game_sheet(shelf().sheet("bain").book)
    assert "`black-threes` (where meld.black-threes.effect is as-sister or any-time)" in sheet
    assert "- endings: `out`, `stock`, `stuck`\n" in sheet
