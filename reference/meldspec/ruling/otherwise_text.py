"""Other readings as plain text: first those that turn a ruling or move a card or a point, and on demand all of them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from meldspec.book.core import clause_of_question
from meldspec.engine.rulebook import Rulebook
from meldspec.language import lines
from meldspec.language.lines import Question
from meldspec.position.position import Position
from meldspec.ruling.because import Because, because, clause_itself
from meldspec.ruling.page import Manner, paragraph
from meldspec.ruling.ruling import Judgement, OtherReading, Ruling, view_differences
from meldspec.ruling.told import numbers_of_cards, open_cards_move, told_before_and_after
from meldspec.ruling.words import Card, cards_words, changes, joined, names_of, phases_of, with_cards


def mattering(ruling: Ruling) -> tuple[OtherReading, ...]:
    """The readings that turn the verdict or move a card or a point, those of publications first."""
    found = [other for other in ruling.otherwise if turning(ruling, other)]
    questions = ruling.position.rulebook.questions()
    return tuple(sorted(found, key=lambda other: bool(questions[other.question].reading(other.reading).witness)))


def turning(ruling: Ruling, other: OtherReading) -> bool:
    """Whether another reading turns the verdict, or moves a card or a point.

    What hangs on a memory that a reading has by itself does not: the position does not say that it can be so. What hangs on cards
    that are told by number alone does, where the ruling itself does not.
    """
    if other.open:
        return not ruling.hanging
    return not (other.where or other.unless) and matters(ruling, other.judgement)


def deferred(ruling: Ruling) -> bool:
    """Whether the verdict is the other one under a reading of a question that the game's own source leaves to the ordinary game."""
    questions = ruling.position.rulebook.questions()
    asked = (other.question for other in mattering(ruling) if other.judgement.legal != ruling.judgement.legal)
    return any(questions[question].kind == "defers" for question in asked)


def matters(ruling: Ruling, other: Judgement) -> bool:
    """Whether a judgement is the other verdict, or does otherwise with a card or a point."""
    mine = ruling.judgement
    if other.impossible or mine.legal != other.legal:
        return not other.impossible
    # What a book shows besides, such as who may be asked, is no card and no point.
    shown = ruling.position.rulebook.compiled.shows
    return any(name not in shown for name in view_differences(mine, other).seen)


def otherwise_text(ruling: Ruling, manner: Manner) -> Iterator[str]:
    """What other readings would give."""
    first = mattering(ruling)
    rest = [other for other in ruling.otherwise if other not in first]
    yield ""
    yield "Under other readings" if first else "No other reading of any question changes this."
    yield from _readings(ruling, first, manner)
    if not manner.all_readings:
        yield from _in_doubt(ruling, rest)
        return
    possible = [other for other in rest if not other.judgement.impossible]
    if possible:
        yield from ("", "Readings that turn nothing here, or only with a memory of which the file does not speak")
        yield from _readings(ruling, possible, manner)
    if impossible := [f"{other.question}={other.reading}" for other in rest if other.judgement.impossible]:
        yield ""
        yield from paragraph(f"This position cannot be under {', '.join(impossible)}.", hang=2)


def _in_doubt(ruling: Ruling, others: Iterable[OtherReading]) -> Iterator[str]:
    """That further readings hang on what is remembered and the file does not speak of, in one sentence."""
    in_doubt = {one.question: one for one in others if one.unless and matters(ruling, one.judgement)}
    if in_doubt:
        yield from paragraph("What cannot be seen on the table might change this, too (--all-readings tells how):", 2, 2)
        for asks in sorted(_hanging(ruling.position.rulebook, one) for one in in_doubt.values()):
            yield from paragraph(asks, 4, 2)


def _hanging(rulebook: Rulebook, other: OtherReading) -> str:
    """A question with what another reading of it hangs on that nobody has told."""
    asks = asked_of(other.judgement.rulebook or rulebook, other.unless[0])
    return f"{question_title(rulebook, other.question)}{f' It hangs on this: {asks}' if asks else ''}"


def _readings(ruling: Ruling, others: Iterable[OtherReading], manner: Manner) -> Iterator[str]:
    """Other readings, question by question."""
    rulebook = ruling.position.rulebook
    for name, group in groupby(others, lambda other: other.question):
        question = rulebook.questions()[name]
        yield from question_words(rulebook, name)
        for other in group:
            told = f"{other.reading}: {says(question, other.reading)} {other_words(ruling, other, manner)}"
            yield from paragraph(told, 4, 2)
            yield from difference(ruling.position, ruling.judgement, other.judgement, manner)
            for told in other.unless:
                yield from paragraph(not_so(other.judgement.rulebook or rulebook, told), 6, 2)


def other_words(ruling: Ruling, other: OtherReading, manner: Manner) -> str:
    """What another reading judges, and with what that is so where the file does not tell it."""
    return f"{f'With {other.where}: ' if other.where else ''}{judgement_words(ruling, other.judgement, manner)}"


def not_so(rulebook: Rulebook, told: str) -> str:
    """That a reading changes nothing with a memory that the file does not tell, `earned[1] yes`: in the words of its question."""
    name, _, value = told.partition(" ")
    return f"(not so where the answer is {value}: {asked_of(rulebook, told) or f'{name}?'} The file does not tell it, as {name}.)"


