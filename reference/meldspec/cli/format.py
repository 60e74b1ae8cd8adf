"""`meldspec format`: rules text in its canonical form."""

from collections.abc import Sequence
from pathlib import Path

import click

from meldspec.book.library import File, read_file
from meldspec.cli._books import rules_files
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
    files = [(path, read_file(path, str(path))) for path in dict.fromkeys(path for path, _ in rules_files(paths))]
    changes = [(path, text) for path, file in files if file.tree and (text := _canonical(file.tree)) != _exact(path)]
    for path, text in changes:
        if not check:
            path.write_bytes(text.encode())
        click.echo(f"{'not canonical' if check else 'rewritten'}: {path}")
    malformed = _tell([file for _, file in files])
    click.echo(f"{counted(len(files), 'file')}, {len(changes)} {'not canonical' if check else 'rewritten'}.")
    return MALFORMED if malformed else int(check and bool(changes))


def _exact(path: Path) -> str:
    """What a file that can be read holds, to the last line end and byte order mark."""
    # Not as text, which would make all line ends alike before they are compared.
    return path.read_bytes().decode()


def _canonical(tree: lines.Text) -> str:
    """The canonical text, which is read again first: nobody's rules are changed by being formatted."""
    text = format_text(tree)
    if parse(text) != tree:
        raise AssertionError("the canonical text says something else")
    return text


def _tell(files: Sequence[File]) -> bool:
    """Print what is wrong with the lines of some files; whether anything is."""
    problems = [problem for file in files for problem in file.problems]
    if problems:
        click.echo(render_all(problems, {file.name: file.text for file in files}), err=True)
    return bool(problems)
