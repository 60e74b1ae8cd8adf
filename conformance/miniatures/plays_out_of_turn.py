"""Lets anybody act at any time."""

from _base import Miniature


class PlaysOutOfTurn(Miniature):
    """Whose turn it is is shown, and does not matter."""

    altered = (("require player is turn", "require yes"),)


if __name__ == "__main__":
    PlaysOutOfTurn().serve()
