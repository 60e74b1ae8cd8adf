"""A case told act by act, as at a table, for who writes an implementation: what it shows, what the rules say of it, and why."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from meldspec.book.addresses import Addresses
from meldspec.book.core import clause_of_question
from meldspec.book.line_index import line_index
from meldspec.corpus.expect import Step, Trace, trace
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Library, Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.write import position_of
from meldspec.protocol.case import Case, CaseProblem, Readings, World, deciding
from meldspec.protocol.fields import ABSENT, to_json
from meldspec.protocol.messages import Beginning, ByeRequest, CaseRequest, Dealt, Enumerated, Expected, HelloRequest, Illegal, Legal
from meldspec.protocol.replies import spell
from meldspec.ruling.as_text import game_words
from meldspec.ruling.because import because, clause_itself
from meldspec.ruling.otherwise_text import question_words, says
from meldspec.ruling.page import Manner, Source, paragraph, section
from meldspec.ruling.ruling import judge
from meldspec.ruling.verdict_text import clauses_text, verdict_line, verdict_text
from meldspec.ruling.words import changes, names_of, phases_of
from meldspec.runner.words import say_action, say_beginning, say_request
from meldspec.table.faults import EngineDefect
from meldspec.table.selection import ChoiceError

MARGIN = 7
"""Columns in front of what is told of an act."""
NAMED = 3
"""So many acts are named of those that are in one list alone."""


@dataclass(frozen=True)
class Played:
    """A case played by the rules, under the readings that were asked for."""

    case: Case
    rulebook: Rulebook
    steps: Trace

    @cached_property
    def decisive(self) -> int:
        """The number of the request that the case is about."""
        return deciding(self.case)


def played(case: Case, library: Library, readings: Readings) -> Played:
    """Play a case by the rules.

    Raises ChoiceError for readings that the book does not offer, CaseProblem for a case that cannot be played under them.
    """
    try:
        rulebook = library.rulebook(case.variant, case.options, readings)
        return Played(case, rulebook, trace(Referee(rulebook), case.requests))
    except ChoiceError:
        raise
    except (ValueError, EngineDefect, Unanswered) as problem:
        raise CaseProblem(f"case {case.id} cannot be played: {problem}") from None


# ── in words ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def told(game: Played, sources: Mapping[str, Source], site: str = "") -> Iterator[str]:
    """A case in words: what it shows and what it rests on, then the game; with the addresses of its pages on a site."""
    case, book = game.case, game.rulebook.sheet.book
    addresses = Addresses(book)
    manner = Manner(sources=sources, page=lambda id: addresses.clause(id).at(site))
    yield case.id
    yield from paragraph(case.title)
    yield addresses.case(case.id, case.subject).at(site)
    yield ""
    yield from game_words(game.rulebook)
    yield from ("", "What it is about", *_about(game, manner))
    others = [id for id in case.touches if id not in {line.clause for line in _decided(game)}.union(_clauses(case))]
    if others:
        yield from section(
            "What else comes into it", (f"{book.entry(id).clause.title} [{id}]" for id in others if id in book.by_id())
        )
    yield from ("", "The game")
    for number in range(len(game.steps)):
        yield from _step(game, number, manner)
    yield from section("Under other readings", (_world(game.rulebook, world, case.expect) for world in case.worlds))


def _clauses(case: Case) -> list[str]:
    """The clauses that a case is about, those of its questions included."""
    return list(dict.fromkeys((*case.about.clauses, *(clause_of_question(name) for name in case.about.questions))))


def _decided(game: Played) -> Sequence[Any]:
    """The lines that refuse or permit the act to which a case leads."""
    verdict = game.steps[game.decisive].verdict
    return () if verdict is None else verdict.lines


def _about(game: Played, manner: Manner) -> Iterator[str]:
    """The clauses with their words, sources and pages, and the questions with the reading in force."""
    rulebook = game.rulebook
    entries = rulebook.sheet.book.by_id()
    clauses = [clause_itself(rulebook, entries[id]) for id in _clauses(game.case) if id in entries]
    yield from clauses_text(clauses, line_index(rulebook.sheet), manner)
    for name in game.case.about.questions:
        if name in rulebook.questions():
            yield from question_words(rulebook, name, "")
            yield from paragraph(manner.page(name) if manner.page else "", 4)


def _step(game: Played, number: int, manner: Manner) -> Iterator[str]:
    """One request and what comes of it."""
    step = game.steps[number]
    refused = isinstance(step.said, Illegal) or (step.verdict is not None and not step.verdict.legal)
    first, *more = (
        say_beginning(step.request, _drawn(game, number)) if isinstance(step.request, Beginning) else say_request(step.request)
    )
    mark = "✗" if refused else " "
    yield from paragraph(f"{number + 1:>3} {mark} {first}", hang=MARGIN - 1)
    for line in more:
        yield from paragraph(line, MARGIN, 2)
    comes = [*_comes(game, number)]
    if step.act is not None and step.before is not None and (refused or number == game.decisive):
        judgement = judge(game.rulebook, step.before, step.act)
        rests, index = because(step.act, judgement), line_index(game.rulebook.sheet)
        text = (verdict_line(judgement, manner), *verdict_text(judgement, rests, index, manner))
        yield from (f"{' ' * MARGIN}{line}" if line else "" for line in text)
        comes = ["", "What it does", *(f"  {one}" for one in comes)] if comes else []
    elif refused and step.verdict is not None:
        yield from paragraph(f"NOT LEGAL: {step.verdict.why}", MARGIN)
    for line in comes:
        yield from paragraph(line.strip(), MARGIN + len(line) - len(line.lstrip()), 2) if line else [""]
    if (refused or number == game.decisive) and number + 1 < len(game.steps):
        yield ""


def _comes(game: Played, number: int) -> Iterator[str]:
    """What a request leaves otherwise than it was, a sentence each; the acts where it asks for these."""
    step = game.steps[number]
    if isinstance(step.said, Enumerated):
        yield from map(say_action, step.said.actions)
    elif isinstance(step.said, Dealt | Legal):
        after = to_json(step.said.observation)
        names, phases = names_of(game.rulebook), phases_of(game.rulebook)
        yield from changes(_seen_before(game, number, after), after, str, set(), names, phases)


def _seen_before(game: Played, number: int, after: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was to be seen before a request; before a deal or a position it is what that sets out."""
    step = game.steps[number]
    if isinstance(step.request, Beginning):
        return {**after, "turn": None, "phase": None} | (_dealt(step.request, after) if step.request.cmd == "deal" else {})
    last = next(one.said for one in reversed(game.steps[:number]) if isinstance(one.said, Dealt | Legal))
    found: Mapping[str, Any] = to_json(last.observation)
    return found


