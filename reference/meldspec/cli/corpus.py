"""`meldspec corpus`: write the corpus, or check that it is as it would be written."""

from __future__ import annotations

from pathlib import Path

import click

from meldspec.book.library import read_library
from meldspec.book.sheet import Sheet
from meldspec.corpus.plan import cases_of, files_of, goals_of, planned_for, read_plan, write_plan
from meldspec.corpus.position import Rules
from meldspec.data import folder
from meldspec.language.problems import RulesError

PLAN = "plan.json"


@click.command("corpus", short_help="Write the corpus, or check that it is as it would be written.")
@click.option("--variant", "variants", multiple=True, metavar="V", help="Only this variant; may be given several times.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 where a file would be written otherwise.")
@click.option("--search", "games", type=click.IntRange(0), default=0, metavar="N", help="First look for missing cases in N games.")
@click.option("--from", "first", type=click.IntRange(0), default=0, metavar="SEED", help="The first game's seed.")
@click.option("--option", "options", multiple=True, metavar="NAME=N", help="Search under this option; may be given several times.")
@click.option("--missing", is_flag=True, help="Only tell what no case shows yet.")
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
    games: int,
    first: int,
    options: tuple[str, ...],
    missing: bool,
    out: Path | None,
) -> None:
    """Write the corpus, or check that it is as it would be written.

    Every case was found by playing at random with stacked packs; the plan (plan.json) names the game that each was found in,
    and each is made again from that game, byte for byte.
    """
    rules = Rules(read_library())
    root = out or folder("conformance") / "corpus"
    differs = False
    for name in variants or rules.library.names():
        sheet = _sheet(rules, name)
        if missing:
            _tell_missing(sheet, root / name)
            continue
        if games:
            _search(sheet, root / name, range(first, first + games), _options(options))
        differs |= _write(sheet, root / name, check)
    ctx.exit(1 if differs else 0)


def _sheet(rules: Rules, name: str) -> Sheet:
    """The resolved book of a variant."""
    try:
        return rules.sheet(name)
    except RulesError as error:
        raise click.ClickException(f"{name}: {len(error.problems)} problems in the rules text; see `meldspec check`") from None


def _options(words: tuple[str, ...]) -> dict[str, int]:
    """Options as they are named on the command line."""
    pairs = [word.partition("=") for word in words]
    if any(not number.isdecimal() for _, _, number in pairs):
        raise click.BadParameter("an option is NAME=NUMBER, such as players=2", param_hint="--option")
    return {name: int(number) for name, _, number in pairs}


def _search(sheet: Sheet, place: Path, seeds: range, options: dict[str, int]) -> None:
    """Look for cases that are missing, and add them to the plan."""
    plan = read_plan(place / PLAN)
    with click.progressbar(seeds, label=f"{sheet.book.name}: searching") as bar:
        plan = planned_for(sheet, plan, options, bar, lambda found: write_plan(place / PLAN, found))
    write_plan(place / PLAN, plan)


def _write(sheet: Sheet, place: Path, check: bool) -> bool:
    """Write the files of a variant, or tell which of them differ."""
    plan = read_plan(place / PLAN)
    cases = cases_of(sheet, plan)
    files = files_of(sheet, cases)
    lost = {p.case for p in plan} - {str(c["case"]) for c in cases}
    for case in sorted(lost):
        click.echo(f"{case}: its game no longer shows it; run `meldspec corpus --search N`", err=True)
    stale = [f for f in place.glob("*.jsonl") if f.name not in files]
    different = [name for name, text in files.items() if _old(place / name) != text]
    if not check:
        place.mkdir(parents=True, exist_ok=True)
        for file in stale:
            file.unlink()
        for name in different:
            (place / name).write_text(files[name], encoding="utf-8")
        click.echo(f"{sheet.book.name}: {len(cases)} cases in {len(files)} files; {len(different)} files written")
        return bool(lost)
    for name in [*different, *(f.name for f in stale)]:
        click.echo(f"{sheet.book.name}/{name} is not as it would be written")
    return bool(different or stale or lost)


def _old(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _tell_missing(sheet: Sheet, place: Path) -> None:
    """Name the goals of a variant that no planned case reaches."""
    have = {p.goal for p in read_plan(place / PLAN)}
    goals = goals_of(sheet)
    lacking = [g for g in goals if g not in have]
    click.echo(f"{sheet.book.name}: {len(goals) - len(lacking)} of {len(goals)} goals have a case")
    for goal in lacking:
        click.echo(f"  {goal}")
