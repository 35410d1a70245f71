"""The tile "Sluice" of JupyterLab's launcher, through jupyter-server-proxy: opens Sluice's own page
for the folder of the Jupyter server.

A small program behind the proxy starts `sluice open`, and sends the browser to the printed address.
Only the Jupyter server can ask the program, over a Unix socket in a private folder: the address has
the token of Sluice's page. The page itself is not proxied, so the browser must reach this machine.
"""

from __future__ import annotations

import html
import os
import signal
import subprocess
import sys
from http.server import BaseHTTPRequestHandler
from socketserver import UnixStreamServer

PACKAGE = os.path.dirname(os.path.abspath(__file__))
"""Programs are started by their files: `python -m` would first look in the folder of the Jupyter
server, which may be a stranger's, for modules of their names."""

LOCAL = ("localhost", "127.0.0.1", "[::1]")
"""The names under which a browser on this machine addresses a Jupyter server."""


def tile() -> dict:
    """Return the settings of the tile for jupyter-server-proxy."""
    return {
        "command": [sys.executable, os.path.abspath(__file__), "{unix_socket}"],
        "unix_socket": True,
        "timeout": 60,
        "launcher_entry": {"enabled": os.name == "posix", "title": "Sluice"},
    }


class Page:
    """The running `sluice open`."""

    def __init__(self) -> None:
        command = [sys.executable, os.path.join(PACKAGE, "__main__.py")]
        command += ["open", os.getcwd(), "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()

    def is_running(self) -> bool:
        return self.url != "" and self.process.poll() is None

    def end(self) -> None:
        """End the server, which saves its notebooks."""
        self.process.terminate()
        self.process.wait()


class Server(UnixStreamServer):
    """Answers each request with the address of the page."""

    page: Page | None = None

    def address(self) -> str | None:
        """Return the address, from a new server if there is none. None: no server starts."""
        if self.page is None or not self.page.is_running():
            self.page = Page()
        return self.page.url if self.page.is_running() else None


class Answer(BaseHTTPRequestHandler):
    """Sends a browser on this machine to the page, and tells others how to reach the page."""

    def do_GET(self) -> None:
        assert isinstance(self.server, Server)
        url = self.server.address()
        host = (self.headers.get("Host") or "localhost").rsplit(":", 1)[0]
        if url is None:
            self.say(500, "Sluice could not start: run sluice doctor in a terminal.")
        elif host in LOCAL:
            self.send_response(302)
            self.send_header("Location", url)
            self.end_headers()
        else:
            place = url.split("?")[0]
            self.say(
                200,
                f"Sluice's page runs on the machine of the Jupyter server, at {place}. "
                "To open the page from here, forward this port by ssh -L, and open the address "
                "that sluice open prints in a terminal.",
            )

    def say(self, status: int, text: str) -> None:
        body = f"<!doctype html><title>Sluice</title><p>{html.escape(text)}</p>".encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def address_string(self) -> str:
        """Name the client, which has no address on a Unix socket."""
        return "jupyter"

    def log_message(self, *_: object) -> None:
        """Write no log: addresses have tokens."""


def main() -> None:
    """Answer until the Jupyter server ends this program."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    server = Server(sys.argv[1], Answer)
    try:
        server.serve_forever()
    finally:
        if server.page is not None:
            server.page.end()


if __name__ == "__main__":
    main()
