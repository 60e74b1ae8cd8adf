"""`meldspec check`: every error in the rules text at once.

The work is in `_checking`, which is not even imported where the same texts were found right before by the same code.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from meldspec.cache import code_and, keep, recall
from meldspec.cli._shared import FOLDER
from meldspec.data import folder

ALL = "*"
"""What stands for all books where none is named."""


@click.command("check", short_help="Find every error in the rules text at once.")
@click.argument("paths", nargs=-1, metavar="[PATHS]...", type=click.Path(exists=True, path_type=Path))
@click.option("--open", "show_open", is_flag=True, help="Tell also what is missing in ledgers that say they are unfinished.")
@click.option("--spec", type=FOLDER, metavar="DIR", help="A folder of rules other than the one that comes with meldspec.")
@click.option(
    *("--thorough", "variant"),
    is_flag=False,
    flag_value=ALL,
    metavar="[VARIANT]",
    help="Play random deals besides, of all books or of one, and hold what the rules say of tables against them.",
)
@click.option("--cache/--no-cache", default=True, help="Whether to believe that what was right before is right.")
def command(paths: tuple[Path, ...], spec: Path | None, show_open: bool, variant: str | None, cache: bool) -> int:
    """Find every error in the rules text at once.

    PATHS are files of rules, or folders of such: only the books that they belong to are checked.
    A book that they extend may come from the folder of rules, which is checked as a whole where no path is given, or from those
    that come with meldspec.
    Where the folder has ledgers, every paragraph, fact, clause and doubt must be traced; what is missing in a ledger that says
    `unfinished` is counted, and is no error.
    What a variant inherits and nobody has held against its source (`meldspec review`) is counted too, and is no error either.

    With --thorough a few deals of each book are played at random, the same ones each time, by the defaults and under every
    other reading of every question by itself.
    After every act the words `as seen` and the lines `never` are held against the table: a line that was untrue is told with the
    table, as a position file.

    Texts that were right are not checked again until they or meldspec change: MELDSPEC_CACHE names the folder where that is
    kept, or says off.

    Exit code 0: nothing is wrong; 1: something is.
    """
    root = folder("spec") if spec is None else spec.resolve()
    right = _checked(root, paths, show_open, cache)
    if not right or variant is None:
        return 0 if right else 1
    from meldspec.cli._checking import played

    try:
        true, told = played(paths, root, variant if variant != ALL else "")
    except KeyError:
        raise click.UsageError(f"'{variant}' is none of the books that are checked") from None
    click.echo(told)
    return 0 if true else 1


def _checked(root: Path, paths: Sequence[Path], show_open: bool, cache: bool) -> bool:
    """Tell what is wrong with the texts; whether nothing is."""
    name = f"check {root} {show_open} {[str(path) for path in paths]}"
    key = _key(root, paths)
    told = recall(name, key) if cache else None
    if isinstance(told, str):
        click.echo(told)
        return True
    # Not before it is needed: to import the machinery takes longer than to find a kept answer (decision 7).
    from meldspec.cli._checking import checked

    right, told = checked(paths, root, show_open)
    if right and cache:
        keep(name, key, told)
    click.echo(told)
    return right


def _key(root: Path, paths: Sequence[Path]) -> str:
    """The digest of everything that the answer hangs on."""
    # A book of another folder may extend one of those that come with meldspec.
    files = [path for place in dict.fromkeys((folder("grammar"), folder("spec"), root)) for path in _below(place)]
    for path in paths:
        if path.is_dir():
            files += _below(path)
        else:
            files += [path, *(path.parent / name for name in ("sources.yaml", "moot.yaml", "profiles.yaml"))]
            files += [*_below(path.parent / "review"), *_below(path.parent / "ledger")]
    return code_and(files, ".")


def _below(root: Path) -> Iterator[Path]:
    """All files below a folder that rules may hang on."""
    return (path for path in sorted(root.rglob("*")) if path.suffix in (".rules", ".yaml", ".lark", ".toml"))
