"""Plays on when somebody has gone out, or the stock is gone."""

from _base import Miniature


class NeverEndsTheDeal(Miniature):
    """Nothing ends a deal."""

    altered = (
        ("then end the deal by out for player when no cards in the hand", "then end the deal by out for player when over"),
        ("then end the deal by stock when no cards in the stock", ""),
        ("then end the deal by stock when the number of the hand is held", "then settle"),
    )


if __name__ == "__main__":
    NeverEndsTheDeal().serve()
