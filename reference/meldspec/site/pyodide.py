"""Pyodide, the Python of browsers: fetched by npm in one version and with its digest, and kept in no repository."""

import base64
import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path

VERSION = "314.0.7"
DIGEST = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""Of the archive of that version, as npm tells it."""
LOADER, STDLIB = "pyodide.mjs", "python_stdlib.zip"
RUNTIME = (LOADER, "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", STDLIB)
"""What of it a browser needs."""


class NotFetched(ValueError):
    """Pyodide cannot be had, or is not what it should be; the message says why."""


def fetched(kept: Path) -> Path:
    """The folder of Pyodide below the folder in which it is kept, fetched unless it is there. Raises NotFetched."""
    folder = kept / VERSION / "package"
    if all((folder / name).is_file() for name in RUNTIME):
        return folder
    npm = shutil.which("npm")
    if npm is None:
        raise NotFetched(f"pyodide {VERSION} is fetched by npm, and there is no npm; install Node.js")
    kept.mkdir(parents=True, exist_ok=True)
    run = subprocess.run([npm, "pack", "--silent", f"pyodide@{VERSION}"], cwd=kept, capture_output=True, text=True, check=False)
    archive = kept / f"pyodide-{VERSION}.tgz"
    if run.returncode or not archive.is_file():
        raise NotFetched(f"npm could not fetch pyodide {VERSION}: {' '.join(run.stderr.split()) or 'it does not say why'}")
    check_digest(archive)
    with tarfile.open(archive) as files:
        files.extractall(kept / VERSION, filter="data")
    return folder


def check_digest(archive: Path) -> None:
    """Raises NotFetched where an archive is not the one that is meant; it is taken away, so that it is fetched anew."""
    found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode("ascii")
    if found != DIGEST:
        archive.unlink()
        raise NotFetched(f"the archive of pyodide {VERSION} has the digest {found}, expected {DIGEST}")
