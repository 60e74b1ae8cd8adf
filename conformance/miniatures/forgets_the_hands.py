"""Scores a deal without the cards that are left in the hands."""

from _base import Miniature


class ForgetsTheHands(Miniature):
    """Nobody is charged for anything in the hand."""

    altered = (
        (
            "charge the worth of the hand for each player in the players of side",
            "charge 0 for each player in the players of side",
        ),
    )


if __name__ == "__main__":
    ForgetsTheHands().serve()
