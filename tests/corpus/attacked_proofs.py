"""Proofs that mutants are equivalent, attacked by a search of another kind: `python -m tests.corpus.attacked_proofs GAME...`.

Mutants that count as equivalent by proof are drawn. Whole deals are played, by eager players, under the true rules, and the same
cards are dealt and the same acts done under each mutant beside them: all that is seen, which acts are legal, and what is scored,
must be the same to the end. No footprint says what cannot differ, and no table is set out. Who is told apart was wrongly proved:
1. Some deals have a short stock, so that they end soon; how the cards are turned up and red threes replaced from one tells nothing,
for no pack gives such a stock by then.

What `meldspec mutation` has noted, and what it searched for, says which are proved; with `--searched` they are drawn from what it
searched for alone (spec/searched.yaml), which takes no notes. With `--killed` mutants are drawn that a case kills: how many of them
are told apart here says what the attack is worth.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.engine.variants import shelf

from meldspec.cli._shared import Rules
from meldspec.cli.mutation import Asked, judged
from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.mutation.operators import Mutant
from meldspec.corpus.mutation.outcomes import Outcome
from meldspec.corpus.mutation.score import usual_choices
from meldspec.corpus.search.campaign import eager_turns
from meldspec.corpus.search.initial_states import Start, random_start
from meldspec.corpus.search.other_matches import of_whole_pack
from meldspec.corpus.search.playout import Turn
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook, make_rulebook
from meldspec.engine.verdict import Undetermined
from meldspec.position.request import NoPosition
from meldspec.protocol.messages import DealRequest, Observation
from meldspec.protocol.observe import begin_from_request, observation
from meldspec.sources.searched import read_searched
from meldspec.table.faults import RulesFault
from meldspec.table.table import Act, Cells, Table

SPREAD = 0.3
"""How often a small set of cards is dealt about to the hands."""
RICH = 0.7
"""How often hands are such as are soon melded."""
LOOKS = 2_000
"""So many acts are looked at, looking ahead from one act."""


@dataclass(frozen=True)
class Played:
    """A deal under the true rules, by which every mutant is held."""

    seed: int
    options: dict[str, int]
    rulebook: Rulebook
    start: Start
    turns: Sequence[Turn]
    seen: Sequence[Observation]
    """What is seen after each turn."""


def come_to(game: str, notes: Path, outcome: Outcome) -> list[str]:
    """The mutants that have come to something, as that they count as equivalent by proof."""
    told = judged(Asked((), (), 0, 1, 1, float("inf"), notes), Rules(None), game)
    return sorted(one.name for one in told.found if one.outcome == outcome)


def searched_for(game: str) -> list[str]:
    """The mutants that a search did not tell from the rules as they are read by default."""
    searches = read_searched(Rules(None).home(game)).get(game)
    return sorted(name for name, one in searches.mutants.items() if not one.readings) if searches else []


def deals(game: str, seeds: range) -> Iterator[Played]:
    """Deals played to their ends, or until the rules come to no answer."""
    sheet = shelf().sheet(game)
    choices = usual_choices(sheet)
    for seed in seeds:
        random = Random(f"{game}:attack:{seed}")
        options = choices[0] if random.random() < 0.5 else random.choice(choices)
        rulebook = make_rulebook(sheet, options)
        start = random_start(rulebook, random, RICH, spread=SPREAD)
        if start is not None and isinstance(start.request, DealRequest):
            turns = list(eager_turns(Referee(rulebook, LOOKS), start, random))
            yield Played(seed, options, rulebook, start, turns, [observation(rulebook, turn.after) for turn in turns])


def told_apart(played: Played, mutant: Mutant) -> str:
    """What a mutant does otherwise in a deal, in words; nothing where it does nothing otherwise."""
    rulebook, request = make_rulebook(mutant.sheet, played.options), played.start.request
    assert isinstance(request, DealRequest)
    try:
        table = begin_from_request(rulebook, request)
        dealt = "" if observation(rulebook, table) == observation(played.rulebook, played.start.table) else "the deal"
    except NoPosition:
        dealt = "the deal is none"
    except RulesFault as fault:
        dealt = f"the rules break at the deal: {fault}"
    if dealt:
        return dealt if of_whole_pack(rulebook, request) else ""
    try:
        return _in_turns(played, rulebook, table.cells)
    except RulesFault as fault:
        return f"the rules break: {fault}"


def _in_turns(played: Played, rulebook: Rulebook, cells: Cells) -> str:
    referee = Referee(rulebook, LOOKS)
    for number, turn in enumerate(played.turns):
        for one in turn.proposals:
            legal = _legal(referee, cells, one.act)
            if one.verdict is not None and legal is not None and legal != one.verdict.legal:
                return f"turn {number}: {one.act} is {'' if legal else 'not '}legal"
        if turn.act is None:
            break
        after = referee.after(cells, turn.act)
        if after is None:
            return f"turn {number}: {turn.act} is not legal"
        if isinstance(after, Undetermined):
            break
        if observation(rulebook, Table(after)) != played.seen[number]:
            return f"turn {number}: what {turn.act} leaves"
        cells = after
    return ""


def _legal(referee: Referee, cells: Cells, act: Act) -> bool | None:
    after = referee.after(cells, act)
    return None if isinstance(after, Undetermined) else after is not None


def attack(game: str, told: Namespace) -> int:
    """Attack the proofs of a game; how many are wrong."""
    outcome = Outcome.KILLED if told.killed else Outcome.PROVED
    names = searched_for(game) if told.searched else come_to(game, told.notes, outcome)
    mutants = every_mutant(shelf().rulebook(game))
    drawn = Random(told.seed).sample(names, min(told.number, len(names)))
    left, acts = dict.fromkeys(drawn), 0
    for played in deals(game, range(told.deals)):
        acts += sum(len(turn.proposals) + 1 for turn in played.turns)
        for name in list(left):
            if why := told_apart(played, mutants[name]):
                del left[name]
                print(f"{game}: told apart: {name}: deal {played.seed} {played.options}: {why}", flush=True)
    of = f"{len(drawn)} of {len(names)} that are {outcome} attacked in {told.deals} deals with {acts} acts"
    print(f"{game}: {of}: {len(drawn) - len(left)} told apart")
    return 0 if told.killed else len(drawn) - len(left)


def main(words: list[str]) -> int:
    """Attack the proofs of the games named; 1 where one is wrong."""
    asked = ArgumentParser(prog="python -m tests.corpus.attacked_proofs", description=__doc__)
    asked.add_argument("games", nargs="+", metavar="GAME")
    asked.add_argument("--number", type=int, default=40, help="how many are drawn")
    asked.add_argument("--deals", type=int, default=100, help="in how many deals they are attacked")
    asked.add_argument("--killed", action="store_true", help="draw from those that a case kills")
    asked.add_argument("--searched", action="store_true", help="draw from those that a search did not tell, without notes")
    asked.add_argument("--seed", type=int, default=1, help="which ones")
    asked.add_argument("--notes", type=Path, default=Path("build/mutation"), help="the folder of what is known of mutants")
    told = asked.parse_args(words)
    return 1 if sum([attack(game, told) for game in told.games]) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
