"""The list of what one may do: every legal way is in it, or is one of it with more laid besides."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random

import pytest
from tests.engine.playing import legal_acts
from tests.engine.variants import shelf

from meldspec.engine.deal import random_deal
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.position.position import Position
from meldspec.ruling import choices as choices_module
from meldspec.ruling.as_json import choices_json
from meldspec.ruling.choices import Choices, choices, choices_at
from meldspec.ruling.choices_as_text import choices_text
from meldspec.ruling.words import act_words, plain
from meldspec.table.table import TOTALS, Act, Play, Table

Read = Callable[[str], Position]
CLOSED = """\
variant: pennies
turn: 0
phase: draw
stock: 60
pile: 4H KD 9S
hands: [AC AD AH 9C 9D KC, 11, 11, 11, 11, 11]
feet: [11, 11, 11, 11, 11, 11]
"""
OPENING = """\
variant: canasta
turn: 0
phase: play
stock: 30
pile: 4H
totals: [3200, 0]
hands: [AC AD AH 9C 9D KC KD KH 2C 2D JK TC TD TH 4S 5S 6S 6C, 11, 11, 11]
"""
MOST = 3
"""So many plays an act has at most that is looked for by trying all."""


def test_a_take_that_opens_with_two_melds_is_listed(read: Read) -> None:
    """A side that needs 90 and holds three aces and two nines sees that it may take the nine with both melds, and only so."""
    found = choices(read(CLOSED))
    position = read(CLOSED)
    assert "take" not in found.single[0]
    told = [act_words(position.rulebook, position.table.cells, act) for act in found.several[0]["take"]]
    assert told == ["take the pile: AC AD AH as a new meld; its top card 9S, with 9C 9D of the hand, as a new meld"]
    assert found.rest == {}
    assert any("AC AD AH as a new meld; its top card 9S, with 9C 9D of the hand," in line for line in choices_text(position, plain))


def test_what_only_lays_more_is_counted(read: Read) -> None:
    """A side that needs 120 sees the pairs of melds that open, and how many ways there are to lay more than needed."""
    position = read(OPENING)
    found = choices(position)
    assert all(len(act.values[0]) > 1 for act in found.several[0]["meld"])
    text = " ".join(choices_text(position, plain))
    assert "and at least" in text and "more to meld with several plays at once" in text
    (rest,) = choices_json(position, found)["rest"]
    assert (rest["seat"], rest["type"], rest["untried_from"]) == (0, "meld", None) and rest["more"] > 0


def test_what_was_not_tried_is_said(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there are more acts than can be tried, the list says from how many plays on it does not know."""
    monkeypatch.setattr(choices_module, "TRIED", 60)
    position = read(OPENING)
    assert choices(position).rest[0]["meld"].untried_from == 2
    text = " ".join(" ".join(choices_text(position, plain)).split())
    assert "whether there are others to meld with 2 plays or more was not found out" in text


def test_nothing_is_left_out_where_one_play_is_all(read_snap: Read) -> None:
    """In a game whose acts lay no melds the list is what it was, and nothing is said of several plays."""
    position = read_snap("{variant: snap, turn: 1, phase: playing, pile: KD KC, hands: [AC, AD QD]}")
    found = choices(position)
    assert (found.several, found.rest) == ({}, {})
    assert not any("several" in line for line in choices_text(position, plain))


# ── by trying all acts of positions met in play ─────────────────────────────────────────────────────────────────────────────


def looks(rulebook: Rulebook, plays: Sequence[Play]) -> Counter[tuple[str, tuple[int, ...]]]:
    """Plays as the rules tell them apart."""
    classes = rulebook.faces.classes
    return Counter((str(to), tuple(sorted(classes[card] for card in cards))) for to, cards in plays)


def has_listed_part(rulebook: Rulebook, act: Act, listed: list[Act]) -> bool:
    """Whether some of the plays of an act make a listed act."""
    plays = act.values[0]
    parts = [looks(rulebook, part) for size in range(len(plays) + 1) for part in combinations(plays, size)]
    return any(looks(rulebook, one.values[0]) in parts for one in listed)


def listed_of(found: Choices, seat: int, name: str) -> list[Act]:
    """All listed acts of one sort."""
    return [act for part in (found.single, found.several) for act in part.get(seat, {}).get(name, [])]


@pytest.mark.parametrize("name", ["canasta", "pennies"])
def test_every_legal_act_is_listed_or_lays_more_than_a_listed_one(name: str) -> None:
    """In positions met in random play, where sides open and lay, each legal act with up to three plays has a listed part, and each
    listed act is legal."""
    rulebook, random, several = shelf().rulebook(name, {"players": 2} if name != "pennies" else {}), Random(7), 0
    for _ in range(2):
        table = late(rulebook, random_deal(rulebook, random))
        for _ in range(14):
            found, every = choices_at(rulebook, table), all_acts(rulebook, table)
            for act in every:
                assert has_listed_part(rulebook, act, listed_of(found, act.seat, act.name)), act
            listed = [act for sorts in found.several.values() for acts in sorts.values() for act in acts]
            several += len(listed)
            assert all(determined(Referee(rulebook).after(table.cells, act)) for act in listed)
            seats = range(rulebook.layout.seats)
            next_one = [after for seat in seats for _, after in legal_acts(rulebook, table.cells, seat, 2, looks=False)]
            if not next_one:
                break
            table = Table(random.choice(next_one))
    assert several


def late(rulebook: Rulebook, table: Table) -> Table:
    """A table late in a match, where much is needed to open."""
    cells = list(table.cells)
    cells[TOTALS] = (4000,) * rulebook.layout.sides
    return Table(tuple(cells))


def all_acts(rulebook: Rulebook, table: Table) -> list[Act]:
    """Every legal act that lays cards, with up to three plays."""
    seats = range(rulebook.layout.seats)
    found = [act for seat in seats for act, _ in legal_acts(rulebook, table.cells, seat, MOST, looks=False)]
    return [act for act in found if rulebook.acts[act.name].plays is not None]
