"""What would have been legal instead of an act that is refused, nearest first."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from meldspec.engine.candidates import candidates
from meldspec.engine.compile.record import CompiledAct
from meldspec.engine.play import plays_of
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Undetermined, determined
from meldspec.table.table import Act, Cells, Table

TOLD = 3
"""So many acts are told of at most."""
PLAYS = 2
"""Acts with so many plays at most are thought of, or as many as the refused one has."""
WORDS_ALONE = ("ask",)
"""The protocol's acts that move no card and end no turn."""
GATHERED, TRIED = 4_000, 250
"""So many acts are looked at for what they have in common with the refused one, and so many of them judged."""


def nearest(rulebook: Rulebook, table: Table, refused: Act) -> tuple[Act, ...]:
    """Legal acts of the same sort that differ from a refused one in the fewest cards; where there are none, one of each other
    sort."""
    referee, cells = Referee(rulebook), table.cells
    if table.over():
        return ()
    line = rulebook.acts[refused.name]
    most = max(PLAYS, len(plays_of(line, refused))) if line.plays else 1
    gathered = list(islice(candidates(referee, line, cells, refused.seat, most), GATHERED))
    gathered.sort(key=lambda act: distance(line, refused, act))
    found = tuple(islice(legal_among(referee, cells, gathered[:TRIED]), TOLD))
    return found or tuple(islice(_others(referee, cells, refused), TOLD))


def besides(rulebook: Rulebook, table: Table, told: Sequence[Act]) -> tuple[Act, ...]:
    """The legal acts with one play at most besides those that are told."""
    every = determined(Referee(rulebook).all_legal_acts(table))
    return tuple(act for act in every if act.name not in WORDS_ALONE and act not in told)


def distance(line: CompiledAct, one: Act, other: Act) -> tuple[int, int]:
    """How far apart two acts of one sort are: the cards that only one of them has, then the fields in which they differ."""
    mine, theirs = (Counter(_cards(line, act)) for act in (one, other))
    fields = sum(1 for left, right in zip(one.values, other.values, strict=True) if left != right)
    return (mine - theirs).total() + (theirs - mine).total(), fields


def _cards(line: CompiledAct, act: Act) -> Iterator[int]:
    """The cards that an act names."""
    yield from (card for _, cards in plays_of(line, act) for card in cards)
    yield from (value for field, value in zip(line.fields, act.values, strict=True) if field.type == "card")


def legal_among(referee: Referee, cells: Cells, acts: Iterable[Act]) -> Iterator[Act]:
    """Those of some acts that are legal, as far as that can be told."""
    for act in acts:
        after = referee.after(cells, act, fits=True)
        if after is not None and not isinstance(after, Undetermined):
            yield act


def _others(referee: Referee, cells: Cells, refused: Act) -> Iterator[Act]:
    """The first legal act of each other sort, with one play at most, and the first few that name a card alone."""
    for name, line in referee.rulebook.acts.items():
        # Whoever asks or answers moves no card, and that is nothing to do in place of what does.
        if name != refused.name and name not in WORDS_ALONE and line.early(referee, cells, refused.seat):
            # Of acts that name a card and nothing else several are told: they are all alike, and each is soon said.
            most = TOLD if [field.type for field in line.fields] == ["card"] else 1
            yield from islice(
                legal_among(referee, cells, list(islice(candidates(referee, line, cells, refused.seat), TRIED))), most
            )
