"""Where an altered line comes to something else than the true one, how near a table is to that, and what shows it."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.engine.variants import shelf

from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.mutation.footprint import Difference, UntaggedFootprint
from meldspec.corpus.search.branch_distance import FAR
from meldspec.corpus.search.hunt import Hunt
from meldspec.corpus.search.infected_lines import Both, OfStanding
from meldspec.corpus.search.infection import Infection
from meldspec.corpus.search.playout import Turn, proposed
from meldspec.corpus.search.random_player import acts_near_worth, acts_of_everybody
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import make_rulebook
from meldspec.position.request import request_from_table, table_from_position
from meldspec.protocol.fields import record, to_json
from meldspec.protocol.messages import PositionRequest
from meldspec.table.table import Act, Cells, Table


def table(first: int = 0, second: int = 0) -> Table:
    """Two sides that have laid nothing, with these totals; whoever is to play has three fours and three aces."""
    hands = [["4C", "4D", "4H", "AC", "AD", "AH", "9S"], ["KC"], ["KD"], ["KH"]]
    told = {
        "cmd": "position",
        "variant": "canasta",
        "seats": 4,
        "dealer": 3,
        "options": {"players": 4},
        "match": {"deal": 2, "totals": [first, second]},
        "stock": ["5C", "6C", "7C"],
        "pile": ["8C"],
        "hands": hands,
        "feet": [[], [], [], []],
        "sides": [{"melds": [], "red_threes": 0}, {"melds": [], "red_threes": 0}],
        "turn": 0,
        "phase": "play",
        "marks": {},
    }
    return table_from_position(shelf().rulebook("canasta"), record(PositionRequest)(told, "position"))


def holding(*hand: str, total: int = 0, **told: Any) -> Table:
    """Such a table, with what whoever is to play holds, the points of the side, and what else is told of it."""
    said = to_json(request_from_table(shelf().rulebook("canasta"), table(total))) | told
    said["hands"][0] = list(hand)
    return table_from_position(shelf().rulebook("canasta"), record(PositionRequest)(said, "position"))


def told_no(*hand: str, canasta: bool = True) -> Table:
    """Such a table in a turn in which leave was refused: what whoever is to play holds, and whether the side has a canasta."""
    meld = {"cards": ["5C", "5D", "5D", "5H", "5H", "5S", "5S"][: 7 if canasta else 6]}
    sides = [{"melds": [meld], "red_threes": 0}, {"melds": [], "red_threes": 0}]
    return holding(*hand, sides=sides, marks={"refused": True})


def cells(first: int, second: int) -> Cells:
    """The cells of such a table."""
    return table(first, second).cells


def turn(at: Table, *acts: Act) -> Turn:
    """A turn in which some acts are proposed, and the last is played where it is legal."""
    referee = Referee(shelf().rulebook("canasta"))
    verdicts = tuple(proposed(referee, at, acts))
    _, after = referee.play(at, acts[-1]) if acts else (None, at)
    return Turn(at, verdicts, acts[-1] if after is not at else None, after)


def spoilt(name: str) -> Infection:
    """Where one spoilt line of ordinary Canasta comes to something else."""
    true = shelf().rulebook("canasta")
    other = make_rulebook(every_mutant(true)[name].sheet, {}, {})
    return Infection(true, other, Difference(UntaggedFootprint(true), UntaggedFootprint(other)).altered)


def laid(*cards: str) -> Act:
    """Cards of the first player laid as one new meld."""
    faces = shelf().rulebook("canasta").faces
    return Act("meld", 0, (((-1, tuple(sorted(faces.names.index(card) for card in cards))),),))


def test_a_minimum_that_is_otherwise_below_zero_is_so_there_alone() -> None:
    """Where 20 is asked for instead of 15, that matters to nobody but a side that stands below zero."""
    minimum = spoilt("opening.minimum:1: 15 made 20")
    assert minimum.known
    assert minimum.at([turn(table(*totals)) for totals in ((0, 0), (-5, 0), (0, -5))]) == [0, 1, 1]
    assert [minimum.numbers(cells(*totals)) for totals in ((0, 0), (-5, 0))] == [set(), {15, 20}]


def test_a_side_with_fewer_points_is_nearer_to_a_minimum_that_matters_below_zero() -> None:
    """With 5 points one is nearer to less than none than with 2000; with 5 below zero one is there."""
    minimum = spoilt("opening.minimum:1: 15 made 20")
    far, near, there = (minimum.near(turn(table(total, 3000))) for total in (2000, 5, -5))
    assert far > near > there == 0


def test_what_is_asked_of_an_act_is_otherwise_where_such_an_act_is_proposed() -> None:
    """Who lays three fours, worth 15, where 50 are asked for, is let pass once nobody asks for a minimum."""
    opening = spoilt("opening.minimum:2: require for meld left out")
    assert opening.known
    assert opening.at([turn(table(1500, 0)), turn(table(1500, 0), laid("4C", "4D", "4H"))]) == [0, 1]
    assert opening.near(turn(table(1500, 0), laid("4C", "4D", "4H"))) == 0 < opening.near(turn(table(1500, 0)))


def test_a_line_is_asked_at_tables_that_another_looks_ahead_to() -> None:
    """Whoever was told no lays no last cards, as the turn could not be ended: that line matters where they would be laid."""
    passing, fours, aces = spoilt("out.no:3: forbid for pass left out"), ("4C", "4D", "4H"), ("AC", "AD", "AH")
    last = turn(told_no(*fours, *aces), laid(*fours, *aces[:2]), laid(*fours))
    assert passing.at([last, turn(told_no(*fours, *aces), laid(*fours)), turn(told_no(*fours), laid(*fours))]) == [0, 0, 1]
    assert passing.near(turn(told_no(*fours), laid(*fours))) == 0 < passing.near(last)


def test_what_another_line_hides_is_not_near_enough() -> None:
    """Without a canasta nobody ends a turn with no card, whatever was answered: the altered line says something else in vain."""
    passing = spoilt("out.no:3: forbid for pass left out")
    alone, hidden = (turn(told_no(canasta=with_one), Act("pass", 0)) for with_one in (True, False))
    assert passing.at([alone, hidden]) == [1, 1]
    assert passing.near(alone) == 0 < passing.near(hidden) < FAR


def test_what_hides_it_is_near_to_letting_it_show_or_far() -> None:
    """Whoever lays cards out of turn for a side that has laid nothing is refused for the minimum as well: with kings, worth 30 of
    the 50, that is nearer to mattering alone than with fours, worth 15."""
    whose = spoilt("turn.whose:1: require for meld left out")
    fours, kings = ["4C", "4D", "4H"], ["KC", "KD", "KH"]
    less, more = (turn(holding(*fours, *kings, "9S", turn=1), laid(*cards)) for cards in (fours, kings))
    assert whose.at([less, more]) == [1, 1]
    assert 0 < whose.near(more) < whose.near(less) < FAR


def test_an_effect_is_otherwise_when_its_act_is_played_and_told_to_be_played() -> None:
    """Cards that are laid are remembered for whoever asks for leave: with that left out nothing shows until some are laid."""
    shown, fours = spoilt("out.ask:19: left out"), laid("4C", "4D", "4H")
    discard = Act("discard", 0, (shelf().rulebook("canasta").faces.names.index("9S"),))
    kept, played = (turn(told_no("4C", "4D", "4H", "9S", "KS", "QS"), *acts) for acts in ((fours, discard), (discard, fours)))
    assert shown.at([kept, played]) == [0, 1]
    assert shown.to_play(kept) == fours and shown.near(kept) == 0


def test_what_comes_about_when_a_turn_ends_is_otherwise_where_an_act_ends_one() -> None:
    """When a turn ends it is forgotten that leave was refused: were that done after the deal
    alone, a meld shows nothing, and the discard does."""
    forgotten, fours = spoilt("out.ask:17: at turn-end made at judging"), laid("4C", "4D", "4H")
    discard = Act("discard", 0, (shelf().rulebook("canasta").faces.names.index("9S"),))
    melded, ended = (turn(told_no("4C", "4D", "4H", "9S", "KS", "QS"), *acts) for acts in ((fours,), (fours, discard)))
    assert forgotten.at([melded, ended]) == [0, 1]
    assert (forgotten.to_play(melded), forgotten.to_play(ended)) == (None, discard)
    assert forgotten.near(melded) > 0 == forgotten.near(ended)


def test_an_effect_is_otherwise_by_what_those_before_it_did() -> None:
    """Who lays less than 120 to go out is held to it, as the side had not opened: asked after the side counts as having opened,
    that comes about no more, and with 120 laid neither order holds anybody to it."""
    order, fours, aces = (
        spoilt("opening.going-out:3: after opening.opened:2 at meld"),
        ["4C", "4D", "4H"] * 2,
        ["AC", "AD", "AH"] * 2,
    )
    less, enough = (turn(holding(*cards, "4S", "KS", total=3000), laid(*cards)) for cards in (fours, aces))
    assert order.known and order.near(less) == 0 < order.near(enough)
    assert order.at([less, enough]) == [1, 0]


def test_of_what_is_done_before_the_first_turn_nobody_can_tell() -> None:
    """A card is turned up when the deal is dealt, and no act comes upon that."""
    assert not spoilt("deal.upcard:1: left out").known


def test_cards_are_laid_that_are_worth_as_much_as_a_number_or_just_not() -> None:
    """Three fours are worth 15 and three aces 60: of the numbers from 20 to 60 the fours fall short, and the aces do not."""
    referee = Referee(shelf().rulebook("canasta"))
    worth = referee.rulebook.faces.worth
    for number in (20, 60):
        acts = [act for seed in range(20) for act in acts_near_worth(referee, cells(0, 0), (number,), Random(seed))]
        melded = {sum(worth[card] for _, cards in act.values[0] for card in cards) for act in acts if act.name == "meld"}
        assert melded == {15, 60}


def test_anybody_may_do_what_a_line_is_about() -> None:
    """Of passing and asking each seat, and each question, is proposed; of discarding some of all cards that anybody holds; and of
    melding nothing, which is left to players who choose."""
    referee = Referee(shelf().rulebook("canasta"))
    acts = list(acts_of_everybody(referee, cells(0, 0), ["pass", "ask", "discard", "meld"], Random(1)))
    assert sorted(act.seat for act in acts if act.name == "pass") == [0, 1, 2, 3]
    assert {(act.seat, act.values) for act in acts if act.name == "ask"} == {
        (one, (other,)) for one in range(4) for other in range(4)
    }
    assert {act.seat for act in acts if act.name == "discard"} == {0, 1, 2, 3}
    assert {act.name for act in acts} == {"pass", "ask", "discard"}


def test_only_what_a_line_judges_is_proposed_besides() -> None:
    """A line about passing has passes proposed, and one about what an act leaves nothing."""
    assert spoilt("out.no:3: forbid for pass left out").judged == ["pass"]
    assert spoilt("out.ask:19: left out").judged == []


def test_a_hunt_comes_to_a_table_below_zero() -> None:
    """From a table at which both sides stand well above zero a hunt finds some at which one stands below it, where another minimum
    is asked for; of what nobody can tell it finds nothing, and looks at nothing."""
    rulebook = shelf().rulebook("canasta")
    begin = request_from_table(rulebook, table(200, 300)), None
    hunt = Hunt(rulebook, spoilt("opening.minimum:1: 15 made 20"), [begin], Random(1))
    found = list(hunt.found(300))
    assert found and hunt.seen >= len(found)
    assert all(min(request.match.totals) < 0 for request, _ in found)
    blind = Hunt(rulebook, spoilt("deal.upcard:1: left out"), [begin], Random(1))
    assert not list(blind.found(300)) and blind.seen == 0


def test_a_hunt_looks_at_no_table_that_cannot_be() -> None:
    """Whoever has 6000 has won, and no deal follows, however near its table would be."""
    rulebook = shelf().rulebook("canasta")
    begin = request_from_table(rulebook, table(-200, 6000)), None
    hunt = Hunt(rulebook, spoilt("opening.minimum:1: 15 made 20"), [begin], Random(1))
    assert not list(hunt.found(1)) and hunt.seen == 0


def test_a_standing_rule_that_is_not_altered_is_nowhere_otherwise() -> None:
    """Whoever finds a red three in the hand lays it: by the same rules that is the same, and without the rule it stays there."""
    true = shelf().rulebook("canasta")
    (lays,) = (rule for rule in true.selection.chosen(true.sheet.standing) if rule.tag.clause == "deal.lay-threes")
    here, hand = table().cells, true.layout.own("hand", 0)
    found = tuple(sorted((*here[hand], true.faces.names.index("3D"))))
    without, with_three = (turn(Table(tuple(cells))) for cells in (here, (*here[:hand], found, *here[hand + 1 :])))
    both = Both(true, true)
    assert [OfStanding(both, (lays, lays)).at(one) for one in (without, with_three)] == [0, 0]
    assert [OfStanding(both, (lays, None)).at(one) for one in (without, with_three)] == [0, 1]
