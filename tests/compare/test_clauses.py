"""Two books held against each other: clauses that differ, and a game that shows it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.cli.quick_snap import QUICK, SNAP

from meldspec.book.library import library_of
from meldspec.compare.clauses import ALIKE, LEFT, OTHERWISE, RIGHT, ClauseDifference, Side, differences
from meldspec.corpus.search.distinguish import (
    Difference,
    Incomparable,
    Pair,
    find_difference,
    first_difference,
    for_rulebook,
    pair_of,
    referees,
)
from meldspec.corpus.search.playout import TimedSeeds
from meldspec.engine.rulebook import Library
from meldspec.language.parse import parse
from meldspec.protocol.messages import Action, ActRequest, DealRequest
from meldspec.protocol.observe import deal_request


def shelf(quick: str = QUICK) -> Library:
    """Snap and a variant of it."""
    return Library(library_of([parse(SNAP, "snap.rules"), parse(quick, "quick.rules")]))


def side(books: Library, name: str, **readings: str) -> Side:
    """A book with its default readings but those given."""
    asked = {question.replace("_", "."): reading for question, reading in readings.items()}
    return Side(name, books.books.book(name), books.defaults(name) | asked)


def by_id(found: list[ClauseDifference]) -> dict[str, ClauseDifference]:
    """Differences by clause."""
    return {one.id: one for one in found}


def pair(books: Library, left: str, right: str, readings: dict[str, str] | None = None) -> Pair:
    """Two rulebooks that can be played at once, the right one with some readings."""
    return pair_of(books.sheet(left), books.sheet(right), ({}, readings or {}), {})


def test_every_clause_stands_somewhere() -> None:
    """A clause that both have is alike or otherwise, one that is dropped stands left only, one that is added right only."""
    books = shelf()
    found = differences(side(books, "snap"), side(books, "quick"))
    assert {one.id: one.how for one in found} == {
        "snap.cards": ALIKE,
        "snap.laying": LEFT,
        "snap.calling": OTHERWISE,
        "snap.end": RIGHT,
    }
    assert [one.id for one in found] == ["snap.cards", "snap.laying", "snap.calling", "snap.end"]


def test_lines_are_marked_by_who_has_them() -> None:
    """A line that the variant leaves out is marked as the base book's, and lines that both have are not."""
    books = shelf()
    marked = list(by_id(differences(side(books, "snap"), side(books, "quick")))["snap.calling"].changes())
    assert ("-", "  require the rank of the top of heap is the rank of the top of the rest of heap") in marked
    assert (" ", "  require at least 2 cards in heap") in marked
    assert not [line for mark, line in marked if mark == "+"]


def test_readings_make_two_sides_of_one_book() -> None:
    """Under another reading its lines stand on that side, and the question is told; other clauses are alike."""
    books = shelf()
    found = differences(side(books, "quick"), side(books, "quick", snap_calling_kings="more"))
    (other,) = [one for one in found if one.how != ALIKE]
    assert [line for mark, line in other.changes() if mark == "+"] == [
        "cards kings are K",
        "at scoring",
        "  award 1 for each card in won when card is kings",
    ]
    (asked,) = other.asked
    assert (asked.question, asked.left, asked.right) == ("snap.calling.kings", "alike", "more")


def test_a_book_does_not_differ_from_itself() -> None:
    """A book held against itself is alike throughout, and no game parts it."""
    books = shelf()
    assert {one.how for one in differences(side(books, "snap"), side(books, "snap"))} == {ALIKE}
    found, played = find_difference(pair(books, "snap", "snap"), range(5), range(5))
    assert (found, played) == (None, 10), "five deals and five positions"


def legal_until_last(found: Difference, books: Pair) -> bool:
    """Whether a game parts two rulebooks just at its last act."""
    shown = first_difference(referees(books), found.script)
    return shown is not None and shown.script == found.script


