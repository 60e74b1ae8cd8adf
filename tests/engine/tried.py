"""Small books and positions set out by hand, looked at by the compiled rulebook and by the definition at once.

Whatever is asked here is asked of both, and they must give the same answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.engine.playing import referee, step

from meldspec.book.library import library_of
from meldspec.book.make_sheet import make_sheet
from meldspec.book.sheet import Sheet
from meldspec.definition.acts import Propose
from meldspec.definition.interpreter import Interpreter
from meldspec.engine.candidates import EVERY, candidates
from meldspec.engine.deal import begin
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.verdict import Verdict, determined
from meldspec.language.parse import parse
from meldspec.language.problems import Diagnostic
from meldspec.protocol.actions import act_from_action
from meldspec.table.table import DEAL_NUMBER, DEALER, ENDED, PHASE, SCORES, TOTALS, TURN, Act, Table

BOOKS = Path(__file__).parents[1] / "books"
WORDS = {"phase": PHASE, "turn": TURN, "dealer": DEALER, "deal": DEAL_NUMBER, "totals": TOTALS, "ended": ENDED, "scores": SCORES}
"""Cells of the table that a position may set besides the book's own places and memories."""
ORDER = "4 5 K A"
COMMON = """
book tried "Words tried"
chapter 1 tried "Words tried"
clause tried.table "The table"
  option players from 2, 4 otherwise 4
  sides 2
  deck 2 of A K 5 4 3 2 in C D H S
  deck 2 of JK
  cards wild are JK, 2
  cards natural are A K 5 4
  cards usable are natural, wild
  cards red are D, H
  order 4 5 K A
  worth 50 for JK
  worth 20 for A, 2
  worth 10 for K
  worth 5 for 5 4
  place stock is row
  place pile is row
  place hand of player is bag
  place melds of side is groups
  place aside of side is bag
  phases setup, play, answer
  kind plain
    require only natural in it
    require natural in it share a rank
    require at least 2 cards in it
  kind mixed
    require only usable in it
    require natural in it share a rank
    require at least 1 natural in it
    require from 1 to 2 wild in it
clause tried.lines "What is tried"
"""
"""Four in two sides with two small packs; a pair is a meld, and so is a natural card with one or two wild ones."""


