"""Everything that anybody may do, as plain text."""

from collections.abc import Iterator, Sequence

from meldspec.engine.referee import Referee
from meldspec.position.position import Position
from meldspec.ruling.as_text import assumptions, deciding_words, heading, untried_words
from meldspec.ruling.choices import Choices, Rest, choices
from meldspec.ruling.open_choices import Otherwise, open_choices, untried_choices
from meldspec.ruling.page import paragraph, section
from meldspec.ruling.words import Card, act_words
from meldspec.table.table import Act

MOST = 40
"""So many acts of one sort are listed; of more the rest is counted."""
FEW = 4
"""So many acts are named that would be legal, or not, with another memory."""


def choices_text(position: Position, card: Card) -> Iterator[str]:
    """Everything that is legal, told seat by seat and act by act."""
    yield from heading(position)
    found = choices(position)
    if not found.seats():
        over = position.table.over()
        ended = "The deal has ended; nobody may do anything. What each side has is told by 'meldspec score'."
        yield ended if over else "There is nothing that anybody may do."
    for seat in found.seats():
        yield f"Seat {seat} may"
        for name in found.names(seat):
            yield from _sort(position, found, seat, name, card)
        if seat in found.unseen:
            yield from paragraph(
                f"and what the cards of seat {seat} allow, which nobody knows: write them under hands for a list", 2, 4
            )
    if found.several:
        alike = "of cards that the rules do not tell apart, as those of another suit, one choice is shown"
        yield ""
        yield from paragraph(f"(Of acts with several plays those are listed of which no part would be legal; {alike}.)")
    yield from assumptions(position)
    turning = ((memory, otherwise_words(position, memory.outcome, card), ()) for memory in open_choices(position))
    yield from deciding_words(position, "What may be done turns on this", turning, card)
    yield from section(
        "What may be done may turn on this, and neither file nor table says it", untried_words(untried_choices(position))
    )


def otherwise_words(position: Position, other: Otherwise, card: Card) -> str:
    """What else might be done, and what not, with another value of a memory."""
    parts = ((other.besides, "legal too"), (other.no_more, "no longer legal"))
    told = (f"{how}: {_named(position, acts, card)}" for acts, how in parts if acts)
    return f"{'; '.join(told)}."


def _named(position: Position, acts: Sequence[Act], card: Card) -> str:
    """A few acts in words, and how many more there are."""
    words = [act_words(position.rulebook, position.table.cells, act, card) for act in acts[:FEW]]
    more = len(acts) - FEW
    return "; or ".join(words) + (f"; and {more} more" if more > 0 else "")


def _sort(position: Position, found: Choices, seat: int, name: str, card: Card) -> Iterator[str]:
    """The acts of one sort: with one play, with several, and what is left out."""
    yield from _group(position, name, found.single.get(seat, {}).get(name, []), card)
    yield from _group(position, name, found.several.get(seat, {}).get(name, []), card)
    if name in found.rest.get(seat, {}):
        for sentence in rest_words(found.rest[seat][name], name):
            yield from paragraph(sentence, 2, 4)


def _ending(position: Position, act: Act) -> str:
    """That an act which names no card ends the deal, as a draw from no stock does: its words alone do not tell it."""
    if any(value for value in act.values):
        return ""
    _, after = Referee(position.rulebook).play(position.table, act)
    return ", which ends the deal" if after.over() else ""


def rest_words(rest: Rest, name: str) -> Iterator[str]:
    """What is left out of one sort of act."""
    if rest.more:
        number = f"at least {rest.more}" if rest.at_least else rest.more
        yield f"and {number} more to {name} with several plays at once, each one of these with more laid besides"
    if rest.untried_from is not None:
        many = f"{rest.untried_from} plays or more"
        yield f"(whether there are others to {name} with {many} was not found out: there are too many to try)"


def _group(position: Position, name: str, acts: list[Act], card: Card) -> Iterator[str]:
    """Acts of one sort: those that only name a card in one line, others in a line each."""
    rulebook, cells = position.rulebook, position.table.cells
    if acts and [f.type for f in rulebook.acts[name].fields] == ["card"]:
        # In one line, for a large hand has such an act for every card.
        cards = " ".join(card(rulebook.spelling(act.values[0])) for act in acts)
        yield from paragraph(f"{name} one of {cards}", 2, 4)
        return
    for act in acts[:MOST]:
        yield from paragraph(f"{act_words(rulebook, cells, act, card)}{_ending(position, act)}", 2, 4)
    if len(acts) > MOST:
        yield f"  and {len(acts) - MOST} more ways to {name}"
