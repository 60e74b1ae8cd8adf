"""Counts four red threes as four times one."""

from _base import Miniature


class ForgetsTheFourthThree(Miniature):
    """All four red threes bring 400, and not 800."""

    altered = (("award 400 when the number of laid-threes is the number of red-threes in the pack and side is deserving", ""),)


if __name__ == "__main__":
    ForgetsTheFourthThree().serve()