class Both:
    """A rulebook and its definition."""

    def __init__(self, rulebook: Rulebook, propose: Propose | None = None) -> None:
        self.rulebook = rulebook
        self.definition = Interpreter(rulebook.selection, rulebook.faces, rulebook.layout, propose)

    def cards(self, spelt: str) -> tuple[int, ...]:
        """`KC 5D` as cards, in that order."""
        return self.rulebook.faces.read(spelt.split())

    def spelt(self, cards: Sequence[int]) -> str:
        """Cards as they are spelt here."""
        return " ".join(self.rulebook.faces.spell(tuple(cards)))

    def table(self, **contents: Any) -> Table:
        """A position. A place holds cards spelt in one text, or a list of them for all its owners, a place of melds a list of such
        lists; what is not named is empty, the dealer is seat 3, and it is seat 0's turn in the last phase but one."""
        cells = self.rulebook.layout.blank()
        cells[DEALER], cells[DEAL_NUMBER], cells[TURN], cells[PHASE] = self.rulebook.layout.seats - 1, 1, 0, "play"
        for word, value in contents.items():
            name = word.replace("_", "-")
            if name in WORDS:
                cells[WORDS[name]] = value
                continue
            range_ = self.rulebook.layout[name]
            for number, held in enumerate(value if isinstance(value, list) else [value]):
                cells[range_.first + number] = self.held(range_.form, held)
        return Table(tuple(cells))

    def held(self, form: str, value: Any) -> Any:
        """The contents of a cell."""
        if form == "groups":
            return tuple(tuple(sorted(self.cards(meld))) for meld in value)
        if isinstance(value, str) and form in ("row", "cards"):
            return self.cards(value) if form == "row" else tuple(sorted(self.cards(value)))
        return value

    def has(self, table: Table, place: str, owner: int = 0) -> Any:
        """What a place or a memory of an owner holds: cards spelt in one text, melds as a list of such."""
        range_ = self.rulebook.layout[place]
        value = table.cells[range_.first + owner]
        if range_.form == "groups":
            return [self.spelt(meld) for meld in value]
        return self.spelt(value) if range_.form in ("row", "cards") else value

    def shown(self, table: Table) -> dict[str, Any]:
        """What the `show` lines say of a position."""
        compiled = determined(referee(self.rulebook).shown(table.cells))
        assert compiled == self.definition.shown(table.cells)
        return compiled

    def act(self, seat: int, name: str, **fields: Any) -> Act:
        """An act with fields as the protocol spells them, plays as {to: cards}."""
        spelt = {key: plays(value) if isinstance(value, dict) else value for key, value in fields.items()}
        return act_from_action(self.rulebook, seat, {"type": name, **spelt})

    def step(self, table: Table, act: Act) -> tuple[Verdict, Table]:
        """The verdict on an act and the next position; all lines of the verdict are compared, and the scores."""
        verdict, after = step(self.rulebook, table, act)
        judgement = self.definition.judge(table.cells, act)
        assert (verdict.legal, verdict.lines) == (judgement.legal, judgement.lines)
        assert self.definition.legal(table.cells, act) == verdict.legal
        if verdict.legal:
            assert self.definition.carry_out(table.cells, act) == after.cells
        if after.over():
            self.check_scores(after)
        return verdict, after

    def check_scores(self, table: Table) -> None:
        """The points that lines give are the same for both, and sum to the scores."""
        points = referee(self.rulebook).points(table)
        single = [(given.tag, given.side, one) for given in points for one in given.points]
        assert single == list(self.definition.points(table.cells))
        sums = [sum(one for _, side, one in single if side == n) for n in range(self.rulebook.layout.sides)]
        assert tuple(sums) == table.cells[SCORES]

    def begin(self, dealt: dict[str, list[tuple[int, ...]]], **besides: Any) -> Table:
        """The beginning of a deal."""
        table = begin(self.rulebook, dealt, **besides)
        assert self.definition.begin(dealt, **besides) == table.cells
        return table


def plays(by_target: dict[Any, Any]) -> list[dict[str, Any]]:
    """`{"new": "KC KD", 0: "KH"}` as plays; several to one target as a list of texts."""
    texts = [(to, text) for to, some in by_target.items() for text in (some if isinstance(some, list) else [some])]
    return [{"to": to, "cards": text.split()} for to, text in texts]


@cache
def sheet_of(text: str) -> Sheet:
    """The sheet of a book in one text, whose words must all have a meaning."""
    tree = parse(text, "tried")
    problems: list[Diagnostic] = []
    sheet = make_sheet(library_of([tree]).book(tree.book), problems)
    assert not problems, "\n".join(map(str, problems))
    return sheet


def tried(lines: str, options: dict[str, int] | None = None, order: str = ORDER, **readings: str) -> Both:
    """The common table with further lines, which stand two spaces in, and maybe another order of ranks."""
    common = COMMON.lstrip().replace(f"order {ORDER}\n", f"order {order}\n")
    text = common + "".join(f"  {line}\n" for line in lines.strip("\n").splitlines())
    return Both(make_rulebook(sheet_of(text), options, {f"tried.lines.{k}": v for k, v in readings.items()}))


def shown(expression: str, options: dict[str, int] | None = None, **contents: Any) -> Any:
    """What an expression is in a position, in the eyes of the table."""
    both = tried(f"show tried as {expression}", options)
    return both.shown(both.table(**contents))["tried"]


def refusals(verdict: Verdict) -> list[str]:
    """The numbers of the lines that refuse, within their clause."""
    assert not verdict.legal
    return [tag.line.removeprefix("tried.") for tag in verdict.lines]


def gone(lines: str, seat: int = 0, **contents: object) -> tuple[Both, Table]:
    """An act `go` with those lines under `to go`, carried out; further lines may stand above it."""
    both = tried(lines)
    verdict, after = both.step(both.table(**contents), both.act(seat, "go"))
    assert verdict.legal
    return both, after


def quick_proposals(rulebook: Rulebook) -> Propose:
    """The rulebook's own enumeration, for books in which trying everything takes too long."""
    return lambda name, cells, seat: candidates(referee(rulebook), rulebook.acts[name], cells, seat, EVERY)
