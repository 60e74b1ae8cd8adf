"""Lays red threes and draws nothing for them."""

from _base import Miniature


class ForgetsReplacements(Miniature):
    """A hand with red threes stays short."""

    altered = (("then draw 1 from stock to hand", ""),)


if __name__ == "__main__":
    ForgetsReplacements().serve()
