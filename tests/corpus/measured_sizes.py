"""How large the cases are, and what the smallest run costs: `python -m tests.corpus.measured_sizes [GAME...] [--run] [--kills]`.

Acts are those of the case itself, the one after a refused act among them; a witness is told apart. `--run` plays the smallest size
with the reference, and with an engine of the game beside it where the project has one, and tells what each took of the processor;
`--kills` tells how many of the altered lines that all cases tell from the true ones the smaller sizes tell as well.
"""

from __future__ import annotations

import resource
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from statistics import quantiles

from tests.conformance.measured import spent
from tests.corpus.picked import CORPUS
from tests.engine.variants import sheet_of, shelf

from meldspec.corpus.corpus import Corpus, open_corpus
from meldspec.corpus.mutation.score import mutation_score
from meldspec.corpus.sizes import requests_of
from meldspec.data import folder
from meldspec.protocol.case import Case, load_cases
from meldspec.protocol.manifest import FULL, SIZES, of_size, read_manifest
from meldspec.runner.held_to import HeldTo
from meldspec.runner.run import run

GAMES = ("bain", "canasta", "dollars", "kadner", "manzana", "pennies", "railroad")
BARS = (2, 8, 30)
"""How many acts a case may have: the median one, one in twenty, the longest."""
SECONDS, PERCENT = 1.0, 80.0
"""What the smallest run may take an implementation, and how much of what all cases tell it is to tell."""
REFERENCE = (sys.executable, "-m", "meldspec", "serve")
ADAPTERS = folder("conformance") / "adapters"
ENGINES = {
    "canasta": (sys.executable, "-B", str(ADAPTERS / "pages-canasta" / "main.py")),
    "kadner": ("node", str(ADAPTERS / "pages-kadner" / "main.mjs")),
    "manzana": ("node", str(ADAPTERS / "example-js" / "main.mjs")),
}


def cases_of(game: str, size: str = FULL, root: Path = CORPUS) -> list[Case]:
    """The cases of a game in a run of some size."""
    return of_size(list(load_cases(root, game)), size, read_manifest(root))


def acts_of(cases: Sequence[Case]) -> tuple[float, float, int]:
    """How many acts the median case has, one in twenty has at least, and the longest has."""
    lengths = sorted(len(case.requests) - 1 for case in cases)
    cuts = quantiles(lengths, n=20, method="inclusive")
    return cuts[9], cuts[18], lengths[-1]


def told(game: str) -> str:
    """How many cases there are, how many acts they have, and how long their witnesses are."""
    cases = cases_of(game)
    acts = acts_of(cases)
    over = "" if all(many <= most for many, most in zip(acts, BARS, strict=True)) else " (over the bar)"
    sizes = ", ".join(
        f"{size} {len(some)} of {sum(map(requests_of, some))} requests" for size in SIZES if (some := cases_of(game, size))
    )
    witnesses = [len(case.witness.requests) - 1 for case in cases if case.witness]
    longest = f"; {len(witnesses)} witnesses, the longest of {max(witnesses)} acts" if witnesses else ""
    return f"{game}: acts {acts[0]:g}, {acts[1]:g}, {acts[2]}{over}; {sizes}{longest}"


def timed(game: str, command: Sequence[str]) -> tuple[float, float]:
    """What the smallest run took of the processor: the implementation, and the run itself."""
    cases, rules = cases_of(game, "smoke"), HeldTo.of(shelf(), game)
    before = spent(resource.RUSAGE_CHILDREN), spent(resource.RUSAGE_SELF)
    run(cases, list(command), variant=game, timeout=60, rules=rules)
    return spent(resource.RUSAGE_CHILDREN) - before[0], spent(resource.RUSAGE_SELF) - before[1]


def killed(corpus: Corpus, size: str) -> int:
    """How many altered lines the cases of a size tell from the true ones."""
    some = {case.id: case for case in of_size(corpus.ordered(), size, read_manifest(CORPUS))}
    planned = {name: corpus.planned[name] for name in some}
    return len(mutation_score(Corpus(corpus.sheet, planned, some, families=corpus.families)).killed)


def tell_run(game: str) -> bool:
    """Print what the smallest run took; whether that is more than it may take an implementation."""
    worst = 0.0
    for name, command in {"the reference": REFERENCE, "an engine": ENGINES.get(game)}.items():
        if command is not None:
            its, own = timed(game, command)
            worst = max(worst, its)
            print(f"    smoke: {name} took {its:.2f} s of the processor, its judgement {own:.2f} s", flush=True)
    return worst > SECONDS


def tell_kills(game: str) -> bool:
    """Print how many altered lines each size tells; whether the smallest tells fewer than it is to tell."""
    corpus = open_corpus(sheet_of(game), CORPUS / game, again=False)
    counts = {size: killed(corpus, size) for size in reversed(SIZES)}
    shares = {size: 100 * many / counts[FULL] for size, many in counts.items()}
    print(
        "    " + ", ".join(f"{size} tells {counts[size]} altered lines ({share:.1f} %)" for size, share in shares.items()),
        flush=True,
    )
    return shares["smoke"] < PERCENT


def main(words: list[str]) -> int:
    """Print what is asked for; 1 where something is larger, or tells less, than it may."""
    parser = ArgumentParser(prog="python -m tests.corpus.measured_sizes", description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES, metavar="GAME", help="the games (all)")
    parser.add_argument("--run", action="store_true", help="play the smallest run, and tell what it took")
    parser.add_argument("--kills", action="store_true", help="tell how many altered lines each size tells")
    asked = parser.parse_args(words)
    amiss = False
    for game in asked.games:
        line = told(game)
        amiss |= "over the bar" in line
        print(line, flush=True)
        amiss |= asked.run and tell_run(game)
        amiss |= asked.kills and tell_kills(game)
    return int(amiss)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
