"""How the file system describes paths: two equal signatures stand for an unchanged content."""

from __future__ import annotations

import os
import re
import stat
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    Signature: TypeAlias = tuple[Any, ...]
    """Times, size, inode and mode of a path."""

MANY = 5_000
"""The most entries of a folder compared around a command."""
_HIDDEN = (".git", ".sluice", ".ipynb_checkpoints")
_SAVING = re.compile(r"\..*\.\d+-[\w-]{8}\.tmp")
"""Temporary names under which Sluice saves files, also while cells run (runtime/documents/beside.ts)."""


def is_hidden(name: str) -> bool:
    """Whether a name is no file of cells, but one of editors, of git or of Sluice."""
    return name in _HIDDEN or name.endswith(".ipynb") or _SAVING.fullmatch(name) is not None


def described(path: str) -> Signature | None:
    try:
        found = os.lstat(path)
    except OSError:
        return None
    if stat.S_ISDIR(found.st_mode):
        # the entries of a folder have paths of their own
        return ("folder", found.st_ino)
    return (found.st_mtime_ns, found.st_size, found.st_ino, found.st_mode)


def entries(
    root: str, signature: Callable[[str], Signature | None] | None = None
) -> dict[str, Signature]:
    """The files and folders below a folder, with their signatures; not all where there are many."""
    signature = signature or described
    found = {}
    pending = [root]
    while pending and len(found) < MANY:
        try:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    if not is_hidden(entry.name):
                        found[entry.path] = signature(entry.path)
                        if entry.is_dir(follow_symlinks=False):
                            pending.append(entry.path)
        except OSError:
            continue
    return found
