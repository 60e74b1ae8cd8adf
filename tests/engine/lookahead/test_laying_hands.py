"""Whether a hand can be laid: large hands are judged soon, and what is ruled out beforehand is never found by trying everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random

import pytest
from tests.engine.tried import BOOKS, sheet_of
from tests.engine.variants import options_of, sheet_of as spec_sheet
from tests.sampling import THOROUGH, sampled

from meldspec.book.core import Come, Core
from meldspec.book.sheet import Sheet, all_lines, below, expressions
from meldspec.engine.compile.record import Condition, Key
from meldspec.engine.lookahead import exact_cover, search
from meldspec.engine.lookahead.search import PATIENCE, Bounds, Search
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.table.selection import select
from meldspec.table.table import DEAL_NUMBER, DEALER, NEW, PHASE, TOTALS, TURN, Bag, Cells

MOST = 100
ROUNDS = MOST if THOROUGH else 2
"""So many rulebooks are made at least, which takes the longest, and some positions are tried with each."""
Question = Callable[[Cells, int], bool]


class Trying(Search):
    """A look-ahead that rules nothing out, and so tries every act that lays some of the cards."""

    bounds: Bounds | None = None
    """What all questions share; none where each has bounds of its own."""

    def _by_laying(self, cells: Cells, seat: int, key: Key, condition: Condition, leaving: int, cards: Bag, bounds: Bounds) -> bool:
        near = len(cards) <= leaving and self._plainly(cells, seat, condition)
        return near or self._in_any_acts(cells, seat, key, condition, leaving, cards, self.bounds or Bounds())


def laying_questions(sheet: Sheet, rulebook: Rulebook) -> Iterator[Core]:
    """Every `could by laying …` of the lines in force."""
    lines = (line for line in all_lines(sheet) if rulebook.selection.holds(line.tag))
    for node in (node for line in lines for core in expressions(line) for node in below(core)):
        if isinstance(node, Come) and node.of is not None:
            yield node


def both_ways(rulebook: Rulebook, question: Core) -> tuple[Question, Question]:
    """A question as the rulebook answers it, and as trying everything does."""
    asked = rulebook.question(question)
    return partial(asked, Search(rulebook)), partial(asked, Trying(rulebook))


@cache
def laying_sheet() -> Sheet:
    """A game in which whoever lays the whole hand picks up another one."""
    return sheet_of((BOOKS / "well" / "second-hand.rules").read_text(encoding="utf-8"))


def readings_at_random(sheet: Sheet, random: Random) -> dict[str, str]:
    """A reading at random for about a third of the questions."""
    return {name: random.choice(q.readings).name for name, q in sheet.book.questions().items() if random.random() < 1 / 3}


def position(rulebook: Rulebook, random: Random, size: int, ranks: int) -> Cells:
    """Somebody's turn with so many cards in hand, of few ranks and all wild ones, with or without melds of the side."""
    faces, layout = rulebook.faces, rulebook.layout
    few = {*random.sample(sorted(set(faces.ranks)), ranks), "2", "JK"} - {"3"} | ({"3"} if random.random() < 0.2 else set())
    reds = faces.sets.get("red-threes", frozenset())
    pack = [face for face, n in enumerate(faces.counts) for _ in range(n) if faces.ranks[face] in few and face not in reds]
    random.shuffle(pack)
    hand, rest = pack[:size], pack[size:]
    cells = layout.blank()
    cells[DEALER], cells[DEAL_NUMBER], cells[TURN], cells[PHASE] = layout.seats - 1, 1, 0, "play"
    cells[TOTALS] = (random.choice((-20, 0, 2000)), 0)
    cells[layout["hand"].first] = tuple(sorted(hand))
    for seat in range(1, layout.seats):
        cells[layout["hand"].first + seat] = tuple(rest[:1])
    cells[layout["stock"].first], cells[layout["pile"].first] = tuple(rest[1:4]), tuple(rest[4:6])
    for name in ("obtained", "took", "refused", "consented"):
        if layout.has(name):
            cells[layout[name].first] = random.random() < 0.3 or name == "obtained"
    if layout.has("foot") and random.random() < 0.5:
        cells[layout["foot"].first] = tuple(sorted(rest[6:8]))
    if random.random() < 0.5:
        cells[layout["melds"].first] = tuple(melds(rulebook, rest[8:], random))
        cells[layout["opened"].first] = bool(cells[layout["melds"].first])
    return tuple(cells)


