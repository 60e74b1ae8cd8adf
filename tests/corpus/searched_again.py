"""Proofs by search, searched again in other games: `python -m tests.corpus.searched_again GAME...`.

What a search did not tell from the rules counts as equivalent (spec/searched.yaml), and a search comes upon what it comes upon.
With another seed the same search draws other tables and other acts. Who is told apart is printed with the game that tells it, and
with whether a deal was found that leads to the table: at one that no game comes to nothing is shown, and of the others a case is to
be made. 1 where some was told.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from random import Random

from tests.corpus.picked import CORPUS
from tests.engine.variants import shelf

from meldspec.corpus.corpus import Corpus, open_corpus
from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.plan import Goal, Planned, Script
from meldspec.corpus.search.equivalence import EquivalenceSearch, searches
from meldspec.corpus.search.other_matches import of_whole_pack
from meldspec.corpus.search.witnessing import witnessed
from meldspec.data import folder
from meldspec.protocol.fields import to_json
from meldspec.protocol.messages import DealRequest, PositionRequest
from meldspec.sources.searched import read_searched
from meldspec.table.selection import in_order


def searched(game: str, told: Namespace) -> Iterator[EquivalenceSearch]:
    """The searches for those drawn of what was searched for in vain, those of one line together."""
    corpus = open_corpus(shelf().sheet(game), CORPUS / game, again=False)
    mutants, proved = every_mutant(shelf().rulebook(game)), read_searched(folder("spec"))[game].mutants
    names = sorted(proved.keys() & mutants.keys())
    drawn = sorted(Random(told.seed).sample(names, min(told.number or len(names), len(names))))
    yield from searches(corpus, ((mutants[name], proved[name].readings) for name in drawn), seed=told.seed)


def game_of(corpus: Corpus, name: str, goal: Goal, script: Script) -> Iterator[str]:
    """The game that tells a mutant, in lines."""
    first = script.requests[0]
    assert isinstance(first, DealRequest | PositionRequest), "a game begins with one of these"
    options = in_order(first.options)
    if isinstance(first, DealRequest):
        whole = of_whole_pack(corpus.family(options).rulebook, first)
        where = "in a game" if whole else "in a deal with a short stock, to which a game may come"
    else:
        led = witnessed(corpus, Planned(name, goal, options, 0, name), script) is not None
        where = "at a table that a game leads to" if led else "at a table that no game was found for"
    yield f"{name}: told apart, {goal}, {where}"
    yield from (f"    {json.dumps(to_json(request))}" for request in script.requests)


def again(game: str, told: Namespace) -> bool:
    """Search once more for what a game's searches did not tell, and print what is told now; whether anything is."""
    number, apart = 0, 0
    for search in searched(game, told):
        search.search(told.acts)
        for name, looked in search.looked.items():
            number += 1
            if looked.apart is not None:
                apart += 1
                print("\n".join(game_of(search.corpus, name, *looked.apart)), flush=True)
    print(
        f"{game}: {number} that are proved by search were searched again in {told.acts} acts each: {apart} told apart", flush=True
    )
    return apart > 0


def main(words: list[str]) -> int:
    """Search again for what is asked."""
    asked = ArgumentParser(prog="python -m tests.corpus.searched_again", description=__doc__)
    asked.add_argument("games", nargs="+", metavar="GAME")
    asked.add_argument("--acts", type=int, default=20_000, help="how many acts each is looked for in")
    asked.add_argument("--number", type=int, default=0, help="how many are drawn (all)")
    asked.add_argument("--seed", type=int, default=1, help="which games are drawn, and which of them")
    told = asked.parse_args(words)
    found = [again(game, told) for game in told.games]
    return int(any(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
