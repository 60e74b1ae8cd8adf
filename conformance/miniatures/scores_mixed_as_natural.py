"""Pays for a mixed canasta what a natural one brings."""

from _base import Miniature


class ScoresMixedAsNatural(Miniature):
    """All canastas are worth the same."""

    altered = (
        (
            "award 300 for each meld in melds when meld is mixed-canasta",
            "award 500 for each meld in melds when meld is mixed-canasta",
        ),
    )


if __name__ == "__main__":
    ScoresMixedAsNatural().serve()
