"""HTML documents printed to PDF by a Chromium that is found on the machine (docs/decisions/0063).

One browser prints all of them: it is spoken to over two pipes, in JSON with a zero byte behind each message, and nothing listens
on the network.
"""

import base64
import json
import os
import re
import select
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NoReturn

from meldspec.language.problems import DataError

VARIABLE = "MELDSPEC_BROWSER"
"""The environment may name the browser; empty, there is none."""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
PATIENCE = 120.0
"""Seconds that a browser may take for one answer: on a busy machine it takes several to begin."""
FAREWELL = 5.0
"""Seconds in which it is to end when nobody speaks to it any more."""
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
HEADLESS = (
    "--headless",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-background-networking",
    "--no-first-run",
    "--no-default-browser-check",
)
PRINTED = {"printBackground": True, "preferCSSPageSize": True, "displayHeaderFooter": False}


class BrowserError(DataError):
    """A browser that is not there, does not begin, or ends before it has printed; the message says what to do."""


def find_browser() -> str | None:
    """A browser that can print: the one that the environment names, or one of those that are called so everywhere."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return shutil.which(named) if named else None
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def pages_of(pdf: bytes) -> int:
    """How many pages a document has that a browser printed, which writes each of them openly."""
    return len(PAGE.findall(pdf))


def print_all(documents: Mapping[str, str], browser: str) -> dict[str, bytes]:
    """Documents printed to PDF, each by its name.

    Raises BrowserError where the browser cannot be started, ends, or does not answer.
    """
    with tempfile.TemporaryDirectory(prefix="meldspec-") as folder, _started(browser, Path(folder)) as talk:
        return {name: _printed(talk, html) for name, html in documents.items()}


def _printed(talk: "_Talk", html: str) -> bytes:
    """One document, printed in a tab of its own."""
    target = talk.ask("Target.createTarget", {"url": "about:blank"})["targetId"]
    session = talk.ask("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
    frame = talk.ask("Page.getFrameTree", {}, session)["frameTree"]["frame"]["id"]
    talk.ask("Page.setDocumentContent", {"frameId": frame, "html": html}, session)
    pdf = base64.b64decode(talk.ask("Page.printToPDF", PRINTED, session)["data"])
    talk.ask("Target.closeTarget", {"targetId": target})
    return pdf


@contextmanager
def _started(browser: str, folder: Path) -> Iterator["_Talk"]:
    """A browser with a profile of its own, which is ended and forgotten afterwards."""
    if not hasattr(os, "posix_spawn"):
        raise BrowserError("PDF cannot be printed on this system; open the HTML in a browser, and print it there")
    ears, mouth = os.pipe(), os.pipe()
    words = [browser, *HEADLESS, f"--user-data-dir={folder / 'profile'}"]
    # A browser run by root refuses its sandbox; what is printed here is our own text.
    words += ["--no-sandbox"] if os.geteuid() == 0 else []
    try:
        process = _spawned(words, mouth[0], ears[1])
    except OSError as error:
        os.close(ears[0])
        os.close(mouth[1])
        raise BrowserError(f"{browser} cannot be started: {error.strerror}") from error
    finally:
        os.close(mouth[0])
        os.close(ears[1])
    try:
        yield _Talk(ears[0], mouth[1], browser)
    finally:
        os.close(ears[0])
        os.close(mouth[1])
        _end(process)


def _spawned(words: list[str], asked: int, answers: int) -> int:
    """The process of a browser, which reads what it is asked from its file 3 and writes its answers to its file 4."""
    # Imported here, since Windows has no such module.
    import fcntl

    # Out of the way of these numbers, so that neither is overwritten by the other.
    high = [fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 10) for file in (asked, answers)]
    silent = [(os.POSIX_SPAWN_OPEN, file, os.devnull, os.O_RDWR, 0) for file in range(3)]
    spoken = [(os.POSIX_SPAWN_DUP2, file, number) for number, file in enumerate(high, 3)]
    try:
        # In a group of its own: the helpers of a browser end with it.
        return os.posix_spawn(words[0], words, os.environ, file_actions=[*silent, *spoken], setpgroup=0)
    finally:
        for file in high:
            os.close(file)


def _end(process: int) -> None:
    """End a browser, which does so by itself when nobody speaks to it any more."""
    until = time.monotonic() + FAREWELL
    while time.monotonic() < until:
        if os.waitpid(process, os.WNOHANG)[0]:
            break
        time.sleep(0.02)
    else:
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)
        os.waitpid(process, 0)


class _Talk:
    """What is said between a browser and whoever has started it."""

    def __init__(self, heard: int, said: int, browser: str) -> None:
        self._heard, self._said, self._browser = heard, said, browser
        self._number = 0
        self._begun = b""

    def ask(self, method: str, params: Mapping[str, Any], session: str = "") -> dict[str, Any]:
        """Ask for something, and wait for the answer; events in between are passed over."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params} | ({"sessionId": session} if session else {})
        try:
            _write(self._said, json.dumps(message).encode() + b"\0")
        except OSError as error:
            self._gone(error)
        while True:
            answer = self._answer()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise BrowserError(f"{self._browser} does not print: {answer['error'].get('message', method)}")
                found: dict[str, Any] = answer["result"]
                return found

    def _answer(self) -> dict[str, Any]:
        """The next message, read."""
        message = self._next()
        try:
            answer = json.loads(message)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise BrowserError(f"{self._browser} does not speak as a Chromium does: name another in {VARIABLE}")
        return answer

    def _next(self) -> bytes:
        """The next message."""
        until = time.monotonic() + PATIENCE
        while b"\0" not in self._begun:
            if not select.select([self._heard], [], [], max(0.0, until - time.monotonic()))[0]:
                raise BrowserError(f"{self._browser} did not answer within {PATIENCE:.0f} seconds; print the HTML from a browser")
            part = os.read(self._heard, 1 << 20)
            if not part:
                self._gone()
            self._begun += part
        message, _, self._begun = self._begun.partition(b"\0")
        return message

    def _gone(self, error: OSError | None = None) -> NoReturn:
        tried = f"try `{self._browser} --headless --version`, or name another in {VARIABLE}"
        raise BrowserError(f"{self._browser} ended before it had printed: {tried}") from error


def _write(file: int, data: bytes) -> None:
    """All of some data; a pipe takes a part at a time."""
    while data:
        data = data[os.write(file, data) :]
