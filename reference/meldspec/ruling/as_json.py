"""Rulings and scores as JSON: the same as the text says, cards as the protocol spells them."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from meldspec.book.sayings import amends
from meldspec.engine.rulebook import Rulebook
from meldspec.position.marked import spelt
from meldspec.position.memory import memories, named
from meldspec.position.position import Position
from meldspec.protocol.actions import action_from_act
from meldspec.protocol.fields import to_json
from meldspec.protocol.observe import observation
from meldspec.ruling.because import Because, because
from meldspec.ruling.choices import Choices
from meldspec.ruling.grounds import grounds
from meldspec.ruling.nearest import nearest
from meldspec.ruling.open_choices import Otherwise, open_choices, untried_choices
from meldspec.ruling.open_memory import DecidingMemory, OpenMemory, Outcome
from meldspec.ruling.otherwise_text import mattering
from meldspec.ruling.page import Source
from meldspec.ruling.ruling import Judgement, OtherReading, Ruling, unmet
from meldspec.ruling.score import Score
from meldspec.ruling.told import HIDDEN, of_known_cards
from meldspec.ruling.view import memory_words
from meldspec.ruling.words import changes, plain
from meldspec.table.table import Act


def ruling_json(ruling: Ruling, sources: Mapping[str, Source] = MappingProxyType({})) -> dict[str, Any]:
    """A whole ruling (conformance/protocol/ruling.schema.json); `sources` are those that it may cite, by their tags."""
    position, first = ruling.position, mattering(ruling)
    # Those that matter are told in their order, so that who reads the first of them has read the most important one.
    others = [*first, *(other for other in ruling.otherwise if other not in first)]
    return {
        **head_json(position),
        "act": {"seat": ruling.act.seat, "action": to_json(action_from_act(position.rulebook, ruling.act))},
        **_judgement(ruling.judgement, position.rulebook),
        "verdict": ruling.verdict,
        "as_taken": ruling.judgement.verdict,
        "because": [_because(one, sources) for one in grounds(ruling)],
        "what_now": None if ruling.judgement.legal else _what_now(ruling),
        "hangs_on_open_cards": _open(ruling),
        "otherwise": [_otherwise(ruling, other, other in first, sources) for other in others],
        "turns_on": [
            {**_deciding(memory, _judgement(memory.outcome, position.rulebook)), "turns_verdict": ruling.turned_by(memory)}
            for memory in ruling.deciding
        ],
        "untried": _untried(ruling.untried),
        "unmet": unmet(ruling),
    }


def head_json(position: Position) -> dict[str, Any]:
    """What was ruled on, under which rules, and what was taken for granted."""
    rulebook = position.rulebook
    return {
        "title": position.title,
        "variant": rulebook.name,
        "options": dict(rulebook.options),
        "readings": dict(rulebook.readings),
        "position": to_json(observation(rulebook, position.table)),
        "made_up": [spelt(path) for path in position.made_up],
        "follows": _memory(rulebook, position.follows),
        "assumed": _memory(rulebook, position.assumed),
    }


def _memory(rulebook: Rulebook, values: Mapping[int, Any]) -> dict[str, Any]:
    """What is remembered in some cells, by the names in a file: cards and melds as a file writes them, so that one can go on from
    them, everything else in a word."""
    told: dict[str, Any] = dict(memory_words(rulebook, values))
    for range_, number, name in named(memories(rulebook), values):
        held = values[range_.first + number]
        if range_.form == "kept cards":
            told[name] = rulebook.faces.spell(held)
        elif range_.form == "kept groups":
            told[name] = [" ".join(rulebook.faces.spell(meld)) for meld in held]
    return told


def _judgement(judgement: Judgement, rulebook: Rulebook) -> dict[str, Any]:
    """A verdict with its lines."""
    return {
        "verdict": judgement.verdict,
        "why": judgement.why or judgement.unanswered,
        "lines": [asdict(one) for one in rulebook.cited(judgement.lines)],
        "rests_on": dict(judgement.rests_on),
        "observation": judgement.after.seen if judgement.after else None,
        "open_score": None if judgement.open_score is None else asdict(judgement.open_score),
        "memory": _memory(judgement.after.rulebook, dict(enumerate(judgement.after.table.cells))) if judgement.after else None,
        "impossible": list(judgement.impossible),
    }


def _because(one: Because, sources: Mapping[str, Source]) -> dict[str, Any]:
    """A clause that decides, with its sentences and where it comes from."""
    known = ((cited, sources.get(cited.source)) for cited in one.sources)
    return {
        "clause": one.clause,
        "title": one.title,
        "permission": one.permission,
        "assumed": [{"memory_name": told.name, "asks": told.asks or None, "taken": told.taken} for told in one.assumed],
        "escaped": one.escaped,
        "disputed": [asdict(dispute) for dispute in one.disputed],
        "says": [{"sentence": reason.sentence, "clause": reason.clause or None} for reason in one.says],
        "prose": list(one.prose),
        "lines": [tag.line for tag in one.lines],
        "inherited": one.inherited or None,
        "sources": [
            {
                "source": cited.source,
                "title": source.title if source else None,
                "paragraphs": cited.paragraphs or None,
                "address": source.address or None if source else None,
                "of_another_game": source.elsewhere(one.books) if source else False,
            }
            for cited, source in known
        ],
    }


def _open(ruling: Ruling) -> list[str]:
    """The verdict, and what the act changes, as far as other cards in the places that the file leaves open make it otherwise."""
    mine, others = ruling.judgement, ruling.refilled
    told = ["verdict"] if ruling.hanging or any(other.legal != mine.legal for other in others) else []
    points = ["scores", "totals"] if mine.open_score is not None else []
    return told + list(dict.fromkeys([*(name for other in others for name in _moved_otherwise(mine, other)), *points]))


def _moved_otherwise(mine: Judgement, other: Judgement) -> list[str]:
    """What an act changes otherwise, as `side 0, red threes`: cards that come to a hand unseen are nothing of it."""
    views = [(one.before.seen, one.after.seen) for one in (mine, other) if one.before and one.after]
    told = [changes(before, after, plain, set(HIDDEN), {}) for before, after in views]
    differing = (one for some in told for one in some if any(one not in others for others in told))
    return list(dict.fromkeys(one.partition(": ")[0] for one in differing))


def _what_now(ruling: Ruling) -> dict[str, Any]:
    """What would have been legal instead of a refused act, and what becomes of it where it was done."""
    rulebook = ruling.position.rulebook
    acts = of_known_cards(ruling.position, nearest(rulebook, ruling.position.table, ruling.act))
    return {
        "legal": _actions(ruling.position, acts),
        "amends": amends(rulebook.sheet.book, [tag.clause for tag in ruling.judgement.lines]),
    }


def _otherwise(ruling: Ruling, other: OtherReading, first: bool, sources: Mapping[str, Source]) -> dict[str, Any]:
    """Another reading and what it gives; why is told where it matters."""
    rulebook = ruling.position.rulebook
    question = rulebook.questions()[other.question]
    return {
        "question": other.question,
        "kind": question.kind,
        "asks": question.asks,
        "covers": list(question.covers),
        "reading": other.reading,
        "says": question.says(other.reading),
        "witness": question.reading(other.reading).witness or None,
        "matters": first,
        "because": [_because(one, sources) for one in because(ruling.act, other.judgement)] if first else [],
        "instead_of": rulebook.readings[other.question],
        **_judgement(other.judgement, rulebook),
        "unless": list(other.unless),
        "where": other.where or None,
    }


def _deciding(memory: DecidingMemory[Outcome], outcome: dict[str, Any]) -> dict[str, Any]:
    """A memory on which a ruling or a score turns, and the outcome that another value of it has."""
    told = {"memory_name": memory.name, "asks": memory.question or None, "taken": memory.taken, "value": memory.value}
    return {**told, "bound": memory.bound or None, **outcome}


def _untried(memories: Iterable[OpenMemory]) -> list[dict[str, Any]]:
    """Memory of which no other value was tried."""
    return [{"memory_name": one.name, "asks": one.asks or None} for one in memories]


def choices_json(position: Position, found: Choices) -> dict[str, Any]:
    """Everything legal, as the protocol's actions, and what is not listed."""
    acts = (
        act
        for seat in found.seats()
        for name in found.names(seat)
        for part in (found.single, found.several)
        for act in part.get(seat, {}).get(name, [])
    )
    legal = _actions(position, acts)
    rest = [{"seat": seat, "type": name, **asdict(left)} for seat, sorts in found.rest.items() for name, left in sorts.items()]
    turning = [_deciding(memory, _otherwise_legal(position, memory.outcome)) for memory in open_choices(position)]
    return {
        **head_json(position),
        "legal": legal,
        "rest": rest,
        "unseen": sorted(found.unseen),
        "turns_on": turning,
        "untried": _untried(untried_choices(position)),
    }


