"""The reference in worlds of other readings: it breaks no rule in any, and `python -m tests.judge.assignments` says so of more."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.judge.assignments import GAMES, main
from tests.judge.kept_lines import known, note, part
from tests.judge.spoilt import cases_of, held_to, rules
from tests.judge.worlds import Readings, at_random, came_of, drawn, entangled, oracle_in, single
from tests.sampling import THOROUGH, sampled


@pytest.fixture(autouse=True, scope="module")
def forgotten() -> Iterator[None]:
    """What the rules were asked of is forgotten when all is judged: it would lie in the memory of the tests that follow."""
    yield
    for kept in (held_to, cases_of, rules):
        kept.cache_clear()


SINGLE = [(game, readings) for game in GAMES for readings in single(game)]
KEPT = [one for one in SINGLE if one[0] == "manzana"][::15]
"""Those of `make test`: some of the shortest corpus."""
PAIRS = [(game, readings) for game in GAMES for readings in list(entangled(game))[::5]]
RANDOM = 12 if THOROUGH else 1
"""Number 9 of Dollars was once said to read jokers as it does not, and number 11 of Railroad once accused."""


@pytest.mark.parametrize(("game", "readings"), sampled(SINGLE, lambda one: one in KEPT))
def test_who_reads_one_question_otherwise_breaks_nothing(game: str, readings: Readings) -> None:
    """Who reads one question otherwise breaks no rule, and is never said to read it, or any other, as it does not."""
    came = came_of(oracle_in(game), cases_of(game), readings)
    assert (came.findings, came.belied) == ((), ())


@pytest.mark.parametrize(("game", "readings"), sampled(PAIRS, lambda one: one[0] == "manzana" and one in PAIRS[:2]))
def test_who_reads_two_entangled_questions_otherwise_breaks_nothing(game: str, readings: Readings) -> None:
    """Who reads two questions otherwise that show in the same places of an answer breaks no rule, and nothing untrue is said of
    how any question is read."""
    came = came_of(oracle_in(game), cases_of(game), readings)
    assert (came.findings, came.belied) == ((), ())


@pytest.mark.parametrize("game", sampled(GAMES, lambda game: game == "manzana"))
def test_who_reads_every_question_by_chance_breaks_nothing(game: str) -> None:
    """Who reads every question as a die falls breaks no rule, and is never said to read one as it does not.

    In the first world of Manzana it was once said to take first, though who asks early whether a turn can be ended answers just so
    if he may open first.
    """
    for readings in at_random(game, RANDOM, 1):
        came = came_of(oracle_in(game), cases_of(game), readings)
        assert (came.findings, came.belied) == ((), ())


@pytest.mark.thorough
def test_who_reads_three_entangled_questions_otherwise_is_not_accused() -> None:
    """By thirty cases of Railroad it is open how the minimum rises, whether the points of the deal that is played count for it, and
    whether melds are judged by the discard: a discard that is refused since all three are read otherwise breaks no rule."""
    (*_, readings) = at_random("railroad", 43, 1)
    cases = drawn(cases_of("railroad"), 15, "railroad random 1 42 by 1/15")
    came = came_of(oracle_in("railroad"), cases, readings)
    assert (came.findings, came.belied) == ((), ())


@pytest.mark.thorough
def test_a_reading_that_two_others_of_its_clauses_make_good_is_not_excluded() -> None:
    """By thirty cases the minimum of Dollars may be met by several sorts only if it also rises in a deal played once more, and is
    not added up: neither is known of the case that speaks against it, and each alone makes nothing good."""
    (*_, readings) = at_random("dollars", 4, 1)
    cases = drawn(cases_of("dollars"), 15, "dollars random 1 3 by 1/15")
    came = came_of(oracle_in("dollars"), cases, readings)
    assert (came.findings, came.belied) == ((), ())


def test_a_run_that_was_ended_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Worlds that were tried are not tried again, and the table counts them."""
    asked = ["manzana", "--part", "2/23", "--out", str(tmp_path)]
    assert main([*asked, "--at-most", "1"]) == 0
    first = known(tmp_path / "manzana.jsonl")
    (tmp_path / "manzana.jsonl").open("a").write('\n{"key": "cut o')
    assert main(asked) == 0
    rows = known(tmp_path / "manzana.jsonl")
    assert len(first) == 1 and len(rows) == 2 and all(rows[key] == row for key, row in first.items())
    assert capsys.readouterr().out.splitlines()[-1].split()[:4] == ["manzana", "single", "46", "2"]


def test_a_share_of_the_cases_is_drawn_for_each_world(tmp_path: Path) -> None:
    """Held against one case in thirty, worlds have cases of their own; they are noted beside those that are held against all."""
    cases = cases_of("manzana")
    first, second = (drawn(cases, 30, f"manzana random 1 {number} by 1/30") for number in range(2))
    assert first and second and first != second
    assert drawn(cases, 1, "manzana random 1 0") == list(cases)
    assert main(["manzana", "--no-single", "--random", "1", "--one-in", "30", "--out", str(tmp_path)]) == 0
    (row,) = known(tmp_path / "manzana.jsonl").values()
    assert (row["key"], row["sort"]) == ("random 1 0 by 1/30", "random by 1/30")


def test_parts_are_everything_once() -> None:
    """The parts of a run have nothing in common and leave nothing out."""
    assert sorted(one for k in (1, 2, 3) for one in part(range(10), f"{k}/3")) == list(range(10))


def test_a_row_noted_twice_counts_once(tmp_path: Path) -> None:
    """What was noted last of a world counts."""
    for what in ("findings", "exactly"):
        note(tmp_path / "rows", {"key": "one", "what": what})
    assert known(tmp_path / "rows") == {"one": {"key": "one", "what": "exactly"}}
