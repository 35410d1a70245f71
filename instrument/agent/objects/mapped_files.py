"""Which file a memory map shows, as far as the system tells (Linux does). Its accesses are accesses of
that file. This file records nothing.
"""

from __future__ import annotations

import ctypes
import os
import stat
import weakref
from typing import TYPE_CHECKING

from .attributes import home
from .memory_maps import map_at

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal

    from .locations import Token

_BLOCK = "/dev/shm/"
"""The folder of blocks of memory that processes share."""
_DELETED = " (deleted)"
_WORDS = 10
"""Words of memory that describe a buffer (`Py_buffer`)."""


class MappedFile:
    """A file that memory maps of this process show. `path`: where it was when it was first mapped;
    `token`: what stands for it in the record until `world/files` says which file that is.
    """

    __slots__ = ("path", "token", "_identity")

    def __init__(self, path: str, found: os.stat_result) -> None:
        self.path = path
        self.token: Token = "memory map of " + path
        self._identity = (found.st_dev, found.st_ino)

    def is_in_place(self) -> bool:
        """Whether it is still the file under its path: nobody has moved, removed or replaced it."""
        try:
            found = os.stat(self.path)
        except OSError:
            return False
        return (found.st_dev, found.st_ino) == self._identity


class SharedBlock:
    """Memory without a file that stays, which processes or several maps may share."""

    __slots__ = ("__weakref__",)


class MappedFiles:
    """All mapped files, by identity and by token. `_shown`: by memory map, what it
    shows; None for itself, False where nothing tells.
    """

    def __init__(self) -> None:
        self._name_world: Callable[[object, Token], object] = lambda obj, token: None
        self.by_token: dict[Token, MappedFile] = {}
        self._by_identity: dict[tuple[int, int], MappedFile] = {}
        self._blocks: weakref.WeakValueDictionary[int, SharedBlock] = weakref.WeakValueDictionary()
        self._shown: weakref.WeakKeyDictionary[
            Any, MappedFile | SharedBlock | Literal[False] | None
        ]
        self._shown = weakref.WeakKeyDictionary()

    def tell(self, name_world: Callable[[object, Token], object]) -> None:
        """From now on `name_world(obj, token)` is told of each new file."""
        self._name_world = name_world

    def shown_by(self, memory: Any) -> object:
        """What a memory map shows: a file, a block, or itself; None where nothing tells."""
        if memory in self._shown:
            shown = self._shown[memory]
        else:
            shown = self._shown[memory] = self._find(memory)
        if shown is False:
            return None
        return memory if shown is None else shown

    def _find(self, memory: Any) -> MappedFile | SharedBlock | Literal[False] | None:
        address = _address(memory)
        found = None if address is None else map_at(address)
        if found is None:
            return False
        if found.path.endswith(_DELETED) or _BLOCK in found.path:
            return self._blocks.setdefault(found.inode, SharedBlock())
        if found.path == "":
            return None
        try:
            status = os.stat(found.path)
        except OSError:
            return False
        return self._file(found.path, status) if stat.S_ISREG(status.st_mode) else False

    def _file(self, path: str, status: os.stat_result) -> MappedFile:
        key = (status.st_dev, status.st_ino)
        file = self._by_identity.get(key)
        if file is None or not file.is_in_place():
            file = self._by_identity[key] = MappedFile(path, status)
            self.by_token[file.token] = file
            self._name_world(file, file.token)
        return file


def _address(memory: Any) -> int | None:
    """Where the memory of a map begins; None where nothing tells, and when it is closed."""
    buffer = (ctypes.c_void_p * _WORDS)()
    try:
        ctypes.pythonapi.PyObject_GetBuffer(ctypes.py_object(memory), ctypes.byref(buffer), 0)
    except (ValueError, BufferError, TypeError):
        return None
    address = buffer[0]
    ctypes.pythonapi.PyBuffer_Release(ctypes.byref(buffer))
    return address


def cannot_write(obj: Any) -> bool:
    """Whether an object is a memory map through which nobody can change the file."""
    if home(type(obj)) != "mmap":
        return False
    try:
        with memoryview(obj) as view:
            return view.readonly
    except ValueError:
        # (closed)
        return True


MAPPED_FILES = MappedFiles()
BY_TOKEN = MAPPED_FILES.by_token