def melds(rulebook: Rulebook, cards: list[int], random: Random) -> Iterator[Bag]:
    """Melds of natural cards, one of a rank, out of some cards."""
    ranks = rulebook.faces.ranks
    for rank in sorted({ranks[card] for card in cards}):
        meld = tuple(sorted([card for card in cards if ranks[card] == rank][: random.choice((0, 3, 5, 7))]))
        if rulebook.kind_of(meld):
            yield meld


def rounds(answers: set[bool]) -> Iterator[int]:
    """Seeds: so many as are wanted, and more until both answers have been met."""
    for seed in range(MOST):
        if seed >= ROUNDS and answers == {True, False}:
            return
        yield seed


@pytest.mark.parametrize("name", ["canasta", "second-hand"])
def test_what_is_ruled_out_is_not_found_by_trying(name: str) -> None:
    """On small hands the answer is that of trying every act, under readings at random."""
    answers = set[bool]()
    for seed in rounds(answers):
        random = Random(f"{name}{seed}")
        sheet = laying_sheet() if name == "second-hand" else spec_sheet(name)
        rulebook = Rulebook(select(sheet, {"players": random.choice((2, 4))}, readings_at_random(sheet, random)))
        questions = [both_ways(rulebook, question) for question in dict.fromkeys(laying_questions(sheet, rulebook))]
        for _ in range(4):
            cells = position(rulebook, random, random.randint(2, 6), random.randint(1, 3))
            for quick, slow in questions:
                assert quick(cells, 0) == slow(cells, 0), (name, seed, rulebook.faces.spell(cells[rulebook.layout["hand"].first]))
                answers.add(bool(quick(cells, 0)))
    assert answers == {True, False}


def ripe(rulebook: Rulebook, random: Random) -> Cells:
    """Somebody's turn with a few cards in hand, of the ranks of melds most of which are nearly as large as melds are wanted."""
    faces, layout = rulebook.faces, rulebook.layout
    threes = faces.sets.get("red-threes", frozenset()) | faces.sets.get("black-threes", frozenset())
    pack = [face for face, n in enumerate(faces.counts) for _ in range(n) if face not in threes]
    random.shuffle(pack)
    wild = sorted(faces.sets["wild"])
    ranks = random.sample(sorted({faces.ranks[c] for c in pack if c not in wild} - {"7"}), 3)
    melds: list[Bag] = []
    for rank, joined in (("7", 0), (ranks[0], 0), (ranks[1], random.choice((1, 2))), ("", 7)):
        size = random.choice((0, 5, 6, 7, 7, 7))
        natural = [c for c in pack if c not in wild and faces.ranks[c] == rank][: max(0, size - joined)]
        meld = tuple(sorted([*natural, *[c for c in pack if c in wild][: min(size, joined)]]))
        if meld and rulebook.kind_of(meld):
            melds.append(meld)
            for card in meld:
                pack.remove(card)
    few = [c for c in pack if c in wild or faces.ranks[c] in (*ranks, "7")]
    hand, rest = few[: random.randint(2, 5)], few[5:]
    cells = layout.blank()
    cells[DEALER], cells[DEAL_NUMBER], cells[TURN], cells[PHASE] = layout.seats - 1, 1, 0, "play"
    cells[TOTALS] = (0,) * layout.sides
    cells[layout["hand"].first], cells[layout["melds"].first] = tuple(sorted(hand)), tuple(melds)
    for seat in range(1, layout.seats):
        cells[layout["hand"].first + seat] = tuple(rest[:1])
    cells[layout["stock" if layout.has("stock") else "heap"].first], cells[layout["pile"].first] = (
        tuple(rest[1:4]),
        tuple(rest[4:6]),
    )
    cells[layout["opened"].first] = True
    for name in ("obtained", "took", "refused", "consented", "earned", "in-foot", "has-played", "stood"):
        if layout.has(name):
            cells[layout[name].first] = random.random() < 0.5 or name == "obtained"
    if layout.has("foot") and random.random() < 0.5:
        cells[layout["foot"].first] = tuple(sorted(rest[6:8]))
    return tuple(cells)


