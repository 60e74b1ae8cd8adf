"""What is learnt from rules that are so small that they stand in the test: each case is one act, allowed or refused."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

import pytest

from meldspec.judge import nearer
from meldspec.judge.judgement import Verdict, by_the_decided, judge
from meldspec.judge.learn import Learner, Learnt
from meldspec.judge.oracle import DEFAULTS, Oracle, Transcript
from meldspec.judge.questions import Settled
from meldspec.protocol.case import About, Case, Readings, World
from meldspec.protocol.messages import Action, ActRequest, Expected, Illegal, Legal, Observation

Allowed = Callable[[Mapping[str, str]], bool]
"""Whether the act of a case is allowed where the questions are read so."""


def learnt(
    questions: Mapping[str, tuple[str, ...]], acts: Mapping[str, tuple[Allowed, str]], truth: Readings, wrong: str = ""
) -> Readings:
    """How somebody is said to read who reads so, and answers one act wrongly, from acts of which each is known to tell the readings
    of some questions apart, or of none; the first reading is the default."""
    oracle, transcripts = answered(questions, acts, truth, wrong)
    return dict(Learner(oracle, transcripts).learn().assignment)


def answered(
    questions: Mapping[str, tuple[str, ...]], acts: Mapping[str, tuple[Allowed, str]], truth: Readings, wrong: str = ""
) -> tuple[Oracle, list[Transcript]]:
    """The rules, and what somebody answers who reads so."""
    default = {question: readings[0] for question, readings in questions.items()}

    def expected(case: Case, readings: Readings) -> Iterable[Expected]:
        yield said(acts[case.id][0]({**default, **readings}))

    oracle = Oracle(questions, expected)
    cases = [case_of(name, allowed, about, questions) for name, (allowed, about) in sorted(acts.items())]
    answers = {name: allowed({**default, **truth}) != (name == wrong) for name, (allowed, _) in acts.items()}
    return oracle, [Transcript(case, (said(answers[case.id]),)) for case in cases]


def case_of(name: str, allowed: Allowed, about: str, questions: Mapping[str, tuple[str, ...]]) -> Case:
    """The case of one act."""
    default = {question: readings[0] for question, readings in questions.items()}
    others = [(one, other) for one in about.split() for other in questions[one][1:]]
    worlds = [World({one: other}, 0, (said(allowed({**default, one: other})),)) for one, other in others]
    return Case(
        id=name,
        variant="small",
        options={},
        about=About((), tuple(about.split())),
        purpose="reading",
        title=name,
        touches=(),
        requests=(ActRequest(seat=0, action=Action("draw")),),
        expect=(said(allowed(default)),),
        because=((),),
        allowed={},
        worlds=tuple(worlds),
    )


def said(allowed: bool) -> Legal | Illegal:
    """What is answered of an act that is allowed, or is not."""
    return Legal(Observation()) if allowed else Illegal()


def test_three_questions_that_show_only_together_are_found() -> None:
    """An act that is allowed only where three questions are read otherwise, none of which shows in any case without the others."""
    questions = {f"clause-{name}.question": ("no", "yes") for name in "abcdef"}
    together = {f"clause-{name}.question": "yes" for name in "ace"}
    acts: dict[str, tuple[Allowed, str]] = {"all-three": (lambda read: together.items() <= read.items(), "")}
    assert learnt(questions, acts, together) == together


def test_what_most_cases_ask_for_is_tried_before_what_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """A case that is wrong under every reading has a dozen questions that would explain it, were it not for a case of its own each.
    Before all of these are tried, that is found which three cases ask for, though it needs a second question read otherwise, which
    beside the first as it is by default must not be."""
    many = [f"clause-{number}.question" for number in range(10, 22)]
    monkeypatch.setattr(nearer, "BUDGET", len(many))
    questions = dict.fromkeys((*many, "pile.opened", "pile.wilds"), ("no", "yes"))
    acts: dict[str, tuple[Allowed, str]] = {
        "a-wrong": (lambda read: any(read[one] == "yes" for one in many), ""),
        **{f"own/{one}": (partial(_reads, one, "no"), one) for one in many},
        "pile/opened-alone": (lambda read: read["pile.opened"] == "no" or read["pile.wilds"] == "yes", ""),
        "pile/wilds-alone": (lambda read: read["pile.wilds"] == "no" or read["pile.opened"] == "yes", "pile.wilds"),
        **{f"pile/opened-{number}": (partial(_reads, "pile.opened", "yes"), "") for number in (1, 2, 3)},
    }
    truth = {"pile.opened": "yes", "pile.wilds": "yes"}
    assert learnt(questions, acts, truth, wrong="a-wrong") == truth


def test_what_explains_more_than_it_loses_is_nearer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four acts hang on when a turn is judged; of two others each is allowed only if it is judged late and a question of its own,
    which shows nowhere else, is read otherwise: whoever reads all three so is found, though each alone is taken for something else
    and judging late alone would lose what early judging explains."""
    monkeypatch.setattr(nearer, "BUDGET", 0)
    monkeypatch.setattr(nearer, "ANEW", 0)
    questions = {"turn.judged": ("early", "late"), "threes.last": ("no", "yes"), "sevens.at-start": ("no", "yes")}
    late_and = {one: {"turn.judged": "late", one: "yes"} for one in ("threes.last", "sevens.at-start")}

    def laid(one: str, read: Mapping[str, str]) -> bool:
        return read["turn.judged"] == "early" or late_and[one].items() <= read.items()

    acts: dict[str, tuple[Allowed, str]] = {
        **{f"turn/late-{number}": (partial(_reads, "turn.judged", "late"), "") for number in range(3)},
        **{f"own/{one}": (partial(laid, one), "turn.judged") for one in late_and},
    }
    truth = dict.fromkeys(questions, "yes") | {"turn.judged": "late"}
    assert learnt(questions, acts, truth) == truth


