"""Every line about acts and every effect, with its meaning in one sentence and an outcome worked out by hand."""

import pytest
from tests.engine.playing import legal_acts, step
from tests.engine.tried import gone, refusals, tried

from meldspec.table.faults import EngineDefect
from meldspec.table.selection import ChoiceError

# ── who may do what ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_permission_fails_before_an_act_is_refused() -> None:
    """Of all `allow` lines of an act one must hold; where none does, all of them refuse it."""
    both = tried("act go\nto go\n  allow when some cards in hand\n  allow when some cards in stock")
    go = both.act(0, "go")
    verdict, _ = both.step(both.table(stock="KC"), go)
    assert (verdict.legal, [tag.line for tag in verdict.lines]) == (True, ["tried.lines:3"])
    assert refusals(both.step(both.table(), go)[0]) == ["lines:2", "lines:3"]


def test_every_duty_and_bar_that_is_broken_refuses() -> None:
    """All `require` lines must hold and no `forbid` line may, and the verdict names each that refuses, in the book's order."""
    both = tried(
        "act go\nto go\n  require player is turn\n  forbid when some cards in stock\n"
        "  require some cards in hand when phase is play\n  require no wild in hand"
    )
    table = both.table(turn=1, stock="KC")
    assert refusals(both.step(table, both.act(0, "go"))[0]) == ["lines:2", "lines:3", "lines:4"]
    assert both.step(both.table(hand="KC"), both.act(0, "go"))[0].legal
    assert both.step(both.table(phase="answer"), both.act(0, "go"))[0].legal


def test_a_line_about_several_acts_is_about_each() -> None:
    """`to A, B` heads lines about both, in which the player and his side are those of who acts."""
    both = tried("act go\nact stay\nto go, stay\n  require some cards in hand and some cards in aside")
    table = both.table(hand=["", "KC"], aside=["", "KD"])
    assert refusals(both.step(table, both.act(0, "stay"))[0]) == ["lines:3"]
    assert both.step(table, both.act(1, "go"))[0].legal


def test_a_refused_act_changes_nothing() -> None:
    """After a refusal the table is the very same."""
    both = tried("act go\nto go\n  require player is turn\n  then phase becomes answer")
    table = both.table()
    assert both.step(table, both.act(1, "go"))[1] is table


def test_nothing_is_legal_when_the_deal_has_ended() -> None:
    """Once the deal has ended every act is refused, by the line that declares it."""
    both, over = gone("act go\nto go\n  then end the deal by out")
    assert refusals(both.step(over, both.act(0, "go"))[0]) == ["lines:1"]


# ── the fields of acts ─────────────────────────────────────────────────────────────────────────────────────────────────────

FIELDS = """
act put with plays: plays from (the hand with the top of pile) onto melds or aside, chosen: play as best
act drop with card: card from hand, count: number, loud: truth, friend: player as whom
to put
  require every play in plays has (the result of play fits or the target of play is aside)
"""


@pytest.mark.parametrize(
    ("plays", "chosen", "legal"),
    [
        ({"new": "KC KD"}, 0, True),
        ({"new": "KC AD"}, None, True),
        ({"new": "KC KC"}, 0, False),
        ({0: "2C", "aside": "KC"}, 1, True),
        ({0: "2C", 1: "KC"}, 0, False),
        ({0: "2C"}, 1, False),
        ({"hand": "KC"}, 0, False),
        ({"melds": "KC"}, 0, False),
        ({"new": ""}, 0, False),
        ({0: ["2C", "KC"]}, 0, False),
        ({}, None, True),
    ],
)
def test_plays_must_be_possible(plays: dict[object, object], chosen: int | None, legal: bool) -> None:
    """Plays take cards that are there, each card once, to melds and places that are there, each of them once."""
    both = tried(
        FIELDS.replace("\nto put\n  require every play in plays has (the result of play fits or the target of play is aside)", "")
    )
    table = both.table(hand="KC KD 2C", pile="AC AD", melds=[["AC AD"]])
    verdict, _ = both.step(table, both.act(0, "put", plays=plays, best=chosen))
    assert verdict.legal == legal
    assert legal or refusals(verdict) == ["lines:1"]


