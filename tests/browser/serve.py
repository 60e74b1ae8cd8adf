"""A folder served on this machine as a static host serves it: packed for the way, and kept by the browser for ten minutes."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

PACKED = (".html", ".css", ".js", ".mjs", ".json", ".svg", ".wasm", ".xml", ".txt")
"""What hosts pack: the rest is packed already."""


@lru_cache(maxsize=512)
def packed(path: Path, changed: int) -> bytes:
    """A file as it goes over the wire; `changed` tells it from what it was before."""
    return gzip.compress(path.read_bytes(), 6, mtime=0)


class Host(SimpleHTTPRequestHandler):
    """Answers for one folder; `sent` counts the bytes of all answers, which whoever asks sets to nothing before."""

    sent = 0
    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def send_head(self) -> BytesIO | BinaryIO | None:
        """The head of an answer, and what follows it."""
        path = Path(self.translate_path(self.path))
        if path.is_file() and path.suffix in PACKED and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = packed(path, path.stat().st_mtime_ns)
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(str(path)))
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            Host.sent += len(body)
            return BytesIO(body)
        Host.sent += path.stat().st_size if path.is_file() else 0
        return super().send_head()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What is not there is answered with the site's own page for it."""
        page = Path(self.directory) / "404.html"
        if code != 404 or not page.is_file():
            return super().send_error(code, message, explain)
        body = page.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        return None

    def end_headers(self) -> None:
        """What is said of every answer."""
        self.send_header("Cache-Control", "max-age=600")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads along."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a folder while it is served, on the loopback of this machine alone."""

    def host(*args: Any) -> Host:
        return Host(*args, directory=str(folder))

    with ThreadingHTTPServer(("127.0.0.1", 0), host) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()
