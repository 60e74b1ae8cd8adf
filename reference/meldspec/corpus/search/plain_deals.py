"""Deals made plain: the same acts on a table on which nothing happens by the way.

Who has a rule wrong that a case is not about departs there all the same, and then nothing is learnt of what the case is about. So
cards that the rules move by themselves are exchanged for others, and the stock is all that is left of the pack, so that it does not
run out.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from meldspec.corpus.corpus import Corpus
from meldspec.corpus.plan import Script, script_of
from meldspec.engine.referee import Referee
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.verdict import Undetermined
from meldspec.protocol.fields import ABSENT
from meldspec.protocol.messages import DealRequest
from meldspec.protocol.observe import begin_from_request, shown_ranges
from meldspec.table.faults import RulesFault
from meldspec.table.table import Table

Shows = Callable[[Script], bool]
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

    def plain(self, script: Script) -> bool:
        """Whether a script begins with a deal on which all cards stay where they are dealt, and the whole pack is in play."""
        deal = script.requests[0]
        return isinstance(deal, DealRequest) and not any(self._unplain(deal)) and not self._rest(deal)

    def plainer(self, script: Script, shows: Shows) -> Script | None:
        """The same acts after a plain deal; none where it would not show the same any more, or the script begins with no deal."""
        deal = script.requests[0]
        if not isinstance(deal, DealRequest):
            return None
        script = self._whole_stock(script, deal, shows)
        while paths := self._paths(script):
            ways = (one for path in paths for one in self._exchanged(script, path))
            exchanged = next((one for one in ways if len(self._paths(one)) < len(paths) and shows(one)), None)
            if exchanged is None:
                return None
            script = exchanged
        return script if self.plain(script) else None

    def _paths(self, script: Script) -> list[Path]:
        """The cards of a deal that are to go."""
        deal = script.requests[0]
        assert isinstance(deal, DealRequest)
        return [*self._unplain(deal)]

    def _whole_stock(self, script: Script, deal: DealRequest, shows: Shows) -> Script:
        """The script with what is left of the pack below its stock, where it still shows the same."""
        rest = self._rest(deal)
        # Of a stock in heaps nobody knows into which more would go.
        if not rest or deal.heaps is not ABSENT:
            return script
        whole = _with(script, replace(deal, stock=(*deal.stock, *sorted(rest, key=lambda card: not self._staying(deal, card)))))
        # What is turned up must not be covered now that there is a card to cover it with.
        return whole if self._turned_up(whole) == self._turned_up(script) and shows(whole) else script

    def _rest(self, deal: DealRequest) -> list[str]:
        """The cards of the pack that are not in a deal."""
        return list((self._pack - self._dealt(deal)).elements())

    def _dealt(self, deal: DealRequest) -> Counter[str]:
        """How many there are of each card in a deal."""
        places = () if deal.places is ABSENT else deal.places.values()
        rows = [*deal.hands, *deal.feet, deal.stock, *(row for rows in places for row in rows)]
        return Counter(card for row in rows for card in row)

    def _unplain(self, deal: DealRequest) -> Iterator[Path]:
        """The cards that have something happen: those that do not stay in a hand or a foot, and such as may be drawn; and each of
        which there are more than the pack has.

        What is turned up is left: few cases have another card to begin a pile with, and what it does is seen nowhere else.
        """
        more = self._dealt(deal) - self._pack
        for field in ("hands", "feet"):
            for row, cards in enumerate(getattr(deal, field)):
                yield from ((field, row, n) for n, card in enumerate(cards) if card in more or not self._staying(deal, card))
        yield from (("stock", 0, n) for n in range(1, self._drawn(deal)) if not self._staying(deal, deal.stock[n]))

    def _drawn(self, deal: DealRequest) -> int:
        """Up to where the stock may come to be drawn: what is turned up, and two rounds of a draw of three."""
        return min(len(deal.stock), 1 + 6 * len(deal.hands))

    def _turned_up(self, script: Script) -> int:
        """How many cards lie in the pile when play begins; none, where it cannot begin."""
        deal = script.requests[0]
        assert isinstance(deal, DealRequest)
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
        settled = Referee(self.rulebook).settled(tuple(cells))
        return not isinstance(settled, Undetermined) and bool(settled[hand].count(face) >= cells[hand].count(face))

    def _exchanged(self, script: Script, path: Path) -> Iterator[Script]:
        """The script with another card in the place of one, which goes to the end of the stock if it is of the pack; first such as
        there are many of."""
        deal, (field, row, place) = script.requests[0], path
        assert isinstance(deal, DealRequest)
        more = self._dealt(deal) - self._pack
        far = range(self._drawn(deal), len(deal.stock))
        seen: set[str] = set()
        for n in sorted(far, key=lambda n: -deal.stock.count(deal.stock[n])):
            card = deal.stock[n]
            if card in seen or len(seen) == TRIED or not self._staying(deal, card):
                continue
            seen.add(card)
            rows = [list(cards) for cards in getattr(deal, field)] if field != "stock" else [list(deal.stock)]
            gone, rows[row][place] = rows[row][place], card
            stock = rows[0] if field == "stock" else list(deal.stock)
            stock[n] = gone
            exchanged = replace(deal, stock=(*stock[:n], *stock[n + 1 :], *([] if gone in more else [gone])))
            if field == "hands":
                exchanged = replace(exchanged, hands=tuple(map(tuple, rows)))
            if field == "feet":
                exchanged = replace(exchanged, feet=tuple(map(tuple, rows)))
            yield _with(script, exchanged)


def _with(script: Script, deal: DealRequest) -> Script:
    return Script((deal, *script.requests[1:]))


def made_plain(corpus: Corpus) -> Iterator[tuple[str, Script]]:
    """The cases that begin with a deal and show the same after a plain one, each by its id with its new requests."""
    for case, planned in sorted(corpus.planned.items()):
        script = script_of(corpus.cases[case])
        if not isinstance(script.requests[0], DealRequest):
            continue
        deals = PlainDeals(corpus.family(planned.options).rulebook)
        plainer = None if deals.plain(script) else deals.plainer(script, partial(corpus.shown_by, planned))
        if plainer is not None:
            yield case, plainer
