"""Which lines wrote what an answer has otherwise, and how far that is looked for."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.engine.variants import shelf
from tests.judge.spoilt import cases_of, held_to
from tests.spec import ordinary
from tests.spec.positions import DRAW, scores

from meldspec.corpus.expect import Step, trace
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.judge import written
from meldspec.judge.booking import Booker
from meldspec.judge.judgement import Judged, Verdict
from meldspec.judge.oracle import DEFAULTS, Transcript
from meldspec.protocol.comparison import Difference, Mismatch, MismatchKind


def drawn(case: str) -> tuple[Rulebook, Step]:
    """The draw of a case of ordinary Canasta, with the rules it is played by."""
    (found,) = (one for one in cases_of("canasta") if one.id == case)
    rulebook = shelf().rulebook("canasta", dict(found.options))
    (step,) = (one for one in trace(Referee(rulebook), found.requests) if one.act is not None and one.act.name == "draw")
    return rulebook, step


def test_what_a_draw_after_a_yes_does_is_known_line_by_line() -> None:
    """Who draws after a yes has the card from the stock and goes on with the turn, though who could go out is asked on the way."""
    rulebook, step = drawn("canasta/out.yes/effect-2")
    clauses = {write.tag.clause for write in written.writes_of(rulebook, step)}
    assert {"turn.draw", "turn.order"} <= clauses


def test_nothing_is_told_where_too_much_would_have_to_be_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether there is a way to go out may hang on more acts than can be tried; then it is not known which line did what, and the
    judge goes on."""
    rulebook, step = drawn("canasta/out.yes/effect-2")
    monkeypatch.setattr(written, "LOOKS", 5)
    assert written.writes_of(rulebook, step) == []


@pytest.mark.parametrize(
    ("found", "clauses"),
    [((20, 200), {"score.red-threes"}), ((190, 30), {"score.melds"}), ((230, -10), {"score.hands"}), ((20, 0), set())],
)
def test_points_that_went_to_the_other_side(found: tuple[int, int], clauses: set[str]) -> None:
    """A side has kings for 30 points, two red threes and a hand of 10: what it is short of the other has got, or nobody."""
    rulebook = ordinary.ordinary()
    start = ordinary.set_out(rulebook, "4C 4D", melds=[ordinary.KINGS], red_threes=("3D 3H", ""), stock="", pile="3C")
    over = ordinary.played(rulebook, start, [(0, DRAW)])[1]
    assert scores(over) == (220, 0)
    assert {tag.clause for tag in written.moved(rulebook, over, scores(over), found)} == clauses


def test_a_case_with_an_option_that_there_is_not_is_a_departure_all_the_same() -> None:
    """Whoever departs in a case of somebody's own, with an option that the rules do not have, is told so, on no line."""
    (case,) = (one for one in cases_of("canasta") if one.id == "canasta/out.yes/effect-2")
    strange = replace(case, options={**case.options, "jokers": 3})
    mismatch = Mismatch(MismatchKind.OBSERVATION, (Difference("stock", 1, 2),))
    departure = Judged(Transcript(strange, ()), Verdict.DEPARTS, step=1, mismatch=mismatch)
    booked = Booker(held_to("canasta").rulebooks(DEFAULTS)).booked(departure)
    assert booked.tags == ()
