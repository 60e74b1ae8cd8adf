"""A ruling: what the rules say of one act in one position, by which lines, and under which readings they would say otherwise."""

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import field, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

from meldspec.book.core import Tag, clause_of_line
from meldspec.book.reach import SCORED, of_act, reach_of
from meldspec.book.sheet import Sheet
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered, determined
from meldspec.language.immutable import Immutable
from meldspec.position.marked import Path, PositionError
from meldspec.position.memory import memories, word
from meldspec.position.position import Position
from meldspec.ruling.buried import buried_words
from meldspec.ruling.open_cards import other_fillings
from meldspec.ruling.open_match import deciding_match
from meldspec.ruling.open_melds import deciding_melds
from meldspec.ruling.open_memory import (
    DecidingMemory,
    OpenMemory,
    candidate_values,
    deciding_memory,
    deciding_together,
    open_memory,
    possible,
    resting_on_likely,
    spoken_of,
    untried_memory,
    with_memory,
)
from meldspec.ruling.open_resting import cards_named, deciding_resting
from meldspec.ruling.open_stock import deciding_stock
from meldspec.ruling.open_verdict import hangs_on_open, may_hang_on, open_places
from meldspec.ruling.score_bounds import OpenScore, open_score
from meldspec.ruling.touched import Touched
from meldspec.ruling.view import View, ending_otherwise
from meldspec.table.faults import RulesFault
from meldspec.table.table import SCORES, Act, Table

MOST_ASKED = 3
"""So many questions a ruling asks about what neither file nor table shows; where its verdict turns on more, it gives none."""
UNDETERMINED = "undetermined"
FILLED_IN = "the unknown cards as they were filled in"
"""With what another reading judges an act otherwise, where the verdict hangs on such cards there."""


class Judgement(Immutable):
    """What is said of an act under one rulebook.

    `lines` refuse it, or permit it; `rests_on` are the readings they rest on; `why` tells what is wrong where the act could not
    even be tried. `begun` and `ended` are the tables before the act and after it, where it is legal.
    `impossible` tells why the position cannot be at all; there is no table `begun` then. `position` says which cards
    are open, and `act` what was judged. `unanswered` tells why it is not found out what the rules say, or at what they fail;
    `legal` tells nothing then.
    """

    legal: bool
    rulebook: Rulebook | None = None
    begun: Table | None = None
    ended: Table | None = None
    lines: tuple[Tag, ...] = ()
    rests_on: tuple[tuple[str, str], ...] = ()
    why: str = ""
    impossible: tuple[str, ...] = ()
    position: Position | None = None
    act: Act | None = None
    unanswered: str = ""

    @cached_property
    def before(self) -> View | None:
        """The table before the act."""
        return None if self.rulebook is None or self.begun is None else View(self.rulebook, self.begun)

    @cached_property
    def after(self) -> View | None:
        """The table after the act, where it is legal."""
        return None if self.rulebook is None or self.ended is None else View(self.rulebook, self.ended)

    @cached_property
    def open_score(self) -> OpenScore | None:
        """What cards that the file leaves open may make of the score, where the act ends the deal and something hangs on them."""
        if self.position is None or self.ended is None or self.ended.cells[SCORES] is None:
            return None
        return open_score(self.position, self.ended, self.ended.cells[SCORES])

    @property
    def verdict(self) -> str:
        """The judgement in one word, as a position file expects it."""
        if self.unanswered:
            return UNDETERMINED
        return "legal" if self.legal else "illegal"

    def differs(self, other: Self) -> bool:
        """Whether another judgement says or does anything else that can be seen."""
        return (self.legal, self.impossible) != (other.legal, other.impossible) or bool(_seen_otherwise(self, other))

    def differs_in_hidden_state(self, other: Self) -> bool:
        """Whether it leaves other cards in a place, or other memory, even if nothing of it can be seen."""
        return any(_hidden_otherwise(self, other))


class ViewDifferences(NamedTuple):
    """The names in each part of a view under which two judgements leave something else."""

    seen: list[str]
    memory: list[str]
    places: list[str]


def view_differences(left: Judgement, right: Judgement) -> ViewDifferences:
    """What is otherwise after an act, and by the act: not what stood otherwise before and was left alone by both."""
    return ViewDifferences(_seen_otherwise(left, right), *_hidden_otherwise(left, right))


