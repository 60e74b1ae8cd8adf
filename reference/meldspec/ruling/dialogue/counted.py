"""The questions about a deal that has ended: how, and everything that counts for or against a side."""

from functools import partial

from meldspec.book.reach import SCORED
from meldspec.ruling.dialogue.question import NONE, Dialogue, Question, choice, whole
from meldspec.ruling.dialogue.reader import Fields, Reader, answered, put
from meldspec.ruling.dialogue.seats import of, seat_words, side_words
from meldspec.ruling.dialogue.table import CARDS_HELP, laid, side_places
from meldspec.ruling.open_memory import spoken_of
from meldspec.ruling.words import names_of, one_of
from meldspec.table.table import DEAL_NUMBER

ENDINGS = {"out": "somebody went out", "stock": "the stock was gone", "stuck": "nobody could play on"}
"""How deals end, by the words of the protocol; others are called by their words."""
OUT, NOBODY = "out", "nobody"


def ended_deal(reader: Reader, fields: Fields) -> Dialogue[Fields]:
    """A deal that has ended, with all its cards."""
    layout = reader.rulebook(fields).layout
    for key in ("hands", "feet"):
        if dealt := reader.dealt(fields, key):
            fields = put(fields, (key,), dealt)
    ways = [(way, ENDINGS.get(way, way)) for way in sorted(reader.library.sheet(fields["variant"]).symbols.endings)]
    how = yield choice("How did the deal end?", "Answer with a number.", ways)
    seats: list[tuple[int | str, str]] = [(seat, seat_words(layout, seat)) for seat in range(layout.seats)]
    # Where somebody went out it was somebody; a stock is gone without anybody's doing.
    nobody: list[tuple[int | str, str]] = [] if how == OUT else [(NOBODY, NOBODY)]
    help = "Who went out, or whose act ended the deal. Answer with a number."
    by = yield choice("By whom?", help, [*seats, *nobody], NOBODY if nobody else None)
    fields = put(fields, ("ended",), {"how": how} if by == NOBODY else {"how": how, "seat": by})
    for side in range(layout.sides):
        fields = yield from laid(reader, fields, side, side_places(reader, fields))
    for seat in range(layout.seats):
        fields = yield from left_over(reader, fields, seat)
    for side in range(layout.sides):
        fields = yield points_question(reader, fields, side)
    return (yield from number_of_deal(reader, fields))


def left_over(reader: Reader, fields: Fields, seat: int) -> Dialogue[Fields]:
    """What a player still has: foot, then hand."""
    rulebook = reader.rulebook(fields)
    who, name = seat_words(rulebook.layout, seat), one_of("feet", names_of(rulebook))
    help = f"The cards, or how many there are where nobody knows them; none where it was taken up. {CARDS_HELP}"
    for key, what in (("feet", f"{name} that was never taken up"), ("hands", "hand")):
        if key in fields:
            parse = partial(reader.cards_or_count, fields)
            asks = f"Cards left in {of(who, what)}:"
            fields = yield Question(asks, help, reader.telling(fields, (key, seat), parse), empty=NONE)
    return fields


def points_question(reader: Reader, fields: Fields, side: int) -> Question:
    """The points of one side before this deal."""
    layout = reader.rulebook(fields).layout
    told = fields.get("totals", [0] * layout.sides)
    whose = side_words(layout, side)
    read = reader.telling(fields, ("totals",), lambda text: [*told[:side], whole(text), *told[side + 1 :]])
    return Question(f"How many points had {whose} before this deal?", "The points of the match so far, as 1500.", read, empty="0")


def number_of_deal(reader: Reader, fields: Fields) -> Dialogue[Fields]:
    """The number of the deal, where the rules count by it."""
    position = reader.position(fields)
    if "deal-number" not in spoken_of(position.rulebook, SCORED):
        return fields
    read = reader.telling(fields, ("deal",), lambda text: whole(text, 1))
    help = "Something that is counted hangs on it. A whole number from 1."
    taken = str(position.table.cells[DEAL_NUMBER])
    return (yield from answered(Question("Which deal of the match was it, counted from 1?", help, read, empty=taken)))
