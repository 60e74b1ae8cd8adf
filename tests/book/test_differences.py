"""What is right although it looks like a mistake that check tells of: points, chapters and replacements."""

from __future__ import annotations

from tests.book.toys import check_library, library

CHAPTER = 'variant house extends toy "A house game"\n\nchapter {chapter}\n\n'
CHANGE = "change clause play.game\n  cites nobody\n  prose stands\n"
SONG = 'clause play.song "A song"\n  | The dealer sings and draws nothing.\n  to draw\n    forbid when player is dealer\n'
WORTH = """\
book other "Other"

chapter 10 play "Play"

clause play.worth "Worth"
  | Aces and kings count.
  deck 1 of A K Q in C D
  worth 1 for A K
"""


def codes(*texts: str) -> list[str]:
    """What is wrong with the toy game and the books beside it."""
    return [problem.code for problem in check_library(library(*texts))]


def test_a_change_of_what_is_cited_is_no_copy() -> None:
    """A house that plays by the same clause and cites another source for it has replaced nothing by the same."""
    assert "replaced-alike" not in codes(CHAPTER.format(chapter='10 play "Play"') + CHANGE)


def test_cards_that_are_worth_nothing_may_be_said_to_be() -> None:
    """A queen is worth nothing where the rules say so; where they say nothing of queens it is told."""
    assert "no-worth" in codes(WORTH)
    assert "no-worth" not in codes(f"{WORTH}  worth 0 for Q\n")


def test_a_chapter_of_a_variants_own_is_no_other() -> None:
    """A house may have a chapter that the game has not, and goes on with the game's own under its own head and no other."""
    for chapter in ('10 play "Play"', '90 songs "Songs"'):
        assert "chapters-differ" not in codes(CHAPTER.format(chapter=chapter) + SONG)
    for chapter in ('10 songs "Play"', '90 play "Play"', '10 play "Playing"'):
        assert "chapters-differ" in codes(CHAPTER.format(chapter=chapter) + SONG)
        assert "chapters-differ" in codes(CHAPTER.format(chapter=chapter) + CHANGE)
