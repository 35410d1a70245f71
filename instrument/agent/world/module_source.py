"""The files out of which a module of the user's was loaded, with digests of their content: whether
loading the module now would give another module.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
from typing import TYPE_CHECKING

from .local_modules import find_module
from .paths import real
from .plain_files import open_plain
from .watched_files import signature_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .watched_files import WatchedFiles

_LONGEST = 10_000_000
"""Bytes of the largest file compared by content."""


class Source:
    """The file of a loaded module, and the files read by its load: digests of their contents, and
    their signatures then. `reads`: the signatures of the read files, by path.
    """

    __slots__ = ("file", "digests", "signatures")

    def __init__(self, file: str, reads: Mapping[str, str | None] | tuple[()] = ()) -> None:
        self.file = file
        self.signatures = {real(file): signature_of(file), **dict(reads)}
        self.digests = {path: _digest_of(path) for path in self.signatures}

    def watch(self, watched: WatchedFiles) -> None:
        """Note that a statement has found these file contents."""
        for path, signature in self.signatures.items():
            watched.read(path, signature)

    def is_other_now(self, name: str) -> bool:
        """Whether a load of the module would now find another file, or another content. (A part of
        a package stays in the package's folder.)
        """
        if "." not in name:
            found = getattr(find_module(name), "origin", None)
            if type(found) is str and found != self.file and real(found) != real(self.file):
                return True
        for path, signature in self.signatures.items():
            now = signature_of(path)
            if now == signature:
                continue
            digest = _digest_of(path)
            if digest is None or digest != self.digests[path]:
                return True
            self.signatures[path] = now
        return False


def _digest_of(file: str) -> bytes | None:
    """A digest of a file's content; None for a missing or too large file."""
    try:
        with open_plain(file) as opened:
            content = opened.read(_LONGEST + 1)
    except OSError:
        return None
    return hashlib.sha1(content).digest() if len(content) <= _LONGEST else None


def remove_bytecode(file: str) -> None:
    try:
        os.remove(importlib.util.cache_from_source(file))
    except (OSError, NotImplementedError):
        # there is none, or this Python keeps none
        pass
