"""The title of a case says what it shows as a player would: the rule, the act, what becomes of it, and the fact that decides."""

from __future__ import annotations

import json
import re

import pytest
from tests.corpus.picked import CORPUS, cases_where
from tests.engine.variants import sheet_of, shelf

from meldspec.corpus.expect import trace
from meldspec.corpus.plan import Goal
from meldspec.corpus.titles import clause_title
from meldspec.engine.referee import Referee
from meldspec.protocol.case import deciding
from meldspec.protocol.comparison import VERDICT
from meldspec.protocol.messages import Legal

FOUND = re.compile(
    r"spoilt|mutant|told apart|left out|made \d+|never so|always so|\b(require|forbid|allow) for\b|[a-z-]+\.[a-z-]+:\d", re.I
)
"""How a case was found, which is nobody's business at a table."""


def titles() -> dict[str, str]:
    """The titles of all cases of all games, by their ids."""
    lines = (line for file in sorted(CORPUS.glob("*/*.jsonl")) for line in file.read_text(encoding="utf-8").splitlines())
    return {case["case"]: case["title"] for case in map(json.loads, lines)}


def title(name: str) -> str:
    """The title of one case."""
    return titles()[name]


def test_no_title_tells_how_its_case_was_found() -> None:
    """No word of a title is about altered lines or the names of lines; each begins with a capital and ends as a sentence."""
    told = titles()
    assert {name: title for name, title in told.items() if FOUND.search(title)} == {}
    assert {name for name, title in told.items() if not title[0].isupper() or title[-1] != "." or ".." in title} == set()


def test_a_title_can_be_read_at_one_go() -> None:
    """Nine titles of ten have no more than 300 signs, and none has more than 900."""
    lengths = sorted(map(len, titles().values()))
    assert lengths[len(lengths) * 9 // 10] <= 300 and lengths[-1] <= 900


def test_titles_of_clauses_begin_with_the_rule_and_say_what_becomes_of_the_act() -> None:
    """A case about a rule is headed by it, and says whether the act is allowed or refused, or what is seen after it."""
    for case in cases_where(lambda case: bool(case["about"]["clauses"])):
        head = sheet_of(case.variant).book.by_id()[case.about.clauses[0]].clause.title
        assert case.title.startswith(f"{head}: "), case.id
        if case.purpose in ("allows", "refuses"):
            becomes = "allowed" if isinstance(case.expect[deciding(case)], Legal) else "refused"
            assert f"” is {becomes}." in case.title, case.id


def test_titles_of_questions_begin_with_the_question_and_name_the_reading() -> None:
    """A case about a question is headed by it, and has the answer in words that it tells from the others."""
    for case in cases_where(lambda case: bool(case["about"]["questions"])):
        asked = sheet_of(case.variant).book.questions()[case.about.questions[0]]
        assert case.title.startswith(asked.asks), case.id
        assert any(f"“{one.says.rstrip('.')}”" in case.title for one in asked.readings), case.id


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("canasta/turn.whose/refuses-6", "It is the turn of seat 0."),
        ("manzana/opening.minimum/refuses-2", "The melds are worth 15; the minimum is 30."),
        ("manzana/score.red-threes.both/reading-besides-2", "by “400 besides the 100 for each” the scores are -685 and 500."),
    ],
)
def test_a_title_has_the_fact_that_decides(name: str, told: str) -> None:
    """Whose turn it is, what the melds are worth and what they would have to be worth, what the scores are by the other answer."""
    assert title(name).endswith(told)


def test_a_title_tells_of_what_stays_where_that_is_what_the_rule_brings_about() -> None:
    """Whose partner has earned the foot has not earned it by that: with all cards but one discarded nobody takes up a foot."""
    told = "Who has earned the foot: after “discard 4C”, hand of seat 3: 2 → 1 card (gives 4C); every foot stays as it is."
    assert title("dollars/foot.earned/effect-4") == told


def test_a_deal_is_told_by_how_the_cards_lie() -> None:
    """Where a rule got wrong keeps the cards from being dealt at all, only the stock and the pile are there to be told of."""
    dealt = next(iter(cases_where(lambda case: case["purpose"] == "effect" and case["requests"][0]["cmd"] == "deal")))
    rulebook = shelf().rulebook(dealt.variant, dict(dealt.options), {})
    (step, *_) = trace(Referee(rulebook), dealt.requests[:1])
    told = clause_title(rulebook, Goal("effect", dealt.about.clauses[0]), step, [VERDICT])
    assert re.search(r": when the cards are dealt, the stock has \d+ cards; the pile is [^;]+\.$", told)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("pennies/turn.order/allows-1", "“draw from the stock” is allowed. No cards have been drawn or taken yet in this turn."),
        ("manzana/out.canasta/allows-2", "“discard 5C” is allowed. The hand has 8 cards and not just one."),
    ],
)
def test_an_act_that_is_allowed_is_told_with_what_lets_it_be(name: str, told: str) -> None:
    """What nearly every act keeps to is told where it is what the case is about."""
    assert title(name).endswith(told)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("canasta/opening.opened/effect-2", "the melds are worth 15; at 0 points the minimum is 50."),
        ("manzana/meld.canasta/effect-1", "to discard KC would not be legal then: side 0 has no canasta."),
    ],
)
def test_an_act_that_a_forgotten_rule_would_bar_is_told_with_what_would_bar_it(name: str, told: str) -> None:
    """Whoever forgets that the side has opened, or that this makes a canasta, refuses what is laid, and for just that reason."""
    assert re.search(rf"” is allowed\. It is refused by whoever gets this wrong: .*{re.escape(told)}$", title(name))


def test_what_is_no_reason_against_an_act_is_not_told_as_one() -> None:
    """Rules by which nothing counts toward the minimum refuse four nines, and say that they are worth 40 where 30 are asked for."""
    assert "minimum" not in title("manzana/opening.together/effect-1").partition(":")[2]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "manzana/out.canasta/refuses-2",
            "Side 1 has no canasta. It is allowed by whoever takes it that a canasta of the other player",
        ),
        (
            "bain/meld.one-a-rank/allows-4",
            "It is refused by whoever takes it that black threes and wild cards are melds of one rank.",
        ),
        ("bain/end.turn/effect-2", "It comes to something else for whoever takes it that it is remembered in the next turn"),
    ],
)
def test_a_case_for_a_mistake_says_which(name: str, told: str) -> None:
    """What somebody set a case out for is told in the words in which it was said."""
    assert told in title(name)


def test_few_titles_say_no_more_than_that_an_act_is_allowed() -> None:
    """Of a hundred titles six at most end so: why is all that tells one such case from another."""
    told = list(titles().values())
    assert sum(one.endswith("” is allowed.") for one in told) <= len(told) * 6 // 100
