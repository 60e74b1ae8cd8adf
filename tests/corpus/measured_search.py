"""How far the search for what tells mutants apart can be trusted: `python -m tests.corpus.measured_search GAME...`.

Mutants that some case kills are drawn, and the same search is made for them as for those that no case kills. Who is told from the
rules there would not have been taken for equivalent. What `meldspec mutation` has noted says which are killed.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from random import Random

from tests.corpus.picked import CORPUS
from tests.engine.variants import shelf

from meldspec.corpus.corpus import open_corpus
from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.mutation.outcomes import Outcome
from meldspec.corpus.search.equivalence import Looked, searches


def killed(file: Path) -> list[str]:
    """The mutants that some case kills, by the notes on them."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    return sorted({row["name"] for row in rows if row["outcome"] == Outcome.KILLED})


def measure(game: str, told: Namespace) -> None:
    """Print how many of the mutants drawn are told apart, within how many acts, and which are not."""
    corpus = open_corpus(shelf().sheet(game), CORPUS / game, again=False)
    mutants = every_mutant(shelf().rulebook(game))
    names = [name for name in killed(told.notes / f"{game}.jsonl") if name in mutants]
    drawn = Random(told.seed).sample(names, min(told.number, len(names)))
    looked: dict[str, Looked] = {}
    for search in searches(corpus, ((mutants[name], {}) for name in drawn)):
        search.search(told.acts)
        looked |= search.looked
    needed = sorted(one.acts for one in looked.values() if one.apart is not None)
    for name in (name for name, one in looked.items() if one.apart is None):
        print(f"{game}: not told apart: {name}")
    of = f"{len(needed)} of {len(looked)} that a case kills are told apart"
    print(
        f"{game}: {of}, half of them within {needed[len(needed) // 2]} acts, all within {needed[-1]}" if needed else f"{game}: {of}"
    )


def main(words: list[str]) -> None:
    """Measure the games named."""
    asked = ArgumentParser(prog="python -m tests.corpus.measured_search", description=__doc__)
    asked.add_argument("games", nargs="+", metavar="GAME")
    asked.add_argument("--acts", type=int, default=50_000, help="how many acts each is looked for in")
    asked.add_argument("--number", type=int, default=150, help="how many are drawn")
    asked.add_argument("--seed", type=int, default=1, help="which ones")
    asked.add_argument("--notes", type=Path, default=Path("build/mutation"), help="the folder of what is known of mutants")
    told = asked.parse_args(words)
    for game in told.games:
        measure(game, told)


if __name__ == "__main__":
    main(sys.argv[1:])
