"""The questions about the act itself: whatever fields the book gives it, each by its type."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from meldspec.engine.compile.record import CompiledAct, CompiledField
from meldspec.engine.referee import Referee
from meldspec.engine.verdict import Unanswered
from meldspec.position.asked_act import MAY_LACK, beside_the_hand
from meldspec.position.shape import described
from meldspec.protocol.actions import NEW_WORD
from meldspec.ruling.dialogue.question import NONE, Dialogue, NotUnderstood, Question, choice, whole, yes_or_no
from meldspec.ruling.dialogue.reader import Fields, Reader, answered, listed, put
from meldspec.ruling.dialogue.seats import YOU, seat_words
from meldspec.ruling.dialogue.table import CARDS_HELP
from meldspec.ruling.words import plain

NOT_SAID = "not said"
BACK = "Answer back until you can tell another table, or ask about something else."
PLAYS_HELP = "The cards that make one meld, or that go onto one, as KC KD KH. What goes elsewhere is asked next. "


def the_act(reader: Reader, fields: Fields, name: str) -> Dialogue[Fields]:
    """The act with all its fields."""
    line = reader.position(fields).rulebook.acts[name]
    seat = {} if fields["turn"] == YOU else {"seat": YOU}
    fields = put(fields, ("act",), {**seat, "action": {"type": name}})
    for field in line.fields:
        fields = yield from one_field(reader, fields, line, field)
    return fields


def one_field(reader: Reader, fields: Fields, line: CompiledAct, field: CompiledField) -> Dialogue[Fields]:
    """One field of the act."""
    # What the act does not say yet cannot be held against the table; cards and numbers are offered by the table alone.
    bare = {key: value for key, value in fields.items() if key != "act"}
    match field.type:
        case "plays":
            return (yield from plays(reader, fields, line, field))
        case "play":
            return (yield from top_play(reader, fields, line, field))
        case "card":
            help = f"One card of your hand. {CARDS_HELP.partition('. ')[0]}."
            told = telling(reader, fields, field, partial(one_card, reader, fields))
            return (yield from answered(Question("Which card?", help, told)))
        case "player":
            layout = reader.rulebook(fields).layout
            everybody = [(seat, seat_words(layout, seat)) for seat in range(layout.seats)]
            # Who plays alone can name nobody else.
            whom = [one for one in everybody if one[0] != YOU] or everybody
            told = telling(reader, fields, field, int)
            return (yield from answered(choice("Whom?", "Answer with a number.", whom, likely_whom(reader, fields), then=told)))
        case "truth":
            told = telling(reader, fields, field, yes_or_no)
            return (yield from answered(Question("Yes or no?", "What you would answer.", told)))
        case "meld":
            named = [fields["act"]["action"].get(one.spelt) for one in line.fields if one.type == "meld"]
            return (yield from answered(meld_question(reader, bare, field, named, telling(reader, fields, field, int))))
        case _:
            return (yield from answered(number_question(reader, fields, bare, line, field)))


def telling(reader: Reader, fields: Fields, field: CompiledField, parse: Callable[[Any], Any]) -> Callable[[Any], Fields]:
    """Reads the value of a field; where others are still to be told, the act is held against the table when they are."""
    path = ("act", "action", field.spelt)
    every = reader.rulebook(fields).acts[fields["act"]["action"]["type"]].fields
    bare = {key: value for key, value in fields.items() if key != "act"}
    wanted = [one.spelt for one in every if one.type not in MAY_LACK or not may_be_unsaid(one, offered_numbers(reader, bare, one))]

    def read(answer: Any) -> Fields:
        told = put(fields, path, parse(answer))
        return reader.checked(told, path) if set(wanted) <= set(told["act"]["action"]) else told

    return read


def one_card(reader: Reader, fields: Fields, text: str) -> str:
    """One card. Raises NotUnderstood."""
    cards = reader.cards(fields, text)
    if len(cards) != 1:
        raise NotUnderstood(f"'{text}' is {'no card' if not cards else 'more than one card'}.")
    return cards[0]


def likely_whom(reader: Reader, fields: Fields) -> str | None:
    """The one partner, where there is one."""
    layout = reader.rulebook(fields).layout
    partners = layout.partners_of(YOU)
    return seat_words(layout, partners[0]) if len(partners) == 1 else None


def meld_question(
    reader: Reader, bare: Fields, field: CompiledField, named: Collection[int | None], told: Callable[[Any], Fields]
) -> Question:
    """A meld that is already there, none of those that the act names already. Raises NotUnderstood where there is no other."""
    position = reader.position(bare)
    melds = position.table.cells[field.melds_cell(YOU)]
    offered = [(number, " ".join(position.rulebook.faces.spell(meld))) for number, meld in enumerate(melds)]
    offered = [one for one in offered if one[0] not in named]
    if not offered:
        raise NotUnderstood(f"No {'other ' if melds else ''}meld lies before you that could be named.", BACK)
    return choice("Which meld?", "Answer with its number in the list.", offered, then=told)


def number_question(reader: Reader, fields: Fields, bare: Fields, line: CompiledAct, field: CompiledField) -> Question:
    """A number that the rules leave to the player: those that they offer, in the words of the published schema. Raises
    NotUnderstood where they offer none."""
    every = offered_numbers(reader, bare, field)
    if field.sourced and not every:
        raise NotUnderstood("There is no number here that could be named.", BACK)
    numbers = [n for n in every if n]
    about = described(line.name, field.spelt).partition(";")[0] or field.spelt
    offered = f" ({listed([str(n) for n in numbers])})" if numbers else ""
    help = f"{about[:1].upper()}{about[1:]}{offered}. Empty: you do not say, and it is as the rules have it then."
    told = telling(reader, fields, field, whole)
    return Question(
        f"{about[:1].upper()}{about[1:]}{offered}:",
        help,
        partial(unless_unsaid, fields, told),
        empty=NOT_SAID if may_be_unsaid(field, every) else None,
    )


def offered_numbers(reader: Reader, bare: Fields, field: CompiledField) -> list[int]:
    """The numbers that the rules offer for a field, at a table of which no act is told; none where they name none."""
    if not field.sourced:
        return []
    position = reader.position(bare)
    return list(field.offered(Referee(position.rulebook), position.table.cells, YOU))


def may_be_unsaid(field: CompiledField, offered: Collection[int]) -> bool:
    """Whether a number need not be said: what is not said is 0, which may be none of those that the rules offer."""
    return not field.sourced or 0 in offered


def unless_unsaid(fields: Fields, read: Callable[[str], Fields], text: str) -> Fields:
    """What is told by an answer; the same as before where a player says nothing of it."""
    return fields if text == NOT_SAID else read(text)


# ── cards that are laid ─────────────────────────────────────────────────────────────────────────────────────


def plays(reader: Reader, fields: Fields, line: CompiledAct, field: CompiledField) -> Dialogue[Fields]:
    """All that is laid in one act, one meld after another."""
    path = ("act", "action", field.spelt)
    fields = put(fields, path, [])
    bare = {key: value for key, value in fields.items() if key != "act"}
    tops = top_cards(reader, fields, line)
    # Whoever takes cards from elsewhere may perhaps do so and lay none of them; an act that only lays cards lays some. Where it is
    # against the rules to lay none, nobody is taken to mean that who has not said it.
    lays_only = len(line.fields) == 1 or lays_some(reader, fields)
    while True:
        told = fields["act"]["action"][field.spelt]
        first = f"Which cards do you lay together{f', {listed(tops)} of the pile among them' if tops else ''}?"
        asks = "What else do you lay in the same act?" if told else first
        empty = None if lays_only and not told else NONE
        help = PLAYS_HELP + CARDS_HELP
        cards: list[str] = yield Question(asks, help, laid_cards(reader, fields, line, field, tops), empty=empty)
        if not cards:
            return fields
        to = yield from target(reader, bare, field, cards, [play["to"] for play in told])
        fields = put(fields, path, [*told, {"to": to, "cards": " ".join(cards)}])


def lays_some(reader: Reader, fields: Fields) -> bool:
    """Whether it is against the rules to do what is told so far and lay no cards in it."""
    with suppress(NotUnderstood, Unanswered):
        return not reader.verdict(fields)[0]
    return False


def laid_cards(
    reader: Reader, fields: Fields, line: CompiledAct, field: CompiledField, tops: Collection[str]
) -> Callable[[str], list[str]]:
    """Reads cards that are there to be laid, besides those that are laid already."""

    def read(text: str) -> list[str]:
        cards, melds = reader.cards(fields, text), reader.melds(fields, text)
        if len(melds) > 1 and any(" " in meld for meld in melds):
            raise NotUnderstood(f"These are {len(melds)} melds.", f"Lay {melds[0]} first; what else you lay is asked next.")
        if cards:
            plays = [*fields["act"]["action"][field.spelt], {"to": NEW_WORD, "cards": " ".join(cards)}]
            # Where they go is asked next, and by which of them the top card is laid is not asked at all, where only one can.
            action: dict[str, Any] = {"type": line.name, field.spelt: [{**play, "to": NEW_WORD} for play in plays]}
            fits = holding(plays, tops)
            action |= {one.spelt: fits[0] for one in line.fields if one.type == "play" and fits}
            reader.checked(put(fields, ("act", "action"), action), ("act", "action", field.spelt))
        return cards

    return read


def holding(plays: Sequence[Mapping[str, Any]], tops: Collection[str]) -> list[int]:
    """The numbers of the plays that have one of some cards among them."""
    return [number for number, play in enumerate(plays) if set(tops) & set(play["cards"].split())]


def top_cards(reader: Reader, fields: Fields, line: CompiledAct) -> list[str]:
    """The cards that may be laid and that are not of the hand."""
    position = reader.position({key: value for key, value in fields.items() if key != "act"})
    return position.rulebook.faces.spell(tuple(sorted(beside_the_hand(position, line, YOU))))


def target(reader: Reader, bare: Fields, field: CompiledField, cards: list[str], taken: Iterable[int | str]) -> Dialogue[int | str]:
    """Where cards go: asked for where more than one place would bear them, or none."""
    position = reader.position(bare)
    rulebook = position.rulebook
    melds = position.table.cells[field.melds_cell(YOU)]
    faces = rulebook.faces.read(cards)
    fitting: list[int | str] = [n for n, meld in enumerate(melds) if rulebook.kind_of(tuple(sorted((*meld, *faces))))]
    if rulebook.kind_of(tuple(sorted(faces))):
        fitting.append(NEW_WORD)
    offered: list[tuple[int | str, str]] = [(NEW_WORD, "as a meld of their own")]
    offered += [(n, f"onto the meld {' '.join(map(plain, rulebook.faces.spell(meld)))}") for n, meld in enumerate(melds)]
    offered += [(place, f"to the {place}") for place in field.beside]
    offered = [one for one in offered if one[0] == NEW_WORD or one[0] not in taken]
    if len(offered) == 1 or (len(fitting) == 1 and not field.beside and fitting[0] not in taken):
        return fitting[0] if len(offered) > 1 else NEW_WORD
    words = dict(offered)
    empty = next((words[to] for to in fitting if to in words), None)
    to: int | str = yield choice(f"Where do you lay {' '.join(cards)}?", "Answer with the number of a place.", offered, empty)
    return to


def top_play(reader: Reader, fields: Fields, line: CompiledAct, field: CompiledField) -> Dialogue[Fields]:
    """The play that lays the card that is not of the hand: there is nothing to ask where only one can."""
    action = fields["act"]["action"]
    plays: list[dict[str, Any]] = next((action[one.spelt] for one in line.fields if one.type == "plays"), [])
    fits = holding(plays, top_cards(reader, fields, line))
    told = telling(reader, fields, field, int)
    if len(fits) < 2:
        return told(fits[0]) if fits else fields
    asks = "With which of these does the top card of the pile lie?"
    offered = [(number, plays[number]["cards"]) for number in fits]
    return (yield from answered(choice(asks, "Answer with a number.", offered, then=told)))
