"""The judge, held against implementations that are known through and through: the rules so read, and with a line spoilt."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from tests.judge.spoilt import answers_spoilt, answers_under, cases_of, found, mutant_called, mutants_of, oracle_of, rules
from tests.sampling import sampled

from meldspec.corpus.expect import answer
from meldspec.corpus.mutation.every import beyond_lines
from meldspec.engine.referee import Referee
from meldspec.judge.booking import Booker, Sort
from meldspec.judge.findings import Certainty, Finding, findings, ranked
from meldspec.judge.judgement import Judgement, Verdict, judge
from meldspec.judge.oracle import DEFAULTS, Transcript
from meldspec.judge.remembered import by_memory
from meldspec.protocol.case import Case
from meldspec.protocol.comparison import MismatchKind
from meldspec.protocol.messages import ActRequest, Dealt, Illegal, Legal
from meldspec.runner.held_to import HeldTo
from meldspec.runner.instead import instead
from meldspec.runner.traits import Goal, goal


@pytest.fixture(autouse=True, scope="module")
def forgotten() -> Iterator[None]:
    """What the rules were asked of is forgotten when all is judged: it would lie in the memory of the tests that follow."""
    yield
    for kept in (oracle_of, cases_of, mutants_of, rules):
        kept.cache_clear()


def judged(variant: str, transcripts: Sequence[Transcript], **claims: str) -> Judgement:
    """The judgement on what was recorded."""
    return judge(oracle_of(variant), transcripts, claims)


def wrong(judgement: Judgement) -> list[str]:
    """The cases that are held against the implementation."""
    return [one.transcript.case.id for one in judgement.cases if one.verdict is Verdict.DEPARTS]


def test_the_order_of_the_cases_changes_nothing() -> None:
    """Shuffled cases are judged as they were."""
    readings = {"meld.one-a-rank.second": "apart", "pile.frozen.black-three": "freezes"}
    transcripts = [answers_under(case, readings) for case in cases_of("manzana")]
    judgement = judged("manzana", transcripts)
    random.Random(1).shuffle(transcripts)
    again = judged("manzana", transcripts)
    assert again.learnt == judgement.learnt
    assert {one.transcript.case.id: one.verdict for one in again.cases} == {
        one.transcript.case.id: one.verdict for one in judgement.cases
    }


def test_a_claim_decides_what_cases_leave_open() -> None:
    """Two readings that no case about the pile tells apart, once those for their limits are left out: the one that is claimed is
    taken."""
    told = [case for case in cases_of("manzana") if case.purpose != "limit" and case.subject.startswith("pile.")]
    transcripts = [answers_under(case, {"pile.match.hand-card": "new-meld"}) for case in told]
    for claim in ("mate-needed", "new-meld"):
        learnt = judged("manzana", transcripts, **{"pile.match.hand-card": claim}).learnt
        assert ("pile.match.hand-card", claim) in learnt.assignment
        assert learnt.questions["pile.match.hand-card"].admitted == {"mate-needed", "new-meld"}


# ── who breaks a rule ───────────────────────────────────────────────────────────────────────────────────────


EXCUSED = (
    ("canasta", "match.target:1: nothing", "match.target/effect-2"),
    ("canasta", "out.able-to-end:2: require for take left out", "out.able-to-end/refuses-2"),
    ("manzana", "opening.minimum:1: require for meld left out", "opening.minimum/refuses-2"),
    ("manzana", "meld.canasta:2: never so", "end.turn/effect-2"),
    ("kadner", "opening.minimum:2: require for meld left out", "opening.minimum/refuses-1"),
)
"""What was once excused by a reading that nobody follows: the game, what is wrong, a case that must be held against it."""


@pytest.mark.parametrize(("variant", "what", "case"), sampled(EXCUSED, lambda one: one in {EXCUSED[0], EXCUSED[2]}))
def test_no_reading_excuses_a_broken_rule(variant: str, what: str, case: str) -> None:
    """A match that never ends, a turn that cannot be ended, no minimum at all: no reading of another question makes that right."""
    assert f"{variant}/{case}" in wrong(judged(variant, answers_spoilt(variant, mutant_called(variant, what))))


@pytest.mark.thorough
def test_who_goes_past_a_limit_does_not_follow_the_reading() -> None:
    """Who wants no minimum at all departs under every reading of when it is measured, and is held to the default."""
    transcripts = answers_spoilt("kadner", mutant_called("kadner", "opening.minimum:2: require for meld left out"))
    oracle, question = oracle_of("kadner"), "meld.stays.judged"
    about = [one for one in transcripts if question in one.case.about.questions]
    for reading in oracle.readings[question]:
        so_read = oracle.changed(DEFAULTS, question, reading)
        assert any(not oracle.explains(one, so_read) for one in about), reading
    judgement = judged("kadner", transcripts)
    assert question not in dict(judgement.learnt.assignment)
    # A claim does not help.
    claimed = judged("kadner", about, **{question: "at-discard"})
    assert question not in dict(claimed.learnt.assignment)


def test_a_mistake_beside_a_limit_says_nothing_of_the_reading() -> None:
    """Who follows a reading, and lets the wrong player go on where its limit shows, follows it all the same."""
    readings = {"meld.stays.judged": "at-discard"}
    transcripts = [answers_under(case, readings) for case in cases_of("kadner") if "meld.stays.judged" in case.about.questions]
    (number,) = [n for n, one in enumerate(transcripts) if limited(one)][:1]
    transcript = transcripts[number]
    first = transcript.answers[0]
    assert isinstance(first, Dealt)
    wrong_stock = replace(first, observation=replace(first.observation, stock=99))
    transcripts[number] = replace(transcript, answers=(wrong_stock, *transcript.answers[1:]))
    learnt = judged("kadner", transcripts).learnt
    assert dict(learnt.assignment) == readings


def limited(transcript: Transcript) -> bool:
    """Whether a case shows where a meld that is built up must have reached the minimum."""
    about = transcript.case.about
    return (about.questions, about.reading) == (("meld.stays.judged",), "at-discard")


def test_a_rule_that_a_reading_has_is_no_broken_rule() -> None:
    """Who lets a second meld of a rank lie beside the first follows a reading, and that is said; that it is not allowed to one who
    takes the pile for it is all that is wrong then."""
    judgement = judged(
        "manzana", answers_spoilt("manzana", mutant_called("manzana", "meld.one-a-rank:1: require for meld left out"))
    )
    assert wrong(judgement) == ["manzana/meld.one-a-rank.second/limit-refused-1", "manzana/meld.one-a-rank/refuses-2"]
    assert ("meld.one-a-rank.second", "apart") in judgement.learnt.assignment


@pytest.mark.parametrize("what", ["turn.draw:7: 1 made 2", "pile.take:5: left out"])
def test_one_broken_rule_is_one_finding(what: str) -> None:
    """Who draws two cards for one, or leaves the pile lying that was taken, is told one line, which explains all that departs."""
    judgement = judged("manzana", answers_spoilt("manzana", mutant_called("manzana", what)))
    (finding,) = found("manzana", judgement)
    assert finding.cause is not None and f"{finding.cause.line}: {finding.cause.what}" == what
    assert finding.clause == what.split(":")[0]
    assert set(finding.cases) == set(wrong(judgement))


FAR = ("opening.minimum:1: require for meld without part 1 of its 'and'", "cards.worth:2: 20 made 21", "meld.canasta:3: without")
"""Mistakes that show far from where they are."""


@pytest.mark.parametrize("what", sampled(FAR, lambda what: what == FAR[1]))
def test_a_mistake_far_from_where_it_shows_is_named_where_it_is(what: str) -> None:
    """Who asks the minimum of every meld refuses what is permitted in general, and who takes deuces for 21 counts other points in
    deals of all sorts: each is told the one line, and not what his cases happen to be about."""
    judgement = judged("manzana", answers_spoilt("manzana", mutant_called("manzana", what)))
    (finding,) = found("manzana", judgement)
    assert finding.cause is not None and f"{finding.cause.line}: {finding.cause.what}".startswith(what)


@pytest.mark.parametrize(
    "what", sampled(["8 worth 5", "deuces worth 5", "black-threes worth nothing"], lambda what: what[0] == "8")
)
def test_one_rank_that_is_worth_something_else_is_named(what: str) -> None:
    """Who counts eights, or deuces, or black threes for something else counts other points in deals of all sorts, and is told that
    rank, once."""
    mutant = next(one for one in beyond_lines(rules().rulebook("manzana"), "cards.worth") if one.what == what)
    judgement = judged("manzana", answers_spoilt("manzana", mutant))
    counted = [one for one in found("manzana", judgement) if one.sort is Sort.POINTS]
    (finding,) = counted
    assert finding.cause is not None and (finding.clause, finding.cause.what) == ("cards.worth", what)


def test_who_counts_wrongly_is_not_taken_for_one_who_plays_on() -> None:
    """Who ends a deal as a question may be read, and counts it wrongly, ends it so: nothing is learnt of that from the points."""
    readings = {"deal.replace-threes.no-stock": "ends"}
    transcripts = [miscounted(answers_under(case, readings)) for case in cases_of("manzana")]
    judgement = judged("manzana", transcripts)
    assert dict(judgement.learnt.assignment) == readings
    departing = [one.mismatch for one in judgement.cases if one.verdict is Verdict.DEPARTS]
    where = {one.where for mismatch in departing if mismatch is not None for one in mismatch.differences}
    assert where == {"scores", "totals"}


def miscounted(transcript: Transcript) -> Transcript:
    """The same with 15 points more for the first side in every deal that has ended."""
    answers = list(transcript.answers)
    for number, one in enumerate(answers):
        if isinstance(one, Dealt | Legal) and one.observation.ended:
            scores, totals = one.observation.scores, one.observation.totals
            assert isinstance(scores, tuple) and isinstance(totals, tuple)
            more = replace(one.observation, scores=(scores[0] + 15, *scores[1:]), totals=(totals[0] + 15, *totals[1:]))
            answers[number] = replace(one, observation=more)
    return replace(transcript, answers=tuple(answers))


def test_wrong_refusals_do_not_show_a_reading() -> None:
    """Who lets nobody meld the last card may refuse it after the pile was taken for the same wrong reason, and not since the
    question is read so: what only follows from that reading is not held against him."""
    question, cases = "out.pass.after-taking", besides("out.down-to-one.completing")
    judgement = judged("manzana", [keeping_a_card(answers_under(case, {})) for case in cases])
    departing = [one for one in judgement.cases if one.verdict is Verdict.DEPARTS]
    assert judgement.learnt.questions[question].admitted == {"may", "must-discard"}
    assert departing and all(one.mismatch is not None and one.mismatch.kind is MismatchKind.REFUSED for one in departing)


def test_what_is_refused_by_a_reading_alone_shows_it() -> None:
    """Who refuses nothing wrongly elsewhere, and does not let a player who took the pile meld the last card, reads it so."""
    question, cases = "out.pass.after-taking", besides("out.down-to-one.completing")
    transcripts = [answers_under(case, {}) for case in cases]
    told = [keeping_a_card(one) if question in one.case.about.questions else one for one in transcripts]
    assert judged("manzana", told).learnt.questions[question].admitted == {"must-discard"}


def besides(question: str) -> list[Case]:
    """The cases of Manzana but for those that tell readings of a question apart."""
    return [case for case in cases_of("manzana") if question not in oracle_of("manzana").asked(case)]


def keeping_a_card(transcript: Transcript) -> Transcript:
    """The answers of one who refuses a meld that leaves no card in the hand, up to there."""
    for number, (request, said) in enumerate(zip(transcript.case.requests, transcript.answers, strict=False)):
        if isinstance(request, ActRequest) and request.action.type == "meld" and isinstance(said, Legal):
            hands = said.observation.hands
            assert isinstance(hands, tuple)
            if hands[request.seat] == ():
                return replace(transcript, answers=(*transcript.answers[:number], Illegal()))
    return transcript


ALIKE = ("turn.draw:7: 1 made 2", "deal.replace-threes:2: 1 made 0", "out.goes-out:3: then turned round")
"""Mistakes that show in many cases."""


@pytest.mark.parametrize("what", sampled(ALIKE, lambda what: what.startswith("turn.draw")))
def test_of_two_cases_for_one_thing_either_will_do(what: str) -> None:
    """Whichever of the cases for one thing are taken, and in whatever order, the same is found, under the same name."""
    transcripts = answers_spoilt("manzana", mutant_called("manzana", what))
    twins: dict[Goal, list[Transcript]] = {}
    for one in transcripts:
        twins.setdefault(goal(one.case), []).append(one)
    assert sum(len(some) > 1 for some in twins.values()) > 30
    shuffled = transcripts.copy()
    random.Random(2).shuffle(shuffled)
    kept = ([some[0] for some in twins.values()], [some[-1] for some in twins.values()], shuffled)
    told = {told_of(found("manzana", judged("manzana", some))) for some in (transcripts, *kept)}
    assert len(told) == 1 and told != {()}


def told_of(some: Sequence[Finding]) -> tuple[tuple[str, str, str], ...]:
    """What is told of findings: of what sort each is, where it is booked, and the line that would explain it."""
    return tuple(sorted((one.sort, one.at, one.cause.line if one.cause else "") for one in some))


MELDS = ("meld.black-threes/refuses-1", 2)
TAKES = (("meld.stays/effect-1", 9), ("pile.match.hand-card/limit-mate-needed-1", 1))
"""Requests of cases of ordinary Canasta that a player may fulfil whose side has opened."""


def test_wrong_refusals_of_several_sorts_may_be_one_thing_forgotten() -> None:
    """Who does not remember that the partner has opened refuses melds and takes, and is told that, once."""
    (one,) = by_memory(refused_in(MELDS, *TAKES))
    assert (one.clause, one.cause and one.cause.what) == ("opening.opened", "opened remembered as no there")
    assert len(one.cases) == 3


@pytest.mark.thorough
def test_wrong_refusals_of_one_sort_may_have_any_reason() -> None:
    """Who refuses melds alone may have forgotten nothing."""
    assert [finding.cause for finding in by_memory(refused_in(MELDS))] == [None]


def refusing(*steps: tuple[str, int]) -> list[Transcript]:
    """What an implementation of Canasta answers in some cases that refuses what is allowed at these requests."""
    named = {case.id: case for case in cases_of("canasta")}
    right = ((answers_under(named[f"canasta/{name}"], {}), step) for name, step in steps)
    return [replace(one, answers=(*one.answers[:step], Illegal())) for one, step in right]


def refused_in(*steps: tuple[str, int]) -> tuple[Finding, ...]:
    """What is found in an implementation of Canasta that refuses what is allowed at these requests of cases, before a line is
    looked for that would explain it."""
    judgement = judged("canasta", refusing(*steps))
    booker = Booker(HeldTo.of(rules(), "canasta").rulebooks(judgement.learnt.assignment))
    return findings(judgement, booker, oracle_of("canasta"))


def test_points_that_go_to_the_wrong_side_are_one_finding() -> None:
    """Who pays the side that did not go out for it is told that line, once, however many deals end so."""
    judgement = judged("manzana", answers_spoilt("manzana", mutant_called("manzana", "score.out:1: then turned round")))
    (finding,) = found("manzana", judgement)
    assert (finding.clause, finding.at, finding.cause and finding.cause.what) == ("score.out", "score.out:1", "then turned round")
    assert set(finding.cases) == set(wrong(judgement))


def test_what_would_have_been_legal_is_what_the_rules_allow() -> None:
    """Where something is let be done that is refused, acts of the same seat that are legal at that table are told instead."""
    judgement = judged(
        "manzana", answers_spoilt("manzana", mutant_called("manzana", "opening.minimum:1: require for meld left out"))
    )
    booker = Booker(HeldTo.of(rules(), "manzana").rulebooks(judgement.learnt.assignment))
    shortest = [one.shortest for one in findings(judgement, booker, oracle_of("manzana")) if one.sort is Sort.ALLOWED]
    assert shortest
    for booked in shortest:
        assert booked.rulebook is not None and booked.step is not None
        acts = instead(booked)
        assert acts and all(one.seat == booked.step.act.seat for one in acts if booked.step.act is not None)
        said = [answer(Referee(booked.rulebook), booked.step.before, one).said for one in acts]
        assert all(isinstance(one, Legal) for one in said)


def test_a_right_implementation_has_no_finding() -> None:
    """Where nothing departs there is nothing to tell."""
    assert found("manzana", judged("manzana", [answers_under(case, {}) for case in cases_of("manzana")])) == ()


# ── how sure a finding is ───────────────────────────────────────────────────────────────────────────────────


def with_a_wrong_stock(transcript: Transcript) -> Transcript:
    """The same answers, the last of which that shows a table counts the stock wrongly."""
    number, last = [(n, one) for n, one in enumerate(transcript.answers) if isinstance(one, Dealt | Legal)][-1]
    wrong_stock = replace(last, observation=replace(last.observation, stock=99))
    return replace(transcript, answers=(*transcript.answers[:number], wrong_stock, *transcript.answers[number + 1 :]))


def how_sure(readings: dict[str, str], name: str) -> Finding:
    """The one finding on an implementation that reads so, and counts the stock wrongly at the end of a case about a question."""
    variant, question, _ = name.split("/")
    about = [case for case in cases_of(variant) if case.about.questions == (question,)]
    transcripts = [answers_under(case, readings) for case in about]
    number = next(n for n, case in enumerate(about) if case.id == name)
    transcripts[number] = with_a_wrong_stock(transcripts[number])
    judgement = judged(variant, transcripts)
    assert dict(judgement.learnt.assignment) == readings
    (finding,) = findings(judgement, Booker(None), oracle_of(variant))
    return finding


def test_who_follows_what_only_programs_read_is_accused_last() -> None:
    """What rests on a reading that no publication has is the least sure; where only such a reading would go another way it
    stands however publications read."""
    question = "meld.one-a-rank.second"
    programs = how_sure({question: "merge"}, f"manzana/{question}/reading-merge-1")
    assert programs.certainty is Certainty.AS_PROGRAMS_READ
    assert (question, "merge") in programs.rests_on
    read = how_sure({question: "apart"}, f"manzana/{question}/reading-apart-1")
    published = how_sure({}, "canasta/deal.covers.wild/reading-left-1")
    assert (published.certainty, read.certainty) == (Certainty.HOWEVER_PUBLISHED, Certainty.AS_READ)
    assert [one.certainty for one in ranked([programs, read, published])] == sorted(Certainty)[1:]
