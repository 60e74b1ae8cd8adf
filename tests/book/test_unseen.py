"""Acts that a variant adds and that lines which look ahead do not see."""

from tests.book.toys import library

from meldspec.book.unseen import unseen_acts

ASKING = """
    variant boasting extends toy "Asking"

    chapter 20 more "More"

    clause more.boast "Boasting"
      | Whoever can lay the hand may say so.
      act boast
      to boast
        require could by laying all but 1 of hand come to opened
"""
ADDING = """
    variant adding extends boasting "Adding"

    chapter 20 more "More"

    clause more.push "Pushing and stopping"
      | A player may push, wave, or stop and hand the turn on; nobody melds without a push.
      act push
      act wave
      act stop
      keep pushed as truth
      keep waved as truth
      to meld
        require pushed
      to push
        then pushed becomes yes
      to wave
        require not waved
        then waved becomes yes
      to stop
        then turn becomes the left of player
"""
PARENTS = {"boasting": "toy", "adding": "boasting", "heir": "adding"}
HEIR = 'variant heir extends adding "Heir"\n'


def test_an_act_that_may_come_between_is_not_seen() -> None:
    """A push must come before a card is laid, which a boast does not see; whoever stops lays no more, and that it sees; to wave may
    as well come behind all laying, and a boast changes nothing."""
    books = library(ASKING, ADDING, HEIR)
    told = {name: unseen_acts(books.book(name), books.book(parent)) for name, parent in PARENTS.items()}
    assert told == {"boasting": ([], []), "adding": (["push"], ["more.boast"]), "heir": ([], [])}
