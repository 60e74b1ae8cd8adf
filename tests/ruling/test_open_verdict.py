"""What is ruled where the file tells only how many cards the hand has, or the pile: nothing rests on made-up ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from click.testing import CliRunner
from tests.corpus.picked import CORPUS
from tests.engine.variants import shelf
from tests.sampling import THOROUGH

from meldspec.cli import main
from meldspec.cli.position_files import position_text, read_position_file
from meldspec.engine.rulebook import Library
from meldspec.position.marked import PositionError
from meldspec.protocol.case import CaseProblem, load_cases
from meldspec.ruling.desk.told import reading_json
from meldspec.ruling.open_verdict import hangs_on_open
from meldspec.ruling.otherwise_text import mattering
from meldspec.ruling.page import Manner
from meldspec.ruling.ruling import Ruling, judge, rule
from meldspec.runner.told import played
from meldspec.runner.told_position import position_before

TABLE: dict[str, Any] = {
    "variant": "canasta",
    "turn": 0,
    "phase": "play",
    "stock": 20,
    "pile": 3,
    "hands": [5, 11, 11, 11],
    "sides": [{"melds": ["QC QD QH QS QC QD QH"]}, {}],
    "memory": {"melded-now": False, "shown-now": False, "consented": False, "refused": False, "held-to-it": False},
}
"""Ordinary Canasta: side 0 has a canasta of queens, and seat 0 holds five cards that nobody has told."""
ASK = {"action": {"type": "ask", "seat": 2}}
DRAW = {"action": {"type": "draw"}}


def ruled(rules: Library, **told: Any) -> Ruling:
    """The ruling on the table above with some of it told otherwise."""
    position = read_position_file(json.dumps(TABLE | told), "table.yaml", rules)
    act = position.act()
    assert act is not None
    return rule(position, act)


@pytest.mark.parametrize(
    ("hand", "verdict"), [(5, "undetermined"), ("QS 2C 4C", "legal"), ("4C 5C 6C 8C 9C", "illegal"), (1, "undetermined")]
)
def test_leave_is_asked_by_whoever_could_go_out(rules: Library, hand: int | str, verdict: str) -> None:
    """Whether a player may ask for leave hangs on the hand: of cards that nobody knows nothing is ruled."""
    assert ruled(rules, hands=[hand, 11, 11, 11], act=ASK).verdict == verdict


def test_what_no_card_of_the_hand_could_change_is_ruled(rules: Library) -> None:
    """A draw while the stock has cards is legal whatever the hand has, and one out of turn is not."""
    assert ruled(rules, phase="draw", act=DRAW).verdict == "legal"
    assert ruled(rules, phase="draw", act={"seat": 1, **DRAW}).verdict == "illegal"
    assert ruled(rules, phase="draw", act={"action": {"type": "pass"}}).verdict == "illegal"


@pytest.mark.parametrize(
    ("hand", "pile", "hanging"),
    [
        (5, 3, (("pile",),)),
        (5, "4H 8C QS", (("hands", 0),)),
        ("KC 4C 5D", 3, (("pile",),)),
        ("KC 4C 5D", "4H 8C QS", ()),
        (5, "4H 8C 9S", ()),
    ],
)
def test_a_draw_without_a_stock(rules: Library, hand: int | str, pile: int | str, hanging: tuple[Any, ...]) -> None:
    """When the stock is gone, a top card that fits a meld of the side has to be taken: what lies on the pile must be known, and the
    hand where it could matter."""
    ruling = ruled(rules, phase="draw", stock=0, hands=[hand, 11, 11, 11], pile=pile, act=DRAW)
    assert ruling.hanging == hanging
    assert ruling.undetermined == bool(hanging)


@pytest.mark.parametrize(
    ("hand", "count", "cards", "verdict"),
    [
        ("8H 8D 4D 5S 9C", 12, "8S 8H 8D", "legal"),
        ("8H 8D 4D", 2, "8S 8H 8D", "undetermined"),
        ("8H 2D 4D 5S 9C", 12, "8S 8H 2D", "undetermined"),
        ("KC KD KH 5S 9C", 12, "KC KD KH", "illegal"),
    ],
    ids=["a natural pair", "a pair that may leave one card", "a natural card and a wild one", "without the top card"],
)
def test_a_pile_of_which_the_top_card_is_known(rules: Library, hand: str, count: int, cards: str, verdict: str) -> None:
    """Below a known top card may lie what freezes the pile, or red threes, which do not stay in the hand: what neither could change
    is ruled."""
    act = {"action": {"type": "take", "plays": [{"to": "new", "cards": cards}], "top": 0}}
    pile = {"top": "8S", "count": count}
    assert ruled(rules, phase="draw", hands=[hand, 11, 11, 11], pile=pile, act=act).verdict == verdict


def test_the_cards_are_asked_for(tmp_path: Any) -> None:
    """The ruling says which cards to write, and what it says besides rests on others; the exit code is that of no verdict."""
    file = tmp_path / "table.yaml"
    file.write_text(json.dumps(TABLE | {"act": ASK}), encoding="utf-8")
    done = CliRunner().invoke(main, ["rule", str(file)])
    assert done.exit_code == 4
    assert "UNDETERMINED" in done.output
    assert "hangs on the cards of the hand of seat 0, of which only the number is told: write them" in " ".join(done.output.split())
    told = json.loads(CliRunner().invoke(main, ["rule", "--json", str(file)]).output)
    assert (told["verdict"], told["hangs_on_open_cards"][:1]) == ("undetermined", ["verdict"])


def test_another_reading_is_not_told_by_invented_cards(rules: Library) -> None:
    """Where it is another reading under which the verdict hangs on the hand, what is said of it is said with the cards as they were
    filled in."""
    ruling = ruled(rules, phase="draw", stock=0, pile="4H 8C KS", act=DRAW)
    (other,) = (one for one in ruling.otherwise if (one.question, one.reading) == ("turn.forced-take.duty", "any-take"))
    assert other.open and other.judgement.legal
    told = reading_json(ruling, other, Manner())
    assert told["matters"] and other in mattering(ruling), "the desk and the command tell it alike"
    assert told["words"].startswith("With the unknown cards as they were filled in: ")


BARE = frozenset({"draw", "pass", "ask", "yes", "no"})
"""Acts that name no card, which may be ruled on though nobody knows the hand."""


def hidden(fields: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A position with the hand of whoever acts told by number alone, where the act names no card of it; with the pile told so; with
    both; and with the pile told by its top card and number, as alone it can be taken."""
    act = fields["act"]
    seat, hands, pile = act.get("seat", fields["turn"]), fields["hands"], fields["pile"]
    of_hand = {"hands": [_number(cards) if one == seat else cards for one, cards in enumerate(hands)]}
    of_pile = {"pile": _number(pile)}
    if of_pile["pile"] and isinstance(pile, str):
        yield {**fields, "pile": {"top": pile.split()[-1], "count": of_pile["pile"]}}
    if act["action"]["type"] == "take":
        return
    bare = act["action"]["type"] in BARE
    yield from ({**fields, **other} for other in ((of_hand, of_pile, of_hand | of_pile) if bare else (of_pile,)))


