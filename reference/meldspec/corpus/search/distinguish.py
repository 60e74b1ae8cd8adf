"""The shortest game that two rulebooks judge differently: looked for by playing at random by both at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any

from meldspec.book.sheet import Sheet
from meldspec.corpus.case import Script
from meldspec.corpus.expect import answer
from meldspec.corpus.family import telling_totals
from meldspec.corpus.search.initial_states import some_start
from meldspec.corpus.search.near_misses import probes
from meldspec.corpus.search.random_player import Style, choose, random_style
from meldspec.corpus.search.shrink import least
from meldspec.engine.deal import dealt_by_rules, shuffled
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.step import Verdict
from meldspec.position.request import NoPosition
from meldspec.protocol.actions import act_request
from meldspec.protocol.messages import CaseRequest, DealRequest, Illegal, PositionRequest, Unsupported
from meldspec.protocol.observe import key_of
from meldspec.table.faults import EngineDefect
from meldspec.table.layout import SCORES
from meldspec.table.selection import every_choice
from meldspec.table.table import Table

ACTS = 50
"""How many acts a game has at most."""
BUDGET = 3_000
"""How many acts the look-ahead may try for one answer; a game that needs more is given up."""
SPARE = 8
"""A game is made shorter if it is at most so much longer than the shortest one found so far."""
SHORTEST = (False, False, 2)
"""The beginning of the rank of a deal and one act that both know and that they judge differently."""
Pair = tuple[Rulebook, Rulebook]


class Incomparable(ValueError):
    """No deal of the one book is a deal of the other; the message says what differs."""


def pair_of(left: Sheet, right: Sheet, readings: tuple[Mapping[str, str], Mapping[str, str]], asked: Mapping[str, int]) -> Pair:
    """The two rulebooks with options under which a deal of the one is a deal of the other, as few as can be other than the
    defaults; `asked` are options that must be so.

    Raises Incomparable where there are none.
    """
    offered = [list(_choices(sheet, asked)) for sheet in (left, right)]
    best = sorted(product(*offered), key=lambda choice: choice[0][0] + choice[1][0])
    nearest: tuple[int, str] = (0, "no options are as asked")
    for (_, mine), (_, theirs) in best:
        pair = make_rulebook(left, mine, readings[0]), make_rulebook(right, theirs, readings[1])
        wrong = _unlike(*pair)
        if wrong is None:
            return pair
        nearest = max(nearest, wrong, key=lambda reason: reason[0])
    raise Incomparable(nearest[1])


def _choices(sheet: Sheet, asked: Mapping[str, int]) -> Iterator[tuple[int, dict[str, int]]]:
    """All options of a book that are as asked, each with how many of them are other than the default."""
    default = {name: option.default for name, option in sheet.symbols.options.items()}
    for options in every_choice(sheet):
        if all(options[name] == value for name, value in asked.items() if name in options):
            yield sum(value != default[name] for name, value in options.items()), options


def _unlike(left: Rulebook, right: Rulebook) -> tuple[int, str] | None:
    """Why no deal of the one is a deal of the other, with how near they come; none where nothing stands against it."""
    seats = [(rulebook.layout.seats, rulebook.layout.sides) for rulebook in (left, right)]
    if seats[0] != seats[1]:
        told = [f"{count} players on {sides} sides" for count, sides in seats]
        return 1, f"{left.name} is for {told[0]}, {right.name} for {told[1]}"
    for_ = f"for {seats[0][0]} players "
    packs = [Counter(rulebook.faces.names[card] for card in shuffled(rulebook, Random(0))) for rulebook in (left, right)]
    if packs[0] != packs[1]:
        sizes = [packs[0].total(), packs[1].total()]
        also = " of other kinds" if sizes[0] == sizes[1] else ""
        return 2, f"{for_}{left.name} has {sizes[0]} cards, {right.name} {sizes[1]}{also}"
    shapes = [_shape(left), _shape(right)]
    told = [_dealt(shape) for shape in shapes]
    return None if shapes[0] == shapes[1] else (3, f"{for_}{left.name} deals {told[0]}, {right.name} {told[1]}")


def _shape(rulebook: Rulebook) -> dict[str, int]:
    """How many cards the deal gives each player or heap of every place that a deal is told by."""
    dealt = dealt_by_rules(rulebook, shuffled(rulebook, Random(0)))
    return {key_of(rulebook.layout[name]): len(bags[0]) for name, bags in dealt.items() if any(bags)}


def _dealt(shape: Mapping[str, int]) -> str:
    return " and ".join(f"{number} cards each as {name}" for name, number in shape.items() if name != "stock") or "no hands"


# ── playing by both ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Parting:
    """A game that two rulebooks judge differently at its last act: who permits it (0 left, 1 right; none where both do and the
    outcome differs), and the verdicts, one for each."""

    script: Script
    permits: int | None
    verdicts: tuple[Verdict | None, Verdict | None]
    scores: tuple[Any, Any] = (None, None)
    unknown: bool = False

    def rank(self) -> tuple[bool, bool, int, int]:
        """How telling it is; less is better: an act that both know, judged differently, early."""
        return self.permits is None, self.unknown, *self.script.size()


def for_rulebook(rulebook: Rulebook, request: CaseRequest) -> CaseRequest:
    """A request as it is put to one of the two: a deal, or a position, names the variant and its options."""
    if isinstance(request, DealRequest | PositionRequest):
        return replace(request, variant=rulebook.name, options=dict(rulebook.options))
    return request


def parting(pair: Pair, script: Script) -> Parting | None:
    """Where two rulebooks part over a script, which is cut there; none where they do not.

    Raises EngineDefect where one of them has to look too far ahead.
    """
    tables: list[Table | None] = [None, None]
    for number, request in enumerate(script.requests):
        found = [answer(rulebook, table, for_rulebook(rulebook, request)) for rulebook, table in zip(pair, tables, strict=True)]
        tables = [table for _, table, _ in found]
        said = [expect for expect, _, _ in found]
        verdicts = found[0][2], found[1][2]
        cut = Script(script.requests[: number + 1])
        allowed = [not isinstance(one, Illegal | Unsupported) for one in said]
        if allowed[0] != allowed[1]:
            return Parting(cut, 0 if allowed[0] else 1, verdicts, unknown=any(isinstance(one, Unsupported) for one in said))
        scores = [table.cells[SCORES] if table is not None else None for table in tables]
        if all(score is not None for score in scores) and scores[0] != scores[1]:
            return Parting(cut, None, verdicts, (scores[0], scores[1]))
    return None


def find_parting(pair: Pair, seeds: range, more: Callable[[float], bool]) -> tuple[Parting | None, int]:
    """The shortest parting that so many games show, made shorter where acts are not needed, and how many games were played.

    Where no deal shows one, as many games are begun from positions. `more` tells whether a part of the time is left: half of it is
    for deals.
    """
    best: Parting | None = None
    played = 0
    for positions, share in ((False, 0.5), (True, 1.0)):
        for seed in seeds if best is None else ():
            if not more(share):
                break
            played += 1
            found = _looked(pair, seed, best, positions)
            if found is not None and (best is None or found.rank() < best.rank()):
                best = found
            if best is not None and best.rank()[:3] == SHORTEST:
                break
    return best, played


def _looked(pair: Pair, seed: int, best: Parting | None, positions: bool) -> Parting | None:
    """What one game shows, with the look-ahead bounded; nothing where it does not reach, or where only one of the two knows the
    position."""
    for rulebook in pair:
        rulebook.search.forget()
        rulebook.search.budget = BUDGET
    try:
        return _shorter(pair, _game(pair, seed, positions), best)
    except (EngineDefect, NoPosition):
        return None
    finally:
        for rulebook in pair:
            rulebook.search.budget = None


def _shorter(pair: Pair, found: Parting | None, best: Parting | None) -> Parting | None:
    """A parting without the acts that it does not need, where it may become the shortest."""
    if found is None:
        return None
    if best is not None and found.rank()[:2] == best.rank()[:2]:
        if len(found.script.requests) > len(best.script.requests) + SPARE:
            return None
    elif best is not None and found.rank()[:2] > best.rank()[:2]:
        return None

    def shows(script: Script) -> bool:
        try:
            shown = parting(pair, script)
        except NoPosition:
            return False
        return shown is not None and shown.script == script and shown.rank()[:2] == found.rank()[:2]

    return parting(pair, least(found.script, shows))


def _game(pair: Pair, seed: int, positions: bool) -> Parting | None:
    """One game, begun and led by the one or the other in turn; the first parting in it."""
    random = Random(f"{pair[0].name}:{pair[1].name}:{seed}")
    lead = pair[seed % 2]
    numbers = telling_totals(lead.sheet)
    start = some_start(lead, random, numbers, 0.0, positions)
    return None if start is None else _played(pair, start[0], random)


def _played(pair: Pair, deal: CaseRequest, random: Random) -> Parting | None:
    """Play on until the two part; acts that may be refused are tried on the way."""
    tables = [answer(rulebook, None, for_rulebook(rulebook, deal))[1] for rulebook in pair]
    requests = [deal]
    styles = [random_style(rulebook, random) for rulebook in pair]
    dull: Parting | None = None
    for _ in range(ACTS):
        both = [(rulebook, table) for rulebook, table in zip(pair, tables, strict=True) if table is not None]
        tried = [act_request(rulebook, act) for rulebook, table in both for act in probes(rulebook, table.cells, random)]
        moves = [move for (book, table), style in zip(both, styles, strict=True) for move in _move(book, table, random, style)]
        common = []
        for request in (*moves, *tried):
            found = _parted(pair, tables, Script((*requests, request)))
            if found is not None and not found.unknown and found.permits is not None:
                return found
            if found is None and request in moves:
                common.append(request)
            dull = dull or found
        if not common:
            break
        requests.append(random.choice(common))
        tables = [answer(rulebook, table, requests[-1])[1] for rulebook, table in zip(pair, tables, strict=True)]
    return dull


def _move(rulebook: Rulebook, table: Table, random: Random, style: Style) -> list[CaseRequest]:
    """A legal act by one of the two, or none where there is none."""
    found = None if table.over() else choose(rulebook, table.cells, random, style)
    return [] if found is None else [act_request(rulebook, found[0])]


def _parted(pair: Pair, tables: list[Table | None], script: Script) -> Parting | None:
    """Whether the last act of a script parts the two, from the tables that they have come to."""
    request = script.requests[-1]
    found = [answer(rulebook, table, request) for rulebook, table in zip(pair, tables, strict=True)]
    said = [expect for expect, _, _ in found]
    verdicts = found[0][2], found[1][2]
    allowed = [not isinstance(one, Illegal | Unsupported) for one in said]
    if allowed[0] != allowed[1]:
        return Parting(script, 0 if allowed[0] else 1, verdicts, unknown=any(isinstance(one, Unsupported) for one in said))
    scores = [table.cells[SCORES] if table is not None else None for _, table, _ in found]
    if all(score is not None for score in scores) and scores[0] != scores[1]:
        return Parting(script, None, verdicts, (scores[0], scores[1]))
    return None
