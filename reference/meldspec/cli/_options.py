"""Kinds of paths, and the options about readings that several commands have."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
OUTPUT_FOLDER = click.Path(file_okay=False, path_type=Path)

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def readings_option(help: str) -> Decorator:
    """`--readings QUESTION=READING`, several times; what they are laid over is said in the help."""
    return click.option("--readings", multiple=True, metavar="QUESTION=READING", help=help)


def profile_option(help: str) -> Decorator:
    """`--profile NAME`; which profile it comes before is said in the help."""
    return click.option("--profile", default="", metavar="NAME", help=help)
