"""The search of `meldspec corpus`: under which options, for how long, and from which positions games are played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time

import click

from meldspec.cli._positions import position_of
from meldspec.corpus.corpus import Corpus, Options
from meldspec.corpus.mutation.score import every_choice
from meldspec.corpus.search.campaign import catch, catch_beside, catch_in_positions
from meldspec.corpus.search.initial_states import Opening
from meldspec.corpus.search.missing_goals import missing_companies, seek
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
    """Look for cases that are missing: first for the goals of the book, then for what tells spoilt lines from the true ones, under
    the options named, or else under all of them by turns; the default ones have half of the time."""
    default, *others = every_choice(corpus.sheet)
    unknown = [name for name in search.options if name not in default]
    if unknown:
        raise click.BadParameter(f"{corpus.sheet.book.name} has no option {unknown[0]}", param_hint="--option")
    ways = [default | dict(search.options)] if search.options or search.openings else [default, *others]
    end = process_time() + search.minutes * SECONDS
    for number, way in enumerate(ways):
        under = tuple(sorted(way.items()))
        left = len(ways) - number
        if number == 0:
            seeds = _until(_share(end, 4), search.seeds, _label(corpus, under, "goals"))
            seek(corpus, under, seeds, search.positions, search.openings, search.only)
            corpus.write(place)
        _hunt(corpus, place, search, under, _share(end, 2 if number == 0 and left > 1 else left))


def _hunt(corpus: Corpus, place: Path, search: Search, under: Options, until: float) -> None:
    """Look, until some time, for readings in company, then for other readings and spoilt lines."""
    companies = missing_companies(corpus, search.only)
    for count, company in enumerate(companies):
        mine = _share(until, len(companies) - count + 1)
        label = _label(corpus, under, "where " + " ".join(f"{question}={reading}" for question, reading in company))
        seeds = _until(mine, search.seeds, label)
        catch_beside(corpus, under, company, seeds, search.only, search.positions, search.openings)
        corpus.write(place)
    seeds = _until(until, search.seeds, _label(corpus, under, "readings" if search.positions else "lines"))
    if search.positions:
        catch_in_positions(corpus, under, seeds, search.only, search.openings)
    else:
        catch(corpus, under, seeds, search.only)
    corpus.write(place)


def _label(corpus: Corpus, under: Options, what: str) -> str:
    """What the progress bar says."""
    return f"{corpus.sheet.book.name} {' '.join(f'{n}={v}' for n, v in under)}: {what}"


def _share(end: float, parts: int) -> float:
    """When one of so many equal parts of the time that is left is over."""
    now = process_time()
    return now + (end - now) / parts


def _until(end: float, seeds: range, label: str) -> Iterator[int]:
    """Seeds, for as long as there is time."""
    with click.progressbar(seeds, label=label) as bar:
        for seed in bar:
            if process_time() > end:
                return
            yield seed
