"""What each pass of the look-ahead is worth: it is switched off, and a row of a Markdown table says what becomes of the answers.

Asked are the acts of every case of the corpora, large hands, hands whose melds are joined by a standing rule, hands set out for one
pass or another, and deals played at random: with all passes, without each of them alone, and without all together. The law of the
look-ahead is that no answer may differ (docs/decisions/0014); what may is the time, and whether there is an answer at all.
`python -m tests.bench.ablation` takes a few minutes; `--deals 2 --hands 12` asks more, and takes a quiet half hour.
"""

from __future__ import annotations

import random
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice
from time import process_time
from typing import NamedTuple
from unittest.mock import patch

import click
from tests.bench.lookahead import SORTS, Json, corpora, large, server
from tests.engine.lookahead.test_laying_hands import position
from tests.engine.lookahead.test_what_each_pass_is_for import ASK, HANDS
from tests.engine.variants import compiled, games
from tests.spec.bain import LARGE, LARGE_MELDS, bain, on_foot

from meldspec.corpus.search.random_player import Style, choose
from meldspec.engine.deal import random_deal
from meldspec.engine.lookahead import act_summaries
from meldspec.engine.lookahead.forced_truths import ForcedTruths
from meldspec.engine.lookahead.pruner import Pruner
from meldspec.engine.lookahead.query import Query
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Undetermined
from meldspec.protocol.actions import act_from_action
from meldspec.protocol.messages import ActRequest, read_request
from meldspec.table.table import Act, Cells

SLOW = 2.0
"""An answer that takes more seconds of the processor than this is not waited for."""
NAMED = 8
"""Of what is not answered in time so many are named, for each pass and sort of question."""
JOINED = {"meld.one-a-rank.second": "merge"}
"""A reading under which a standing rule joins melds of one rank."""
PASSES: dict[str, tuple[str, ...]] = {
    "joins": (),
    "plays": ("may_make",),
    "lasting": ("may_last",),
    "exclusion": ("may_lie",),
    "places": ("may_go",),
    "leftovers": ("may_be_left",),
    "ends": ("may_end",),
    "truths": ("may_serve",),
    "bound": ("may_complete",),
    "all of these": ("may_make", "may_last", "may_lie", "may_go", "may_be_left", "may_end", "may_serve", "may_complete"),
}
"""The passes, and what each answers of a pruner; joins are known where the lines are read."""


GIVEN_UP, OVER = "given up", f"over {SLOW:.0f} s"


class TooSlow(BaseException):
    """An answer took too long; nothing in the engine may catch this."""


class Question(NamedTuple):
    """An act in a position of a rulebook; the name tells which."""

    name: str
    rulebook: Rulebook
    cells: Cells
    act: Act


def off(name: str) -> ExitStack:
    """A context in which a pass is switched off."""
    stack = ExitStack()
    if name in ("joins", "all of these"):
        stack.enter_context(patch.object(act_summaries, "joins_alike", lambda rule: False))
    for method in PASSES.get(name, ()):
        stack.enter_context(patch.object(Query, method, getattr(Pruner, method)))
    if name in ("truths", "all of these"):
        stack.enter_context(patch.object(ForcedTruths, "of", lambda *_: {}))
    return stack


# ── what is asked ──────────────────────────────────────────────────────────────────────────────────────────────────────


def of_requests(asked: Iterator[tuple[str, list[Json]]]) -> Iterator[Question]:
    """The acts that requests propose, each in the position that those before it lead to."""
    answering = server()
    for name, requests in asked:
        for request in map(read_request, requests):
            if isinstance(request, ActRequest) and answering.referee and answering.table:
                rulebook = answering.referee.rulebook
                yield Question(name, rulebook, answering.table.cells, act_from_action(rulebook, request.seat, request.action))
            answering.answer(request)


def of_joined_melds(hands: int) -> Iterator[Question]:
    """A player with 15 to 26 cards asks for leave, where melds of one rank become one."""
    rulebook = compiled("canasta", 4, JOINED)
    for number in range(hands):
        chance = random.Random(number)
        cells = position(rulebook, chance, chance.choice((15, 20, 26)), chance.randint(4, 9))
        yield Question(f"ask, hand {number}", rulebook, cells, Act("ask", 0, (2,)))


def set_out() -> Iterator[Question]:
    """Players who ask for leave with hands each of which needs a pass, one in a game with a garbage pile among them."""
    for hand in HANDS:
        rulebook = hand.rulebook()
        yield Question(hand.title, rulebook, hand.cells(rulebook), ASK)
    rulebook = bain()
    for title, cards in (("thirty cards in Bain", LARGE), ("thirty-one cards in Bain", f"{LARGE} 3S")):
        yield Question(title, rulebook, on_foot(rulebook, cards, melds=LARGE_MELDS).cells, ASK)


