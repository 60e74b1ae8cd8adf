"""`meldspec corpus`: write the corpus, check that it is as it would be written, look for cases, tell what they hold fast."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click

from meldspec.book.sheet import Sheet
from meldspec.cli._searching import Search, openings_of, search_for_cases, with_openings
from meldspec.corpus.corpus import PLAN, Corpus, open_corpus
from meldspec.corpus.mutation.score import mutation_score
from meldspec.corpus.plan import argued, goals_of, read_moot, read_plan
from meldspec.corpus.search.campaign import missing_in
from meldspec.data import folder
from meldspec.engine.library import Library
from meldspec.language.problems import RulesError


@click.command("corpus", short_help="Write the corpus, check it, look for cases, or tell what it holds fast.")
@click.argument("variants", nargs=-1, metavar="[VARIANT]...")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 where a file would be written otherwise.")
@click.option("--missing", is_flag=True, help="Only tell what no case shows yet.")
@click.option("--score", "scored", is_flag=True, help="Only tell how many spoilt lines the cases tell from the true ones.")
@click.option("--search", "games", type=click.IntRange(0), default=0, metavar="N", help="First look for missing cases in N games.")
@click.option("--minutes", type=click.FloatRange(0), default=10.0, show_default=True, help="Search no longer than this.")
@click.option("--from", "first", type=click.IntRange(0), default=0, metavar="SEED", help="The first game's seed.")
@click.option("--option", "options", multiple=True, metavar="NAME=N", help="Search under this option; may be given several times.")
@click.option("--of", "only", multiple=True, metavar="ID", help="Search for what is of this clause or question only.")
@click.option("--positions", is_flag=True, help="Search from the middle of deals instead of from their beginning.")
@click.option(
    "--begin",
    "begins",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="POSITION.yaml",
    help="Search from this position, its act tried first, under its options; may be given several times.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The corpus folder; the project's own by default.",
)
@click.pass_context
def command(
    ctx: click.Context,
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
) -> None:
    """Write the corpus, check it, look for cases, or tell what it holds fast; of all variants, or of those named.

    Every case was found by playing and holds its own requests; each is made again from these by the rules as they are, and one
    that no longer shows what it should is told. A search only adds cases and leaves the others as they stand. The plan (plan.json)
    says what each case is for.

    A search may be given positions to begin with, written as for `meldspec rule`: whoever can think of a table on which a clause
    or a reading shows itself sets it out there.
    """
    library, root = Library.read(), out or folder("conformance") / "corpus"
    _check_names(variants, library.books.names())
    search = Search(range(first, first + games), minutes, _options(options), frozenset(only), positions)
    searches = _searches(search, begins) if games and not check else None
    failed = False
    for name in variants or library.books.names():
        if missing:
            _tell_missing(_sheet(library, name), root)
        elif scored:
            _tell_score(open_corpus(_sheet(library, name), root / name))
        else:
            corpus = open_corpus(_sheet(library, name), root / name, again=searches is None)
            for one in searches(name) if searches else ():
                search_for_cases(corpus, root / name, one)
            failed |= _write(corpus, root / name, check)
    ctx.exit(1 if failed else 0)


def _check_names(variants: tuple[str, ...], offered: Sequence[str]) -> None:
    """Refuse a variant that there is not."""
    unknown = [name for name in variants if name not in offered]
    if unknown:
        raise click.BadParameter(f"there is no variant {unknown[0]}; there is {', '.join(offered)}")


def _searches(search: Search, begins: tuple[Path, ...]) -> Callable[[str], Iterable[Search]]:
    """The searches for a variant: the one asked for, or, where it begins with positions, one for each choice of options."""
    if not begins:
        return lambda name: [search]
    openings = openings_of(begins)
    return lambda name: with_openings(search, openings.get(name, {}))


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
    notes = argued(read_moot(root), name)
    goals = len(goals_of(sheet))
    lacking = missing_in(sheet, read_plan(root / name / PLAN))
    bare = [goal for goal in lacking if str(goal) not in notes]
    click.echo(f"{name}: {goals - len(lacking)} of {goals} goals have a case, {len(lacking) - len(bare)} can have none")
    for goal in bare:
        click.echo(f"  {goal}")


def _tell_score(corpus: Corpus) -> None:
    """Tell how many spoilt lines are told from the true ones, and name those that are not."""
    found = mutation_score(corpus.sheet, corpus.ordered(), corpus.families)
    share = 100 * len(found.killed) / found.total if found.total else 100
    name = corpus.sheet.book.name
    click.echo(f"{name}: {len(corpus.cases)} cases tell {len(found.killed)} of {found.total} spoilt lines ({share:.1f} %)")
    for survivor in found.survivors:
        click.echo(f"  {survivor}")
