"""A table on which a standing rule would act at once, told by what it would move or write, and where that belongs in the file."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import determined
from meldspec.position.cards import Draft
from meldspec.position.marked import Path, value_at
from meldspec.position.memory import memories, named, word
from meldspec.protocol.observe import KEYS, STOCK, key_of
from meldspec.table.table import CellRange

MOST = 60
"""So many standing rules are told one after another; a table on which more would act has more wrong than anybody reads."""


def at_rest(rulebook: Rulebook, cells: Sequence[Any]) -> bool:
    """Whether no standing rule would act on a table."""
    return determined(Referee(rulebook).settled(tuple(cells))) == tuple(cells)


def check_at_rest(draft: Draft) -> None:
    """A table on which a standing rule would act at once is no position: it would have acted before. All that would is told."""
    if at_rest(draft.rulebook, draft.cells):
        return
    before, told, rules = list(draft.cells), len(draft.problems), list[str]()
    # A rule may act once for each player: each time is told.
    for _ in range(MOST):
        after = list(before)
        line = draft.rulebook.compiled.step(Referee(draft.rulebook), after)
        if line is None:
            break
        rules.append(_words(draft.rulebook, line))
        # What an earlier rule has brought somewhere stands nowhere in the file.
        gone = _gone(draft, before, after) if len(rules) == 1 else ()
        for path, found, mend in (*_moved(draft, before, after), *gone):
            draft.note("not-at-rest", path, found, f"what is left when this has been done: {rules[-1]}", mend)
        before = after
    if len(draft.problems) == told:
        for path, found, mend in _written(draft, before):
            draft.note("not-at-rest", path, found, f"what is left when this has been done: {rules[0]}", mend)
    if len(draft.problems) == told:
        expected = f"what is left when this has been done: {rules[0]}"
        draft.note("not-at-rest", (), "a table that would not stay as it is", expected)


def _words(rulebook: Rulebook, line: str) -> str:
    """A standing rule by its clause, in the clause's own words and its formal line."""
    acting = [rule.tag for rule in rulebook.sheet.standing if rule.tag.line == line]
    return next((f"{one.title} ({one.line} '{one.words}')" for one in rulebook.cited(acting)), "a standing rule")


def _moved(draft: Draft, before: Sequence[Any], after: Sequence[Any]) -> Iterator[tuple[Path, str, str]]:
    """The cards that the file tells and that go elsewhere: where each stands, what becomes of it, where it belongs."""
    bags = {r.first + n: (r, n) for r in draft.rulebook.layout.places() if r.form != "groups" for n in range(r.count)}
    for cell, (range_, number) in bags.items():
        path = _field(draft.rulebook, range_, number)
        # What nobody named nobody has misplaced, and from the stock cards are drawn.
        told = value_at(draft.marked.value, path)
        if path[0] == STOCK or isinstance(told, int | None):
            continue
        named = Counter(_names(told))
        lost = Counter(before[cell]) - Counter(after[cell])
        for other, (target, owner) in bags.items():
            for face in (lost & (Counter(after[other]) - Counter(before[other]))).elements():
                name, place = draft.rulebook.faces.names[face], draft.marked.called(_field(draft.rulebook, target, owner))
                if not named[name]:
                    # It was filled in, or has come there by a rule.
                    continue
                where = _card_path(told, path, name)
                yield where, f"{name}, which goes to '{target.name}' at once", f"put {name} into {place} instead"


def _names(told: Any) -> list[str]:
    """The cards that a field names."""
    if isinstance(told, dict):
        return [name for key in ("below", "top") for name in _names(told.get(key) or [])]
    return told.split() if isinstance(told, str) else list(told)


def _gone(draft: Draft, before: Sequence[Any], after: Sequence[Any]) -> Iterator[tuple[Path, str, str]]:
    """The places of which the file tells how many cards they have, and that all of them would leave: whichever they are."""
    bags = {r.first + n: (r, n) for r in draft.rulebook.layout.places() if r.form != "groups" for n in range(r.count)}
    for cell, (range_, number) in bags.items():
        path = _field(draft.rulebook, range_, number)
        told = value_at(draft.marked.value, path)
        if path[0] != STOCK and isinstance(told, int) and before[cell] and not after[cell]:
            to = next(
                (draft.marked.called(_field(draft.rulebook, *bags[one])) for one in bags if len(after[one]) > len(before[one])), ""
            )
            mend = f"write 0 for {draft.marked.called(path)}, and its cards into {to}" if to else ""
            others = " or ".join(_kept_by(draft, {range_.owner: number}))
            mend += f"; or tell under memory what keeps them there: {others}" if others else ""
            yield path, f"{told} cards that would leave it at once, as the table stands and nothing more is told under memory", mend


def _kept_by(draft: Draft, owner: dict[str, int]) -> Iterator[str]:
    """Memory of the owner of some cards, or of the side, of which the file does not speak, with a value with which the table would
    stay as it is."""
    layout, told = draft.rulebook.layout, draft.marked.value.get("memory", {})
    if "player" in owner:
        owner = {**owner, "side": layout.side_of(owner["player"])}
    offered = {"truth": (False, True), "player": (None, *range(layout.seats)), "side": (None, *range(layout.sides))}
    for range_, number, name in named(memories(draft.rulebook), range(len(draft.cells))):
        for value in offered.get(range_.form, ()) if range_.name not in told and owner.get(range_.owner) == number else ():
            cells = list(draft.cells)
            cells[range_.first + number] = value
            if at_rest(draft.rulebook, cells):
                yield f"{name} {word(range_.form, value)}"


def _written(draft: Draft, after: Sequence[Any]) -> Iterator[tuple[Path, str, str]]:
    """The memory that the standing rules would write."""
    changed = [cell for cell, value in enumerate(draft.cells) if after[cell] != value]
    for range_, number, name in named(memories(draft.rulebook), changed):
        cell = range_.first + number
        was, value = word(range_.form, draft.cells[cell]), word(range_.form, after[cell])
        yield ("memory", range_.name), f"{name} is {was}, and becomes {value} at once", f"write {value} for {name} under memory"


def _field(rulebook: Rulebook, range_: CellRange, number: int) -> Path:
    """Where a file tells the cards of one cell."""
    key = key_of(range_)
    first = next(r for r in rulebook.layout.places() if key_of(r) == key)
    # Only the first place that is shown under a key has the field of that name; others are told by their own names.
    if key not in KEYS.get(range_.owner, {}) or first is not range_:
        return ("places", range_.name, *([number] if range_.owner else []))
    return ("sides", number, key) if range_.owner == "side" else (key, number) if range_.owner == "player" else (key,)


def _card_path(cards: Any, path: Path, name: str) -> Path:
    """The place of a card in a field, as near as the file marks it."""
    return (*path, cards.index(name)) if isinstance(cards, list) and name in cards else path
