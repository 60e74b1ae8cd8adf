"""`python -m meldspec` is the command `meldspec`, of the Python that is named."""

from meldspec.cli import main

if __name__ == "__main__":
    main(prog_name="meldspec")
