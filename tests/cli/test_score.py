"""`meldspec score`: scores as text and as JSON."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from meldspec.cli import main

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "docs" / "examples"


def run(*words: str | Path) -> Result:
    """The command's result."""
    return CliRunner().invoke(main, ["score", *(str(word) for word in words)])


def rows(output: str) -> list[list[str]]:
    """The lines of an output that end in a number, their words apart."""
    words = [line.split() for line in output.splitlines()]
    return [line for line in words if line and line[-1].lstrip("-").isdigit()]


def test_a_score_is_a_table() -> None:
    """First comes the result, then for each side a row for every clause that gave points, and for this deal, before and total."""
    result = run(EXAMPLES / "manzana-score.yaml", "--short")
    assert result.exit_code == 0
    assert (
        "The deal ended: out, by seat 0. It brings 1390 : -15, and the totals are 2590 : 965.\n\nSide 0 (seat 0)\n" in result.output
    )
    mine = [(" ".join(row[:-1]), int(row[-1])) for row in rows(result.output)]
    assert mine[:7] == [
        ("Going out [score.out]", 100),
        ("Canastas [score.canastas]", 800),
        ("Red threes [score.red-threes]", 400),
        ("Melded cards [score.melds]", 90),
        ("this deal", 1390),
        ("before", 1200),
        ("total", 2590),
    ]
    assert "Another reading of this changes it:\n  " in result.output


def test_every_point_is_explained() -> None:
    """Explained, a score names every line that gave points, how they add up, its clause, and other readings."""
    output = run(EXAMPLES / "canasta-score.yaml").output
    for told in (
        "\nSources\n  Canasta (pagat): https://www.pagat.com/rummy/canasta.html\n",
        "      red threes: 2 × 100 [score.red-threes:1]                     200\n",
        "      in the hand of seat 0: -25, in the hand of seat 2: -55\n",
        "        [score.hands:1]                                            -80\n",
    ):
        assert told in output
    # What may not be so is told where all readings are asked for, and the formal lines likewise.
    may_be = "    the-side: “Those of the side.” (only computer programs play it so) 630 : 875\n"
    assert may_be not in output and may_be in run(EXAMPLES / "canasta-score.yaml", "--all-readings").output
    formal = "    score.canastas:1  at scoring: award 500 for each meld in melds when meld is natural-canasta\n"
    assert formal not in output and formal in run(EXAMPLES / "canasta-score.yaml", "--formal").output


def test_the_melds_that_make_the_points_are_named() -> None:
    """The 495 points of melded cards are those of five melds, each told with its cards and its worth, as are hands and feet."""
    output = run(EXAMPLES / "pennies-score.yaml").output
    side = output[output.index("Side 0") : output.index("Side 1")]
    melds = [line for line in side.splitlines() if line.startswith("  has ") and line.partition(" (")[2]]
    assert "  has 7♣ 7♣ 7♦ 7♦ 7♥ 7♥ 7♠ (sevens): worth 35" in melds
    assert sum(int(line.rsplit(" ", 1)[1]) for line in melds) == 495
    assert "  has in the foot of seat 2: A♣ K♣ K♦ 8♣ 6♣ 6♦ 5♣ 5♦ 4♣ 4♦ 3♦: worth 80" in side
    assert "  has " not in run(EXAMPLES / "pennies-score.yaml", "--short").output


def test_no_cards_are_named_that_nobody_knows(tmp_path: Path) -> None:
    """Of a hand that is a number alone a score names no card."""
    text = "variant: canasta\nended: {how: out, seat: 0}\nhands: [[], 3, KC, 2]\nstock: 30\npile: 5H\n"
    file = tmp_path / "table.yaml"
    file.write_text(text + "sides: [{melds: [AC AC AD AD AH AH AS]}, {melds: [8C 8D 8H]}]\n", encoding="utf-8")
    output = run(file).output
    assert "has in the hand of seat 2: K♣: worth 10" in output and "hand of seat 1:" not in output


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("canasta", "Sources Canasta (pagat): https://www.pagat.com/rummy/canasta.html"),
        ("kadner", "Hand and Foot Canasta with Wild Cards & Sevens (kadner-page), paragraph 39"),
        ("bain", "Pennies from Heaven, with Railroad Canasta and Bain Hand and Foot (pennies-page), paragraph 117 [score.out];"),
    ],
)
def test_a_score_names_its_sources_as_a_ruling_does(game: str, told: str) -> None:
    """The sources of the clauses that gave points are told once, with title, paragraphs and address where they have them, and
    so is the rule of a clause, though it gave points to both sides."""
    output = " ".join(run(EXAMPLES / f"{game}-score.yaml").output.split())
    assert output.count(told) == 1
    clauses = re.findall(r"\[(score\.[a-z-]+)\]: ", output)
    assert clauses and len(clauses) == len(set(clauses))


def test_a_score_as_json() -> None:
    """As JSON, the points of all lines add up to the scores."""
    told = json.loads(run(EXAMPLES / "canasta-score.yaml", "--json").output)
    sums = [sum(entry["sum"] for entry in told["points"] if entry["side"] == side) for side in (0, 1)]
    assert sums == told["scores"] == [630, 775]
    assert (told["ended"], told["totals"], told["match"]) == ({"how": "out", "seat": 1}, [2780, 2665], None)
    assert all(entry["clause"] and entry["words"] for entry in told["points"])


def test_a_score_turns_on_what_is_not_said(tmp_path: Path) -> None:
    """Where memory that the file does not tell would change a score, it says so."""
    text = (EXAMPLES / "canasta-concealed.yaml").read_text(encoding="utf-8").replace("  has-melded: [yes, no, no, no]\n", "")
    file = tmp_path / "table.yaml"
    file.write_text(text, encoding="utf-8")
    told = "Seat 2: Had this player melded in an earlier turn? Taken: yes; were it no: 855 : -180"
    assert told in " ".join(run(file).output.split())


def test_a_deal_that_goes_on_is_not_scored() -> None:
    """A position whose deal has not ended is refused with exit code 2, and it is said what would end it."""
    result = run(EXAMPLES / "canasta-what-may-i-do.yaml")
    assert result.exit_code == 2
    assert "write how it did, as 'ended: {how: out, seat: 0}'" in result.stderr