def test_a_game_shows_what_one_permits_alone() -> None:
    """Where the variant does not ask for two cards alike, a game is found that ends with a call on two unlike cards."""
    quick = (
        'variant quick extends snap "Quick Snap"\n\nchapter 10 snap "The whole game"\n\n'
        'replace clause snap.calling "Calling quickly"\n  to snap\n    require at least 2 cards in heap\n'
        "    then move all from heap to won\n  at scoring\n    award 1 for each card in won\n"
    )
    books = pair(shelf(quick), "snap", "quick")
    found, _ = find_difference(books, range(20), range(20))
    assert found is not None
    assert found.permits == 1
    assert legal_until_last(found, books)
    assert [request.cmd for request in found.script.requests] == ["deal", "act", "act", "act"]
    verdict = found.verdicts[0]
    assert verdict is not None
    assert [tag.clause for tag in verdict.lines] == ["snap.calling"]


def test_a_position_shows_what_no_deal_has_shown(rules: Library) -> None:
    """That two wild cards may take a pile with a wild card on top is shown by a position where no deal was played."""
    two = pair(rules, "pennies", "pennies", {"pile.stopped.wild-top": "with-two"})
    found, played = find_difference(two, (), range(150))
    assert found is not None and played > 0
    assert found.script.requests[0].cmd == "position"
    assert found.permits == 1
    assert legal_until_last(found, two)


def test_a_game_shows_another_score() -> None:
    """Where every act is judged alike, a game is found whose score differs."""
    dear = (
        'variant quick extends snap "Dear Snap"\n\nchapter 10 snap "The whole game"\n\n'
        'replace clause snap.calling "Calling dearly"\n  to snap\n    require at least 2 cards in heap\n'
        "    require the rank of the top of heap is the rank of the top of the rest of heap\n"
        "    then move all from heap to won\n  at scoring\n    award 2 for each card in won\n"
    )
    books = pair(shelf(dear), "snap", "quick")
    found, _ = find_difference(books, range(20), range(20))
    assert found is not None
    assert found.permits is None
    mine, theirs = found.scores
    assert tuple(2 * points for points in mine) == theirs != mine


def test_the_search_ends_when_it_is_told_to() -> None:
    """A search whose time is over plays no game."""
    over = TimedSeeds(range(9), 0.0, lambda: 1.0)
    assert find_difference(pair(shelf(), "snap", "snap"), over, over) == (None, 0)
    assert over.stopped


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("in C D H S", "in C D H", "snap has 12 cards, quick 9"),
        ("draw 6 from", "draw 5 from", "snap deals 6 cards each as hands, quick 5 cards each as hands"),
        ("option players from 2 otherwise 2", "option players from 4 otherwise 4", "snap is for 2 players on 2 sides, quick for 4"),
        ("option players from 2 otherwise 2", "option players from 1 otherwise 1", "quick for 1 player on 2 sides"),
    ],
)
def test_games_that_share_no_deal_are_not_played(old: str, new: str, why: str) -> None:
    """Where pack, hands or players differ, it is said which."""
    cards = SNAP[SNAP.index("clause snap.cards") : SNAP.index("clause snap.laying")]
    head = 'variant quick extends snap "Other Snap"\n\nchapter 10 snap "The whole game"\n\nreplace '
    assert cards.count(old) == 1
    books = shelf(head + cards.replace(old, new).rstrip("\n") + "\n")
    with pytest.raises(Incomparable, match=why):
        pair(books, "snap", "quick")


def test_a_reading_of_canasta_is_shown_by_a_legal_game(rules: Library) -> None:
    """That naturals must outnumber wild cards is shown by a game whose last act is refused under that reading alone."""
    two = pair(rules, "canasta", "canasta", {"meld.wilds.balance": "more"})
    found, _ = find_difference(two, range(6), range(6))
    assert found is not None
    assert found.permits == 0
    assert legal_until_last(found, two)
    verdict = found.verdicts[1]
    assert verdict is not None
    assert {tag.clause for tag in verdict.lines} == {"meld.wilds"}


def test_a_deal_is_put_to_each_in_its_own_name() -> None:
    """The deal of a script names the variant that it is put to; acts are the same for both."""
    books = pair(shelf(), "snap", "snap")
    act = ActRequest(seat=0, action=Action("snap"))
    deal = replace(deal_request(books[0], {}), variant="x")
    put = for_rulebook(books[0], deal)
    assert isinstance(put, DealRequest) and put.variant == "snap"
    assert for_rulebook(books[0], act) is act
