"""What has changed between two printings is told by ids, clause by clause."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from meldspec.cli import main
from meldspec.site.changes import changes, told
from meldspec.site.printings_page import printings_page, read_printings
from meldspec.site.site_map import SiteMap

Json = dict[str, Any]


@pytest.fixture
def now(files: dict[str, str]) -> Json:
    """The clauses of the small site as they are now."""
    found: Json = json.loads(files["clauses.json"])
    return found


def slapping(printing: Json) -> Json:
    """The clause of Slap that says when to slap."""
    return next(one for one in printing["books"][1]["chapters"][0]["clauses"] if one["id"] == "snap.calling")


def other_words(old: Json) -> None:
    """The clause said something else."""
    slapping(old)["prose"][0] = "Whoever likes slaps."


def other_line(old: Json) -> None:
    """The clause had a line less."""
    slapping(old)["lines"].pop()


def other_default(old: Json) -> None:
    """The question was read otherwise."""
    slapping(old)["questions"][0]["default"] = "may-not"


def other_number(old: Json) -> None:
    """The clause was printed elsewhere."""
    slapping(old)["number"] = "1.9"


def one_more(old: Json) -> None:
    """There was a clause that is no longer there."""
    old["books"][1]["chapters"][0]["clauses"].append(slapping(old) | {"id": "snap.kissing", "title": "Kissing"})


def one_less(old: Json) -> None:
    """The clause was not there."""
    clauses = old["books"][1]["chapters"][0]["clauses"]
    clauses.remove(slapping(old))


def no_book(old: Json) -> None:
    """The whole game was not there."""
    del old["books"][1]


@pytest.mark.parametrize(
    ("edit", "lines"),
    [
        (other_words, ["  changed  snap.calling  Slapping", "      words", "        - Whoever likes slaps."]),
        (other_line, ["  changed  snap.calling  Slapping", "      lines"]),
        (other_default, ["      question snap.calling.late, default", "        - may-not", "        + may"]),
        (other_number, ["  moved    snap.calling  Slapping", "        - 1.9", "        + 1.2"]),
        (one_more, ["  gone     snap.kissing  Kissing"]),
        (one_less, ["  added    snap.calling  Slapping"]),
        (no_book, ["Slap (slap): a new book"]),
    ],
)
def test_a_change_is_told(edit: Callable[[Json], None], lines: list[str], now: Json) -> None:
    """Words, lines, defaults and numbers that are otherwise are told of their clause, and so is one that came or went."""
    old = deepcopy(now)
    edit(old)
    found = list(told(changes(old, now)))
    assert found[0].startswith("Slap (slap)")
    assert [line for line in found if line in lines] == lines


def test_nothing_is_told_of_what_is_the_same(now: Json) -> None:
    """Two printings of the same rules differ in nothing."""
    assert list(told(changes(now, deepcopy(now)))) == ["Nothing has changed."]


def test_what_a_game_does_without_is_told_with_why(now: Json) -> None:
    """Of a clause that a game has dropped since the reason is told that the game gives."""
    old, dropped = deepcopy(now), now["books"][1]["dropped"][0]
    old["books"][1]["chapters"][0]["clauses"].append(slapping(old) | {"id": dropped["id"]})
    found = list(told(changes(old, now)))
    assert f"  gone     {dropped['id']}  Slapping" in found and f"        + {dropped['why']}" in found


def test_the_command_tells_it_and_what_is_no_printing(now: Json, tmp_path: Path) -> None:
    """`meldspec changes` prints the changes, as JSON too; a file that is no printing is named with what is wrong in it."""
    old = deepcopy(now)
    other_words(old)
    paths = [tmp_path / name for name in ("old.json", "new.json", "bad.json")]
    for path, value in zip(paths, (old, now, {"format": 1, "books": [{"name": "slap"}]}), strict=True):
        path.write_text(json.dumps(value), encoding="utf-8")
    before, after, bad = map(str, paths)
    assert "  changed  snap.calling  Slapping\n" in CliRunner().invoke(main, ["changes", before, after]).output
    [book] = json.loads(CliRunner().invoke(main, ["changes", "--json", before, after]).output)
    assert [(one["what"], one["id"]) for one in book["changes"]] == [("changed", "snap.calling")]
    result = CliRunner().invoke(main, ["changes", bad, after])
    assert result.exit_code == 1 and "bad.json: books[0]: 'title' is a required property" in result.output


# ── the page ────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_page_leads_to_printings_and_to_what_has_changed(now: Json, material: SiteMap) -> None:
    """Each printing that is kept has its address, and what has changed since leads to where it stands now."""
    older, newer = deepcopy(now), deepcopy(now)
    other_words(older)
    other_words(newer)
    other_default(older)
    page = printings_page(material, {"2026-05": older, "2026-11": newer}, now)
    assert page.index('href="2026-11/index.html"') < page.index('href="2026-05/index.html"')
    assert page.index("## From 2026-11 to these pages") < page.index("## From 2026-05 to 2026-11")
    first, second = page.split("## From ")[1:]
    assert 'changed <a href="slap/10-snap.html#snap.calling"><code>snap.calling</code> Slapping</a>' in first
    assert "was: <del>Whoever likes slaps.</del>" in first and "is: <ins>may</ins>" not in first
    # What has changed since an old printing may not be there any more.
    assert "is: <ins>may</ins>" in second and "<a href" not in second


def test_a_folder_without_printings_is_told(tmp_path: Path) -> None:
    """A folder in which no printing lies is named, with what is expected there."""
    with pytest.raises(Exception, match="found no printing; expected folders named as 2026-11"):
        read_printings(tmp_path)