def _otherwise_legal(position: Position, other: Otherwise) -> dict[str, Any]:
    """The acts that would be legal besides, or no more, with another memory."""
    return {"besides": _actions(position, other.besides), "no_more": _actions(position, other.no_more)}


def _actions(position: Position, acts: Iterable[Act]) -> list[dict[str, Any]]:
    """Acts as the protocol's actions, each with its seat."""
    return [{"seat": act.seat, "action": to_json(action_from_act(position.rulebook, act))} for act in acts]


def score_json(position: Position, score: Score) -> dict[str, Any]:
    """A score, point by point."""
    points = [
        {"side": entry.side, "points": list(entry.points), "sum": sum(entry.points), **asdict(line)}
        for entry in score.points
        for line in position.rulebook.cited([entry.tag])
    ]
    return {
        **head_json(position),
        "ended": {"how": score.how, "seat": score.seat},
        "points": points,
        "scores": list(score.scores),
        "totals": list(score.totals),
        "hangs_on_open_cards": None if score.open is None else asdict(score.open),
        "match": None if score.winner is None else {"winner": score.winner[0] if score.winner else None},
        "otherwise": [
            {
                "question": question,
                "reading": reading,
                "scores": None if scores is None else list(scores),
                "unless": score.unless.get((question, reading)),
                "why": score.failing.get((question, reading)),
            }
            for question, reading, scores in score.otherwise
        ],
        "turns_on": [_deciding(memory, {"scores": list(memory.outcome)}) for memory in score.deciding],
        "untried": _untried(score.untried),
    }
