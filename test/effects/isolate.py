"""Bounds of the oracles' calls: a folder of their own, and no network beyond this machine."""

import os
import shutil
import socket
import tempfile

#: the private working directory of all calls
FOLDER = os.path.realpath(tempfile.mkdtemp(prefix="effects-oracle-"))
#: connections that were asked for
CONNECTIONS = []


def clear_folder():
    for entry in os.scandir(FOLDER):
        shutil.rmtree(entry) if entry.is_dir() else os.remove(entry)


def block_network():
    """Count connections, and refuse those that would leave this machine."""
    real = socket.socket.connect

    def connect(self, address):
        CONNECTIONS.append(address)
        if self.family != socket.AF_UNIX and address[0] not in ("127.0.0.1", "localhost", "::1"):
            raise OSError("the oracle has no network")
        return real(self, address)

    def lookup(host, *args, **kwargs):
        CONNECTIONS.append(host)
        if host not in ("127.0.0.1", "localhost", "::1", None):
            raise OSError("the oracle has no network")
        return look_up(host, *args, **kwargs)

    look_up = socket.getaddrinfo
    socket.socket.connect = connect
    socket.getaddrinfo = lookup
