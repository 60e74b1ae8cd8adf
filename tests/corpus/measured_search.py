"""How far the search for what tells mutants apart can be trusted: `python -m tests.corpus.measured_search GAME...`.

Mutants that some case kills are drawn, and the same search is made for them as for those that no case kills. Who is told from the
rules there would not have been taken for equivalent. What `meldspec mutation` has noted says which are killed; with `--hidden` the
cases that kill a mutant are kept from the search for it, which begins beside the other cases.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from tests.corpus.picked import CORPUS
from tests.engine.variants import shelf

from meldspec.corpus.corpus import Corpus, open_corpus
from meldspec.corpus.expect import Trace, trace
from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.mutation.operators import Mutant
from meldspec.corpus.mutation.outcomes import Outcome
from meldspec.corpus.search.equivalence import Looked, searches
from meldspec.table.selection import in_order


def killed(file: Path) -> list[str]:
    """The mutants that some case kills, by the notes on them."""
    rows = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line]
    return sorted({row["name"] for row in rows if row.get("outcome") == Outcome.KILLED})


def without_killing(corpus: Corpus, mutants: Sequence[Mutant], played: dict[str, Trace]) -> Corpus:
    """A corpus without the cases that tell one of some mutants from the rules; `played` are those that were played before."""
    left = {}
    for case in corpus.ordered():
        family = corpus.family(in_order(case.options))
        others = [one for mutant in mutants if (one := family.spoilt(mutant)) is not None]
        if case.id not in played:
            played[case.id] = trace(family.referee, case.requests)
        if all(other.diverges_at(played[case.id]) is None for other in others):
            left[case.id] = case
    return replace(corpus, cases=left)


def measure(game: str, told: Namespace) -> None:
    """Print how many of the mutants drawn are told apart, within how many acts, and which are not."""
    corpus = open_corpus(shelf().sheet(game), CORPUS / game, again=False)
    mutants = every_mutant(shelf().rulebook(game))
    names = [name for name in killed(told.notes / f"{game}.jsonl") if name in mutants]
    drawn = Random(told.seed).sample(names, min(told.number, len(names)))
    looked: dict[str, Looked] = {}
    played: dict[str, Trace] = {}
    for search in searches(corpus, ((mutants[name], {}) for name in drawn)):
        if told.hidden:
            search.corpus = without_killing(corpus, search.mutants, played)
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
    asked.add_argument("--hidden", action="store_true", help="keep the cases that kill a mutant from the search for it")
    asked.add_argument("--seed", type=int, default=1, help="which ones")
    asked.add_argument("--notes", type=Path, default=Path("build/mutation"), help="the folder of what is known of mutants")
    told = asked.parse_args(words)
    for game in told.games:
        measure(game, told)


if __name__ == "__main__":
    main(sys.argv[1:])
