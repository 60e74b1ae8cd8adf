"""The search finds what readers ask for, in the game that they read, and an id before all else."""

import gzip
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from meldspec.data import folder
from meldspec.site.search import search_index
from meldspec.site.site_map import SiteMap, texts
from meldspec.site.site_pages import ids_page
from meldspec.sources.search_words import SearchWordsError, read_search_words

from .questions import ASKED

HERE = Path(__file__).resolve().parent
ASSETS = folder("docs") / "assets"
MOST = 120_000
"""Bytes that a first search may load, packed."""


@pytest.fixture(scope="module")
def index(whole: SiteMap) -> str:
    """The index of the project's own site, but for pages that are made and belong to no book."""
    return search_index(whole, texts(folder("docs"), "**/*.md") | {"ids.md": ids_page(whole)})


@pytest.fixture(scope="module")
def found(index: str, tmp_path_factory: pytest.TempPathFactory) -> list[list[dict[str, Any]]]:
    """What is found for each question, the best first."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node, which runs the scripts of the pages")
    path = tmp_path_factory.mktemp("search") / "index.js"
    path.write_text(index, encoding="utf-8")
    command = [node, str(HERE / "search.mjs"), str(ASSETS), str(path)]
    asked = json.dumps([[query, game] for query, game, _ in ASKED])
    run = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    told: list[list[dict[str, Any]]] = json.loads(run.stdout)
    return told


@pytest.mark.parametrize("number", range(len(ASKED)), ids=[f"{query} ({game or 'no game'})" for query, game, _ in ASKED])
def test_what_is_asked_for_comes_first(number: int, found: list[list[dict[str, Any]]]) -> None:
    """The place that answers a reader's question stands before all others."""
    assert [hit["path"] for hit in found[number][:3]][:1] == [ASKED[number][2]], [hit["path"] for hit in found[number][:4]]


def test_a_hit_for_a_line_says_what_the_line_is(found: list[list[dict[str, Any]]]) -> None:
    """Whoever pastes the id of a line that forbids nothing reads so, and which lines of the rule refuse."""
    asked = [query for query, _, _ in ASKED]
    assert found[asked.index("out.able-to-end:1")][0]["title"].endswith(
        "A turn that can be ended (line 1 says what a word means; lines 2 and 3 refuse)"
    )
    assert found[asked.index("pile.match:1")][0]["title"].endswith(
        "(line 1 permits (what is refused by it is permitted by no other line either))"
    )


def test_each_hit_says_its_game(found: list[list[dict[str, Any]]], whole: SiteMap) -> None:
    """Whatever is found in a book says which game it is of, by the title of that."""
    titles = {name: whole.title(name) for name in whole.books}
    for hits in found:
        for hit in hits:
            assert hit["game"] == titles.get(hit["path"].removeprefix("cases/").partition("/")[0], "")


def test_cases_ids_and_decisions_never_come_first(found: list[list[dict[str, Any]]]) -> None:
    """A case, a row of ids or a note on a decision comes before a rule only where its own id was asked for."""
    for (query, _, _), hits in zip(ASKED, found, strict=True):
        sorts = [hit["sort"] for hit in hits[:3]]
        assert "decision" not in sorts
        assert "case" not in sorts or "/" in query


def test_a_search_loads_little(index: str) -> None:
    """The first keystroke loads the index and what reads it, packed at most 120 kB; no view of a page does."""
    loaded = [index.encode(), *((ASSETS / name).read_bytes() for name in ("minisearch.js", "search.js"))]
    assert sum(len(gzip.compress(one, 6)) for one in loaded) <= MOST


def test_what_several_games_say_alike_is_found_once(index: str) -> None:
    """A clause that a variant inherits is one thing with two places, each with its own number."""
    told = json.loads(index.removeprefix("var meldspecIndex = ").removesuffix(";\n"))
    games = [name for name, _ in told["games"]]
    [upcard] = [one for one in told["found"] if one[1] == "deal.upcard" and any(games[game] == "canasta" for game, *_ in one[5])]
    assert len(upcard[5]) > 1 and len({path for _, path, *_ in upcard[5]}) == len(upcard[5])


@pytest.mark.parametrize(
    ("text", "told"),
    [("names: [[Freeze]]\n", "search.yaml:1"), ("nams: []\n", "search.yaml"), ("forms: freeze\n", "search.yaml:1")],
)
def test_a_list_of_words_that_is_none_is_told(text: str, told: str, tmp_path: Path) -> None:
    """A misspelt list of words is told with its place, and that it is a list of words that is expected there."""
    (tmp_path / "search.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(SearchWordsError) as wrong:
        read_search_words(tmp_path)
    assert told in str(wrong.value) and "lists of words" in str(wrong.value)


def test_rules_without_a_list_of_words_are_searched_as_they_are(tmp_path: Path) -> None:
    """Rules of somebody's own need no list of words."""
    assert read_search_words(tmp_path).names == ()
