"""Takes the top card of the pile and leaves the rest lying."""

from _base import Miniature


class TakesOnlyTheTop(Miniature):
    """The pile stays where it is."""

    altered = (("then move all from pile to hand", "then settle"),)


if __name__ == "__main__":
    TakesOnlyTheTop().serve()
