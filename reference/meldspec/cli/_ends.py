"""How a command ends that is told to end, that nobody reads, or that cannot write: one line at most, and a code that says which.

The codes are those of the shell and of sysexits.h: 128 and the number of the signal that ended it, 74 where the system refused.
"""

import atexit
import codecs
import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal, TextIO

import click

from meldspec.language.problems import legible

INTERRUPTED = 128 + signal.SIGINT
UNREAD = 141
"""Nobody reads any more, as after `| head`: 128 and the number of SIGPIPE, which not every system has."""
REFUSED = 74
"""The exit code where the system refused to read or to write: a full disk, a read-only place."""

NO_PLACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)
"""Errors of what is written to something that is open already, or was closed."""

SIGNS = {
    "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "…": "...", "–": "-", "—": "-", "−": "-", "─": "-", "→": "->", "▶": ">",
    "│": "|", "×": "x", "·": "|", "✗": "x", "✓": "+", "≤": "<=", "≥": ">=", "½": "1/2", "♣": "C", "♦": "D", "♥": "H", "♠": "S",
}  # fmt: skip
"""What stands for a sign that an encoding does not have; a question mark for every other one."""
_IN_OTHER_SIGNS = "meldspec.signs"


def _in_other_signs(problem: UnicodeError) -> tuple[str, int]:
    """The error handler of an output whose encoding lacks some of our signs."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    lacking = problem.object[problem.start : problem.end]
    return "".join(SIGNS.get(sign, "?") for sign in lacking), problem.end


codecs.register_error(_IN_OTHER_SIGNS, _in_other_signs)
_ASCII = "meldspec_ascii"


def _ascii(name: str) -> codecs.CodecInfo | None:
    """ASCII under another name: where a stream says that it is ASCII, click takes that for a mistake and writes UTF-8 into it."""
    if name != _ASCII:
        return None
    known = codecs.lookup("ascii")
    parts = (known.streamreader, known.streamwriter, known.incrementalencoder, known.incrementaldecoder)
    return codecs.CodecInfo(known.encode, known.decode, *parts, name=_ASCII)


codecs.register(_ascii)


def print_whatever_the_encoding() -> None:
    """Have standard output and standard error replace the signs that their encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        # Whoever runs a command inside a program may have put something else there.
        if hasattr(stream, "reconfigure"):
            ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=_ASCII if ascii else None, errors=_IN_OTHER_SIGNS)


def open_what_is_closed() -> None:
    """Open what whoever started the program has closed, or a file of ours would come to stand in its place.

    Nothing comes from a closed standard input, and standard output refuses what is written to it, as a full disk does.
    """
    if sys.stdin is None:
        sys.stdin = _nowhere(0, os.O_RDONLY, "r")
    if sys.stdout is None:
        sys.stdout = _nowhere(1, os.O_RDONLY, "w")
    if sys.stderr is None:
        sys.stderr = _nowhere(2, os.O_WRONLY, "w")


def _nowhere(number: int, access: int, mode: Literal["r", "w"]) -> TextIO:
    opened = os.open(os.devnull, access)
    os.dup2(opened, number)
    if opened != number:
        os.close(opened)
    return open(number, mode, encoding="utf-8", closefd=False)


@contextmanager
def ends_told() -> Iterator[None]:
    """Turn whatever the surroundings do to a command into one line, or none, and into its exit code. Of errors long words
    are cut."""
    try:
        yield
        sys.stdout.flush()
    except click.ClickException as error:
        # Click has it that messages never change.
        error.__dict__.update(message=legible(error.message))
        raise
    except (KeyboardInterrupt, click.Abort):
        with suppress(OSError):
            click.echo("Interrupted.", err=True)
        raise click.exceptions.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        give_up_output()
        raise click.exceptions.Exit(UNREAD) from None
    except OSError as problem:
        tell(problem)
        raise click.exceptions.Exit(REFUSED) from None


@contextmanager
def ends_at_once() -> Iterator[None]:
    """Have the program end with the exit code of its command as soon as all has been done that was left for its end.

    Python would first give back every part of the rules that was in memory, one by one, which takes a fifth of a ruling's time; the
    system takes all of it back at once. Where the output cannot be written, or no code is known, it ends as Python has it.
    """
    codes: list[int] = []
    # What is left for the end first is done last: by then threads have ended, and all others have had their turn.
    atexit.register(_end, codes)
    try:
        yield
    except SystemExit as ended:
        if ended.code is None or isinstance(ended.code, int):
            codes.append(ended.code or 0)
        raise


def _end(codes: list[int]) -> None:
    """End now, where the code is known and nothing is left unwritten."""
    if codes:
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(codes[0])


def tell(problem: OSError) -> None:
    """Say in one line what the system refused."""
    give_up_output()
    with suppress(OSError):
        click.echo(f"Error: {said(problem)}", err=True)


def said(problem: OSError) -> str:
    """What the system refused, and where: a file tells its name, so what has none and found no place was the output."""
    why = problem.strerror or str(problem)
    what = problem.filename or ("the output" if problem.errno in NO_PLACE else None)
    return why if what is None else f"{what} cannot be read or written: {why}"


def give_up_output() -> None:
    """Let what is left of standard output go nowhere, if it cannot be written."""
    try:
        sys.stdout.flush()
    except OSError:
        # Python would try once more at its very end, and make an exit code of its own of it.
        _to_nowhere(sys.stdout)


def _to_nowhere(stream: TextIO) -> None:
    with suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())