def _seen_otherwise(left: Judgement, right: Judgement) -> list[str]:
    """What of it is seen."""
    if not (left.before and left.after and right.before and right.after) or left.after.looks_like(right.after):
        return []
    return ending_otherwise(left.before.seen, left.after.seen, right.before.seen, right.after.seen)


def _hidden_otherwise(left: Judgement, right: Judgement) -> tuple[list[str], list[str]]:
    """What of it is remembered, and what lies in places."""
    if not (left.before and left.after and right.before and right.after):
        return [], []
    # The same cells of the same layout mean the same, whatever the rules say.
    same = left.before.rulebook.layout is right.before.rulebook.layout
    if same and (left.begun, left.ended) == (right.begun, right.ended):
        return [], []
    return (
        ending_otherwise(left.before.memory, left.after.memory, right.before.memory, right.after.memory),
        ending_otherwise(left.before.places, left.after.places, right.before.places, right.after.places),
    )


class OtherReading(Immutable):
    """Another reading of one question under which an act is judged otherwise.

    Memory that only this reading has and that the file does not speak of may decide: `unless` names values with which all would
    be as it is, `where` the one without which it would be, or that cards which nobody knows were filled in; then the verdict hangs
    on cards of which the file tells only the number, and is `open`. So it is where it is not found out.
    """

    question: str
    reading: str
    judgement: Judgement
    unless: tuple[str, ...] = ()
    where: str = ""
    open: bool = False


class Looked(Immutable):
    """So many of the other readings, of `count` in all, were looked at; `found` is the last of them where it judges the act
    otherwise."""

    number: int
    count: int
    found: OtherReading | None = None


class Ruling(Immutable):
    """All that there is to say of an act: how it is judged with all memory as it is told, seen or taken to be, how under other
    readings, and the memory of which neither file nor table speaks and that would have it judged otherwise. `resting` are the lines
    that refuse it only with such memory as it is taken to be, with its cells, though others refuse it in any case."""

    position: Position
    act: Act
    judgement: Judgement
    otherwise: tuple[OtherReading, ...]
    deciding: tuple[DecidingMemory[Judgement], ...]
    resting: Mapping[Tag, tuple[int, ...]] = field(default_factory=dict)

    def assumed(self, lines: Iterable[Tag]) -> tuple[OpenMemory, ...]:
        """The memory that nobody has told and without which, as it is taken to be, some lines would not refuse the act."""
        cells = {cell for line in lines for cell in self.resting.get(line, ())}
        return tuple(one for one in open_memory(self.position, None) if one.cell in cells) if cells else ()

    @property
    def turning(self) -> tuple[DecidingMemory[Judgement], ...]:
        """The memory that turns the verdict: what to ask the players."""
        return tuple(filter(self.turned_by, self.deciding))

    def turned_by(self, memory: DecidingMemory[Judgement]) -> bool:
        """Whether a memory turns the verdict, and not only what the act does."""
        return memory.outcome.legal != self.judgement.legal

    @cached_property
    def unanswered(self) -> int:
        """So many things that neither file nor table tells turn the verdict."""
        return len({cell for memory in self.turning for cell in memory.cells})

    @cached_property
    def hanging(self) -> tuple[Path, ...]:
        """Where the cards lie on which the verdict hangs, and of which the file tells only how many they are."""
        return () if self.judgement.why else hangs_on_open(self.position, self.act)

    @cached_property
    def untried(self) -> tuple[OpenMemory, ...]:
        """Cards and melds that the rules remember, that nobody has told, and on which the verdict may hang: which they are was not
        tried, since there are too many."""
        if self.judgement.why:
            return ()
        found = untried_memory(self.position)
        return tuple(one for one in found if may_hang_on(self.position, self.act, one.range.name))

    @property
    def undetermined(self) -> bool:
        """Whether cards would have to be known, or more be asked than anybody can be expected to answer."""
        return bool(self.hanging) or self.unanswered > MOST_ASKED

    @property
    def verdict(self) -> str:
        """The ruling in one word, as a position file expects it."""
        return UNDETERMINED if self.undetermined else self.judgement.verdict

    @cached_property
    def refilled(self) -> tuple[Judgement, ...]:
        """The judgements with other cards in the places that the file leaves open, as far as that is tried."""
        return tuple(judge(other.rulebook, other.table, self.act, other) for other in other_fillings(self.position))


