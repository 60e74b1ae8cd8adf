"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import os
import resource
import signal
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from meldspec.files import write_folder, write_whole


@contextmanager
def small_disk(most: int) -> Iterator[None]:
    """As on a full disk, no file can become longer than so many bytes."""
    before, writes = resource.getrlimit(resource.RLIMIT_FSIZE), sys.dont_write_bytecode
    # Python itself would leave half of a compiled module behind, and stumble over it ever after.
    sys.dont_write_bytecode = True
    told = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, told)
        sys.dont_write_bytecode = writes


def test_a_file_is_written_beside_and_moved_into_place(tmp_path: Path) -> None:
    """A new file and one that is written again have the whole text, and nothing lies beside them."""
    path = tmp_path / "rules.txt"
    for text in ("one", "deux ♣", b"drei"):
        write_whole(path, text)
        assert path.read_bytes() == (text.encode() if isinstance(text, str) else text)
    assert [one.name for one in tmp_path.iterdir()] == ["rules.txt"]


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    """Where the disk is full the old text stands whole, no draft is left, and the error names the file."""
    path = tmp_path / "rules.txt"
    path.write_text("old")
    with small_disk(100), pytest.raises(OSError) as refused:
        write_whole(path, "new" * 1000)
    assert refused.value.filename == str(path)
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["rules.txt"]


def test_what_is_refused_is_told_of_the_file_and_not_of_its_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a place where nothing may be written or removed the error names the file that was to be written."""

    def read_only(*words: object, **more: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS), ".rules.txt.draft")

    path = tmp_path / "rules.txt"
    path.write_text("old")
    monkeypatch.setattr(os, "open", read_only)
    monkeypatch.setattr(Path, "unlink", read_only)
    with pytest.raises(OSError) as refused:
        write_whole(path, "new")
    assert (refused.value.errno, refused.value.filename) == (errno.EROFS, str(path))
    assert path.read_text() == "old"


def test_an_interrupt_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever presses Ctrl-C before the file is moved into place keeps the old one."""

    def interrupted(*paths: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "rules.txt"
    path.write_text("old")
    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "new")
    assert path.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["rules.txt"]


def test_rights_and_links_are_kept(tmp_path: Path) -> None:
    """A file that is written again keeps its rights, and a link to it stays a link."""
    path, link = tmp_path / "rules.txt", tmp_path / "link.txt"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink() and path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_what_is_no_file_is_written_to(tmp_path: Path) -> None:
    """A device is written to where it stands, and not replaced by a file."""
    write_whole(Path(os.devnull), "text")
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_a_folder_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """A folder of files is there with all of them, or nothing of it is; one with something in it is left as it is."""
    write_folder(tmp_path / "new", {"a.txt": "one", "deep/b.txt": "two"})
    assert (tmp_path / "new" / "deep" / "b.txt").read_text() == "two"
    with pytest.raises(OSError) as refused:
        write_folder(tmp_path / "new", {"a.txt": "three"})
    assert refused.value.filename == str(tmp_path / "new")
    with small_disk(100), pytest.raises(OSError):
        write_folder(tmp_path / "big", {"a.txt": "one", "b.txt": "two" * 1000})
    assert [one.name for one in tmp_path.iterdir()] == ["new"] and (tmp_path / "new" / "a.txt").read_text() == "one"
