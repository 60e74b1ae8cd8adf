"""Cases that begin with a position, led to it by a game: deal and legal acts come to a table much like it, and on goes the case."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import Any

from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import Trace, trace
from meldspec.corpus.plan import Planned, Script, script_of
from meldspec.corpus.search.late_tables import LateStaging, LateWay, late_ways
from meldspec.corpus.search.plain_deals import still_shown
from meldspec.corpus.search.rehearsal import CannotBe, Rehearsal
from meldspec.corpus.search.witness import Staging, Way, ways
from meldspec.corpus.witnessed import rests_on
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.request import NoPosition, request_from_table
from meldspec.protocol.actions import act_request
from meldspec.protocol.case import LONGEST_WITNESS
from meldspec.protocol.messages import ActRequest, CaseRequest, DealRequest, Illegal, Legal, PositionRequest, Unsupported
from meldspec.protocol.observe import shown_ranges
from meldspec.table.faults import RulesFault
from meldspec.table.selection import in_order

SHORT = 5
"""Where no more requests than these lead to a position, the case may begin with them itself."""

Numbers = Sequence[Mapping[int, int]]
"""For each side the numbers that the melds of a position have on the table that was come to."""


def made_witnessed(corpus: Corpus) -> Iterator[tuple[str, Script | None]]:
    """The cases whose position no witness leads to, each by its id with its new requests and their witness, where one was found."""
    for case, planned in sorted(corpus.planned.items()):
        script = script_of(corpus.cases[case])
        if isinstance(script.requests[0], PositionRequest) and not script.witness:
            yield case, witnessed(corpus, planned, script)


def come_about(corpus: Corpus, planned: Planned, script: Script, set_out: bool = False) -> Script | None:
    """A script that is to be a case: as it is where it begins with a deal, else led to by a game; none where no way was found.

    Where somebody has set out a table on which the stock runs out, it runs out on the one that is come to as well (decision 74).
    """
    if not isinstance(script.requests[0], PositionRequest):
        return script
    return witnessed(corpus, planned, script, set_out and runs_out(corpus, planned, script))


def begun_with_table(rulebook: Rulebook, sent: Sequence[CaseRequest], played: Trace, at: int) -> Script:
    """A script begun with the table to which its first `at` requests lead, which become its witness. Raises NoPosition where that
    is no way to lead to a table, or no position tells the table."""
    table, refused = played[at - 1].table, any(isinstance(step.said, Illegal | Unsupported) for step in played[:at])
    if table is None or refused or at > LONGEST_WITNESS:
        raise NoPosition(f"expected at most {LONGEST_WITNESS} requests that lead to it, a deal and legal acts")
    return Script((request_from_table(rulebook, table), *sent[at:]), tuple(sent[:at]))


def runs_out(corpus: Corpus, planned: Planned, script: Script) -> bool:
    """Whether the stock is empty at the end of a script."""
    referee = corpus.family(planned.options).referee
    table, stock = trace(referee, script.requests)[-1].table, shown_ranges(referee.rulebook, "stock")[0]
    return table is not None and not any(table.cells[stock.first + n] for n in range(stock.count))


def witnessed(corpus: Corpus, planned: Planned, script: Script, low: bool = False) -> Script | None:
    """A script that shows what a case should on a table that a game comes to, with the stock just as low as it was set out where
    that is wanted; none where no way was found."""
    position, *acts = script.requests
    assert isinstance(position, PositionRequest)
    for led in chain(_of_cases(corpus, planned, position, acts), _of_ways(corpus, planned, position, acts, low)):
        if _shown(corpus, planned, led):
            return _shorter(corpus, planned, led)
    return None


def _of_ways(
    corpus: Corpus, planned: Planned, position: PositionRequest, acts: Sequence[CaseRequest], low: bool
) -> Iterator[Script]:
    """What was to be played on a position, led to one much like it by a game that is made for that."""
    rulebook = corpus.family(planned.options).rulebook
    for way in _every_way(rulebook, position, low):
        with suppress(CannotBe, NoPosition, RulesFault, Unanswered):
            staging = LateStaging(rulebook, position, way) if isinstance(way, LateWay) else Staging(rulebook, position, way)
            found = led_to(staging.play(), position, [side.numbers for side in staging.melds], acts)
            if found is not None:
                yield found


def _of_cases(corpus: Corpus, planned: Planned, position: PositionRequest, acts: Sequence[CaseRequest]) -> Iterator[Script]:
    """What was to be played on a position, led to it by the game of a case that comes to that very table."""
    family = corpus.family(planned.options)
    for case in corpus.ordered():
        script = script_of(case)
        first = script.requests[0]
        assert isinstance(first, DealRequest | PositionRequest), "a case begins with one of these"
        # What no act changes, so that few cases are played in vain.
        if in_order(case.options) != planned.options or (first.match, first.dealer) != (position.match, position.dealer):
            continue
        begun = list(script.witness or script.requests[:1])
        for step in trace(family.referee, script.requests)[1:]:
            with suppress(NoPosition):
                table = step.before if len(begun) <= LONGEST_WITNESS else None
                if table is not None and request_from_table(family.rulebook, table) == position:
                    yield Script((position, *acts), tuple(begun))
            if isinstance(step.said, Legal):
                begun.append(step.request)


def _every_way(rulebook: Rulebook, position: PositionRequest, low: bool) -> Iterator[Way]:
    """All ways that are tried, those that leave cards out of the pack at last."""
    some = list(ways(rulebook, position, low))
    yield from (way for way in some if not way.cut)
    yield from late_ways(rulebook, position, low)
    yield from (way for way in some if way.cut)


def _shorter(corpus: Corpus, planned: Planned, script: Script) -> Script:
    """A script with its witness, or the two in one where that is short and hangs on no further question, as on who begins."""
    whole = Script((*script.witness, *script.requests[1:]))
    if len(script.witness) > SHORT or not _shown(corpus, planned, whole):
        return script
    family = corpus.family(planned.options)
    ways = [set(rests_on(family, trace(family.referee, one.requests))) for one in (script, whole)]
    return whole if ways[1] <= ways[0] else script


def led_to(deal: Rehearsal, position: PositionRequest, numbers: Numbers, acts: Sequence[CaseRequest]) -> Script | None:
    """What was to be played on a position, on the table that a deal has come to; none where it took too many acts."""
    rulebook = deal.rulebook
    witness: tuple[CaseRequest, ...] = (deal.request(), *(act_request(rulebook, act) for act in deal.acts))
    if len(witness) > LONGEST_WITNESS:
        return None
    led = request_from_table(rulebook, deal.table())
    more = [len(new.melds) - len(old.melds) for new, old in zip(led.sides, position.sides, strict=True)]
    return Script((led, *(_renumbered(rulebook, act, numbers, more) for act in acts)), witness)


def _renumbered(rulebook: Rulebook, request: CaseRequest, numbers: Numbers, more: Sequence[int]) -> CaseRequest:
    """An act with the melds that it names by the numbers which they have now."""
    if not isinstance(request, ActRequest):
        return request
    side, action = request.seat % len(numbers), request.action
    names = (
        {field.spelt for field in rulebook.acts[action.type].fields if field.type == "meld"} if action.type in rulebook.acts else ()
    )

    def now(number: Any) -> Any:
        # What is begun by one of these acts comes behind all that lie there.
        return numbers[side].get(number, number + more[side]) if isinstance(number, int) else number

    def field(name: str, value: Any) -> Any:
        if name == "plays":
            return [{**play, "to": now(play["to"])} for play in value]
        return now(value) if name in names else value

    return replace(request, action=replace(action, more={name: field(name, value) for name, value in action.more.items()}))


def _shown(corpus: Corpus, planned: Planned, script: Script) -> bool:
    """Whether a script shows what a case should; on a table that play never comes to by some reading nothing is shown."""
    try:
        return still_shown(corpus, planned, script)
    except (NoPosition, RulesFault, Unanswered):
        return False
