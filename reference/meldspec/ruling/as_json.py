"""Rulings and scores as JSON: the same as the text says, cards as the protocol spells them."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from meldspec.engine.rulebook import Rulebook
from meldspec.position.marked import spelt
from meldspec.position.memory import memories, named
from meldspec.position.position import Position
from meldspec.protocol.actions import action_from_act
from meldspec.protocol.fields import to_json
from meldspec.protocol.observe import observation
from meldspec.ruling.choices import Choices
from meldspec.ruling.ruling import DecidingMemory, Judgement, OtherReading, Outcome, Ruling, unmet
from meldspec.ruling.score import Score
from meldspec.ruling.view import memory_words


def ruling_json(ruling: Ruling) -> dict[str, Any]:
    """A whole ruling."""
    position = ruling.position
    return {
        **head_json(position),
        "act": {"seat": ruling.act.seat, "action": to_json(action_from_act(position.rulebook, ruling.act))},
        **_judgement(ruling.judgement, position.rulebook),
        "otherwise": [_otherwise(other, position.rulebook) for other in ruling.otherwise],
        "turns_on": [_deciding(memory, _judgement(memory.outcome, position.rulebook)) for memory in ruling.deciding],
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
        "why": judgement.why,
        "lines": [asdict(one) for one in rulebook.cited(judgement.lines)],
        "rests_on": dict(judgement.rests_on),
        "observation": judgement.after.seen if judgement.after else None,
        "memory": _memory(judgement.after.rulebook, dict(enumerate(judgement.after.table.cells))) if judgement.after else None,
        "impossible": list(judgement.impossible),
    }


def _otherwise(other: OtherReading, rulebook: Rulebook) -> dict[str, Any]:
    """Another reading and what it gives."""
    question = rulebook.questions()[other.question]
    return {
        "question": other.question,
        "kind": question.kind,
        "asks": question.asks,
        "covers": list(question.covers),
        "reading": other.reading,
        "says": question.says(other.reading),
        "instead_of": rulebook.readings[other.question],
        **_judgement(other.judgement, rulebook),
        "unless": list(other.unless),
        "where": other.where or None,
    }


def _deciding(memory: DecidingMemory[Outcome], outcome: dict[str, Any]) -> dict[str, Any]:
    """A memory on which a ruling or a score turns, and the outcome that another value of it has."""
    return {"memory_name": memory.name, "taken": memory.taken, "value": memory.value, **outcome}


def choices_json(position: Position, found: Choices) -> dict[str, Any]:
    """Everything legal, as the protocol's actions, and what is not listed."""
    legal = [
        {"seat": seat, "action": to_json(action_from_act(position.rulebook, act))}
        for seat in found.seats()
        for name in found.names(seat)
        for part in (found.single, found.several)
        for act in part.get(seat, {}).get(name, [])
    ]
    rest = [{"seat": seat, "type": name, **asdict(left)} for seat, sorts in found.rest.items() for name, left in sorts.items()]
    return {**head_json(position), "legal": legal, "rest": rest}


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
        "match": None if score.winner is None else {"winner": score.winner[0] if score.winner else None},
        "otherwise": [
            {"question": question, "reading": reading, "scores": None if scores is None else list(scores)}
            for question, reading, scores in score.otherwise
        ],
        "turns_on": [_deciding(memory, {"scores": list(memory.outcome)}) for memory in score.deciding],
    }
