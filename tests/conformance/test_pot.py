"""A game with pots, an act and a phase of its own, from its rules text to cases, and back through a program that plays it."""

import json
import sys
from collections import Counter
from pathlib import Path
from shutil import copy

import pytest
from tests.conformance.test_schemas import fits
from tests.engine.tried import BOOKS

from meldspec.book.library import library_of
from meldspec.corpus.corpus import open_corpus
from meldspec.corpus.search.campaign import Campaign, missing_goals
from meldspec.engine.rulebook import Library
from meldspec.language.parse import parse
from meldspec.protocol.case import Case, load_cases, written
from meldspec.protocol.messages import ActRequest, DealRequest, PositionRequest
from meldspec.runner.outcome import Kind
from meldspec.runner.report import ExitCode
from meldspec.runner.run import run

POT = BOOKS / "well" / "pot.rules"
TWO = (("players", 2),)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the rules of the game and a small corpus, in which nothing is missing."""
    folder = tmp_path_factory.mktemp("pot")
    (folder / "spec").mkdir()
    copy(POT, folder / "spec")
    library = Library(library_of([parse(POT.read_text(encoding="utf-8"), "pot.rules")]))
    corpus = open_corpus(library.sheet("pot"), folder / "corpus" / "pot")
    Campaign(corpus, TWO, positions=True).search(range(60))
    Campaign(corpus, TWO).search(range(60))
    assert missing_goals(corpus) == []
    corpus.write(folder / "corpus" / "pot")
    return folder


def cases(place: Path) -> list[Case]:
    """The cases found."""
    return load_cases(place / "corpus", "pot")


def test_a_search_finds_cases_with_pots(place: Path) -> None:
    """All begin with a deal, which carries the pots: no way is found to a position of a game with its own act."""
    found = cases(place)
    first = Counter(type(case.requests[0]) for case in found)
    assert first[DealRequest] >= 5 and not first[PositionRequest]
    dealt = [case.requests[0] for case in found if isinstance(case.requests[0], DealRequest)]
    assert all("pot" in (request.places or {}) for request in dealt)
    acts = {one.action.type for case in found for one in case.requests if isinstance(one, ActRequest)}
    assert {"draw", "discard", "meld", "swap"} <= acts


def test_its_cases_fit_the_published_schema(place: Path) -> None:
    """Every case is one by the schema that implementers read, though it has a place, an act and a phase that no other game has."""
    misfits = [case.id for case in cases(place) if not fits("case", json.loads(written(case)))]
    assert misfits == []


def test_the_reference_plays_it_as_any_program(place: Path) -> None:
    """The reference, started as a program, is dealt the pots, swaps, and conforms."""
    served = [sys.executable, "-c", "from meldspec.cli import main; main()", "serve", "--spec", str(place / "spec")]
    report = run(cases(place), served, variant="pot", timeout=60)
    assert {outcome.kind for outcome in report.outcomes} == {Kind.PASSED}
    assert report.exit_code is ExitCode.CONFORMS
    assert report.share.expected["places.pot"] == report.share.given["places.pot"] > 0
