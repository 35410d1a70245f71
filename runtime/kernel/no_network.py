"""Becomes a program that has no network but its own loopback, in a network namespace.

    python -I -S no_network.py --check          tries it, and ends
    python -I -S no_network.py PROGRAM ARG…     becomes the program

Sockets that are files reach it as before: through these the server talks to a kernel. An ordinary
user gets the right from a user namespace, in which user and group are who they were. Where it
cannot be had, it ends before the program has begun.
"""

import ctypes
import fcntl
import os
import socket
import struct
import sys

CLONE_NEWUSER, CLONE_NEWNET = 0x10000000, 0x40000000
GET_FLAGS, SET_FLAGS, UP = 0x8913, 0x8914, 0x1

libc = ctypes.CDLL(None, use_errno=True)


def leave_network():
    """Get a network namespace of our own, and switch its loopback on: notebooks start servers for
    themselves.
    """
    user, group = os.geteuid(), os.getegid()
    if libc.unshare(CLONE_NEWNET) != 0:
        if libc.unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code))
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{user} {user} 1"),
            ("gid_map", f"{group} {group} 1"),
        ):
            with open(f"/proc/self/{name}", "w") as file:
                file.write(text)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        request = struct.pack("16sH14x", b"lo", 0)
        _, flags = struct.unpack("16sH14x", fcntl.ioctl(any_socket, GET_FLAGS, request))
        fcntl.ioctl(any_socket, SET_FLAGS, struct.pack("16sH14x", b"lo", flags | UP))


def main():
    _, *program = sys.argv
    try:
        leave_network()
    except OSError as error:
        sys.exit(f"the network cannot be switched off: {error.strerror or error}")
    if program != ["--check"]:
        os.execvp(program[0], program)


if __name__ == "__main__":
    main()
