"""Wants one point more than the initial meld has to be worth."""

from _base import Miniature


class MinimumOffByOne(Miniature):
    """Exactly 50, 90 or 120 points are not enough."""

    altered = (
        ("50 when the standing of side is below 1500,", "51 when the standing of side is below 1500,"),
        ("90 when the standing of side is below 3000,", "91 when the standing of side is below 3000,"),
        ("otherwise 120", "otherwise 121"),
    )


if __name__ == "__main__":
    MinimumOffByOne().serve()
