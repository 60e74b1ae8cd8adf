"""The formats in which a report can be written to a file: each is an option of `meldspec test` by its name."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from meldspec.runner.junit import write_junit
from meldspec.runner.report import Report
from meldspec.runner.report_json import write_json


@dataclass(frozen=True)
class Format:
    """One format: what it is called in the help, and what writes it."""

    title: str
    write: Callable[[Report, Path], None]


FORMATS: dict[str, Format] = {"junit": Format("JUnit XML", write_junit), "json": Format("JSON", write_json)}
