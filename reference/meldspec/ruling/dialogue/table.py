"""The questions about the table: which game and for how many, whose turn in which part, and the cards as far as they matter."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial

from meldspec.book.line_index import line_index
from meldspec.book.sheet import Sheet
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.language import lines
from meldspec.position.marked import Path
from meldspec.position.position import Position
from meldspec.protocol.observe import OF_SIDES, shown_ranges
from meldspec.ruling.dialogue.question import NONE, Dialogue, NotUnderstood, Question, choice, whole, yes_or_no
from meldspec.ruling.dialogue.reader import Fields, Reader, answered, listed, put
from meldspec.ruling.dialogue.seats import YOU, of, seat_words, seating, side_words
from meldspec.ruling.words import names_of, one_of
from meldspec.table.selection import ChoiceError, every_choice, select

CARDS_HELP = (
    "A card is its rank and its suit, as KD (king of diamonds), TS or 10S (ten of spades); a joker is JK. "
    "Put spaces between cards, as: KC KD 4H JK."
)
PHASES = {
    "draw": "before you have {obtained}",
    "play": "after you have {obtained}",
    "answer": "while somebody who has been asked owes an answer",
}
"""The parts of a turn, as the protocol names them, with how cards are obtained; others are called by their names."""
ACTS = {
    "draw": "draw from the stock",
    "take": "take the pile",
    "meld": "lay cards",
    "discard": "discard",
    "pass": "end the turn without a discard",
    "ask": "ask a partner for leave",
    "answer": "answer a partner who asks for leave",
}
"""What is done at a table, by the protocol's names of it; what only one book has is called by its name."""
EVERYTHING, COUNT = "everything", "score"
"""What may be wanted besides a ruling on one act: a list of all that is legal, or the score of a deal that has ended."""


# ── which game ──────────────────────────────────────────────────────────────────────────────────────────────


def which_game(reader: Reader, fields: Fields) -> Dialogue[Fields]:
    """The variant, where it is not told yet, and its options, each held against the others."""
    if "variant" not in fields:
        titles = [(name, reader.library.books.book(name).title) for name in reader.library.books.names()]
        help = "A position is ruled on by the rules of one game; answer with its number."
        fields = yield choice("Which game do you play?", help, titles, then=lambda name: put(fields, ("variant",), name))
        reader.usable(fields["variant"])
    sheet = reader.library.sheet(fields["variant"])
    for option in sheet.symbols.options.values():
        if len(option.values) > 1:
            fields = yield option_question(sheet, option, fields)
    return fields


def option_question(sheet: Sheet, option: lines.Option, fields: Fields) -> Question:
    """One option of the book."""
    offered = listed([str(value) for value in option.values])

    def read(text: str) -> Fields:
        told = put(fields, ("options", option.name), whole(text))
        if not fits(sheet, told["options"]):
            refusal = misfit(sheet, told["options"])
            raise NotUnderstood(f"{refusal[:1].upper()}{refusal[1:]}.")
        return told

    clause = next(line_index(sheet).entry(tag.line).clause for tag, node, _ in sheet.book.numbered() if node == option)
    asks = f"{clause.title}: how many {option.name.replace('-', ' ')}, {offered}?"
    # Options may exclude each other, so the default of one is none where another has been chosen that it does not go with.
    fitting = [n for n in (option.default, *option.values) if fits(sheet, {**fields.get("options", {}), option.name: n})]
    empty = str(fitting[0]) if fitting else None
    return Question(asks, f"{' '.join(clause.prose)} One of {offered}.", read, empty=empty)


def fits(sheet: Sheet, options: Mapping[str, int]) -> bool:
    """Whether options go together, with some values of those that are not told yet."""
    return any(options.items() <= choice.items() for choice in every_choice(sheet))


def misfit(sheet: Sheet, options: Mapping[str, int]) -> str:
    """Why options do not go together, or that they do not."""
    chosen = ", ".join(f"{name} {value}" for name, value in options.items())
    try:
        select(sheet, options)
    except ChoiceError as error:
        # Of options that nobody was asked for yet the error would say what they are otherwise.
        offered = all(value in sheet.symbols.options[name].values for name, value in options.items())
        if not offered or options.keys() == sheet.symbols.options.keys():
            return str(error)
    return f"{sheet.book.name} cannot be played with {chosen}, whatever the other options are"


# ── what is wanted, and when in the turn ────────────────────────────────────────────────────────────────────


def what_is_wanted(reader: Reader, fields: Fields) -> Dialogue[str]:
    """The name of the act that is to be ruled on, or one of the two other wishes."""
    offered = [(name, ACTS.get(name, name)) for name in reader.rulebook(fields).acts]
    offered += [(EVERYTHING, "what may I do?")]
    if reader.library.sheet(fields["variant"]).symbols.endings:
        offered += [(COUNT, "count a deal that has ended")]
    help = "Say what you want to do, or what is in dispute. Answer with a number, as 2, or in the words of the list."
    aim: str = yield choice("What do you want to do?", help, offered)
    return aim


