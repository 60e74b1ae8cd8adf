"""Which browser there is on this machine to be driven, and whether what drives it and Node are there too."""

import os
import shutil
import sys
from importlib.util import find_spec

VARIABLE = "MELDSPEC_BROWSER"
"""Names a browser where it is none of those that are looked for."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# Without these a browser looks for its own makers, and is refused by a machine that reaches nobody.
ARGUMENTS = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync",
)  # fmt: skip


def browser() -> str | None:
    """The path of a browser of Chromium's kin; none where there is none."""
    return next(filter(None, (shutil.which(name) for name in (os.environ.get(VARIABLE, ""), *NAMES) if name)), None)


def arguments() -> list[str]:
    """What it is started with: without its sandbox where whoever starts it is root, for whom there is none."""
    return [*ARGUMENTS, *(["--no-sandbox"] if hasattr(os, "getuid") and os.getuid() == 0 else [])]


def missing() -> list[str]:
    """What lacks for the tests in a browser."""
    lacks = [] if browser() else [f"a browser ({', '.join(NAMES)}, or {VARIABLE}=its path)"]
    return lacks + [name for name in ("node", "npm") if shutil.which(name) is None]


def main() -> int:
    """`python -m tests.browser.found`: 0 where all is there, and otherwise 1, with what lacks said aloud."""
    if lacks := missing():
        print(f"SKIPPED: nothing was tried in a browser, for want of {' and '.join(lacks)}")
        return 1
    return 0


def playwright() -> bool:
    """Whether the library that drives the browser is installed."""
    return find_spec("playwright") is not None


if __name__ == "__main__":
    sys.exit(main())
