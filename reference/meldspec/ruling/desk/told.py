"""Rulings and what is legal as a page shows them: sentences and rows as values, cards by their signs."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from meldspec.book.addresses import Addresses, Target
from meldspec.book.doubts import SAID
from meldspec.book.line_index import line_index
from meldspec.engine.play import plays_of
from meldspec.engine.rulebook import Rulebook
from meldspec.position.marked import spelt
from meldspec.position.memory import memories
from meldspec.position.position import Position
from meldspec.protocol.actions import NEW_WORD, action_from_act
from meldspec.protocol.fields import to_json
from meldspec.ruling.as_text import announced, taken_words, untried_words, what_it_does, what_now, whom_words
from meldspec.ruling.because import Because
from meldspec.ruling.choices import Choices
from meldspec.ruling.choices_as_text import otherwise_words, rest_words
from meldspec.ruling.grounds import grounds
from meldspec.ruling.laid_otherwise import parted
from meldspec.ruling.match_taken import match_as_taken
from meldspec.ruling.open_choices import open_choices
from meldspec.ruling.open_melds import MELDS, melds_as_taken
from meldspec.ruling.open_memory import DecidingMemory
from meldspec.ruling.otherwise_text import deferred, difference_words, judgement_words, not_so, other_words, question_title, turning
from meldspec.ruling.page import Manner
from meldspec.ruling.ruling import Judgement, OtherReading, Ruling
from meldspec.ruling.verdict_text import cited_together, ended, inherited_together
from meldspec.ruling.why import Reason
from meldspec.ruling.words import act_words, whom, with_cards
from meldspec.table.table import NEW, Act, CellRange

MELDS_OF = re.compile(rf"sides\[(\d+)\]\.{MELDS}")
"""How the melds before a side are called in a file."""
PAGE = "desk"
"""The page that shows it, from which links lead to the pages of clauses."""


def verdict_json(position: Position, act: Act, mine: Judgement, manner: Manner) -> dict[str, Any]:
    """The verdict by itself, before any other reading is tried."""
    return _verdict(Ruling(position, act, mine, (), ()), manner)


def _verdict(ruling: Ruling, manner: Manner) -> dict[str, Any]:
    """A verdict with the clauses that decide."""
    mine, found = ruling.judgement, grounds(ruling, manner.card)
    return {
        "legal": mine.legal,
        "verdict": ruling.verdict,
        "seat": ruling.act.seat,
        "act": announced(ruling, manner.card),
        "why": with_cards(mine.why, manner.card) if mine.why else "",
        "because": [because_json(one, ruling.position.rulebook) for one in found],
        "doubts": [doubt for one in found for doubt in _doubts_json(one)],
        "sources": list(_sources_json(found, manner)),
    }


def because_json(one: Because, rulebook: Rulebook) -> dict[str, Any]:
    """A clause that decides: what it comes to here, and the rule."""
    return {
        "clause": one.clause,
        "title": one.title,
        "page": Addresses(rulebook.sheet.book).clause(one.clause).href(PAGE),
        "permission": one.permission,
        "escaped": one.escaped,
        "says": [_reason_json(reason, one.clause, rulebook) for reason in one.says],
        "prose": list(one.prose),
        "assumed": [f"{told.asks or told.name} Taken: {whom(told.form, told.taken)}." for told in one.assumed],
    }


def _reason_json(reason: Reason, clause: str, rulebook: Rulebook) -> dict[str, str]:
    """A reason, with the title and the page of the clause that it is from where that is another one."""
    words = ended(reason.sentence)
    if reason.clause in ("", clause):
        return {"words": words, "from": "", "page": ""}
    title = line_index(rulebook.sheet).entries[reason.clause].clause.title
    return {"words": words, "from": title, "page": Addresses(rulebook.sheet.book).clause(reason.clause).href(PAGE)}


def _doubts_json(one: Because) -> Iterator[dict[str, str]]:
    """What is in doubt about a clause: of what kind the doubt is, what is asked, and how it is read here."""
    yield from ({"clause": one.title, "kind": SAID[told.kind], "asks": told.asks, "says": told.says} for told in one.disputed)


def _sources_json(found: Sequence[Because], manner: Manner) -> Iterator[dict[str, Any]]:
    """The sources of all clauses, each of them once: what it is to this game, its title, where it stands on the site, its own
    address, and the titles of the clauses that rest on each of its places."""
    titles = {one.clause: one.title for one in found}
    for cited in cited_together(found, manner):
        places = [{"words": words, "titles": [titles[clause] for clause in rests]} for words, rests in cited.places.items()]
        page = Target("sources", cited.source).href(PAGE)
        yield {"head": cited.other, "title": cited.title, "page": page, "address": cited.address, "places": places}
    for words, rests in inherited_together(found, manner).items():
        yield {
            "head": "",
            "title": words,
            "page": "",
            "address": "",
            "places": [{"words": "", "titles": [titles[clause] for clause in rests]}],
        }


def reading_json(ruling: Ruling, other: OtherReading, manner: Manner) -> dict[str, Any]:
    """Another reading and what it gives; of the ruling no more need be known than its judgement."""
    rulebook, judgement = ruling.position.rulebook, other.judgement
    question = rulebook.questions()[other.question]
    hangs = other.judgement.rulebook or rulebook
    return {
        "question": other.question,
        "title": question_title(rulebook, other.question),
        "page": Addresses(rulebook.sheet.book).clause(other.question).href(PAGE),
        "here": question.says(rulebook.readings[other.question]),
        "reading": other.reading,
        "says": question.says(other.reading),
        "whose": question.reading(other.reading).whose,
        "matters": turning(ruling, other),
        "impossible": bool(judgement.impossible),
        "legal": judgement.legal,
        "verdict": judgement.verdict,
        "words": other_words(ruling, other, manner),
        "differs": list(difference_words(ruling.position, ruling.judgement, judgement, manner)),
        "unless": [not_so(hangs, told) for told in other.unless],
    }


def whole_json(ruling: Ruling, manner: Manner) -> dict[str, Any]:
    """The whole ruling, but for the other readings, which have been told before."""
    position, mine = ruling.position, ruling.judgement
    over = mine.ended is not None and mine.ended.over()
    told = _verdict(ruling, manner)
    clauses = [one["clause"] for one in told["because"]]
    return {
        **told,
        "deferred": deferred(ruling),
        "does": sorted(what_it_does(ruling, manner), key=lambda one: one.startswith("next: ")),
        "now": [] if mine.legal else list(what_now(ruling, manner)),
        "turns": [turning_json(ruling, memory, manner) for memory in ruling.turning],
        "moves": [turning_json(ruling, memory, manner) for memory in ruling.deciding if not ruling.turned_by(memory)],
        "unanswered": ruling.unanswered,
        "hanging": list(map(spelt, ruling.hanging)),
        "ends": over,
        "taken": [
            *match_as_taken(position, clauses, totals_told=over),
            *(melds_as_taken(position, ruling.act.seat) if mine.legal else ()),
            *untried_words(ruling.untried),
            *taken_words(position),
        ],
    }


# ── the same cards laid otherwise ───────────────────────────────────────────────────────────────────────────


def instead_json(position: Position, refused: Act, legal: Act, manner: Manner) -> dict[str, Any]:
    """A legal act that lays the cards of a refused one otherwise, with what of both is a play: so many there were, so many there
    are."""
    asked, found = (plays_of(position.rulebook.acts[act.name], act) for act in (refused, legal))
    return {"before": len(asked), "plays": len(found), **_act(position, legal, manner)}


def parts_json(rulebook: Rulebook, cards: Sequence[str], melds: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Chosen cards as plays, each with the places of its cards among those chosen; a single play where one of them is no card."""
    faces = {name: face for face, name in enumerate(rulebook.faces.names)}
    if not all(card in faces for some in (cards, *melds) for card in some):
        return [{"to": NEW_WORD, "cards": list(range(len(cards)))}]
    lying = [tuple(faces[card] for card in meld) for meld in melds]
    found = parted(rulebook, [faces[card] for card in cards], lying)
    return [{"to": NEW_WORD if to == NEW else to, "cards": places} for to, places in found]


