"""File → rules text; apart from the parser, which is needed only for texts that were not parsed before."""

import stat
from pathlib import Path

from meldspec.language.problems import Diagnostic, Place, RulesError

LONGEST = 1024 * 1024
"""Bytes that a file of rules may have; the longest of our own take a fifteenth of it."""


def read_text(path: Path, shown: str | None = None, most: int = LONGEST) -> str:
    """The text of a file; `shown` is how diagnostics name it, the path as it stands otherwise.

    Line ends are kept as they are; a byte order mark is dropped.
    Raises RulesError where the file cannot be read, has more bytes than `most`, or is not UTF-8.
    """
    name = str(path) if shown is None else shown
    try:
        # Nobody is kept waiting for a pipe that says nothing, or for a device that never ends.
        if not stat.S_ISREG(path.stat().st_mode):
            raise RulesError([_unreadable(name, "no text: no file, but a folder, a pipe or a device")])
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise RulesError([_unreadable(name, f"no text: {error.strerror or error}")]) from None
    if len(data) > most:
        problem = Diagnostic(
            "too-long", Place(name, 1), f"more than {most} bytes", f"at most {most} bytes", "split the file in two"
        )
        raise RulesError([problem])
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesError([not_utf8(error, name)]) from None


def _unreadable(name: str, found: str) -> Diagnostic:
    return Diagnostic("unreadable", Place(name, 1), found, "a file of text", "give the path of a file that can be read")


def not_utf8(error: UnicodeDecodeError, name: str) -> Diagnostic:
    """The diagnostic of a file in another encoding, at its first foreign byte."""
    before = bytes(error.object[: error.start])
    line = before.count(b"\n") + 1
    # Counted in characters, as an editor does; what stands before on the line was readable.
    column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
    found = f"the byte 0x{error.object[error.start]:02x}"
    mend = "save the file with the encoding UTF-8"
    return Diagnostic("not-utf-8", Place(name, line, column, column + 1), found, "text in UTF-8", mend)
