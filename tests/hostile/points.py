"""Every moment at which a command changes something below a folder, and what may become of it at one of them."""

from __future__ import annotations

import builtins
import io
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

KILL = 0
"""In the place of the number of an error: the process is killed."""


class Points:
    """The moments at which something below a folder is opened, written, moved, removed, or gets other rights.

    Before the first of them `first` is called; at number `at`, counted from 1, the command is struck.
    """

    def __init__(self, place: Path, first: Callable[[], None]) -> None:
        self.place = str(place)
        self.first: Callable[[], None] | None = first
        self.count = 0
        self.at = 0
        self.error = KILL
        self.watched: set[int] = set()
        """The open files that were opened below the folder."""

    def below(self, path: Any) -> bool:
        """Whether something is named that stands below the folder."""
        return isinstance(path, str | os.PathLike) and os.path.abspath(os.fspath(path)).startswith(self.place)

    def reached(self, path: Any, first_half: Callable[[], Any] = lambda: None) -> None:
        """Such a moment has come; of what is being written `first_half` is written before the command is struck."""
        if self.first is not None:
            first, self.first = self.first, None
            first()
        self.count += 1
        if self.count == self.at:
            first_half()
            if self.error == KILL:
                os.kill(os.getpid(), signal.SIGKILL)
            raise OSError(self.error, os.strerror(self.error), str(path))

    def watch(self) -> None:
        """Have the system's calls go by here, as Python code makes them."""
        here: Any = os
        for name in ("replace", "rename", "chmod", "mkdir"):
            setattr(here, name, self._before(getattr(os, name)))
        here.open = self._opening(os.open)
        for module in (builtins, io):
            here = module
            here.open = self._writing(io.open)

    def _before(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(path: Any, *args: Any, **more: Any) -> Any:
            if self.below(path):
                self.reached(path)
            return call(path, *args, **more)

        return called

    def _opening(self, call: Callable[..., int]) -> Callable[..., int]:
        def opened(path: Any, flags: int, *args: Any, **more: Any) -> int:
            changes = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) and self.below(path)
            if changes:
                self.reached(path)
            found = call(path, flags, *args, **more)
            if changes:
                self.watched.add(found)
            return found

        return opened

    def _writing(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def opened(file: Any, mode: str = "r", *args: Any, **more: Any) -> Any:
            if not set(mode) & set("wax+") or not (file in self.watched if isinstance(file, int) else self.below(file)):
                return call(file, mode, *args, **more)
            if not isinstance(file, int):
                self.reached(file)
            written = io.BufferedWriter(_Written(file, mode.replace("b", "").replace("t", ""), self))
            return written if "b" in mode else io.TextIOWrapper(written, encoding=more.get("encoding"), newline=more.get("newline"))

        return opened


class _Written(io.FileIO):
    """A file of which every writing is such a moment."""

    def __init__(self, file: Any, mode: str, points: Points) -> None:
        super().__init__(file, mode)
        self._points = points

    def write(self, data: Any) -> int:
        """Write, if nothing becomes of it."""
        self._points.reached(self.name, lambda: super(_Written, self).write(bytes(data)[: len(data) // 2]))
        return super().write(data)
