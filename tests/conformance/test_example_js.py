"""The engine that is given as a template, in JavaScript, conforms to the rules of Manzana."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "conformance" / "adapters" / "example-js" / "main.mjs"
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="needs Node to run conformance/adapters/example-js; there is no command `node`")
def test_conforms() -> None:
    """`meldspec test` finds no broken rule in it, and tells how it reads the open questions."""
    start = [sys.executable, "-c", "from meldspec.cli import main; main()"]
    words = [*start, "test", "--variant", "manzana", "--timeout", "60", "--", "node", str(ENGINE)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "It conforms in every case that was checked" in done.stdout
    assert "How it reads the open questions" in done.stdout
