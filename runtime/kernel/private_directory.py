"""The directory of one embedded server, in which its kernels have their sockets."""

import os
import socket
import tempfile
import uuid

import processes

PREFIX = "sluice-server-"


def private_directory():
    """A new directory for this user alone; in one of the usual places where kernels can have their
    sockets, if there is one.
    """
    first = tempfile.mkdtemp(prefix=PREFIX)
    if can_hold_sockets(first):
        return first
    try:
        second = tempfile.mkdtemp(prefix=PREFIX, dir="/tmp")
    except OSError:
        return first
    chosen, other = (second, first) if can_hold_sockets(second) else (first, second)
    os.rmdir(other)
    return chosen


def can_hold_sockets(directory):
    """Whether kernels can have their sockets there: paths of sockets are short, and not every file
    system has them.
    """
    if not processes.has_unix_sockets(socket):
        return False
    path = os.path.join(directory, "kernel-%s-ipc-99" % uuid.uuid4())
    try:
        with socket.socket(socket.AF_UNIX) as attempt:
            attempt.bind(path)
        os.unlink(path)
        return True
    except OSError:
        return False
