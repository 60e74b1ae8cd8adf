"""Deals made plain: the same acts on a table on which nothing happens by the way.

Who has a rule wrong that a case is not about departs there all the same, and then nothing is learnt of what the case is about. So
cards that the rules move by themselves are exchanged for others, and the stock is all that is left of the pack, so that it does not
run out.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

from meldspec.corpus.corpus import Corpus
from meldspec.corpus.expect import trace
from meldspec.corpus.family import Alternative, RulebookFamily
from meldspec.corpus.mutation.every import every_mutant
from meldspec.corpus.plan import Planned, Script
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.protocol.case import LIMIT
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import DealRequest
from meldspec.protocol.observe import begin_from_request, shown_ranges
from meldspec.table.faults import RulesFault
from meldspec.table.table import Table

Shows = Callable[[DealRequest], bool]
"""Whether the same acts after a deal still show what they are to show."""
TRIED = 8
"""So many cards are tried in the place of one that is to go."""
Path = tuple[str, int, int]
"""A card of a deal: in which field, of which row of it, at which place."""


class PlainDeals:
    """Deals of one rulebook made plain."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook, self.faces = rulebook, rulebook.faces
        self._pack = Counter(dict(zip(self.faces.names, self.faces.counts, strict=True)))
        self._stays: dict[str, bool] = {}

    def plain(self, deal: DealRequest) -> bool:
        """Whether all cards stay where they are dealt, and the whole pack is in play."""
        return not any(self._unplain(deal)) and not self._rest(deal)

    def over(self, deal: DealRequest) -> list[str]:
        """The cards of which a deal has more than the pack."""
        return sorted(self._dealt(deal) - self._pack)

    def plainer(self, deal: DealRequest, shows: Shows) -> DealRequest | None:
        """A deal like this one on which less happens by the way, nothing if that can be; none where what is wanted would not be
        shown any more."""
        first, deal = deal, self._whole_stock(deal, shows)
        while paths := [*self._unplain(deal)]:
            ways = (one for path in paths for one in self._exchanged(deal, path))
            exchanged = next((one for one in ways if len([*self._unplain(one)]) < len(paths) and shows(one)), None)
            if exchanged is None:
                break
            deal = exchanged
        return None if deal == first else deal

    def _whole_stock(self, deal: DealRequest, shows: Shows) -> DealRequest:
        """The deal with what is left of the pack below its stock, where that still shows the same."""
        rest = self._rest(deal)
        # Of a stock in heaps nobody knows into which more would go.
        if not rest or deal.heaps is not ABSENT:
            return deal
        whole = replace(deal, stock=(*deal.stock, *sorted(rest, key=lambda card: not self._staying(deal, card))))
        # What is turned up must not be covered now that there is a card to cover it with.
        return whole if self._turned_up(whole) == self._turned_up(deal) and shows(whole) else deal

    def _rest(self, deal: DealRequest) -> list[str]:
        """The cards of the pack that are not in a deal."""
        return list((self._pack - self._dealt(deal)).elements())

    def _dealt(self, deal: DealRequest) -> Counter[str]:
        """How many there are of each card in a deal."""
        return Counter(chain.from_iterable(deal.bags()))

    def _unplain(self, deal: DealRequest) -> Iterator[Path]:
        """The cards that have something happen: those that do not stay in a hand or a foot, and such as may be drawn; and each of
        which there are more than the pack has.

        What is turned up is left: few cases have another card to begin a pile with, and what it does is seen nowhere else.
        """
        more = self._dealt(deal) - self._pack
        for field in ("hands", "feet"):
            for row, cards in enumerate(getattr(deal, field)):
                yield from ((field, row, n) for n, card in enumerate(cards) if card in more or not self._staying(deal, card))
        drawn = range(max(1, self._turned_up(deal)), self._drawn(deal))
        yield from (("stock", 0, n) for n in drawn if not self._staying(deal, deal.stock[n]))

    def _drawn(self, deal: DealRequest) -> int:
        """Up to where the stock may come to be drawn: what is turned up, and two rounds of a draw of three."""
        return min(len(deal.stock), 1 + 6 * len(deal.hands))

    def _turned_up(self, deal: DealRequest) -> int:
        """How many cards lie in the pile when play begins; none, where it cannot begin."""
        begun = self._begun(deal)
        cells = [r.first + n for r in shown_ranges(self.rulebook, "pile") for n in range(r.count)]
        return 0 if begun is None else sum(len(begun.cells[cell]) for cell in cells)

    def _begun(self, deal: DealRequest) -> Table | None:
        try:
            return begin_from_request(self.rulebook, deal)
        except (ValueError, RulesFault):
            return None

    def _staying(self, deal: DealRequest, card: str) -> bool:
        """Whether a card stays in the hand that it comes to."""
        if card not in self._stays:
            self._stays[card] = self._tried(deal, card)
        return self._stays[card]

    def _tried(self, deal: DealRequest, card: str) -> bool:
        begun = self._begun(deal)
        if begun is None:
            return True
        hand, face = shown_ranges(self.rulebook, "hands")[0].first, self.faces.by_name[card]
        cells: list[Any] = list(begun.cells)
        cells[hand] = tuple(sorted((*cells[hand], face)))
        return Referee(self.rulebook).stays(tuple(cells), hand, face)

    def _exchanged(self, deal: DealRequest, path: Path) -> Iterator[DealRequest]:
        """The deal with another card in the place of one, which goes to the end of the stock if it is of the pack; first such as
        there are many of."""
        field, row, place = path
        more = self._dealt(deal) - self._pack
        far = range(self._drawn(deal), len(deal.stock))
        seen: set[str] = set()
        for n in sorted(far, key=lambda n: -deal.stock.count(deal.stock[n])):
            card = deal.stock[n]
            if card in seen or len(seen) == TRIED or not self._staying(deal, card):
                continue
            seen.add(card)
            stock = list(deal.stock)
            rows = [stock] if field == "stock" else [list(cards) for cards in getattr(deal, field)]
            gone, rows[row][place] = rows[row][place], card
            del stock[n]
            left = (*stock, *([] if gone in more else [gone]))
            changed: dict[str, Any] = {} if field == "stock" else {field: tuple(map(tuple, rows))}
            yield replace(deal, stock=left, **changed)


def still_shown(corpus: Corpus, planned: Planned, script: Script) -> bool:
    """Whether a script shows what a case should, and tells the line that it was searched for from the same true one."""
    family = corpus.family(planned.options)
    if not corpus.shown_by(planned, script):
        return False
    if not planned.told or planned.goal.purpose == LIMIT:
        return True
    played, last = trace(family.referee, script.requests), len(script.requests) - 1
    lines = made_for(family, planned)
    return not lines or any(one.diverges_at(played) == last for one in lines)


def made_for(family: RulebookFamily, planned: Planned) -> list[Alternative]:
    """The altered lines that a case was made to tell; none where its clause has changed since and has no such line, or where it was
    made for something else."""
    of, told = planned.goal.of, planned.told
    usual = [one for one in family.mutants([of]) if one.called(told)]
    if usual:
        return usual
    rarer = (mutant for mutant in every_mutant(family.rulebook).values() if mutant.tag.clause == of and mutant.called(told))
    return [one for mutant in rarer for one in family.mutated(mutant)]
