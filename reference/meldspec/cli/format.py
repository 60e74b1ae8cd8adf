"""`meldspec format`: rules text in its canonical form."""

from pathlib import Path

import click

from meldspec.book.library import read_files
from meldspec.cli._shared import rules_files
from meldspec.files import write_whole
from meldspec.language import lines
from meldspec.language.format import format_text
from meldspec.language.parse import parse
from meldspec.language.problems import counted
from meldspec.language.render import render_all

MALFORMED = 2
"""The exit code where a file cannot be read as rules."""


@click.command("format", short_help="Write rules text in its canonical form.")
@click.option("--check", is_flag=True, help="Write nothing; name the files that are not in canonical form.")
@click.argument("paths", nargs=-1, required=True, metavar="PATHS...", type=click.Path(exists=True, path_type=Path))
def command(check: bool, paths: tuple[Path, ...]) -> int:
    """Write rules text in its canonical form.

    PATHS are files of rules, or folders of such. A malformed file is left as it is, and what is wrong with it is told.

    Exit code 0: all is well; 1: --check found a file that is not canonical; 2: a file is malformed.
    """
    files = [*read_files((path, str(path)) for path in dict.fromkeys(path for path, _ in rules_files(paths)))]
    canonical = [(path, _canonical(file.tree).encode()) for path, file in files if file.tree]
    # As bytes: read as text all line ends would be alike before they are compared.
    changes = [(path, text) for path, text in canonical if text != path.read_bytes()]
    for path, text in changes:
        if not check:
            write_whole(path, text)
        click.echo(f"{'not canonical' if check else 'rewritten'}: {path}")
    problems = [problem for _, file in files for problem in file.problems]
    if problems:
        click.echo(render_all(problems, {file.name: file.text for _, file in files}), err=True)
    click.echo(f"{counted(len(files), 'file')}, {len(changes)} {'not canonical' if check else 'rewritten'}.")
    return MALFORMED if problems else int(check and bool(changes))


def _canonical(tree: lines.Text) -> str:
    """The canonical text, which is read again first: nobody's rules are changed by being formatted."""
    text = format_text(tree)
    if parse(text) != tree:
        raise AssertionError("the canonical text says something else")
    return text
