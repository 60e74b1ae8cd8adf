"""Whether a case is sound: it shows what it says, with nothing to spare, on a table that a game comes to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations
from random import Random

from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import Step, answer, trace
from meldspec.corpus.family import Alternative, Pair, RulebookFamily
from meldspec.corpus.make_case import belied, refusers
from meldspec.corpus.plan import Planned, Script, company_of, script_of
from meldspec.corpus.search.matches import begun_in, matches_like, no_match
from meldspec.corpus.search.other_matches import matches_with_end
from meldspec.corpus.search.plain_deals import PlainDeals, made_for, still_shown
from meldspec.corpus.search.witnessing import begun_with_table
from meldspec.corpus.sizes import SET_OUT
from meldspec.engine.deal import dealt_by_rules, shuffled
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.request import NoPosition
from meldspec.protocol.case import LIMIT
from meldspec.protocol.messages import Beginning, CaseRequest, DealRequest, Enumerated, Illegal, Legal, PositionRequest
from meldspec.protocol.observe import shown_ranges
from meldspec.table.faults import RulesFault
from meldspec.table.table import PHASE, TURN, CellRange, Cells, Table

AT_ONCE = 2
"""So many acts are left out at once: one that asks and one that answers go together."""
PAIRED = 40
"""In cases with more acts only neighbours are left out together."""
LONG = 8
"""A case with more acts begins with the table to which the first of them lead, where it shows the same so."""


class Fault(StrEnum):
    """What may be wrong with a case."""

    VERDICT = "verdict"
    """A case about what a clause refuses comes to no refusal, or one about what it allows to one."""
    OTHERS = "others"
    """What the case is about is not that which decides: the act would be refused without its clause as well."""
    SPARE = "spare"
    """Acts could be left out, and it would rest on no reading that it does not rest on now."""
    PACK = "pack"
    """No pack gives the deal: cards over, or hands and feet of other sizes than the game deals."""
    BESIDES = "besides"
    """Something happens by the way that the case is not about, and a plainer deal shows the same."""
    WITNESS = "witness"
    """No game is known to come to the position."""
    MATCH = "match"
    """No match has such a deal: points before the first, points that no cards come to, or a match that was over before."""
    LONG = "long"
    """There are many acts, most of which only lead to a table that the case could begin with."""


@dataclass(frozen=True)
class Unsound:
    """A fault of a case, and what of it there is to tell."""

    case: str
    fault: Fault
    told: str

    def __str__(self) -> str:
        return f"{self.case}: {self.fault}: {self.told}"


@dataclass(frozen=True)
class Shown:
    """What a case shows: how its last act is judged, and which altered lines of its clause are told there from the true ones."""

    last: Step
    told: tuple[Alternative, ...]

    @property
    def end(self) -> Cells | None:
        """The last table where the deal is over there; else none."""
        table = self.last.table
        return table.cells if table is not None and table.over() else None


@dataclass(frozen=True)
class Soundness:
    """What is asked of each case of a corpus."""

    corpus: Corpus

    def unsound(self) -> Iterator[Unsound]:
        """Every fault of every case, in the order of their ids."""
        for name in sorted(self.corpus.planned):
            yield from self.faults(name)

    def faults(self, name: str) -> Iterator[Unsound]:
        """The faults of one case."""
        planned, script = self._at(name)
        shown, gone = self._shown(planned, script), self._to_spare(planned, script)
        dealt = _beyond_the_pack(self._family(planned).rulebook, (*script.requests[:1], *script.witness[:1]))
        plainer = self._plainer(planned, script)
        told = {
            Fault.VERDICT: _verdict(planned, shown.last),
            Fault.OTHERS: self._others(planned, shown.last),
            Fault.SPARE: f"without request {_numbers(gone)} of {len(script.requests)} it shows the same" if gone else "",
            Fault.PACK: dealt,
            Fault.BESIDES: "a plainer deal shows the same" if plainer else "",
            Fault.WITNESS: _unled(script),
            Fault.MATCH: no_match(self._family(planned).rulebook, script.requests[0]),
            Fault.LONG: "its last acts show the same after a witness" if self._begun_later(planned, script) else "",
        }
        yield from (Unsound(name, fault, words) for fault, words in told.items() if words)

    def made_plain(self) -> Iterator[tuple[str, Script]]:
        """The cases that show the same with fewer acts, or after a plainer deal, each by its id with its new requests."""
        for name in sorted(self.corpus.planned):
            script = self.plain(name)
            if script is not None:
                yield name, script

    def plain(self, name: str) -> Script | None:
        """The requests of one case with fewer acts, or after a plainer deal; none where it is plain, or where nobody but who set it
        out knows what else it shows."""
        planned, first = self._at(name)
        script = first
        while gone := self._to_spare(planned, script):
            script = _without(script, gone)
        script = self._in_a_match(planned, script) or script
        script = self._plainer(planned, script) or script
        script = self._begun_later(planned, script) or script
        return None if script == first else script

    # ── what is shown ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _at(self, name: str) -> tuple[Planned, Script]:
        return self.corpus.planned[name], script_of(self.corpus.cases[name])

    def _family(self, planned: Planned) -> RulebookFamily:
        company = () if planned.goal.purpose == LIMIT else company_of(self.corpus.sheet, planned.goal)
        return self.corpus.family(planned.options, company)

    def _shown(self, planned: Planned, script: Script) -> Shown:
        family = self._family(planned)
        played, last = trace(family.referee, script.requests), len(script.requests) - 1
        return Shown(played[-1], tuple(one for one in family.mutants([planned.goal.of]) if one.diverges_at(played) == last))

    def _by_hand(self, planned: Planned) -> bool:
        """Whether somebody set a case out for a mistake that no altered line is: with an act less, or other cards, it may not show
        it, and nothing would tell."""
        set_out = planned.seed == SET_OUT and planned.told and planned.goal.purpose != LIMIT
        return bool(planned.mistake) or (bool(set_out) and not made_for(self.corpus.family(planned.options), planned))

    def _shown_alike(self, planned: Planned, script: Script, like: Shown) -> bool:
        """Whether a script shows all that another one does."""
        try:
            played, last = trace(self._family(planned).referee, script.requests), len(script.requests) - 1
            alike = self._judged_alike(planned, played[-1], like.last) and all(one.diverges_at(played) == last for one in like.told)
            return alike and still_shown(self.corpus, planned, script)
        except (NoPosition, RulesFault, Unanswered):
            return False

    def _judged_alike(self, planned: Planned, last: Step, like: Step) -> bool:
        """Whether a last act is judged as another one was, or the same is listed: by the same lines, and, where these are not what
        bars it at this time but say which cards it may be done with, when it could be done with others."""
        if last.lines != like.lines or type(last.said) is not type(like.said):
            return False
        if isinstance(like.said, Enumerated):
            return last.said == like.said
        if not isinstance(like.said, Illegal) or like.before is None or last.before is None:
            return True
        rulebook = self._family(planned).rulebook
        judges = {line.tag.line for act in rulebook.acts.values() for line in act.judges}
        # Nothing else is asked of an act with cards that are not there, so whether it was the time for it is not told by its lines.
        timed, melds = bool(like.lines) and judges.issuperset(like.lines), shown_ranges(rulebook, "melds")
        return timed or _moment(last.before, melds) == _moment(like.before, melds)

    # ── one fault each ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _others(self, planned: Planned, last: Step) -> str:
        """Which clauses refuse the act besides the one that the case is about, where it would be refused without that."""
        family, goal = self._family(planned), planned.goal
        if goal.purpose != "refuses" or last.verdict is None or last.verdict.legal or last.act is None:
            return ""
        if goal.of in refusers(family.rulebook, last.act, last.verdict):
            return ""
        # On the table as it lies: a mutant that has changed something before is another matter.
        if any(isinstance(_answer(one.rulebook, last), Legal) for one in family.mutants([goal.of])):
            return ""
        clauses = sorted({tag.clause for tag in last.verdict.lines})
        return f"refused by {' and '.join(clauses)}, and would be without {goal.of}"

    def _to_spare(self, planned: Planned, script: Script) -> Sequence[int]:
        """The numbers of one request, or two, that can be left out; none where every one is needed."""
        if self._by_hand(planned):
            return ()
        like, inner = self._shown(planned, script), range(1, len(script.requests) - 1)
        for gone in (one for many in range(1, AT_ONCE + 1) for one in _some(inner, many)):
            shorter = _without(script, gone)
            if self._shown_alike(planned, shorter, like) and self._bearing(planned, shorter) <= self._bearing(planned, script):
                return gone
        return ()

    def _bearing(self, planned: Planned, script: Script) -> set[Pair]:
        """The readings that answer some request of a script otherwise: an act that keeps one away is needed."""
        family = self._family(planned)
        played = trace(family.referee, script.requests)
        return {pair for pair, one in family.readings.items() if one.diverges_at(played) is not None}

    def _plainer(self, planned: Planned, script: Script) -> Script | None:
        """The script after a deal on which less happens by the way; none where it has none."""
        deal, *acts = script.requests
        deals = PlainDeals(self._family(planned).rulebook)
        if not isinstance(deal, DealRequest) or deals.plain(deal) or self._by_hand(planned):
            return None
        like = self._shown(planned, script)

        def alike(other: DealRequest) -> bool:
            return self._shown_alike(planned, Script((other, *acts)), like)

        plainer = deals.plainer(deal, alike)
        return None if plainer is None else Script((plainer, *acts))

    def _in_a_match(self, planned: Planned, script: Script) -> Script | None:
        """The script begun in a deal that a match has, as much like its own as shows the same; none where it is in one, or nothing
        like it shows the same."""
        rulebook, first = self._family(planned).rulebook, script.requests[0]
        assert isinstance(first, Beginning)
        if not no_match(rulebook, first):
            return None
        like = self._shown(planned, script)
        matches = chain(matches_like(rulebook, first.match), () if like.end is None else matches_with_end(rulebook, like.end))
        others = (begun_in(script, match) for match in matches)
        good = (one for one in others if not no_match(rulebook, one.requests[0]) and self._shown_alike(planned, one, like))
        return next(good, None)

    def _begun_later(self, planned: Planned, script: Script) -> Script | None:
        """A long script begun with the table to which the first of its acts lead, which become its witness, or more of it; none
        where it is not long, or nothing shorter shows the same."""
        whole = (*script.witness, *script.requests[1:]) if script.witness else script.requests
        if len(script.requests) - 1 <= LONG or not isinstance(whole[0], DealRequest) or self._by_hand(planned):
            return None
        rulebook, like = self.corpus.family(planned.options).rulebook, self._shown(planned, script)
        played = trace(Referee(rulebook), whole)
        for at in range(len(whole) - 1, len(whole) - len(script.requests) + 1, -1):
            try:
                later = begun_with_table(rulebook, whole, played, at)
            except NoPosition:
                continue
            if self._shown_alike(planned, later, like):
                return later
        return None


def _some(inner: range, many: int) -> Iterator[tuple[int, ...]]:
    """So many of some numbers at a time; of a long row neighbours alone."""
    if len(inner) <= PAIRED:
        return combinations(inner, many)
    return (tuple(range(first, first + many)) for first in inner[: len(inner) - many + 1])


def _numbers(some: Sequence[int]) -> str:
    return " and ".join(map(str, some))


def _moment(table: Table, melds: Sequence[CellRange]) -> tuple[object, ...]:
    """Whose turn it is, what part of it, and how many melds lie before each side."""
    lying = [len(table.cells[place.first + side]) for place in melds for side in range(place.count)]
    return table.cells[TURN], table.cells[PHASE], *lying


def _answer(rulebook: Rulebook, step: Step) -> object:
    """What other rules answer to an act at the same table; nothing where they break or come to no answer."""
    try:
        return answer(Referee(rulebook), step.before, step.request).said
    except (NoPosition, RulesFault, Unanswered):
        return None


def _verdict(planned: Planned, last: Step) -> str:
    if not belied(planned.goal, last):
        return ""
    if planned.goal.purpose == "refuses":
        return "it is about a refusal, and nothing is refused"
    return "it is about what is allowed, and the act is refused"


def _unled(script: Script) -> str:
    bare = isinstance(script.requests[0], PositionRequest) and not script.witness
    return "no game is known to come to its position" if bare else ""


def _beyond_the_pack(rulebook: Rulebook, requests: Sequence[CaseRequest]) -> str:
    """What of the deals among some requests no pack gives, if something."""
    deals = PlainDeals(rulebook)
    shape = dealt_by_rules(rulebook, shuffled(rulebook, Random(0)))
    for deal in requests:
        if not isinstance(deal, DealRequest):
            continue
        if more := deals.over(deal):
            return f"there are more {', '.join(more)} than the pack has"
        for field, rows in (("hands", deal.hands), ("feet", deal.feet)):
            for place in shown_ranges(rulebook, field)[:1]:
                sizes = [len(bag) for bag in shape[place.name]]
                if place.name in shape and [len(row) for row in rows] != sizes:
                    return f"{field} of {' and '.join(str(len(row)) for row in rows)} cards, where the game deals {sizes[0]}"
    return ""


def _without(script: Script, gone: Sequence[int]) -> Script:
    return Script(tuple(one for number, one in enumerate(script.requests) if number not in gone), script.witness)
