"""What the judge makes of implementations with one line spoilt: `python -m tests.judge.mutants GAME...`.

Each is found (cases depart), comes to a reading (which is named), is undecided, or is never seen. Of a found one it is told whether
some finding is booked on its line, whether one is told as if that line were spoilt, whether each is told as if another one were
that answers all of its cases just so, or whether some is named elsewhere with nothing to explain it. What is known by now stands
in the file of the game, one mutant a line; whoever asks again goes on there. `--keep` writes what the mutants of a game come to
into the file of the repository, in the order of the book: tests judge some of them again, and a change of the judge shows in it.

With `--otherwise` whoever has the line wrong reads a third of the questions otherwise, as a die falls for each mutant, and claims
nothing: then it is counted besides of how many some question is said to be read as it is not.
"""

import random
import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from time import monotonic, process_time
from types import MappingProxyType

import yaml
from tests.judge.kept_lines import Row, known, note, part, table
from tests.judge.spoilt import answers_spoilt, held_to, mutants_of, oracle_of, rules
from tests.judge.worlds import Readings, assignment_of, belied, forget

from meldspec.corpus.mutation.operators import Mutant
from meldspec.judge.findings import Finding
from meldspec.judge.judgement import Judgement, judge
from meldspec.judge.oracle import Assignment, Oracle
from meldspec.runner.judged import with_causes

ON_ITS_LINE, LOCALISED, ALIKE, ELSEWHERE = "on its line", "named by localisation", "as if another line", "named elsewhere"
READING, UNDECIDED, UNSEEN = "comes to a reading", "undetermined", "not found"
COLUMNS = (ON_ITS_LINE, LOCALISED, ALIKE, ELSEWHERE, READING, UNDECIDED, UNSEEN)
KEPT = Path(__file__).with_name("kept_mutants")
"""The folder of what is kept in the repository of the mutants of a game: what each comes to, by its name."""


@dataclass(frozen=True)
class Came:
    """What a mutant comes to, on what, and the questions of which it is said that they are read as they are not."""

    what: str
    how: str
    belied: tuple[str, ...] = ()


def told(line: str, judgement: Judgement, some: tuple[Finding, ...], oracle: Oracle, truth: Assignment) -> Came:
    """What a judgement comes to on whoever has a line wrong and reads so."""
    said_wrongly = tuple(belied(oracle, judgement.learnt, truth))
    otherwise = sorted(judgement.learnt.assignment ^ truth)
    if some:
        departing = len({case for finding in some for case in finding.cases})
        lines = "; ".join(_named(finding) for finding in some)
        return Came(_where(line, some), f"{departing} cases depart: {lines}", said_wrongly)
    if all(oracle.explains(one.transcript, truth) for one in judgement.cases):
        return Came(UNSEEN, "", said_wrongly)
    if otherwise:
        return Came(READING, ", ".join(f"{question} = {reading}" for question, reading in otherwise), said_wrongly)
    return Came(UNDECIDED, ", ".join(sorted({question for one in judgement.cases for question in one.questions})), said_wrongly)


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


def judged(game: str, mutant: Mutant, readings: Readings = MappingProxyType({})) -> Came:
    """What a mutant comes to by all cases of its game, of one who reads so."""
    oracle, truth = oracle_of(game), assignment_of(oracle_of(game), readings)
    # How whoever reads by default reads is not asked of each of a thousand: it takes longer than all besides.
    judgement = judge(oracle, answers_spoilt(game, mutant, readings=readings), company=bool(readings))
    came = told(mutant.tag.line, *with_causes(judgement, oracle, held_to(game)), oracle, truth)
    forget(oracle)
    return came if readings else replace(came, belied=())


def otherwise(game: str, name: str) -> Readings:
    """How whoever has that line wrong reads a third of the questions."""
    die = random.Random(f"{game} {name}")
    return {question: die.choice(every[1:]) for question, every in sorted(rules().readings(game).items()) if die.random() < 1 / 3}


