"""What was worked out before, kept in the user's cache folder.

Nothing depends on it: every entry can be worked out again, the folder may be deleted at any time, and MELDSPEC_CACHE=off does
without it (any other value of that variable is the folder to use).
Entries are JSON, so that reading one runs nothing, but for those of `recall_private`.
One counts only if its folder and file are the user's own and nobody else may write there, if it was made of just the same texts by
just the same code (its key), and if it is whole (its digest).
"""

import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from meldspec.files import write_whole

VARIABLE = "MELDSPEC_CACHE"
OFF = ("off", "0", "no", "")
MOST = 500
"""How many entries are kept; beyond that the oldest go."""

ANY_NAME = "surrogatepass"
"""How texts are encoded, for the name of a file may be no UTF-8, and is then told in signs that UTF-8 does not have."""
PRIVATE = ".private"
"""How the names of entries end that may be run."""

_PACKAGE = Path(__file__).resolve().parent


def folder() -> Path | None:
    """The folder of entries, whether it is there or not; none where the cache is off or there is no home."""
    asked = os.environ.get(VARIABLE)
    if asked is not None:
        return None if asked.lower() in OFF else Path(asked)
    with suppress(RuntimeError):
        return _usual() / "meldspec"
    return None


def _usual() -> Path:
    """Where programs keep what they can do without."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def digest(*parts: str | bytes) -> str:
    """One digest of several texts; each is counted, so that none runs into the next."""
    found = sha256()
    for part in parts:
        data = part.encode("utf-8", ANY_NAME) if isinstance(part, str) else part
        found.update(f"{len(data)}:".encode())
        found.update(data)
    return found.hexdigest()


@cache
def code(*packages: str) -> str:
    """The digest of the code of some folders of meldspec, and of the Python that runs it."""
    folders = tuple("" if name == "." else f"{name}/" for name in packages)
    files = [f"{name} {stamp}" for name, stamp in _stamps() if name.startswith(folders)]
    return digest(sys.version, str(_PACKAGE), *files)


@cache
def _stamps() -> list[tuple[str, str]]:
    """Every file of code by its name, with the time and size by which Python itself takes it for the same (docs/decisions/0038)."""
    found = []
    for where, folders, files in os.walk(_PACKAGE):
        # What is beside the code is no code, and a wheel has its data there.
        folders[:] = [name for name in folders if not name.startswith("_")]
        for path in (os.path.join(where, name) for name in files if name.endswith(".py")):
            status = os.stat(path)
            name = os.path.relpath(path, _PACKAGE).replace(os.sep, "/")
            found.append((name, f"{status.st_mtime_ns} {status.st_size}"))
    return sorted(found)


def code_and(files: Iterable[Path], *packages: str) -> str:
    """One digest of the code of some folders of meldspec and of some files by their paths; what is no file is left out."""
    return digest(code(*packages), *(part for path in files if path.is_file() for part in (str(path), path.read_bytes())))


def recall(name: str, key: str) -> Any:
    """What is kept under a name, if it was made with this key; None where there is nothing to trust."""
    holds = _held(_path(name), key)
    # An entry that nests without end is damaged, too.
    with suppress(ValueError, RecursionError):
        return None if holds is None else json.loads(holds.decode("utf-8", ANY_NAME))
    return None


def keep(name: str, key: str, value: Any) -> None:
    """Keep a value that JSON can hold. Where it cannot be written, it is not kept."""
    path = _path(name)
    if path is not None:
        _keep(path, key, json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", ANY_NAME))


def recall_private(name: str, key: str) -> bytes | None:
    """Bytes that are kept under a name, if they were made with this key; None where there is nothing to trust, or where the system
    cannot tell whose a file is: what these bytes hold may be run (docs/decisions/0038)."""
    return _held(_path(name, PRIVATE), key) if hasattr(os, "getuid") else None


def keep_private(name: str, key: str, holds: bytes) -> None:
    """Keep bytes for `recall_private`. Where they cannot be written, they are not kept."""
    path = _path(name, PRIVATE)
    if path is not None and hasattr(os, "getuid"):
        _keep(path, key, holds)


def _held(path: Path | None, key: str) -> bytes | None:
    """What a file holds behind its head, which is its key and the digest of the rest; None where there is nothing to trust."""
    if path is None or not (_own(path.parent) and _own(path)):
        return None
    with suppress(OSError):
        head, _, holds = path.read_bytes().partition(b"\n")
        if head.decode("ascii", "replace") == f"{key} {digest(holds)}":
            return holds
    return None


def _keep(path: Path, key: str, holds: bytes) -> None:
    """Write the file of an entry where its folder is the user's own."""
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if _own(path.parent):
            write_whole(path, f"{key} {digest(holds)}\n".encode("ascii") + holds, mode=0o600)
            # To look through the folder takes as long as to write an entry; names are digests, so one in sixteen begins so.
            if path.name.startswith("0"):
                _forget(path.parent)


def _path(name: str, suffix: str = ".json") -> Path | None:
    """The file of an entry."""
    root = folder()
    return root / f"{digest(name)[:40]}{suffix}" if root is not None else None


def _own(path: Path) -> bool:
    """Whether a path is the user's own and nobody else's to write, where the system can tell."""
    try:
        status = path.lstat()
    except OSError:
        return False
    return not hasattr(os, "getuid") or (status.st_uid == os.getuid() and not status.st_mode & 0o022)


def _forget(root: Path) -> None:
    """Drop the oldest entries beyond the most that are kept."""
    entries = [path for suffix in (".json", PRIVATE) for path in root.glob(f"*{suffix}")]
    if len(entries) > MOST:
        for path in sorted(entries, key=lambda path: path.stat().st_mtime)[: len(entries) - MOST]:
            path.unlink(missing_ok=True)