@pytest.mark.parametrize(
    "name", sampled(["canasta", "railroad", "pennies", "dollars", "kadner"], lambda game: game not in ("kadner", "railroad"))
)
def test_melds_that_are_needed_are_needed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked from the first what each cover lacks, and which melds may lie together, the answer is that of trying every act."""
    monkeypatch.setattr(exact_cover, "PATIENCE", 0)
    monkeypatch.setattr(exact_cover, "REFUSED", 0)
    sheet, answers = spec_sheet(name), set[bool]()
    for seed in rounds(answers):
        random = Random(f"ripe {name}{seed}")
        players = random.choice(sheet.symbols.options["players"].values)
        rulebook = Rulebook(select(sheet, options_of(name, players)[0], readings_at_random(sheet, random)))
        questions = [both_ways(rulebook, question) for question in dict.fromkeys(laying_questions(sheet, rulebook))]
        for _ in range(6):
            cells = ripe(rulebook, random)
            for quick, slow in questions:
                assert quick(cells, 0) == slow(cells, 0), (name, seed, rulebook.faces.spell(cells[rulebook.layout["hand"].first]))
                answers.add(bool(quick(cells, 0)))
    assert answers == {True, False}


@pytest.mark.parametrize("size", [15, 20, 26])
def test_large_hands(size: int) -> None:
    """Large hands are judged without trying everything: the look-ahead, which gives up where it must try too much, does not."""
    sheet = spec_sheet("canasta")
    answers = set[bool]()
    for seed in rounds(answers):
        random = Random(f"{size}{seed}")
        rulebook = make_rulebook(sheet, {"players": 4}, readings_at_random(sheet, random))
        cells = position(rulebook, random, size, random.randint(4, 9))
        answers |= {bool(rulebook.question(question)(Search(rulebook), cells, 0)) for question in laying_questions(sheet, rulebook)}
    assert answers == {True, False}


def test_no_way_to_lay_a_hand_is_gone_through_where_none_has_a_canasta(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of each of six ranks and four wild cards can be laid in thousands of ways, and in none of them is there a canasta: who
    has them cannot go out, and that is found out without trying them."""
    monkeypatch.setattr(exact_cover, "BRANCHES", 2 * exact_cover.PATIENCE)
    rulebook = make_rulebook(spec_sheet("canasta"))
    hand = [rank + suit for rank in "AKQJT9" for suit in "CDH"] + ["2C", "2D", "JK", "JK"]
    cells = list(rulebook.layout.blank())
    cells[PHASE], cells[TURN], cells[DEALER], cells[DEAL_NUMBER] = "play", 0, 3, 1
    cells[rulebook.layout["hand"].first] = tuple(sorted(rulebook.faces.read(hand)))
    asked = list(laying_questions(spec_sheet("canasta"), rulebook))
    assert asked
    assert not any(rulebook.question(question)(Search(rulebook), tuple(cells), 0) for question in asked)


def test_cards_that_are_not_to_be_laid_are_in_no_cover() -> None:
    """Who has two wild cards besides three fives, and is to lay the fives alone, lays the fives."""
    rulebook = make_rulebook(spec_sheet("canasta"))
    face = {name: number for number, name in enumerate(rulebook.faces.names)}
    fives = tuple(sorted(face[name] for name in ("5C", "5H", "5S")))
    cells = list(rulebook.layout.blank())
    cells[rulebook.layout["hand"].first] = tuple(sorted((*fives, face["2C"], face["2D"])))
    field = rulebook.acts["meld"].plays
    assert field is not None
    assert list(exact_cover.covers(Search(rulebook), field, tuple(cells), 0, fives, 0)) == [((NEW, fives),)]


def test_what_cannot_be_found_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look-ahead that gives up says of whom and of how many cards it was asked, and that nothing is decided."""
    monkeypatch.setattr(exact_cover, "BRANCHES", 0)
    sheet = spec_sheet("canasta")
    rulebook = Rulebook(select(sheet, {"players": 4}))
    question = next(laying_questions(sheet, rulebook))
    with pytest.raises(Unanswered, match="whether seat 0 could lay all but 1 of 12 cards, and 0 branches were followed without"):
        rulebook.question(question)(Search(rulebook), position(rulebook, Random(0), 12, 4), 0)


def test_acts_that_are_looked_at_in_vain_are_counted_over_all_acts_before_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a hand can be laid by nothing but trying all acts one after another, so many are looked at in all and not at each."""
    monkeypatch.setattr(search, "PROPOSED", 40)
    sheet = spec_sheet("canasta")
    rulebook = Rulebook(select(sheet, {"players": 4}))
    question, trying = next(laying_questions(sheet, rulebook)), Trying(rulebook)
    trying.bounds = Bounds()
    with pytest.raises(Unanswered, match="40 acts were looked at"):
        rulebook.question(question)(trying, position(rulebook, Random(0), 12, 4), 0)
    assert 0 < trying.bounds.tried.left < PATIENCE
