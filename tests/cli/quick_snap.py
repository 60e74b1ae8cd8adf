"""A folder of rules for the tests of commands: Snap, and a quicker variant of it."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from meldspec.cli import main

BOOKS = Path(__file__).parent.parent / "books"
SNAP = (BOOKS / "snap.rules").read_text(encoding="utf-8")
QUICK = """\
variant quick extends snap "Quick Snap"

chapter 10 snap "The whole game"

replace clause snap.calling "Calling quickly"
  cites sheet 2
  facts QK-F02
  | Whoever is quicker takes the heap.
  to snap
    require at least 2 cards in heap
    then move all from heap to won
  at scoring
    award 1 for each card in won
  question kings silent "Is a king worth more?"
    covers QK-A01
    default alike because "A card is a card."
    reading alike "No."
      nothing more
    reading more "One more."
      cards kings are K
      at scoring
        award 1 for each card in won when card is kings

clause snap.end "The end"
  cites sheet 3
  facts QK-F03
  | Everybody lays until nobody has a card.
  to lay
    then move card from hand to heap
  whenever every player in seats has no cards in hand
    then end the deal by out
  question last misprint "Does the last card count?"
    covers QK-A02
    default counts because "It is a card."
    reading counts "Yes."
      nothing more
    reading lost "No."
      at scoring
        charge 1 when no cards in heap

drop clause snap.laying "Everybody lays at once."
  cites sheet 1
"""


def run(*words: str | Path) -> Result:
    """The result of a command."""
    return CliRunner().invoke(main, [str(word) for word in words])
