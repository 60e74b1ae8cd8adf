"""What befalls, what it scores, and what readings change: every line with its meaning in one sentence and an outcome worked out by
hand."""

from random import Random

from tests.engine.tried import gone, refusals, tried

from meldspec.engine.deal import dealt_by_rules, shuffled
from meldspec.table.table import MATCH

# ── what befalls ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_event_of_the_book_befalls_when_it_is_raised() -> None:
    """`raise` has all lines of the event done at once, for the player at hand; an event without lines does nothing."""
    both, after = gone(
        "act go\nevent bell\nevent silence\nto go\n  then raise silence\n"
        "  then raise bell for each player in seats when some cards in hand\n  then move all from aside to pile\n"
        "at bell\n  then move all from hand to aside",
        hand=["KC", "KD", "", "KH"],
    )
    assert (both.has(after, "pile"), both.has(after, "aside", 0), both.has(after, "aside", 1)) == ("KC", "", "KD KH")


def test_an_event_that_ends_the_deal_is_the_last() -> None:
    """An event that ends the deal keeps the same event from befalling for anybody else."""
    both, after = gone(
        "act go\nevent bell\nkeep rung as number\nto go\n  then raise bell for each player in seats\n"
        "at bell\n  then rung becomes rung plus 1\n  then end the deal by out when player is the left of the left of dealer"
    )
    assert both.has(after, "rung") == 2


def test_standing_rules_act_until_none_applies() -> None:
    """Of the standing rules the first that holds acts, for the first thing of its list, and then all are looked at again."""
    both, after = gone(
        "act go\nkeep log as number\nto go\n  then draw 1 from stock to hand\n"
        "whenever for each player in seats, some wild in hand\n"
        "  then log becomes log times 10 plus (choose 1 when player is the left of dealer, otherwise 3)\n"
        "  then move (wild in hand) from hand to aside\n  then draw 1 from stock to hand\n"
        "whenever at least 2 cards in pile\n  then log becomes log plus 5\n  then draw 1 from pile to stock",
        stock="KC 2C 2D JK",
        hand=["", "", "2H", ""],
        pile="AC AD",
    )
    # Seat 0 draws a joker, then twice a deuce, then a king; then seat 2's deuce goes and nothing is left to draw; then the pile.
    assert (both.has(after, "log"), both.has(after, "hand", 0), both.has(after, "aside")) == (1118, "KC", "2C 2D 2H JK")
    assert (both.has(after, "stock"), both.has(after, "pile")) == ("AD", "AC")


def test_settle_lets_the_standing_rules_act_at_once() -> None:
    """`settle` lets the standing rules act before the next effect."""
    lines = "act go\nkeep seen as number\nto go\n  then draw 1 from stock to hand\n{}  then seen becomes the number of the hand\n"
    lines += "whenever for each player in seats, some wild in hand\n  then move (wild in hand) from hand to aside"
    both, after = gone(lines.format(""), stock="2C")
    assert both.has(after, "seen") == 1
    both, after = gone(lines.format("  then settle\n"), stock="2C")
    assert both.has(after, "seen") == 0


def test_dealing_and_set_up() -> None:
    """`at dealing` the pack lies in the first row, `at setup` the cards are dealt; the standing rules act before the first turn."""
    both = tried(
        "act go\nat dealing\n  then draw (choose 3 when players is 2, otherwise 2) from stock to hand for each player in seats\n"
        "at setup\n  then draw 1 from stock to pile\n  then turn becomes the left of dealer\n"
        "whenever phase is setup and exactly 1 cards in pile\n  then draw 1 from stock to pile\n"
        "whenever phase is setup\n  then phase becomes play"
    )
    pack = shuffled(both.rulebook, Random(1))
    dealt = dealt_by_rules(both.rulebook, pack, 2)
    assert dealt["hand"] == [pack[-3:-5:-1], pack[-5:-7:-1], pack[-7:-9:-1], pack[:-3:-1]]
    table = both.begin(dealt, dealer=2, deal_number=3, totals=(5, 6))
    assert table.cells[:6] == ("play", 3, None, 2, 3, (5, 6))
    assert (both.has(table, "pile"), len(both.has(table, "stock").split())) == (both.spelt(pack[-9:-11:-1]), len(pack) - 10)


# ── scores, matches, what is shown ─────────────────────────────────────────────────────────────────────────────────────────


def test_awards_and_charges_are_points_of_each_side() -> None:
    """At the end each side is given what `award` says and loses what `charge` says, for each thing and where a condition holds."""
    both, after = gone(
        "act go\nto go\n  then end the deal by out for player\nat scoring\n  award 100 when some cards in aside\n"
        "  award the worth of meld for each meld in melds when meld fits\n"
        "  charge the worth of hand for each player in the players of side\n"
        "  award (choose 1 when total of side is 10, otherwise 2)",
        hand=["KC", "JK", "AC 5C", ""],
        melds=[["KC KD", "KC"], ["AC 2C JK"]],
        aside=["", "3C"],
        totals=(10, -10),
    )
    assert after.cells[5:7] == ((10 + 20 - 35 + 1, -10 + 100 + 90 - 50 + 2), (-14, 142))
    both.check_scores(after)


def test_a_match_is_judged_after_the_scores() -> None:
    """`at judging` totals and scores have the deal counted in, and the match ends for a side, or for none where it is drawn."""
    lines = (
        "act go\nto go\n  then end the deal by out\nat scoring\n  award 50 for each meld in melds\nat judging\n"
        "  then end the match for one for each one in sides when the total of one is at least 100 and the score of one is above 0\n"
        "  then end the match when every one in sides has (the total of one is at least 100)"
    )
    laid: list[list[list[str]]] = [[["KC KD"], []], [["KC KD"], ["AC AD"]], [[], []]]
    won = [gone(lines, melds=melds, totals=(60, 100))[1].cells[MATCH] for melds in laid]
    assert won == [(0,), (0,), None]
    assert gone(lines, totals=(100, 100))[1].cells[MATCH] == (None,)


def test_show_tells_what_is_said() -> None:
    """`show` lines are fields of what is shown of a table."""
    both = tried("act go\nkeep asked as player\nshow asked as asked\nshow locked as some wild in pile")
    assert both.shown(both.table(asked=2, pile="2C")) == {"asked": 2, "locked": True}


# ── readings ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

DOUBT = """
question which silent "Which one?"
  default first because "It is the first."
  reading first "The one."
    define limit: 1
  reading second "The other."
    define limit: 2
    act pass
    to go
      forbid when some cards in pile
act go
to go, pass
  require the number of the hand is limit
"""


def test_the_lines_of_a_reading_hold_only_under_it() -> None:
    """The default reading holds where none is named; the lines of another hold only where that one is."""
    first, second = tried(DOUBT), tried(DOUBT, which="second")
    table = first.table(hand="KC", pile="KD")
    assert first.step(table, first.act(0, "go"))[0].legal
    assert refusals(second.step(table, second.act(0, "go"))[0]) == ["lines:2", "lines:6"]
    assert list(first.rulebook.acts) == ["go"]
    assert second.step(second.table(hand="KC KC"), second.act(0, "pass"))[0].legal
    assert second.step(table, second.act(0, "go"))[0].readings == (("tried.lines.which", "second"),)