def of_games(deals: int) -> Iterator[Question]:
    """The acts of deals played at random, every game with every number of players."""
    for variant, players in games():
        rulebook = compiled(variant, players, {})
        for number in range(deals):
            chance = random.Random(f"{variant} {players} {number}")
            referee = Referee(rulebook)
            cells = random_deal(rulebook, chance, number % rulebook.layout.seats).cells
            while (chosen := choose(referee, cells, chance, Style(plays=4, thorough=0.3))) is not None:
                yield Question(f"{chosen[0].name}, {variant} for {players}", rulebook, cells, chosen[0])
                cells = chosen[1]


# ── what comes of it ───────────────────────────────────────────────────────────────────────────────────────────────────


def answered(questions: list[Question]) -> tuple[list[str], list[float]]:
    """Whether each act is legal, or why that is not told, each rulebook asked by one referee; and the seconds of each."""
    referees: dict[int, Referee] = {}
    found: list[str] = []
    times: list[float] = []
    for _, rulebook, cells, act in questions:
        referee = referees.setdefault(id(rulebook), Referee(rulebook))
        begun = process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, SLOW)
        try:
            after = referee.after(cells, act)
            found.append(GIVEN_UP if isinstance(after, Undetermined) else "illegal" if after is None else "legal")
        except TooSlow:
            # What was being worked out is left half done, so nothing more is asked of that referee.
            found.append(OVER)
            del referees[id(rulebook)]
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        times.append(process_time() - begun)
    return found, times


def fresh(questions: list[Question]) -> list[Question]:
    """The same questions of rulebooks that nothing has been derived from yet."""
    made: dict[int, Rulebook] = {}
    for one in questions:
        if id(one.rulebook) not in made:
            made[id(one.rulebook)] = Rulebook(one.rulebook.selection)
    return [one._replace(rulebook=made[id(one.rulebook)]) for one in questions]


def too_slow(*_: object) -> None:
    raise TooSlow


def sources(deals: int, hands: int) -> Iterator[tuple[str, list[Question]]]:
    """What is asked, by what it is called in the table."""
    yield "cases", list(of_requests(corpora()))
    for what, sort in SORTS.items():
        # Each hand is asked two questions. Those in Railroad are refused before looking ahead: nobody there has a partner to ask.
        if sort.variant != "railroad":
            yield what, list(of_requests(islice(large(sort), 2 * hands)))
    yield "joined melds", list(of_joined_melds(3 * hands))
    yield "hands set out", list(set_out())
    if deals:
        yield "deals at random", list(of_games(deals))


def told(questions: list[Question], found: list[str], times: list[float], expected: list[str]) -> tuple[str, list[str]]:
    """A cell of the table, and what is lost; an answer that is not the expected one would break the law."""
    same = sum(one == other for one, other in zip(found, expected, strict=True))
    lost = [f"{one.name} ({how})" for one, how in zip(questions, found, strict=True) if how in (GIVEN_UP, OVER)]
    wrong = len(found) - same - len(lost)
    assert not wrong, f"{wrong} answers differ"
    return f"{same} of {len(found)}, {sum(times):.1f} s, {1000 * max(times):,.0f} ms", lost


@click.command()
@click.option("--deals", default=0, show_default=True, help="So many deals are played of each game for each number of players.")
@click.option("--hands", default=2, show_default=True, help="So many large hands are asked about of each sort.")
@click.option("--only", multiple=True, help="Only this pass; may be given several times.")
def main(deals: int, hands: int, only: tuple[str, ...]) -> None:
    """Print a row for each pass switched off: how many answers stay the same, the seconds of all, and the longest."""
    signal.signal(signal.SIGVTALRM, too_slow)
    asked = dict(sources(deals, hands))
    expected: dict[str, list[str]] = {}
    losses: list[str] = []
    click.echo("| without | " + " | ".join(asked) + " |")
    click.echo("| --- |" + " --- |" * len(asked))
    for name in ("nothing", *(only or PASSES)):
        row = []
        for what, questions in asked.items():
            with off(name):
                found, times = answered(fresh(questions))
            cell, lost = told(questions, found, times, expected.setdefault(what, found))
            row.append(cell)
            if lost:
                losses.append(f"- without {name}, {len(lost)} of {what}: {', '.join(lost[:NAMED])}")
        click.echo(f"| {name} | " + " | ".join(row) + " |")
    click.echo("\n".join(["", *losses]))


if __name__ == "__main__":
    main()
