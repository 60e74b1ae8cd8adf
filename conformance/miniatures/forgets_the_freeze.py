"""Takes a frozen pile as if it were not frozen."""

from _base import Miniature


class ForgetsTheFreeze(Miniature):
    """The pile is closed to a side that has not opened, and never else."""

    altered = (
        (
            "define frozen-against of side: frozen or not opened of side",
            "define frozen-against of side: not opened of side",
        ),
    )


if __name__ == "__main__":
    ForgetsTheFreeze().serve()
