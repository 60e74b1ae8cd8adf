"""Cards of a hand that came with the pile and are not free yet: asked for where the file tells of none and the verdict turns on it.

A book may have a place beside the hand whose cards players hold as they hold the hand. A file that leaves it out is taken to have
no card there; that one of those which an act names lies there is what may turn a verdict.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeVar

from meldspec.book.line_index import line_index
from meldspec.engine.never import unreached
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import without
from meldspec.language import lines
from meldspec.language.problems import counted
from meldspec.position.at_rest import at_rest
from meldspec.position.position import Position
from meldspec.protocol.observe import shown_ranges
from meldspec.ruling.open_memory import DecidingMemory
from meldspec.ruling.view import View
from meldspec.ruling.words import Card
from meldspec.table.table import Act, CellRange, Table

MOST = 4
"""So many cards of an act are tried."""
Outcome = TypeVar("Outcome")


def deciding_resting(position: Position, act: Act, tried: Callable[[Table], Outcome | None]) -> Iterator[DecidingMemory[Outcome]]:
    """Whether some card of an act rests beside the hand, where the file does not tell it and there is another outcome then."""
    # A game may have no hands at all.
    hands = [r for r in shown_ranges(position.rulebook, "hands") if r.owner == "player"]
    for hand, place in ((hands[0], place) for place in hands[1:]):
        if place.name in position.marked.value.get("places", {}):
            continue
        for card in named_cards(position, act, hand)[:MOST]:
            table = _with_card(position, hand, place, act.seat, card)
            found = None if table is None else tried(table)
            if found is not None:
                name = position.rulebook.faces.names[card]
                asks = f"seat {act.seat}: Which cards of the hand are still {place.name}"
                named = f"places.{place.name}[{act.seat}]"
                title = place_title(position, place)
                yield DecidingMemory((place.first + act.seat,), named, f"{asks} ({title})?", "none", name, found)
                break


def named_cards(position: Position, act: Act, hand: CellRange) -> list[int]:
    """The cards of the hand that an act names, each once."""
    held = position.table.cells[hand.first + act.seat]
    return [card for card in dict.fromkeys(cards_named(position.rulebook, act)) if card in held]


def cards_named(rulebook: Rulebook, act: Act) -> list[int]:
    """The cards that an act names."""
    given: list[int] = []
    for field, value in zip(rulebook.acts[act.name].fields, act.values, strict=True):
        if field.type == "card" and value is not None:
            given.append(value)
        elif field.type == "plays":
            given += [card for _, cards in value for card in cards]
    return given


def resting_words(position: Position, before: View, after: View, card: Card | None) -> Iterator[str]:
    """The cards that came to lie beside hands, in a sentence each; only how many where no `card` may be named."""
    for place in shown_ranges(position.rulebook, "hands")[1:]:
        for seat in range(place.count if place.owner == "player" else 0):
            lain = Counter[int](before.table.cells[place.first + seat])
            lies = Counter[int](after.table.cells[place.first + seat])
            come = position.rulebook.faces.spell(tuple((lies - lain).elements()))
            if come:
                told = " ".join(map(card, come)) if card else counted(len(come), "card")
                yield f"{place.name} beside the hand of seat {seat}, and not free yet: {told} ({place_title(position, place)})"


def place_title(position: Position, place: CellRange) -> str:
    """The clause that has a place, by its title and id."""
    declared = position.rulebook.selection.declared(lines.PlaceLine)
    tag = next(line.tag for node, line in declared if node.name == place.name)
    clause = line_index(position.rulebook.sheet).entries[tag.clause].clause
    return f"{clause.title} [{clause.id}]"


def _with_card(position: Position, hand: CellRange, place: CellRange, seat: int, card: int) -> Table | None:
    """The table with a card of the hand beside it; none where no game comes to it."""
    cells = list(position.table.cells)
    cells[hand.first + seat] = without(cells[hand.first + seat], (card,))
    cells[place.first + seat] = tuple(sorted((*cells[place.first + seat], card)))
    table = Table(tuple(cells))
    possible = at_rest(position.rulebook, table.cells) and not any(unreached(position.rulebook, table.cells))
    return table if possible else None