def phase_words(rulebook: Rulebook, phase: str) -> str:
    """A part of a turn in words; nobody takes the pile where there is no such act."""
    obtained = "drawn, or taken the pile" if "take" in rulebook.laying else "drawn"
    return PHASES[phase].format(obtained=obtained) if phase in PHASES else phase


def begun(reader: Reader, fields: Fields, aim: str) -> Dialogue[Fields]:
    """A position in the middle of a deal in which everybody has what was dealt, in the part of the turn that is asked for."""
    for key in ("hands", "feet"):
        if dealt := reader.dealt(fields, key):
            fields = put(fields, (key,), dealt)
    rulebook = reader.rulebook(fields)
    started = {phase: put(put(fields, ("turn",), YOU), ("phase",), phase) for phase in rulebook.sheet.symbols.phases[1:]}
    may: dict[str, list[str]] = {}
    for phase, told in started.items():
        # In a part of the turn that no table stays in, as one in which the deal ends by itself, nobody can be.
        with suppress(NotUnderstood):
            may[phase] = [act for act in rulebook.acts if may_come(reader.position(told), act)]
    may = may or {phase: [] for phase in started}
    phases = list(may)
    idle = [phase for phase in phases if not may[phase]]
    likely = [phase for phase in phases if aim in may[phase] or (aim == EVERYTHING and phase not in idle)]
    possible = [phase for phase in phases if phase in likely or phase in phases_spoken_of(rulebook, aim)] or idle or phases
    phase = possible[0]
    if len(possible) > 1:
        offered = [(phase, phase_words(rulebook, phase)) for phase in possible]
        help = "Some things may be done in one part of a turn alone. Answer with a number."
        phase = yield choice("When in the turn is it?", help, offered, dict(offered)[likely[0]] if likely else None)
    return (yield from whose_turn(reader, started[phase])) if phase in idle else started[phase]


def whose_turn(reader: Reader, fields: Fields) -> Dialogue[Fields]:
    """The player in turn, in a part of the turn in which others act."""
    layout = reader.rulebook(fields).layout
    seats = [(seat, seat_words(layout, seat)) for seat in range(layout.seats)]
    help = "In this part of a turn others act than the player whose turn it is. Answer with a number."
    empty = seat_words(layout, layout.partners_of(YOU)[0]) if layout.partners_of(YOU) else None
    then = partial(put, fields, ("turn",))
    return (yield from answered(choice("Whose turn is it?", help, seats, empty, then)))


def may_come(position: Position, act: str) -> bool:
    """Whether some act of a sort may be, as far as its seat, the part of the turn and the like can tell."""
    return position.rulebook.acts[act].early(Referee(position.rulebook), position.table.cells, YOU)


def phases_spoken_of(rulebook: Rulebook, act: str) -> set[str]:
    """The parts of a turn that the lines about an act tell apart."""
    judges = rulebook.acts[act].judges if act in rulebook.acts else ()
    return {phase for line in judges for phase in rulebook.selection.reach.looked_at(line).of("phase")}


# ── the cards of whoever asks ───────────────────────────────────────────────────────────────────────────────


def own_cards(reader: Reader, fields: Fields) -> Dialogue[Fields]:
    """Foot and hand of whoever asks."""
    if "feet" in fields:
        fields = yield foot_question(reader, fields, YOU)
    help = f"{CARDS_HELP} A number will do, as 7, where only that is known, but then nothing can be ruled on that you would lay."
    read = reader.telling(fields, ("hands", YOU), lambda text: reader.cards_or_count(fields, text))
    if "hands" not in fields:
        return fields
    # In a game without melds nothing of the table was asked for yet.
    before = "" if "melds" in side_places(reader, fields) else seating(reader.rulebook(fields).layout)
    return (yield from answered(Question("Your hand, card by card:", help, read, before=before)))


def foot_question(reader: Reader, fields: Fields, seat: int) -> Question:
    """Whether a player has taken up the foot."""
    rulebook, count = reader.rulebook(fields), fields["feet"][seat]
    whose, name = seat_words(rulebook.layout, seat), one_of("feet", names_of(rulebook))
    help = f"The {name} is what was dealt to each player for later, {count} cards here. Answer yes or no."
    read = reader.telling(fields, ("feet", seat), lambda text: 0 if yes_or_no(text) else count)
    asks = "Have you" if seat == YOU else f"Has {whose}"
    return Question(f"{asks} taken up the {name}?", help, read, empty="no")