def judge(rulebook: Rulebook, table: Table, act: Act, position: Position | None = None) -> Judgement:
    """What one rulebook says of an act on a table, which is that of a position but for its memory where there is one."""
    answer, after = Referee(rulebook).play(table, act)
    verdict = determined(answer)
    ended = after if verdict.legal else None
    why = buried_words(rulebook, table, act) or verdict.why if verdict.why else ""
    return Judgement(verdict.legal, rulebook, table, ended, verdict.lines, verdict.readings, why, position=position, act=act)


def rule(position: Position, act: Act, every: bool = False) -> Ruling:
    """The ruling on an act: under the readings in force, then under every other reading of every question.

    With `every` the others are all tried from the beginning, those included of which it is known beforehand that they change
    nothing: the ruling is the same.
    """
    steps = ruling_steps(position, act, every)
    while True:
        try:
            next(steps)
        except StopIteration as stop:
            ruling: Ruling = stop.value
            return ruling


def ruling_steps(position: Position, act: Act, every: bool = False) -> Generator[Judgement | Looked, None, Ruling]:
    """The same step by step, for whoever shows what is known: first the judgement under the readings in force, then for each other
    reading that is tried whether it has the act otherwise. The whole ruling is returned."""
    mine = judge(position.rulebook, position.table, act, position)
    yield mine
    others: list[OtherReading] = []
    for looked in _otherwise(position, act, mine, every):
        others += [looked.found] if looked.found else []
        yield looked
    resting: dict[Tag, tuple[int, ...]] = {}
    return Ruling(position, act, mine, tuple(others), tuple(_deciding(position, act, mine, resting)), resting)


def relevant_questions(sheet: Sheet, act: str, ended: bool) -> list[str]:
    """The questions, in the order of the book, that could change what is said of an act or what it does: the others need not be
    tried, which is most of the time that a ruling takes.

    `ended` tells whether the deal is over after the act, so that its score counts too. `act` may be empty: then it is the
    score alone that is asked for.
    """
    # Where cards of a field may go is left out, as it always was: a question that nothing but such a limit hangs on is not tried.
    bare = [replace(line, fields=tuple(replace(field, limits=()) for field in line.fields)) for line in sheet.acts]
    reach = reach_of(replace(sheet, acts=bare))
    groups = [*reach.always(), ("declared", ""), ("shows", ""), *of_act(act), *(SCORED if ended else ())]
    found = {line.tag.question for line in reach.lines(groups)}
    return [question for question in sheet.book.questions() if question in found]


def alternatives(rulebook: Rulebook, act: str, ended: bool) -> list[tuple[str, str]]:
    """Every other reading of every question that could bear on an act (or, without one, on a score)."""
    relevant = relevant_questions(rulebook.sheet, act, ended)
    return [(name, reading) for name, reading in rulebook.selection.other_readings() if name in relevant]


def _otherwise(position: Position, act: Act, mine: Judgement, every: bool) -> Iterator[Looked]:
    """The other readings under which an act may be judged otherwise, each as it was tried; with `every`, all of them."""
    others = list(position.rulebook.selection.other_readings())
    # What was come upon with cards that were filled in tells nothing of what would be with others.
    touched = None if every or open_places(position, act) else Touched(position, act)
    for number, (question, reading) in enumerate(others, 1):
        if touched is None or _may_turn(touched, question, reading):
            yield Looked(number, len(others), _under(position, act, mine, question, reading, every))


def _may_turn(touched: Touched, question: str, reading: str) -> bool:
    """Whether under another reading anything might be otherwise; so it may where the rules fail under it."""
    try:
        return touched.may_turn(question, reading)
    except RulesFault:
        return True


def _under(position: Position, act: Act, mine: Judgement, question: str, reading: str, every: bool) -> OtherReading | None:
    """Another reading, if an act is judged otherwise under it, or it is not found out how, or the rules fail under it."""
    try:
        return _judged_under(position, act, mine, question, reading, every)
    except (Unanswered, RulesFault) as error:
        # What it would give is all that is not known then: the ruling itself stands, and so does what others give.
        return OtherReading(question, reading, Judgement(mine.legal, unanswered=why_unanswered(error)), open=True)


def why_unanswered(error: Unanswered | RulesFault) -> str:
    """Why rules have no answer: looking ahead comes to no end, or they fail."""
    return f"these rules fail here: {error}" if isinstance(error, RulesFault) else str(error)


