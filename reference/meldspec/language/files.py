"""File → rules text; apart from the parser, which is needed only for texts that were not parsed before."""

from pathlib import Path

from meldspec.language.problems import Diagnostic, Place, RulesError


def read_text(path: Path, shown: str | None = None) -> str:
    """The text of a file; `shown` is how diagnostics name it, the path as it stands otherwise.

    Line ends are kept as they are; a byte order mark is dropped.
    Raises RulesError where the file cannot be read or is not UTF-8.
    """
    name = str(path) if shown is None else shown
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RulesError([not_utf8(error, name)]) from None
    except OSError as error:
        found, mend = f"no text: {error.strerror or error}", "give the path of a file that can be read"
        raise RulesError([Diagnostic("unreadable", Place(name, 1), found, "a file of rules text", mend)]) from None


def not_utf8(error: UnicodeDecodeError, name: str) -> Diagnostic:
    """The diagnostic of a file in another encoding, at its first foreign byte."""
    before = bytes(error.object[: error.start])
    line = before.count(b"\n") + 1
    # Counted in characters, as an editor does; what stands before on the line was readable.
    column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
    found = f"the byte 0x{error.object[error.start]:02x}"
    mend = "save the file with the encoding UTF-8"
    return Diagnostic("not-utf-8", Place(name, line, column, column + 1), found, "text in UTF-8", mend)