def pile(reader: Reader, fields: Fields) -> Dialogue[Fields]:
    """The pile by its top card, how many cards it has, and what is known below."""
    if not shown_ranges(reader.rulebook(fields), "pile"):
        return fields
    help = f"The card that lies face up on the pile. {CARDS_HELP.partition('.')[0]}. Where there is no pile, answer none."
    top = yield Question("The top card of the pile:", help, lambda text: top_of(reader, fields, text))
    if top == NONE:
        return put(fields, ("pile",), 0)

    def counted(text: str) -> Fields:
        return reader.checked(put(fields, ("pile",), {"top": top, "count": whole(text, 1)}), ("pile",))

    help = "With the top card. About how many will do, as 12, unless there are only one or two."
    fields = yield Question("How many cards has the pile?", help, counted)
    if fields["pile"]["count"] > 1:
        fields = yield below_question(reader, fields)
    return fields


def top_of(reader: Reader, fields: Fields, text: str) -> str:
    """One card, or none. Raises NotUnderstood."""
    cards = reader.cards(fields, text)
    if len(cards) > 1:
        raise NotUnderstood("Only one card lies on top.", "What lies below is asked next.")
    if cards:
        reader.checked(put(fields, ("pile",), {"top": cards[0], "count": 1}), ("pile",))
    return cards[0] if cards else NONE


def below_question(reader: Reader, fields: Fields) -> Question:
    """What is known of the pile below its top card."""
    count, top = fields["pile"]["count"], fields["pile"]["top"]

    def told(text: str) -> object:
        below = reader.cards(fields, text)
        known = {"top": top, "below": " ".join(below), "count": count} if below else {"top": top, "count": count}
        return " ".join([*below, top]) if len(below) == count - 1 else known

    asks = "Cards below it that matter, the uppermost last:"
    help = (
        "Name what may freeze the pile, and what you would get and lay, as 2H 9D. Empty: none that matters; "
        "then nothing that lies in the pile freezes it."
    )
    return Question(asks, help, reader.telling(fields, ("pile",), told), empty=NONE)


# ── what lies before the sides ──────────────────────────────────────────────────────────────────────────────


def laid(reader: Reader, fields: Fields, side: int, keys: Sequence[str]) -> Dialogue[Fields]:
    """What lies before one side, in the places that the rules show of it."""
    layout = reader.rulebook(fields).layout
    whose = side_words(layout, side)
    if "sides" not in fields:
        fields = put(fields, ("sides",), [{} for _ in range(layout.sides)])
    for key in keys:
        fields = yield laid_question(reader, fields, ("sides", side, key), f"{key.replace('_', ' ').capitalize()} before {whose}:")
    return fields


def laid_question(reader: Reader, fields: Fields, path: Path, asks: str) -> Question:
    """What lies in one place before a side."""
    if path[-1] == "melds":
        layout = reader.rulebook(fields).layout
        # The own melds are the first that is told of the table.
        before = seating(layout) if path[1] == layout.side_of(YOU) else ""
        help = f"Put commas between melds, as: 8C 8D 8D, KC KD KH. {CARDS_HELP}"
        return Question(asks, help, reader.telling(fields, path, partial(reader.melds, fields)), empty=NONE, before=before)
    help = f"The cards, or how many there are. {CARDS_HELP}"
    return Question(asks, help, reader.telling(fields, path, lambda text: reader.cards_or_count(fields, text)), empty=NONE)


def side_places(reader: Reader, fields: Fields) -> list[str]:
    """The fields of a side that the rules have."""
    rulebook = reader.rulebook(fields)
    return [key for key in OF_SIDES if any(r.owner == "side" for r in shown_ranges(rulebook, key))]


def everybody_elses(reader: Reader, fields: Fields) -> Dialogue[Fields]:
    """What lies before the others, and besides melds before the own side: asked for where any of it matters."""
    layout, places = reader.rulebook(fields).layout, side_places(reader, fields)
    own = layout.side_of(YOU)
    left = {side: [key for key in places if (side, key) != (own, "melds")] for side in range(layout.sides)}
    mine = f", or {listed([key.replace('_', ' ') for key in left[own]])} before {side_words(layout, own)}" if left[own] else ""
    asks = f"Will you tell what lies before the others{mine}? Otherwise nothing does."
    help = "Melds of others matter where a rule asks what every side has. Answer yes, and each is asked for; or no."
    if any(left.values()) and (yield Question(asks, help, yes_or_no, empty="no")):
        for side, keys in left.items():
            fields = yield from laid(reader, fields, side, keys)
    return fields


def hand_question(reader: Reader, fields: Fields, seat: int, empty: str) -> Question:
    """The hand of a player, of which the number is enough."""
    hand = of(seat_words(reader.rulebook(fields).layout, seat), "hand")
    help = f"How many cards are in it, as 9; or the cards, where all have seen them. {CARDS_HELP}"
    dealt = fields["hands"][seat]
    read = reader.telling(fields, ("hands", seat), lambda text: dealt if text == empty else reader.cards_or_count(fields, text))
    return Question(f"How many cards are in {hand}?", help, read, empty=empty)