def _judged_under(position: Position, act: Act, mine: Judgement, question: str, reading: str, every: bool) -> OtherReading | None:
    """The same. Raises Unanswered where looking ahead comes to no end, and RulesFault where the rules fail."""
    # The file is set up anew under each reading: what follows from it, and what a place or a memory is, may be otherwise there.
    try:
        other = position.under(question, reading, anew=every)
    except PositionError as error:
        told = tuple(f"{p.found}; expected {p.expected}" for p in error.problems)
        return OtherReading(question, reading, Judgement(False, impossible=told))
    judgement = judge(other.rulebook, other.table, act, other)
    if not judgement.why and hangs_on_open(other, act):
        # What is said of cards that were filled in is told as that, be it the same or not.
        return OtherReading(question, reading, judgement, where=FILLED_IN, open=True)
    own = list(_with_own_memory(position, other, act))
    if judgement.differs(mine):
        # One value is told, not all: enough to say that the difference hangs on what nobody wrote down.
        unless = tuple(told for told, found in own if not found.differs(mine))
        return OtherReading(question, reading, judgement, unless[:1])
    if judgement.differs_in_hidden_state(mine):
        return OtherReading(question, reading, judgement)
    return next((OtherReading(question, reading, found, where=told) for told, found in own if found.differs(mine)), None)


def _with_own_memory(position: Position, other: Position, act: Act) -> Iterator[tuple[str, Judgement]]:
    """The judgements under another reading with other values of memory that only it has and the file does not speak of."""
    layout, settled = position.rulebook.layout, other.told | other.follows.keys()
    for range_ in memories(other.rulebook):
        opened = [number for number, cell in enumerate(range_.cells) if cell not in settled]
        if not layout.has(range_.name) and opened:
            # Of each owner the same sort of value: what it is may hang on what lies before its side.
            owned = [candidate_values(other.rulebook, other.table.cells, range_, number) for number in opened]
            whose = {"player": act.seat, "side": layout.side_of(act.seat)}.get(range_.owner, 0)
            # Of who has more melds there are more values: these have no like of them beside the others'.
            for values in zip(*owned, strict=False):
                told = dict(zip(opened, values, strict=True))
                found = _judged_with(other, act, {range_.first + number: value for number, value in told.items()})
                if found is not None:
                    yield f"{range_.name} {word(range_.form, told.get(whose, values[0]))}", found


def _deciding(
    position: Position, act: Act, mine: Judgement, resting: dict[Tag, tuple[int, ...]]
) -> Iterator[DecidingMemory[Judgement]]:
    """The memory that the file does not speak of and that would change the judgement: first what turns the verdict, then what
    otherwise changes what the act does. In `resting` it is noted which lines would not refuse an act with other memory."""
    judged: dict[tuple[tuple[int, Any], ...], Judgement | None] = {}

    def other(values: Mapping[int, Any]) -> Judgement | None:
        key = tuple(values.items())
        if key not in judged:
            judged[key] = None
            # Memory with which the rules fail is none that they know.
            with suppress(RulesFault):
                judged[key] = _differing(position, act, mine, values, resting)
        return judged[key]

    def turned(values: Mapping[int, Any]) -> Judgement | None:
        found = other(values)
        return None if found is None or found.legal == mine.legal else found

    ended = mine.ended is not None and mine.ended.over()
    reach = position.rulebook.selection.reach
    read = spoken_of(position.rulebook, [*reach.always(), *of_act(act.name), *(SCORED if ended else ())])
    turning = list(deciding_memory(position, read, turned)) or list(deciding_together(position, act, read, mine.lines, turned))
    turning = [resting_on_likely(position, memory, lambda values: _turned_at(position, act, mine, values)) for memory in turning]
    turning += _deciding_elsewhere(position, act, read, mine)
    known = {cell for memory in turning for cell in memory.cells}

    def moving(values: Mapping[int, Any]) -> Judgement | None:
        found = other(values)
        # That an act is one of several in a turn moves no card and no point, and is not worth a question.
        return None if found is None or _seen_otherwise(found, mine) == ["phase"] else found

    yield from turning
    yield from (memory for memory in deciding_memory(position, read, moving) if known.isdisjoint(memory.cells))


