"""Scripts → cases: with what is expected and how other readings answer, and an act that is allowed after a refused one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from meldspec.book.core import clause_of_line
from meldspec.corpus.amiss import refused_by
from meldspec.corpus.expect import Divergence, Step, Trace, answer, expectations, first_divergence, trace, until_broken
from meldspec.corpus.family import Alternative, RulebookFamily
from meldspec.corpus.plan import Goal, Planned, Script
from meldspec.corpus.search.random_player import anything
from meldspec.corpus.titles import Amiss, clause_title, list_title, reading_title
from meldspec.corpus.witnessed import witness_of
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Verdict, determined
from meldspec.position.request import NoPosition
from meldspec.protocol.actions import act_request, action_from_act
from meldspec.protocol.case import ALLOWS, LISTS, About, Case, World, decisive
from meldspec.protocol.comparison import VERDICT, telling_cells
from meldspec.protocol.messages import Action, ActRequest, Enumerated, Expected, Illegal, Legal, LegalRequest, Unsupported
from meldspec.table.table import Act, Cells

Parted = tuple[Alternative, Divergence]
"""Rules in which a line is wrong, and where they answer a case otherwise."""
LONGEST_LIST = 24
"""So many acts at most are in the list of a case."""
INSTEAD = 6
"""How many acts that the rules allowed instead are kept with a refused act."""


def shows(family: RulebookFamily, goal: Goal, script: Script) -> bool:
    """Whether a script reaches its goal: every act before the last is legal, in a company or by default, and the last one shows
    what it should; where that is refused, something else is allowed there."""
    played = trace(family.referee, script.requests)
    refused = [number for number, step in enumerate(played[:-1]) if isinstance(step.said, Illegal | Unsupported)]
    if refused:
        # What a company refuses tells it from the default where nothing else can, if it is legal by default.
        by_default = _by_default(family, script)
        if by_default is None or not all(isinstance(by_default[number].said, Legal) for number in refused):
            return False
    return _shows(family, goal, script, played) and not stuck(family.referee, played[-1])


def _by_default(family: RulebookFamily, script: Script) -> Trace | None:
    """A script played by the default readings instead of those of a company; none where there is no company, or the defaults know
    no such position."""
    if family.default is None:
        return None
    try:
        return trace(family.default.referee, script.requests)
    except NoPosition:
        return None


def stuck(referee: Referee, last: Step) -> bool:
    """Whether an act is refused and nobody may do anything instead: no game comes to such a table."""
    table = last.before
    return table is not None and isinstance(last.said, Illegal) and not table.over() and anything(referee, table.cells) is None


def _shows(family: RulebookFamily, goal: Goal, script: Script, played: Trace) -> bool:
    """Whether the last act of a script shows what it should."""
    last = len(script.requests) - 1
    if goal.purpose == "reading":
        return family.readings[goal.of, goal.reading].diverges_at(played) == last and needs_company(family, goal, script)
    if isinstance(said := played[-1].said, Enumerated):
        whole = goal.purpose == LISTS and len(said.actions) <= LONGEST_LIST
        return whole and listed(family.rulebook, goal.of, played[-1]) is not None
    if goal.purpose == LISTS or belied(goal, played[-1]):
        return False
    # What is seen in the verdict itself need not be seen by what that would be with a line of the clause mutated.
    if goal.purpose != "effect" and _judges_last(family, goal, played[-1]):
        return True
    return any(one.diverges_at(played) == last for one in family.mutants([goal.of]))


def listed(rulebook: Rulebook, clause: str, step: Step) -> Action | None:
    """The first act of a clause in a list of what may be done: one that the clause brings into the game, or that it alone permits
    where others permit such acts as well; none where there is no such act in it, or it is no list."""
    if not isinstance(step.request, LegalRequest) or not isinstance(step.said, Enumerated):
        return None
    declared = {name for name, act in rulebook.acts.items() if act.tag.clause == clause}
    if declared:
        return next((action for action in step.said.actions if action.type in declared), None)
    for action in step.said.actions:
        judged = answer(Referee(rulebook), step.before, ActRequest(seat=step.request.seat, action=action))
        if judged.verdict is not None and [tag.clause for tag in judged.verdict.lines] == [clause]:
            return action
    return None


def belied(goal: Goal, last: Step) -> bool:
    """Whether a goal is about a refusal and nothing is refused, or about what is allowed and that is refused."""
    return goal.purpose == (ALLOWS if isinstance(last.said, Illegal) else "refuses")


def _judges_last(family: RulebookFamily, goal: Goal, last: Step) -> bool:
    """Whether a goal is shown by the verdict on the last act, if it is one."""
    table, act, verdict = last.before, last.act, last.verdict
    if table is None or act is None or verdict is None:
        return False
    return goal in goals_judged(family, table.cells, act, verdict)


def goals_judged(family: RulebookFamily, cells: Cells, act: Act, verdict: Verdict) -> Iterator[Goal]:
    """What the verdict on an act shows: clauses that alone refuse it, or permit it, or that it keeps to."""
    if not verdict.legal:
        yield from (Goal("refuses", clause) for clause in sorted(refusers(family.rulebook, act, verdict)))
        return
    if len(verdict.lines) == 1:
        yield Goal("allows", verdict.lines[0].clause)
    yield from (Goal("allows", clause) for clause in sorted(family.clauses_kept_to(cells, act)))


def refusers(rulebook: Rulebook, act: Act, verdict: Verdict) -> set[str]:
    """The clause that alone refuses an act; where no permission stands and nothing else refuses, each that might have permitted."""
    clauses = {tag.clause for tag in verdict.lines}
    # Without a permission that stands every permission is named; the act then shows what each of their clauses refuses.
    permissions = {line.tag for line in rulebook.acts[act.name].judges if line.mode == "allow"}
    return clauses if len(clauses) == 1 or permissions.issuperset(verdict.lines) else set()


def make_case(family: RulebookFamily, planned: Planned, script: Script) -> Case:
    """The whole case of a script that shows what a plan has it show; what it expects are the default answers, in whatever company
    its reading matters."""
    goal = planned.goal
    referee = (family.default or family).referee
    rulebook = referee.rulebook
    last = len(script.requests) - 1
    # By default readings even in a company: what an implementation is held against first is the book as it stands.
    asked = trace(referee, script.requests)[-1]
    whole = replace(script, requests=(*script.requests, *follow_up(referee, asked, allowed_instead(referee, asked))))
    played = trace(referee, whole.requests)
    expect = tuple(step.said for step in played)
    refused = decisive(expect) if family.company else last
    instead = allowed_instead(referee, played[refused])
    mine = trace(family.referee, script.requests)
    there, parting = mine[-1], _parting(family, planned, mine)
    about = _about(goal, parting, there.said)
    amiss = Amiss(refused_by((one for one, _ in parting), family.rulebook, there, script, planned.told), planned.mistake)
    worlds = answers_in_company(family, goal, script, whole, expect) if family.company else other_answers(family, whole)
    return Case(
        id=planned.case,
        variant=rulebook.name,
        options=dict(rulebook.options),
        about=about,
        purpose=goal.purpose,
        title=_title(family, goal, there, about, worlds, amiss),
        touches=tuple(sorted({clause_of_line(line) for line in played[min(refused, last)].lines})),
        requests=whole.requests,
        expect=expect,
        because=tuple(step.lines for step in played),
        allowed={refused: instead} if instead else {},
        worlds=worlds,
        witness=witness_of(family, script),
    )


def _parting(family: RulebookFamily, planned: Planned, played: Trace) -> list[Parted]:
    """The lines of a clause that, altered, answer the last act of a case otherwise, and none before it, each with where; that alone
    for which the case was made, where it was made for one."""
    goal = planned.goal
    if goal.purpose not in (ALLOWS, "effect"):
        return []
    found = [(one, first_divergence(one.rulebook, played, one.difference)) for one in family.mutants([goal.of])]
    last = [(one, at) for one, at in found if at is not None and at.number == len(played) - 1]
    # A line that is no longer spoilt so, since its clause has changed, leaves the others that show there.
    return [(one, at) for one, at in last if one.called(planned.told)] or last


def _about(goal: Goal, parting: Sequence[Parted], said: Expected) -> About:
    """What a case is about; of what a clause brings about also where it is seen: where the last answer is another than the one that
    is `said`, with a line of the clause spoilt."""
    if goal.purpose == "reading":
        return About((), (goal.of,))
    if goal.purpose != "effect":
        return About((goal.of,), ())
    # Rules that break with a line spoilt answer nothing at all there.
    cells = [{VERDICT} if at.answer is None else telling_cells(said, at.answer) for _, at in parting]
    return About((goal.of,), (), cells=tuple(sorted(set[str]().union(*cells))))


def _title(family: RulebookFamily, goal: Goal, last: Step, about: About, worlds: Sequence[World], amiss: Amiss) -> str:
    """What a case shows, in words; `last` is its last act where the company of its reading is in force."""
    if goal.purpose == LISTS:
        action = listed(family.rulebook, goal.of, last)
        assert action is not None, "a case is made of what shows its goal"
        return list_title(family.rulebook, goal, last, action)
    if goal.purpose != "reading":
        return clause_title(family.rulebook, goal, last, about.cells or (), amiss)
    together = {**dict(family.company), goal.of: goal.reading}
    return reading_title(family.rulebook, goal, last, _ends(worlds, together), family.company)


def _ends(worlds: Sequence[World], readings: Mapping[str, str]) -> Expected | None:
    """How the world of some readings ends; none where nothing is said of it."""
    return next((world.expect[-1] for world in worlds if dict(world.readings) == readings), None)


def allowed_instead(referee: Referee, asked: Step) -> tuple[Action, ...]:
    """For a refused act, some acts of the same seat that were legal."""
    table, request = asked.before, asked.request
    if table is None or not isinstance(asked.said, Illegal) or not isinstance(request, ActRequest):
        return ()
    acts = islice(referee.legal_acts(table.cells, request.seat, 1, looks=False), INSTEAD)
    return tuple(action_from_act(referee.rulebook, act) for act, after in acts if determined(after))


def follow_up(referee: Referee, asked: Step, instead: Sequence[Action]) -> tuple[ActRequest, ...]:
    """For a refused act, one act that is legal after it, by the same seat if it has any: an engine that has let the refused one
    change something is then found out."""
    if instead and isinstance(asked.request, ActRequest):
        return (replace(asked.request, action=instead[0]),)
    table = asked.before if isinstance(asked.said, Illegal) else None
    found = None if table is None else anything(referee, table.cells)
    return () if found is None else (act_request(referee.rulebook, found[0]),)


# ── the answers of other readings ───────────────────────────────────────────────────────────────────────────────────────────────

BUDGET = 60_000
"""How many acts the look-ahead of another reading may try over one case. What is given up here is missing from a case that is kept,
so it is worth more than in a search."""


def other_answers(family: RulebookFamily, script: Script) -> tuple[World, ...]:
    """Every other reading under which the script is answered differently, from the first difference on (one answer); none of those
    whose rules break there."""
    played = trace(family.referee, script.requests)
    found = []
    for (question, reading), other in family.readings.items():
        at = first_divergence(other.rulebook, played, other.difference, BUDGET)
        if at is not None and at.answer is not None:
            found.append(World({question: reading}, at.number, (at.answer,)))
    return tuple(found)


# ── readings that matter in company ─────────────────────────────────────────────────────────────────────────────────────────


def needs_company(family: RulebookFamily, goal: Goal, script: Script) -> bool:
    """Whether a reading together with its company is answered differently than the defaults, before the script ends: only so can
    it be seen that an implementation reads both so. Where there is no company it is.

    The reading alone must change nothing: where it does, the script begins with a table that play never comes to by default.
    """
    if family.default is None:
        return True
    played, key = _by_default(family, script), (goal.of, goal.reading)
    if played is None:
        return False
    together, alone = family.readings[key], family.default.readings[key]
    # Its difference is that beside the company, not beside the defaults that have played this; so it is not asked.
    return first_divergence(together.rulebook, played) is not None and alone.diverges_at(played) is None


def answers_in_company(
    beside: RulebookFamily, goal: Goal, script: Script, whole: Script, expect: Sequence[Expected]
) -> tuple[World, ...]:
    """The `worlds` of a case in which a reading differs from its company alone, at the end of `script`: that of the company and
    that of both with all their answers up to there, those of other readings up to where they go another way than these two."""
    assert beside.default is not None
    together = {**dict(beside.company), goal.of: goal.reading}
    both = beside.readings[goal.of, goal.reading].rulebook
    ways = [expectations(Referee(rulebook), script.requests) for rulebook in (beside.rulebook, both)]
    found = []
    for world in other_answers(beside.default, whole):
        other = beside.default.readings[next(iter(world.readings.items()))].rulebook
        mine = until_broken(other, script.requests)
        # Up to where a world goes a way that neither of the two goes: behind that nothing is said of the reading in question.
        apart = (n for n in range(world.start, len(mine)) if all(mine[n] != way[n] for way in ways))
        found.append(replace(world, expect=(*world.expect, *mine[world.start + 1 : next(apart, len(mine)) + 1])))
    for readings, way in ((dict(beside.company), ways[0]), (together, ways[1])):
        at = next((n for n, said in enumerate(way) if said != expect[n]), None)
        if len(readings) > 1 and at is not None:
            found.append(World(readings, at, tuple(way[at:])))
    return tuple(found)
