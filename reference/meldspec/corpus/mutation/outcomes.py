"""What becomes of the mutants of a book, and how these are counted: by book, by chapter, by operator."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from meldspec.sources.searched import Search, Searches


class Outcome(StrEnum):
    """What a mutant comes to."""

    STILLBORN = "stillborn"
    """It is no book, one that the checks refuse, or one that breaks before anybody acts."""
    EQUAL = "equal"
    """Its lines are those of a mutant that is counted already."""
    KILLED = "killed"
    """A finding remains once the readings have been learnt."""
    READING = "reading"
    """It is learnt as other readings, and says just what these say, or the cases show how far these go, or a search or an argument
    shows that nothing tells it from these."""
    PROVED = "proved"
    """Nothing that any act comes upon is otherwise, or a search that came near it met no act that is judged otherwise."""
    ARGUED = "argued"
    """It is argued that no table tells it from the true rules."""
    BREAKS = "breaks"
    """Its rules break, or never come to rest, in some case, and nothing is found besides: who has them so breaks off or hangs
    there, which a report tells with the case."""
    UNDETERMINED = "undetermined"
    """Some case is answered otherwise, and what is not settled might explain it."""
    ALIVE = "alive"
    """No case is answered otherwise."""


UNCOUNTED = (Outcome.STILLBORN, Outcome.EQUAL)
TOLD = (Outcome.KILLED, Outcome.BREAKS)
"""Outcomes of mutants of which an author is told."""
EXCUSED = (Outcome.READING, Outcome.PROVED, Outcome.ARGUED)
"""Outcomes of mutants that no case has to kill."""
MOST_ARGUED = 0.03
"""So many of the mutants of a book at most may be said to be equivalent."""
MOST_PROVED = 0.15
"""So many of them at most may be equivalent by proof."""


@dataclass(frozen=True)
class Result:
    """What one mutant has come to and how, with the seconds of the processor that it took; `lines` is a digest of what it says
    otherwise, the same for mutants with the same resolved lines; `answers_as` are the readings, beside the defaults, that explain
    all that it answers, where no case shows how far these go."""

    name: str
    chapter: str
    operator: str
    outcome: Outcome
    how: str = ""
    seconds: float = 0.0
    lines: str = ""
    answers_as: Mapping[str, str] = field(default_factory=dict)


def counted_once(results: Iterable[Result]) -> list[Result]:
    """The results with every mutant that has the lines of an earlier one told as equal to it."""
    first: dict[str, str] = {}
    found: list[Result] = []
    for one in results:
        name = first.setdefault(one.lines, one.name) if one.lines else one.name
        found.append(one if name == one.name else replace(one, outcome=Outcome.EQUAL, how=name))
    return found


def is_open(one: Result) -> bool:
    """Whether a search or an argument may yet show that a mutant is equivalent: to the rules, or to these as something is read."""
    return one.outcome == Outcome.ALIVE or (one.outcome == Outcome.UNDETERMINED and bool(one.answers_as))


def searched(results: Iterable[Result], searches: Mapping[str, Search]) -> list[Result]:
    """The results with those that a search did not tell from the rules as proved, and those that it did not tell from these as
    something is read as that reading."""
    found = []
    for one in results:
        search = searches.get(one.name)
        if search is not None and is_open(one) and dict(search.readings) == dict(one.answers_as):
            one = _excused(one, Outcome.PROVED, f"not told apart by {search.acts} acts")
        found.append(one)
    return found


def argued(results: Iterable[Result], reasons: Mapping[str, str]) -> list[Result]:
    """The results with those that no case tells, and of which it is argued that they are equivalent, told as that: to the rules, or
    to these as something is read."""
    return [_excused(one, Outcome.ARGUED, reasons[one.name]) if one.name in reasons and is_open(one) else one for one in results]


def _excused(one: Result, outcome: Outcome, why: str) -> Result:
    """What no case has to kill: as that outcome, or as the reading that it answers as."""
    read = "".join(f"{question} = {reading}, " for question, reading in sorted(one.answers_as.items()))
    return replace(one, outcome=Outcome.READING if read else outcome, how=f"{read}{why}")


def settled(results: Iterable[Result], searches: Searches, rules: str, reasons: Mapping[str, str]) -> list[Result]:
    """What all mutants of a book come to: every one once, with what was looked for in vain, if it was so for rules of this digest,
    and what is argued."""
    return argued(searched(counted_once(results), searches.mutants if searches.rules == rules else {}), reasons)


def out_of_place(results: Sequence[Result], reasons: Mapping[str, str]) -> list[str]:
    """What is wrong with the reasons: a mutant that is killed, or that there is not, and more of them than are allowed."""
    by_name = {one.name: one for one in results}
    missing = [f"there is no mutant '{name}'" for name in reasons if name not in by_name]
    others = [f"'{name}' is {by_name[name].outcome}" for name in reasons if name in by_name and not _rests(by_name[name], reasons)]
    mutants = sum(one.outcome not in UNCOUNTED for one in results)
    said = sum(one.outcome == Outcome.ARGUED for one in results)
    wrong = [*missing, *others]
    if said > MOST_ARGUED * mutants:
        wrong.append(f"{said} of {mutants} mutants are said to be equivalent, more than {MOST_ARGUED:.0%}")
    proved = sum(one.outcome == Outcome.PROVED for one in results)
    if proved > MOST_PROVED * mutants:
        wrong.append(f"{proved} of {mutants} mutants are equivalent by proof, more than {MOST_PROVED:.0%}")
    return wrong


def _rests(one: Result, reasons: Mapping[str, str]) -> bool:
    """Whether it is for the reason given that no case has to kill a mutant."""
    return one.outcome in EXCUSED and one.how.endswith(reasons[one.name])


def unfounded(results: Iterable[Result], searches: Mapping[str, Search]) -> list[str]:
    """The mutants of a search that there are not, or that some case tells."""
    by_name = {one.name: one for one in results}
    found = [f"there is no mutant '{name}'" for name in searches if name not in by_name]
    fine = (Outcome.PROVED, Outcome.READING, Outcome.EQUAL)
    return found + [f"'{name}' is {one.outcome}" for name in searches if (one := by_name.get(name)) and one.outcome not in fine]


COLUMNS = tuple(one for one in Outcome if one not in UNCOUNTED)
HEAD = ("mutants", *UNCOUNTED, *COLUMNS, "score")


def score(counts: Mapping[Outcome, int]) -> float | None:
    """The share of the mutants of which an author is told, of those that a case could tell; none where there are none."""
    wanted = sum(number for outcome, number in counts.items() if outcome not in (*UNCOUNTED, *EXCUSED))
    return sum(counts.get(one, 0) for one in TOLD) / wanted if wanted else None


def row(name: str, results: Iterable[Result]) -> list[str]:
    """A row of a table: how many mutants there are of some, and what they come to."""
    counts = Counter(one.outcome for one in results)
    mutants = sum(number for outcome, number in counts.items() if outcome not in UNCOUNTED)
    share = score(counts)
    return [name, str(mutants), *(str(counts[one]) for one in (*UNCOUNTED, *COLUMNS)), "" if share is None else f"{share:.1%}"]


def by(results: Iterable[Result], key: Callable[[Result], str], order: Sequence[str]) -> list[list[str]]:
    """A row for each of some groups of results, in an order."""
    groups: dict[str, list[Result]] = {name: [] for name in order}
    for one in results:
        groups.setdefault(key(one), []).append(one)
    return [row(name, group) for name, group in groups.items() if group]


def table(first: str, rows: Iterable[Sequence[str]]) -> str:
    """Rows under their heads, numbers to the right."""
    told = [(first, *HEAD), *rows]
    wide = [max(len(line[column]) for line in told) for column in range(len(told[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width) for column, (cell, width) in enumerate(zip(line, wide, strict=True))
        )
        for line in told
    )
