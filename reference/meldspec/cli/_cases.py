"""Which cases of the corpus are about a clause or a question."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from meldspec.data import folder

Case = tuple[str, str]
"""The id and the title of a case."""


def cases_about(name: str, variants: list[str]) -> dict[str, list[Case]]:
    """The cases about one clause or question, by variant; none where there is no corpus yet."""
    corpus = folder("conformance") / "corpus"
    found = {variant: list(_cases(corpus / variant, name)) for variant in variants}
    return {variant: cases for variant, cases in found.items() if cases}


def _cases(below: Path, name: str) -> Iterator[Case]:
    """Those of one variant. A line without the name in it is not read any further."""
    for file in sorted(below.glob("*.jsonl")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if f'"{name}"' in line:
                yield from _case(line, name, f"{file.name}:{number}")


def _case(line: str, name: str, place: str) -> Iterator[Case]:
    """The case of one line, if it is about the name."""
    try:
        case = json.loads(line)
        about = {*case["about"]["clauses"], *case["about"]["questions"]}
        if name in about:
            yield case["case"], case["title"]
    except (ValueError, KeyError, TypeError):
        raise click.ClickException(f"the corpus is not whole: {place} is no case; write it again with meldspec corpus") from None
