"""What is printed to PDF is printed by a browser that is found, and one that does not print says so."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

import meldspec.site.browser as under_test
from meldspec.site.browser import BrowserError, find_browser, pages_of, print_all

THREE = "<!doctype html><title>Three</title>" + '<p style="break-after: page">A side.</p>' * 2 + "<p>The last side.</p>"


def browser(folder: Path, script: str) -> str:
    """A program that is taken for a browser."""
    path = folder / "browser"
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_several_documents_by_one_browser() -> None:
    """Each document has its own pages, and they can be counted."""
    if (found := find_browser()) is None:
        pytest.skip("no Chromium was found on this machine: nothing was printed")
    printed = print_all({"one": "<p>Alone.</p>", "three": THREE}, found)
    assert [pages_of(pdf) for pdf in printed.values()] == [1, 3]
    assert all(pdf.startswith(b"%PDF-") for pdf in printed.values())


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("exit 3", "ended before it had printed"),
        ("head -c 20 <&3 >/dev/null; exit 0", "ended before it had printed"),
        ("sleep 30", "did not answer within"),
        ('printf \'{"id":1,"error":{"message":"no tabs today"}}\\0\' >&4; sleep 30', "does not print: no tabs today"),
        ("printf 'hello\\0' >&4; sleep 30", "does not speak"),
    ],
)
def test_a_browser_that_does_not_print_is_told_of(script: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for a sheet reads what became of the browser, and it is ended."""
    monkeypatch.setattr(under_test, "PATIENCE", 0.3)
    monkeypatch.setattr(under_test, "FAREWELL", 0.1)
    with pytest.raises(BrowserError) as error:
        print_all({"sheet": "<p>It.</p>"}, browser(tmp_path, f"exec 5>&-; {script}"))
    assert told in str(error.value)


def test_which_browser_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment comes first, and may say that there is none; else the usual names are looked for."""
    mine = browser(tmp_path, "exit 0")
    monkeypatch.setenv("MELDSPEC_BROWSER", mine)
    assert find_browser() == mine
    monkeypatch.setenv("MELDSPEC_BROWSER", "")
    assert find_browser() is None
    monkeypatch.setenv("MELDSPEC_BROWSER", str(tmp_path / "gone"))
    assert find_browser() is None
    monkeypatch.delenv("MELDSPEC_BROWSER")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_browser() is None
    (tmp_path / "browser").rename(tmp_path / "chromium")
    assert find_browser() == str(tmp_path / "chromium")
