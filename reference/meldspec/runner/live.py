"""A deal that is played with the running implementation while the rules look on: each answer is held at once against theirs."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from meldspec.corpus.expect import Step, answer, steps, trace
from meldspec.corpus.plan import Script
from meldspec.corpus.search.shrink import shrunk_acts
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.judge.booking import Booked, Booker, RulebookOf, Sort
from meldspec.judge.judgement import Judged, Verdict
from meldspec.judge.oracle import Transcript
from meldspec.protocol.agreement import kept
from meldspec.protocol.case import About, Case
from meldspec.protocol.comparison import Mismatch, compare
from meldspec.protocol.messages import CaseRequest, Errored, Expected, Farewell, Illegal, Introduction, Unsupported
from meldspec.runner.outcome import Broke, Kind
from meldspec.runner.playing import Playing
from meldspec.table.faults import RulesFault
from meldspec.table.table import PHASE, TURN, Table

LOOKS = 60_000
"""How many acts the look-ahead of the rules may try over a deal."""
REPLAYS = 1_000
"""How often a script is played again to make it shorter."""
NOT_ANSWERED = (Unanswered, RulesFault, ValueError)
"""What keeps the rules from answering: a position that there cannot be, or a look-ahead without an end."""
Name = tuple[Sort, str]
"""A sort of departure, and the line on which it is booked."""


def names(booked: Booked) -> set[Name]:
    """By what a departure is known again: the lines on which it is booked, or else what was done."""
    return {(booked.sort, line) for line in booked.lines or (booked.done,)}


@dataclass(eq=False)
class Departed(Exception):
    """An answer that is not that of the rules; its request stands last in its game."""

    mismatch: Mismatch


@dataclass
class Game:
    """A deal: what was sent and what was answered, and the table that the rules have by then."""

    referee: Referee
    table: Table | None = None
    requests: list[CaseRequest] = field(default_factory=list)
    answers: list[Expected] = field(default_factory=list)
    passed_over: int = 0
    """How many acts it refused wrongly, which are not among the requests."""

    def pass_over(self) -> None:
        """Go on after a wrong refusal as if it had not been asked for: nothing has changed."""
        self.passed_over += 1
        self.requests.pop()
        self.answers.pop()


@dataclass
class Live:
    """The implementation that runs, and the rules as it reads them."""

    playing: Playing
    rulebook_of: RulebookOf

    def rulebook(self, options: Mapping[str, Any]) -> Rulebook:
        """The rules with some options."""
        return self.rulebook_of(self.bare(options, ()))

    def put(self, game: Game, request: CaseRequest) -> Step | None:
        """Send a request; nothing where it is not supported, or nobody is there to answer.

        Raises Departed, Broke, and what keeps the rules from answering.
        """
        step = answer(game.referee, game.table, request)
        session = self.playing.running()
        if session is None:
            return None
        game.requests.append(request)
        given = session.ask(request)
        match given:
            case Unsupported():
                game.requests.pop()
                return None
            case Errored(message=message):
                raise Broke(Kind.ERRORED, message)
            case Introduction() | Farewell():
                raise AssertionError(f"a request was answered with {given}")
        game.answers.append(kept(step.said, given))
        mismatch = compare(step.said, given)
        if mismatch is not None:
            raise Departed(mismatch)
        game.table = step.table
        return step

    def booked(self, game: Game, departed: Departed) -> Booked:
        """What the departure with which a game ends is booked on."""
        case = self.bare(_options(game.requests), game.requests)
        judged = Judged(Transcript(case, tuple(game.answers)), Verdict.DEPARTS, len(game.requests) - 1, departed.mismatch)
        return Booker(self.rulebook_of).booked(judged)

    def bare(self, options: Mapping[str, Any], requests: Sequence[CaseRequest]) -> Case:
        """A case that only sends."""
        rest: Any = {"purpose": "effect", "title": "", "touches": (), "expect": (), "because": (), "allowed": {}, "worlds": ()}
        variant = self.playing.report.variant
        return Case(id=variant, variant=variant, options=options, about=About((), ()), requests=tuple(requests), **rest)


def _options(requests: Sequence[CaseRequest]) -> Mapping[str, Any]:
    """The options of the table with which some requests begin."""
    options: Mapping[str, Any] = getattr(requests[0], "options", {})
    return options


@dataclass
class Shows:
    """Whether a script ends with a departure on lines on which one was booked, and agrees up to there.

    The last script that did is kept, as it was played.
    """

    live: Live
    booked: Booked
    game: Game | None = None
    departed: Departed | None = None
    broke: bool = False
    replays: int = 0
    only_legal: bool = False
    """Whether a script with a refused act before its last one need not be played: it is shorter without."""

    def __call__(self, script: Script) -> bool:
        """Play a script."""
        self.replays += 1
        if self.broke or self.replays > REPLAYS:
            return False
        game = Game(Referee(self.live.rulebook(_options(script.requests)), LOOKS))
        try:
            if self.only_legal and _refused(game.referee, script.requests[:-1]):
                return False
            for request in script.requests:
                if self.live.put(game, request) is None:
                    return False
        except NOT_ANSWERED:
            return False
        except Broke:
            self.broke = True
            self.live.playing.break_off()
        except Departed as departed:
            if len(game.requests) == len(script.requests) and names(self.live.booked(game, departed)) & names(self.booked):
                self.game, self.departed = game, departed
                return True
        return False


def _refused(referee: Referee, requests: Sequence[CaseRequest]) -> bool:
    """Whether the rules refuse one of some requests."""
    return any(isinstance(step.said, Illegal) for step in steps(referee, requests))


def shorten(script: Script, shows: Shows) -> None:
    """Let `shows` have the script as short as it can be made."""
    referee = Referee(shows.live.rulebook(_options(script.requests)), LOOKS)
    with suppress(*NOT_ANSWERED):
        played = trace(referee, script.requests)
        # What was refused has changed nothing, or the departure shows just that.
        legal = Script(tuple(step.request for step in played[:-1] if not isinstance(step.said, Illegal)) + script.requests[-1:])
        if shows(legal):
            script, shows.only_legal = legal, True
            script = _without_rounds(script, shows, referee)
        shrunk_acts(script, shows)


def _without_rounds(script: Script, shows: Shows, referee: Referee) -> Script:
    """The script without what lies between two tables at which the same seat may do the same, the longest such rows first."""
    start = 1
    while start < len(script.requests) - 1:
        moments = [(t.cells[TURN], t.cells[PHASE]) if (t := step.before) else None for step in trace(referee, script.requests)]
        ends = (end for end in range(len(moments) - 1, start, -1) if moments[end] == moments[start])
        shorter = (Script(script.requests[:start] + script.requests[end:]) for end in ends)
        found = next((one for one in shorter if shows(one)), None)
        script, start = (found, start) if found is not None else (script, start + 1)
    return script