# ── what is asked ───────────────────────────────────────────────────────────────────────────────────────────


def turning_json(ruling: Ruling, memory: DecidingMemory[Judgement], manner: Manner) -> dict[str, Any]:
    """What a ruling turns on, with the answers that may be given."""
    words = judgement_words(ruling, memory.outcome, manner, brief=True)
    return {**asked_json(ruling.position, memory), "outcome": words}


def asked_json(position: Position, memory: DecidingMemory[Any]) -> dict[str, Any]:
    """What is asked about a memory: of two that turn something together, about each."""
    ranges = {cell: range_ for range_ in memories(position.rulebook) for cell in range_.cells}
    asked = [_cell(position, ranges[cell], cell, memory) for cell in memory.cells if cell in ranges]
    melds = MELDS_OF.fullmatch(memory.name)
    forms = [ranges[cell].form if cell in ranges else "" for cell in memory.cells]
    return {
        "name": memory.name,
        "asks": memory.question or memory.name,
        "taken": whom_words(forms, memory.taken),
        "value": memory.bound or whom_words(forms, memory.value),
        "cells": asked,
        # What is no memory, as the stock, is told where it stands on the page.
        "field": "" if asked else MELDS if melds else memory.name.partition(".")[0],
        "side": int(melds[1]) if melds else None,
    }