def _differing(
    position: Position, act: Act, mine: Judgement, values: Mapping[int, Any], resting: dict[Tag, tuple[int, ...]]
) -> Judgement | None:
    """The judgement with other values of memory where it is another one, and `resting` as above; none where it is the same, or no
    game comes to such a table. Raises RulesFault where the rules fail."""
    table = with_memory(position, values)
    if table is None:
        return None
    found = judge(position.rulebook, table, act, position)
    # Whether a game comes to the table is asked last, and of few: it may set a search going.
    differs = found.differs(mine) and possible(position, table.cells)
    if len(values) == 1:
        for line in _refusing_no_more(mine, found) if possible(position, table.cells) else ():
            resting[line] = (*resting.get(line, ()), *values)
    return found if differs else None


def _deciding_elsewhere(position: Position, act: Act, read: frozenset[str], mine: Judgement) -> Iterator[DecidingMemory[Judgement]]:
    """What the file leaves out besides memory and that turns the verdict: cards of the stock, the score sheet, cards that rest, and
    melds."""

    def tried(table: Table) -> Judgement | None:
        return _turned_by_cards(position, table, act, mine)

    if not mine.legal:
        cards = cards_named(position.rulebook, act)
        yield from deciding_melds(position, act.seat, cards, [act.name], lambda other: _turned_by_melds(other, act, mine))
    yield from deciding_stock(position, tried)
    yield from deciding_match(position, act, read, tried)
    yield from deciding_resting(position, act, tried)


def _turned_at(position: Position, act: Act, mine: Judgement, values: Mapping[int, Any]) -> bool:
    """Whether the verdict is the other one with other values of memory; so it counts where no game comes to these, and where the
    rules fail."""
    found = _judged_with(position, act, values)
    return found is None or found.legal != mine.legal


def _judged_with(position: Position, act: Act, values: Mapping[int, Any]) -> Judgement | None:
    """The judgement with other values of memory; none where no game comes to these, or the rules fail with them."""
    with suppress(RulesFault):
        table = with_memory(position, values)
        if table is not None and possible(position, table.cells):
            return judge(position.rulebook, table, act, position)
    return None


def _refusing_no_more(mine: Judgement, other: Judgement) -> list[Tag]:
    """The lines that refuse an act here and not there, though it is refused there, too."""
    if mine.legal or other.legal or mine.why or other.why:
        return []
    return [line for line in mine.lines if line not in other.lines]


def _turned_by_cards(position: Position, table: Table, act: Act, mine: Judgement) -> Judgement | None:
    """The judgement on another table; none where it is no other verdict, or the rules fail."""
    with suppress(RulesFault):
        found = judge(position.rulebook, table, act, position)
        return None if found.legal == mine.legal else found
    return None


def _turned_by_melds(other: Position, act: Act, mine: Judgement) -> Judgement | None:
    """The judgement on a position with melds that nobody has told, without its tables: they have cards that nobody has seen."""
    found = _turned_by_cards(other, other.table, act, mine)
    return found and replace(found, begun=None, ended=None, position=None)


# ── held against what its file expects, so that a house rule can be tested in a text file ───────────────────────────────────


def unmet(ruling: Ruling) -> list[str] | None:
    """What the file expects and the ruling does not give, each as one sentence: empty where all is as expected, none where nothing
    is expected."""
    wanted = ruling.position.marked.value.get("expect")
    return None if wanted is None else list(_unmet(ruling, wanted))


def _unmet(ruling: Ruling, wanted: dict[str, Any]) -> Iterator[str]:
    """A verdict that was to be, clauses or lines that were to decide it, readings that were to turn it."""
    mine = ruling.judgement
    if wanted.get("verdict", ruling.verdict) != ruling.verdict:
        yield f"it is {ruling.verdict}, expected {wanted['verdict']}"
    found = {tag.line for tag in mine.lines}
    known = found | {clause_of_line(line) for line in found}
    for name in wanted.get("by", []):
        if name not in known:
            yield f"it is decided by {', '.join(sorted(found)) or 'no line'}, expected {name}"
    turned = {(other.question, other.reading) for other in ruling.otherwise if other.judgement.legal != mine.legal}
    for question, reading in wanted.get("otherwise", {}).items():
        if (question, reading) not in turned:
            by = ", ".join(f"{q}={r}" for q, r in sorted(turned)) or "no reading of any question"
            yield f"the verdict is turned by {by}, expected {question}={reading}"
