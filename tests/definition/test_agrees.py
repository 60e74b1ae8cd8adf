"""The compiled rulebook and the definition of its meaning agree on every verdict, every position and every score.

Games are played at random; at every position acts legal and illegal are judged by both, line for line, and carried out by both.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random

import pytest
from tests.book.toys import check_library
from tests.engine.playing import legal_acts, referee
from tests.engine.tried import BOOKS, Both, quick_proposals, sheet_of
from tests.engine.variants import games, options_of, sheet_of as spec_sheet
from tests.sampling import sampled

from meldspec.book.library import library_of
from meldspec.book.sheet import Sheet
from meldspec.engine.candidates import candidates
from meldspec.engine.deal import dealt_by_rules, shuffled
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.language.parse import parse
from meldspec.table.table import Act, Table

TRIED = 5
"""So many acts are judged at every position, besides the one that is done."""
ENOUGH = 1000
"""Of so many acts those are chosen."""


@contextmanager
def room_to_recurse() -> Iterator[None]:
    """The definition looks ahead by recursion, a good way down."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20 * limit)
    yield
    sys.setrecursionlimit(limit)


def proposals(rulebook: Rulebook, table: Table, random: Random) -> list[Act]:
    """Some acts of all sorts and seats that could be proposed."""
    found = [
        act
        for seat in range(rulebook.layout.seats)
        for line in rulebook.acts.values()
        for act in islice(candidates(referee(rulebook), line, table.cells, seat, 2, True), ENOUGH)
    ]
    return [numbered(rulebook, act, random) for act in random.sample(found, min(TRIED, len(found)))]


def numbered(rulebook: Rulebook, act: Act, random: Random) -> Act:
    """The same act with some number where it has one."""
    fields = rulebook.acts[act.name].fields
    values = (random.randint(-2, 32) if f.type == "number" else v for f, v in zip(fields, act.values, strict=True))
    return Act(act.name, act.seat, tuple(values))


def wander(both: Both, table: Table, random: Random, acts: int, eager: bool = False) -> Table:
    """Play on at random, judging by both at every step; an eager player lays cards where that is possible."""
    with room_to_recurse():
        for _ in range(acts):
            both.shown(table)
            for act in proposals(both.rulebook, table, random):
                both.step(table, act)
            if table.over():
                break
            legal = [
                act for seat in range(both.rulebook.layout.seats) for act, _ in legal_acts(both.rulebook, table.cells, seat, 2)
            ]
            laying = [act for act in legal if any(isinstance(value, tuple) and value for value in act.values)]
            verdict, table = both.step(table, random.choice(laying if eager and laying else legal))
            assert verdict.legal
    return table


def readings_of(sheet: Sheet, random: Random, share: float) -> dict[str, str]:
    """Some reading at random for about so many of the questions."""
    questions = sheet.book.questions()
    return {name: random.choice(q.readings).name for name, q in questions.items() if random.random() < share}


def dealt_at_random(both: Both, random: Random) -> dict[str, list[tuple[int, ...]]]:
    """The whole pack dealt by the rules."""
    return dealt_by_rules(both.rulebook, shuffled(both.rulebook, random))


# ── small books ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("book", "options"),
    [
        ("snap", {}),
        ("well/duo", {"players": 2}),
        ("well/duo", {"players": 4}),
        ("well/round", {"players": 3, "packs": 1}),
        ("well/round", {"players": 4, "packs": 2}),
    ],
)
def test_small_books(book: str, options: dict[str, int], seed: int) -> None:
    """In books made for it both agree from the deal to the end, under readings chosen at random; nothing but trying is used."""
    random = Random(seed)
    sheet = sheet_of((BOOKS / f"{book}.rules").read_text(encoding="utf-8"))
    both = Both(make_rulebook(sheet, options, readings_of(sheet, random, 0.5 if seed else 0)))
    totals = [random.choice((-10, 0, 50, 200)) for _ in range(both.rulebook.layout.sides)]
    table = both.begin(dealt_at_random(both, random), dealer=seed % 2, totals=totals)
    assert wander(both, table, random, 60, eager=seed % 2 == 1).over()


# ── the project's own books ────────────────────────────────────────────────────────────────────────────────────────────────


