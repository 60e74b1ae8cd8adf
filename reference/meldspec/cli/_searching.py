"""The search of `meldspec corpus`: under which options, for how long, and from which positions games are played."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time

import click

from meldspec.cli._positions import position_of
from meldspec.corpus.corpus import Corpus, Options
from meldspec.corpus.mutation.score import every_choice
from meldspec.corpus.search.campaign import Campaign, missing_companies
from meldspec.corpus.search.initial_states import Opening
from meldspec.corpus.search.playout import TimedSeeds
from meldspec.language.problems import counted
from meldspec.position.request import NoPosition, request_from_table

SECONDS = 60


@dataclass(frozen=True)
class Search:
    """What is looked for, and how: the seeds of the games, how many minutes, under which options, of which clauses and questions
    only, from positions or from deals, and from which openings alone."""

    seeds: range
    minutes: float
    options: Mapping[str, int]
    only: frozenset[str]
    positions: bool
    openings: tuple[Opening, ...] = ()


Openings = dict[str, dict[Options, list[Opening]]]
"""Positions that somebody has set out, by variant and options."""


def openings_of(files: Iterable[Path]) -> Openings:
    """The positions of some files with the acts that they ask about.

    Refuses what the protocol's position cannot tell, and readings other than the defaults, which no case is about.
    """
    found: Openings = {}
    for file in files:
        position = position_of(file, (), "", None)
        rulebook = position.rulebook
        default = {name: question.default for name, question in rulebook.sheet.book.questions().items()}
        if rulebook.readings != default:
            raise click.UsageError(f"{file}: readings are named; cases are about the default readings, so leave them out")
        try:
            opening = Opening(request_from_table(rulebook, position.placed.table), position.act())
        except NoPosition as error:
            raise click.UsageError(f"{file}: no game can begin with it: {error}") from None
        under = tuple(sorted(rulebook.options.items()))
        found.setdefault(rulebook.name, {}).setdefault(under, []).append(opening)
    return found


def with_openings(search: Search, openings: Mapping[Options, list[Opening]]) -> Iterator[Search]:
    """The same search from some openings, once for all those that have the same options."""
    for options, some in openings.items():
        yield replace(search, options=dict(options), positions=True, openings=tuple(some))


def search_for_cases(corpus: Corpus, place: Path, search: Search) -> None:
    """Look for cases that are missing: first for the goals of the book, then for what kills surviving mutants, under the options
    named, or else under all of them by turns; the default ones have half of the time."""
    default, *others = every_choice(corpus.sheet)
    unknown = [name for name in search.options if name not in default]
    if unknown:
        raise click.BadParameter(f"{corpus.sheet.book.name} has no option {unknown[0]}", param_hint="--option")
    ways = [default | dict(search.options)] if search.options or search.openings else [default, *others]
    end = process_time() + search.minutes * SECONDS
    for number, way in enumerate(ways):
        left = len(ways) - number
        _search_under(corpus, place, search, tuple(sorted(way.items())), _share(end, 2 if number == 0 and left > 1 else left))


def _search_under(corpus: Corpus, place: Path, search: Search, under: Options, until: float) -> None:
    """Look, until some time, for goals, then for readings in company, then for surviving mutants, which are killed best from
    deals."""
    goals = Campaign(corpus, under, search.only, search.positions, search.openings)
    _run(goals, place, search, "goals", _share(until, 2))
    companies = missing_companies(corpus, search.only)
    for count, company in enumerate(companies):
        label = "where " + " ".join(f"{question}={reading}" for question, reading in company)
        campaign = replace(goals, company=company)
        _run(campaign, place, search, label, _share(until, len(companies) - count + (not search.positions)))
    if not search.positions:
        _run(replace(goals, mutants=True), place, search, "lines", until)


def _run(campaign: Campaign, place: Path, search: Search, what: str, until: float) -> None:
    """Play for as long as there is time, and write the cases found; it is said where time was short, since then another run may
    find more or less."""
    corpus, options = campaign.corpus, " ".join(f"{name}={value}" for name, value in campaign.options)
    label = f"{corpus.sheet.book.name} {options}: {what}"
    with click.progressbar(search.seeds, label=label) as bar:
        seeds = TimedSeeds(bar, until)
        campaign.search(seeds)
    if seeds.stopped:
        click.echo(f"{label}: no time for more than {counted(seeds.taken, 'game')} of {len(search.seeds)}")
    corpus.write(place)


def _share(end: float, parts: int) -> float:
    """When one of so many equal parts of the time that is left is over."""
    now = process_time()
    return now + (end - now) / parts
