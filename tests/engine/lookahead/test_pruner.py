"""The law of the look-ahead: what some acts do bring about, no pass has called impossible."""

from __future__ import annotations

from itertools import combinations, islice, product
from random import Random

import pytest
from tests.bench.lookahead import Sort, large, server
from tests.engine.lookahead.test_laying_hands import laying_questions, position, readings_at_random, ripe
from tests.engine.variants import options_of, sheet_of
from tests.sampling import sampled

from meldspec.engine.compile.record import CompiledField, Condition, Key
from meldspec.engine.lookahead.exact_cover import covers
from meldspec.engine.lookahead.exclusion import Laid
from meldspec.engine.lookahead.packed_multiset import packed
from meldspec.engine.lookahead.query import Query
from meldspec.engine.lookahead.search import Bounds, Search, laid
from meldspec.engine.rulebook import Rulebook
from meldspec.engine.runtime import joined, without
from meldspec.protocol.messages import read_request
from meldspec.table.selection import select
from meldspec.table.table import NEW, Bag, Cells, Play

ENOUGH = 8
"""So many ways to bring about what is asked for are held against the passes, at least, for each game."""


class Held(Search):
    """A look-ahead that holds each way to lay a hand, found without any pruning, against what the passes say of it."""

    brought, ruled_out = 0, 0

    def _by_laying(self, cells: Cells, seat: int, key: Key, condition: Condition, leaving: int, cards: Bag, bounds: Bounds) -> bool:
        query = Query(self, self.reach, cells, seat, key[0], condition, cards)
        for name in self._sorts(cells, seat)[1]:
            line = self.rulebook.acts[name]
            assert line.plays is not None
            for plays in covers(self, line.plays, cells, seat, cards, leaving):
                ends = laid(self, line, cells, seat, plays, singly=True) if plays else iter(())
                told = possible(query, line.plays, plays)
                self.ruled_out += not told
                if any(self._plainly(after, seat, condition) for after in ends):
                    assert told, (name, plays)
                    self.brought += 1
        return super()._by_laying(cells, seat, key, condition, leaving, cards, bounds)


def possible(query: Query, field: CompiledField, plays: tuple[Play, ...]) -> bool:
    """Whether every pass suffers a way to lay the cards."""
    classes, lying = query.rulebook.faces.classes, query.cells[field.melds_cell(query.seat)]
    made = [Laid(to, () if to == NEW else lying[to], cards) for to, cards in plays if isinstance(to, int)]
    still = [Laid(number, meld, ()) for number, meld in enumerate(lying) if number not in {meld.to for meld in made}]
    ends = [*(joined(base, cards) for _, base, cards in made), *(meld.base for meld in still)]
    left = without(query.cards, tuple(sorted(card for _, cards in plays for card in cards)))
    return (
        all(query.may_make(*meld) for meld in made)
        and all(query.may_lie(one, other) for one, other in (*combinations(made, 2), *product(made, still)))
        and query.may_be_left(packed(classes[card] for card in left))
        and all(query.may_serve(joined(base, cards), tuple(ends), [packed(classes[c] for c in left)]) for _, base, cards in made)
        and query.may_complete(tuple(ends), [packed(classes[card] for card in left)])
        and query.may_end(field, plays)
    )


@pytest.mark.parametrize(
    "name", sampled(["canasta", "railroad", "dollars", "kadner"], lambda game: game in ("canasta", "railroad"))
)
def test_what_can_be_brought_about_is_never_called_impossible(name: str) -> None:
    """Under readings at random, no way to lay a small hand that ends as is asked for is ruled out, though some others are."""
    sheet, brought, ruled_out = sheet_of(name), 0, 0
    for seed in range(60):
        random = Random(f"law {name} {seed}")
        players = random.choice(sheet.symbols.options["players"].values)
        rulebook = Rulebook(select(sheet, options_of(name, players)[0], readings_at_random(sheet, random)))
        for number in range(6):
            cells = ripe(rulebook, random) if number % 2 or name != "canasta" else position(rulebook, random, 6, 2)
            for question in dict.fromkeys(laying_questions(sheet, rulebook)):
                held = Held(rulebook)
                rulebook.question(question)(held, cells, 0)
                brought, ruled_out = brought + held.brought, ruled_out + held.ruled_out
        if brought >= ENOUGH and ruled_out:
            break
    assert brought >= ENOUGH and ruled_out


@pytest.mark.parametrize(("seats", "in_foot", "why"), [(2, 0, "out.ask:7"), (3, 11, "out.ask:7 · out.ask:28")])
def test_a_hand_of_130_cards_is_answered(seats: int, in_foot: int, why: str) -> None:
    """A hand of 130 cards of eleven ranks in Railroad can be laid in millions of ways; those that lack a canasta, or that earn a
    foot which is still to be played, are not gone through one by one."""
    answering, (begun, act) = server(), next(islice(large(Sort("railroad", seats, 130, 11)), 1, None))[1]
    hand = begun["hands"][0]
    begun["hands"][0], begun["feet"][0] = [*hand[:3], *hand[3 + in_foot :]], hand[3 : 3 + in_foot]
    answering.answer(read_request(begun))
    assert answering.answer(read_request(act)) == {"ok": {"verdict": "illegal", "why": why}}
