"""`meldspec corpus`: write the corpus, check that it is as it would be written, look for cases, tell what they hold fast."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time

import click

from meldspec.book.sheet import Sheet
from meldspec.cli._shared import FILE, OUTPUT_FOLDER, Rules, number_option, several_option
from meldspec.cli.positions import position_of
from meldspec.corpus.corpus import PLAN, Corpus, open_corpus
from meldspec.corpus.family import Options
from meldspec.corpus.mutation.score import mutation_score, usual_choices
from meldspec.corpus.plan import goals_of, read_plan
from meldspec.corpus.search.campaign import Campaign, missing_companies, missing_in
from meldspec.corpus.search.initial_states import Opening
from meldspec.corpus.search.playout import TimedSeeds
from meldspec.data import folder
from meldspec.engine.rulebook import Library
from meldspec.language.problems import RulesError, counted
from meldspec.position.request import NoPosition, request_from_table
from meldspec.sources.ledger import read_moot


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


@click.command("corpus", short_help="Write the corpus, check it, look for cases, or tell what it holds fast.")
@click.argument("variants", nargs=-1, metavar="[VARIANT]...")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 where a file would be written otherwise.")
@click.option("--missing", is_flag=True, help="Only tell what no case shows yet.")
@click.option("--score", "scored", is_flag=True, help="Only tell how many spoilt lines the cases tell from the true ones.")
@click.option("--search", "games", type=click.IntRange(0), default=0, metavar="N", help="First look for missing cases in N games.")
@number_option("--minutes", click.FloatRange(0), 10.0, "Search no longer than this.")
@click.option("--from", "first", type=click.IntRange(0), default=0, metavar="SEED", help="The first game's seed.")
@several_option("--option", "options", "NAME=N", "Search under this option")
@click.option("--of", "only", multiple=True, metavar="ID", help="Search for what is of this clause or question only.")
@click.option("--positions", is_flag=True, help="Search from the middle of deals instead of from their beginning.")
@several_option("--begin", "begins", "POSITION.yaml", "Search from this position, its act tried first, under its options", FILE)
@click.option("--out", type=OUTPUT_FOLDER, metavar="DIR", help="The corpus folder; the project's own by default.")
def command(
    variants: tuple[str, ...],
    check: bool,
    missing: bool,
    scored: bool,
    games: int,
    minutes: float,
    first: int,
    options: tuple[str, ...],
    only: tuple[str, ...],
    positions: bool,
    begins: tuple[Path, ...],
    out: Path | None,
) -> int:
    """Write the corpus, check it, look for cases, or tell what it holds fast; of all variants, or of those named.

    Every case was found by playing and holds its own requests; each is made again from these by the rules as they are, and one
    that no longer shows what it should is told. A search only adds cases and leaves the others as they stand. The plan (plan.json)
    says what each case is for.

    A search may be given positions to begin with, written as for `meldspec rule`: whoever can think of a table on which a clause
    or a reading shows itself sets it out there.
    """
    library, root = Library.read(), out or folder("conformance") / "corpus"
    names = _names(variants, library.books.names())
    search = Search(range(first, first + games), minutes, _options(options), frozenset(only), positions)
    searches = _searches(search, begins, names) if games and not check else {}
    failed = False
    for name in names:
        if missing:
            _tell_missing(_sheet(library, name), root)
        elif scored:
            _tell_score(open_corpus(_sheet(library, name), root / name))
        else:
            corpus = open_corpus(_sheet(library, name), root / name, again=name not in searches)
            for one in searches.get(name, ()):
                _search_for_cases(corpus, root / name, one)
            failed |= _write(corpus, root / name, check)
    return int(failed)


def _names(variants: tuple[str, ...], offered: tuple[str, ...]) -> tuple[str, ...]:
    """The variants asked for, or all; one that there is not is refused."""
    if unknown := [name for name in variants if name not in offered]:
        raise click.BadParameter(f"there is no variant {unknown[0]}; there is {', '.join(offered)}")
    return variants or offered


def _sheet(library: Library, name: str) -> Sheet:
    """The resolved book of a variant."""
    try:
        return library.sheet(name)
    except RulesError as error:
        raise click.ClickException(f"{name}: {len(error.problems)} problems in the rules text; see `meldspec check`") from None


def _options(words: tuple[str, ...]) -> dict[str, int]:
    """Options as they are named on the command line."""
    pairs = [word.partition("=") for word in words]
    if any(not number.isdecimal() for _, _, number in pairs):
        raise click.BadParameter("an option is NAME=NUMBER, such as players=2", param_hint="--option")
    return {name: int(number) for name, _, number in pairs}


# ── telling ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _write(corpus: Corpus, place: Path, check: bool) -> bool:
    """Write the files of a variant, or tell which of them differ; whether something is amiss."""
    name = corpus.sheet.book.name
    for case in sorted(corpus.lost):
        click.echo(f"{case}: no longer shows what it should; `meldspec corpus {name} --search N` looks for another", err=True)
    if check:
        different = corpus.differs(place)
        for file in different:
            click.echo(f"{name}/{file} is not as it would be written")
        return bool(different or corpus.lost)
    written = corpus.write(place)
    click.echo(f"{name}: {len(corpus.cases)} cases in {len(corpus.files())} files; {len(written)} files written")
    return bool(corpus.lost)


def _tell_missing(sheet: Sheet, root: Path) -> None:
    """Name the goals of a variant that no case reaches, those aside of which it is argued that none can."""
    name = sheet.book.name
    notes = read_moot(root).get(name, {})
    goals = len(goals_of(sheet))
    lacking = missing_in(sheet, read_plan(root / name / PLAN))
    bare = [goal for goal in lacking if str(goal) not in notes]
    click.echo(f"{name}: {goals - len(lacking)} of {goals} goals have a case, {len(lacking) - len(bare)} can have none")
    for goal in bare:
        click.echo(f"  {goal}")


def _tell_score(corpus: Corpus) -> None:
    """Tell how many spoilt lines are told from the true ones, and name those that are not."""
    found = mutation_score(corpus)
    share = 100 * len(found.killed) / found.total if found.total else 100
    name = corpus.sheet.book.name
    click.echo(f"{name}: {len(corpus.cases)} cases tell {len(found.killed)} of {found.total} spoilt lines ({share:.1f} %)")
    for survivor in found.survivors:
        click.echo(f"  {survivor}")


# ── searching ───────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _searches(search: Search, begins: Sequence[Path], names: Sequence[str]) -> dict[str, list[Search]]:
    """The searches for each variant: the one asked for, or, from positions, one for all those that have the same options."""
    # What is searched is not made again as well: that would take most of the time.
    if not begins:
        return {name: [search] for name in names}
    found: dict[str, list[Search]] = {name: [] for name in names}
    for (name, options), openings in _openings(begins).items():
        if name in found:
            found[name].append(replace(search, options=dict(options), positions=True, openings=tuple(openings)))
    return found


def _openings(files: Iterable[Path]) -> dict[tuple[str, Options], list[Opening]]:
    """The positions of some files with the acts that they ask about, by variant and options.

    Refuses what the protocol's position cannot tell, and readings other than the defaults, which no case is about.
    """
    found: dict[tuple[str, Options], list[Opening]] = {}
    for file in files:
        position = position_of(file, (), "", Rules())
        rulebook = position.rulebook
        default = {name: question.default for name, question in rulebook.sheet.book.questions().items()}
        if rulebook.readings != default:
            raise click.UsageError(f"{file}: readings are named; cases are about the default readings, so leave them out")
        try:
            opening = request_from_table(rulebook, position.table), position.act()
        except NoPosition as error:
            raise click.UsageError(f"{file}: no game can begin with it: {error}") from None
        under = tuple(sorted(rulebook.options.items()))
        found.setdefault((rulebook.name, under), []).append(opening)
    return found


def _search_for_cases(corpus: Corpus, place: Path, search: Search) -> None:
    """Look for cases that are missing: first for the goals of the book, then for what kills surviving mutants, under the options
    named, or else under all of them by turns; the default ones have half of the time."""
    default, *others = usual_choices(corpus.sheet)
    if unknown := [name for name in search.options if name not in default]:
        raise click.BadParameter(f"{corpus.sheet.book.name} has no option {unknown[0]}", param_hint="--option")
    # Most implementations play by the default options alone, which get most cases.
    ways = [default | dict(search.options)] if search.options or search.openings else [default, *others]
    end = process_time() + search.minutes * 60
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