def kept(game: str) -> dict[str, str]:
    """What is kept of a game; nothing where nothing is."""
    file = KEPT / f"{game}.yaml"
    return dict(yaml.safe_load(file.read_text(encoding="utf-8"))) if file.exists() else {}


def keep(game: str, rows: Mapping[str, Row]) -> None:
    """Write what is known of a game, and what was kept before of mutants that nothing is known of."""
    before = kept(game)
    now = {name: rows[name]["what"] if name in rows else before.get(name) for name, _ in named(mutants_of(game))}
    text = yaml.safe_dump({name: what for name, what in now.items() if what}, sort_keys=False, allow_unicode=True, width=1000)
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{game}.yaml").write_text(text, encoding="utf-8")


def file_of(game: str, asked: Namespace) -> Path:
    """Where it is noted what the mutants of a game come to."""
    return Path(asked.out) / f"{game}{'-otherwise' if asked.otherwise else ''}.jsonl"


def try_game(game: str, asked: Namespace, until: float) -> None:
    """Try the mutants of a game that are not known yet, in an order by chance, as far as time allows."""
    file, some = file_of(game, asked), list(named(mutants_of(game)))
    before = known(file)
    random.Random(asked.seed).shuffle(some)
    for name, mutant in islice(part(some, asked.part), asked.at_most):
        if name in before:
            continue
        if monotonic() > until:
            return
        began = process_time()
        came = judged(game, mutant, otherwise(game, name) if asked.otherwise else {})
        note(file, {"key": name, **asdict(came), "seconds": round(process_time() - began, 2)})
        print(f"{name}\n    {came.what}: {came.how}", flush=True)
        if came.belied:
            print(f"    said wrongly: {', '.join(came.belied)}", flush=True)


def row_of(game: str, rows: list[Row]) -> list[object]:
    """A game's row of the table."""
    counts = Counter(row["what"] for row in rows)
    seconds, belied_in = float(sum(row["seconds"] for row in rows)), sum(bool(row.get("belied")) for row in rows)
    return [game, len(mutants_of(game)), len(rows), *(counts[column] for column in COLUMNS), belied_in, seconds]


def arguments(words: list[str]) -> Namespace:
    """What is asked for."""
    asked = ArgumentParser(prog="python -m tests.judge.mutants", description=__doc__)
    asked.add_argument("games", nargs="*", default=("manzana", "kadner"), metavar="GAME", help="the games (Manzana and Kadner)")
    asked.add_argument("--seed", type=int, default=1, help="in which order")
    asked.add_argument("--part", default="1/1", metavar="K/N", help="the K-th of N parts")
    asked.add_argument("--at-most", type=int, metavar="N", help="no more than the first N mutants of a part")
    asked.add_argument("--minutes", type=float, default=float("inf"), help="begin none after so many minutes")
    asked.add_argument("--out", type=Path, default=Path("build/mutants"), help="the folder of what is known")
    asked.add_argument("--list", choices=COLUMNS, help="list those that come to this, of what is known")
    asked.add_argument("--otherwise", action="store_true", help="of one who reads a third of the questions otherwise")
    asked.add_argument("--keep", action="store_true", help="try none; write what is known into the files of the repository")
    return asked.parse_args(words)


def main(words: list[str]) -> None:
    """Try what is asked for, and print the table."""
    asked = arguments(words)
    until = monotonic() + asked.minutes * 60
    rows: dict[str, list[Row]] = {}
    for game in asked.games:
        if not (asked.list or asked.keep):
            try_game(game, asked, until)
        found = known(file_of(game, asked))
        rows[game] = list(found.values())
        if asked.keep:
            keep(game, found)
        for row in rows[game]:
            if row["what"] == asked.list:
                print(f"{game}: {row['key']}: {row['how']}")
    print(
        table(
            ("mutants", "of all", "tried", *COLUMNS, "said wrongly", "seconds"), [row_of(game, rows[game]) for game in asked.games]
        )
    )


if __name__ == "__main__":
    main(sys.argv[1:])
