"""What a rulebook is compiled to: a typed, frozen record of functions over the cells of a table.

Every function takes as its first parameter whoever answers what a line asks beyond the present position (`LookAhead`), so that
one compiled rulebook serves any number of referees, each with a memo and a budget of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

from meldspec.book.core import Tag
from meldspec.book.sheet import ActLine, AwardLine, FieldLine, JudgeLine
from meldspec.engine.runtime import Remembered
from meldspec.engine.verdict import Unanswered
from meldspec.language.immutable import Immutable
from meldspec.table.faults import EngineDefect
from meldspec.table.table import Bag, Cells

Condition = Callable[[Cells], bool]
"""A condition on a position, closed over whoever the question is about."""
Key = tuple[Any, ...]
"""Which question a line asks: its place in the rules and the values of the variables that it reads."""
Fits = Callable[[Bag], bool]
"""A line of a meld kind: whether cards satisfy it."""
KINDS_KEPT = 100_000
"""For so many bags the kind is remembered before all are forgotten; some 20 MB."""


class LookAhead(Protocol):
    """Answers `could come to …`, `could by laying … come to …` and `could ACT`, which no position tells by itself."""

    def could_come(self, cells: Cells, seat: int, key: Key, condition: Condition) -> bool:
        """Whether further legal acts of a seat, or none, can bring a condition about."""

    def could_come_laying(self, cells: Cells, seat: int, key: Key, condition: Condition, leaving: int, cards: Bag) -> bool:
        """The same by acts that lay all but `leaving` of some cards, and acts without plays after them."""

    def could_act(self, cells: Cells, seat: int, name: str, key: Key, condition: Callable[..., bool] | None) -> bool:
        """Whether a seat has a legal act of one sort, of whose fields a condition holds."""


Able = Callable[[LookAhead, Sequence[Any]], list[tuple[int, str]]]
"""The seats and the sorts of acts of which some may be legal."""
Source = Callable[[LookAhead, Sequence[Any], int], Bag]
"""Cards (or numbers) as a function of the cells and the seat that acts."""
Change = Callable[[LookAhead, list[Any]], None]
"""What alters cells in place: an event of the table, or the standing rules."""


class CompiledField(Immutable):
    """One field of an act, made of `line`. `offered` gives the cards that it may take, or the numbers that it may be (`sourced`
    tells whether the rules limit it at all); of one that names a meld it gives the melds;
    `limits` which cards may go to a place, where the rules say so; `beside` are the
    places besides melds that plays may go to; `melds` for each seat the cell of the melds that its plays go to."""

    line: FieldLine
    name: str
    type: str
    spelt: str
    sourced: bool
    offered: Source
    limits: Mapping[str, Source]
    beside: tuple[str, ...]
    melds: tuple[int, ...]

    def melds_cell(self, seat: int) -> int:
        """The cell of the melds that the plays of a seat go to. Raises EngineDefect where they go onto none."""
        if not self.melds:
            raise EngineDefect(f"the plays of '{self.name}' go onto no melds")
        return self.melds[seat]


Heard = tuple[list[int], list[int], list[tuple[int, Unanswered]]]
"""What the lines about an act say, each told by its number: the duties that refuse it, the permits that permit it, and the lines
whose look ahead comes to no answer, with why."""


class CompiledAct(Immutable):
    """One act. After the look-ahead, the cells and the seat, its functions take the values of the fields (plays with the cards
    that lie where they go), and all but `do` then what gives the cells after the act.

    `judge` hears all of `judges`, the lines about the act, in the order of the book, of which `allows` are permits; `quick` tells
    at once whether it is legal, cheap lines first; `early` (of the look-ahead, cells and seat alone) whether any such act may be;
    `do` carries it out on a list of cells, the standing rules not yet applied. `plain` tells that it neither makes plays nor names
    melds by their numbers, which look otherwise to its lines; `melds` are the numbers of the fields that name melds.
    """

    line: ActLine
    name: str
    tag: Tag
    fields: tuple[CompiledField, ...]
    plays: CompiledField | None
    judges: tuple[JudgeLine, ...]
    allows: tuple[int, ...]
    judge: Callable[..., Heard]
    quick: Callable[..., bool]
    early: Callable[[LookAhead, Sequence[Any], int], bool]
    do: Callable[..., None]
    plain: bool
    melds: tuple[int, ...]


class CompiledAward(Immutable):
    """One line that scores: its points for a side in the cells of a deal, once for each thing that it counts."""

    line: AwardLine
    points: Callable[[LookAhead, Sequence[Any], int], Sequence[int]]


class Kinds:
    """The meld kinds in force, told by their lines; which kind cards fit is remembered."""

    def __init__(self, checks: Mapping[str, tuple[Fits, ...]], tags: Mapping[str, tuple[Tag, ...]]) -> None:
        self.checks, self.tags = checks, tags
        # The dictionary's own method: enumeration asks for the kind of every bag that it comes upon.
        self.of: Callable[[Bag], str | None] = Remembered(self._kind, KINDS_KEPT).__getitem__

    def _kind(self, cards: Bag) -> str | None:
        """The kind that cards fit, or none."""
        return next((name for name, checks in self.checks.items() if cards and all(c(cards) for c in checks)), None)

    def refusals(self, cards: Bag) -> list[Tag]:
        """The lines that keep cards from being a meld: those of the kinds that come nearest."""
        by_kind = [
            [tag for tag, check in zip(self.tags[name], checks, strict=True) if not check(cards)]
            for name, checks in self.checks.items()
        ]
        fewest = min((len(tags) for tags in by_kind), default=0)
        return [tag for tags in by_kind if len(tags) == fewest for tag in tags]


class CompiledActs(Mapping[str, CompiledAct]):
    """The acts in force, in the order of the book, each compiled when it is first asked for: other readings are asked about one."""

    def __init__(self, names: Iterable[str], make: Callable[[str], CompiledAct]) -> None:
        self._made: dict[str, CompiledAct | None] = dict.fromkeys(names)
        self._make = make

    def __getitem__(self, name: str) -> CompiledAct:
        made = self._made[name]
        if made is None:
            made = self._made[name] = self._make(name)
        return made

    def __contains__(self, name: object) -> bool:
        # Else the act would be compiled to find out.
        return name in self._made

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


class Compiled(Immutable):
    """All lines in force. `step` lets the first standing rule that applies act, and gives its line; `settle` lets them act until
    the table is at rest; `events` is what befalls the table outside the acts, by name; `shows` what is shown besides the places.
    What few rulebooks are asked for is made when it is."""

    kinds: Kinds
    step: Callable[[LookAhead, list[Any]], str | None]
    settle: Change
    events: Mapping[str, Change]
    shows: Mapping[str, Callable[[LookAhead, Sequence[Any]], Any]]
    make_able: Callable[[], Able]
    make_awards: Callable[[], tuple[CompiledAward, ...]]

    @cached_property
    def able(self) -> Able:
        """What gives the seats and the sorts of acts of which some may be legal (as `early` tells of one)."""
        return self.make_able()

    @cached_property
    def awards(self) -> tuple[CompiledAward, ...]:
        """The lines that score."""
        return self.make_awards()

    def befall(self, event: str, ahead: LookAhead, cells: list[Any]) -> None:
        """Let an event befall the table; nothing happens where the book says nothing of it."""
        if event in self.events:
            self.events[event](ahead, cells)
