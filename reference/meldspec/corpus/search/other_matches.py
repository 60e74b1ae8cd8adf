"""The games of cases as other deals of a match, with other totals before.

These alone tell who wins it, and how to come to the table is known already.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import trace
from meldspec.corpus.family import Alternative
from meldspec.corpus.plan import Goal, Script, script_of
from meldspec.corpus.search.matches import FIRST, begun_in, over_before
from meldspec.corpus.search.observers import closed, moved_over
from meldspec.corpus.search.scale import scale_of
from meldspec.corpus.witnessed import came_about
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Unanswered
from meldspec.position.request import NoPosition
from meldspec.protocol.case import Case, deciding
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import Beginning, DealOf, DealRequest, Legal
from meldspec.table.faults import RulesFault
from meldspec.table.selection import Options, in_order
from meldspec.table.table import DEAL_NUMBER, SCORES, Cells


def told_by_match(corpus: Corpus, options: Options, others: Sequence[Alternative]) -> Iterator[tuple[Goal, Script, Alternative]]:
    """What tells rulebooks by who wins a match: for each the first of the games that does."""
    left = [other for other in others if not other.difference.same_scores]
    rulebook = corpus.family(options).rulebook
    for script, end in _ended(corpus, options) if left else ():
        for match in matches_with_end(rulebook, end):
            for other in [
                other for other in left if _judged(rulebook, end, match) != _judged(other.rulebook, end, match, rulebook)
            ]:
                made = begun_in(script, match)
                if _can_be(corpus, options, made) and _tells(corpus, options, other, made):
                    left.remove(other)
                    yield other.goal or Goal("effect", other.about), made, other
        if not left:
            return


def _judged(rulebook: Rulebook, end: Cells, match: DealOf, true: Rulebook | None = None) -> tuple[Any, ...]:
    """How a deal that has ended, by the same rules or by others, is scored and judged as another deal of a match."""
    return closed(rulebook, moved_over(true or rulebook, rulebook, end), match)


def _ended(corpus: Corpus, options: Options) -> Iterator[tuple[Script, Cells]]:
    """The games of cases in which a deal ends, each with its last table: first those of whole packs in which nothing else is
    special, then the short ones."""
    family = corpus.family(options)
    cases = [case for case in corpus.ordered() if in_order(case.options) == options and _ends(case)]
    scripts = [(len(case.touches), script_of(case)) for case in cases]
    for _, script in sorted(scripts, key=lambda one: (not _whole(family.rulebook, one[1]), one[0], one[1].size())):
        with suppress(Unanswered, NoPosition):
            table = trace(family.referee, script.requests)[-1].table
            if table is not None and table.over():
                yield script, table.cells


def _ends(case: Case) -> bool:
    """Whether the last act of a case ends the deal, and a game is known that comes to it."""
    said, known = case.expect[deciding(case)], case.witness is not ABSENT or isinstance(case.requests[0], DealRequest)
    seen = said.observation if isinstance(said, Legal) else ABSENT
    return known and seen is not ABSENT and seen.ended not in (ABSENT, None)


def _whole(rulebook: Rulebook, script: Script) -> bool:
    """Whether a game is dealt from the whole pack."""
    deal = (*script.witness, *script.requests)[0]
    assert isinstance(deal, DealRequest)
    return of_whole_pack(rulebook, deal)


def of_whole_pack(rulebook: Rulebook, deal: DealRequest) -> bool:
    """Whether a deal has all cards of the pack."""
    return sum(map(len, deal.bags())) == sum(rulebook.faces.counts)


def matches_with_end(rulebook: Rulebook, end: Cells) -> Iterator[DealOf]:
    """Deals of a match at which something may change when this one is over: by the number that it has first, but never the first of
    all, before which nobody has points."""
    scale = scale_of(rulebook)
    numbers = dict.fromkeys(max(FIRST + 1, number) for number in (end[DEAL_NUMBER], *scale.deals))
    yield from (DealOf(deal=number, totals=totals) for number in numbers for totals in scale.beside(end[SCORES]))


def _can_be(corpus: Corpus, options: Options, script: Script) -> bool:
    """Whether a game comes to the table that a script begins with, in a match that was not over before."""
    family, first = corpus.family(options), script.requests[0]
    assert isinstance(first, Beginning)
    with suppress(Unanswered, NoPosition, RulesFault):
        return not over_before(family.rulebook, first) and came_about(family, script)
    return False


def _tells(corpus: Corpus, options: Options, other: Alternative, script: Script) -> bool:
    """Whether another rulebook answers a script otherwise at its last request, and not before."""
    with suppress(Unanswered, NoPosition):
        played = trace(corpus.family(options).referee, script.requests)
        return other.diverges_at(played) == len(script.requests) - 1
    return False
