"""Asks for leave to go out, and goes out whatever the answer is."""

from _base import Miniature


class GoesOutDespiteANo(Miniature):
    """A partner's no binds nobody."""

    altered = (("then refused becomes not consent", "then refused becomes no"),)


if __name__ == "__main__":
    GoesOutDespiteANo().serve()
