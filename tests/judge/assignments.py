"""The reference in worlds of other readings, held to what is learnt of it: `python -m tests.judge.assignments GAME...`.

Every single reading; with `--pairs` all pairs of readings of questions that show in the same places; with `--random N` so many
worlds in which every question is read by chance. Nothing may be found in any of them, and of no question may it be said that it is
read as it is not; that is not looked at with `--no-company`, which takes half the time. With `--one-in N` each world is held
against one case in N, drawn anew for each, as a run of some cases plays them: that takes seconds, and there is more to be mistaken
in. What is known by now stands in the file of the game, one world a line; whoever asks again goes on there.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from time import monotonic, process_time

from tests.judge.kept_lines import Row, known, note, part, table
from tests.judge.spoilt import cases_of
from tests.judge.worlds import Readings, at_random, came_of, drawn, entangled, forget, oracle_in, single

GAMES = ("manzana", "canasta", "kadner", "pennies", "dollars", "railroad", "bain")
COLUMNS = ("exactly", "alike", "findings", "undetermined")
"""What worlds come to; besides it is counted in how many of them some question is said to be read as it is not."""


def wanted(game: str, told: Namespace) -> Iterator[tuple[str, str, Readings]]:
    """The worlds that are asked for: their sort, a key and the readings."""
    share = "" if told.one_in == 1 else f" by 1/{told.one_in}"
    if not told.no_single:
        yield from ((f"single{share}", f"{_named(readings)}{share}", readings) for readings in single(game))
    if told.pairs:
        yield from ((f"pairs{share}", f"{_named(readings)}{share}", readings) for readings in entangled(game))
    for number, readings in enumerate(at_random(game, told.random, told.seed)):
        yield f"random{share}", f"random {told.seed} {number}{share}", readings


def _named(readings: Readings) -> str:
    return " ".join(f"{question}={reading}" for question, reading in sorted(readings.items()))


def try_game(game: str, told: Namespace, until: float) -> None:
    """Try the worlds of a game that are not known yet, as far as time allows."""
    file, oracle, cases = told.out / f"{game}.jsonl", oracle_in(game), cases_of(game)
    before = known(file)
    worlds = part(wanted(game, told), told.part)
    for sort, key, readings in islice(worlds, told.at_most):
        if key in before:
            continue
        if monotonic() > until:
            return
        began = process_time()
        came = came_of(oracle, drawn(cases, told.one_in, f"{game} {key}"), readings, not told.no_company)
        row = {"key": key, "sort": sort, "what": came.what, "seconds": round(process_time() - began, 2), **asdict(came)}
        note(file, row)
        forget(oracle)
        for what, names in (("findings", came.findings), ("said wrongly", came.belied)):
            if names:
                print(f"{game}: {key}: {what}: {', '.join(names)}", flush=True)


def rows_of(game: str, found: dict[str, Row], told: Namespace) -> Iterator[list[object]]:
    """A row of the table for each sort of worlds of a game."""
    asked = Counter(sort for sort, _, _ in wanted(game, told))
    for sort in dict.fromkeys((*asked, *(row["sort"] for row in found.values()))):
        mine = [row for row in found.values() if row["sort"] == sort]
        counts = Counter(row["what"] for row in mine)
        belied, seconds = sum(map(bool, (row["belied"] for row in mine))), sum(row["seconds"] for row in mine)
        yield [f"{game} {sort}", asked[sort], len(mine), *(counts[column] for column in COLUMNS), belied, float(seconds)]


def arguments(words: list[str]) -> Namespace:
    """What is asked for."""
    asked = ArgumentParser(prog="python -m tests.judge.assignments", description=__doc__)
    asked.add_argument("games", nargs="*", default=GAMES, metavar="GAME", help="the games (all)")
    asked.add_argument("--no-single", action="store_true", help="leave out the worlds of single readings")
    asked.add_argument("--pairs", action="store_true", help="all pairs of readings of entangled questions, too")
    asked.add_argument("--random", type=int, default=0, metavar="N", help="so many worlds at random, too")
    asked.add_argument("--no-company", action="store_true", help="do not look for what else would give all answers")
    asked.add_argument("--one-in", type=int, default=1, metavar="N", help="hold each world against one case in N")
    asked.add_argument("--seed", type=int, default=1, help="which ones at random")
    asked.add_argument("--part", default="1/1", metavar="K/N", help="the K-th of N parts")
    asked.add_argument("--at-most", type=int, metavar="N", help="no more than the first N worlds of a part")
    asked.add_argument("--minutes", type=float, default=float("inf"), help="begin none after so many minutes")
    asked.add_argument("--out", type=Path, default=Path("build/assignments"), help="the folder of what is known")
    return asked.parse_args(words)


def main(words: list[str]) -> int:
    """Try what is asked for, print the table; 1 where something was found, or said wrongly."""
    told = arguments(words)
    until = monotonic() + told.minutes * 60
    for game in told.games:
        try_game(game, told, until)
    found = {game: known(told.out / f"{game}.jsonl") for game in told.games}
    head = ("worlds", "asked for", "tried", *COLUMNS, "said wrongly", "seconds")
    print(table(head, (row for game in told.games for row in rows_of(game, found[game], told))))
    return int(any(row["what"] == "findings" or row["belied"] for rows in found.values() for row in rows.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
