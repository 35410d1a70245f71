"""Terminals of the embedded server: Jupyter's own, under Jupyter's addresses. Here output waits for
slow clients, what is kept for later clients is short, and all terminals end with the server.
"""

import os
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from jupyter_server.auth.decorator import ws_authenticated
from jupyter_server_terminals.api_handlers import default_handlers
from jupyter_server_terminals.handlers import TermSocket
from jupyter_server_terminals.terminalmanager import TerminalManager
from tornado.ioloop import IOLoop
from tornado.websocket import WebSocketClosedError, WebSocketHandler

KEPT_CHARACTERS = 500_000  # of the output, for clients that connect later
MOST_PARTS = 200  # of the kept output, before they are joined
GRACE_SECONDS = 0.5  # between the signal of a closed terminal and the kill

# Terminals change their size: fixed numbers in the environment would be wrong.
ENVIRONMENT = {"COLUMNS": None, "LINES": None, "PYXTERM_DIMENSIONS": None}


class Terminals(TerminalManager):
    """All terminals of the server."""

    def make_term_env(self, *args, **kwargs):
        return super().make_term_env(*args, **{**kwargs, "extra_env": ENVIRONMENT})

    def new_terminal(self, **kwargs):
        terminal = super().new_terminal(**kwargs)
        # A program that does not read its input stops this thread, and no other terminal's.
        terminal.writer = ThreadPoolExecutor(max_workers=1)
        return terminal

    def pty_read(self, fd, events=None):
        """Read once, then wait until all clients have what was read."""
        terminal = self.ptys_by_fd[fd]
        super().pty_read(fd, events)
        shorten(terminal.read_buffer)
        if fd in self.ptys_by_fd:
            loop = IOLoop.current()
            loop.update_handler(fd, 0)
            loop.spawn_callback(self._read_on, fd, terminal)

    async def _read_on(self, fd, terminal):
        for client in list(terminal.clients):
            await client.sent()
        if self.ptys_by_fd.get(fd) is terminal:
            IOLoop.current().update_handler(fd, IOLoop.READ)

    def on_eof(self, ptywclients):
        super().on_eof(ptywclients)
        ptywclients.writer.shutdown(wait=False)

    def end_all(self):
        """End the shells and their jobs as a closed window does, and kill what stays."""
        groups = [group for terminal in self.terminals.values() for group in groups_of(terminal)]
        for number in (signal.SIGHUP, signal.SIGCONT):
            send(groups, number)
        deadline = time.monotonic() + GRACE_SECONDS
        while time.monotonic() < deadline and any(
            terminal.ptyproc.isalive() for terminal in self.terminals.values()
        ):
            time.sleep(0.02)
        send(groups, signal.SIGKILL)
        self.terminals.clear()


class TerminalSocket(TermSocket):
    """A client of a terminal."""

    last_write = None

    @ws_authenticated
    async def get(self, *args, **kwargs):
        await super().get(*args, **kwargs)

    def open(self, url_component=None):
        super().open(url_component)
        self._blocking_io_executor = self.terminal.writer

    def write_message(self, message, binary=False):
        # Jupyter's own forgets when the message has been sent
        self.last_write = WebSocketHandler.write_message(self, message, binary)
        self._update_activity()

    async def sent(self):
        """Wait until the client has all that was written."""
        try:
            if self.last_write is not None:
                await self.last_write
        except WebSocketClosedError:
            pass


def shorten(parts):
    """Keep the end of the output, from the beginning of a line."""
    if len(parts) > MOST_PARTS:
        text = "".join(parts)
        if len(text) > KEPT_CHARACTERS:
            text = text[-KEPT_CHARACTERS:]
            text = text[text.find("\n") + 1 :]
        parts.clear()
        parts.append(text)


def groups_of(terminal):
    """The process groups of the shell, and of the job in the foreground."""
    found = {terminal.ptyproc.pid}
    try:
        found.add(os.tcgetpgrp(terminal.ptyproc.fd))
    except OSError:
        pass
    return found


def send(groups, number):
    for group in groups:
        try:
            os.killpg(group, number)
        except OSError:
            pass


def shell():
    """The command of the person's shell; macOS sets up the environment of login shells only."""
    command = [os.environ.get("SHELL") or "/bin/sh"]
    return [*command, "-l"] if sys.platform == "darwin" else command


def serve_terminals(server):
    """Serve terminals beside what `server` serves already; returns their manager."""
    manager = Terminals(shell_command=shell(), parent=server)
    server.web_app.settings["terminal_manager"] = manager
    # handlers of extensions carry the name of their extension; ours belong to the server itself
    name = {"name": "serverapp"}
    handlers = [(path, handler, name) for path, handler in default_handlers]
    socket = (r"/terminals/websocket/(\w+)", TerminalSocket, {**name, "term_manager": manager})
    server.web_app.add_handlers(".*$", [socket, *handlers])
    return manager