def _cell(position: Position, range_: CellRange, cell: int, memory: DecidingMemory[Any]) -> dict[str, Any]:
    """One memory of somebody, or of the table, and the values that may be told of it."""
    number, layout = cell - range_.first, position.rulebook.layout
    about = {"player": f"seat {number}", "side": f"side {number}"}.get(range_.owner, "")
    return {
        "memory": range_.name,
        "about": about,
        "number": number if range_.owner else None,
        "count": range_.count,
        "answers": _answers(range_, memory, layout.seats, layout.sides, position.table.cells[cell]),
    }


def _answers(range_: CellRange, memory: DecidingMemory[Any], seats: int, sides: int, taken: Any) -> list[dict[str, Any]]:
    """The answers that may be given by a tap, with the value in a file; none where cards would have to be told."""
    if memory.bound:
        return [{"words": f"yes, {memory.bound}", "value": int(memory.value)}, {"words": "no", "value": taken}]
    owners = {"player": ("seat", seats), "side": ("side", sides)}
    if range_.form in owners:
        sort, count = owners[range_.form]
        each = [{"words": f"{sort} {number}", "value": number} for number in range(count)]
        return [*each, {"words": "nobody", "value": "nobody"}]
    return [{"words": "yes", "value": True}, {"words": "no", "value": False}] if range_.form == "truth" else []


# ── everything that is legal ────────────────────────────────────────────────────────────────────────────────


def choices_json(position: Position, found: Choices, manner: Manner) -> dict[str, Any]:
    """Everything legal, seat by seat and sort by sort, with the act itself, so that it can be asked about."""
    return {
        "over": position.table.over(),
        "seats": [
            {"seat": seat, "may": f"Seat {seat} may do", "acts": list(_sorts(position, found, seat, manner))}
            for seat in found.seats()
        ],
        "unseen": sorted(found.unseen),
        "alike": bool(found.several),
        "taken": list(taken_words(position)),
    }


def turns_json(position: Position, manner: Manner) -> list[dict[str, Any]]:
    """What nobody has told and with which other acts would be legal, with the answers that may be given."""
    return [
        {**asked_json(position, memory), "outcome": otherwise_words(position, memory.outcome, manner.card)}
        for memory in open_choices(position)
    ]


def _sorts(position: Position, found: Choices, seat: int, manner: Manner) -> Iterator[dict[str, Any]]:
    """The acts of a seat, those of one sort together."""
    for name in found.names(seat):
        acts = [act for part in (found.single, found.several) for act in part.get(seat, {}).get(name, [])]
        rest = found.rest.get(seat, {}).get(name)
        yield {
            "name": name,
            "acts": [_act(position, act, manner) for act in _unlike(position, acts)],
            "rest": list(rest_words(rest, name)) if rest else [],
        }


def _unlike(position: Position, acts: Iterable[Act]) -> Iterator[Act]:
    """Of acts that differ only by cards that the rules cannot tell apart the first one."""
    faces, told = position.rulebook.faces, set[str]()
    alike = dict(zip(faces.names, map(str, faces.classes), strict=True))
    for act in acts:
        words = act_words(position.rulebook, position.table.cells, act, lambda card: alike[card])
        if words not in told:
            told.add(words)
            yield act


def _act(position: Position, act: Act, manner: Manner) -> Mapping[str, Any]:
    """One act in words and as the protocol writes it."""
    rulebook = position.rulebook
    words = act_words(rulebook, position.table.cells, act, manner.card)
    return {"words": words, "action": to_json(action_from_act(rulebook, act))}