def _dealt(request: Beginning, after: Mapping[str, Any]) -> dict[str, Any]:
    """The table as a deal sets it out, before anything is turned up, laid or replaced."""
    # Cards of a hand have no order, and what is merely told in another one has not changed.
    hands = [
        now if Counter(now) == Counter(dealt) else list(dealt) for now, dealt in zip(after["hands"], request.hands, strict=True)
    ]
    sides: list[dict[str, Any]] = [
        {name: 0 if isinstance(held, int) else [] for name, held in side.items()} for side in after["sides"]
    ]
    return {"hands": hands, "sides": sides, "stock": len(request.stock), "pile": {"cards": []}, "ended": None}


def _drawn(game: Played, number: int) -> int:
    """How many cards of the stock, or of each of its heaps, anything can have become of when a deal has come to its end."""
    begun, request = game.steps[number], game.steps[number].request
    assert isinstance(request, Beginning) and begun.table is not None
    last = _last_of(game, number).table
    assert last is not None
    rest = position_of(game.rulebook, last).get("stock", [])
    count = len(request.stock) - len(rest)
    # Where a rule puts cards under the stock, or makes heaps of it, no beginning of it says all.
    whole = request.heaps is ABSENT and list(request.stock[count:]) != list(rest)
    return len(request.stock) if whole else count


def _last_of(game: Played, number: int) -> Step:
    """The last request that belongs to a deal."""
    later = enumerate(game.steps[number + 1 :], number + 1)
    end = next((place for place, step in later if isinstance(step.request, Beginning)), len(game.steps))
    return game.steps[end - 1]


def _otherwise(said: Expected, by_default: Expected) -> str:
    """What becomes of a request that is answered otherwise than by default."""
    match said:
        case Illegal():
            return "is refused"
        case Legal() if not isinstance(by_default, Legal):
            return "is legal"
        case Enumerated() if isinstance(by_default, Enumerated):
            return listed_otherwise(said, by_default)
        case _:
            return "shows another table"


def listed_otherwise(said: Enumerated, by_default: Enumerated) -> str:
    """What is in a list and not in that by default, or the other way round."""
    more = [say_action(one) for one in said.actions if one not in by_default.actions]
    fewer = [say_action(one) for one in by_default.actions if one not in said.actions]
    told = [f"{what} {_first(acts)}" for what, acts in (("has besides:", more), ("has not:", fewer)) if acts]
    return "; and ".join(told)


def _first(acts: Sequence[str]) -> str:
    """The first of some acts, and how many more there are."""
    more = f" (and {len(acts) - NAMED} more)" if len(acts) > NAMED else ""
    return f"{'; '.join(acts[:NAMED])}{more}"


def _world(rulebook: Rulebook, world: World, expect: Sequence[Expected]) -> str:
    """How the case goes on under other readings, where it is answered otherwise than by default."""
    answers = enumerate(zip(world.expect, expect[world.start :], strict=False), world.start + 1)
    steps = ", ".join(f"request {number} {_otherwise(said, mine)}" for number, (said, mine) in answers)
    questions = rulebook.questions()
    read = (
        f"{name} = {reading} (“{questions[name].asks}” {says(questions[name], reading)})"
        for name, reading in sorted(world.readings.items())
    )
    return f"{' and '.join(read)}: {steps}"


# ── for programs ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def request_lines(requests: Iterable[CaseRequest]) -> Iterator[str]:
    """What is sent to an implementation, a line each, from the greeting to the farewell."""
    for number, request in enumerate((HelloRequest(), *requests, ByeRequest()), 1):
        yield spell(request, str(number)).decode().rstrip("\n")


def exchanges(game: Played) -> Iterator[dict[str, Any]]:
    """Every request of a case with the reply that the rules give, and the lines of the rules behind it."""
    # The greeting has the first number.
    for number, step in enumerate(game.steps, 2):
        reply = {"seq": str(number), "ok": to_json(step.said)}
        yield {"request": {"seq": str(number), **to_json(step.request)}, "reply": reply, "because": list(step.lines)}
