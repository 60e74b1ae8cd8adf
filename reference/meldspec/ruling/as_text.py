"""Rulings, legal acts and scores as plain text, for an organiser at a table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import Any

from meldspec.book.line_index import LineIndex, line_index
from meldspec.book.sayings import amends
from meldspec.engine.referee import Points, Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.language import lines
from meldspec.language.problems import counted
from meldspec.position.memory import memories, named, word
from meldspec.position.position import Position
from meldspec.protocol.observe import STOCK
from meldspec.ruling.because import Because, clauses_of
from meldspec.ruling.choices import choices
from meldspec.ruling.comes_about import comes_about
from meldspec.ruling.counted_cards import counted_cards
from meldspec.ruling.grounds import grounds
from meldspec.ruling.match_taken import match_as_taken
from meldspec.ruling.nearest import besides, nearest
from meldspec.ruling.open_melds import melds_as_taken
from meldspec.ruling.open_memory import DecidingMemory, OpenMemory
from meldspec.ruling.open_resting import resting_words
from meldspec.ruling.otherwise_text import (
    deferred,
    difference,
    judgement_words,
    made_up,
    not_so,
    otherwise_text,
    question_words,
    says,
)
from meldspec.ruling.page import USUAL, Manner, paragraph, section
from meldspec.ruling.ruling import Judgement, Ruling
from meldspec.ruling.score import Score, ended_table, scores_with_open_cards
from meldspec.ruling.told import HANGS, of_known_cards, open_cards_move, told_before_and_after
from meldspec.ruling.traced import Tracing
from meldspec.ruling.verdict_text import UNASKED, sources_together, verdict_line, verdict_text
from meldspec.ruling.words import (
    BEGINNING,
    Card,
    act_words,
    changes,
    names_of,
    numbers_words,
    one_of,
    phases_of,
    unknown_words,
    whom,
    with_cards,
)
from meldspec.table.table import PHASE, TURN

HAVE_ORDER = frozenset({STOCK, "heaps", "pile"})
"""Fields of which it matters in which order their cards lie: to know which they are is not to know them."""
TAKE_BACK = "; if something was laid in this turn, take back the last lay, and what came before it, until the turn can be ended"
"""What helps where nothing is legal."""
COLUMN = 60
"""Where the numbers of a score begin."""
Turning = tuple[DecidingMemory[Any], str, Iterable[str]]
"""A memory on which something turns, the other outcome in words, and what belongs beneath it."""
OtherScore = tuple[str, str, tuple[int, ...] | None]
"""A question, another reading of it, and the score under that; none where there is none."""


def ruling_text(ruling: Ruling, manner: Manner = USUAL) -> Iterator[str]:
    """The whole ruling, line by line."""
    position, mine, card = ruling.position, ruling.judgement, manner.card
    index = line_index(position.rulebook.sheet)
    yield from heading(position)
    yield from paragraph(f"Seat {ruling.act.seat}: {announced(ruling, card)}", hang=2)
    yield ""
    if ruling.undetermined:
        yield from _undetermined(ruling, manner)
    rests = grounds(ruling, card)
    asked = bool(ruling.turning) and not ruling.undetermined
    yield verdict_line(mine, manner, asked or bool(ruling.untried), deferred(ruling))
    if asked:
        yield from deciding_words(position, "What the verdict turns on", _told(ruling, ruling.turning, manner), manner.card)
    yield from section("What the verdict may turn on, and neither file nor table says it", untried_words(ruling.untried))
    yield from verdict_text(mine, rests, index, manner)
    if not mine.legal:
        yield from section("What now", what_now(ruling, manner))
    # Who is to act next is told last.
    yield from section("What it does", sorted(what_it_does(ruling, manner), key=lambda one: one.startswith("next: ")))
    yield from otherwise_text(ruling, manner)
    over = mine.ended is not None and mine.ended.over()
    taken = [*match_as_taken(position, [one.clause for one in rests], totals_told=over)]
    yield from assumptions(position, [*taken, *(melds_as_taken(position, ruling.act.seat) if mine.legal else ())])
    moving = [memory for memory in ruling.deciding if not ruling.turned_by(memory)]
    yield from deciding_words(position, "What the act does turns on this", _told(ruling, moving, manner), manner.card)


def announced(ruling: Ruling, card: Card) -> str:
    """The act as a player would announce it; what an act brings to the hand from a foot is told as taking that up."""
    before, after, seat = ruling.judgement.before, ruling.judgement.after, ruling.act.seat
    if ruling.act.name == "draw" and before is not None and after is not None:
        held, left = (view.seen.get("feet") for view in (before, after))
        if held and left and held[seat] and not left[seat]:
            return f"take up the {one_of('feet', names_of(ruling.position.rulebook))}"
    return act_words(ruling.position.rulebook, ruling.position.table.cells, ruling.act, card)


def _undetermined(ruling: Ruling, manner: Manner) -> Iterator[str]:
    """That there is no verdict, because of what, and that what follows rests on what is taken to be so."""
    yield "UNDETERMINED"
    if ruling.hanging:
        where = unknown_words(ruling.hanging, names_of(ruling.position.rulebook))
        yield ""
        yield from paragraph(f"The verdict hangs on the cards of {where}, of which only the number is told: write them.")
        yield from ("", "With other cards filled in for them:", "")
        return
    head = f"The verdict turns on {ruling.unanswered} things, too many to ask for"
    yield from deciding_words(ruling.position, head, _told(ruling, ruling.turning, manner), manner.card)
    yield from ("", "With all of this as it is taken to be:", "")


def _told(ruling: Ruling, memories: Iterable[DecidingMemory[Judgement]], manner: Manner) -> Iterator[Turning]:
    """Memory on which something turns, each with the other judgement in words and what the act does otherwise."""
    for memory in memories:
        words = judgement_words(ruling, memory.outcome, manner, brief=True)
        yield memory, words, difference(ruling.position, ruling.judgement, memory.outcome, manner)


def untried_words(memories: Iterable[OpenMemory]) -> Iterator[str]:
    """Memory of which no other value was tried, a sentence each."""
    for one in memories:
        asks = one.asks or UNASKED.format(one.name)
        yield f"{asks} Taken: none; what it would be with any was not tried. (In a file: {one.name}.)"


def what_it_does(ruling: Ruling, manner: Manner) -> Iterator[str]:
    """What an act changes, and in which of that cards have a say that the file leaves open."""
    position = ruling.position
    mine = _changes(position, ruling.judgement, manner)
    others = [_changes(position, other, manner) for other in ruling.refilled if other.legal]
    for sentence in mine:
        if all(sentence in some for some in others):
            yield sentence
        else:
            yield f"{sentence.partition(': ')[0]}: {HANGS}"
    # What other cards would change besides, as red threes that would be laid.
    told = {sentence.partition(": ")[0] for sentence in mine}
    besides = dict.fromkeys(sentence.partition(": ")[0] for some in others for sentence in some) if mine else {}
    yield from (f"{what}: {HANGS}" for what in besides if what not in told)
    if ruling.judgement.before and ruling.judgement.after:
        known = None if open_cards_move(position, ruling.judgement) else manner.card
        yield from resting_words(position, ruling.judgement.before, ruling.judgement.after, known)
    yield from comes_about(ruling.act, ruling.judgement, manner.card)
    yield from _points_after(ruling.judgement)
    if any(other.legal != ruling.judgement.legal for other in ruling.refilled):
        yield "With other cards where nobody knows them here the verdict is another one."


def _changes(position: Position, judgement: Judgement, manner: Manner) -> list[str]:
    """What a judgement leaves otherwise than it was, a sentence each; nothing where the act is refused."""
    told = told_before_and_after(position, judgement)
    names, phases = names_of(position.rulebook), phases_of(position.rulebook)
    return changes(*told, manner.card, made_up(position), names, phases) if told else []


def _points_after(judgement: Judgement) -> Iterator[str]:
    """For what each side has its points, where an act ends the deal and no open card counts."""
    after = judgement.after
    if after is None or not after.table.over() or judgement.open_score is not None:
        return
    index = line_index(after.rulebook.sheet)
    given = [entry for entry in Referee(after.rulebook).points(after.table) if any(entry.points)]
    for side, mine in groupby(sorted(given, key=lambda entry: entry.side), lambda entry: entry.side):
        parts = {
            title: sum(sum(one.points) for one in group)
            for title, group in groupby(mine, lambda one: index.entries[one.tag.clause].clause.title)
        }
        yield f"points of side {side}: {', '.join(f'{title} {points}' for title, points in parts.items())}"


def what_now(ruling: Ruling, manner: Manner) -> Iterator[str]:
    """What would have been legal instead, and what becomes of an act that was done all the same."""
    position, clauses = ruling.position, (tag.clause for tag in ruling.judgement.lines)
    acts = of_known_cards(position, nearest(position.rulebook, position.table, ruling.act))
    words = [act_words(position.rulebook, position.table.cells, act, manner.card) for act in acts]
    more = len(of_known_cards(position, besides(position.rulebook, position.table, acts)))
    if words and more:
        besides_them = "One more act is" if more == 1 else f"{more} more acts are"
        yield f"Legal instead, for example: {'; or: '.join(words)}. {besides_them} legal, too."
    elif words:
        yield f"Legal instead: {'; or: '.join(words)}."
    elif not choices(position).seats():
        taken = (ruling.turning or ruling.untried) and not ruling.undetermined
        nothing = "With what is asked above as it is taken, nothing" if taken else "Nothing"
        back = TAKE_BACK if _may_have_laid(position) else ""
        yield f"{nothing} is legal here. The sources at hand do not say what to do then{back}."
    yield from amends(position.rulebook.sheet.book, clauses)


def _may_have_laid(position: Position) -> bool:
    """Whether whoever is in turn may have laid something in this turn: not before the draw, nor where nothing lies there."""
    rulebook, cells = position.rulebook, position.table.cells
    if cells[TURN] is None or cells[PHASE] == BEGINNING:
        return False
    side = rulebook.layout.side_of(cells[TURN])
    return any(cells[r.first + side] for r in rulebook.layout.places() if (r.form, r.owner) == ("groups", "side"))


def heading(position: Position) -> Iterator[str]:
    """The variant, its options, readings that are not the default, and the title of the file."""
    yield from game_words(position.rulebook)
    if position.title:
        yield from paragraph(position.title)
    yield ""


def game_words(rulebook: Rulebook) -> Iterator[str]:
    """The variant, its options, and readings that are not the default."""
    book = rulebook.sheet.book
    usual = {line.name: line.default for line, _ in rulebook.selection.declared(lines.Option)}
    # How many play is always said, other choices where they are not the usual ones.
    options = [
        counted(value, "player") if name == "players" else f"{name} {value}"
        for name, value in rulebook.options.items()
        if name == "players" or usual.get(name) != value
    ]
    yield f"{book.title} ({', '.join((book.name, *options))})"
    questions = book.questions()
    chosen = [f"{q}={r}" for q, r in rulebook.readings.items() if r != questions[q].default]
    if chosen:
        yield from paragraph(f"read with {', '.join(chosen)}", hang=2)


def assumptions(position: Position, match: Iterable[str] = ()) -> Iterator[str]:
    """What the file leaves unsaid, and what was taken instead; first what is taken of the `match`."""
    yield from section("What the file does not say", [*match, *taken_words(position)])


def taken_words(position: Position) -> Iterator[str]:
    """What was taken instead of what the file leaves unsaid, a sentence each."""
    where = unknown_words(position.made_up, names_of(position.rulebook))
    if len(position.made_up) == 1 and position.all_lies_there and not made_up(position) & HAVE_ORDER:
        yield f"{where[:1].upper()}{where[1:]} can only be the cards that lie nowhere else."
    elif position.made_up:
        yield f"Cards were filled in, as nobody knows them, for {where}."
    if position.takes_stock:
        yield "The stock is taken to be all cards that lie nowhere else."
    rulebook = position.rulebook
    starts = {n: r.start for r in memories(rulebook) for n in r.cells}
    # What is as at the start of every deal goes without saying; what is only likely is told where something turns on it.
    follows = {cell: value for cell, value in position.follows.items() if value != starts[cell]}
    if follows:
        yield "Seen from the table: " + " ".join(_seen(rulebook, follows))


def _seen(rulebook: Rulebook, follows: Mapping[int, Any]) -> Iterator[str]:
    """Memory that a table shows, each as the question that the book asks of it with the answers, or by its name where it has
    none."""
    asking = {node.name: node.asking for node, _ in rulebook.selection.declared(lines.Keep)}
    for range_, group in groupby(named(memories(rulebook), follows), lambda one: one[0]):
        whose = range_.owner.replace("player", "seat")
        values = ((number, whom(range_.form, word(range_.form, follows[range_.first + number]))) for _, number, _ in group)
        told = ", ".join(f"{whose} {number}: {value}" if whose else value for number, value in values)
        yield f"{asking[range_.name] or range_.name + ':'} {told[:1].upper()}{told[1:]}."


def whom_words(forms: Sequence[str], values: str) -> str:
    """The values of one memory, or of two that are joined by `and`, with players and sides called as that."""
    told = values.split(" and ")
    return " and ".join(map(whom, forms, told)) if len(told) == len(forms) else values


def deciding_words(position: Position, head: str, turning: Iterable[Turning], card: Card) -> Iterator[str]:
    """Memory on which a ruling or a score turns, each with its outcome in words, and what belongs beneath it."""
    forms = {cell: range_.form for range_ in memories(position.rulebook) for cell in range_.cells}
    for number, (memory, words, beneath) in enumerate(turning):
        if not number:
            yield from ("", f"{head}, and neither file nor table says it")
        sorts = [forms.get(cell, "") for cell in memory.cells]
        asks, taken, value = (
            memory.question or UNASKED.format(memory.name),
            whom_words(sorts, memory.taken),
            whom_words(sorts, with_cards(memory.value, card)),
        )
        yield from paragraph(f"{asks} Taken: {taken}; were it {memory.bound or value}: {words} (In a file: {memory.name}.)", 2, 2)
        yield from beneath


# ── scores ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def score_text(position: Position, score: Score, explain: bool, manner: Manner = USUAL) -> Iterator[str]:
    """The whole score, line by line."""
    index = line_index(position.rulebook.sheet)
    yield from heading(position)
    hinging = {side for memory in score.deciding for side, points in enumerate(memory.outcome) if points != score.scores[side]}
    yield from paragraph(_in_short(position, score, supposed=bool(hinging)))
    yield from _open_cards(position, score, index)
    told: dict[str, Because] = {}
    for side, points in enumerate(score.scores):
        yield from ("", _side(position, side))
        for one in counted_cards(position, ended_table(position), side, manner.card) if explain else ():
            yield from paragraph(f"has {one}", 2, 2)
        mine = [entry for entry in score.points if entry.side == side and any(entry.points)]
        hanging = frozenset(score.open.counting if score.open else ())
        yield from (_by_line(position, mine, manner, hanging, told) if explain else _by_clause(mine, index, hanging))
        before = score.totals[side] - points
        yield _row("this deal, with what is taken below to be so" if side in hinging else "this deal", _span(score, side, 0))
        yield _row("before" if "totals" in position.marked.value else "before, which the file does not tell: taken to be", before)
        yield _row("total, with what is taken below to be so" if side in hinging else "total", _span(score, side, before))
    if score.winner is not None:
        supposed = "With the open cards as they were filled in, the" if score.open else "The"
        yield from ("", f"{supposed} match is won by side {score.winner[0]}." if score.winner else f"{supposed} match is drawn.")
    yield from section("Sources", sources_together(list(told.values()), manner))
    yield from _other_scores(position, score, explain, manner.all_readings)
    yield from assumptions(position)
    turning = ((memory, numbers_words(memory.outcome), ()) for memory in score.deciding)
    yield from deciding_words(position, f"What the score turns on{_as_filled_in(score)}", turning, manner.card)
    yield from section("What the score may turn on, and neither file nor table says it", untried_words(score.untried))


def _in_short(position: Position, score: Score, supposed: bool) -> str:
    """How the deal ended and what it comes to, in the order of the sides."""
    ended = score.how + (f", by seat {score.seat}" if score.seat is not None else "")
    brings = " : ".join(_span(score, side, 0) for side in range(len(score.scores)))
    told = f"The deal ended: {ended}. It brings {brings}"
    if "totals" in position.marked.value:
        after = " : ".join(_span(score, side, total - score.scores[side]) for side, total in enumerate(score.totals))
        told += f", and the totals are {after}"
    return f"{told}{', with what is taken below to be so' if supposed else ''}."


def _side(position: Position, side: int) -> str:
    """A side with its seats."""
    seats = [str(seat) for seat in position.rulebook.layout.players_of(side)]
    return f"Side {side} (seat{'s' if len(seats) > 1 else ''} {', '.join(seats)})"


def _open_cards(position: Position, score: Score, index: LineIndex) -> Iterator[str]:
    """What cards that the file leaves open make of a score: its bounds, or why there are none."""
    if score.open is None:
        return
    named = ", ".join(f"{index.entries[clause].clause.title} [{clause}]" for clause in score.open.clauses)
    if score.open.lowest and score.open.highest:
        spans = [f"{_span(score, side, 0)} for side {side}" for side in range(len(score.scores))]
        told = f"By cards that nobody knows here it is {', '.join(spans)}: write them for a score. They count by {named}."
    else:
        why = f"{named} does not count each card by itself" if named else "the act that ends the deal moves them"
        others = " or ".join(numbers_words(one) for one in scores_with_open_cards(position, score.scores))
        tried = f" With other ones it is {others}." if others else ""
        told = f"It hangs on cards that nobody knows here, and has no bounds, since {why}: write them for a score.{tried}"
    yield from paragraph(told)


def _as_filled_in(score: Score) -> str:
    """What is said of other scores where some cards are open."""
    return ", with the open cards as they were filled in" if score.open else ""


def _span(score: Score, side: int, before: int) -> str:
    """What a side has, as far as the file tells it; `before` counted in."""
    if score.open is None:
        return str(score.scores[side] + before)
    if score.open.lowest is None or score.open.highest is None:
        return "open"
    low, high = score.open.lowest[side] + before, score.open.highest[side] + before
    return str(low) if low == high else f"{low} to {high}"


def _row(text: str, points: int | str) -> str:
    return f"  {text.ljust(COLUMN)}{points:>8}"


def _by_clause(points: list[Points], index: LineIndex, hanging: frozenset[str]) -> Iterator[str]:
    """One row a clause; of those that count cards which nobody knows no number is told."""
    # Points come in the order of the book, so those of one clause stand together.
    for clause, group in groupby(points, lambda entry: entry.tag.clause):
        title = index.entries[clause].clause.title
        yield _row(f"{title} [{clause}]", "open" if clause in hanging else sum(sum(entry.points) for entry in group))


def _by_line(
    position: Position, points: list[Points], manner: Manner, hanging: frozenset[str], told: dict[str, Because]
) -> Iterator[str]:
    """One row a line with what it counts, under its clause, with its prose unless that has been `told`, to which it is added."""
    entries = {entry.tag: entry for entry in points}
    index, tracing = line_index(position.rulebook.sheet), Tracing(position, ended_table(position))
    for one in clauses_of(position.rulebook, dict.fromkeys(entries, ())):
        prose = "" if one.clause in told else f": {' '.join(one.prose)}"
        told.setdefault(one.clause, one)
        yield from paragraph(f"{one.title} [{one.clause}]{prose}", 2, 2)
        for tag in one.lines:
            if manner.formal:
                yield from paragraph(f"{tag.line}  {index.words[tag.line]}", 4, 4)
            if one.clause in hanging:
                yield _row(f"    [{tag.line}]", "open")
                continue
            counts = tracing.words(entries[tag], manner.card)
            row = f"{counts}{'' if ': ' in counts else _sum(entries[tag].points)} [{tag.line}]".lstrip(": ")
            *above, last = wrap(row, COLUMN - 4, subsequent_indent="  ", break_on_hyphens=False)
            yield from (f"      {part}" for part in above)
            yield _row(f"    {last}", sum(entries[tag].points))


def _sum(points: tuple[int, ...]) -> str:
    """`: 500 + 2 × 300`, how the points of one line add up; nothing where there is one."""
    parts = [(len(list(group)), value) for value, group in groupby(sorted(filter(None, points), reverse=True))]
    if sum(count for count, _ in parts) == 1:
        return ""
    told = [f"{f'{count} × ' if count > 1 else ''}{abs(value)}" for count, value in parts]
    signs = ["-" if value < 0 else "+" for _, value in parts]
    rest = (f" {sign} {one}" for sign, one in zip(signs[1:], told[1:], strict=True))
    return f": {signs[0].strip('+')}{told[0]}{''.join(rest)}"


def _other_scores(position: Position, score: Score, explain: bool, every: bool) -> Iterator[str]:
    """What other readings would make of it; `every` one, or those that surely do, and under which the deal could end so."""
    # What hangs on a memory that the file does not tell may not be so at all, as in a ruling.
    surely = [one for one in score.otherwise if one[:2] in score.failing or (one[2] is not None and one[:2] not in score.unless)]
    others = score.otherwise if every else surely
    questions = position.rulebook.questions()
    if not explain:
        yield from _other_scores_in_short(score, questions, others)
        return
    if not others:
        return
    yield from ("", f"Under other readings{_as_filled_in(score)}")
    for name, group in groupby(others, lambda other: other[0]):
        yield from question_words(position.rulebook, name)
        for _, reading, scores in group:
            found = numbers_words(scores) if scores is not None else no_score_words(score, (name, reading))
            yield from paragraph(f"{reading}: {says(questions[name], reading)} {found}", 4, 2)
            if hangs := score.unless.get((name, reading)):
                yield from paragraph(not_so(position.rulebook.under(name, reading), hangs), 6, 2)


def _other_scores_in_short(score: Score, questions: Mapping[str, lines.Question], others: Iterable[OtherScore]) -> Iterator[str]:
    """The questions another reading of which changes a score, and those under a reading of which it is not known."""
    known = dict.fromkeys(one[0] for one in others if one[:2] not in score.failing)
    for asked, head in (
        (list(known), "changes it"),
        (list(dict.fromkeys(question for question, _ in score.failing)), "leaves it unknown"),
    ):
        if asked:
            yield from ("", f"Another reading of {'this' if len(asked) == 1 else 'any of these'} {head}:")
            yield from (line for name in asked for line in paragraph(questions[name].asks, 2, 2))


def no_score_words(score: Score, other: tuple[str, str]) -> str:
    """Why there is no score under another reading of a question."""
    return f"UNDETERMINED: {score.failing[other]}." if other in score.failing else "the deal would not have ended so"