def test_a_second_reading_makes_good_what_a_first_one_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two acts are allowed only if melds are held to their limit one by one, and three others, if so, only where a meld has many
    wild cards, which shows nowhere else: whoever reads both so is found, though the first loses more than it explains."""
    monkeypatch.setattr(nearer, "BUDGET", 0)
    monkeypatch.setattr(nearer, "ANEW", 0)
    questions = {"melds.limit": ("act", "one-by-one"), "melds.wilds": ("one", "many")}
    acts: dict[str, tuple[Allowed, str]] = {
        **{f"rank/{number}": (partial(_reads, "melds.limit", "one-by-one"), "") for number in range(2)},
        **{
            f"end/{number}": (lambda read: read["melds.limit"] == "act" or read["melds.wilds"] == "many", "") for number in range(3)
        },
    }
    truth = {"melds.limit": "one-by-one", "melds.wilds": "many"}
    assert learnt(questions, acts, truth) == truth


def test_who_reads_all_by_default_is_found_again() -> None:
    """A case that is wrong under every reading speaks for a reading of its question, which loses two cases that are not known to
    tell of it; whoever reads all by default is not taken for one who reads that so."""
    questions = {"pile.taken": ("whole", "top")}
    acts: dict[str, tuple[Allowed, str]] = {
        "a-wrong": (partial(_reads, "pile.taken", "whole"), "pile.taken"),
        **{f"pile/{number}": (partial(_reads, "pile.taken", "whole"), "") for number in range(2)},
    }
    assert learnt(questions, acts, {}, wrong="a-wrong") == {}


def test_two_readings_that_look_like_a_third_are_taken_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """An act is refused if a turn is judged at once, and also if threes come last; who has threes last is first taken for one who
    judges at once, and what shows only where that is not so, how many sevens are laid, is found all the same."""
    monkeypatch.setattr(nearer, "BUDGET", 0)
    monkeypatch.setattr(nearer, "ANEW", 0)
    questions = {"turn.judged": ("in-the-end", "at-once"), "threes.moment": ("any", "last"), "sevens.many": ("any", "all")}
    acts: dict[str, tuple[Allowed, str]] = {
        "a-three": (
            lambda read: read["turn.judged"] == "in-the-end" and read["threes.moment"] == "any",
            "threes.moment turn.judged",
        ),
        "sevens": (lambda read: not (read["turn.judged"] == "in-the-end" and read["sevens.many"] == "all"), ""),
    }
    truth = {"threes.moment": "last", "sevens.many": "all"}
    assert learnt(questions, acts, truth) == truth


@pytest.mark.parametrize("besides", [1, 2])
def test_a_reading_is_not_said_to_be_excluded_that_others_make_good(besides: int) -> None:
    """A card may be kept, but not where one or two other questions, open all the same, are read otherwise; who is seen not to keep
    it may read any of them so, and of none is it said that it is read by default."""
    others = {f"clause-{name}.question": "yes" for name in "ab"[:besides]}
    questions = {"keep.may": ("yes", "no"), **dict.fromkeys(others, ("no", "yes")), "clause-c.question": ("no", "yes")}
    acts: dict[str, tuple[Allowed, str]] = {
        "keep": (lambda read: read["keep.may"] == "yes" and not others.items() <= read.items(), "keep.may"),
        "plain": (lambda read: read["clause-c.question"] == "no", "clause-c.question"),
    }
    questions_seen = judge(*answered(questions, acts, {**others})).learnt.questions
    assert questions_seen["keep.may"].admitted == {"yes", "no"}
    assert questions_seen["clause-c.question"].admitted == {"no"}


def test_what_a_case_is_known_to_tell_only_together_excludes_nothing() -> None:
    """A card may be kept, but not where two other questions are read otherwise, which the case is known to tell together; and
    whatever else is open lets it be kept: who is seen not to keep it may read these two so."""
    names = [f"clause-{number:02}.question" for number in range(30)]
    questions = {"keep.may": ("yes", "no"), **dict.fromkeys(names, ("no", "yes"))}
    both = dict.fromkeys(names[:2], "yes")

    def kept(read: Mapping[str, str]) -> bool:
        may = read["keep.may"] == "yes" and not both.items() <= read.items()
        return may or any(read[name] == "yes" for name in names[2:])

    oracle, (one,) = answered(questions, {"keep": (kept, "keep.may")}, both)
    case = replace(one.case, worlds=(*one.case.worlds, World(both, 0, (said(False),))))
    assert judge(oracle, [replace(one, case=case)]).learnt.questions["keep.may"].admitted == {"yes", "no"}


def test_a_reading_is_not_excluded_that_two_others_make_good_of_which_one_alone_ends_the_case_sooner() -> None:
    """A card may be kept, or else leave is needed, which may be asked of anybody or of the partner alone, and whoever asks anybody
    must have a foot to take up: who is seen to keep the card may read all three otherwise, though one of them alone has the
    question refused that comes before."""
    questions = {"keep.may": ("yes", "no"), "ask.who": ("partner", "anybody"), "foot.last": ("out", "foot")}

    def expected(case: Case, readings: Readings) -> Iterable[Expected]:
        anybody, foot = readings.get("ask.who") == "anybody", readings.get("foot.last") == "foot"
        yield from (said(foot or not anybody), said(readings.get("keep.may") != "no" or (anybody and foot)))

    case = case_of("kept", lambda read: True, "", questions)
    worlds = (World({"keep.may": "no"}, 1, (said(False),)),)
    case = replace(case, requests=case.requests * 2, expect=tuple(expected(case, {})), because=((), ()), worlds=worlds)
    learnt_of_it = judge(Oracle(questions, expected), [Transcript(case, (said(True), said(True)))]).learnt
    assert learnt_of_it.questions["keep.may"].admitted == {"yes", "no"}


def test_nobody_is_accused_where_two_open_questions_explain_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who allows an act that is allowed only where two questions are read otherwise has broken no rule as long as nothing else
    tells of them, even where no search for how they are read comes so far; who shows to read one of them by default has."""
    monkeypatch.setattr(nearer, "BUDGET", 0)
    monkeypatch.setattr(nearer, "DRAWN", 0)
    questions = {f"clause-{name}.question": ("no", "yes") for name in "abcd"}
    truth = {"clause-a.question": "yes", "clause-c.question": "yes"}
    acts: dict[str, tuple[Allowed, str]] = {"both": (lambda read: truth.items() <= read.items(), "")}
    (one,) = judge(*answered(questions, acts, truth)).cases
    assert (one.verdict, one.questions) == (Verdict.UNDECIDED, ("clause-a.question", "clause-c.question"))
    acts["shown"] = (lambda read: read["clause-c.question"] == "yes", "clause-c.question")
    seen = judge(*answered(questions, acts, {}, wrong="both"))
    assert [one.verdict for one in seen.cases] == [Verdict.DEPARTS, Verdict.AGREES]


