"""What else there is to know of a table, asked for where it matters: where the verdict is another with other values of it.

Without one act to rule on, nobody knows what matters, and all of it is asked for.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from meldspec.book.reach import of_act
from meldspec.engine.verdict import Unanswered
from meldspec.position.at_rest import at_rest
from meldspec.position.memory import UNKNOWN, memories
from meldspec.protocol.observe import STOCK, shown_ranges
from meldspec.ruling.dialogue.question import NOBODY_KNOWS, Dialogue, NotUnderstood, Question, whole
from meldspec.ruling.dialogue.reader import Fields, Reader, answered, put, unless_unknown
from meldspec.ruling.dialogue.seats import YOU, side_words
from meldspec.ruling.dialogue.table import EVERYTHING, everybody_elses, foot_question, hand_question, laid
from meldspec.ruling.open_memory import replaced, spoken_of
from meldspec.ruling.ruling import judge
from meldspec.table.table import DEAL_NUMBER, TOTALS

FAR = 99_999
"""So many points, above or below nothing, as no side ever has: what hangs on points hangs on them in one direction."""
LATE = (2, 3, 4, 99)
"""Numbers of deals that stand for all after the first one."""
FEW = (1, 2)
"""So many cards of a hand or a stock are few."""


def all_that_matters(reader: Reader, fields: Fields, aim: str) -> Dialogue[Fields]:
    """What others laid, points and number of the deal, the stock, the feet and hands of others."""
    fields = yield from what_others_laid(reader, fields, aim)
    everything = aim == EVERYTHING
    side = reader.rulebook(fields).layout.side_of(YOU)
    if hangs_on_cells(reader, fields, everything, "total", ({TOTALS: tuple(totals(reader, fields, n))} for n in (-FAR, FAR))):
        asks = f"How many points had {side_words(reader.rulebook(fields).layout, side)} before this deal?"
        help = "The points of the match, without this deal: the minimum for the first melds hangs on them. A whole number, as 1500."
        told = reader.telling(fields, ("totals",), lambda text: totals(reader, fields, whole(text)))
        fields = yield Question(asks, help, told, empty="0")
    if hangs_on_cells(reader, fields, everything, "deal-number", ({DEAL_NUMBER: n} for n in LATE)):
        help = "The minimum for the first melds, or the like, hangs on it. A whole number from 1."
        told = reader.telling(fields, ("deal",), lambda text: whole(text, 1))
        taken = str(reader.position(fields).table.cells[DEAL_NUMBER])
        fields = yield Question("Which deal of the match is it, counted from 1?", help, told, empty=taken)
    fields = yield from stock(reader, fields, everything)
    return (yield from others(reader, fields, everything))


def totals(reader: Reader, fields: Fields, points: int) -> list[int]:
    """The points of all sides where only those of the own one count."""
    layout = reader.rulebook(fields).layout
    return [points if side == layout.side_of(YOU) else 0 for side in range(layout.sides)]


def hangs_on_cells(reader: Reader, fields: Fields, everything: bool, word: str, others: Iterable[Mapping[int, Any]]) -> bool:
    """Whether the verdict is another with other values in some cells; of all acts, whether rules speak of `word`."""
    position = reader.position(fields)
    act = position.act()
    if everything or act is None:
        reach = position.rulebook.selection.reach
        groups = [*reach.always(), *(group for name in position.rulebook.acts for group in of_act(name))]
        return any(word in reach.looked_at(line).cells for line in reach.lines(groups))
    mine = reader.verdict(fields)[0]
    tables = (replaced(position.table, cells) for cells in others)
    with suppress(Unanswered):
        return any(at_rest(position.rulebook, one.cells) and judge(position.rulebook, one, act).legal != mine for one in tables)
    return False


def hangs_on_fields(reader: Reader, fields: Fields, everything: bool, others: Iterable[Fields]) -> bool:
    """Whether the verdict, or that the deal ends, is another where other fields are told; some of these may be no position."""
    return everything or any(otherwise(reader, fields, other) for other in others)


def otherwise(reader: Reader, fields: Fields, other: Fields) -> bool:
    """Whether other fields give another verdict."""
    try:
        return reader.verdict(other) != reader.verdict(fields)
    except (NotUnderstood, Unanswered):
        # Neither a table that cannot be nor one on which the rules come to no answer says anything.
        return False


# ── the stock ───────────────────────────────────────────────────────────────────────────────────────────────


def stock(reader: Reader, fields: Fields, everything: bool) -> Dialogue[Fields]:
    """How many cards the stock has, heap by heap where it lies in several."""
    stocks = shown_ranges(reader.rulebook(fields), STOCK)
    if not stocks:
        return fields
    if stocks[0].count > 1:
        fields = put(fields, ("heaps",), shared(reader, fields, stocks[0].count))
        fields = put(fields, (STOCK,), sum(fields["heaps"]))
    others = (emptied(fields, count) for count in (0, *FEW))
    if not hangs_on_fields(reader, fields, everything, others):
        return {key: value for key, value in fields.items() if key not in (STOCK, "heaps")} if stocks[0].count > 1 else fields
    if stocks[0].count > 1:
        return (yield from answered(heaps_question(reader, fields, stocks[0].count)))
    help = "About how many will do, as 30, unless few are left. Empty: all cards that lie nowhere else."
    told = reader.telling(fields, (STOCK,), lambda text: whole(text, 0))
    asks = "How many cards are left in the stock?"
    read = partial(unless_unknown, fields, told)
    return (yield from answered(Question(asks, help, read, empty=NOBODY_KNOWS)))


def shared(reader: Reader, fields: Fields, heaps: int) -> list[int]:
    """All cards that lie nowhere else, in heaps as even as can be."""
    position = reader.position({key: value for key, value in fields.items() if key != "act"})
    held = shown_ranges(position.rulebook, STOCK)[0].values(position.table.cells)
    left = sum(len(heap) for heap in held)
    return [left // heaps + (number < left % heaps) for number in range(heaps)]


def emptied(fields: Fields, count: int) -> Fields:
    """The fields with so few cards in the stock."""
    told = put(fields, (STOCK,), count)
    return put(told, ("heaps",), [count, *(0 for _ in fields["heaps"][1:])]) if "heaps" in fields else told


def heaps_question(reader: Reader, fields: Fields, heaps: int) -> Question:
    """How many cards each heap of the stock has."""

    def read(text: str) -> Fields:
        counts = [whole(word, 0) for word in text.replace(",", " ").split()]
        if len(counts) != heaps:
            raise NotUnderstood(f"These are {len(counts)} numbers.", f"The stock lies in {heaps} heaps.")
        return reader.checked(put(put(fields, ("heaps",), counts), (STOCK,), sum(counts)), ("heaps",))

    empty = " ".join(map(str, fields["heaps"]))
    help = f"A number for each of the {heaps} heaps, as 20 20. Empty: all cards that lie nowhere else, shared evenly."
    return Question("How many cards are left in each heap of the stock?", help, read, empty=empty)


# ── the others ──────────────────────────────────────────────────────────────────────────────────────────────


def what_others_laid(reader: Reader, fields: Fields, aim: str) -> Dialogue[Fields]:
    """What lies before the others: their melds at once where the verdict is another with richer ones, and else if it is wished."""
    if aim == EVERYTHING or not hangs_on_fields(reader, fields, False, richer(reader, fields)):
        return (yield from everybody_elses(reader, fields))
    layout = reader.rulebook(fields).layout
    for side in range(layout.sides):
        if side != layout.side_of(YOU):
            fields = yield from laid(reader, fields, side, ["melds"])
    return fields


def richer(reader: Reader, fields: Fields) -> Iterator[Fields]:
    """The fields with one meld before each of the others, as large as can be, of one rank after another."""
    # How large melds may be is found out with the first rank of which there can be any: the rules may close them.
    most = sum(len(cards) for cards in reader.position(fields).made_up.values())
    position = reader.position(fields)
    faces, layout = position.rulebook.faces, position.rulebook.layout
    sides = [side for side in range(layout.sides) if side != layout.side_of(YOU)]
    unseen = sorted(card for cards in position.made_up.values() for card in cards)
    for rank in dict.fromkeys(faces.ranks) if sides else ():
        cards = [card for card in unseen if faces.ranks[card] == rank]
        sizes = range(min(len(cards) // len(sides), most), 0, -1)
        for size in (n for n in sizes if position.rulebook.kind_of(tuple(cards[:n]))):
            melds = (" ".join(faces.spell(tuple(cards[n * size : (n + 1) * size]))) for n in range(len(sides)))
            told = fields
            for side, meld in zip(sides, melds, strict=True):
                told = put(told, ("sides", side, "melds"), [meld])
            if may_be(reader, told):
                most = size
                yield told
                break


def may_be(reader: Reader, fields: Fields) -> bool:
    """Whether there can be such a position."""
    try:
        reader.position(fields)
    except NotUnderstood:
        return False
    return True


def others(reader: Reader, fields: Fields, everything: bool) -> Dialogue[Fields]:
    """Feet and hands of the others."""
    seats = [seat for seat in range(reader.rulebook(fields).layout.seats) if seat != YOU]
    for seat in seats if "feet" in fields else ():
        if hangs_on_fields(reader, fields, everything, with_foot_taken_up(reader, fields, seat)):
            fields = yield foot_question(reader, fields, seat)
    for seat in seats if "hands" in fields else ():
        if hangs_on_fields(reader, fields, everything, (put(fields, ("hands", seat), count) for count in FEW)):
            fields = yield hand_question(reader, fields, seat, NOBODY_KNOWS)
    return fields


def with_foot_taken_up(reader: Reader, fields: Fields, seat: int) -> Iterator[Fields]:
    """The fields with the foot of a player taken up: as it is then, and, of a partner, with what no table shows of that player."""
    taken_up = put(fields, ("feet", seat), 0)
    yield taken_up
    rulebook = reader.position(fields).rulebook
    if seat not in rulebook.layout.partners_of(YOU):
        return
    # What hangs on a partner's foot hangs on what was done with it, too, and that is asked for only once the foot is up.
    read = spoken_of(rulebook, [*rulebook.selection.reach.always(), *of_act(fields["act"]["action"]["type"])])
    for range_ in memories(rulebook):
        if (range_.owner, range_.form) == ("player", "truth") and range_.name in read:
            entries = [not range_.start if n == seat else UNKNOWN for n in range(range_.count)]
            yield put(taken_up, ("memory", range_.name), entries)
