"""The worked examples of the sources: each is a case, and the case rests on the clause that cites it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.corpus.picked import CORPUS
from tests.engine.variants import sheet_of

from meldspec.data import folder
from meldspec.protocol.case import load_cases
from meldspec.sources.examples import ExamplesError, read_examples, unplayed

SPEC = folder("spec")
GAMES = tuple(sorted(read_examples(SPEC)))


@pytest.mark.parametrize("game", GAMES)
def test_every_example_of_a_source_is_a_case(game: str) -> None:
    """The case is there, and some clause that it rests on cites the paragraph of the example."""
    cases = {case.id: case for case in load_cases(CORPUS, game)}
    assert list(unplayed(read_examples(SPEC)[game], sheet_of(game).book, cases)) == []


def test_an_example_without_its_case_is_told() -> None:
    """An example whose case there is not is named, and so is one whose case is about something else."""
    first, *_ = read_examples(SPEC)["manzana"]
    book, cases = sheet_of("manzana").book, {case.id: case for case in load_cases(CORPUS, "manzana")}
    (told,) = unplayed([replace(first, case="manzana/meld.set/allows-99")], book, cases)
    assert told == f"the example of manzana 19 ({first.shows}) has no case: there is no manzana/meld.set/allows-99"
    (told,) = unplayed([replace(first, paragraph=71)], book, cases)
    assert told.endswith(f"is no example of {first.case}, which rests on no clause that cites the paragraph")


@pytest.mark.parametrize("text", ["manzana: []", "manzana:\n  - source: manzana\n", "- manzana"])
def test_what_is_no_list_of_examples_is_refused(tmp_path: Path, text: str) -> None:
    """An example has its source, its paragraph, what it shows and its case."""
    (tmp_path / "examples.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ExamplesError):
        read_examples(tmp_path)