def test_options_that_do_not_go_together_are_refused() -> None:
    """Who chooses options that a book does not let go together is told what it needs."""
    lines = "option pairs from 0, 1 otherwise 0\noptions need pairs is 0 or players is 4"
    assert tried(lines, {"pairs": 1, "players": 4}).rulebook.options["pairs"] == 1
    with pytest.raises(ChoiceError, match="cannot be played with players 2, pairs 1: it needs pairs is 0 or players is 4"):
        tried(lines, {"pairs": 1, "players": 2})


LIMITED = "act put with plays: plays from hand onto melds or aside from (red in the hand)"


@pytest.mark.parametrize(
    ("plays", "legal"),
    [({"aside": "KD KH"}, True), ({"aside": "KC"}, False), ({"aside": "KD KD KD"}, False), ({"new": "KC KD"}, True)],
)
def test_a_place_may_be_limited_to_some_cards(plays: dict[object, object], legal: bool) -> None:
    """Where a place is said to take only some cards, a play puts no others there, and none of them oftener than they are."""
    both = tried(LIMITED)
    table = both.table(hand="KC KD KD KH")
    assert both.step(table, both.act(0, "put", plays=plays))[0].legal == legal
    found = {str(play) for act, _ in legal_acts(both.rulebook, table.cells, 0) for play in act.values[0]}
    proposed = {str(play) for act in both.definition.proposals("put", table.cells, 0) for play in act.values[0]}
    assert found <= proposed
    assert {p for p in found if "aside" in p} == {p for p in proposed if "aside" in p}


@pytest.mark.parametrize(("card", "friend", "legal"), [("KC", 3, True), ("KH", 3, False), ("KC", 4, False), ("9C", 0, False)])
def test_cards_and_players_must_be_there(card: str, friend: int, legal: bool) -> None:
    """A card is one of those it may come from, and a player sits at the table; a number may be any."""
    both = tried(FIELDS)
    act = both.act(0, "drop", card=card, count=-4, loud=True, whom=friend)
    assert both.step(both.table(hand="KC KD"), act)[0].legal == legal


def test_fields_are_words_of_the_lines_about_the_act() -> None:
    """In the lines about an act its fields are words; a play is spoken of by its cards, its target and its result."""
    both = tried(
        "act put with plays: plays from hand onto melds, chosen: play\nto put\n"
        "  require the number of plays is 2\n  require the worth of (the cards of plays) is 80\n"
        "  require chosen is new and the number of (the cards of chosen) is 2\n"
        "  require some play in plays has (the number of (the target of play) is 2 and the worth of (the result of play) is 60)\n"
        "  require the kind of (the result of chosen) is mixed\n  then lay plays from hand onto melds"
    )
    table = both.table(hand="2C KD KC AC JK 2D", melds=[["AC AD"]])
    verdict, after = both.step(table, both.act(0, "put", plays={"new": "KD JK", 0: "2C"}, chosen=0))
    assert verdict.legal
    assert (both.has(after, "hand"), both.has(after, "melds")) == ("AC KC 2D", ["AC AD 2C", "KD JK"])
    verdict, _ = both.step(table, both.act(0, "put", plays={0: "2C", "new": "KD KC"}, chosen=0))
    assert refusals(verdict) == ["lines:3", "lines:4"]


def test_no_play_has_no_cards() -> None:
    """A field `play` that names none is none: it has no cards, no target, and is not new."""
    both = tried(
        "act put with plays: plays from hand onto melds, chosen: play\nto put\n"
        "  require chosen is none and not chosen is new\n  require no cards in the cards of chosen\n"
        "  require no cards in the result of chosen and no cards in the target of chosen"
    )
    assert both.step(both.table(hand="KC KD"), both.act(0, "put", plays={"new": "KC KD"}, chosen=None))[0].legal


def test_result_and_target_are_of_the_time_before_the_act() -> None:
    """What a play makes is told by how things lay before the act, for effects and for what is looked at afterwards, too."""
    both = tried(
        "act put with plays: plays from hand onto melds\nkeep first-size as number\nto put\n"
        "  require afterwards every play in plays has exactly 3 cards in the result of play\n"
        "  then lay plays from hand onto melds\n"
        "  then first-size becomes first-size plus the number of (the target of play) for each play in plays"
    )
    verdict, after = both.step(both.table(hand="AH", melds=[["AC AD"]]), both.act(0, "put", plays={0: "AH"}))
    assert verdict.legal and both.has(after, "first-size") == 2


