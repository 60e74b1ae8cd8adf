"""Kinds of paths, and the options about readings that several commands have."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
OUTPUT_FOLDER = click.Path(file_okay=False, path_type=Path)

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def several_option(name: str, parameter: str, metavar: str, help: str, type: click.Path | None = None) -> Decorator:
    """An option that may be given several times, as the end of its help says."""
    return click.option(name, parameter, multiple=True, type=type, metavar=metavar, help=f"{help}; may be given several times.")


def number_option(name: str, type: click.IntRange | click.FloatRange, default: float, help: str) -> Decorator:
    """An option that is a number, with its default in the help."""
    return click.option(name, type=type, default=default, show_default=True, help=help)


def readings_option(help: str) -> Decorator:
    """`--readings QUESTION=READING`, several times; what they are laid over is said in the help."""
    return several_option("--readings", "readings", "QUESTION=READING", help)


def profile_option(help: str) -> Decorator:
    """`--profile NAME`; which profile it comes before is said in the help."""
    return click.option("--profile", default="", metavar="NAME", help=help)