def few_cards(both: Both, random: Random) -> dict[str, list[tuple[int, ...]]]:
    """Small hands out of few ranks, so that melds are made and the deal ends soon."""
    faces = both.rulebook.faces
    joined = sorted({rank for rank, suit in zip(faces.ranks, faces.suits, strict=True) if suit})
    ranks = [*random.sample(joined, 4), *(rank for rank, suit in zip(faces.ranks, faces.suits, strict=True) if not suit)]
    pack = [face for face, count in enumerate(faces.counts) for _ in range(count) if faces.ranks[face] in ranks]
    random.shuffle(pack)
    hands = [tuple(pack.pop() for _ in range(6)) for _ in range(both.rulebook.layout.seats)]
    first = both.rulebook.rows[0]
    return {"hand": hands, first.name: [tuple(pack[: random.randrange(2, 6)]), *[()] * (first.count - 1)]}


SEEDS = 6
GAMES = [(*game, seed) for game in games() for seed in range(SEEDS)]
KEPT = {(*game, seed) for number, game in enumerate(games()) for seed in (0, 1 + number % (SEEDS - 1))}
"""For `make test` every game under its default readings, and under some others, which differ from game to game."""


@pytest.mark.parametrize(("variant", "players", "seed"), sampled(GAMES, lambda game: game in KEPT))
def test_books_of_the_spec(variant: str, players: int, seed: int) -> None:
    """In the project's books both agree on small hands, under the default readings and under some chosen at random."""
    random = Random(seed)
    sheet = spec_sheet(variant)
    rulebook = make_rulebook(sheet, options_of(variant, players)[0], readings_of(sheet, random, 0.4 if seed else 0))
    both = Both(rulebook, quick_proposals(rulebook))
    totals = [random.choice((-20, 0, 2000)) for _ in range(rulebook.layout.sides)]
    table = both.begin(few_cards(both, random), totals=totals)
    after = wander(both, table, random, 16, eager=True)
    assert after.over() or after != table


PUT_OFF = [(seed, judged) for seed in range(12) for judged in ("when-laid", "at-discard")]


@pytest.mark.parametrize(("seed", "judged"), sampled(PUT_OFF, lambda one: one[0] in (4, 5)))
def test_melds_that_are_whole_when_the_turn_ends(seed: int, judged: str) -> None:
    """Where a meld may be begun with few cards the definition, which tries every act, finds the same plays legal."""
    random = Random(seed)
    readings = {"meld.whole.moment": "turn-end", "meld.stays.judged": judged}
    rulebook = make_rulebook(spec_sheet("canasta"), {"players": 4}, readings)
    both = Both(rulebook, quick_proposals(rulebook))
    table = both.begin(few_cards(both, random), totals=[-20, 0])
    assert wander(both, table, random, 16, eager=True) != table


def pack_of(rulebook: Rulebook, cells: tuple[object, ...]) -> list[int]:
    """All cards that lie anywhere, in order."""
    bags: list[int] = []
    for range_ in rulebook.layout.places():
        for held in cells[range_.first : range_.first + range_.count]:
            assert isinstance(held, tuple)
            bags += [card for group in held for card in group] if range_.form == "groups" else held
    return sorted(bags)


@pytest.mark.parametrize(
    ("variant", "players", "seed"), sampled([game for game in GAMES if game[2] < 3], lambda game: game[2] == 0)
)
def test_cards_are_never_lost(variant: str, players: int, seed: int) -> None:
    """From the deal to the end every card of the pack lies somewhere, whatever is done and under whatever readings."""
    random = Random(seed)
    sheet = spec_sheet(variant)
    rulebook = make_rulebook(sheet, options_of(variant, players)[0], readings_of(sheet, random, 0.5))
    both = Both(rulebook)
    table = both.begin(dealt_at_random(both, random))
    pack = sorted(shuffled(rulebook, random))
    for _ in range(40):
        assert pack_of(rulebook, table.cells) == pack
        acts = [after for seat in range(players) for _, after in legal_acts(rulebook, table.cells, seat)]
        if not acts:
            break
        table = Table(random.choice(acts))
    assert table.over() or acts


@pytest.mark.parametrize("book", ["snap", "well/duo", "well/round"])
def test_the_books_are_well(book: str) -> None:
    """The small books have nothing wrong in the eyes of the checker."""
    tree = parse((BOOKS / f"{book}.rules").read_text(encoding="utf-8"), book)
    assert check_library(library_of([tree])) == []
