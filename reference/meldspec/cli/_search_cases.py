"""Searches for cases: for the goals of a book, for what single readings lack, for what tells spoilt lines."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from time import process_time

import click

from meldspec.corpus.corpus import Corpus
from meldspec.corpus.evidence import Gatherer, readings_of
from meldspec.corpus.family import Alternative
from meldspec.corpus.lists import ListMaker
from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.mutation.score import usual_choices
from meldspec.corpus.plan import Company
from meldspec.corpus.search.campaign import Campaign, missing_companies
from meldspec.corpus.search.equivalence import searches
from meldspec.corpus.search.evidence_search import Hunt, hunts, hunts_for_lines, of_reading
from meldspec.corpus.search.initial_states import Opening
from meldspec.corpus.search.other_matches import told_by_match
from meldspec.corpus.search.playout import TimedSeeds
from meldspec.language.problems import counted
from meldspec.table.selection import ChoiceError, Options, in_order

STEERED = 20_000
"""In so many acts what tells a spoilt line is looked for beside what the cases show."""


@dataclass(frozen=True)
class Search:
    """What is looked for, and how: in how many games, from which seed on (none: behind those that were searched), how many minutes,
    under which options, of which clauses and questions only, from positions or from deals, and from which openings alone; with
    `evidence` what single readings lack, with `spoilt` what tells these mutants alone."""

    games: int
    first: int | None
    minutes: float
    options: Mapping[str, int]
    only: frozenset[str]
    positions: bool
    openings: tuple[Opening, ...] = ()
    evidence: bool = False
    spoilt: tuple[str, ...] = ()


def search_for_cases(write: Callable[[Corpus], None], corpus: Corpus, search: Search) -> None:
    """Look for cases that are missing: first for the goals of the book, then for what kills surviving mutants, under the options
    named, or else under all of them by turns; the default ones have half of the time."""
    default, *others = usual_choices(corpus.sheet)
    if unknown := [name for name in search.options if name not in default]:
        raise click.BadParameter(f"{corpus.sheet.book.name} has no option {unknown[0]}", param_hint="--option")
    chosen = default | dict(search.options)
    try:
        corpus.family(in_order(chosen))
    except ChoiceError as error:
        raise click.BadParameter(str(error), param_hint="--option") from None
    # Most implementations play by the default options alone, which get most cases.
    ways = [chosen] if search.options or search.openings else [default, *others]
    must_be_there(corpus, [in_order(way) for way in ways], search.spoilt)
    first = corpus.unplayed() if search.first is None else search.first
    seeds, end = range(first, first + search.games), process_time() + search.minutes * 60
    for number, way in enumerate(ways):
        left = len(ways) - number
        under = Searching(write, search, seeds, in_order(way))
        under.run(corpus, _share(end, 2 if number == 0 and left > 1 else left))


def must_be_there(corpus: Corpus, ways: Sequence[Options], spoilt: Sequence[str]) -> None:
    """Refuse a spoilt line that there is under none of some options."""
    name, readings = corpus.sheet.book.name, readings_of(corpus.sheet)
    by_default = {line for way in ways for line in every_mutant(corpus.family(way).rulebook)} if spoilt else set()
    for line in spoilt:
        if (of := of_reading(line)) is None:
            known, more = line in by_default, ""
        else:
            question, reading, altered = of
            there = reading in readings.get(question, ())
            known, more = there and any(altered in corpus.arena(way, question, reading).altered for way in ways), " --readings"
        if not known:
            told = f"{name} has no such line: {line}; `meldspec mutation {name}{more} --list alive` names those that want a case"
            raise click.BadParameter(told, param_hint="--spoilt")


@dataclass(frozen=True)
class Searching:
    """A search under some options, in the games of some seeds."""

    write: Callable[[Corpus], None]
    search: Search
    seeds: range
    under: Options

    def run(self, corpus: Corpus, until: float) -> None:
        """Look, until some time, for goals, then for readings in company, then for surviving mutants, which are killed best from
        deals."""
        search = self.search
        if search.evidence:
            self._for_evidence(corpus, until)
            return
        if search.spoilt:
            self._for_spoilt(corpus, until)
            return
        goals = Campaign(corpus, self.under, search.only, search.positions, search.openings)
        self._play(goals, "goals", _share(until, 2))
        self._lists(corpus)
        companies = missing_companies(corpus, search.only)
        for count, company in enumerate(companies):
            label = "where " + " ".join(f"{question}={reading}" for question, reading in company)
            campaign = replace(goals, company=company)
            self._play(campaign, label, _share(until, len(companies) - count + (not search.positions)))
        if not search.positions:
            self._play(replace(goals, mutants=True), "lines", until)

    def _lists(self, corpus: Corpus) -> None:
        """Add the lists that are missing."""
        if many := ListMaker(corpus, self.under).add_missing(self.search.only):
            click.echo(f"  {counted(many, 'list')} of what may be done added")
            self.write(corpus)

    def _steered(self, lines: Campaign, until: float) -> None:
        """Look, until some time, for what tells the lines of a campaign before any other game: first in the games of the cases
        themselves, in other deals of a match, then beside what the cases show."""
        named = {one.name: one for one in lines.named}
        for goal, script, other in told_by_match(lines.corpus, self.under, lines.named):
            lines.offer(goal, script, other, surely=True)
            del named[other.name]
        self._beside_cases(lines, named, until)

    def _beside_cases(self, lines: Campaign, named: Mapping[str, Alternative], until: float, company: Company = ()) -> None:
        """Look, until some time, for what tells some of the lines of a campaign, by their names, beside what the cases show; where
        they are lines of a reading, with that and its company in force."""
        made = ((one.mutant, dict[str, str]()) for one in named.values() if one.mutant is not None)
        every = list(searches(lines.corpus, made, self.under, company=company))
        with click.progressbar(every, label="beside what the cases show") as bar:
            for search in bar:
                if process_time() > until:
                    break
                search.search(STEERED)
                for name, looked in search.looked.items():
                    if looked.apart is not None:
                        lines.offer(*looked.apart, named[name])

    def _for_evidence(self, corpus: Corpus, until: float) -> None:
        """Look, until some time, for what no case shows of single readings: half of the time by the defaults, where most shows."""
        search = self.search
        found = list(Gatherer(corpus).all(search.only))
        usual, *others = hunts(corpus, self.under, found)
        self._hunt([usual], _share(until, 2) if others else until)
        self._hunt(others, until)

    def _for_spoilt(self, corpus: Corpus, until: float) -> None:
        """Look, until some time, for what tells these spoilt lines: those of the rules by default, then those of readings."""
        search, of_readings = self.search, [name for name in self.search.spoilt if of_reading(name)]
        if rest := frozenset(search.spoilt).difference(of_readings):
            lines = Campaign(corpus, self.under, frozenset(), search.positions, search.openings, spoilt=rest)
            self._steered(lines, until)
            self._play(lines, "spoilt lines", _share(until, 2) if of_readings else until)
        due = hunts_for_lines(corpus, self.under, of_readings)
        for number, hunt in enumerate(due):
            if (campaign := hunt.made(search.positions, search.openings)) is not None:
                end = _share(until, len(due) - number)
                (one, *_) = campaign.wanted.values()
                named = {name: wanted.other for name, wanted in campaign.wanted.items()}
                self._beside_cases(campaign, named, _share(end, 2), tuple(campaign.arenas(one.goal).together.items()))
                self._play(campaign, hunt.name, end)

    def _hunt(self, due: Sequence[Hunt], until: float) -> None:
        """Go on some hunts, until some time, each with its share of it."""
        for number, hunt in enumerate(due):
            campaign = hunt.made(self.search.positions, self.search.openings)
            if campaign is not None:
                self._play(campaign, hunt.name, _share(until, len(due) - number))

    def _play(self, campaign: Campaign, what: str, until: float) -> None:
        """Play for as long as there is time, write the cases found, and tell how many there are; it is said where time was short,
        since then another run may find more or less."""
        corpus, options = campaign.corpus, " ".join(f"{name}={value}" for name, value in campaign.options)
        label = f"{corpus.sheet.book.name} {options}: {what}"
        with click.progressbar(self.seeds, label=label) as bar:
            seeds = TimedSeeds(bar, until)
            found = campaign.search(seeds)
        played = self.seeds[: campaign.played]
        # Seeds are as good as each other: those that only another campaign played are not gone back to (decision 17).
        corpus.searched = max(corpus.unplayed(), played.stop)
        if not played and not seeds.stopped:
            click.echo("  nothing is missing")
            return
        games = f"games {played.start} to {played.stop - 1}" if played else "no game"
        short = f"; no time for more than {counted(len(played), 'game')} of {len(self.seeds)}" if seeds.stopped else ""
        click.echo(f"  {games}: {counted(found, 'new case')}{short}")
        self.write(corpus)


def _share(end: float, parts: int) -> float:
    """When one of so many equal parts of the time that is left is over."""
    now = process_time()
    return now + (end - now) / parts
