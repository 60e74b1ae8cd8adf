"""What the system refuses is told in one line, and nobody's rules are blamed for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.quick_snap import run
from tests.test_files import small_disk

import meldspec.cli._shared as shared
from meldspec import data

REFUSED = 74


def test_a_full_disk_does_not_cut_the_rules(tmp_path: Path) -> None:
    """Where the disk is full `format` leaves the author's rules as they are, and says so in one line without a traceback."""
    path = tmp_path / "toy.rules"
    path.write_text('book  toy "Toy"\nchapter 1 one "One"\n' + "".join(f'clause a.b{n} "T"\n  event  e{n}\n' for n in range(200)))
    before = path.read_bytes()
    with small_disk(1000):
        result = run("format", path)
    assert (result.exit_code, path.read_bytes()) == (REFUSED, before)
    assert result.stderr == f"Error: {path} cannot be read or written: File too large\n"
    assert [one.name for one in tmp_path.iterdir()] == ["toy.rules"]


def test_a_place_where_nobody_may_write(spec: Path, tmp_path: Path) -> None:
    """A folder that cannot be made is told with its name."""
    (tmp_path / "file").write_text("")
    result = run("explore", "snap", "--deals", "1", "--spec", spec, "--out", tmp_path / "file" / "folder")
    assert (result.exit_code, result.stderr.count("\n")) == (REFUSED, 1)
    assert str(tmp_path / "file" / "folder") in result.stderr


def test_a_misspelt_command_is_met_with_the_one_that_was_meant() -> None:
    """Whoever writes `tset` is asked whether `test` was meant; of what is like no command nothing is asked."""
    assert "Did you mean 'test'?" in run("tset").stderr
    assert "mean" not in run("xyzzy").stderr


def test_help_has_a_short_name() -> None:
    """`-h` is `--help`, of every command."""
    assert run("-h").output == run("--help").output
    assert run("format", "-h").output == run("format", "--help").output


def test_the_package_is_a_command() -> None:
    """`python -m meldspec` is the command of that Python."""
    found = subprocess.run([sys.executable, "-m", "meldspec", "--version"], capture_output=True, text=True, check=True)
    assert found.stdout.startswith("meldspec, version ")


def test_an_installation_is_not_written_to(spec: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The corpus of an installed meldspec is nobody's to change: a folder of one's own is asked for."""
    monkeypatch.setattr(shared, "comes_with_an_installation", lambda path: path == spec / "corpus")
    result = run("corpus", "snap", "--spec", spec)
    assert result.exit_code == 2
    assert "belongs to the installation" in result.stderr and "--out" in result.stderr
    assert not (spec / "corpus").exists()


def test_what_an_installation_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in the package's own data is the installation's; a checkout and anybody's folder are not."""
    monkeypatch.setattr(data, "_PACKAGE", tmp_path / "meldspec")
    assert data.comes_with_an_installation(tmp_path / "meldspec" / "_data" / "spec")
    assert not data.comes_with_an_installation(tmp_path / "spec")
