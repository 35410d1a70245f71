"""Becomes a program that has no network, and can write to one folder only, in namespaces of its
own.

    python -I -S build_apart.py FOLDER --check          tries it, and ends
    python -I -S build_apart.py FOLDER PROGRAM ARG…     becomes the program

All other files can be read, and not changed. An ordinary user gets the right from a user namespace,
in which user and group are who they were; a second one keeps the program from undoing it. Where it
cannot be had, it ends before the program has begun.
"""

import ctypes
import os
import struct
import sys

CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWNET = 0x00020000, 0x10000000, 0x40000000
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
OPEN_TREE, MOUNT_SETATTR, AT_FDCWD, AT_RECURSIVE, READ_ONLY = 428, 442, -100, 0x8000, 1
CLONE = 1

libc = ctypes.CDLL(None, use_errno=True)


def checked(result):
    """Raise what a call of the C library has failed with."""
    if result != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))


def writable_proc():
    """Open a private mount of /proc, which stays writable when all others become read-only."""
    opened = libc.syscall(OPEN_TREE, AT_FDCWD, b"/proc", CLONE | os.O_CLOEXEC)
    checked(min(opened, 0))
    return opened


def enter_namespaces(others, proc):
    """Enter a new user namespace, and others with it. `proc`: an open /proc."""
    user, group = os.geteuid(), os.getegid()
    checked(libc.unshare(CLONE_NEWUSER | others))
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        file = os.open(f"self/{name}", os.O_WRONLY, dir_fd=proc)
        os.write(file, text.encode())
        os.close(file)


def set_read_only(path, sets, clears):
    """Set or clear that nothing can be written to a mount and those below it."""
    attributes = struct.pack("QQQQ", READ_ONLY * sets, READ_ONLY * clears, 0, 0)
    size = ctypes.c_size_t(len(attributes))
    checked(
        libc.syscall(MOUNT_SETATTR, AT_FDCWD, os.fsencode(path), AT_RECURSIVE, attributes, size)
    )


def leave_all_but(folder):
    """Give up the network, and the right to write anywhere but to the folder."""
    enter_namespaces(CLONE_NEWNS | CLONE_NEWNET, os.open("/proc", os.O_PATH))
    checked(libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None))
    proc = writable_proc()
    place = os.fsencode(folder)
    checked(libc.mount(place, place, None, MS_BIND, None))
    set_read_only("/", True, False)
    set_read_only(folder, False, True)
    # what was set in a namespace above is locked
    enter_namespaces(CLONE_NEWNS, proc)
    os.close(proc)


def main():
    _, folder, *program = sys.argv
    try:
        leave_all_but(folder)
        # (the current folder may still be the one below)
        os.chdir(folder)
    except OSError as error:
        sys.exit(f"no namespaces can be had: {error.strerror or error}")
    if program != ["--check"]:
        os.execvp(program[0], program)


if __name__ == "__main__":
    main()