# ── effects ────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_draw_takes_from_the_top() -> None:
    """`draw` takes so many cards from the top of a row, one after another, as many as there are."""
    both, after = gone(
        "act go\nto go\n  then draw 2 from stock to pile\n  then draw 5 from pile to hand", pile="AC", stock="KC KD 5D"
    )
    assert (both.has(after, "stock"), both.has(after, "pile"), both.has(after, "hand")) == ("KC", "", "AC KD 5D")
    both, after = gone(
        "act go\nto go\n  then draw 2 from stock to pile\n  then draw (1 minus 3) from stock to hand", stock="KC KD 5D"
    )
    assert (both.has(after, "stock"), both.has(after, "pile"), both.has(after, "hand")) == ("KC", "5D KD", "")


def test_move_takes_those_that_are_there() -> None:
    """`move` moves the cards named that are there, and from a row the uppermost of equal ones."""
    both, after = gone("act go\nto go\n  then move (wild in hand) from hand to aside", hand="KC 2D JK")
    assert (both.has(after, "hand"), both.has(after, "aside")) == ("KC", "2D JK")
    both, after = gone("act go\nto go\n  then move (the top of pile) from pile to hand", pile="KC AC KC")
    assert (both.has(after, "hand"), both.has(after, "pile")) == ("KC", "KC AC")
    both, after = gone("act go\nto go\n  then move hand from pile to stock", hand="5C KC KC", pile="KC AC KC")
    assert (both.has(after, "hand"), both.has(after, "pile"), both.has(after, "stock")) == ("KC KC 5C", "AC", "KC KC")


def test_move_all_keeps_the_order_of_a_row() -> None:
    """`move all` moves every card of a place, onto a row in the order in which they lay."""
    both, after = gone(
        "act go\nto go\n  then move all from pile to stock\n  then move all from hand to aside", pile="KC AC", stock="5C", hand="JK"
    )
    assert (both.has(after, "stock"), both.has(after, "pile"), both.has(after, "hand"), both.has(after, "aside")) == (
        "5C KC AC",
        "",
        "",
        "JK",
    )


def test_lay_puts_plays_where_they_go() -> None:
    """`lay` puts new melds behind the others in the order listed, and other plays where they say."""
    both = tried("act put with plays: plays from hand onto melds or aside\nto put\n  then lay plays from hand onto melds")
    act = both.act(1, "put", plays={"new": ["5C 5D", "KC 2C"], "aside": "3C", 0: "AH"})
    _, after = both.step(both.table(hand=["", "5C 5D KC 2C 3C AH JK"], melds=[[], ["AC AD"]]), act)
    assert (both.has(after, "hand", 1), both.has(after, "aside", 1)) == ("JK", "3C")
    assert (both.has(after, "melds", 0), both.has(after, "melds", 1)) == ([], ["AC AD AH", "5C 5D", "KC 2C"])


def test_memory_becomes_what_is_said() -> None:
    """`becomes` sets a memory of the table, of the player or of his side, and the turn and the phase."""
    both, after = gone(
        "act go\nkeep told as truth\nkeep count of player as number starting 3\nkeep who of side as player\nkeep ours as side\n"
        "keep laid of side as groups\nkeep had of player as cards\n"
        "to go\n  then told becomes not told\n  then count becomes count plus 1\n"
        "  then count of (the left of player) becomes 0\n  then who becomes player\n  then ours becomes side\n"
        "  then laid becomes melds\n  then had becomes the hand with the cards of melds\n"
        "  then turn becomes nobody\n  then phase becomes answer",
        seat=1,
        melds=[[], ["KC KD"]],
        hand=["", "5C"],
    )
    assert after.cells[both.rulebook.layout["had"].first + 1] == tuple(sorted(both.cards("5C KC KD")))
    assert [both.has(after, "count", seat) for seat in range(4)] == [3, 4, 0, 3]
    assert [both.has(after, name, of) for name, of in [("told", 0), ("who", 0), ("who", 1), ("ours", 0)]] == [True, None, 1, 1]
    assert both.has(after, "laid", 1) == both.table(melds=[["KC KD"]]).cells[both.rulebook.layout["melds"].first]
    assert after.cells[:2] == ("answer", None)


