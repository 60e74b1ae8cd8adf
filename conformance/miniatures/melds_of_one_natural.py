"""Allows a meld of one natural card and wild ones."""

from _base import Miniature


class MeldsOfOneNatural(Miniature):
    """One natural card bears any two wild ones."""

    altered = (("require at least 2 natural in it", "require some natural in it"),)


if __name__ == "__main__":
    MeldsOfOneNatural().serve()
