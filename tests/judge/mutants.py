"""What the judge makes of implementations with one line spoilt: `python -m tests.judge.mutants GAME...`.

Each is found (cases depart), comes to a reading (which is named), is undecided, or is never seen. Of a found one it is told whether
some finding is booked on its line, whether one is told as if that line were spoilt, whether each is told as if another one were
that answers all of its cases just so, or whether some is named elsewhere with nothing to explain it. What is known by now stands
in the file of the game, one mutant a line; whoever asks again goes on there.
"""

import random
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from time import monotonic, process_time

from tests.judge.kept_lines import Row, known, note, part, table
from tests.judge.spoilt import answers_spoilt, found, mutants_of, oracle_of
from tests.judge.worlds import forget

from meldspec.corpus.mutation.operators import Mutant
from meldspec.judge.findings import Finding
from meldspec.judge.judgement import Judgement, Verdict, judge
from meldspec.judge.oracle import DEFAULTS

ON_ITS_LINE, LOCALISED, ALIKE, ELSEWHERE = "on its line", "named by localisation", "as if another line", "named elsewhere"
READING, UNDECIDED, UNSEEN = "comes to a reading", "undetermined", "not found"
COLUMNS = (ON_ITS_LINE, LOCALISED, ALIKE, ELSEWHERE, READING, UNDECIDED, UNSEEN)


def told(variant: str, mutant: Mutant, judgement: Judgement) -> tuple[str, str]:
    """What a judgement comes to, and on what."""
    assignment = judgement.learnt.assignment
    verdicts = Counter(one.verdict for one in judgement.cases)
    if verdicts[Verdict.DEPARTS]:
        some = found(variant, judgement)
        departing = len({case for finding in some for case in finding.cases})
        lines = "; ".join(_named(finding) for finding in some)
        return _where(mutant.tag.line, some), f"{departing} cases depart: {lines}"
    if assignment:
        return READING, ", ".join(f"{question} = {reading}" for question, reading in sorted(assignment))
    if all(oracle_of(variant).explains(one.transcript, DEFAULTS) for one in judgement.cases):
        return UNSEEN, ""
    return UNDECIDED, ", ".join(sorted({question for one in judgement.cases for question in one.questions}))


def _where(line: str, some: tuple[Finding, ...]) -> str:
    """Whether findings name a line, and how."""
    causes = [one.cause.line for one in some if one.cause is not None]
    if any(line in one.lines for one in some):
        return ON_ITS_LINE
    if line in causes:
        return LOCALISED
    return ALIKE if len(causes) == len(some) else ELSEWHERE


def _named(finding: Finding) -> str:
    """A finding in a few words."""
    cause = f", as if {finding.cause.line} {finding.cause.what}" if finding.cause else ""
    return f"{', '.join(finding.lines) or finding.clause} {finding.sort} ({len(finding.cases)}){cause}"


def named(some: Iterable[Mutant]) -> Iterator[tuple[str, Mutant]]:
    """Mutants by their names; of those that are called alike the later ones are numbered."""
    seen: Counter[str] = Counter()
    for mutant in some:
        seen[str(mutant)] += 1
        yield (str(mutant) if seen[str(mutant)] == 1 else f"{mutant} ({seen[str(mutant)]}.)"), mutant


def try_game(game: str, asked: Namespace, until: float) -> None:
    """Try the mutants of a game that are not known yet, in an order by chance, as far as time allows."""
    file, some = asked.out / f"{game}.jsonl", list(named(mutants_of(game)))
    before = known(file)
    random.Random(asked.seed).shuffle(some)
    for name, mutant in islice(part(some, asked.part), asked.at_most):
        if name in before:
            continue
        if monotonic() > until:
            return
        began = process_time()
        what, how = told(game, mutant, judge(oracle_of(game), answers_spoilt(game, mutant), company=False))
        note(file, {"key": name, "what": what, "how": how, "seconds": round(process_time() - began, 2)})
        forget(oracle_of(game))
        print(f"{name}\n    {what}: {how}", flush=True)


def row_of(game: str, rows: list[Row]) -> list[object]:
    """A game's row of the table."""
    counts = Counter(row["what"] for row in rows)
    seconds = float(sum(row["seconds"] for row in rows))
    return [game, len(mutants_of(game)), len(rows), *(counts[column] for column in COLUMNS), seconds]


def main(words: list[str]) -> None:
    """Try what is asked for, and print the table."""
    asked = ArgumentParser(prog="python -m tests.judge.mutants", description=__doc__)
    asked.add_argument("games", nargs="*", default=("manzana", "kadner"), metavar="GAME", help="the games (Manzana and Kadner)")
    asked.add_argument("--seed", type=int, default=1, help="in which order")
    asked.add_argument("--part", default="1/1", metavar="K/N", help="the K-th of N parts")
    asked.add_argument("--at-most", type=int, metavar="N", help="no more than the first N mutants of a part")
    asked.add_argument("--minutes", type=float, default=float("inf"), help="begin none after so many minutes")
    asked.add_argument("--out", type=Path, default=Path("build/mutants"), help="the folder of what is known")
    asked.add_argument("--list", choices=COLUMNS, help="list those that come to this, of what is known")
    told_ = asked.parse_args(words)
    until = monotonic() + told_.minutes * 60
    rows: dict[str, list[Row]] = {}
    for game in told_.games:
        if not told_.list:
            try_game(game, told_, until)
        rows[game] = list(known(told_.out / f"{game}.jsonl").values())
        for row in rows[game]:
            if row["what"] == told_.list:
                print(f"{game}: {row['key']}: {row['how']}")
    print(table(("mutants", "of all", "tried", *COLUMNS, "seconds"), [row_of(game, rows[game]) for game in told_.games]))


if __name__ == "__main__":
    main(sys.argv[1:])