def asked_of(rulebook: Rulebook, told: str) -> str:
    """What the book has players be asked about a memory that is told as `earned[1] yes`; empty where it has no words for it."""
    kept = told.partition(" ")[0].partition("[")[0]
    return next((node.asking for node, _ in rulebook.selection.declared(lines.Keep) if node.name == kept), "")


def question_words(rulebook: Rulebook, name: str, how: str = ", as above") -> Iterator[str]:
    """A question, and the reading in force; `how` says of that where it is met."""
    question, mine = rulebook.questions()[name], rulebook.readings[name]
    known = "; ".join(filter(None, (", ".join(question.covers), cited(rulebook, clause_of_question(name)))))
    yield from paragraph(f"{question_title(rulebook, name)} [{name}]{f' ({known})' if known else ''}", 2, 2)
    because = f" {question.because}" if mine == question.default and question.because else ""
    yield from paragraph(f"{mine}{how}: {says(question, mine)}{because}", 4, 2)


def cited(rulebook: Rulebook, clause: str) -> str:
    """The paragraphs that a clause rests on, source by source; nothing of sources that are cited as a whole."""
    sources = clause_itself(rulebook, rulebook.sheet.book.entry(clause)).sources
    return ", ".join(f"{one.source} {one.paragraphs}" for one in sources if one.paragraphs)


def question_title(rulebook: Rulebook, name: str) -> str:
    """What a question asks, behind the title of its clause: many a question leans on it, and would not be understood without."""
    title = rulebook.sheet.book.entry(clause_of_question(name)).clause.title
    return f"{title}: {rulebook.questions()[name].asks}"


def says(question: Question, reading: str) -> str:
    """A reading in its own words."""
    return f"“{question.says(reading)}”{question.reading(reading).whose}"


def made_up(position: Position) -> set[str]:
    """The fields of the observation whose cards nobody knows."""
    return {str(path[0]) for path in position.made_up}


def judgement_words(ruling: Ruling, judgement: Judgement, manner: Manner, brief: bool = False) -> str:
    """Another judgement of the act in one sentence, with what refuses it; `brief`, by the titles of the clauses alone."""
    if judgement.impossible:
        return "This position cannot be."
    if judgement.unanswered:
        return f"UNDETERMINED: {judgement.unanswered}."
    if judgement.legal:
        return "LEGAL."
    if judgement.why:
        return f"NOT LEGAL: {with_cards(judgement.why, manner.card)}."
    told = (
        f"{joined([reason.sentence for reason in one.says if reason.clause and not brief] or [one.title])} [{one.clause}]"
        for one in _refusing(ruling, judgement, manner.card)
    )
    return f"NOT LEGAL: {joined(told)}."


def _refusing(ruling: Ruling, judgement: Judgement, card: Card) -> list[Because]:
    """What refuses an act under another reading; for want of any permission that one alone by which it is allowed as things are,
    or else the one of which it lacks least: the others it lacks under both readings."""
    found = because(ruling.act, judgement, card)
    ways = [one for one in found if one.permission]
    here = {tag.clause for tag in ruling.judgement.lines} if ruling.judgement.legal else set()
    return [one for one in found if not one.permission] + ([one for one in ways if one.clause in here] or ways[:1])


def difference(position: Position, mine: Judgement, other: Judgement, manner: Manner) -> Iterator[str]:
    """What an act does otherwise, where it is legal both times, line by line."""
    for sentence in difference_words(position, mine, other, manner):
        yield from paragraph(sentence, 6, 2)


def difference_words(position: Position, mine: Judgement, other: Judgement, manner: Manner) -> Iterator[str]:
    """The same, a sentence each."""
    here, there = told_before_and_after(position, mine), told_before_and_after(position, other)
    if here is None or there is None or mine.after is None or other.after is None:
        return
    differences = view_differences(mine, other)
    open_ones = open_cards_move(position, mine, other)
    # Which of the cards that nobody knows come to a hand is not told, only how many.
    named = [key for key in differences.seen if key != "hands" or not open_ones]
    seen = [{key: told[key] for key in named if key in told} for told in (here[1], there[1])]
    counts = numbers_of_cards(here[1], there[1]) if "hands" in differences.seen and open_ones else []
    names, phases = names_of(position.rulebook), phases_of(position.rulebook)
    for sentence in [*counts, *changes(seen[0], seen[1], manner.card, made_up(position), names, phases)]:
        yield f"difference (above → here): {sentence}"
    for name in differences.memory if manner.all_readings else ():
        taken, so = mine.after.memory.get(name), other.after.memory.get(name)
        instead = f", not {taken}" if taken and so else ""
        yield f"remembered: {name} {f'is {so}' if so else 'is of no matter'}{instead}"
    # What can be seen names the cards already; only where nothing is seen is it told what lies elsewhere.
    for name in differences.places if not differences.seen else ():
        if open_ones:
            yield f"in {name}: other cards"
            continue
        lying, instead_of = Counter(mine.after.places.get(name, ())), Counter(other.after.places.get(name, ()))
        parts = [f"less {cards_words(lying - instead_of, manner.card)}"] if lying - instead_of else []
        parts += [f"more {cards_words(instead_of - lying, manner.card)}"] if instead_of - lying else []
        yield f"in {name}: {', '.join(parts) or 'another order'}"