def test_open_readings_that_another_case_refutes_excuse_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a case speaks against two open readings that only together explain a refusal, they excuse it only beside a third that
    makes that case good, and nobody who is seen to read the third by default."""
    monkeypatch.setattr(nearer, "BUDGET", 0)
    monkeypatch.setattr(nearer, "DRAWN", 0)
    names = [f"clause-{name}.question" for name in "abc"]
    (one, other, third), questions = names, dict.fromkeys(names, ("no", "yes"))
    both = {one: "yes", other: "yes"}
    acts: dict[str, tuple[Allowed, str]] = {
        "refused": (lambda read: not both.items() <= read.items(), ""),
        "seen": (lambda read: not both.items() <= read.items() or read[third] == "yes", one),
    }
    excused = judge(*answered(questions, acts, {**both, third: "yes"}))
    assert [judged.verdict for judged in excused.cases] == [Verdict.UNDECIDED, Verdict.AGREES]
    acts["third"] = (partial(_reads, third, "no"), third)
    accused = judge(*answered(questions, acts, {}, wrong="refused"))
    assert [judged.verdict for judged in accused.cases] == [Verdict.DEPARTS, Verdict.AGREES, Verdict.AGREES]


def test_a_third_reading_excuses_beside_two_that_only_together_have_a_case_go_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """A meld opens, but not where two questions put the minimum higher together, and where a third has it asked for at the end of
    the turn, the meld may be laid, and the discard is refused: nobody is accused of that to whom all three are open."""
    monkeypatch.setattr(nearer, "BUDGET", 0)
    monkeypatch.setattr(nearer, "DRAWN", 0)
    higher = {"minimum.bands": "yes", "minimum.running": "yes"}
    questions = dict.fromkeys((*(f"clause-{number}.question" for number in range(9)), *higher, "turn.late"), ("no", "yes"))

    def expected(case: Case, readings: Readings) -> Iterable[Expected]:
        high, late = higher.items() <= readings.items(), readings.get("turn.late") == "yes"
        yield from (said(not high or late), said(not (high and late)))

    case = case_of("opening", lambda read: True, "", questions)
    case = replace(case, requests=case.requests * 2, expect=tuple(expected(case, {})), because=((), ()))
    (one,) = judge(Oracle(questions, expected), [Transcript(case, (said(True), said(False)))]).cases
    assert (one.verdict, one.questions) == (Verdict.UNDECIDED, ("minimum.bands", "minimum.running", "turn.late"))
    (other,) = judge(Oracle(questions, expected), [Transcript(case, (said(False), said(False)))]).cases
    assert other.verdict is Verdict.DEPARTS, "of two refusals they explain one alone"


def test_what_is_refused_for_another_reason_speaks_against_no_reading() -> None:
    """Who takes a single card with a single card where that is asked for plainly reads it so, though another such take is refused,
    since an act of that sort is refused wrongly elsewhere, too: both refusals are told."""
    questions = {"single.may": ("never", "allowed")}
    acts: dict[str, tuple[Allowed, str]] = {
        "closing": (lambda read: True, ""),
        "single-closing": (partial(_reads, "single.may", "allowed"), "single.may"),
        "single-plain": (partial(_reads, "single.may", "allowed"), "single.may"),
    }
    oracle, transcripts = answered(questions, acts, {"single.may": "allowed"}, wrong="closing")
    told = [replace(one, answers=(said(False),)) if one.case.id == "single-closing" else one for one in transcripts]
    judgement = judge(oracle, told)
    assert judgement.learnt.questions["single.may"].admitted == {"allowed"}
    verdicts = {one.transcript.case.id: one.verdict for one in judgement.cases}
    assert verdicts == {"closing": Verdict.DEPARTS, "single-closing": Verdict.DEPARTS, "single-plain": Verdict.AGREES}


def test_a_table_that_there_may_not_be_is_held_against_nobody() -> None:
    """A canasta of an ace that is high is none where aces may be low, and that is open: whoever is asked about it may say
    anything, until some case tells how aces are read."""
    questions = {"aces.order": ("high", "low")}

    def expected(case: Case, readings: Readings) -> Iterable[Expected]:
        if readings.get("aces.order") != "low" or case.id == "aces":
            yield said(readings.get("aces.order") != "low" or case.id != "aces")

    cases = [
        case_of("aces", partial(_reads, "aces.order", "high"), "aces.order", questions),
        case_of("canasta", lambda read: True, "", questions),
    ]

    def stands(case: Case, readings: Readings) -> bool:
        return case.id == "aces" or readings.get("aces.order") != "low"

    oracle, asked = Oracle(questions, expected, stands=stands), Transcript(cases[1], (said(False),))
    (one,) = judge(oracle, [asked]).cases
    assert (one.verdict, one.questions) == (Verdict.UNDECIDED, ("aces.order",))
    seen = judge(oracle, [asked, Transcript(cases[0], (said(True),))])
    assert [one.verdict for one in seen.cases] == [Verdict.DEPARTS, Verdict.AGREES]
    low = judge(oracle, [asked, Transcript(cases[0], (said(False),))])
    assert [(one.verdict, one.no_table) for one in low.cases] == [(Verdict.UNDECIDED, True), (Verdict.AGREES, False)]


def _reads(question: str, reading: str, read: Mapping[str, str]) -> bool:
    return read[question] == reading


def test_a_case_that_tells_nothing_speaks_against_no_reading() -> None:
    """Where one case speaks for one reading and another for the others, and of the other the judge cannot tell how it was come to,
    the first decides; and where the judge can tell of both, no reading explains them."""
    oracle = Oracle({"moment": ("now", "later", "never")}, None)
    spoken = {"plain": frozenset({"now"}), "entangled": frozenset({"later", "never"})}
    against_all = Learnt(DEFAULTS, {"moment": Settled("moment", "now", frozenset(), spoken)})
    told = by_the_decided(oracle, against_all, {"entangled"}).questions["moment"]
    assert (told.admitted, told.evidence) == (frozenset({"now"}), {"plain": frozenset({"now"})})
    assert by_the_decided(oracle, against_all, set()) == against_all
    explained = Learnt(DEFAULTS, {"moment": Settled("moment", "now", frozenset({"now"}), spoken)})
    assert by_the_decided(oracle, explained, {"entangled"}) == explained, "what some reading explains is left as it is"
