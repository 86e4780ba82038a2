"""A real HTTP server on loopback: what it answers is laid out by a test, and who asked is written down."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Server(ThreadingHTTPServer):
    """Answers by ``pages`` (path → status, header lines, body), 404 for all others."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.pages: dict[str, tuple[int, tuple[tuple[str, str], ...], bytes]] = {}
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def gives(
        self,
        path: str,
        body: str | bytes = "",
        media: str = "application/xml",
        status: int = 200,
        lines: tuple[tuple[str, str], ...] = (),
    ) -> str:
        """Lay out one answer; returns its address."""
        content = body.encode() if isinstance(body, str) else body
        self.pages[path] = (status, (("Content-Type", media), *lines), content)
        return self.url + path


class _Answer(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        missing = (404, (("Content-Type", "text/html"),), b"<html>not found</html>")
        status, lines, body = self.server.pages.get(self.path, missing)
        self.send_response(status)
        for name, value in (*lines, ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.end_headers()
        try:
            self.wfile.write(body)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Quiet."""


@contextmanager
def serving() -> Iterator[Server]:
    """A running server; it has ended when the block does."""
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