def judged(fields: dict[str, Any]) -> tuple[bool, bool]:
    """Whether the act of a position is legal, with unknown cards as they are filled in, and whether the verdict hangs on these."""
    position = read_position_file(position_text(fields), "case.yaml", shelf())
    act = position.act()
    assert act is not None
    found = judge(position.rulebook, position.table, act, position)
    return found.legal, not found.why and bool(hangs_on_open(position, act))


def _number(cards: Any) -> int:
    """How many cards there are: a file tells them as one text, as a list, or by their number already."""
    return cards if isinstance(cards, int) else len(cards.split() if isinstance(cards, str) else cards)


def with_acts(variant: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Cases of the corpus as positions with an act, each with its id; a sample in `make test`."""
    for case in load_cases(CORPUS, variant)[:: 1 if THOROUGH else 40]:
        try:
            fields, _ = position_before(played(case, shelf(), {}), shelf())
        except CaseProblem:
            continue
        if "act" in fields:
            yield case.id, fields


@pytest.mark.parametrize("variant", shelf().books.names())
def test_what_is_ruled_of_unknown_cards_is_so_with_the_true_ones(variant: str) -> None:
    """With the hand or the pile told by number alone there is no verdict, or the one that there is with the cards of the corpus."""
    ruled = 0
    for case, fields in with_acts(variant):
        truth, _ = judged(fields)
        for unknown in hidden(fields):
            try:
                found, hangs = judged(unknown)
            # Cards that are filled in may be none that lie there at rest, and no ruling is given.
            except PositionError:
                continue
            ruled += not hangs
            assert hangs or found == truth, (case, unknown)
    assert ruled
