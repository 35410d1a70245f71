"""Kernels that outlive the process that asked for them: a note of each in a folder that only the user
may read, with the way to it, and the end of kernels that nobody has come back to. The server of the
kernels is `embedded_server.py`.
"""

import json
import os
import time

from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from kept_messages import KeptMessages
from tornado.ioloop import PeriodicCallback

LOOK_SECONDS = 30.0
AWAY_SECONDS = 10.0


class KeptKernel:
    """What is known of a kernel that is kept."""

    def __init__(self, notebook, messages):
        self.notebook = notebook
        self.messages = messages
        self.executions = 0
        self.left_at = None

    @property
    def has_run(self):
        """Whether it has run a cell, or got one to run."""
        return self.executions > 0 or len(self.messages.runs) > 0


class KernelNotes:
    """A file for each kept kernel. `way`: how to reach their server; `hours`: for how long they are
    kept while they are idle.
    """

    def __init__(self, folder, way, hours):
        self.folder = folder
        self.way = way
        self.hours = hours

    def write(self, kernel_id, facts):
        """Write the note of a kernel, or replace it."""
        os.makedirs(self.folder, mode=0o700, exist_ok=True)
        path = self._path(kernel_id)
        beside = path + ".tmp"
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:
            json.dump({**self.way, "kernel": kernel_id, **facts}, file)
        os.replace(beside, path)

    def remove(self, kernel_id):
        try:
            os.unlink(self._path(kernel_id))
        except OSError:
            pass

    def _path(self, kernel_id):
        return os.path.join(self.folder, kernel_id + ".json")


class KeptKernels(AsyncMappingKernelManager):
    """Kernels, some of which outlive the parent of this process."""

    kept = {}
    notes = None
    parent_is_gone = False

    async def _async_restart_kernel(self, kernel_id, now=False):
        kernel = self.kept.get(kernel_id)
        if kernel:
            kernel.messages = KeptMessages()
            kernel.executions = 0
        return await super()._async_restart_kernel(kernel_id, now=now)

    restart_kernel = _async_restart_kernel

    def remove_kernel(self, kernel_id):
        if self.kept.pop(kernel_id, None):
            self.notes.remove(kernel_id)
        if self.parent_is_gone:
            self.parent.io_loop.add_callback(self.look)
        return super().remove_kernel(kernel_id)

    def keep(self, kernel_id, notebook):
        """Note a kernel that outlives the parent, of this notebook; None: it does not."""
        if self.notes is None or notebook is None:
            return
        self.kept[kernel_id] = KeptKernel(notebook, KeptMessages())
        self._note(kernel_id)

    def counted(self, kernel_id, executions):
        """Note the number of a run that begins."""
        if kernel_id in self.kept:
            self.kept[kernel_id].executions = executions

    def rename(self, kernel_id, notebook):
        """Note that a kernel's notebook has a new path."""
        if kernel_id in self.kept:
            self.kept[kernel_id].notebook = notebook
            self._note(kernel_id)

    def _note(self, kernel_id):
        self.notes.write(kernel_id, {"notebook": self.kept[kernel_id].notebook})

    def facts(self, kernel_id):
        """What a list of kernels shows of one."""
        kernel = self.get_kernel(kernel_id)
        process = getattr(kernel.provisioner, "process", None)
        kept = self.kept.get(kernel_id)
        return {
            "id": kernel_id,
            "name": kernel.kernel_name,
            "state": kernel.execution_state,
            "memory": memory_of(process.pid) if process else None,
            "connections": self._kernel_connections.get(kernel_id, 0),
            "notebook": kept and kept.notebook,
            "executions": kept and kept.executions,
            "runs": list(kept.messages.runs) if kept else [],
        }

    def replay(self, kernel_id, running):
        """Send the client that has joined a kernel what it has missed."""
        for connection in list(ZMQChannelsWebsocketConnection._open_sockets):
            if connection.kernel_id == kernel_id:
                connection.replay(running)

    def hold_again(self, kernel_id, messages):
        """Keep messages for the next client, before those that come from now on."""
        if kernel_id in self._kernel_buffers:
            self._kernel_buffers[kernel_id]["buffer"][:0] = messages

    def notify_disconnect(self, kernel_id):
        super().notify_disconnect(kernel_id)
        if kernel_id in self.kept:
            self.kept[kernel_id].left_at = time.time()

    async def leave(self, left):
        """Go on without the parent, with the kernels that are kept; says so by `left`."""
        self.parent_is_gone = True
        for kernel_id in self.list_kernel_ids():
            if kernel_id not in self.kept:
                await self.shutdown_kernel(kernel_id)
        now = time.time()
        for kernel in self.kept.values():
            kernel.left_at = kernel.left_at or now
        await self.look()
        if self.kept:
            seconds = look_seconds(self.notes.hours)
            PeriodicCallback(self.look, seconds * 1000).start()
            left()

    async def look(self):
        """End kernels that nobody has come back to, and this process with the last one."""
        for kernel_id in list(self.kept):
            kernel = self.get_kernel(kernel_id)
            connections = self._kernel_connections.get(kernel_id, 0)
            state, active = kernel.execution_state, kernel.last_activity
            hours = self.notes.hours
            if is_forgotten(self.kept[kernel_id], active, connections, state, hours):
                await self.shutdown_kernel(kernel_id)
        if not self.list_kernel_ids():
            self.parent.stop()


def is_forgotten(kernel, last_activity, connections, state, hours):
    """Whether a kernel has been idle, without a client, for so many hours; one in which nothing has
    run is not worth keeping.
    """
    if connections > 0 or kernel.left_at is None:
        return False
    if state == "busy" and kernel.has_run:
        return False
    since = max(kernel.left_at, last_activity.timestamp())
    limit = hours * 3600
    # (a client that reconnects is away for a moment)
    return time.time() - since > (limit if kernel.has_run else min(limit, AWAY_SECONDS))


def look_seconds(hours):
    """How often to look for forgotten kernels."""
    return min(LOOK_SECONDS, max(0.2, hours * 3600 / 4))


def memory_of(pid):
    """The bytes that a process and its descendants hold; None: unknown."""
    try:
        import psutil

        first = psutil.Process(pid)
        total = 0
        for process in (first, *first.children(recursive=True)):
            try:
                total += process.memory_info().rss
            except psutil.Error:
                pass
        return total
    except Exception:
        return None
