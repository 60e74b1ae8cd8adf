"""Words and what they mean where they stand."""

from __future__ import annotations

import pytest
from tests.book.toys import sheet

from meldspec.book.core import Call, CardSet, Cell, Const, Core, Each, Op, Var
from meldspec.book.sheet import Sheet

PLAYER = Var("player", "player")
SIDE_OF_PLAYER = Op("side", (PLAYER,), "side")


def clean(lines: str) -> Sheet:
    """The sheet of the toy game with some more lines, whose words are all known."""
    made, problems = sheet(lines)
    assert [str(problem) for problem in problems] == []
    return made


def condition(words: str) -> Core | None:
    """What a condition means to whoever melds."""
    return clean(f"cards court are K Q\nto meld\n  forbid when {words}").judges[-1].when


def codes(lines: str) -> list[str]:
    """The codes of all that is wrong with some lines."""
    return [problem.code for problem in sheet(lines)[1]]


def test_a_hand_without_of_is_the_players_own() -> None:
    """In a line about an act, the hand is the hand of whoever acts."""
    assert condition("no cards in hand") == condition("no cards in the hand of player")


def test_what_belongs_to_a_side_belongs_to_the_players_side() -> None:
    """In a line about an act, what belongs to a side is that of the player's side."""
    assert condition("opened") == Cell("opened", SIDE_OF_PLAYER, "truth")


def test_a_player_stands_for_the_side() -> None:
    """What belongs to a side may be named by one of its players."""
    assert condition("opened of the left of player") == Cell(
        "opened", Op("side", (Op("left", (PLAYER,), "player"),), "side"), "truth"
    )


def test_a_new_player_brings_a_new_side() -> None:
    """Within `every player in seats`, the side is that player's and not the actor's."""
    found = condition("every player in seats has opened")
    assert isinstance(found, Each)
    assert found.body == Cell("opened", SIDE_OF_PLAYER, "truth")


def test_the_article_means_nothing() -> None:
    """`the` before a name changes nothing."""
    assert condition("the turn is the player") == condition("turn is player")


def test_is_new_is_in_and_is_a_set() -> None:
    """`is` compares things, tells whether a card is of a set, and whether a play begins a meld."""
    assert condition("first is new") == Op("is_new", (Var("first", "play"),), "truth")
    top = Op("top", (Cell("stock", None, "row"),), "card")
    assert condition("the top of stock is court") == Op("in_set", (top, CardSet("court")), "truth")
    assert condition("the top of stock is not none") == Op("not", (Op("eq", (top, Const(None, "none")), "truth"),), "truth")


def test_a_kind_may_be_named_like_a_set() -> None:
    """A kind and a set may share a name, since what is compared tells which is meant."""
    made = clean("""
        cards court are K Q
        kind court
          require only court in it
        to meld
          forbid when the kind of the cards of first is court
    """)
    assert made.judges[-1].when == Op("eq", (made_kind(made), Const("court", "kind")), "truth")


def made_kind(made: Sheet) -> Core:
    """The left side of the last bar."""
    found = made.judges[-1].when
    assert isinstance(found, Op)
    return found.args[0]


def test_a_term_speaks_of_whoever_uses_it() -> None:
    """A term without `of` that speaks of the hand means the hand of the player in whose line it stands."""
    made = clean("define rich: at least 3 cards in the hand\nto meld\n  forbid when rich")
    assert made.term_free["rich"] == {"player": "player"}
    assert made.judges[-1].when == Call("rich", (("player", PLAYER),), "truth")


def test_a_term_of_somebody() -> None:
    """A term `of player` is asked of any player, and of the actor where none is named."""
    made = clean("""
        define wealth of player: the number of the hand
        to meld
          forbid when wealth of the left of player is above wealth
    """)
    left = Call("wealth", (("player", Op("left", (PLAYER,), "player")),), "number")
    mine = Call("wealth", (("player", PLAYER),), "number")
    assert made.judges[-1].when == Op("gt", (left, mine), "truth")


def test_a_term_may_differ_by_reading() -> None:
    """Each reading may define a term in its own way; the line that uses it is one and the same."""
    made = clean("""
        question rich silent "Who is rich?"
          default three because "It is usual."
          reading three "Whoever has three."
            define a player is rich: at least 3 cards in the hand
          reading two "Whoever has two."
            define a player is rich: at least 2 cards in the hand
        to meld
          forbid when player is rich
    """)
    assert [(term.name, term.tag.reading) for term in made.terms] == [("rich", "three"), ("rich", "two")]
    assert made.judges[-1].when == Call("rich", (("player", PLAYER),), "truth")


def test_lines_for_several_acts() -> None:
    """A line under two acts is a line about each of them, with one id."""
    made = clean("to draw, meld\n  forbid when opened")
    assert [(line.act, line.tag.line) for line in made.judges[-2:]] == [("draw", "play.more:1"), ("meld", "play.more:1")]


def test_names_that_are_spoken_of() -> None:
    """A sheet knows which of the declared names its lines speak of."""
    assert {"hand", "stock", "opened"} <= clean("to meld\n  forbid when opened").named


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("forbid when the hnd is none", "unknown-word"),
        ("forbid when some kings in the hand", "unknown-set"),
        ("forbid when could fold", "unknown-act"),
        ("forbid when the hand", "wrong-type"),
        ("forbid when the rank of player is none", "wrong-type"),
        ("forbid when the stock of player is none", "no-owner"),
        ("forbid when stock share a colour", "unknown-word"),
        ("forbid when stock differ in colour", "unknown-word"),
        ("forbid when some cards in (stock down to kings)", "unknown-set"),
        ("then dealer becomes player", "no-target"),
    ],
)
def test_a_wrong_word_is_found(line: str, code: str) -> None:
    """A word that is unknown or misapplied is one problem and no more."""
    assert codes(f"to draw\n  {line}") == [code]


def test_what_nobody_owns_there() -> None:
    """A hand where no player is known is asked whose it is."""
    assert codes("at setup\n  then draw 1 from stock to hand") == ["whose"]


def test_a_term_that_never_ends() -> None:
    """Terms that define each other in a circle are one problem."""
    assert codes("define a-term: other plus 1\ndefine other: a-term plus 1") == ["circular-term"]


def test_points_belong_to_scoring() -> None:
    """Points anywhere but at scoring are misplaced."""
    assert codes("at judging\n  award 3") == ["misplaced-line"]
