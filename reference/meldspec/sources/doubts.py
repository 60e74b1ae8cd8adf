"""What became of the doubts of a game: who names one by its id in an inventory means the question in which it stands."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from meldspec.book.flat import Book
from meldspec.language.problems import did_you_mean
from meldspec.sources.ledger import Ledger, bare

SHOWN = 60
"""Characters that are shown of a name that somebody made up."""


@dataclass(frozen=True)
class Doubts:
    """By the ids of doubts, their zeros left out: the questions of a book in which each stands, and why others do not arise there.
    `readings` has those of every question; `known` are doubts that are counted, whatever became of them here."""

    book: str = ""
    asked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    settled: Mapping[str, str] = field(default_factory=dict)
    readings: Mapping[str, Sequence[str]] = field(default_factory=dict)
    known: frozenset[str] = frozenset()

    def resolved(self, claims: Mapping[str, str]) -> dict[str, str]:
        """Claims by the ids of questions; who claims a question by its own id means that, and what cannot be resolved stays as it
        is."""
        found: dict[str, str] = {}
        for name, reading in claims.items():
            found.setdefault(self._question(name, reading) or name, reading)
        return found | {name: reading for name, reading in claims.items() if name in self.readings}

    def strange(self, claims: Mapping[str, str]) -> Iterator[str]:
        """A sentence for each claim that is of no reading of the book."""
        for name, reading in claims.items():
            if reading not in self.readings.get(self._question(name, reading) or name, ()):
                yield self._why(name, reading)
        yield from self._twice(claims)

    def _question(self, name: str, reading: str) -> str | None:
        """The question that a name stands for where a reading of it is claimed; none where it is no doubt of the book."""
        asked = self.asked.get(bare(name), ())
        # Where a doubt stands in several questions, the reading says which is meant.
        having = [question for question in asked if reading in self.readings[question]]
        return having[0] if len(having) == 1 else asked[0] if len(asked) == 1 else None

    def _why(self, name: str, reading: str) -> str:
        told, says = name[:SHOWN], reading[:SHOWN]
        if name in self.readings:
            return f"It claims to read {name} as {says!r}, which is none of its readings: {', '.join(self.readings[name])}."
        if asked := self.asked.get(bare(name)):
            each = "; ".join(f"{question}, which is read as {', '.join(self.readings[question])}" for question in asked)
            which = "more than one of these" if all(reading in self.readings[one] for one in asked) else "no reading of it by name"
            return f"It claims {says!r} for {told}, which is {which}: that is asked in {each}."
        if why := self.settled.get(bare(name)):
            return f"It claims {says!r} for {told}, which no question of {self.book} asks: {why}"
        if bare(name) in self.known:
            return f"It claims {says!r} for {told}, which no question of {self.book} asks."
        mend = did_you_mean(told, [*self.readings, *self.asked])
        return f"It claims a reading of {told!r}, which is no question of {self.book}{'; ' + mend if mend else '.'}"

    def _twice(self, claims: Mapping[str, str]) -> Iterator[str]:
        """A sentence for each question that is claimed to be read in two ways, under two names."""
        found: dict[str, str] = {}
        for name, reading in claims.items():
            question = self._question(name, reading) or name
            before = found.setdefault(question, name)
            if claims[before] != reading and question in self.readings:
                both = f"{claims[before][:SHOWN]!r} for {before} and {reading[:SHOWN]!r} for {name}"
                yield f"It claims {both}, which are one question, {question}: it is held to {self.resolved(claims)[question]!r}."


def doubts_of(book: Book, ledgers: Sequence[Ledger], moot: Mapping[str, Mapping[str, str]]) -> Doubts:
    """The doubts of a book: those that its questions cover, and what its ledgers, or else those of the books it descends from, say
    of others."""
    questions = book.questions()
    asked: dict[str, list[str]] = {}
    for id, question in questions.items():
        for doubt in question.covers:
            asked.setdefault(bare(doubt), []).append(id)
    settled: dict[str, str] = {}
    for name in (book.name, *book.ancestors):
        mine = [ledger for ledger in ledgers if ledger.variant == name]
        told = {bare(doubt): id for ledger in mine for doubt, id in ledger.doubts.items() if id in questions}
        why = {bare(doubt): why for ledger in mine for doubt, why in ledger.settled.items()}
        why |= {bare(doubt): one for doubt, one in moot.get(name, {}).items()}
        # What the book itself says of a doubt counts more than what an ancestor says.
        for doubt, id in told.items():
            if doubt not in settled:
                asked.setdefault(doubt, [id])
        settled |= {doubt: one for doubt, one in why.items() if doubt not in asked and doubt not in settled}
    known = frozenset(doubt for ledger in ledgers for doubt in ledger.known.get("doubts", ()))
    readings = {id: tuple(one.name for one in question.readings) for id, question in questions.items()}
    return Doubts(book.name, {id: tuple(ids) for id, ids in asked.items()}, settled, readings, known)
