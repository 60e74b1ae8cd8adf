"""axe-core, which finds what keeps people from reading a page: fetched by npm in one version, with its digest, never committed."""

import base64
import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

BUILD = Path(__file__).resolve().parents[2] / "build" / "axe"
VERSION = "4.14.1"
DIGEST = "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
"""Of the archive of that version, as npm tells it."""
SCRIPT = "package/axe.min.js"


def script() -> Path | None:
    """The script, fetched unless it is there; none where it cannot be had. Raises ValueError for a wrong digest."""
    path = BUILD / VERSION / SCRIPT
    if path.is_file():
        return path
    npm = shutil.which("npm")
    if npm is None:
        return None
    BUILD.mkdir(parents=True, exist_ok=True)
    run = subprocess.run([npm, "pack", "--silent", f"axe-core@{VERSION}"], cwd=BUILD, capture_output=True, text=True, check=False)
    archive = BUILD / f"axe-core-{VERSION}.tgz"
    if run.returncode or not archive.is_file():
        return None
    found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode("ascii")
    if found != DIGEST:
        raise ValueError(f"axe-core {VERSION} has the digest {found}, expected {DIGEST}")
    with tarfile.open(archive) as files:
        files.extractall(BUILD / VERSION, filter="data")
    return path


def violations(page: Page, path: Path) -> list[str]:
    """What axe reports of a page as it stands: each rule with the places that break it."""
    page.add_script_tag(path=path)
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{one['id']}: {one['help']} ({len(one['nodes'])} times): " + "; ".join(node["html"][:140] for node in one["nodes"][:4])
        for one in found
    ]