def test_effects_see_what_the_earlier_ones_did() -> None:
    """Effects run in the order of the book, each where its condition holds then."""
    both, after = gone(
        "act go\nto go\n  then draw 1 from stock to hand\n  then draw 1 from stock to hand when some wild in hand\n"
        "  then move all from hand to pile when at least 2 cards in hand",
        stock="KC KD JK",
    )
    assert (both.has(after, "stock"), both.has(after, "pile"), both.has(after, "hand")) == ("KC", "KD JK", "")


def test_for_each_goes_through_the_list_of_the_beginning() -> None:
    """`for each` does the effect for every thing of the list as it was at first, `when` being asked of each in its turn."""
    both, after = gone(
        "act go\nto go\n  then draw 1 from stock to hand for each player in seats when some cards in hand\n"
        "  then move card from pile to aside for each card in pile when card is red",
        stock="KC KD 5D AC",
        hand=["KH", "", "", "2C"],
        pile="JK KH 5H 5C",
        dealer=2,
    )
    assert [both.has(after, "hand", seat) for seat in range(4)] == ["KH 5D", "", "", "AC 2C"]
    assert (both.has(after, "pile"), both.has(after, "aside")) == ("JK 5C", "KH 5H")


def test_the_end_of_the_deal_ends_everything() -> None:
    """When the deal has ended nothing more happens in it, and its first end stands."""
    both, after = gone(
        "act go\nkeep count as number\nto go\n  then count becomes 1\n"
        "  then end the deal by out for player for each player in seats\n"
        "  then count becomes 2\n  then end the deal by stock\nwhenever count is 1\n  then count becomes 3",
    )
    assert (after.cells[2], both.has(after, "count")) == (("out", 0), 1)
    assert after.cells[1] is None


@pytest.mark.parametrize(
    ("lines", "word"),
    [
        ("keep asked as player\nact go\nto go\n  require some cards in the hand of asked", "hand"),
        ("keep asked as player\nact go\nto go\n  require the side of asked is side", "side"),
        ("keep asked as player\nact go\nto go\n  require the left of asked is player", "left"),
        ("keep asked as player\nact go\nto go\n  require player is in the partners of asked", "partners"),
        ("keep losing as side\nact go\nto go\n  require player is in the players of losing", "players"),
        ("keep losing as side\nact go\nto go\n  require the total of losing is 0", "total"),
        ("keep asked as player\nact go\nto go\n  then move all from the hand of asked to pile", "hand"),
    ],
)
def test_nobody_has_nothing(lines: str, word: str) -> None:
    """Rules that speak of the hand, the side or the neighbour of nobody are at fault, and are told so in these words."""
    both = tried(lines)
    table = both.table(hand="KC")
    with pytest.raises(EngineDefect, match=f"'{word}' of nobody"):
        step(both.rulebook, table, both.act(0, "go"))
    with pytest.raises(EngineDefect, match=f"'{word}' of nobody"):
        both.definition.judge(table.cells, both.act(0, "go"))
        both.definition.carry_out(table.cells, both.act(0, "go"))


def test_a_list_of_too_many_numbers_is_named() -> None:
    """Numbers without bound are not counted up: the line that lists them is told, and how many there may be."""
    both = tried("act go\nto go\n  require some one in numbers from 1 to (9999 times the number of the hand) has (one is 0)")
    told = r"tried\.lines:2 lists the numbers from 1 to 19998; expected: at most 10,000 numbers"
    assert refusals(both.step(both.table(hand="KC"), both.act(0, "go"))[0]) == ["lines:2"]
    with pytest.raises(EngineDefect, match=told):
        step(both.rulebook, both.table(hand="KC KD"), both.act(0, "go"))
    with pytest.raises(EngineDefect, match=told):
        both.definition.judge(both.table(hand="KC KD").cells, both.act(0, "go"))


def test_standing_rules_that_never_rest_are_named() -> None:
    """A standing rule whose effects do not end what it waits for is told by its line."""
    both = tried("keep high as truth\nact go\nwhenever some cards in pile and not high\n  then high becomes no")
    table = both.table(pile="KC")
    with pytest.raises(EngineDefect, match=r"never come to rest: tried\.lines:3"):
        step(both.rulebook, table, both.act(0, "go"))
    with pytest.raises(EngineDefect, match=r"never come to rest: tried\.lines:3"):
        both.definition.carry_out(table.cells, both.act(0, "go"))
