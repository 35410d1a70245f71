"""Files that this process has open or mapped, by `/proc`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from ..objects.memory_maps import memory_maps

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator


def is_open(path: str, known: Collection[str]) -> bool:
    """Whether this process has the file open by other descriptors than the `known` ones, and would
    go on with a removed file.
    """
    return any(name not in known for name in _descriptors(path))


def may_change(path: str, size: int | None) -> bool:
    """Whether open users of a file in this process notice its change: readers do; memory maps if
    the size stays; databases outside of a transaction.
    """
    writing = sum(map(_writes, _descriptors(path)))
    if writing == 0 or (size == os.path.getsize(path) and writing <= _maps_of(path)):
        return True
    with open(path, "rb") as file:
        database = file.read(len(_SQLITE)) == _SQLITE
    return database and not any(os.path.lexists(path + end) for end in ("-journal", "-wal"))


def _maps_of(path: str) -> int:
    """How many memory maps of this process share a file, each of which has a descriptor of its
    own.
    """
    return _shared_maps().count(os.stat(path).st_ino)


def mapped_files() -> set[int]:
    """The inodes of files in shared memory maps of this process. Before the import of `mmap` there
    are none.
    """
    return set(_shared_maps()) if "mmap" in sys.modules else set()


def _shared_maps() -> list[int]:
    return [each.inode for each in memory_maps() if each.is_shared]


_SQLITE = b"SQLite format 3\0"


def _all_descriptors() -> list[str]:
    """The names of all descriptors of this process; none on a system without `/proc`."""
    try:
        return os.listdir("/proc/self/fd")
    except OSError:
        return []


def _descriptors(path: str) -> Iterator[str]:
    """The descriptors of this process for the file under a path."""
    try:
        found = os.stat(path)
    except OSError:
        return
    for name in _all_descriptors():
        try:
            other = os.stat("/proc/self/fd/" + name)
        except OSError:
            continue
        if (other.st_dev, other.st_ino) == (found.st_dev, found.st_ino):
            yield name


def inodes_written() -> Collection[int]:
    """The inodes of files that this process has open for writing."""
    found = set()
    for name in filter(_writes, _all_descriptors()):
        try:
            found.add(os.stat("/proc/self/fd/" + name).st_ino)
        except OSError:
            continue
    return found


def files_written() -> Iterator[str]:
    """The paths of plain files that this process has open for writing."""
    for name in _all_descriptors():
        try:
            path = os.readlink("/proc/self/fd/" + name)
        except OSError:
            continue
        # (pipes and sockets have names without a slash; a removed file has another name)
        if path.startswith("/") and os.path.isfile(path) and _writes(name):
            yield path


def _writes(descriptor: str) -> bool:
    try:
        with open("/proc/self/fdinfo/" + descriptor) as info:
            flags = next(int(line.split()[1], 8) for line in info if line.startswith("flags"))
    except (OSError, StopIteration, ValueError):
        return True
    return flags & os.O_ACCMODE != os.O_RDONLY
