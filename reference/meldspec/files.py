"""Files written whole or not at all: beside their place first, then moved into it.

Whoever is ended while writing, and whatever becomes of the disk, leaves the old file or the new one, never a part.
"""

import os
import shutil
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

EVERYBODY = 0o666
"""The rights of a new file, of which the user's mask takes some away."""


def write_whole(path: Path, text: str | bytes, mode: int = EVERYBODY) -> None:
    """Write a file, text as UTF-8. One that is there keeps its rights; a new one has those of `mode`.

    Raises OSError where it cannot be written; what was there before is then as it was.
    """
    data = text.encode("utf-8") if isinstance(text, str) else text
    # A link stays a link: what it leads to is written.
    path = path.resolve()
    if path.exists() and not path.is_file():
        # A terminal, a pipe or /dev/null cannot be replaced, and has nothing to lose.
        try:
            path.write_bytes(data)
        except OSError as error:
            error.filename = error.filename or str(path)
            raise
        return
    draft = path.with_name(f".{path.name[:100]}.{os.urandom(4).hex()}.draft")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
            file.write(data)
        with suppress(FileNotFoundError):
            draft.chmod(stat.S_IMODE(path.stat().st_mode))
        draft.replace(path)
    except BaseException as error:
        # An interrupt, too, leaves nothing beside the file; where nothing may be written nothing may be removed either.
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        if isinstance(error, OSError):
            # The system names the draft, or nothing.
            error.filename, error.filename2 = str(path), None
        raise


def write_folder(path: Path, files: Mapping[str, str]) -> None:
    """Write a folder of files whole or not at all; files by their paths in it. An empty folder that is there is taken.

    Raises OSError where it cannot be written, or something lies there; what was there before is then as it was.
    """
    path = path.absolute()
    draft = path.with_name(f".{path.name[:100]}.{os.urandom(4).hex()}.draft")
    try:
        draft.mkdir()
        for name, text in files.items():
            (draft / name).parent.mkdir(parents=True, exist_ok=True)
            (draft / name).write_text(text, encoding="utf-8")
        # The system moves a folder onto one that is empty, and onto no other.
        draft.rename(path)
    except BaseException as error:
        shutil.rmtree(draft, ignore_errors=True)
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        raise
