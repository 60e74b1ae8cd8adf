"""Cards and tables are drawn as text that can be read aloud."""

import re
from html import unescape

from meldspec.protocol.messages import CARDS
from meldspec.site.cards import card, drawn, in_text, row, said, style


def words(html: str) -> str:
    """What a sighted reader sees, without the marks that ask for letters in place of pictures."""
    return re.sub(r"\s+", " ", unescape(re.sub("<[^>]*>", " ", html))).replace("︎", "").strip()


def aloud(html: str) -> list[str]:
    """What is read aloud of the cards and groups, in their order."""
    return re.findall('aria-label="([^"]*)"', html)


def test_a_card_is_seen_by_sign_and_colour_and_read_by_its_name() -> None:
    """The queen of diamonds has her sign and is red; read aloud she is the queen of diamonds."""
    assert words(card("QD")) == "Q♦"
    assert aloud(card("QD")) == ["queen of diamonds"]
    assert 'class="card red"' in card("TH") and words(card("TH")) == "10♥" and said("TH") == "10 of hearts"
    assert 'class="card"' in card("AS") and said("AS") == "ace of spades"
    assert words(card("JK")) == "Joker" and said("JK") == "joker"


def test_every_card_there_is_looks_and_sounds_like_no_other() -> None:
    """No two cards are drawn alike or read alike."""
    assert len({words(card(code)) for code in CARDS}) == len({said(code) for code in CARDS}) == len(CARDS)


def test_cards_in_a_sentence() -> None:
    """A sentence keeps its words and marks, and has its cards drawn."""
    told = in_text("lays KC KD & JK (with the top card)")
    assert words(told) == "lays K♣ K♦ & Joker (with the top card)"
    assert "&amp;" in told


def test_cards_keep_the_order_that_they_lie_in() -> None:
    """Cards in a row come in the order in which they are given, as a group with its name."""
    assert aloud(row(["2C", "KD"], "pile")) == ["pile", "2 of clubs", "king of diamonds"]


TABLE = {
    "turn": 1,
    "phase": "draw",
    "frozen": True,
    "stock": 12,
    "pile": {"cards": ["4C", "2D", "9H"]},
    "hands": [["5C"], ["KD", "AS"]],
    "feet": [11, 0],
    "sides": [{"melds": [{"cards": ["7C", "7D", "7H"], "kind": "natural"}], "red_threes": 2}, {"melds": [], "red_threes": 0}],
    "totals": [1200, -300],
}


def test_a_table_begins_with_who_acts() -> None:
    """Whose turn it is stands first, with that hand, the pile and the melds; other hands and the stock are folded away."""
    first, _, folded = drawn(TABLE).partition("<details>")
    assert words(first) == (
        "To act seat 1 draws or takes the pile Seat 1 A♠ K♦ Pile 4♣ 2♦ 9♥ 3 cards, frozen "
        "Side 0 7♣ 7♦ 7♥ red threes: 2 Side 1 no meld"
    )
    assert words(folded).startswith("The other hands, and the stock Seat 0 5♣ and foot of 11 cards Stock stock of 12 cards")
    assert words(folded).endswith("1200 : -300")


def test_the_top_card_of_the_pile_is_marked() -> None:
    """Only the top card of the pile has the mark, and it is the last."""
    assert drawn(TABLE).count('class="card red top"') == 1 and "9♥" in words(drawn(TABLE).partition('top"')[2][:60])


def test_a_table_of_which_little_is_told() -> None:
    """Of hands and piles that nobody knows only the number of cards is told, and of what is not told nothing."""
    told = drawn({"hands": [5, 6], "pile": {"top": "KD", "count": 9}}, acting=0)
    assert words(told.partition("<details>")[0]) == "To act seat 0 Seat 0 hand of 5 cards Pile K♦ 9 cards"
    assert words(drawn({"pile": 7}, folded=False)) == "Pile 7 cards"
    assert words(drawn({"pile": {"cards": []}})) == "Pile no card"


def test_cards_written_in_one_text_are_drawn_as_well() -> None:
    """A position written by hand may have its cards in one text; they are drawn as any others."""
    assert words(drawn({"hands": ["KD AS"], "sides": [{"melds": ["7C 7D 7H"]}]}, acting=0)) == (
        "To act seat 0 Seat 0 A♠ K♦ Side 0 7♣ 7♦ 7♥"
    )


def test_places_have_the_names_of_the_game() -> None:
    """What a game calls its places they are called in the drawing, and a heap that lies in order keeps it."""
    told = drawn({"hands": [["KD"]], "feet": [3], "places": {"market": [{"row": ["9C", "AS"]}]}}, 0, {"feet": ("kitty", "kitties")})
    assert words(told) == "To act seat 0 Seat 0 K♦ and kitty of 3 cards Market 9♣ A♠"


def test_nothing_that_is_drawn_is_taken_for_markup() -> None:
    """The name of a kind that an implementation made up is text and nothing else."""
    told = drawn({"sides": [{"melds": [{"cards": ["7C"], "kind": '"><script>'}]}]})
    assert "<script>" not in told


def test_the_style_fetches_nothing() -> None:
    """The style of the cards names no font, picture or style of another place."""
    assert ".card" in style() and not re.search(r"@import|url\(|//", style())


def test_who_acts_out_of_turn_is_drawn_as_that() -> None:
    """Seat 2 acts in the turn of seat 3, and so is not said to be the one who is to act; who answers in another's turn is."""
    seen = {"turn": 3, "phase": "draw", "hands": [["KD"], ["QD"], ["9D"], ["8D"]]}
    assert words(drawn(seen, 2)).startswith("Out of turn seat 2 acts, and it is the turn of seat 3 Seat 2 9♦")
    assert words(drawn({**seen, "phase": "answer"}, 1)).startswith("To act seat 1 Seat 1 Q♦")
