"""The shortest game that two rulebooks judge differently: looked for by playing at random by both at once."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any

from meldspec.book.sheet import Sheet
from meldspec.corpus.expect import BUDGET, answer
from meldspec.corpus.plan import Script
from meldspec.corpus.search.initial_states import Start, random_start
from meldspec.corpus.search.random_player import choose, near_misses, random_style
from meldspec.corpus.search.shrink import least
from meldspec.engine.deal import dealt_by_rules, shuffled
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.verdict import Unanswered, Verdict
from meldspec.language.problems import counted
from meldspec.position.request import NoPosition
from meldspec.protocol.actions import ActError, act_from_action, act_request
from meldspec.protocol.border import has_border
from meldspec.protocol.messages import CaseRequest, DealRequest, Illegal, PositionRequest, Unsupported
from meldspec.protocol.observe import key_of
from meldspec.table.faults import RulesFault
from meldspec.table.selection import every_choice
from meldspec.table.table import SCORES, Act, Table

ACTS = 50
"""How many acts a game has at most."""
TRIES = 3
"""How many acts are chosen at most until one is permitted by both."""
SPARE = 8
"""A game is made shorter if it is at most so much longer than the shortest one found so far."""
SHORTEST = (False, False, 2)
"""The beginning of the rank of a deal and one act that both know and judge differently: nothing can be better."""
Pair = tuple[Rulebook, Rulebook]
Referees = tuple[Referee, Referee]
Tables = tuple[Table | None, Table | None]


class Incomparable(ValueError):
    """No deal of the one book is a deal of the other; the message says what differs."""


def pair_of(left: Sheet, right: Sheet, readings: tuple[Mapping[str, str], Mapping[str, str]], asked: Mapping[str, int]) -> Pair:
    """The two rulebooks with options under which a deal of the one is a deal of the other, as few as can be other than the
    defaults; `asked` are options that must be so.

    Raises Incomparable where there are none.
    """
    offered = [list(_choices(sheet, asked)) for sheet in (left, right)]
    # The nearest to the defaults first: that is what somebody who compares two games means.
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
    default = sheet.symbols.defaults()
    for options in every_choice(sheet):
        if all(options[name] == value for name, value in asked.items() if name in options):
            yield sum(value != default[name] for name, value in options.items()), options


def _unlike(left: Rulebook, right: Rulebook) -> tuple[int, str] | None:
    """Why no deal of the one is a deal of the other, with how near they come; none where nothing stands against it."""
    seats = [(rulebook.layout.seats, rulebook.layout.sides) for rulebook in (left, right)]
    if seats[0] != seats[1]:
        told = [f"{counted(count, 'player')} on {counted(sides, 'side')}" for count, sides in seats]
        return 1, f"{left.name} is for {told[0]}, {right.name} for {told[1]}"
    for_ = f"for {counted(seats[0][0], 'player')} "
    packs = [Counter(rulebook.faces.names[card] for card in shuffled(rulebook, Random(0))) for rulebook in (left, right)]
    if packs[0] != packs[1]:
        sizes = [packs[0].total(), packs[1].total()]
        also = " of other kinds" if sizes[0] == sizes[1] else ""
        return 2, f"{for_}{left.name} has {sizes[0]} cards, {right.name} {sizes[1]}{also}"
    for rulebook in (left, right):
        # A game is told as a program would be asked to play it.
        if not has_border(rulebook.sheet):
            return 3, f"{rulebook.name} shows no place to programs, so nobody can be told a deal of it"
    shapes = [_shape(left), _shape(right)]
    told = [_dealt(shape) for shape in shapes]
    return None if shapes[0] == shapes[1] else (3, f"{for_}{left.name} deals {told[0]}, {right.name} {told[1]}")


def _shape(rulebook: Rulebook) -> dict[str, int]:
    """How many cards the deal gives each player or heap of every place that a deal is told by."""
    dealt = dealt_by_rules(rulebook, shuffled(rulebook, Random(0)))
    return {key_of(rulebook.layout[name]) or name: len(bags[0]) for name, bags in dealt.items() if any(bags)}


def _dealt(shape: Mapping[str, int]) -> str:
    return " and ".join(f"{number} cards each as {name}" for name, number in shape.items() if name != "stock") or "no hands"


# ── playing by both ────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Difference:
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


def referees(pair: Pair, budget: int | None = None) -> Referees:
    """Who judges by each of two rulebooks."""
    return Referee(pair[0], budget), Referee(pair[1], budget)


def first_difference(pair: Referees, script: Script) -> Difference | None:
    """Where two rulebooks differ over a script, which is cut there; none where they do not.

    Raises Unanswered where one of them has to look too far ahead.
    """
    tables: Tables = (None, None)
    for number in range(len(script.requests)):
        found, tables = _compared(pair, tables, Script(script.requests[: number + 1]))
        if found is not None:
            return found
    return None


def _compared(pair: Referees, tables: Tables, script: Script) -> tuple[Difference | None, Tables]:
    """Whether two rulebooks differ at the last request of a script, and the tables after it."""
    request = script.requests[-1]
    left, right = (answer(one, table, for_rulebook(one.rulebook, request)) for one, table in zip(pair, tables, strict=True))
    after, verdicts = (left.table, right.table), (left.verdict, right.verdict)
    allowed = [not isinstance(one.said, Illegal | Unsupported) for one in (left, right)]
    if allowed[0] != allowed[1]:
        unknown = any(isinstance(one.said, Unsupported) for one in (left, right))
        return Difference(script, 0 if allowed[0] else 1, verdicts, unknown=unknown), after
    scores = tuple(None if table is None else table.cells[SCORES] for table in after)
    if None not in scores and scores[0] != scores[1]:
        return Difference(script, None, verdicts, (scores[0], scores[1])), after
    return None, after


def find_difference(pair: Pair, deals: Iterable[int], positions: Iterable[int]) -> tuple[Difference | None, int]:
    """The shortest difference that playouts of these seeds show, made shorter where acts are not needed, and how many were played.

    Where no deal shows one, they begin with positions.
    """
    best: Difference | None = None
    played = 0
    for seeds, from_positions in ((deals, False), (positions, True)):
        for seed in seeds if best is None else ():
            played += 1
            best = _better(pair, best, seed, from_positions)
            if best is not None and best.rank()[:3] == SHORTEST:
                break
    return best, played


def _better(pair: Pair, best: Difference | None, seed: int, positions: bool) -> Difference | None:
    """The better of the best so far and what one playout shows, with the look-ahead bounded; where that does not reach, or only one
    of the two knows the position, it shows nothing."""
    bounded = referees(pair, BUDGET)
    try:
        found = _shorter(bounded, _playout(bounded, seed, positions), best)
    except (Unanswered, NoPosition):
        return best
    except RulesFault:
        # As in a search for cases: rules may break on a table that play never comes to, and there alone.
        if not positions:
            raise
        return best
    return found if found is not None and (best is None or found.rank() < best.rank()) else best


def _shorter(pair: Referees, found: Difference | None, best: Difference | None) -> Difference | None:
    """A difference without the acts that it does not need, where it may become the best."""
    if found is None:
        return None
    if best is not None:
        longest = len(best.script.requests) + SPARE
        if (*found.rank()[:2], len(found.script.requests)) > (*best.rank()[:2], longest):
            return None

    def shows(script: Script) -> bool:
        try:
            shown = first_difference(pair, script)
        except NoPosition:
            return False
        return shown is not None and shown.script == script and shown.rank()[:2] == found.rank()[:2]

    return first_difference(pair, least(found.script, shows))


def _playout(pair: Referees, seed: int, positions: bool) -> Difference | None:
    """What one playout shows, begun and led by the one or the other in turn."""
    # Each leads in turn, since an act that only the other permits is met when that leads.
    random = Random(f"{pair[0].rulebook.name}:{pair[1].rulebook.name}:{seed}")
    start = random_start(pair[seed % 2].rulebook, random, 0.0, positions)
    if start is None:
        return None
    first = None
    # Where an answer is not found in time the playout is over; what it has shown by then stands.
    with suppress(Unanswered):
        for found in Comparison(pair, seed % 2, start, random).differences():
            if found.permits is not None and not found.unknown:
                return found
            # One that shows little does not end the playout.
            first = first or found
    return first


class Comparison:
    """Plays by one of two rulebooks, the lead, and watches for an act that the other judges differently: not a playout like others,
    since whatever is proposed is put to both, in the same words."""

    def __init__(self, pair: Referees, leads: int, start: Start, random: Random) -> None:
        self.pair, self.random, self.leads = pair, random, leads
        self.lead, self.other = pair[leads], pair[1 - leads]
        self.styles = [random_style(one.rulebook, random) for one in pair]
        self.requests: tuple[CaseRequest, ...] = (start.request,)
        self.tables: Tables = (None, None)

    def differences(self) -> Iterator[Difference]:
        """Those in what is proposed, turn by turn, and that in what is played, which is the last."""
        found, self.tables = _compared(self.pair, self.tables, Script(self.requests))
        for _ in range(ACTS):
            table, other = self.tables[self.leads], self.tables[1 - self.leads]
            if found is not None or table is None or table.over():
                break
            # Before anybody chooses, so that what is proposed cannot hang on what is played.
            judged = [self._judge(act)[0] for act in self._proposals(table, other)]
            yield from (one for one in judged if one is not None)
            chosen = self._choice(table)
            if chosen is None:
                break
            found, self.tables = self._judge(chosen)
            self.requests = (*self.requests, act_request(self.lead.rulebook, chosen))
        if found is not None:
            yield found

    def _choice(self, table: Table) -> Act | None:
        """An act by the lead's rules, one that the other permits too if such is found soon: only then do both go on."""
        for _ in range(TRIES):
            chosen = choose(self.lead, table.cells, self.random, self.styles[self.leads])
            if chosen is None or self._judge(chosen[0])[0] is None:
                break
        return chosen[0] if chosen is not None else None

    def _proposals(self, table: Table, other: Table | None) -> Iterator[Act]:
        """Acts that may be refused by the one or the other, and one that the other would play."""
        yield from near_misses(self.lead, table.cells, self.random)
        if other is None or other.over():
            return
        chosen = choose(self.other, other.cells, self.random, self.styles[1 - self.leads])
        for act in (*near_misses(self.other, other.cells, self.random), *([chosen[0]] if chosen else [])):
            request = act_request(self.other.rulebook, act)
            try:
                yield act_from_action(self.lead.rulebook, request.seat, request.action)
            except ActError:
                # An act that the lead does not know is met when the other leads.
                continue

    def _judge(self, act: Act) -> tuple[Difference | None, Tables]:
        """How both judge an act here."""
        return _compared(self.pair, self.tables, Script((*self.requests, act_request(self.lead.rulebook, act))))
