"""The states of paths, stored to be restored: in an unnamed file of our own, so that no data
outlive the process.
"""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import IO, Any, TypeAlias

    FileState: TypeAlias = tuple[Any, ...]
    """The content of a path: its kind, its mode and the content; ABSENT or UNKNOWN."""

TOTAL = 64_000_000
LONGEST = 16_000_000
FILE, FOLDER, LINK = "file", "folder", "link"
ABSENT = ("absent",)
UNKNOWN = ("unknown",)


def state_of(path: str) -> FileState:
    """The state of a path: `(kind, mode, content)`; ABSENT; UNKNOWN for a state that cannot be
    stored.
    """
    try:
        found = os.lstat(path)
    except OSError:
        return ABSENT
    mode = stat.S_IMODE(found.st_mode)
    try:
        if stat.S_ISDIR(found.st_mode):
            return (FOLDER, mode, None)
        if stat.S_ISLNK(found.st_mode):
            return (LINK, 0, os.readlink(path))
        if stat.S_ISREG(found.st_mode) and found.st_size <= LONGEST:
            with open(path, "rb") as file:
                return (FILE, mode, Content(file.read(LONGEST + 1)))
    except OSError:
        pass
    return UNKNOWN


def digest_of(state: FileState) -> str | None:
    """The digest of a plain file's content, empty for no file; None for other states."""
    if state == ABSENT:
        return ""
    return state[2].digest.hex() if state[0] == FILE else None


class Content:
    """The bytes of a file, until `Store` keeps them; equal by their digest."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.size = len(data)
        self.digest = hashlib.sha1(data, usedforsecurity=False).digest()

    def __eq__(self, other: object) -> bool:
        return type(other) is Content and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)


class Store:
    """Keeps contents in a file without a name. `places`: where each begins, by digest."""

    def __init__(self) -> None:
        self.file: IO[bytes] | None = None
        self.end = 0
        self.places: dict[bytes, int] = {}

    def keep(self, state: FileState) -> bool:
        """Whether a state can be put back later."""
        if state[0] != FILE:
            return True
        content = state[2]
        if content.digest not in self.places:
            if content.data is None or self.end + content.size > TOTAL:
                return False
            try:
                self.file = file = self.file or tempfile.TemporaryFile()
                file.seek(self.end)
                file.write(content.data)
            except OSError:
                return False
            self.places[content.digest] = self.end
            self.end += content.size
        content.data = None
        return True

    def read(self, content: Content) -> bytes:
        """The data of a content stored by `keep`."""
        file: Any = self.file
        file.seek(self.places[content.digest])
        return file.read(content.size)
