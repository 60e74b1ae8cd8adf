"""The command `meldspec`; `python -m meldspec` is the same, of the Python that is named."""

from meldspec.cli import main
from meldspec.cli._ends import ends_at_once, open_what_is_closed


def run() -> None:
    """Run the command whose words the program was called with, and end with its exit code."""
    open_what_is_closed()
    with ends_at_once():
        main(prog_name="meldspec")


if __name__ == "__main__":
    run()
